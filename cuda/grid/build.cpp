/// The steps of a build: bounds, slots, marks of blocks, leaves and voxels, and ranks of each.
#include "grid/build.hpp"

#include <cstring>

#include "backend/api/special/points/point_passes.hpp"
#include "core/nodes/list_tiles.hpp"
#include "grid/build_groups.hpp"

namespace dvdb {

namespace {

using backend::Layout;
using backend::Scratch;
using nodes::at;
using steps::Nodes;
using steps::Sizes;
using steps::Work;

/// Below this many points, waiting for exact sizes costs more than allocating for estimated ones.
constexpr int64_t kGuessBelow = int64_t(1) << 20;

constexpr int64_t kLeastLowers = 16;  // fewer nodes fit the caches anyway

/// Groups to split into: few keep the runs long, many keep the nodes of a group few.
int groups_for(int64_t n_lowers) { return n_lowers <= 4096 ? 256 : n_lowers <= 65536 ? 512 : backend::kMaxGroups; }

/// Bounds of a sample are widened by this fraction of their extent (1 / 8); points that are still outside cost a second
/// pass.
constexpr int64_t kSampleMargin = 8;

/// Most slots, of 8 KB each, that a build allocates without first finding out which tiles are occupied.
int64_t dense_slot_limit(int64_t n_points) { return max_of<int64_t>(4096, n_points / 512); }

/// A build in progress: the shared builder, and what building from points needs in addition.
class Builder {
 public:
  Builder(Context& context, const BuildInput& input)
      : context_(context),
        input_(input),
        shared_(context, input.transforms()),
        list_memory_(context),
        group_table_(context),
        group_memory_(context) {}

  Status run(std::unique_ptr<GridBatch>& out) {
    const bool guess = input_.points.size < min_of(kGuessBelow, backend::kGroupAbove);
    DVDB_TRY(place_table());
    if (guess) DVDB_TRY(place_guess());
    DVDB_TRY(start());
    DVDB_TRY(backend::sample_bounds(context_, work_.points, work_.batch, work_.sampled));
    DVDB_TRY(backend::for_each_scan(context_, input_.n_grids, steps::PlanSlots{work_, work_.sampled, kSampleMargin}));
    if (guess) {
      DVDB_TRY(mark_blocks());
      DVDB_TRY(mark_leaves());
      DVDB_TRY(shared_.read_report());
    }
    if (!guess || sizes().slots > work_.slot_room || sizes().lowers > work_.lower_room) DVDB_TRY(mark_exactly());
    DVDB_TRY(shared_.place_nodes());
    DVDB_TRY(mark_voxels());
    DVDB_TRY(shared_.rank_voxels());
    return shared_.finish(out);
  }

 private:
  const Sizes& sizes() const { return shared_.sizes; }
  bool all_sampled() const { return backend::samples_all(input_.points.size, input_.n_grids); }

  /// Copies the pointers that the shared builder has set.
  void sync_work() { static_cast<nodes::Work&>(work_) = shared_.work; }

  /// Allocates what does not depend on sizes that the device computes.
  Status place_table() {
    const int64_t n = input_.n_grids;
    const int64_t offsets = shared_.table_layout.reserve<int64_t>(n + 1);
    const int64_t sampled = all_sampled() ? 0 : shared_.table_layout.reserve<Bounds>(n);
    DVDB_TRY(shared_.place_table());
    sync_work();
    work_.points = input_.points;
    work_.batch = {at<int64_t>(shared_.table(), offsets), n};
    work_.sampled = all_sampled() ? work_.bounds : at<Bounds>(shared_.table(), sampled);
    return {};
  }

  /// Allocates, in one piece, room for as many nodes as small inputs usually need.
  Status place_guess() {
    const int64_t n = input_.points.size;
    return place_slots(max_of<int64_t>(min_of<int64_t>(n, 16), n / 16384),
                       max_of<int64_t>(min_of<int64_t>(n, 256), n / 512));
  }

  /// Uploads what the host knows: offsets, transforms, empty bounds, zero sizes; clears the estimated room.
  Status start() {
    Bounds* sampled = all_sampled() ? nullptr : work_.sampled;
    const auto* table = static_cast<const uint8_t*>(shared_.table());
    const int64_t offset = reinterpret_cast<const uint8_t*>(work_.batch.starts) - table;
    return shared_.start({}, sampled, [&](void* image) {
      std::memcpy(at<int64_t>(image, offset), input_.offsets, size_t(input_.n_grids + 1) * sizeof(int64_t));
    });
  }

  /// Allocates room for slots, for counts of cells if points will be grouped, and for lower nodes if their number is
  /// estimated.
  Status place_slots(int64_t room, int64_t lower_room) {
    const bool counts = input_.points.size >= backend::kGroupAbove;
    const auto cells_of = [&](int log2) { return ((room * kUpperWords - 1) >> log2) + 1; };
    work_.cell_log2 = 0;
    while (cells_of(work_.cell_log2) > backend::PointPass::kMaxCells) ++work_.cell_log2;
    work_.n_cells = counts ? int(cells_of(work_.cell_log2)) : 0;
    DVDB_TRY(shared_.place_slots(room, lower_room, work_.n_cells));
    work_.cells = shared_.cells();
    sync_work();
    return {};
  }

