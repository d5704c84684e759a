/// The backward pass of normalizations of rows.
///
///   xh = (x - mean) * factor,  h = g * scale,  dx = factor * (h - mean of h - xh * mean of h xh)
///
/// without the mean of h where rows are not centered. The gradients of scale and shift, the sums over rows of g xh and
/// g, are made in the same pass where lanes hold their part of a row: each adds up its channels of a few rows, up to
/// 64; what all lanes of a tile found is added in double precision, and tile by tile.
#include "_generated/dense_args.hpp"
#include "dense/epsilon.hpp"
#include "dense/norm_rules.hpp"
#include "dense/row_teams.hpp"

using namespace dvdb;

namespace {

/// Operands and results of the backward pass, and a row of them on a host thread.
template <class T>
struct RowNormGradients {
  using S = Computed<T>;
  const T* features;
  const S* scale;
  const T* results;  // or null
  const T* gradients;
  bool centered;
  S epsilon;
  T* out;       // or null
  T* residual;  // or null

  DVDB_FN void load(const RowTeams<T>& teams, int64_t row, int rank, int pack, S (&g)[kPack<T>]) const {
    widen_pack(teams.read(gradients + row * teams.channels, rank, pack), g);
    if (results == nullptr) return;
    S y[kPack<T>];
    widen_pack(teams.read(results + row * teams.channels, rank, pack), y);
    for (int at = 0; at < kPack<T>; ++at) g[at] = y[at] > 0 ? g[at] : S(0);
  }

  DVDB_FN S gradient(int64_t at) const {
    const S g = widen(gradients[at]);
    return results == nullptr || widen(results[at]) > 0 ? g : S(0);
  }
  DVDB_FN S element(const RowMoments<S>& moments, S normalized, S h, S mean, S other) const {
    return moments.factor * (h - mean - normalized * other);
  }

  RowMoments<S> pass_on_host(const RowTeams<T>& teams, int64_t row) const {
    const int64_t channels = teams.channels;
    const int64_t first = row * channels;
    const HostRow<T> host(teams);
    const RowMoments<S> moments = host.moments(features + first, centered, epsilon);
    const auto normalized = [&](int64_t at) { return moments.apart(widen(features[first + at])) * moments.factor; };
    const auto h = [&](int64_t at) { return gradient(first + at) * scale[at]; };
    const S mean = centered ? host.sum(h) * teams.share : S(0);
    const S other = host.sum([&](int64_t at) { return h(at) * normalized(at); }) * teams.share;
    if (residual != nullptr)
      for (int64_t at = 0; at < channels; ++at) residual[first + at] = narrow<T>(gradient(first + at));
    if (out != nullptr)
      for (int64_t at = 0; at < channels; ++at)
        out[first + at] = narrow<T>(element(moments, normalized(at), h(at), mean, other));
    return moments;
  }
};

/// Rows that lanes hold, which also sum up their part of the gradients of scale and shift.
template <class T, int kPacks>
struct HeldGradients {
  using S = Computed<T>;
  static constexpr int kThreads = kPacks == kHeldPacks ? 128 : 256;
  static constexpr int kPhases = 2;
  static constexpr int kRows = kHeldPacks / kPacks;
  static constexpr int kPlaces = kPacks * kPack<T>;  // of a lane

  struct Shared {
    S sums[2][kPlaces * kThreads];  // threads last, so that they write to different banks; teams first on a host
  };

  RowNormGradients<T> rows;
  RowTeams<T> teams;
  int64_t chunk_rows;
  double* parts;  // [chunks, 2, channels]

  static HeldGradients of(const RowNormGradients<T>& rows, const RowTeams<T>& teams) {
    const int64_t count = kThreads / teams.lanes;
    // As many rows for each team as leave about a thousand chunks.
    const int64_t each = min_of(max_of(teams.n / (count * 1024), int64_t(4)), int64_t(64));
    return {rows, teams, count * each, nullptr};
  }
  int64_t chunks() const { return (teams.n + chunk_rows - 1) / chunk_rows; }

  template <int P>
  DVDB_FN void phase(int64_t chunk, int thread, Shared& shared) const {
    if constexpr (P == 0) {
      pass_rows(chunk, thread, shared);
    } else {
      join_teams(chunk, thread, shared);
    }
  }

