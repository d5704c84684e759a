#include "grid/build.hpp"

#include <cmath>
#include <climits>
#include <cstring>
#include <new>

#include "backend/point_passes.hpp"
#include "grid/build_groups.hpp"
#include "grid/list_tiles.hpp"

namespace dvdb {

namespace {

using backend::Layout;
using backend::Scratch;
using steps::Nodes;
using steps::Sizes;
using steps::Work;

/// Below this many points a wait for exact sizes costs more than the memory of a guess.
constexpr int64_t kGuessBelow = int64_t(1) << 20;

constexpr int64_t kLeastLowers = 16;  // fewer nodes fit the caches anyway

/// Groups to split into: few keep the runs long, many keep the nodes of a group few.
int groups_for(int64_t n_lowers) { return n_lowers <= 4096 ? 256 : n_lowers <= 65536 ? 512 : backend::kMaxGroups; }

/// Bounds of a sample are widened by this part of their extent; points that lie outside all the same cost a second pass.
constexpr int64_t kSampleMargin = 8;

/// Slots that a build lays out without asking which tiles are occupied: 8 KB each.
int64_t dense_slot_limit(int64_t n_points) { return max_of<int64_t>(4096, n_points / 512); }

template <class T>
T* at(void* base, int64_t offset) {
  return reinterpret_cast<T*>(static_cast<uint8_t*>(base) + offset);
}

/// A build in progress: its scratch memory and the shared state of its steps.
class Builder {
 public:
  Builder(Context& context, const BuildInput& input)
      : context_(context),
        input_(input),
        table_(context),
        slot_memory_(context),
        lower_memory_(context),
        list_memory_(context),
        group_table_(context),
        group_memory_(context),
        storage_(context) {}

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
      DVDB_TRY(read_report());
    }
    if (!guess || sizes_.slots > work_.slot_room || sizes_.lowers > work_.lower_room) DVDB_TRY(mark_exactly());
    DVDB_TRY(place_nodes());
    DVDB_TRY(mark_voxels());
    return finish(out);
  }

 private:
  bool all_sampled() const { return backend::samples_all(input_.points.size, input_.n_grids); }

  /// Lays out what does not depend on sizes that the device finds.
  Status place_table() {
    const int64_t n = input_.n_grids;
    Layout layout;
    const int64_t sizes = layout.reserve<Sizes>(1);
    offsets_offset_ = layout.reserve<int64_t>(n + 1);
    transforms_offset_ = layout.reserve<double>(6 * n);
    sampled_offset_ = layout.reserve<Bounds>(n);
    bounds_offset_ = all_sampled() ? sampled_offset_ : layout.reserve<Bounds>(n);
    uploaded_ = layout.bytes();
    const int64_t slots = layout.reserve<GridSlots>(n);
    rows_offset_ = layout.reserve<int64_t>(n + 1);
    report_bounds_offset_ = layout.reserve<int32_t>(6 * n);
    DVDB_TRY(table_.allocate(layout.bytes()));
    void* base = table_.data();
    work_.points = input_.points;
    work_.batch = {at<int64_t>(base, offsets_offset_), n};
    work_.sampled = at<Bounds>(base, sampled_offset_);
    work_.bounds = at<Bounds>(base, bounds_offset_);
    work_.grid_slots = at<GridSlots>(base, slots);
    work_.sizes = at<Sizes>(base, sizes);
    work_.report = static_cast<Sizes*>(backend::report_slot(context_));
    work_.slots = {work_.grid_slots, nullptr, n};
    transforms_ = at<double>(base, transforms_offset_);
    return {};
  }

  /// Room for as many nodes as small inputs mostly need, in one piece.
  Status place_guess() {
    const int64_t n = input_.points.size;
    return place_slots(max_of<int64_t>(min_of<int64_t>(n, 16), n / 16384), max_of<int64_t>(min_of<int64_t>(n, 256), n / 512));
  }

