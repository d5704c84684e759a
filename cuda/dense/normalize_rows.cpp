/// Layer normalization of rows, (x - mean) / sqrt(variance + epsilon) * scale + shift (Ba, Kiros and Hinton 2016), and
/// root mean square normalization, x / sqrt(mean of x^2 + epsilon) * scale (Zhang and Sennrich 2019), with a residual
/// and ReLU.
#include "_generated/dense_args.hpp"
#include "dense/epsilon.hpp"
#include "dense/row_teams.hpp"

using namespace dvdb;

namespace {

/// What rows are normalized with.
template <class T>
struct RowNorm {
  using S = Computed<T>;
  const T* features;
  const S* scale;
  const S* shift;     // or null
  const T* residual;  // or null
  bool centered;
  bool relu;
  S epsilon;
  T* out;
};

/// Normalizes a row on a host thread.
template <class T>
void normalize_on_host(const RowNorm<T>& norm, const RowTeams<T>& teams, int64_t row) {
  using S = Computed<T>;
  const int64_t channels = teams.channels;
  const T* const x = norm.features + row * channels;
  const T* const more = norm.residual == nullptr ? nullptr : norm.residual + row * channels;
  T* const out = norm.out + row * channels;
  const auto moments = HostRow<T>(teams).moments(x, norm.centered, norm.epsilon);
  const auto each = [&](const auto& shift, const auto& residual) {
    for (int64_t at = 0; at < channels; ++at)
      out[at] = narrow<T>(finish_element(moments.apart(widen(x[at])) * moments.factor, norm.scale[at], shift(at),
                                         residual(at), norm.relu));
  };
  const auto none = [](int64_t) { return S(0); };
  const auto shift = [&](int64_t at) { return norm.shift[at]; };
  const auto residual = [&](int64_t at) { return widen(more[at]); };
  if (norm.shift == nullptr) {
    more == nullptr ? each(none, none) : each(none, residual);
  } else {
    more == nullptr ? each(shift, none) : each(shift, residual);
  }
}

/// Rows that lanes hold; several of a team at once where lanes have few packs.
template <class T, int kPacks>
struct NormalizeHeld {
  using S = Computed<T>;
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 1;
  static constexpr int kRows = kHeldPacks / kPacks;

  struct Shared {};

  RowNorm<T> norm;
  RowTeams<T> teams;

  int64_t rows_of_tile() const { return int64_t(kRows) * (kThreads / teams.lanes); }
  int64_t tiles() const { return (teams.n + rows_of_tile() - 1) / rows_of_tile(); }

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared&) const {
    const int count = kThreads / teams.lanes;
    const int rank = thread & (teams.lanes - 1);
    const int64_t first = tile * kRows * count + thread / teams.lanes;
    RawPack<T> x[kRows][kPacks];
    RawPack<T> more[kRows][kPacks];
    DVDB_UNROLLED
    for (int at = 0; at < kRows; ++at) {
      const int64_t row = first + at * count;
      if (row >= teams.n) continue;
      DVDB_UNROLLED
      for (int pack = 0; pack < kPacks; ++pack) {
        x[at][pack] = teams.read(norm.features + row * teams.channels, rank, pack);
        if (norm.residual != nullptr) more[at][pack] = teams.read(norm.residual + row * teams.channels, rank, pack);
      }
    }
    Channels of{};
    DVDB_UNROLLED
    for (int pack = 0; pack < kPacks; ++pack) {
      teams.load(norm.scale, rank, pack, of.scale[pack]);
      if (norm.shift != nullptr) teams.load(norm.shift, rank, pack, of.shift[pack]);
    }
    DVDB_UNROLLED
    for (int at = 0; at < kRows; ++at) {
      const int64_t row = first + at * count;
      if (row >= teams.n) continue;
      normalize(row, rank, of, x[at], more[at]);
    }
  }

  /// What a lane knows of its channels.
  struct Channels {
    S scale[kPacks][kPack<T>];
    S shift[kPacks][kPack<T>];
  };

  DVDB_FN void normalize(int64_t row, int rank, const Channels& of, const RawPack<T> (&packs)[kPacks],
                         const RawPack<T> (&more)[kPacks]) const {
    S x[kPacks][kPack<T>];
    DVDB_UNROLLED
    for (int pack = 0; pack < kPacks; ++pack) widen_pack(packs[pack], x[pack]);
    const RowMoments<S> moments = center_held(teams, rank, norm.centered, norm.epsilon, x);
    DVDB_UNROLLED
    for (int pack = 0; pack < kPacks; ++pack) {
      S residual[kPack<T>] = {};
      if (norm.residual != nullptr) widen_pack(more[pack], residual);
      for (int at = 0; at < kPack<T>; ++at)
        x[pack][at] = finish_element(x[pack][at] * moments.factor, of.scale[pack][at], of.shift[pack][at], residual[at],
                                     norm.relu);
      teams.write(norm.out + row * teams.channels, rank, pack, x[pack]);
    }
  }