  struct Sums {
    S scale[kPacks][kPack<T>];  // the parameter
    S shifts[kPacks][kPack<T>];
    S scales[kPacks][kPack<T>];
  };

  DVDB_FN void pass_rows(int64_t chunk, int thread, Shared& shared) const {
    const int count = kThreads / teams.lanes;
    const int rank = thread & (teams.lanes - 1);
    const int64_t begin = chunk * chunk_rows;
    const int64_t end = min_of(teams.n, begin + chunk_rows);
    Sums sums{};
    DVDB_UNROLLED
    for (int pack = 0; pack < kPacks; ++pack) teams.load(rows.scale, rank, pack, sums.scale[pack]);
    for (int64_t first = begin + thread / teams.lanes; first < end; first += kRows * count) {
      RawPack<T> packs[kRows][3][kPacks];
      DVDB_UNROLLED
      for (int at = 0; at < kRows; ++at) {
        const int64_t row = first + at * count;
        if (row >= end) continue;
        DVDB_UNROLLED
        for (int pack = 0; pack < kPacks; ++pack) {
          packs[at][0][pack] = teams.read(rows.features + row * teams.channels, rank, pack);
          packs[at][1][pack] = teams.read(rows.gradients + row * teams.channels, rank, pack);
          if (rows.results != nullptr) packs[at][2][pack] = teams.read(rows.results + row * teams.channels, rank, pack);
        }
      }
      DVDB_UNROLLED
      for (int at = 0; at < kRows; ++at) {
        const int64_t row = first + at * count;
        if (row >= end) continue;
        pass(row, rank, packs[at], sums);
      }
    }
    DVDB_UNROLLED
    for (int pack = 0; pack < kPacks; ++pack) {
      for (int at = 0; at < kPack<T>; ++at) {
        const int place = (pack * kPack<T> + at) * kThreads + thread;
        shared.sums[0][place] = sums.shifts[pack][at];
        shared.sums[1][place] = sums.scales[pack][at];
      }
    }
  }

  DVDB_FN void pass(int64_t row, int rank, const RawPack<T> (&packs)[3][kPacks], Sums& sums) const {
    const backend::Team team{rank, teams.lanes};
    S x[kPacks][kPack<T>];
    S g[kPacks][kPack<T>];
    DVDB_UNROLLED
    for (int pack = 0; pack < kPacks; ++pack) {
      widen_pack(packs[0][pack], x[pack]);
      widen_pack(packs[1][pack], g[pack]);
      if (rows.results == nullptr) continue;
      S y[kPack<T>];
      widen_pack(packs[2][pack], y);
      for (int at = 0; at < kPack<T>; ++at) g[pack][at] = y[at] > 0 ? g[pack][at] : S(0);
    }
    const RowMoments<S> moments = center_held(teams, rank, rows.centered, rows.epsilon, x);
    S means[kPack<T>] = {};
    S others[kPack<T>] = {};
    DVDB_UNROLLED
    for (int pack = 0; pack < kPacks; ++pack) {
      if (rows.residual != nullptr) teams.write(rows.residual + row * teams.channels, rank, pack, g[pack]);
      for (int at = 0; at < kPack<T>; ++at) {
        x[pack][at] = x[pack][at] * moments.factor;
        const S h = g[pack][at] * sums.scale[pack][at];
        means[at] += h;
        others[at] += h * x[pack][at];
        sums.shifts[pack][at] += g[pack][at];
        sums.scales[pack][at] += g[pack][at] * x[pack][at];
      }
    }
    if (rows.out == nullptr) return;
    const S mean = rows.centered ? team.sum(sum_neighbors(means)) * teams.share : S(0);
    const S other = team.sum(sum_neighbors(others)) * teams.share;
    DVDB_UNROLLED
    for (int pack = 0; pack < kPacks; ++pack) {
      for (int at = 0; at < kPack<T>; ++at)
        x[pack][at] = rows.element(moments, x[pack][at], g[pack][at] * sums.scale[pack][at], mean, other);
      teams.write(rows.out + row * teams.channels, rank, pack, x[pack]);
    }
  }

