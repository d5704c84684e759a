/// Points of a level that keep the distance of a cell's edge from each other, as many as fit (Poisson-disk sampling).
///
/// Two points are in conflict only if their cells are the same or neighbours. So cells whose coordinates have the same
/// lowest bits can be gone through at once, and eight rounds of that always give the same points.
#include <utility>

#include "backend/launch.hpp"
#include "lod/picks.hpp"

namespace dvdb::lod {

namespace {

constexpr int kBrickLevels = 2;  // 4 x 4 x 4 cells
constexpr int kNeighbors = 27;
constexpr int kRounds = 8;

struct ListCandidates {
  const uint8_t* levels;
  int64_t n;
  int32_t level;
  int64_t* n_out;
  int64_t* out;

  DVDB_FN uint64_t count(int64_t i) const { return levels[i] == level ? 1 : 0; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (count != 0) out[before] = i;
    if (i == n - 1) *n_out = int64_t(before + count);
  }
};

/// Where runs of a list begin that share a cell; the list is one of places in another list, or of points.
template <class Record>
struct ListRuns {
  const Record* points;
  const int64_t* candidates;
  const int64_t* firsts;  // of runs in candidates, or none: candidates themselves
  int64_t n;
  int32_t shift;
  int64_t* n_out;
  int64_t* out;  // [runs + 1]

  DVDB_FN const Record& point(int64_t i) const { return points[candidates[firsts == nullptr ? i : firsts[i]]]; }
  DVDB_FN uint64_t count(int64_t i) const { return i == 0 || !same_cell(point(i), point(i - 1), shift) ? 1 : 0; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (count != 0) out[before] = i;
    if (i < n - 1) return;
    out[before + count] = n;
    *n_out = int64_t(before + count);
  }
};

/// Cells of a level that have candidates, by bricks.
template <class Record>
struct Cells {
  const Record* points;
  const int64_t* candidates;  // points in order
  const int64_t* firsts;      // [cells + 1] in candidates
  const int64_t* bricks;      // [n_bricks + 1] in cells
  uint64_t* masks;            // [n_bricks] a bit for each cell in Morton order
  int64_t* neighbors;         // [n_bricks, 27] bricks, -1 for none
  Vec3<uint32_t>* places;     // [n_bricks] coordinates of bricks
  int64_t n_bricks;
  int32_t shift;  // from coordinates to cells

  /// The cell with a place in a brick, or -1.
  DVDB_FN int64_t cell_at(int64_t brick, uint32_t place) const {
    const uint64_t mask = masks[brick];
    return (mask >> place & 1) != 0 ? bricks[brick] + rank_below(mask, place) : -1;
  }
};

/// Finds where a brick lies, and its cells.
template <class Record>
struct PlaceBrick {
  Cells<Record> cells;

  DVDB_FN void operator()(int64_t brick) const {
    uint64_t mask = 0;
    for (int64_t c = cells.bricks[brick]; c < cells.bricks[brick + 1]; ++c) {
      const Record& p = cells.points[cells.candidates[cells.firsts[c]]];
      const int by = cells.shift + kBrickLevels;
      cells.places[brick] = {shift_right(p.x, by), shift_right(p.y, by), shift_right(p.z, by)};
      mask |= bit(digits_of(Vec3<uint32_t>{p.x >> cells.shift, p.y >> cells.shift, p.z >> cells.shift}, 0, kBrickLevels));
    }
    cells.masks[brick] = mask;
  }
};

/// Finds the bricks around a brick.
template <class Record>
struct LinkBrick {
  Cells<Record> cells;
  uint32_t most;  // of a brick's coordinates

