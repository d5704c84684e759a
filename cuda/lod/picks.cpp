/// Points that move up to inner nodes: in each cell of a node, one point is picked (a contest), level by level from the
/// deepest one up.
/// The picks are defined in picks/reference.hpp.
///
/// A cell of a node lies within one of its children. So the points that were picked for the cells of a level, one for
/// each, are a list in point order, and the contests of the next level are runs of this list.
#include <new>
#include <utility>

#include "_generated/lod_args.hpp"
#include "lod/picks/picks.hpp"
#include "lod/view/drawn.hpp"

using namespace dvdb;
using namespace dvdb::lod;

namespace {

/// Longer contests are split into pieces of one thread each, whose winners compete again.
constexpr int64_t kPiece = 512;

/// The priority of a point in a contest; the greatest wins, and of equal ones the first.
template <class Record>
struct Priority {
  const Record* points;
  uint32_t seed;
  bool is_random;

  DVDB_FN double of(int64_t point, int shift) const {
    const Record p = points[point];
    return is_random ? double(hash(p)) : nearness(p, shift);
  }
  DVDB_FN uint32_t hash(const Record& p) const { return mix(mix(mix(seed, p.x), p.y), p.z); }
  DVDB_FN static uint32_t mix(uint32_t word, uint32_t place) {
    word = (word ^ place) * 0x9e3779b1u;
    word = (word ^ word >> 15) * 0x85ebca6bu;
    return word ^ word >> 13;
  }
};

/// The levels of leaves, by point.
struct Leaves {
  Intervals places;
  const int32_t* levels;  // [n]
};

/// States of a point in the contests of leaves.
enum Mark : uint8_t {
  kGoesOn,  // in the contest of the one before
  kBegins,  // the first of a contest, or of a piece of one
  kCopy,    // like kGoesOn, and where the one before is: it is worth as much, so it wins nothing
};

/// Finds where contests among the points of each leaf for cells of the node above begin, and pieces of them.
template <class Record>
struct MarkLeafContests {
  const Record* points;
  Leaves leaves;
  const int64_t* in;  // points in order, or all of them
  int64_t offset;     // of pieces
  int32_t top;        // from coordinates to cells of level 0
  uint64_t* broken;   // not 0: contests go on
  uint8_t* marks;

  DVDB_FN int64_t point_at(int64_t i) const { return in == nullptr ? i : in[i]; }
  DVDB_FN int shift_of(int64_t leaf) const { return top - (leaves.levels[leaf] - 1); }
  DVDB_FN bool continues(int64_t i) const {
    const int64_t point = point_at(i);
    const int64_t leaf = leaves.places.at(point);
    const int64_t before = i == 0 ? -1 : point_at(i - 1);
    return before >= leaves.places.starts[leaf] && same_cell(points[point], points[before], shift_of(leaf));
  }
  DVDB_FN void operator()(int64_t i) const {
    const bool is_edge = (i + offset) % kPiece == 0;
    const bool goes_on = continues(i);
    if (goes_on && is_edge) backend::atomic_store(broken, uint64_t(1));
    marks[i] = goes_on && !is_edge ? kGoesOn : kBegins;
  }
  /// A host holds contests of any length at once, each in a thread: copies, of which there may be many, are told apart
  /// here.
  void run_on_host(int64_t begin, int64_t end) const {
    const MarkLeafContests own = *this;  // which nothing else changes
    own.marks[begin] = own.continues(begin) ? kGoesOn : kBegins;
    int64_t at = own.point_at(begin);
    int64_t leaf = own.leaves.places.at(at);
    int64_t limit = own.leaves.places.starts[leaf + 1];
    int shift = own.shift_of(leaf);
    Record before = own.points[at];
    for (int64_t i = begin + 1; i < end; ++i) {
      at = own.point_at(i);
      const Record point = own.points[at];
      const Mark in_contest = same_cell(point, before, 0) ? kCopy : kGoesOn;
      own.marks[i] = at < limit && same_cell(point, before, shift) ? in_contest : kBegins;
      while (at >= limit) {
        limit = own.leaves.places.starts[++leaf + 1];
        shift = own.shift_of(leaf);
      }
      before = point;
    }
  }
};

/// Holds them.
template <class Record>
struct LeafContest {
  Priority<Record> priority;
  MarkLeafContests<Record> marker;
  int64_t n;
  uint64_t* n_out;
  int64_t* out;

  DVDB_FN uint64_t count(int64_t i) const { return marker.marks[i] == kBegins ? 1 : 0; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (i == n - 1) *n_out = before + count;
    if (count == 0) return;
    int64_t best = marker.point_at(i);
    if (i + 1 < n && marker.marks[i + 1] != kBegins) {
      const int shift = marker.shift_of(marker.leaves.places.at(best));
      double most = priority.of(best, shift);
      for (int64_t k = i + 1; k < n && marker.marks[k] != kBegins; ++k) {
        if (marker.marks[k] == kCopy) continue;
        const int64_t rival = marker.point_at(k);
        const double own = priority.of(rival, shift);
        if (own > most) {
          most = own;
          best = rival;
        }
      }
    }
    out[before] = best;
  }
};

/// Moves up the points of leaves that have won.
struct MoveUp {
  const int64_t* winners;
  Leaves leaves;
  uint8_t* levels;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t point = winners[i];
    const int32_t level = leaves.levels[leaves.places.at(point)];
    levels[point] = uint8_t(level > 0 ? level - 1 : 0);
  }
};