  void run_on_host(int64_t tile, Shared&) const {
    const int64_t end = min_of(teams.n, (tile + 1) * rows_of_tile());
    for (int64_t row = tile * rows_of_tile(); row < end; ++row) normalize_on_host(norm, teams, row);
  }
};

/// Rows that are read again for each sum, one by a tile.
template <class T>
struct NormalizeLong {
  using S = Computed<T>;
  static constexpr int kThreads = RowTeams<T>::kLongLanes;
  static constexpr int kPhases = 3;

  using Shared = LongSums<T, 2>;

  RowNorm<T> norm;
  RowTeams<T> teams;

  template <int P>
  DVDB_FN void phase(int64_t row, int thread, Shared& shared) const {
    const T* const features = norm.features + row * teams.channels;
    RowMoments<S> moments;
    if (norm.centered) {
      moments.origin = widen(features[0]);
      if constexpr (P > 0) moments.set_mean(shared.total(0), teams.share);
    }
    if constexpr (P == 2) {
      moments.set_factor(shared.total(1), teams.share, norm.epsilon);
      return write(row, thread, features, moments);
    }
    S sums[kPack<T>] = {};
    for (int pack = 0; teams.first(thread, pack) < teams.channels; ++pack) {
      S x[kPack<T>];
      widen_pack(teams.read(features, thread, pack), x);
      const int held = teams.held(teams.first(thread, pack));
      for (int at = 0; at < kPack<T>; ++at) {
        const S apart = P == 0 ? x[at] - moments.origin : moments.apart(x[at]);
        sums[at] += at < held ? (P == 0 ? apart : apart * apart) : S(0);
      }
    }
    shared.put(P, thread, sums);
  }

  DVDB_FN void write(int64_t row, int thread, const T* features, const RowMoments<S>& moments) const {
    for (int pack = 0; teams.first(thread, pack) < teams.channels; ++pack) {
      S x[kPack<T>];
      S scale[kPack<T>];
      S shift[kPack<T>] = {};
      S residual[kPack<T>] = {};
      widen_pack(teams.read(features, thread, pack), x);
      teams.load(norm.scale, thread, pack, scale);
      if (norm.shift != nullptr) teams.load(norm.shift, thread, pack, shift);
      if (norm.residual != nullptr)
        widen_pack(teams.read(norm.residual + row * teams.channels, thread, pack), residual);
      for (int at = 0; at < kPack<T>; ++at)
        x[at] = finish_element(moments.apart(x[at]) * moments.factor, scale[at], shift[at], residual[at], norm.relu);
      teams.write(norm.out + row * teams.channels, thread, pack, x);
    }
  }

  void run_on_host(int64_t row, Shared&) const { normalize_on_host(norm, teams, row); }
};

template <class T, int kPacks>
Status normalize_held(Context& c, const RowNorm<T>& norm, const RowTeams<T>& teams) {
  const NormalizeHeld<T, kPacks> body{norm, teams};
  return backend::for_each_tile(c, body.tiles(), body);
}

}  // namespace

Status operators::normalize_rows(Context& c, const NormalizeRowsArgs& a) {
  DVDB_TRY(check_epsilon(c, a.epsilon));
  if (a.channels == 0) return {};
  return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
    using S = Computed<T>;
    const uint64_t addresses = address_of(a.features.data) | address_of(a.scale.data) | address_of(a.shift.data) |
                               address_of(a.residual.data) | address_of(a.out.data);
    const RowTeams<T> teams = RowTeams<T>::of(a.n, a.channels, addresses);
    const RowNorm<T> norm{a.features.as<T>().data,
                          a.scale.as<S>().data,
                          a.shift.as<S>().data,
                          a.residual.as<T>().data,
                          a.centered != 0,
                          a.epilogue == DVDB_EPILOGUE_RELU,
                          S(a.epsilon),
                          a.out.as<T>().data};
    if (teams.is_long()) return backend::for_each_tile(c, a.n, NormalizeLong<T>{norm, teams});
    return teams.packs == 1   ? normalize_held<T, 1>(c, norm, teams)
           : teams.packs == 2 ? normalize_held<T, 2>(c, norm, teams)
                              : normalize_held<T, 4>(c, norm, teams);
  });
}