  /// Puts what the host knows on the device: offsets, transforms, empty bounds, zero sizes; clears a guess.
  Status start() {
    const int64_t n = input_.n_grids;
    if (n == 1) {
      steps::StartOne one{work_, at<int64_t>(table_.data(), offsets_offset_), at<double>(table_.data(), transforms_offset_), {}, work_.uppers, cleared_};
      write_transforms(input_, one.transform);
      return backend::for_each(context_, max_of<int64_t>(1, cleared_), one);
    }
    const std::unique_ptr<uint8_t[]> host(new (std::nothrow) uint8_t[size_t(uploaded_)]());
    if (!host) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
    std::memcpy(at<int64_t>(host.get(), offsets_offset_), input_.offsets, size_t(n + 1) * sizeof(int64_t));
    write_transforms(input_, at<double>(host.get(), transforms_offset_));
    for (int64_t grid = 0; grid < n; ++grid) {
      const Bounds none = {{INT_MAX, INT_MAX, INT_MAX}, {INT_MIN, INT_MIN, INT_MIN}};
      at<Bounds>(host.get(), sampled_offset_)[grid] = none;
      at<Bounds>(host.get(), bounds_offset_)[grid] = none;
    }
    DVDB_TRY(backend::upload(context_, table_.data(), host.get(), uploaded_));
    return clear_slots();
  }

  /// Waits for the sizes that the leaf count reports.
  Status read_report() {
    if (input_.points.empty()) return {};  // nothing was counted
    DVDB_TRY(backend::synchronize(context_));
    sizes_ = *work_.report;
    return {};
  }

  Status fetch_sizes() { return backend::download(context_, &sizes_, work_.sizes, int64_t(sizeof sizes_)); }

  /// Room for slots, and for lower nodes where they are guessed along. The first `cleared_` words have to start out zero.
  Status place_slots(int64_t room, int64_t lower_room) {
    const bool counts = input_.points.size >= backend::kGroupAbove;
    const auto cells_of = [&](int log2) { return ((room * kUpperWords - 1) >> log2) + 1; };
    work_.cell_log2 = 0;
    while (cells_of(work_.cell_log2) > backend::PointPass::kMaxCells) ++work_.cell_log2;
    work_.n_cells = counts ? int(cells_of(work_.cell_log2)) : 0;
    Layout layout;
    const int64_t uppers = layout.reserve<NodeWord>(room * kUpperWords);
    const int64_t lowers = layout.reserve<NodeWord>(lower_room * kLowerWords);
    const int64_t occupied = layout.reserve<uint32_t>(room);
    const int64_t cells = layout.reserve<uint64_t>(work_.n_cells);
    const int64_t ranks = layout.reserve<uint32_t>(room);
    const int64_t inverse = layout.reserve<uint32_t>(room);
    cleared_ = ranks / int64_t(sizeof(NodeWord));
    DVDB_TRY(slot_memory_.allocate(layout.bytes()));
    void* base = slot_memory_.data();
    work_.uppers = at<NodeWord>(base, uppers);
    work_.lowers = at<NodeWord>(base, lowers);
    work_.occupied = at<uint32_t>(base, occupied);
    work_.cells = counts ? at<uint64_t>(base, cells) : nullptr;
    work_.tile_rank = at<uint32_t>(base, ranks);
    work_.tile_slot = at<uint32_t>(base, inverse);
    work_.slot_room = room;
    work_.lower_room = lower_room;
    return {};
  }

  Status clear_slots() { return backend::fill(context_, work_.uppers, 0, 1, cleared_ * int64_t(sizeof(NodeWord))); }

  Status place_lowers(int64_t room) {
    Span<NodeWord> lowers;
    DVDB_TRY(lower_memory_.allocate(room * kLowerWords, lowers));
    DVDB_TRY(backend::fill(context_, lowers.data, 0, 1, room * kLowerWords * int64_t(sizeof(NodeWord))));
    work_.lowers = lowers.data;
    work_.lower_room = room;
    return {};
  }

  Status mark_blocks() {
    backend::PointPass pass{work_.points, work_.batch};
    pass.bounds = all_sampled() ? nullptr : work_.bounds;
    pass.cells = work_.cells;
    pass.n_cells = work_.n_cells;
    DVDB_TRY(backend::for_each_point(context_, pass, steps::MarkBlocks{work_}));
    return backend::for_each_scan(context_, work_.slot_room * kUpperWords, steps::RankBlocks{work_});
  }

  Status mark_leaves() {
    if (grouped_) {
      DVDB_TRY(backend::mark_grouped(context_, groups_, steps::GroupedLeaves{work_, point_groups_}));
    } else {
      DVDB_TRY(backend::for_each(context_, input_.points.size, steps::MarkLeaves{work_}));
    }
    return backend::for_each_scan(context_, work_.lower_room * kLowerWords, steps::RankLeaves{work_});
  }

