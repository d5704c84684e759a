/// Plans: creation, reversal, and the maps that they hold.
/// fine = stride * coarse + tap - floor((kernel - 1) / 2) ties targets to sources: reference.hpp.
#include "conv/plan/plan.hpp"

#include <new>

#include "_generated/conv_args.hpp"
#include "core/row_map.hpp"

namespace dvdb {

namespace {

constexpr int64_t kMostTaps = int64_t(1) << 20;

bool leads_to_itself(const GridBatch& fine, const GridBatch& coarse, const int32_t* kernel, const int32_t* stride) {
  bool same = fine.view.leaves == coarse.view.leaves && fine.view.n_voxels == coarse.view.n_voxels &&
              fine.storage == coarse.storage;
  for (int axis = 0; axis < 3; ++axis) same = same && kernel[axis] % 2 == 1 && stride[axis] == 1;
  return same;
}

/// The leaves of a batch as passed to convolution kernels.
const backend::VoxelBlock* blocks_of(const GridView& grid) {
  static_assert(sizeof(backend::VoxelBlock) == sizeof(Leaf) && alignof(backend::VoxelBlock) == alignof(Leaf));
  static_assert(offsetof(backend::VoxelBlock, prefix) == offsetof(Leaf, prefix) &&
                offsetof(backend::VoxelBlock, first) == offsetof(Leaf, first));
  return reinterpret_cast<const backend::VoxelBlock*>(grid.leaves);
}

int64_t count_words(int64_t taps) { return (taps + 31) / 32; }
int64_t count_windows(int64_t rows) { return (rows + kWindowRows - 1) / kWindowRows; }

}  // namespace

ConvTies::ConvTies(const GridBatch& fine, const GridBatch& coarse, const int32_t* kernel, const int32_t* stride)
    : fine_storage_(fine.storage),
      coarse_storage_(coarse.storage),
      fine_(fine.view),
      coarse_(coarse.view),
      kernel_{kernel[0], kernel[1], kernel[2]},
      stride_{stride[0], stride[1], stride[2]},
      taps_(int64_t(kernel[0]) * kernel[1] * kernel[2]),
      symmetric_(leads_to_itself(fine, coarse, kernel, stride)) {}

int64_t ConvTies::map_bytes() const {
  int64_t bytes = 0;
  for (const Part* parts : {maps_, masks_, windows_, tiles_, pairs_, leaves_, bricks_}) {
    for (const bool side : {false, true}) bytes += parts[side].storage ? parts[side].storage->bytes : 0;
  }
  return bytes;
}

template <class Write>
Status ConvTies::make_once(Context& context, Part& part, int64_t bytes, Write write) {
  if (part.made) return {};
  backend::Scratch memory(context);
  DVDB_TRY(memory.allocate(bytes, backend::Use::kResult));
  DVDB_TRY(write(memory.data()));
  if (memory.bytes() > 0) {
    Storage* held = new (std::nothrow) Storage(context, memory.data(), memory.bytes());
    if (held == nullptr) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot keep kernel map: out of host memory");
    memory.take();
    part.storage.reset(held);
  }
  part.made = true;
  return {};
}

Status ConvTies::find_map(Context& context, bool target_is_fine, KernelMap& out) {
  const bool mirrored = symmetric_ && target_is_fine;
  const bool side = target_is_fine && !symmetric_;
  const GridView& target = view(target_is_fine);
  const GridView& source = view(!target_is_fine);
  Part& part = maps_[side];
  DVDB_TRY(make_once(context, part, taps_ * target.n_voxels * int64_t(sizeof(int32_t)), [&](void* rows) {
    return write_kernel_map(context, target, source, Stencil::of(kernel_, stride_, side), static_cast<int32_t*>(rows));
  }));
  const int32_t* rows = part.storage ? static_cast<const int32_t*>(part.storage->data) : nullptr;
  out = {rows, taps_, target.n_voxels, source.n_voxels, mirrored};
  return {};
}

Status ConvTies::find_masks(Context& context, bool target_is_fine, WindowMasks& out) {
  KernelMap map;
  DVDB_TRY(find_map(context, target_is_fine, map));
  out = {nullptr, count_windows(map.n_targets), count_words(taps_)};
  Part& part = masks_[target_is_fine && !symmetric_];
  DVDB_TRY(make_once(context, part, out.n_windows * out.n_words * int64_t(sizeof(uint32_t)), [&](void* words) {
    return write_window_masks(context, map.rows, taps_, map.n_targets, static_cast<uint32_t*>(words));
  }));
  if (part.storage) out.words = static_cast<const uint32_t*>(part.storage->data);
  return {};
}

template <class Out, class Make>
Status ConvTies::make_of_map(Context& context, bool target_is_fine, Part (&parts)[2],
                             int64_t (*bytes)(const backend::GatherMap&), Out (*in)(void*, const backend::GatherMap&),
                             Make make, Out& out) {
  KernelMap map;
  DVDB_TRY(find_map(context, target_is_fine, map));
  const backend::GatherMap gathered = map.gathered();
  Part& part = parts[target_is_fine && !symmetric_];
  DVDB_TRY(make_once(context, part, bytes(gathered),
                     [&](void* memory) { return make(context, gathered, in(memory, gathered)); }));
  if (part.storage) out = in(part.storage->data, gathered);
  return {};
}

Status ConvTies::find_windows(Context& context, bool target_is_fine, backend::GatherWindows& out) {
  return make_of_map(context, target_is_fine, windows_, backend::GatherWindows::bytes, backend::GatherWindows::in,
                     backend::make_windows, out);
}

Status ConvTies::find_tiles(Context& context, bool target_is_fine, backend::GatherTiles& out) {
  return make_of_map(context, target_is_fine, tiles_, backend::tile_bytes, backend::tiles_in, backend::make_tiles, out);
}

Status ConvTies::find_leaves(Context& context, bool target_is_fine, backend::LeafBlocks& out) {
  const GridView& target = view(target_is_fine);
  const GridView& source = view(!target_is_fine);
  Part& part = leaves_[target_is_fine && !symmetric_];
  DVDB_TRY(make_once(
      context, part, target.n_leaves * backend::LeafBlocks::kNear * int64_t(sizeof(uint32_t)),
      [&](void* near) { return write_leaves_around(context, target, source, static_cast<uint32_t*>(near)); }));
  out = {};
  out.targets = blocks_of(target);
  out.n = target.n_leaves;
  out.sources = blocks_of(source);
  if (part.storage) out.near = static_cast<const uint32_t*>(part.storage->data);
  const Stencil tied = stencil(target_is_fine);
  for (int axis = 0; axis < 3; ++axis) {
    out.taps[axis] = tied.axes[axis].taps;
    out.first[axis] = int32_t(tied.axes[axis].shift);
    out.step[axis] = tied.axes[axis].step;
  }
  return {};
}

Status ConvTies::find_bricks(Context& context, bool target_is_fine, backend::TargetBricks& out) {
  const GridView& target = view(target_is_fine);
  Part& part = bricks_[target_is_fine && !symmetric_];
  const int64_t most = min_of(target.n_voxels, target.n_leaves * backend::TargetBricks::kOfLeaf);
  DVDB_TRY(make_once(context, part, most > 0 ? (most + 1) * int64_t(sizeof(uint64_t)) : 0,
                     [&](void* memory) { return write_bricks(context, target, static_cast<uint64_t*>(memory)); }));
  const auto* numbered = part.storage ? static_cast<const uint64_t*>(part.storage->data) : nullptr;
  out = {numbered, most};
  return {};
}

Status ConvTies::find_pairs(Context& context, bool target_is_fine, backend::GatherPairs& out) {
  return make_of_map(context, target_is_fine, pairs_, backend::GatherPairs::bytes, backend::GatherPairs::in,
                     backend::make_pairs, out);
}

namespace {

/// Refuses kernels and batches whose maps would overflow their types.
Status check_sizes(Context& context, const int32_t* kernel, const GridView& source, const GridView& target) {
  int64_t taps = 1;
  for (int axis = 0; axis < 3; ++axis) taps = min_of(taps * kernel[axis], kMostTaps + 1);
  if (taps > kMostTaps) {
    return fail(context, DVDB_UNSUPPORTED, "Cannot plan convolution: a kernel of %d x %d x %d has more than %lld taps",
                kernel[0], kernel[1], kernel[2], static_cast<long long>(kMostTaps));
  }
  const int64_t voxels = max_of(source.n_voxels, target.n_voxels);
  if (voxels >= INT32_MAX) {
    return fail(context, DVDB_UNSUPPORTED, "Cannot plan convolution: %lld voxels, rows of kernel maps have 31 bits",
                static_cast<long long>(voxels));
  }
  return {};
}

Status publish_plan(Context& context, std::shared_ptr<ConvTies> ties, bool target_is_fine, dvdb_conv_plan* out) {
  std::unique_ptr<ConvPlan> plan(new (std::nothrow) ConvPlan(context));
  if (!plan) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot plan convolution: out of host memory");
  plan->ties = std::move(ties);
  plan->target_is_fine = target_is_fine;
  return publish(std::move(plan), out);
}

}  // namespace

}  // namespace dvdb