  DVDB_FN void operator()(int64_t i) const {
    const int64_t brick = i / kNeighbors;
    const int32_t which = int32_t(i % kNeighbors);
    const Vec3<uint32_t> own = cells.places[brick];
    if (which == kNeighbors / 2) {
      cells.neighbors[i] = brick;
      return;
    }
    const int32_t step[3] = {which / 9 - 1, which / 3 % 3 - 1, which % 3 - 1};
    bool is_inside = true;
    for (int axis = 0; axis < 3; ++axis) is_inside = is_inside && !(step[axis] < 0 && own[axis] == 0) && !(step[axis] > 0 && own[axis] == most);
    cells.neighbors[i] = is_inside ? find({own.x + uint32_t(step[0]), own.y + uint32_t(step[1]), own.z + uint32_t(step[2])}) : -1;
  }
  DVDB_FN int64_t find(const Vec3<uint32_t>& wanted) const {
    const int64_t at = last_not_above(int64_t(0), cells.n_bricks, 0, [&](int64_t brick) { return compare_cells(cells.places[brick], wanted); });
    return compare_cells(cells.places[at], wanted) == 0 ? at : -1;
  }
};

/// Goes through the cells of one round.
template <class Record>
struct ThinCells {
  Cells<Record> cells;
  uint32_t round;  // lowest bits of the coordinates, x leading
  int32_t level;
  Vec3<uint32_t>* chosen;  // [candidates] places, those of a cell from its first candidate on
  uint8_t* n_chosen; // [cells]
  uint8_t* levels;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t brick = i >> 3;
    const uint32_t upper = uint32_t(i & 7);
    const int64_t cell = cells.cell_at(brick, upper << 3 | round);
    if (cell < 0) return;
    const int64_t begin = cells.firsts[cell];
    const int64_t end = cells.firsts[cell + 1];
    int64_t best = begin;
    double most = nearness(point(begin), cells.shift);
    for (int64_t k = begin + 1; k < end; ++k) {
      const double near = nearness(point(k), cells.shift);
      if (near > most) {
        most = near;
        best = k;
      }
    }
    const int32_t place[3] = {coordinate(upper, 2), coordinate(upper, 1), coordinate(upper, 0)};
    offer(brick, place, cell, best);
    for (int64_t k = begin; k < end; ++k) {
      if (k != best && !(k > begin && same_cell(point(k), point(k - 1), 0))) offer(brick, place, cell, k);
    }
  }
  /// Of a cell in its brick, 0 to 3.
  DVDB_FN int32_t coordinate(uint32_t upper, int place) const { return int32_t((upper >> place & 1) << 1 | (round >> place & 1)); }
  DVDB_FN const Record& point(int64_t k) const { return cells.points[cells.candidates[k]]; }

  /// Takes a candidate that is near to none that was taken before.
  DVDB_FN void offer(int64_t brick, const int32_t (&place)[3], int64_t cell, int64_t candidate) const {
    const Record p = point(candidate);
    if (conflicts(cell, p)) return;
    const uint64_t size = uint64_t(1) << cells.shift;
    const uint64_t offset[3] = {p.x & (size - 1), p.y & (size - 1), p.z & (size - 1)};
    for (int32_t which = 0; which < kNeighbors; ++which) {
      if (which == kNeighbors / 2) continue;
      const int32_t step[3] = {which / 9 - 1, which / 3 % 3 - 1, which % 3 - 1};
      uint64_t distance = 0;  // of the neighbour's nearest place
      int32_t around = 0;     // brick
      uint32_t upper = 0;
      uint32_t lower = 0;
      for (int axis = 0; axis < 3; ++axis) {
        const uint64_t gap = step[axis] == 0 ? 0 : step[axis] < 0 ? offset[axis] + 1 : size - offset[axis];
        distance += gap * gap;
        const int32_t at = place[axis] + step[axis];
        around = around * 3 + (at < 0 ? 0 : at > 3 ? 2 : 1);
        upper = upper << 1 | uint32_t(at >> 1 & 1);
        lower = lower << 1 | uint32_t(at & 1);
      }
      if (distance >= size * size) continue;
      const int64_t other = cells.neighbors[brick * kNeighbors + around];
      const int64_t near = other < 0 ? -1 : cells.cell_at(other, upper << 3 | lower);
      if (near >= 0 && conflicts(near, p)) return;
    }
    chosen[cells.firsts[cell] + n_chosen[cell]++] = {p.x, p.y, p.z};
    levels[cells.candidates[candidate]] = uint8_t(level);
  }
  /// Whether a point that a cell has taken is nearer than a cell's edge.
  DVDB_FN bool conflicts(int64_t cell, const Record& p) const {
    const uint64_t size = uint64_t(1) << cells.shift;
    const Vec3<uint32_t>* own = chosen + cells.firsts[cell];
    for (int k = 0; k < n_chosen[cell]; ++k) {
      const Vec3<uint32_t> q = own[k];
      const uint64_t x = p.x < q.x ? q.x - p.x : p.x - q.x;
      const uint64_t y = p.y < q.y ? q.y - p.y : p.y - q.y;
      const uint64_t z = p.z < q.z ? q.z - p.z : p.z - q.z;
      if (x < size && y < size && z < size && x * x + y * y + z * z < size * size) return true;
    }
    return false;
  }
};

/// Memory for the cells of any level.
struct Room {
  explicit Room(Context& context)
      : candidates(context), firsts(context), bricks(context), masks(context), neighbors(context), places(context), chosen(context), n_chosen(context), count(context) {}
  backend::Scratch candidates, firsts, bricks, masks, neighbors, places, chosen, n_chosen, count;
};

template <class Record>
class Thinner {
 public:
  Thinner(Context& context, const Tree& tree, const Record* points, Span<uint8_t> levels)
      : context_(context), tree_(tree), points_(points), levels_(levels), room_(context) {}

