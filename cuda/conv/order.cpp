/// An order of a map's targets in which those next to each other have much the same taps.
#include "backend/algorithms.hpp"
#include "backend/launch.hpp"
#include "conv/plan.hpp"

namespace dvdb {

namespace {

/// Targets that are sorted among themselves.
constexpr int kSegmentLog2 = 20;

/// Where taps stand in what targets are sorted by: the more voxels have a tap, the lower.
struct TapPlaces {
  uint8_t place[backend::kMostOrderedTaps];

  /// Voxels have near taps more often than far ones.
  static TapPlaces of(const int32_t* kernel) {
    TapPlaces out{};
    int64_t distances[backend::kMostOrderedTaps] = {};
    const int64_t taps = int64_t(kernel[0]) * kernel[1] * kernel[2];
    for (int64_t tap = 0; tap < taps; ++tap) {
      const int64_t at[3] = {tap / kernel[2] / kernel[1], tap / kernel[2] % kernel[1], tap % kernel[2]};
      for (int axis = 0; axis < 3; ++axis) distances[tap] += (2 * at[axis] - kernel[axis] + 1) * (2 * at[axis] - kernel[axis] + 1);
    }
    for (int64_t tap = 0; tap < taps; ++tap) {
      for (int64_t other = 0; other < taps; ++other) {
        if (distances[other] < distances[tap] || (distances[other] == distances[tap] && other < tap)) ++out.place[tap];
      }
    }
    return out;
  }
};

/// The key of a target: its segment, and below it the number of its taps in the Gray code.
struct WriteKeys {
  const int32_t* rows;  // [taps, n]
  int64_t taps;
  int64_t n;
  TapPlaces places;
  uint64_t* keys;
  uint32_t* targets;

  DVDB_FN void operator()(int64_t target) const {
    uint32_t code = 0;
    for (int64_t tap = 0; tap < taps; ++tap) code |= rows[tap * n + target] >= 0 ? uint32_t(1) << places.place[tap] : 0;
    for (int shift = 16; shift > 0; shift /= 2) code ^= code >> shift;
    keys[target] = uint64_t(target >> kSegmentLog2) << taps | code;
    targets[target] = uint32_t(target);
  }
};

/// The taps of a group of targets.
struct WriteGroupMask {
  const uint64_t* keys;
  int64_t taps;
  int64_t n;
  TapPlaces places;
  uint32_t* masks;

  DVDB_FN void operator()(int64_t group) const {
    const int64_t begin = group * backend::kMatrixRows;
    const int64_t end = min_of(n, begin + backend::kMatrixRows);
    uint64_t found = 0;
    for (int64_t at = begin; at < end; ++at) found |= keys[at] ^ (keys[at] & ((uint64_t(1) << taps) - 1)) >> 1;
    uint32_t mask = 0;
    for (int64_t tap = 0; tap < taps; ++tap) mask |= uint32_t(found >> places.place[tap] & 1) << tap;
    masks[group] = mask;
  }
};

}  // namespace

Status order_targets(Context& context, const backend::GatherMap& map, const int32_t* kernel, uint32_t* targets, uint32_t* masks) {
  const auto [rows, taps, n] = map;
  const TapPlaces places = TapPlaces::of(kernel);
  backend::Scratch memory(context);
  Span<uint64_t> keys;
  DVDB_TRY(memory.allocate(n, keys));
  DVDB_TRY(backend::for_each(context, n, WriteKeys{rows, taps, n, places, keys.data, targets}));
  DVDB_TRY(backend::sort_pairs(context, keys, {targets, n}, 0, int(taps) + highest_bit(uint64_t(n) >> kSegmentLog2 | 1) + 1));
  return backend::for_each(context, backend::GatherOrder::groups_of(n), WriteGroupMask{keys.data, taps, n, places, masks});
}

}  // namespace dvdb
