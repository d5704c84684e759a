/// The first step of all strategies: the points of a leaf that share a cell of its parent are reduced to one sample.
#include <new>

#include "lod/steps/run_tile.hpp"
#include "lod/tree/samples.hpp"

namespace dvdb::lod {

namespace {

/// The most points that one thread reduces; longer runs are reduced by many threads.
constexpr int64_t kLongRun = 512;

struct LongRun {
  int64_t part;
  int64_t begin;
  int64_t limit;  // end of the leaf
  int32_t shift;
  int32_t voxel_shift;
};

struct LongRuns {
  LongRun* items;
  uint64_t* count;
};

struct LeafView {
  Intervals leaves;
  const int32_t*
      shifts;  // [n_leaves, 2] from coordinates to cells of the parent; of nodes whose points stand for voxels

  DVDB_FN int32_t shift_of(int64_t leaf) const { return shifts[2 * leaf]; }
  DVDB_FN int32_t voxel_shift_of(int64_t leaf) const { return shifts[2 * leaf + 1]; }
};

/// Weights of points.
struct PointWeights {
  uint64_t seed;
  int32_t voxel_bits;  // of coordinates, without those of cells in a node
  const Sums* sums;    // [n] by row, or none

  template <dvdb_lod_strategy kStrategy, class Record>
  DVDB_FN void add(const Point& p, int64_t at, const Record* points, int32_t voxel_shift,
                   Gather<kStrategy>& gathered) const {
    if constexpr (kStrategy == DVDB_LOD_RANDOM) {
      gathered.add(p.rgba, hash_of(p, voxel_shift));
    } else {
      if (kStrategy == DVDB_LOD_POINT_MEAN && sums != nullptr) {
        gathered.add(sums[row_of(points[at])]);
      } else {
        gathered.add(p.rgba, 0);
      }
    }
  }
  DVDB_FN uint64_t hash_of(const Point& p, int32_t voxel_shift) const {
    if (voxel_shift == 0) return sample_hash(seed, -1, {p.x, p.y, p.z}, p.rgba);
    const int by = voxel_shift - 1;
    return sample_hash(seed, voxel_bits - by, {shift_right(p.x, by), shift_right(p.y, by), shift_right(p.z, by)},
                       p.rgba);
  }
};

DVDB_FN Point plain(const Point& p) { return p; }
DVDB_FN Point plain(const TrackedPoint& p) { return {p.x, p.y, p.z, p.rgba}; }

/// Makes one part of each run of points in the same cell.
template <dvdb_lod_strategy kStrategy, class Record>
struct PartSource {
  static constexpr bool kCopies = kStrategy == DVDB_LOD_FIRST;
  struct Segment {
    int64_t begin, end;
    int32_t shift;
  };
  const Record* points;
  int64_t n;
  LeafView view;
  int64_t* starts;  // [n_leaves + 1] parts before each leaf
  uint32_t mask;    // grid size - 1
  PointWeights weights;
  Voxel* voxels;
  Sums* sums;
  int64_t* firsts;
  LongRuns longs;

  DVDB_FN Point fetch(int64_t i) const { return plain(points[i]); }
  DVDB_FN Segment segment_at(int64_t i) const {
    const int64_t leaf = view.leaves.at(i);
    return {view.leaves.starts[leaf], view.leaves.starts[leaf + 1], view.shift_of(leaf)};
  }
  DVDB_FN Item item(const Segment& leaf, int64_t, const Point& p) const {
    return {pack_cell(p.x >> leaf.shift & mask, p.y >> leaf.shift & mask, p.z >> leaf.shift & mask), p.rgba};
  }

  template <class Found>
  DVDB_FN void make(const Found& run) const {
    const int64_t i = run.item();
    if (run.begins_segment()) starts[view.leaves.at(i)] = run.number;
    if (firsts != nullptr) firsts[run.number] = i;
    Voxel voxel{run.key(), run.shared.values[run.own]};
    if constexpr (!kCopies) {
      Gather<kStrategy> gathered;
      const bool by_colors =
          kStrategy == DVDB_LOD_AVERAGE || (kStrategy == DVDB_LOD_POINT_MEAN && weights.sums == nullptr);
      if (by_colors) gathered.add(run.shared.values + run.own, run.end - run.own);
      if ((by_colors && !run.goes_on) || !go_on(run, by_colors, gathered)) {
        voxel.rgba = gathered.color();
        if (sums != nullptr) sums[run.number] = gathered.total();
      }
    }
    voxels[run.number] = voxel;
  }
  DVDB_FN void finish(int64_t runs) const {
    starts[view.leaves.n] = runs;
    if (firsts != nullptr) firsts[runs] = n;
  }

