/// The backend seam, part 8: products of gathered rows with matrices on a GPU's matrix units, whose sums run in an order of
/// their own. They are the same in every run on one device, and close to those of gather_gemm.
///
/// Targets lie in windows of 256 one after the other, which read much the same sources: those are held on chip once, and
/// gathered from there for each tap.
#pragma once

#include "backend/gather_gemm.hpp"

namespace dvdb::backend {

inline constexpr int kMatrixWindow = 256;  // targets of a window
inline constexpr int kMatrixRows = 64;     // of these for a product of four warps
inline constexpr int kMatrixTile = 16;     // and for one of a warp
inline constexpr int kZeroRows = 8;        // that are held before them, so that what is not there never waits for what is
inline constexpr int kMostHeld = 888;      // sources of a window that are held on chip

/// What the windows of a map read.
struct GatherWindows {
  uint16_t* slots;  // [n_windows, taps, 256], place in the window's list plus 8, or below 8 for none; of a long list 8 or 0. Target
                    // 64 m + 16 k + r is at 64 m + 4 r + k, so that a lane reads those of several tiles at once
  int32_t* lists;   // [n_windows, kMostHeld], ascending
  int32_t* counts;  // [n_windows], -1 for a list that is too long
  uint16_t* masks;  // [n_windows, taps], bit m for a tap of targets 16 m to 16 m + 15

  static constexpr int64_t windows_of(int64_t n_targets) { return (n_targets + kMatrixWindow - 1) / kMatrixWindow; }
  static int64_t bytes(const GatherMap& map) {
    return windows_of(map.n_targets) * (map.taps * (kMatrixWindow + 1) * int64_t(sizeof(uint16_t)) + (kMostHeld + 1) * int64_t(sizeof(int32_t)));
  }
  static GatherWindows in(void* memory, const GatherMap& map) {
    const int64_t windows = windows_of(map.n_targets);
    GatherWindows out;
    out.slots = static_cast<uint16_t*>(memory);
    out.lists = reinterpret_cast<int32_t*>(out.slots + windows * map.taps * kMatrixWindow);
    out.counts = out.lists + windows * kMostHeld;
    out.masks = reinterpret_cast<uint16_t*>(out.counts + windows);
    return out;
  }
};

/// Whether there are matrix units that the library was built for.
bool has_matrix_units(Context& context);

/// Lists what the windows of a map read.
Status make_windows(Context& context, const GatherMap& map, const GatherWindows& out);

/// Sums of products become results of f32: times two powers of two, one after the other, which undo what scaled the operands.
using Undo = const float*;  // [2], or null where results are elements as the operands are

/// Elements are f16 or bf16, and are summed in f32.
struct WindowGemm {
  GatherMap map;
  GatherWindows windows;
  bool is_brief;            // bf16
  const uint16_t* source;   // [n_sources, in_channels]
  int64_t in_channels;
  const uint16_t* weights;  // [out_channels, in_channels, taps]; with `backward` [in_channels, out_channels, taps]
  int64_t out_channels;
  bool backward;
  bool mirrored;            // tap t of the weights is tap taps - 1 - t of the map
  const void* bias;         // [out_channels], or null; elements as `out` has them
  bool relu;
  void* out;                // [n_targets, out_channels]
  Undo undo = nullptr;      // with f16
};

/// out[r][o] = sum of source[rows[t][r]][i] * weights[o][i][t] + bias[o], rounded once.
Status window_gemm(Context& context, const WindowGemm& gemm);

/// Operands of f32 of a product whose own are null.
struct FloatOperands {
  const float* source;
  const float* weights;
};

/// Whether the windows of a product can round its operands of f32 themselves, and that is faster than to round them before.
bool narrows_in_windows(const WindowGemm& gemm, const FloatOperands& floats);

/// The same, where narrows_in_windows(): operands are scaled and rounded as narrow_operands does, the sources of each window by
/// themselves.
Status window_gemm(Context& context, const WindowGemm& gemm, const FloatOperands& floats);

/// Elements are f16 or bf16, and are summed in f32: products of some windows' targets first, then those sums.
struct WindowOuter {
  GatherMap map;
  GatherWindows windows;
  bool is_brief;              // bf16
  const uint16_t* source;     // [n_sources, in_channels]
  int64_t in_channels;
  const uint16_t* gradients;  // [n_targets, out_channels]
  int64_t out_channels;
  bool mirrored;              // tap t of `out` is tap taps - 1 - t of the map
  void* out;                  // [out_channels, in_channels, taps]
  Undo undo = nullptr;        // with f16
};

/// out[o][i][t] = sum over r of source[rows[t][r]][i] * gradients[r][o]. A gradient that is not finite may reach every tap.
Status window_outer(Context& context, const WindowOuter& outer);

/// Numbers of f32 that are wanted as f16.
struct Narrowed {
  const float* from;
  int64_t n;
  uint16_t* to;  // aligned to 16 bytes
};

/// Two operands, each scaled by a power of two, for which some of its numbers are looked at, and all where one of them would not
/// fit: then numbers down to 2^-24 of the largest finite one are rounded to 11 bits, and smaller ones are off by no more than
/// 2^-35 of it. What is not finite stays so.
struct NarrowOperands {
  Narrowed first;
  Narrowed second;
  void* memory;  // kNarrowBytes
};

inline constexpr int64_t kNarrowBytes = 16384;

/// Scales and rounds, where there are matrix units; what undoes the scales is at the beginning of the memory.
Status narrow_operands(Context& context, const NarrowOperands& operands);

}  // namespace dvdb::backend
