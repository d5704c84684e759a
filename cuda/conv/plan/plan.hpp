/// Convolution plans: two batches, how their voxels are connected, and the kernel maps built so far.
#pragma once

#include <memory>

#include "backend/api/special/conv/leaf_gemm.hpp"
#include "backend/api/special/conv/paired_outer.hpp"
#include "backend/api/special/conv/tile_gemm.hpp"
#include "conv/plan/stencil.hpp"
#include "core/grid_batch.hpp"

namespace dvdb {

/// For each tap and target the source row, or -1.
struct KernelMap {
  const int32_t* rows = nullptr;  // [taps, n_targets]
  int64_t taps = 0;
  int64_t n_targets = 0;
  int64_t n_sources = 0;
  bool mirrored = false;  // tap t is at place taps - 1 - t of `rows`

  int64_t place_of(int64_t tap) const { return mirrored ? taps - 1 - tap : tap; }
  backend::GatherMap gathered() const { return {rows, taps, n_targets}; }
};

/// A window of target rows that share one tap mask.
inline constexpr int kWindowRows = 32;

/// The taps that occur in each window: bit t % 32 of word t / 32 is set if any of its targets has tap t of `rows`.
struct WindowMasks {
  const uint32_t* words = nullptr;  // [n_windows, n_words]
  int64_t n_windows = 0;
  int64_t n_words = 0;
};

/// The counts of a map.
struct MapCounts {
  int64_t pairs = 0;
  int64_t empty_targets = 0;
  int64_t window_taps = 0;  // windows, each as often as it has taps
};

/// The state that a plan and its reverse share. Maps are built on first use, without waiting for the device.
class ConvTies {
 public:
  ConvTies(const GridBatch& fine, const GridBatch& coarse, const int32_t* kernel, const int32_t* stride);

  int64_t taps() const { return taps_; }
  int64_t map_bytes() const;
  const GridView& view(bool is_fine) const { return is_fine ? fine_ : coarse_; }
  Stencil stencil(bool target_is_fine) const { return Stencil::of(kernel_, stride_, target_is_fine); }

  /// The map for targets of the fine or of the coarse batch.
  Status find_map(Context& context, bool target_is_fine, KernelMap& out);
  /// The window masks of that map.
  Status find_masks(Context& context, bool target_is_fine, WindowMasks& out);
  /// The source rows of the windows of that map, in the form that matrix units use.
  Status find_windows(Context& context, bool target_is_fine, backend::GatherWindows& out);
  /// The targets of that map, sorted by their taps.
  Status find_tiles(Context& context, bool target_is_fine, backend::GatherTiles& out);
  /// The leaves around the leaves of the targets, for a plan without strides.
  Status find_leaves(Context& context, bool target_is_fine, backend::LeafBlocks& out);
  /// The bricks of targets.
  Status find_bricks(Context& context, bool target_is_fine, backend::TargetBricks& out);
  /// Its targets by taps.
  Status find_pairs(Context& context, bool target_is_fine, backend::GatherPairs& out);

  /// The counts of that map, or null if they have not been read back yet.
  const MapCounts* counts(bool target_is_fine) const {
    return counted_[target_is_fine] ? &counts_[target_is_fine] : nullptr;
  }
  void note_counts(bool target_is_fine, const MapCounts& counts) {
    counts_[target_is_fine] = counts;
    counted_[target_is_fine] = true;
  }

 private:
  /// Device memory that is filled once.
  struct Part {
    std::shared_ptr<Storage> storage;
    bool made = false;
  };

  /// Has `write(memory)` fill a part, unless it exists already.
  template <class Write>
  Status make_once(Context& context, Part& part, int64_t bytes, Write write);

  /// The same for what `make` makes of a kernel map; `in(memory, gathered)` says where it is in memory.
  template <class Out, class Make>
  Status make_of_map(Context& context, bool target_is_fine, Part (&parts)[2],
                     int64_t (*bytes)(const backend::GatherMap&), Out (*in)(void*, const backend::GatherMap&),
                     Make make, Out& out);

  std::shared_ptr<Storage> fine_storage_;  // keeps the views' memory alive
  std::shared_ptr<Storage> coarse_storage_;
  GridView fine_;
  GridView coarse_;
  int32_t kernel_[3];
  int32_t stride_[3];
  int64_t taps_;
  bool symmetric_;  // one batch that the ties lead to itself: one map serves both ways, mirrored
  Part maps_[2];    // by whether the target is fine
  Part masks_[2];
  Part windows_[2];
  Part tiles_[2];
  Part leaves_[2];
  Part bricks_[2];
  Part pairs_[2];
  MapCounts counts_[2];
  bool counted_[2] = {};
};

/// The object behind a plan handle.
struct ConvPlan : Resource {
  static constexpr Kind kKind = Kind::kConvPlan;
  std::shared_ptr<ConvTies> ties;
  bool target_is_fine = false;

  explicit ConvPlan(Context& owner) : Resource(kKind, owner) {}

  const GridView& target() const { return ties->view(target_is_fine); }
  const GridView& source() const { return ties->view(!target_is_fine); }
  Status find_map(KernelMap& out) const { return ties->find_map(context, target_is_fine, out); }
  const MapCounts* counts() const { return ties->counts(target_is_fine); }
  Status find_masks(WindowMasks& out) const { return ties->find_masks(context, target_is_fine, out); }
  Status find_windows(backend::GatherWindows& out) const { return ties->find_windows(context, target_is_fine, out); }
  Status find_tiles(backend::GatherTiles& out) const { return ties->find_tiles(context, target_is_fine, out); }
  Status find_leaves(backend::LeafBlocks& out) const { return ties->find_leaves(context, target_is_fine, out); }
  Status find_bricks(backend::TargetBricks& out) const { return ties->find_bricks(context, target_is_fine, out); }
  Status find_pairs(backend::GatherPairs& out) const { return ties->find_pairs(context, target_is_fine, out); }
};

/// Builds the kernel map [taps, target.n_voxels] of a stencil from the masks of the leaves around each leaf.
Status write_kernel_map(Context& context, const GridView& target, const GridView& source, const Stencil& stencil,
                        int32_t* rows);

/// Lists the 27 leaves of the source around each leaf of the target.
Status write_leaves_around(Context& context, const GridView& target, const GridView& source, uint32_t* near);

/// Lists the bricks of targets, preceded by their number.
Status write_bricks(Context& context, const GridView& target, uint64_t* numbered);

/// Computes the window masks of a map, [n_windows, n_words].
Status write_window_masks(Context& context, const int32_t* rows, int64_t taps, int64_t n_targets, uint32_t* words);

}  // namespace dvdb
