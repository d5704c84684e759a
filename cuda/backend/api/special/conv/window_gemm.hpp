/// Products of gathered rows with matrices on a GPU's matrix units (tensor cores), which choose the
/// order of their sums. Results are the same in every run on one device, and close to those of gather_gemm.
///
/// A window is 256 consecutive targets, which read mostly the same sources: these are loaded into shared memory once,
/// and gathered from there for each tap.
#pragma once

#include "backend/api/special/conv/gather_gemm.hpp"

namespace dvdb::backend {

inline constexpr int kMatrixWindow = 256;  // targets per window
inline constexpr int kMatrixRows = 64;     // targets per product of four warps
inline constexpr int kMatrixTile = 16;     // targets per product of one warp
inline constexpr int kZeroRows = 8;    // rows of zeros before the sources, so that missing rows cause no bank conflicts
inline constexpr int kMostHeld = 888;  // most sources of a window that fit in shared memory

/// Source rows of the windows of a map.
struct GatherWindows {
  uint16_t* slots;  // [n_windows, taps, 256], index in the window's list plus 8, or below 8 for none; if the list is
                    // too long, 8 (present) or 0. Target 64 m + 16 k + r is at 64 m + 4 r + k, so that a lane reads
                    // several tiles at once
  int32_t* lists;   // [n_windows, kMostHeld], ascending
  int32_t* counts;  // [n_windows], -1 for a list that is too long
  uint16_t* masks;  // [n_windows, taps], bit m is set if any of targets 16 m to 16 m + 15 has the tap

  static constexpr int64_t windows_of(int64_t n_targets) { return (n_targets + kMatrixWindow - 1) / kMatrixWindow; }
  static int64_t bytes(const GatherMap& map) {
    return windows_of(map.n_targets) *
           (map.taps * (kMatrixWindow + 1) * int64_t(sizeof(uint16_t)) + (kMostHeld + 1) * int64_t(sizeof(int32_t)));
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

/// Two powers of two by which sums are multiplied, one after the other, to undo the scaling of the operands; results
/// are then f32.
using Undo = const float*;  // [2], or null where results have the element type of the operands

/// Elements are f16 or bf16, and are summed in f32.
struct WindowGemm {
  GatherMap map;
  GatherWindows windows;
  bool is_bf16;            // bf16
  const uint16_t* source;  // [n_sources, in_channels]
  int64_t in_channels;
  const uint16_t* weights;  // [out_channels, in_channels, taps]; with `backward` [in_channels, out_channels, taps]
  int64_t out_channels;
  bool backward;
  bool mirrored;     // tap t of the weights is tap taps - 1 - t of the map
  const void* bias;  // [out_channels], or null; same element type as `out`
  bool relu;
  void* out;                       // [n_targets, out_channels]
  Undo undo = nullptr;             // with f16
  const void* residual = nullptr;  // [n_targets, out_channels], or null; same element type as `out`
};

/// out[r][o] = sum of source[rows[t][r]][i] * weights[o][i][t] + bias[o] + residual[r][o], rounded once.
Status window_gemm(Context& context, const WindowGemm& gemm);

/// The f32 operands of a product whose own operands are null.
struct FloatOperands {
  const float* source;
  const float* weights;
};

/// Whether the windows of a product can round its f32 operands themselves, and this is faster than rounding them
/// beforehand.
bool narrows_in_windows(const WindowGemm& gemm, const FloatOperands& floats);

/// The same, where narrows_in_windows(): operands are scaled and rounded as by narrow_operands, but the sources of each
/// window separately.
Status window_gemm(Context& context, const WindowGemm& gemm, const FloatOperands& floats);

/// Elements are f16 or bf16, summed in f32: first within groups of windows, then over these partial sums.
struct WindowOuter {
  GatherMap map;
  GatherWindows windows;
  bool is_bf16;            // bf16
  const uint16_t* source;  // [n_sources, in_channels]
  int64_t in_channels;
  const uint16_t* gradients;  // [n_targets, out_channels]
  int64_t out_channels;
  bool mirrored;         // tap t of `out` is tap taps - 1 - t of the map
  void* out;             // [out_channels, in_channels, taps]
  Undo undo = nullptr;   // with f16
  bool is_wide = false;  // whether results are f32 though there is nothing to undo

  int64_t result_bytes() const { return is_wide || undo != nullptr ? 4 : 2; }
};

/// out[o][i][t] = sum over r of source[rows[t][r]][i] * gradients[r][o]. A non-finite gradient may spread to every tap.
Status window_outer(Context& context, const WindowOuter& outer);

/// An array of f32 to be converted to f16.
struct Narrowed {
  const float* from;
  int64_t n;
  uint16_t* to;  // aligned to 16 bytes
};

/// Two operands, each scaled by a power of two that is chosen from a sample of its numbers, or from all of them where
/// one would not fit: then numbers down to 2^-24 of the largest finite one are rounded to 11 bits, and the error of
/// smaller ones is at most 2^-35 of it. Infinities and NaN stay so.
struct NarrowOperands {
  Narrowed first;
  Narrowed second;
  void* memory;  // kNarrowBytes
};

inline constexpr int64_t kNarrowBytes = 16384;

/// Scales and rounds, where there are matrix units; the factors that undo the scaling (Undo) are at the start of the
/// memory.
Status narrow_operands(Context& context, const NarrowOperands& operands);

}  // namespace dvdb::backend