/// Contests for the cells of a level among those who stand for cells of the next.
template <class Record>
struct CellContest {
  Priority<Record> priority;
  const int64_t* in;
  int64_t n;
  int32_t level;
  int32_t shift;  // from coordinates to cells
  uint8_t* levels;
  uint64_t* n_out;
  int64_t* out;

  DVDB_FN bool continues(int64_t i) const {
    return i > 0 && same_cell(priority.points[in[i]], priority.points[in[i - 1]], shift);
  }
  DVDB_FN uint64_t count(int64_t i) const { return continues(i) ? 0 : 1; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (i == n - 1) *n_out = before + count;
    if (count == 0) return;
    int64_t best = in[i];
    // Points of leaves that are less deep stand for larger cells; they join later.
    if (levels[best] == level + 1) {
      const Record first = priority.points[best];
      double most = priority.of(best, shift);
      for (int64_t k = i + 1; k < n && same_cell(priority.points[in[k]], first, shift); ++k) {
        const double own = priority.of(in[k], shift);
        if (own > most) {
          most = own;
          best = in[k];
        }
      }
      levels[best] = uint8_t(level);
    }
    out[before] = best;
  }
};

struct StartLevels {
  Leaves leaves;
  uint8_t* levels;

  DVDB_FN void operator()(int64_t i) const { levels[i] = uint8_t(leaves.levels[leaves.places.at(i)]); }
  void run_on_host(int64_t begin, int64_t end) const {
    for (int64_t leaf = leaves.places.at(begin); begin < end; ++leaf) {
      const int64_t stop = min_of(end, leaves.places.starts[leaf + 1]);
      if (begin < stop) std::memset(levels + begin, leaves.levels[leaf], size_t(stop - begin));
      begin = max_of(begin, stop);
    }
  }
};

/// Finds the node of a level that contains a point.
struct FindOwner {
  const uint8_t* levels;
  const Node* nodes;
  int64_t starts[kMostLevels + 1];  // first node of each level
  int32_t* owners;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t first = starts[levels[i]];
    const int64_t end = starts[levels[i] + 1];
    owners[i] = int32_t(last_not_above(first, end, i, [this](int64_t node) { return nodes[node].begin; }));
  }
};

/// Finds where the points of a node begin in the list of its level.
struct FindFirst {
  const Node* nodes;
  int64_t n_nodes;
  const int64_t* bases;
  const int64_t* points;
  int64_t n;
  int64_t* firsts;

  DVDB_FN void operator()(int64_t i) const {
    if (i == n_nodes) {
      firsts[i] = n;
      return;
    }
    const int64_t before = bases[nodes[i].level] - 1;
    const int64_t end = bases[nodes[i].level + 1];
    firsts[i] = last_not_above(before, end, nodes[i].begin - 1, [this](int64_t at) { return points[at]; }) + 1;
  }
};

struct TakeRows {
  const TrackedPoint* points;
  int64_t* rows;

  DVDB_FN void operator()(int64_t i) const { rows[i] = points[rows[i]].row; }
};

class Picker {
 public:
  Picker(Context& context, Tree& tree)
      : context_(context), tree_(tree), level_memory_(context), leaf_memory_(context), hint_memory_(context) {}

  Status pick(uint32_t pick, uint32_t seed) {
    DVDB_TRY(level_memory_.allocate(round_up(tree_.n, ListLevel::kEach), levels_));
    levels_.size = tree_.n;
    DVDB_TRY(list_leaves());
    DVDB_TRY(find_hints(context_, tree_.n, hint_memory_, leaves_.places));
    DVDB_TRY(backend::for_each(context_, tree_.n, StartLevels{leaves_, levels_.data}));
    if (tree_.n_levels < 2) return {};
    if (pick == DVDB_LOD_PICK_POISSON) return pick_poisson(context_, tree_, levels_);
    return with_points(tree_, [&]<class Record>(Record* points) {
      return contend(Priority<Record>{points, seed, pick == DVDB_LOD_PICK_RANDOM});
    });
  }

  Status write_owners(Span<int32_t> owners) {
    TreeView view;
    DVDB_TRY(view_tree(context_, tree_, view));
    FindOwner find{levels_.data, view.nodes, {}, owners.data};
    for (int level = 0; level <= tree_.n_levels; ++level) find.starts[level] = tree_.level_starts[level];
    return backend::for_each(context_, tree_.n, find);
  }