using namespace dvdb;

Status operators::conv_plan_create(Context& c, const ConvPlanCreateArgs& a) {
  *a.out_plan = 0;
  DVDB_TRY(check_same_grids(c, a.source->view, a.target->view));
  DVDB_TRY(check_sizes(c, a.kernel, a.source->view, a.target->view));
  const bool target_is_fine = a.transposed == 1;
  const GridBatch& fine = target_is_fine ? *a.target : *a.source;
  const GridBatch& coarse = target_is_fine ? *a.source : *a.target;
  ConvTies* ties = new (std::nothrow) ConvTies(fine, coarse, a.kernel, a.stride);
  if (ties == nullptr) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot plan convolution: out of host memory");
  return publish_plan(c, std::shared_ptr<ConvTies>(ties), target_is_fine, a.out_plan);
}

Status operators::conv_plan_reverse(Context& c, const ConvPlanReverseArgs& a) {
  *a.out_plan = 0;
  return publish_plan(c, a.plan->ties, !a.plan->target_is_fine, a.out_plan);
}

Status operators::conv_plan_destroy(Context& c, const ConvPlanDestroyArgs& a) {
  return retire(c, a.plan, Kind::kConvPlan);
}

Status operators::conv_plan_prepare(Context&, const ConvPlanPrepareArgs& a) {
  KernelMap map;
  return a.plan->find_map(map);
}
