/// Division of the taps and channels of gradients of weights among blocks and their warps.
#pragma once

#include "backend/cuda/special/conv/window_outer.cuh"

namespace dvdb::backend {

namespace {

constexpr int kFeeding = 128;  // threads that feed a block
constexpr int kChunks = kMatrixWindow / kChunk;
constexpr int kAtOnce = 2;                          // chunks whose slots a lane reads together
constexpr uint32_t kSlotBytes = kMatrixWindow * 2;  // of a tap
constexpr uint32_t kMostBytes = 226 << 10;          // of stages, beside barriers
constexpr int64_t kMostParts = int64_t(1) << 26;    // numbers that parts may take, beside one part

/// Division of kDepth channels of sources by kColumns of targets within a block. A unit is a product's 16 rows: as
/// many channels of a tap, or 8 of two taps.
template <int kDepth, int kColumns>
struct Division {
  static constexpr int kUnitTaps = kDepth == 8 ? 2 : 1;
  static constexpr int kSlices = kDepth == 32 ? 2 : 1;  // of 16 channels, each of warps of its own
  static constexpr int kWarps = 4;                      // that share the taps out
  static constexpr int kUnits = kDepth == 8 ? 4 : 7;    // of a warp
  static constexpr int kTaps = kWarps * kUnits * kUnitTaps;
  static constexpr int kTeam = kSlices * kWarps * 32;  // threads
  static constexpr int kTeams = kDepth == 32 ? 1 : kDepth == 8 ? (kColumns == 16 ? 4 : 3) : (kColumns == 16 ? 3 : 2);
  static constexpr int kSums = kUnits * kTeam * kColumns / 2;  // of a team
  static constexpr int kMultiplying = kTeams * kTeam;
  static constexpr int kThreads = kMultiplying + kFeeding;
  // Those of the multiplying threads and once those of the feeding ones are at most what a block begins with.
  static constexpr int kMultiplierRegisters = kMultiplying == 512 ? 104 : kMultiplying == 384 ? 144 : 216;
  static constexpr int kFeederRegisters = kMultiplying == 512 ? 64 : 72;

  static constexpr uint32_t kGradients = kHeldBytes<kDepth>;  // behind sources
  static constexpr uint32_t kSlots = kGradients + kMatrixWindow * kColumns * 2;
  static constexpr uint32_t kStageBytes = kSlots + kTaps * kSlotBytes;
  static constexpr int kStages = kStageBytes * 8 > kMostBytes ? kMostBytes / kStageBytes : 8;
  using Ring = StageRing<kStages, kStageBytes>;
  static_assert((kTeams - 1) * kSums * 4 <= int(kStages * kStageBytes), "sums of teams meet where sources were");
};

/// The taps of a warp: those of a block are spread so that all warps have about as many units.
template <class Divided>
struct WarpTaps {
  static constexpr int kUnitTaps = Divided::kUnitTaps;
  static constexpr int kWarps = Divided::kWarps;
  int32_t first;
  int32_t end;
  int32_t units;

  __device__ WarpTaps(const OuterTile& outer_tile, int warp) {
    const int32_t all = (outer_tile.end_tap - outer_tile.first_tap + kUnitTaps - 1) / kUnitTaps;
    const int32_t first_unit = all * warp / kWarps;
    units = all * (warp + 1) / kWarps - first_unit;
    first = outer_tile.first_tap + first_unit * kUnitTaps;
    end = min_of(outer_tile.end_tap, first + units * kUnitTaps);
  }
};

__device__ __forceinline__ uint32_t load_word(uint32_t from) {
  uint32_t word;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(word) : "r"(from) : "memory");
  return word;
}

}  // namespace

}  // namespace dvdb::backend