  DVDB_FN void join_teams(int64_t chunk, int thread, const Shared& shared) const {
    const int count = kThreads / teams.lanes;
    const int width = teams.lanes * kPlaces;
    for (int item = thread; item < 2 * width; item += kThreads) {
      const int lane = item & (teams.lanes - 1);
      const int place = item / teams.lanes % kPlaces;
      const int k = item / width;
      const int64_t channel = teams.first(lane, place / kPack<T>) + place % kPack<T>;
      if (channel >= teams.channels) continue;
      double sum = 0;
      for (int team = 0; team < count; ++team)
        sum += double(shared.sums[k][place * kThreads + team * teams.lanes + lane]);
      parts[(chunk * 2 + k) * teams.channels + channel] = sum;
    }
  }

  void run_on_host(int64_t chunk, Shared& shared) const {
    const int64_t channels = teams.channels;
    const int64_t begin = chunk * chunk_rows;
    const int64_t end = min_of(teams.n, begin + chunk_rows);
    const int count = kThreads / teams.lanes;
    const int width = teams.lanes * kPlaces;
    for (auto& sums : shared.sums)
      for (S& sum : sums) sum = 0;
    for (int64_t row = begin; row < end; ++row) {
      const auto moments = rows.pass_on_host(teams, row);
      S* const shifts = shared.sums[0] + (row - begin) % count * width;
      S* const scales = shared.sums[1] + (row - begin) % count * width;
      for (int64_t at = 0; at < channels; ++at) {
        const S g = rows.gradient(row * channels + at);
        shifts[at] += g;
        scales[at] += g * (moments.apart(widen(rows.features[row * channels + at])) * moments.factor);
      }
    }
    for (int k = 0; k < 2; ++k) {
      for (int64_t at = 0; at < channels; ++at) {
        double sum = 0;
        for (int team = 0; team < count; ++team) sum += double(shared.sums[k][team * width + at]);
        parts[(chunk * 2 + k) * channels + at] = sum;
      }
    }
  }
};

/// Rows that are read again for each sum, one by a tile; the gradients of scale and shift follow.
template <class T>
struct LongGradients {
  using S = Computed<T>;
  static constexpr int kThreads = RowTeams<T>::kLongLanes;
  static constexpr int kPhases = 4;

  using Shared = LongSums<T, 4>;

  RowNormGradients<T> rows;
  RowTeams<T> teams;
  RowMoments<S>* out;  // [n]

  template <int P>
  DVDB_FN void phase(int64_t row, int thread, Shared& shared) const {
    const T* const features = rows.features + row * teams.channels;
    RowMoments<S> moments;
    if (rows.centered) {
      moments.origin = widen(features[0]);
      if constexpr (P > 0) moments.set_mean(shared.total(0), teams.share);
    }
    if constexpr (P > 1) moments.set_factor(shared.total(1), teams.share, rows.epsilon);
    const S mean = P > 2 && rows.centered ? shared.total(2) * teams.share : S(0);
    const S other = P > 2 ? shared.total(3) * teams.share : S(0);
    S sums[2][kPack<T>] = {};
    for (int pack = 0; teams.first(thread, pack) < teams.channels; ++pack) {
      S x[kPack<T>];
      widen_pack(teams.read(features, thread, pack), x);
      const int held = teams.held(teams.first(thread, pack));
      if constexpr (P < 2) {
        for (int at = 0; at < kPack<T>; ++at) {
          const S apart = P == 0 ? x[at] - moments.origin : moments.apart(x[at]);
          sums[0][at] += at < held ? (P == 0 ? apart : apart * apart) : S(0);
        }
      } else {
        S g[kPack<T>];
        S scale[kPack<T>];
        rows.load(teams, row, thread, pack, g);
        teams.load(rows.scale, thread, pack, scale);
        if (P == 3 && rows.residual != nullptr) teams.write(rows.residual + row * teams.channels, thread, pack, g);
        for (int at = 0; at < kPack<T>; ++at) {
          const S normalized = moments.apart(x[at]) * moments.factor;
          const S h = g[at] * scale[at];
          sums[0][at] += at < held ? h : S(0);
          sums[1][at] += at < held ? h * normalized : S(0);
          x[at] = rows.element(moments, normalized, h, mean, other);
        }
        if (P == 3 && rows.out != nullptr) teams.write(rows.out + row * teams.channels, thread, pack, x);
      }
    }
    if constexpr (P < 2) {
      shared.put(P, thread, sums[0]);
    } else if constexpr (P == 2) {
      shared.put(2, thread, sums[0]);
      shared.put(3, thread, sums[1]);
    } else if (thread == 0) {
      out[row] = moments;
    }
  }

