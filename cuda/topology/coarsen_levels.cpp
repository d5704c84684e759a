/// Levels of coarser and coarser voxels, made together: coarse = floor(fine / factor), of the level before.
#include "topology/coarsen_levels.hpp"

#include "backend/api/calls.hpp"
#include "core/nodes/axis_source.hpp"
#include "topology/derive.hpp"

namespace dvdb {

using namespace nodes;

namespace {

/// Levels that are all made from the same leaves.
class Levels {
 public:
  explicit Levels(Context& context) : context_(context), listed_(context), joined_(context) {}

  Status make(const GridBatch& source, const Relation* relations, const Transforms* transforms, int n, const char* what,
              std::unique_ptr<GridBatch>* out) {
    n_ = n;
    DVDB_TRY(count(source, relations, transforms, what));
    DVDB_TRY(wait_for_counts());
    for (int level = 0; level < n; ++level) DVDB_TRY(levels_[level]->write());
    return finish(out);
  }

 private:
  Status count(const GridBatch& source, const Relation* relations, const Transforms* transforms, const char* what) {
    const int64_t n_grids = source.view.n_grids;
    levels_.reset(new (std::nothrow) std::unique_ptr<Level>[size_t(n_)]);
    bounds_.reset(new (std::nothrow) Bounds[size_t(n_ * n_grids)]);
    if (!levels_ || !bounds_) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot %s: out of host memory", what);
    for (int level = 0; level < n_; ++level)
      DVDB_TRY(relate_bounds(context_, source, relations[level], what, &bounds_[size_t(level * n_grids)]));
    DVDB_TRY(listed_.place(context_, {&source}));
    const int64_t n_leaves = source.view.n_leaves;
    for (int level = 0; level < n_; ++level) {
      const Relation& relation = relations[level];
      const Parts parts = Parts::of(LeafDims(relation).dims, n_leaves);
      const int64_t lowers = times(source.view.n_lowers, relation.most_nodes(kLowerLog2));
      levels_[level].reset(new (std::nothrow) Level(
          context_, {listed_.source, relation, false, n_leaves, parts, {1, 1, 1}},
          plan_of(source, transforms[level], &bounds_[size_t(level * n_grids)], true, lowers)));
      if (!levels_[level]) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot %s: out of host memory", what);
      DVDB_TRY(levels_[level]->count(level));
    }
    return {};
  }

  /// Counts again where a guess was too low.
  Status wait_for_counts() {
    bool again = true;
    for (int round = 0; again; ++round) {
      DVDB_TRY(backend::synchronize(context_));
      again = false;
      for (int level = 0; level < n_; ++level) {
        Level& own = *levels_[level];
        own.builder.take_report();
        if (round > 0 || !own.lacks_room()) continue;
        DVDB_TRY(own.count_again());
        again = true;
      }
    }
    return {};
  }

  /// Fetches what the host keeps of all levels at once.
  Status finish(std::unique_ptr<GridBatch>* out) {
    int64_t bytes = 0;
    for (int level = 0; level < n_; ++level) bytes += levels_[level]->builder.summary().size;
    std::unique_ptr<uint8_t[]> fetched;
    if (bytes > 0) {
      fetched.reset(new (std::nothrow) uint8_t[size_t(bytes)]);
      if (!fetched) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot build grid: out of host memory");
      DVDB_TRY(joined_.allocate(bytes));
      auto* at = static_cast<uint8_t*>(joined_.data());
      for (int level = 0; level < n_; ++level) {
        const Span<const uint8_t> own = levels_[level]->builder.summary();
        DVDB_TRY(backend::copy(context_, at, own.data, own.size));
        at += own.size;
      }
      DVDB_TRY(backend::download(context_, fetched.get(), joined_.data(), bytes));
    } else {
      DVDB_TRY(backend::synchronize(context_));
    }
    const uint8_t* at = fetched.get();
    for (int level = 0; level < n_; ++level) {
      DVDB_TRY(levels_[level]->builder.adopt(at, out[level]));
      at += levels_[level]->builder.summary().size;
    }
    return {};
  }

  using Level = Reshaping<AxisSource>;

  Context& context_;
  Listed listed_;
  backend::Scratch joined_;
  int n_ = 0;
  std::unique_ptr<std::unique_ptr<Level>[]> levels_;
  std::unique_ptr<Bounds[]> bounds_;
};

}  // namespace

Status coarsen_levels(Context& context, const GridBatch& source, const Coord& factor, const Transforms* transforms,
                      int n, int64_t most_shared, std::unique_ptr<GridBatch>* out) {
  constexpr const char* kWhat = "coarsen grid";
  if (n == 0) return {};
  const auto coarser = [](int32_t by) { return AxisMap{1, by, 1 - int64_t(by), 0}; };
  std::unique_ptr<Relation[]> relations(new (std::nothrow) Relation[size_t(n)]);
  if (!relations) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot %s: out of host memory", kWhat);
  int64_t by[3] = {1, 1, 1};
  for (int level = 0; level < n; ++level) {
    for (int axis = 0; axis < 3; ++axis) {
      by[axis] *= factor[axis];
      if (by[axis] > INT32_MAX) {
        return fail(context, DVDB_INVALID_ARGUMENT, "Cannot %s: level %d has voxels of more than 2147483647", kWhat,
                    level + 1);
      }
      relations[level].axes[axis] = coarser(int32_t(by[axis]));
    }
  }
  const bool stays = factor.x == 1 && factor.y == 1 && factor.z == 1;
  if (stays || n > kMostTogether || source.view.n_leaves > most_shared) {
    for (int level = 0; level < n; ++level) {
      const GridBatch* const from = level == 0 ? &source : out[level - 1].get();
      DVDB_TRY(relate(context, {from}, relations[0], transforms[level], kWhat, out[level]));
    }
    return {};
  }
  return Levels(context).make(source, relations.get(), transforms, n, kWhat, out);
}

}  // namespace dvdb

using namespace dvdb;

Status operators::coarsened_grids(Context& c, const CoarsenedGridsArgs& a) {
  constexpr int kMostLevels = 32;  // as the header says
  for (uint32_t level = 0; level < a.n_levels; ++level) a.out_grids[level] = 0;
  const int64_t of_level = 3 * int64_t(a.n_grids);
  nodes::Transforms transforms[kMostLevels];
  std::unique_ptr<GridBatch> made[kMostLevels];
  for (uint32_t level = 0; level < a.n_levels; ++level) {
    transforms[level] = {a.voxel_sizes + level * of_level, a.origins + level * of_level, int64_t(a.n_grids)};
    DVDB_TRY(check_transforms(c, transforms[level].voxel_sizes, transforms[level].origins, a.n_grids));
  }
  const Coord factor{a.factor[0], a.factor[1], a.factor[2]};
  // More leaves take longer to be read by each level than the host takes to wait for the level before.
  DVDB_TRY(coarsen_levels(c, *a.grid, factor, transforms, int(a.n_levels), backend::items_in_a_wait(), made));
  for (uint32_t level = 0; level < a.n_levels; ++level) {
    const Status published = publish(std::move(made[level]), &a.out_grids[level]);
    if (published.ok()) continue;
    while (level-- > 0) (void)retire(c, a.out_grids[level], Kind::kGrid);
    return published;
  }
  return {};
}