  /// Marks blocks and leaves in exactly the room they need, with a wait before each.
  Status mark_exactly() {
    DVDB_TRY(mark_blocks_exactly());
    if (sizes_.uncovered != 0) {  // the pass has found the true bounds
      DVDB_TRY(backend::for_each_scan(context_, input_.n_grids, steps::PlanSlots{work_, work_.bounds, 0}));
      DVDB_TRY(mark_blocks_exactly());
    }
    DVDB_TRY(place_lowers(sizes_.lowers));
    DVDB_TRY(group_points());
    DVDB_TRY(mark_leaves());
    return read_report();
  }

  Status mark_blocks_exactly() {
    DVDB_TRY(fetch_sizes());
    if (sizes_.slots > dense_slot_limit(input_.points.size)) DVDB_TRY(list_tiles(context_, work_, list_memory_, &sizes_.slots));
    DVDB_TRY(place_slots(sizes_.slots, 0));
    DVDB_TRY(clear_slots());
    DVDB_TRY(mark_blocks());
    return fetch_sizes();
  }

  /// Splits many points by lower node, so that the marking that follows stays in cache.
  Status group_points() {
    const int64_t n = input_.points.size;
    if (n < backend::kGroupAbove || sizes_.lowers < kLeastLowers) return {};
    const int n_groups = groups_for(sizes_.lowers);
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
    if (sizes_.lowers > steps::PointGroups::kMaxLowers) {
      int64_t most_lowers = 0;
      DVDB_TRY(backend::for_each(context_, n_groups, steps::MeasureGroups{point_groups_}));
      DVDB_TRY(backend::download(context_, &most_lowers, point_groups_.most_lowers, int64_t(sizeof most_lowers)));
      if (most_lowers > steps::PointGroups::kMaxLowers) return {};  // items do not fit; the points go ungrouped
    }
    Span<uint32_t> items;
    DVDB_TRY(group_memory_.allocate(n, items));
    groups_ = {items.data, point_groups_.starts, at<int64_t>(base, cursors), n, n_groups};
    DVDB_TRY(backend::group(context_, n, steps::SplitPoints{work_, point_groups_}, groups_));
    grouped_ = true;
    return {};
  }

  /// Allocates the result and writes all but the voxels.
  Status place_nodes() {
    Layout layout;
    const int64_t heads = layout.reserve<GridHead>(input_.n_grids);
    const int64_t tiles = layout.reserve<uint64_t>(sizes_.tiles);
    const int64_t uppers = layout.reserve<NodeWord>(sizes_.tiles * kUpperWords);
    const int64_t lowers = layout.reserve<NodeWord>(sizes_.lowers * kLowerWords);
    const int64_t origins = layout.reserve<LowerOrigin>(sizes_.lowers);
    const int64_t leaves = layout.reserve<Leaf>(sizes_.leaves);
    if (sizes_.leaves > int64_t(UINT32_MAX)) {
      return fail(context_, DVDB_UNSUPPORTED, "Cannot build grid: %lld leaves, at most 4294967295 are possible", static_cast<long long>(sizes_.leaves));
    }
    DVDB_TRY(storage_.allocate(layout.bytes(), backend::Use::kResult));
    void* base = storage_.data();
    nodes_ = {at<GridHead>(base, heads), at<uint64_t>(base, tiles), at<NodeWord>(base, uppers), at<NodeWord>(base, lowers),
              at<LowerOrigin>(base, origins), at<Leaf>(base, leaves), sizes_.tiles, sizes_.lowers, sizes_.leaves};
    DVDB_TRY(backend::fill(context_, nodes_.leaves, 0, 1, sizes_.leaves * int64_t(sizeof(Leaf))));
    const steps::EmitNodes emit{work_, nodes_, transforms_};
    return backend::for_each(context_, emit.items(), emit);
  }

  Status mark_voxels() {
    if (grouped_) {
      DVDB_TRY(backend::for_each_grouped(context_, groups_, steps::MarkGroupedVoxels{nodes_, point_groups_}));
    } else {
      DVDB_TRY(backend::for_each(context_, input_.points.size, steps::MarkVoxels{work_, nodes_}));
    }
    const bool one = input_.n_grids == 1;
    steps::BatchReport* report = one ? static_cast<steps::BatchReport*>(backend::report_slot(context_)) : nullptr;
    DVDB_TRY(backend::for_each_scan(context_, sizes_.leaves, steps::RankVoxels{nodes_, work_.sizes, report}));
    if (one) return {};
    const steps::EmitRows rows{nodes_, work_.sizes, input_.n_grids, at<int64_t>(table_.data(), rows_offset_),
                               at<int32_t>(table_.data(), report_bounds_offset_)};
    return backend::for_each(context_, input_.n_grids + 1, rows);
  }

