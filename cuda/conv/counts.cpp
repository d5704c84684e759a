/// Statistics of a plan's kernel map.
#include "_generated/conv_args.hpp"
#include "backend/api/launch.hpp"
#include "conv/plan/plan.hpp"

using namespace dvdb;

namespace {

/// Rows that one item counts.
constexpr int64_t kRun = 4096;

/// Counts the pairs of one tap in a run of targets.
struct CountPairs {
  const int32_t* rows;  // [taps, n]
  int64_t n;
  int64_t runs;
  int64_t* out;  // [taps]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t tap = i / runs;
    const int64_t begin = i % runs * kRun;
    const int64_t end = min_of(n, begin + kRun);
    int64_t count = 0;
    for (int64_t row = begin; row < end; ++row) count += rows[tap * n + row] >= 0 ? 1 : 0;
    backend::atomic_add(&out[tap], count);
  }
};

/// Counts the targets of a run that have no pair.
struct CountEmpty {
  const int32_t* rows;  // [taps, n]
  int64_t taps;
  int64_t n;
  int64_t* out;

  DVDB_FN void operator()(int64_t row) const {
    for (int64_t tap = 0; tap < taps; ++tap) {
      if (rows[tap * n + row] >= 0) return;
    }
    backend::atomic_add(out, int64_t(1));
  }
};

struct CountBits {
  const uint32_t* words;
  int64_t n;
  int64_t* out;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t end = min_of(n, (i + 1) * kRun);
    int64_t count = 0;
    for (int64_t word = i * kRun; word < end; ++word) count += popcount(words[word]);
    backend::atomic_add(out, count);
  }
};

struct CopyMap {
  KernelMap map;
  int32_t* out;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t tap = i / map.n_targets;
    out[i] = map.rows[(map.mirrored ? map.taps - 1 - tap : tap) * map.n_targets + i % map.n_targets];
  }
};

}  // namespace

Status operators::conv_plan_map(Context& c, const ConvPlanMapArgs& a) {
  KernelMap map;
  DVDB_TRY(a.plan->find_map(map));
  return backend::for_each(c, a.out.size, CopyMap{map, a.out.data});
}

Status operators::conv_plan_counts(Context& c, const ConvPlanCountsArgs& a) {
  KernelMap map;
  WindowMasks masks;
  const int64_t n_taps = a.plan->ties->taps();
  if (a.taps != 0 && a.taps != n_taps) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot count pairs: room for %u taps, %lld expected", a.taps,
                static_cast<long long>(n_taps));
  }
  DVDB_TRY(a.plan->find_map(map));
  DVDB_TRY(a.plan->find_masks(masks));
  backend::Scratch memory(c);
  Span<int64_t> counts;  // [taps], then targets without pairs, then bits
  DVDB_TRY(memory.allocate(n_taps + 2, counts));
  DVDB_TRY(backend::fill(c, counts.data, 0, 8, counts.size * int64_t(sizeof(int64_t))));
  const int64_t n = map.n_targets;
  const int64_t runs = (n + kRun - 1) / kRun;
  const int64_t words = masks.n_windows * masks.n_words;
  DVDB_TRY(backend::for_each(c, n_taps * runs, CountPairs{map.rows, n, runs, counts.data}, 1));
  DVDB_TRY(backend::for_each(c, n, CountEmpty{map.rows, n_taps, n, counts.data + n_taps}));
  DVDB_TRY(backend::for_each(c, (words + kRun - 1) / kRun, CountBits{masks.words, words, counts.data + n_taps + 1}, 1));
  int64_t totals[2] = {};
  int64_t pairs = 0;
  // Pairs are read in pieces, so that the host memory needed does not grow with the kernel.
  constexpr int64_t kPiece = 512;
  int64_t piece[kPiece];
  for (int64_t begin = 0; begin < n_taps; begin += kPiece) {
    const int64_t held = min_of(kPiece, n_taps - begin);
    DVDB_TRY(backend::download(c, piece, counts.data + begin, held * int64_t(sizeof(int64_t))));
    for (int64_t i = 0; i < held; ++i) {
      pairs += piece[i];
      if (a.taps != 0) a.out_tap_pairs[map.place_of(begin + i)] = piece[i];
    }
  }
  DVDB_TRY(backend::download(c, totals, counts.data + n_taps, int64_t(sizeof totals)));
  a.plan->ties->note_counts(a.plan->target_is_fine, {pairs, totals[0], totals[1]});
  a.out_counts[DVDB_CONV_SOURCES] = map.n_sources;
  a.out_counts[DVDB_CONV_TARGETS] = n;
  a.out_counts[DVDB_CONV_TAPS] = n_taps;
  a.out_counts[DVDB_CONV_PAIRS] = pairs;
  a.out_counts[DVDB_CONV_EMPTY_TARGETS] = totals[0];
  a.out_counts[DVDB_CONV_WINDOW_TAPS] = totals[1];
  a.out_counts[DVDB_CONV_MAP_BYTES] = a.plan->ties->map_bytes();
  return {};
}