  /// Gathers what colors alone do not tell, and points behind the tile; whether the run is a long one.
  template <class Found>
  DVDB_FN bool go_on(const Found& run, bool is_half_done, Gather<kStrategy>& gathered) const {
    const int64_t i = run.item();
    const int64_t behind = run.first + run.end;
    const int64_t leaf = view.leaves.at(i);
    const int32_t shift = view.shift_of(leaf);
    const int32_t voxel_shift = view.voxel_shift_of(leaf);
    const int64_t limit = run.goes_on ? view.leaves.starts[leaf + 1] : behind;
    const int64_t stop = min_of(limit, behind + kLongRun);
    const Point first = plain(points[i]);
    int64_t at = is_half_done ? behind : i;
    for (; at < stop; ++at) {
      const Point p = plain(points[at]);
      if (at >= behind && !same_cell(p, first, shift)) return false;
      weights.add(p, at, points, voxel_shift, gathered);
    }
    if (at < behind + kLongRun || at >= limit || !same_cell(points[at], first, shift)) return false;
    longs.items[backend::atomic_add(longs.count, uint64_t(1))] = {run.number, i, limit, shift, voxel_shift};
    return true;
  }
};

/// Gathers a long run: each thread takes every 256th point, and the last phase joins them in order.
template <dvdb_lod_strategy kStrategy, class Record>
struct GatherLongRun {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 3;
  struct Shared {
    int64_t end;
    Gather<kStrategy> gathered[kThreads];
  };
  PartSource<kStrategy, Record> maker;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const LongRun run = maker.longs.items[tile];
    const Record* points = maker.points;
    if constexpr (P == 0) {
      if (thread == 0) {
        const Record first = points[run.begin];
        shared.end = 1 + last_not_above(run.begin, run.limit, 0,
                                        [&](int64_t i) { return same_cell(points[i], first, run.shift) ? 0 : 1; });
      }
    } else if constexpr (P == 1) {
      // Contiguous shares, so that joining keeps the order of points.
      const int64_t length = shared.end - run.begin;
      Gather<kStrategy> own;
      for (int64_t i = run.begin + length * thread / kThreads; i < run.begin + length * (thread + 1) / kThreads; ++i) {
        maker.weights.add(plain(points[i]), i, points, run.voxel_shift, own);
      }
      shared.gathered[thread] = own;
    } else if (thread == 0) {
      Gather<kStrategy> all = shared.gathered[0];
      for (int k = 1; k < kThreads; ++k) all.join(shared.gathered[k]);
      maker.voxels[run.part].rgba = all.color();
      if (maker.sums != nullptr) maker.sums[run.part] = all.total();
    }
  }
};

class LeafSampler {
 public:
  LeafSampler(Context& context, const Request& request, const Tree& tree, LeafMemory& memory, LeafParts& out)
      : context_(context),
        request_(request),
        tree_(tree),
        memory_(memory),
        out_(out),
        leaf_memory_(context),
        hint_memory_(context),
        start_memory_(context) {}

  Status run() {
    DVDB_TRY(list_leaves());
    DVDB_TRY(find_hints(context_, request_.n, hint_memory_, view_.leaves));
    DVDB_TRY(start_memory_.allocate(n_leaves_ + 1, starts_));
    return with_points(tree_, [&]<class Record>(Record* points) { return sample(points); });
  }