  /// Fetches what the host keeps of the result and hands the memory over.
  Status finish(std::unique_ptr<GridBatch>& out) {
    const int64_t n = input_.n_grids;
    std::unique_ptr<GridBatch> batch(new (std::nothrow) GridBatch(context_));
    if (batch) {
      batch->offsets.reset(new (std::nothrow) int64_t[size_t(n + 1)]());
      batch->bounds.reset(new (std::nothrow) int32_t[size_t(6 * n)]());
    }
    if (!batch || !batch->offsets || !batch->bounds) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
    if (n != 1) {
      const int64_t rows_bytes = (n + 1) * int64_t(sizeof(int64_t));
      DVDB_TRY(backend::download(context_, batch->offsets.get(), at<int64_t>(table_.data(), rows_offset_), rows_bytes));
      const int64_t bounds_bytes = 6 * n * int64_t(sizeof(int32_t));
      DVDB_TRY(backend::download(context_, batch->bounds.get(), at<int32_t>(table_.data(), report_bounds_offset_), bounds_bytes));
    } else if (sizes_.leaves > 0) {
      DVDB_TRY(backend::synchronize(context_));
      const auto* report = static_cast<const steps::BatchReport*>(backend::report_slot(context_));
      batch->offsets[1] = report->voxels;
      std::memcpy(batch->bounds.get(), report->bounds, sizeof report->bounds);
    }
    const int64_t n_voxels = batch->offsets[size_t(n)];
    batch->view = {nodes_.heads, nodes_.tiles, nodes_.uppers, nodes_.lowers, nodes_.lower_origins, nodes_.leaves,
                   n,            sizes_.tiles, sizes_.lowers, sizes_.leaves, n_voxels};
    Storage* storage = new (std::nothrow) Storage(context_, storage_.data(), storage_.bytes());
    if (storage == nullptr) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
    storage_.take();
    batch->storage.reset(storage);
    out = std::move(batch);
    return {};
  }

  Context& context_;
  const BuildInput& input_;
  Scratch table_;
  Scratch slot_memory_;
  Scratch lower_memory_;
  Scratch list_memory_;
  Scratch group_table_;
  Scratch group_memory_;
  Scratch storage_;
  backend::Groups groups_;
  steps::PointGroups point_groups_ = {};
  bool grouped_ = false;
  Work work_ = {};
  Nodes nodes_ = {};
  Sizes sizes_ = {};
  const double* transforms_ = nullptr;
  int64_t offsets_offset_ = 0;
  int64_t transforms_offset_ = 0;
  int64_t sampled_offset_ = 0;
  int64_t bounds_offset_ = 0;
  int64_t uploaded_ = 0;
  int64_t cleared_ = 0;
  int64_t rows_offset_ = 0;
  int64_t report_bounds_offset_ = 0;
};

}  // namespace

Status check_transforms(Context& context, const double* voxel_sizes, const double* origins, int64_t n_grids) {
  if (n_grids > 0 && (voxel_sizes == nullptr || origins == nullptr)) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot build grid: voxel sizes or origins are null");
  }
  for (int64_t k = 0; k < 3 * n_grids; ++k) {
    if (!(voxel_sizes[k] > 0) || !std::isfinite(voxel_sizes[k])) {
      return fail(context, DVDB_INVALID_ARGUMENT, "Cannot build grid: voxel size %g of grid %lld is not positive and finite", voxel_sizes[k],
                  static_cast<long long>(k / 3));
    }
    if (!std::isfinite(origins[k])) {
      return fail(context, DVDB_INVALID_ARGUMENT, "Cannot build grid: origin %g of grid %lld is not finite", origins[k], static_cast<long long>(k / 3));
    }
  }
  return {};
}

void write_transforms(const BuildInput& input, double* rows) {
  for (int64_t k = 0; k < 3 * input.n_grids; ++k) {
    double* row = rows + 6 * (k / 3);
    row[k % 3] = input.voxel_sizes[k];
    row[3 + k % 3] = input.origins[k];
  }
}

Status build_grid(Context& context, const BuildInput& input, std::unique_ptr<GridBatch>& out) {
  Builder builder(context, input);
  return builder.run(out);
}

}  // namespace dvdb