  Status write_rows(Span<int64_t> rows, Span<int64_t> firsts) {
    TreeView view;
    DVDB_TRY(view_tree(context_, tree_, view));
    backend::Scratch memory(context_);
    Span<int64_t> bases;
    DVDB_TRY(memory.allocate(tree_.n_levels + 1, bases));
    DVDB_TRY(backend::fill(context_, bases.data, 0, 8, bases.size * 8));
    for (int level = 0; level < tree_.n_levels; ++level) {
      DVDB_TRY(backend::for_each_scan(context_, ListLevel::items(tree_.n),
                                      ListLevel{levels_.data, tree_.n, level, bases.data + level, rows.data}));
    }
    DVDB_TRY(backend::for_each(context_, firsts.size,
                               FindFirst{view.nodes, tree_.n_nodes, bases.data, rows.data, tree_.n, firsts.data}, 64));
    return backend::for_each(context_, tree_.n,
                             TakeRows{static_cast<const TrackedPoint*>(tree_.points->data), rows.data});
  }

 private:
  Status list_leaves() {
    const int64_t n = tree_.n_nodes - tree_.n_inner;
    std::unique_ptr<int64_t[]> begins(new (std::nothrow) int64_t[size_t(n + 1)]);
    std::unique_ptr<int32_t[]> levels(new (std::nothrow) int32_t[size_t(n)]);
    if (!begins || !levels) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot pick points: out of host memory");
    int64_t at = 0;
    for_each_leaf(tree_, [&](int64_t, const Node& leaf) {
      begins[size_t(at)] = leaf.begin;
      levels[size_t(at++)] = leaf.level;
    });
    begins[size_t(at)] = tree_.n;
    backend::Layout layout;
    layout.reserve<int64_t>(n + 1);
    const int64_t level_offset = layout.reserve<int32_t>(n);
    DVDB_TRY(leaf_memory_.allocate(layout.bytes()));
    uint8_t* base = static_cast<uint8_t*>(leaf_memory_.data());
    DVDB_TRY(backend::upload(context_, base, begins.get(), (n + 1) * 8));
    DVDB_TRY(backend::upload(context_, base + level_offset, levels.get(), n * 4));
    leaves_ = {{reinterpret_cast<int64_t*>(base), nullptr, n}, reinterpret_cast<int32_t*>(base + level_offset)};
    return {};
  }

  template <class Record>
  Status contend(const Priority<Record>& priority) {
    const int top = tree_.frame.bits - tree_.grid_log2;
    backend::ScratchArray<int64_t> first(context_);
    backend::ScratchArray<int64_t> second(context_);
    backend::ScratchArray<uint64_t> counts(context_);
    backend::ScratchArray<uint8_t> marks(context_);
    DVDB_TRY(first.allocate(tree_.n));
    DVDB_TRY(second.allocate(tree_.n));
    DVDB_TRY(counts.allocate(2));
    DVDB_TRY(marks.allocate(tree_.n));
    Span<int64_t> in = first;
    Span<int64_t> out = second;
    uint64_t seen[2] = {0, 1};
    for (int64_t n = tree_.n, offset = 0; seen[1] != 0; offset ^= kPiece / 2) {
      DVDB_TRY(backend::fill(context_, counts.data, 0, 8, 16));
      const MarkLeafContests<Record> marker{priority.points, leaves_,   n == tree_.n ? nullptr : in.data, offset, top,
                                            counts.data + 1, marks.data};
      DVDB_TRY(backend::for_each(context_, n, marker));
      DVDB_TRY(backend::for_each_scan(context_, n, LeafContest<Record>{priority, marker, n, counts.data, out.data}));
      DVDB_TRY(backend::download(context_, seen, counts.data, 16));
      n = out.size = int64_t(seen[0]);
      std::swap(in, out);
    }
    DVDB_TRY(backend::for_each(context_, in.size, MoveUp{in.data, leaves_, levels_.data}));
    for (int level = tree_.n_levels - 3; level >= 0; --level) {
      DVDB_TRY(backend::for_each_scan(
          context_, in.size,
          CellContest<Record>{priority, in.data, in.size, level, top - level, levels_.data, counts.data, out.data}));
      DVDB_TRY(backend::download(context_, seen, counts.data, 8));
      out.size = int64_t(seen[0]);
      std::swap(in, out);
    }
    return {};
  }

  Context& context_;
  Tree& tree_;
  backend::Scratch level_memory_;
  backend::Scratch leaf_memory_;
  backend::Scratch hint_memory_;
  Span<uint8_t> levels_;
  Leaves leaves_{};
};

}  // namespace

Status operators::lod_picks(Context& c, const LodPicksArgs& a) {
  Tree& tree = *a.lod;
  if (tree.unordered) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot pick points: those of leaves are in any order");
  if (a.out_rows.given && !tree.tracked)
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot pick points: the tree was built without rows");
  if (a.out_rows.given != a.out_firsts.given) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot pick points: rows and their firsts are only told together");
  }
  if (tree.n == 0)
    return a.out_rows.given ? backend::fill(c, a.out_firsts.data, 0, 8, a.out_firsts.size * 8) : Status{};
  Picker picker(c, tree);
  DVDB_TRY(picker.pick(a.pick, a.seed));
  if (a.out_owners.given) DVDB_TRY(picker.write_owners(a.out_owners));
  return a.out_rows.given ? picker.write_rows(a.out_rows, a.out_firsts) : Status{};
}