 private:
  Status out_of_memory() { return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot build LOD: out of host memory"); }

  /// Leaves in the order of their points.
  Status list_leaves() {
    n_leaves_ = tree_.n_nodes - tree_.n_inner;
    out_.place.reset(new (std::nothrow) int64_t[size_t(tree_.n_nodes)]);
    out_.starts.reset(new (std::nothrow) int64_t[size_t(n_leaves_ + 1)]);
    std::unique_ptr<int64_t[]> begins(new (std::nothrow) int64_t[size_t(n_leaves_ + 1)]);
    std::unique_ptr<int32_t[]> shifts(new (std::nothrow) int32_t[size_t(2 * n_leaves_)]);
    if (!out_.place || !out_.starts || !begins || !shifts) return out_of_memory();
    int64_t at = 0;
    for_each_leaf(tree_, [&](int64_t i, const Node& leaf) {
      out_.place[size_t(i)] = at;
      begins[size_t(at)] = leaf.begin;
      shifts[size_t(2 * at)] = tree_.frame.bits - (leaf.level - 1) - tree_.grid_log2;
      shifts[size_t(2 * at++ + 1)] = int32_t(leaf.voxel_shift);
    });
    begins[size_t(at)] = request_.n;
    backend::Layout layout;
    layout.reserve<int64_t>(n_leaves_ + 1);
    const int64_t shift_offset = layout.reserve<int32_t>(2 * n_leaves_);
    DVDB_TRY(leaf_memory_.allocate(layout.bytes()));
    uint8_t* base = static_cast<uint8_t*>(leaf_memory_.data());
    DVDB_TRY(backend::upload(context_, base, begins.get(), (n_leaves_ + 1) * 8));
    DVDB_TRY(backend::upload(context_, base + shift_offset, shifts.get(), 2 * n_leaves_ * 4));
    view_.leaves = {reinterpret_cast<int64_t*>(base), nullptr, n_leaves_};
    view_.shifts = reinterpret_cast<int32_t*>(base + shift_offset);
    return {};
  }

  template <class Record>
  Status sample(const Record* points) {
    switch (request_.strategy) {
      case DVDB_LOD_RANDOM: return make<DVDB_LOD_RANDOM>(points);
      case DVDB_LOD_AVERAGE: return make<DVDB_LOD_AVERAGE>(points);
      case DVDB_LOD_POINT_MEAN: return make<DVDB_LOD_POINT_MEAN>(points);
      default: return make<DVDB_LOD_FIRST>(points);
    }
  }

  template <dvdb_lod_strategy kStrategy, class Record>
  Status make(const Record* points) {
    // Sums are wide, so that it pays to count before they are allocated.
    int64_t most = request_.n;
    const uint32_t mask = (1u << tree_.grid_log2) - 1;
    const PointWeights weights{request_.seed, tree_.frame.bits - tree_.grid_log2,
                               reinterpret_cast<const Sums*>(request_.sums)};
    PartSource<kStrategy, Record> source{points,  request_.n, view_,   starts_.data, mask,
                                         weights, nullptr,    nullptr, nullptr,      {}};
    if (means_points(request_.strategy)) {
      DVDB_TRY(count_runs(context_, source, reinterpret_cast<uint64_t*>(starts_.data)));
      DVDB_TRY(backend::download(context_, &most, starts_.data, 8));
    }
    Span<Voxel> voxels;
    Span<Sums> sums;
    Span<int64_t> firsts;
    DVDB_TRY(memory_.voxels.allocate(most, voxels));
    if (means_points(request_.strategy)) DVDB_TRY(memory_.sums.allocate(most, sums));
    if (is_weighted(request_.strategy)) DVDB_TRY(memory_.firsts.allocate(most + 1, firsts));
    backend::Scratch long_memory(context_);
    backend::Layout layout;
    layout.reserve<uint64_t>(1);
    const int64_t long_offset = layout.reserve<LongRun>(request_.n / kLongRun + 1);
    DVDB_TRY(long_memory.allocate(layout.bytes()));
    uint8_t* base = static_cast<uint8_t*>(long_memory.data());
    const LongRuns longs{reinterpret_cast<LongRun*>(base + long_offset), reinterpret_cast<uint64_t*>(base)};
    DVDB_TRY(backend::fill(context_, longs.count, 0, 8, 8));
    source.voxels = voxels.data;
    source.sums = sums.data;
    source.firsts = firsts.data;
    source.longs = longs;
    DVDB_TRY(make_runs(context_, source));
    if constexpr (kStrategy != DVDB_LOD_FIRST) {
      uint64_t n_long = 0;
      DVDB_TRY(backend::download(context_, &n_long, longs.count, 8));
      if (n_long > 0)
        DVDB_TRY(backend::for_each_tile(context_, int64_t(n_long), GatherLongRun<kStrategy, Record>{source}));
    }
    out_.voxels = voxels.data;
    out_.sums = sums.data;
    out_.firsts = firsts.data;
    out_.ends = out_.starts.get() + 1;
    return backend::download(context_, out_.starts.get(), starts_.data, (n_leaves_ + 1) * 8);
  }

  Context& context_;
  const Request& request_;
  const Tree& tree_;
  LeafMemory& memory_;
  LeafParts& out_;
  backend::Scratch leaf_memory_;
  backend::Scratch hint_memory_;
  backend::Scratch start_memory_;
  LeafView view_;
  Span<int64_t> starts_;
  int64_t n_leaves_ = 0;
};

}  // namespace

Status find_hints(Context& context, int64_t n_places, backend::Scratch& memory, Intervals& intervals) {
  Span<uint32_t> hints;
  DVDB_TRY(memory.allocate(n_places / 256 + 1, hints));
  intervals.hints = hints.data;
  return backend::for_each(context, hints.size, FindHints{intervals.starts, intervals.n, hints.data}, 1024);
}

Status sample_leaves(Context& context, const Request& request, Tree& tree, LeafMemory& memory, LeafParts& out) {
  return LeafSampler(context, request, tree, memory, out).run();
}

}  // namespace dvdb::lod