  void run_on_host(int64_t row, Shared&) const { out[row] = rows.pass_on_host(teams, row); }
};

/// Sums of gradients of long rows, and of their products with normalized elements.
template <class T>
struct SumLongGradients {
  using S = Computed<T>;
  static constexpr int kSums = 2;
  RowNormGradients<T> rows;
  const RowMoments<S>* moments;
  int64_t channels;
  bool whole;

  struct Lane {};
  struct Words {
    RawPack<T> x, g, y;
    RowMoments<S> moments;
  };
  DVDB_FN Lane lane(int64_t, const Columns&) const { return {}; }
  DVDB_FN Words read(const Columns& columns, int64_t row) const {
    const int64_t at = row * channels + columns.first;
    Words words{read_pack(rows.features + at, whole, columns.held),
                read_pack(rows.gradients + at, whole, columns.held),
                {},
                moments[row]};
    if (rows.results != nullptr) words.y = read_pack(rows.results + at, whole, columns.held);
    return words;
  }
  DVDB_FN void add(const Lane&, const Words& words, double (&sums)[kSums][kPack<T>]) const {
    S x[kPack<T>];
    S g[kPack<T>];
    S y[kPack<T>];
    widen_pack(words.x, x);
    widen_pack(words.g, g);
    widen_pack(words.y, y);
    for (int at = 0; at < kPack<T>; ++at) {
      const S passed = rows.results == nullptr || y[at] > 0 ? g[at] : S(0);
      sums[0][at] += double(passed);
      sums[1][at] += double(passed * (words.moments.apart(x[at]) * words.moments.factor));
    }
  }
};

template <class T, int kPacks>
Status pass_held(Context& c, const RowNormGradients<T>& rows, const RowTeams<T>& teams,
                 const WriteParameterGradients<Computed<T>>& write) {
  auto body = HeldGradients<T, kPacks>::of(rows, teams);
  backend::Scratch memory(c);
  Span<double> parts;
  DVDB_TRY(memory.allocate(body.chunks() * 2 * teams.channels, parts));
  body.parts = parts.data;
  DVDB_TRY(backend::for_each_tile(c, body.chunks(), body));
  return join_chunks<2>(c, 1, parts.data, nullptr, body.chunks(), teams.channels, write);
}

template <class T>
Status pass_long(Context& c, const RowNormGradients<T>& rows, const RowTeams<T>& teams,
                 const WriteParameterGradients<Computed<T>>& write) {
  backend::Scratch memory(c);
  Span<RowMoments<Computed<T>>> moments;
  DVDB_TRY(memory.allocate(teams.n, moments));
  DVDB_TRY(backend::for_each_tile(c, teams.n, LongGradients<T>{rows, teams, moments.data}));
  ColumnSums<T> sums(c);
  DVDB_TRY(sums.cut({teams.n}, teams.channels));
  return sums.sum(SumLongGradients<T>{rows, moments.data, teams.channels, teams.whole}, write);
}

}  // namespace

Status operators::normalize_rows_backward(Context& c, const NormalizeRowsBackwardArgs& a) {
  DVDB_TRY(check_epsilon(c, a.epsilon));
  if (a.channels == 0) return {};
  return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
    using S = Computed<T>;
    const uint64_t addresses = address_of(a.features.data) | address_of(a.scale.data) | address_of(a.results.data) |
                               address_of(a.gradients.data) | address_of(a.out_features.data) |
                               address_of(a.out_residual.data);
    const RowTeams<T> teams = RowTeams<T>::of(a.n, a.channels, addresses);
    const RowNormGradients<T> rows{
        a.features.as<T>().data, a.scale.as<S>().data, a.results.as<T>().data,      a.gradients.as<T>().data,
        a.centered != 0,         S(a.epsilon),         a.out_features.as<T>().data, a.out_residual.as<T>().data};
    const WriteParameterGradients<S> write{a.out_shift.as<S>().data, a.out_scale.as<S>().data};
    if (teams.is_long()) return pass_long<T>(c, rows, teams, write);
    return teams.packs == 1   ? pass_held<T, 1>(c, rows, teams, write)
           : teams.packs == 2 ? pass_held<T, 2>(c, rows, teams, write)
                              : pass_held<T, 4>(c, rows, teams, write);
  });
}