  Status run() {
    DVDB_TRY(room_.count.allocate(1, count_));
    for (int level = tree_.n_levels - 2; level >= 0; --level) DVDB_TRY(thin(level));
    return {};
  }

 private:
  template <class F>
  Status scan(F f, int64_t* out_count) {
    DVDB_TRY(backend::fill(context_, count_.data, 0, 8, 8));
    DVDB_TRY(backend::for_each_scan(context_, f.n, f));
    return backend::download(context_, out_count, count_.data, 8);
  }

  Status thin(int level) {
    const int shift = tree_.frame.bits - tree_.grid_log2 - level;
    Span<int64_t> candidates;
    Span<int64_t> firsts;
    Span<int64_t> bricks;
    Span<Vec3<uint32_t>> places;
    Span<Vec3<uint32_t>> chosen;
    Span<uint8_t> n_chosen;
    // Those of the level below are never more than there are points.
    if (room_.candidates.data() == nullptr) DVDB_TRY(room_.candidates.allocate(tree_.n * 8));
    candidates.data = static_cast<int64_t*>(room_.candidates.data());
    DVDB_TRY(scan(ListCandidates{levels_.data, tree_.n, level + 1, count_.data, candidates.data}, &candidates.size));
    int64_t n_cells = 0;
    DVDB_TRY(room_.firsts.allocate(candidates.size + 1, firsts));
    DVDB_TRY(scan(ListRuns<Record>{points_, candidates.data, nullptr, candidates.size, shift, count_.data, firsts.data}, &n_cells));
    int64_t n_bricks = 0;
    DVDB_TRY(room_.bricks.allocate(n_cells + 1, bricks));
    DVDB_TRY(scan(ListRuns<Record>{points_, candidates.data, firsts.data, n_cells, shift + kBrickLevels, count_.data, bricks.data}, &n_bricks));
    Cells<Record> cells{points_, candidates.data, firsts.data, bricks.data, nullptr, nullptr, nullptr, n_bricks, shift};
    Span<uint64_t> masks;
    Span<int64_t> neighbors;
    DVDB_TRY(room_.masks.allocate(n_bricks, masks));
    DVDB_TRY(room_.neighbors.allocate(n_bricks * kNeighbors, neighbors));
    DVDB_TRY(room_.places.allocate(n_bricks, places));
    cells.masks = masks.data;
    cells.places = places.data;
    cells.neighbors = neighbors.data;
    const uint32_t most = shift_right(uint32_t((uint64_t(1) << tree_.frame.bits) - 1), shift + kBrickLevels);
    DVDB_TRY(backend::for_each(context_, n_bricks, PlaceBrick<Record>{cells}, 64));
    DVDB_TRY(backend::for_each(context_, neighbors.size, LinkBrick<Record>{cells, most}, 256));
    DVDB_TRY(room_.chosen.allocate(candidates.size, chosen));
    DVDB_TRY(room_.n_chosen.allocate(n_cells, n_chosen));
    DVDB_TRY(backend::fill(context_, n_chosen.data, 0, 1, n_cells));
    for (uint32_t round = 0; round < kRounds; ++round) {
      DVDB_TRY(backend::for_each(context_, n_bricks * 8, ThinCells<Record>{cells, round, level, chosen.data, n_chosen.data, levels_.data}, 64));
    }
    return {};
  }

  Context& context_;
  const Tree& tree_;
  const Record* points_;
  Span<uint8_t> levels_;
  Room room_;
  Span<int64_t> count_;
};

}  // namespace

Status pick_poisson(Context& context, const Tree& tree, Span<uint8_t> levels) {
  return with_points(tree, [&]<class Record>(Record* points) { return Thinner<Record>(context, tree, points, levels).run(); });
}

}  // namespace dvdb::lod
