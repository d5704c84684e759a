/// Allocation of nodes, the steps around the marking, and publication of the result.
#include "core/nodes/builder.hpp"

#include <climits>
#include <cmath>
#include <new>

namespace dvdb {

namespace nodes {

namespace {

using backend::Layout;

constexpr const char* kWhat = "build grid";
constexpr Bounds kNone = {{INT_MAX, INT_MAX, INT_MAX}, {INT_MIN, INT_MIN, INT_MIN}};

/// Starts a batch of one without a copy from the host: what the host knows travels by value, and memory is cleared on
/// the way.
struct StartOne {
  Work w;
  Bounds* sampled;     // [1], or null
  double* transforms;  // [6]
  double transform[6];
  GridSlots slots;
  Bounds bounds;
  NodeWord* cleared;  // [n_cleared]
  int64_t n_cleared;

  DVDB_FN void operator()(int64_t i) const {
    if (i < n_cleared) cleared[i] = {0, 0, 0};
    if (i != 0) return;
    if (sampled != nullptr) sampled[0] = bounds;
    w.bounds[0] = bounds;
    w.grid_slots[0] = slots;
    *w.sizes = {slots.count, 0, 0, 0, 0, 0};
    for (int k = 0; k < 6; ++k) transforms[k] = transform[k];
  }
};

/// The memory at a table's image where the device has it at the table.
template <class T>
T* same_place(uint8_t* image, const void* table, const T* placed) {
  return reinterpret_cast<T*>(image + (reinterpret_cast<const uint8_t*>(placed) - static_cast<const uint8_t*>(table)));
}

}  // namespace

void Transforms::write(double* rows) const {
  for (int64_t k = 0; k < 3 * n_grids; ++k) {
    double* row = rows + 6 * (k / 3);
    row[k % 3] = voxel_sizes[k];
    row[3 + k % 3] = origins[k];
  }
}

Status place_result(Context& context, const char* what, int64_t n_grids, backend::Scratch& storage, Nodes& out) {
  Layout layout;
  const int64_t heads = layout.reserve<GridHead>(n_grids);
  const int64_t tiles = layout.reserve<uint64_t>(out.n_tiles);
  const int64_t uppers = layout.reserve<NodeWord>(out.n_tiles * kUpperWords);
  const int64_t lowers = layout.reserve<NodeWord>(out.n_lowers * kLowerWords);
  const int64_t origins = layout.reserve<LowerOrigin>(out.n_lowers);
  const int64_t leaves = layout.reserve<Leaf>(out.n_leaves);
  if (out.n_leaves > int64_t(UINT32_MAX)) {
    return fail(context, DVDB_UNSUPPORTED, "Cannot %s: %lld leaves, at most 4294967295 are possible", what,
                static_cast<long long>(out.n_leaves));
  }
  DVDB_TRY(storage.allocate(layout.bytes(), backend::Use::kResult));
  void* base = storage.data();
  out.heads = at<GridHead>(base, heads);
  out.tiles = at<uint64_t>(base, tiles);
  out.uppers = at<NodeWord>(base, uppers);
  out.lowers = at<NodeWord>(base, lowers);
  out.lower_origins = at<LowerOrigin>(base, origins);
  out.leaves = at<Leaf>(base, leaves);
  return {};
}

Status make_batch(Context& context, const char* what, int64_t n_grids, std::unique_ptr<GridBatch>& out) {
  out.reset(new (std::nothrow) GridBatch(context));
  if (out) {
    out->starts.reset(new (std::nothrow) int64_t[size_t(kStartCount * (n_grids + 1))]());
    out->bounds.reset(new (std::nothrow) int32_t[size_t(6 * n_grids)]());
  }
  if (out && out->starts && out->bounds) return {};
  return fail(context, DVDB_OUT_OF_MEMORY, "Cannot %s: out of host memory", what);
}

Status adopt_result(Context& context, const char* what, int64_t n_grids, const Nodes& made, backend::Scratch& storage,
                    GridBatch& batch) {
  batch.view = made.view();
  batch.view.n_grids = n_grids;
  batch.view.n_voxels = batch.starts[size_t(kRowStarts * (n_grids + 1) + n_grids)];
  Storage* held = new (std::nothrow) Storage(context, storage.data(), storage.bytes());
  if (held == nullptr) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot %s: out of host memory", what);
  storage.take();
  batch.storage.reset(held);
  return {};
}

Status NodeBuilder::place_table(int report_place) {
  const int64_t n = transforms_.n_grids;
  Layout layout = table_layout;
  const int64_t own_sizes = layout.reserve<Sizes>(1);
  const int64_t transforms = layout.reserve<double>(6 * n);
  const int64_t bounds = layout.reserve<Bounds>(n);
  const int64_t slots = layout.reserve<GridSlots>(n);
  uploaded_ = layout.bytes();
  const int64_t starts = layout.reserve<int64_t>(kStartCount * (n + 1));
  const int64_t report_bounds = layout.reserve<int32_t>(6 * n);
  table_bytes_ = layout.bytes();
  DVDB_TRY(table_.allocate(table_bytes_));
  void* base = table_.data();
  work.bounds = at<Bounds>(base, bounds);
  work.grid_slots = at<GridSlots>(base, slots);
  work.sizes = at<Sizes>(base, own_sizes);
  work.report =
      reinterpret_cast<Sizes*>(static_cast<uint8_t*>(backend::report_slot(context_)) + kReportPlace * report_place);
  work.slots = {work.grid_slots, nullptr, n};
  placed_transforms_ = at<double>(base, transforms);
  starts_ = at<int64_t>(base, starts);
  report_bounds_ = at<int32_t>(base, report_bounds);
  return {};
}

Status NodeBuilder::start_one(const Plan& plan, Bounds* sampled) {
  StartOne one{work, sampled, placed_transforms_, {}, {}, kNone, work.uppers, cleared_};
  transforms_.write(one.transform);
  if (plan.slots != nullptr) one.slots = plan.slots[0];
  if (plan.bounds != nullptr) one.bounds = plan.bounds[0];
  return backend::for_each(context_, max_of<int64_t>(1, cleared_), one);
}

Status NodeBuilder::make_image(const Plan& plan, Bounds* sampled, std::unique_ptr<uint8_t[]>& out) const {
  const int64_t n = transforms_.n_grids;
  out.reset(new (std::nothrow) uint8_t[size_t(uploaded_)]());
  if (!out) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
  transforms_.write(same_place(out.get(), table_.data(), placed_transforms_));
  Bounds* bounds = same_place(out.get(), table_.data(), work.bounds);
  GridSlots* slots = same_place(out.get(), table_.data(), work.grid_slots);
  for (int64_t grid = 0; grid < n; ++grid) {
    bounds[grid] = plan.bounds != nullptr ? plan.bounds[grid] : kNone;
    if (sampled != nullptr) same_place(out.get(), table_.data(), sampled)[grid] = bounds[grid];
    if (plan.slots != nullptr) slots[grid] = plan.slots[grid];
  }
  Sizes* own_sizes = same_place(out.get(), table_.data(), work.sizes);
  if (plan.slots != nullptr && n > 0) own_sizes->slots = plan.slots[n - 1].first + plan.slots[n - 1].count;
  return {};
}

Status NodeBuilder::place_slots(int64_t room, int64_t lower_room, int64_t n_cells) {
  Layout layout;
  const int64_t uppers = layout.reserve<NodeWord>(room * kUpperWords);
  const int64_t lowers = layout.reserve<NodeWord>(lower_room * kLowerWords);
  const int64_t occupied = layout.reserve<uint32_t>(room);
  const int64_t cells = layout.reserve<uint64_t>(n_cells);
  const int64_t ranks = layout.reserve<uint32_t>(room);
  const int64_t inverse = layout.reserve<uint32_t>(room);
  cleared_ = ranks / int64_t(sizeof(NodeWord));
  DVDB_TRY(slot_memory_.allocate(layout.bytes()));
  void* base = slot_memory_.data();
  work.uppers = at<NodeWord>(base, uppers);
  work.lowers = at<NodeWord>(base, lowers);
  work.occupied = at<uint32_t>(base, occupied);
  cells_ = n_cells > 0 ? at<uint64_t>(base, cells) : nullptr;
  work.tile_rank = at<uint32_t>(base, ranks);
  work.tile_slot = at<uint32_t>(base, inverse);
  work.slot_room = room;
  work.lower_room = lower_room;
  return {};
}

Status NodeBuilder::clear_slots() {
  return backend::fill(context_, work.uppers, 0, 1, cleared_ * int64_t(sizeof(NodeWord)));
}

Status NodeBuilder::place_lowers(int64_t room) {
  Span<NodeWord> lowers;
  DVDB_TRY(lower_memory_.allocate(room * kLowerWords, lowers));
  DVDB_TRY(backend::fill(context_, lowers.data, 0, 1, room * kLowerWords * int64_t(sizeof(NodeWord))));
  work.lowers = lowers.data;
  work.lower_room = room;
  return {};
}

Status NodeBuilder::rank_blocks() {
  return backend::for_each_scan(context_, work.slot_room * kUpperWords, RankBlocks{work});
}

Status NodeBuilder::rank_leaves() {
  return backend::for_each_scan(context_, work.lower_room * kLowerWords, RankLeaves{work});
}

Status NodeBuilder::read_report() {
  if (work.lower_room == 0) return {};
  DVDB_TRY(backend::synchronize(context_));
  take_report();
  return {};
}

Status NodeBuilder::place_nodes() {
  nodes.n_tiles = sizes.tiles;
  nodes.n_lowers = sizes.lowers;
  nodes.n_leaves = sizes.leaves;
  DVDB_TRY(place_result(context_, kWhat, transforms_.n_grids, storage_, nodes));
  const EmitNodes emit{work, nodes, placed_transforms_};
  return backend::for_each(context_, emit.items(), emit);
}

Status NodeBuilder::rank_voxels() {
  const int64_t n = transforms_.n_grids;
  BatchReport* report = n == 1 ? reinterpret_cast<BatchReport*>(work.report) : nullptr;
  DVDB_TRY(backend::for_each_scan(context_, sizes.leaves, RankVoxels{nodes, work.sizes, work.bounds, report}));
  if (n == 1 && sizes.leaves > 0) return {};
  return backend::for_each(context_, n + 1, EmitTable{nodes, work.sizes, work.bounds, n, starts_, report_bounds_});
}

Span<const uint8_t> NodeBuilder::summary() const {
  if (transforms_.n_grids == 1) return {nullptr, 0};
  const auto* const first = reinterpret_cast<const uint8_t*>(starts_);
  return {first, static_cast<const uint8_t*>(table_.data()) + table_bytes_ - first};
}

Status NodeBuilder::finish(std::unique_ptr<GridBatch>& out) {
  const Span<const uint8_t> own = summary();
  std::unique_ptr<uint8_t[]> fetched;
  if (own.size > 0) {
    fetched.reset(new (std::nothrow) uint8_t[size_t(own.size)]);
    if (!fetched) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot %s: out of host memory", kWhat);
    DVDB_TRY(backend::download(context_, fetched.get(), own.data, own.size));
  } else if (sizes.leaves > 0) {
    DVDB_TRY(backend::synchronize(context_));
  }
  return adopt(fetched.get(), out);
}

Status NodeBuilder::adopt(const uint8_t* summary, std::unique_ptr<GridBatch>& out) {
  const int64_t n = transforms_.n_grids;
  std::unique_ptr<GridBatch> batch;
  DVDB_TRY(make_batch(context_, kWhat, n, batch));
  if (n != 1) {
    const int64_t bounds = reinterpret_cast<const uint8_t*>(report_bounds_) - reinterpret_cast<const uint8_t*>(starts_);
    std::memcpy(batch->starts.get(), summary, size_t(kStartCount * (n + 1)) * sizeof(int64_t));
    std::memcpy(batch->bounds.get(), summary + bounds, size_t(6 * n) * sizeof(int32_t));
  } else if (sizes.leaves > 0) {
    const auto* report = reinterpret_cast<const BatchReport*>(work.report);
    const int64_t ends[kStartCount] = {report->voxels, sizes.tiles, sizes.lowers, sizes.leaves};
    for (int k = 0; k < kStartCount; ++k) batch->starts[size_t(2 * k + 1)] = ends[k];
    std::memcpy(batch->bounds.get(), report->bounds, sizeof report->bounds);
  }
  DVDB_TRY(adopt_result(context_, kWhat, n, nodes, storage_, *batch));
  out = std::move(batch);
  return {};
}

}  // namespace nodes

Status check_transforms(Context& context, const double* voxel_sizes, const double* origins, int64_t n_grids) {
  if (n_grids > 0 && (voxel_sizes == nullptr || origins == nullptr)) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot build grid: voxel sizes or origins are null");
  }
  for (int64_t k = 0; k < 3 * n_grids; ++k) {
    if (!(voxel_sizes[k] > 0) || !std::isfinite(voxel_sizes[k])) {
      return fail(context, DVDB_INVALID_ARGUMENT,
                  "Cannot build grid: voxel size %g of grid %lld is not positive and finite", voxel_sizes[k],
                  static_cast<long long>(k / 3));
    }
    if (!std::isfinite(origins[k])) {
      return fail(context, DVDB_INVALID_ARGUMENT, "Cannot build grid: origin %g of grid %lld is not finite", origins[k],
                  static_cast<long long>(k / 3));
    }
  }
  return {};
}

}  // namespace dvdb
