/// The common part of all ways to build a batch: memory, launches and the two host waits around the marking.
///
/// A builder plans slots, marks blocks and ranks them, marks leaves and ranks them, places the nodes, writes the
/// leaves' masks and ranks the voxels. Marking is the caller's; everything else is here.
#pragma once

#include <cstring>
#include <memory>

#include "backend/api/memory.hpp"
#include "core/grid_batch.hpp"
#include "core/nodes/steps.hpp"

namespace dvdb {

/// Checks voxel sizes (positive, finite) and origins (finite).
Status check_transforms(Context& context, const double* voxel_sizes, const double* origins, int64_t n_grids);

namespace nodes {

template <class T>
T* at(void* base, int64_t offset) {
  return reinterpret_cast<T*>(static_cast<uint8_t*>(base) + offset);
}

/// Sizes and origins of a batch as its caller states them; host arrays [n_grids, 3].
struct Transforms {
  const double* voxel_sizes;
  const double* origins;
  int64_t n_grids;

  /// Writes them as kernels read them: 6 doubles a grid, size and origin.
  void write(double* rows) const;
};

/// Allocates a result and says where its nodes go; `out` comes with their numbers. `what` names the operation in
/// messages, here and below.
Status place_result(Context& context, const char* what, int64_t n_grids, backend::Scratch& storage, Nodes& out);

/// Makes a batch with tables on the host that are all zero, and nothing else.
Status make_batch(Context& context, const char* what, int64_t n_grids, std::unique_ptr<GridBatch>& out);

/// Gives a batch its nodes, whose memory it takes over; its table of starts is final.
Status adopt_result(Context& context, const char* what, int64_t n_grids, const Nodes& made, backend::Scratch& storage,
                    GridBatch& batch);

/// Builds that wait together report to places of their own on the host.
inline constexpr int64_t kReportPlace = 64;  // bytes
inline constexpr int kMostTogether = int(backend::kReportBytes / kReportPlace);
static_assert(sizeof(Sizes) <= kReportPlace && sizeof(BatchReport) <= kReportPlace);

/// Slots and bounds that the host knows before a build starts; null where the device finds them.
struct Plan {
  const GridSlots* slots = nullptr;  // [n_grids]
  const Bounds* bounds = nullptr;    // [n_grids]
};

class NodeBuilder {
 public:
  NodeBuilder(Context& context, const Transforms& transforms)
      : context_(context),
        transforms_(transforms),
        table_(context),
        slot_memory_(context),
        lower_memory_(context),
        storage_(context) {}

  Work work = {};
  Nodes nodes = {};
  Sizes sizes = {};  // the host's copy, as last read

  /// A caller's part at the front of the table; it reserves that before place_table().
  backend::Layout table_layout;
  Status place_table(int report_place = 0);
  void* table() const { return table_.data(); }

  /// Puts on the device what the host knows, and clears the slots. `sampled` are more bounds that start out empty;
  /// `extra(image)` writes the caller's part of the table, and is left out for a batch of one.
  template <class Extra>
  Status start(const Plan& plan, Bounds* sampled, Extra extra) {
    if (transforms_.n_grids == 1) return start_one(plan, sampled);
    std::unique_ptr<uint8_t[]> image;
    DVDB_TRY(make_image(plan, sampled, image));
    extra(static_cast<void*>(image.get()));
    DVDB_TRY(backend::upload(context_, table_.data(), image.get(), uploaded_));
    return clear_slots();
  }

  /// Makes room for slots, and for lower nodes where they are guessed along; it has to be cleared. `n_cells` counters
  /// of the caller are cleared with it.
  Status place_slots(int64_t room, int64_t lower_room, int64_t n_cells = 0);
  uint64_t* cells() const { return cells_; }
  Status clear_slots();

  /// Makes cleared room for lower nodes.
  Status place_lowers(int64_t room);

  Status rank_blocks();
  /// Numbers the leaves and reports the sizes; read_report() waits for them, take_report() expects that somebody has.
  Status rank_leaves();
  Status read_report();
  void take_report() {
    if (work.lower_room > 0) sizes = *work.report;  // else nothing was counted
  }
  Status fetch_sizes() { return backend::download(context_, &sizes, work.sizes, int64_t(sizeof sizes)); }

  /// Allocates the result and writes all but the leaves, which hold anything.
  Status place_nodes();
  /// Numbers the voxels and finishes the heads; `work.bounds` are final now.
  Status rank_voxels();
  /// Fetches what the host keeps of the result and hands the memory over.
  Status finish(std::unique_ptr<GridBatch>& out);
  /// What the host keeps of many grids, or none, on the device; that of one grid is in the report.
  Span<const uint8_t> summary() const;
  /// The same as finish() where somebody has waited, and fetched the summary.
  Status adopt(const uint8_t* summary, std::unique_ptr<GridBatch>& out);

 private:
  Status start_one(const Plan& plan, Bounds* sampled);
  Status make_image(const Plan& plan, Bounds* sampled, std::unique_ptr<uint8_t[]>& out) const;

  Context& context_;
  const Transforms transforms_;
  backend::Scratch table_;
  backend::Scratch slot_memory_;
  backend::Scratch lower_memory_;
  backend::Scratch storage_;
  double* placed_transforms_ = nullptr;
  int64_t* starts_ = nullptr;
  int32_t* report_bounds_ = nullptr;
  uint64_t* cells_ = nullptr;
  int64_t uploaded_ = 0;
  int64_t table_bytes_ = 0;
  int64_t cleared_ = 0;
};

}  // namespace nodes
}  // namespace dvdb