  Status place_lowers(int64_t room) {
    DVDB_TRY(shared_.place_lowers(room));
    sync_work();
    return {};
  }

  Status mark_blocks() {
    backend::PointPass pass{work_.points, work_.batch};
    pass.bounds = all_sampled() ? nullptr : work_.bounds;
    pass.cells = work_.cells;
    pass.n_cells = work_.n_cells;
    DVDB_TRY(backend::for_each_point(context_, pass, steps::MarkBlocks{work_}));
    return shared_.rank_blocks();
  }

  Status mark_leaves() {
    if (grouped_) {
      DVDB_TRY(backend::mark_grouped(context_, groups_, steps::GroupedLeaves{work_, point_groups_}));
    } else {
      DVDB_TRY(backend::for_each(context_, input_.points.size, steps::MarkLeaves{work_}));
    }
    return shared_.rank_leaves();
  }

  /// Marks blocks and leaves in exactly the room that they need; waits for the device before each.
  Status mark_exactly() {
    DVDB_TRY(mark_blocks_exactly());
    if (sizes().uncovered != 0) {  // some points were outside the sampled bounds; the pass has found the true ones
      DVDB_TRY(backend::for_each_scan(context_, input_.n_grids, steps::PlanSlots{work_, work_.bounds, 0}));
      DVDB_TRY(mark_blocks_exactly());
    }
    DVDB_TRY(place_lowers(sizes().lowers));
    DVDB_TRY(group_points());
    DVDB_TRY(mark_leaves());
    return shared_.read_report();
  }

  Status mark_blocks_exactly() {
    DVDB_TRY(shared_.fetch_sizes());
    if (sizes().slots > dense_slot_limit(input_.points.size)) {
      DVDB_TRY(
          nodes::list_tiles(context_, work_.points, work_.batch, shared_.work, list_memory_, &shared_.sizes.slots));
    }
    DVDB_TRY(place_slots(sizes().slots, 0));
    DVDB_TRY(shared_.clear_slots());
    DVDB_TRY(mark_blocks());
    return shared_.fetch_sizes();
  }

  /// Groups points by lower node if there are many, so that the marking that follows stays in cache.
  Status group_points() {
    const int64_t n = input_.points.size;
    if (n < backend::kGroupAbove || sizes().lowers < kLeastLowers) return {};
    const int n_groups = groups_for(sizes().lowers);
    Layout layout;
    const int64_t most = layout.reserve<int64_t>(1);
    const int64_t starts = layout.reserve<int64_t>(n_groups + 1);
    const int64_t cursors = layout.reserve<int64_t>(n_groups);
    const int64_t first_lower = layout.reserve<uint32_t>(n_groups + 1);
    DVDB_TRY(group_table_.allocate(layout.bytes()));
    void* base = group_table_.data();
    DVDB_TRY(backend::fill(context_, base, 0, 1, int64_t(sizeof(int64_t))));
    point_groups_ = {at<uint32_t>(base, first_lower), at<int64_t>(base, starts), at<int64_t>(base, most), n_groups};
    DVDB_TRY(backend::for_each_scan(context_, work_.n_cells, steps::DealCells{work_, point_groups_}));
    if (sizes().lowers > steps::PointGroups::kMaxLowers) {
      int64_t most_lowers = 0;
      DVDB_TRY(backend::for_each(context_, n_groups, steps::MeasureGroups{point_groups_}));
      DVDB_TRY(backend::download(context_, &most_lowers, point_groups_.most_lowers, int64_t(sizeof most_lowers)));
      if (most_lowers > steps::PointGroups::kMaxLowers)
        return {};  // items would not fit 32 bits; points stay ungrouped
    }
    Span<uint32_t> items;
    DVDB_TRY(group_memory_.allocate(n, items));
    groups_ = {items.data, point_groups_.starts, at<int64_t>(base, cursors), n, n_groups};
    DVDB_TRY(backend::group(context_, n, steps::SplitPoints{work_, point_groups_}, groups_));
    grouped_ = true;
    return {};
  }

  Status mark_voxels() {
    const Nodes& made = shared_.nodes;
    DVDB_TRY(backend::fill(context_, made.leaves, 0, 1, made.n_leaves * int64_t(sizeof(Leaf))));
    if (grouped_) return backend::for_each_grouped(context_, groups_, steps::MarkGroupedVoxels{made, point_groups_});
    return backend::for_each(context_, input_.points.size, steps::MarkVoxels{work_, made});
  }

  Context& context_;
  const BuildInput& input_;
  nodes::NodeBuilder shared_;
  Scratch list_memory_;
  Scratch group_table_;
  Scratch group_memory_;
  backend::Groups groups_;
  steps::PointGroups point_groups_ = {};
  bool grouped_ = false;
  Work work_ = {};
};

}  // namespace

Status build_grid(Context& context, const BuildInput& input, std::unique_ptr<GridBatch>& out) {
  Builder builder(context, input);
  return builder.run(out);
}

}  // namespace dvdb
