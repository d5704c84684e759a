/// Rows that teams of lanes normalize, in an order of sums that depends on channels alone.
///
/// A row is cut into packs of 16 bytes; lane i of a team has the packs i, i + lanes and so on. It adds up elements of
/// the same place in its packs, then neighboring places, pairs of them and so on; then lanes are added likewise. So
/// element e of a row is added to sum e mod (lanes kPack), and these sums as a tree of neighbors.
#pragma once

#include <cmath>

#include "backend/api/launch.hpp"
#include "core/packs.hpp"

namespace dvdb {

/// Packs that a lane holds at once; longer rows are read again for each of their sums.
inline constexpr int kHeldPacks = 4;

/// How rows are cut.
template <class T>
struct RowTeams {
  static constexpr int kLongLanes = 256;
  int64_t n;
  int64_t channels;
  int lanes;  // a power of two
  int packs;  // of a lane: 1, 2, 4, or more for long rows
  bool whole;
  Computed<T> share;  // of an element in a mean

  static RowTeams of(int64_t n, int64_t channels, uint64_t addresses) {
    RowTeams out{n, channels, 1, 1, has_whole_packs<T>(channels, addresses), Computed<T>(1) / Computed<T>(channels)};
    // Lanes of a team all find the same moments, so they are few enough to have two packs each.
    while (out.lanes < 32 && int64_t(out.lanes) * 2 * kPack<T> < channels) out.lanes *= 2;
    while (int64_t(out.packs) * out.lanes * kPack<T> < channels) out.packs *= 2;
    if (out.is_long()) out.lanes = kLongLanes;
    return out;
  }
  bool is_long() const { return packs > kHeldPacks; }
  int width() const { return lanes * kPack<T>; }

  /// The place of pack `pack` of a lane.
  DVDB_FN int64_t first(int rank, int pack) const { return (int64_t(pack) * lanes + rank) * kPack<T>; }
  DVDB_FN int held(int64_t first) const { return int(max_of(min_of(channels - first, int64_t(kPack<T>)), int64_t(0))); }
  DVDB_FN RawPack<T> read(const T* row, int rank, int pack) const {
    const int64_t at = first(rank, pack);
    if (at >= channels) return RawPack<T>{};
    return read_pack(row + at, whole, held(at));
  }
  DVDB_FN void load(const Computed<T>* of_channels, int rank, int pack, Computed<T> (&out)[kPack<T>]) const {
    const int64_t at = first(rank, pack);
    load_channels<T>(of_channels + at, whole && at < channels, held(at), out);
  }
  DVDB_FN void write(T* row, int rank, int pack, const Computed<T> (&values)[kPack<T>]) const {
    const int64_t at = first(rank, pack);
    if (at < channels) store_pack(row + at, whole, held(at), values);
  }
};

/// The sum of neighbors, pairs of them and so on; their number is a power of two.
template <int kCount, class S>
DVDB_FN S sum_neighbors(S (&values)[kCount]) {
  for (int step = 1; step < kCount; step *= 2)
    for (int at = 0; at + step < kCount; at += 2 * step) values[at] += values[at + step];
  return values[0];
}

/// Normalized elements of a row, (x - mean) * factor. Elements are taken relative to the first one, so that no digits
/// cancel; without centering, from 0 and with mean 0.
template <class S>
struct RowMoments {
  S origin = 0;
  S mean = 0;
  S factor = 0;

  DVDB_FN S apart(S x) const { return x - origin - mean; }
  DVDB_FN void set_mean(S sum, S share) { mean = sum * share; }
  DVDB_FN void set_factor(S squares, S share, S epsilon) { factor = S(1) / std::sqrt(squares * share + epsilon); }
};

/// Finds the moments of a row that a team holds, whose elements become those relative to the mean; 0 beyond the last.
template <class T, int kPacks>
DVDB_FN RowMoments<Computed<T>> center_held(const RowTeams<T>& teams, int rank, bool centered, Computed<T> epsilon,
                                            Computed<T> (&x)[kPacks][kPack<T>]) {
  using S = Computed<T>;
  const backend::Team team{rank, teams.lanes};
  RowMoments<S> out;
  if (centered) {
    out.origin = team.from(x[0][0], 0);
    S sums[kPack<T>] = {};
    DVDB_UNROLLED
    for (int pack = 0; pack < kPacks; ++pack) {
      const int held = teams.held(teams.first(rank, pack));
      for (int at = 0; at < kPack<T>; ++at) sums[at] += at < held ? x[pack][at] - out.origin : S(0);
    }
    out.set_mean(team.sum(sum_neighbors(sums)), teams.share);
  }
  S squares[kPack<T>] = {};
  DVDB_UNROLLED
  for (int pack = 0; pack < kPacks; ++pack) {
    const int held = teams.held(teams.first(rank, pack));
    for (int at = 0; at < kPack<T>; ++at) {
      x[pack][at] = at < held ? out.apart(x[pack][at]) : S(0);
      squares[at] += x[pack][at] * x[pack][at];
    }
  }
  out.set_factor(team.sum(sum_neighbors(squares)), teams.share, epsilon);
  return out;
}

/// Sums of long rows, which a block of lanes makes phase by phase.
template <class T, int kSums>
struct LongSums {
  using S = Computed<T>;
  static constexpr int kWarps = RowTeams<T>::kLongLanes / 32;
  S sums[kSums][kWarps];

  /// Adds up what lanes found for the places of a pack.
  DVDB_FN void put(int k, int thread, S (&own)[kPack<T>]) {
    const S sum = backend::Team{thread % 32, 32}.sum(sum_neighbors(own));
    if (thread % 32 == 0) sums[k][thread / 32] = sum;
  }
  DVDB_FN S total(int k) const {
    S own[kWarps];
    for (int warp = 0; warp < kWarps; ++warp) own[warp] = sums[k][warp];
    return sum_neighbors(own);
  }
};

/// What is done to a normalized element.
template <class S>
DVDB_FN S finish_element(S normalized, S scale, S shift, S residual, bool relu) {
  const S y = normalized * scale + shift + residual;
  return relu && y < 0 ? S(0) : y;
}

/// A row on one thread, in the order of teams.
template <class T>
struct HostRow {
  using S = Computed<T>;
  static constexpr int kMostWidth = RowTeams<T>::kLongLanes * kPack<T>;
  int64_t channels;
  int width;
  S share;

  explicit HostRow(const RowTeams<T>& teams) : channels(teams.channels), width(teams.width()), share(teams.share) {}

  /// The sum over elements of what a function gives for them.
  template <class F>
  S sum(const F& element) const {
    S sums[kMostWidth];
    for (int at = 0; at < width; ++at) sums[at] = 0;
    for (int64_t first = 0; first < channels; first += width) {
      const int held = int(min_of(channels - first, int64_t(width)));
      for (int at = 0; at < held; ++at) sums[at] += element(first + at);
    }
    for (int count = width / 2; count > 0; count /= 2)
      for (int at = 0; at < count; ++at) sums[at] = sums[2 * at] + sums[2 * at + 1];
    return sums[0];
  }

  RowMoments<S> moments(const T* x, bool centered, S epsilon) const {
    RowMoments<S> out;
    if (centered) {
      out.origin = widen(x[0]);
      out.set_mean(sum([&](int64_t at) { return widen(x[at]) - out.origin; }), share);
    }
    const RowMoments<S> seen = out;
    out.set_factor(sum([&](int64_t at) {
                     const S apart = seen.apart(widen(x[at]));
                     return apart * apart;
                   }),
                   share, epsilon);
    return out;
  }
};

}  // namespace dvdb
