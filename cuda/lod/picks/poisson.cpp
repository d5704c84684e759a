/// Poisson-disk sampling: a maximal set of points of a level whose distances are at least a cell's edge.
///
/// Two points can only conflict if their cells are the same or neighbors. So cells whose coordinates have the same
/// lowest bits can be processed in parallel, and eight such rounds always give the same points.
#include "backend/api/launch.hpp"
#include "lod/picks/picks.hpp"

namespace dvdb::lod {

namespace {

constexpr int kBrickLevels = 2;  // 4 x 4 x 4 cells
constexpr int kNeighbors = 27;
constexpr int kRounds = 8;

/// Copies the coordinates of the candidates to contiguous memory.
template <class Record>
struct PlaceCandidate {
  const Record* points;
  const int64_t* candidates;
  Vec3<uint32_t>* out;

  DVDB_FN void operator()(int64_t i) const {
    const Record& p = points[candidates[i]];
    out[i] = {p.x, p.y, p.z};
  }
};

/// Starts of the runs of a list that share a cell; the list is one of places in the list of candidates, or that list.
struct ListRuns {
  const Vec3<uint32_t>* candidates;
  const int64_t* firsts;  // of runs in candidates, or none: candidates themselves
  int64_t n;
  int32_t shift;
  int64_t* n_out;
  int64_t* out;  // [runs + 1]

  DVDB_FN const Vec3<uint32_t>& place(int64_t i) const { return candidates[firsts == nullptr ? i : firsts[i]]; }
  DVDB_FN uint64_t count(int64_t i) const { return i == 0 || !same_cell(place(i), place(i - 1), shift) ? 1 : 0; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (count != 0) out[before] = i;
    if (i < n - 1) return;
    out[before + count] = n;
    *n_out = int64_t(before + count);
  }
};

/// Cells that have candidates, by bricks. Bricks are cells of larger bricks.
struct Bricks {
  const Vec3<uint32_t>* items;  // places in the cells, or bricks
  const int64_t* firsts;        // [cells + 1] in items, or none: cells are items
  const int64_t* starts;        // [n + 1] in cells
  uint64_t* masks;              // [n] a bit for each cell in Morton order
  int64_t* neighbors;           // [n, 27] bricks, -1 for none
  Vec3<uint32_t>* places;       // [n] coordinates of bricks
  int64_t n;
  int32_t shift;  // from items to cells

  /// The cell with a place in a brick, or -1.
  DVDB_FN int64_t cell_at(int64_t brick, uint32_t place) const {
    const uint64_t mask = masks[brick];
    return (mask >> place & 1) != 0 ? starts[brick] + rank_below(mask, place) : -1;
  }
};

/// Finds where a brick lies, and its cells.
struct PlaceBrick {
  Bricks bricks;
  int64_t* owners;  // [cells] bricks, or none

  DVDB_FN void operator()(int64_t brick) const {
    uint64_t mask = 0;
    for (int64_t c = bricks.starts[brick]; c < bricks.starts[brick + 1]; ++c) {
      const Vec3<uint32_t> p = bricks.items[bricks.firsts == nullptr ? c : bricks.firsts[c]];
      const int by = bricks.shift + kBrickLevels;
      bricks.places[brick] = {shift_right(p.x, by), shift_right(p.y, by), shift_right(p.z, by)};
      mask |= bit(
          digits_of(Vec3<uint32_t>{p.x >> bricks.shift, p.y >> bricks.shift, p.z >> bricks.shift}, 0, kBrickLevels));
      if (owners != nullptr) owners[c] = brick;
    }
    bricks.masks[brick] = mask;
  }
};

DVDB_FN int step_of(int32_t which, int axis) {
  return (axis == 0 ? which / 9 : axis == 1 ? which / 3 % 3 : which % 3) - 1;
}

/// Finds the bricks around a large brick, among few.
struct SearchNeighbor {
  Bricks bricks;
  uint32_t most;  // of a brick's coordinates

  DVDB_FN void operator()(int64_t i) const {
    const Vec3<uint32_t> own = bricks.places[i / kNeighbors];
    const int32_t which = int32_t(i % kNeighbors);
    bool is_inside = true;
    for (int axis = 0; axis < 3; ++axis) {
      const int step = step_of(which, axis);
      is_inside = is_inside && !(step < 0 && own[axis] == 0) && !(step > 0 && own[axis] == most);
    }
    bricks.neighbors[i] = is_inside ? find({own.x + uint32_t(step_of(which, 0)), own.y + uint32_t(step_of(which, 1)),
                                            own.z + uint32_t(step_of(which, 2))})
                                    : -1;
  }
  DVDB_FN int64_t find(const Vec3<uint32_t>& wanted) const {
    const int64_t at = last_not_above(int64_t(0), bricks.n, 0,
                                      [&](int64_t brick) { return compare_cells(bricks.places[brick], wanted); });
    return compare_cells(bricks.places[at], wanted) == 0 ? at : -1;
  }
};

/// Finds the bricks around a brick, by those around the large one that it is in.
struct LinkNeighbor {
  Bricks bricks;
  Bricks above;
  const int64_t* owners;  // [bricks] in those above

  DVDB_FN void operator()(int64_t i) const {
    const int64_t brick = i / kNeighbors;
    const int32_t which = int32_t(i % kNeighbors);
    const Vec3<uint32_t> own = bricks.places[brick];
    uint32_t place[3];
    int32_t around = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const int32_t at = int32_t(own[axis] & 3) + step_of(which, axis);
      around = around * 3 + (at < 0 ? 0 : at > 3 ? 2 : 1);
      place[axis] = uint32_t(at & 3);
    }
    const int64_t other = above.neighbors[owners[brick] * kNeighbors + around];
    bricks.neighbors[i] =
        other < 0 ? -1 : above.cell_at(other, digits_of(Vec3<uint32_t>{place[0], place[1], place[2]}, 0, kBrickLevels));
  }
};

/// Processes the cells of one round.
struct ThinCells {
  /// Points of a cell that keep the distance: no two are in one eighth of it.
  static constexpr int kMostChosen = 8;

  Bricks cells;
  uint32_t round;  // lowest bits of the coordinates, x leading
  int32_t level;
  const int64_t* points;   // of candidates, or none: candidates are all there are
  Vec3<uint32_t>* places;  // of candidates; first those that a cell has taken, once it has
  uint8_t* n_chosen;       // [cells] of the rounds before
  uint8_t* levels;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t cell = cell_of_item(i);
    if (cell < 0) return;
    offer_all(cell, [&](const Vec3<uint32_t>& p) {
      return find_taken(i, [&](const Vec3<uint32_t>& q) { return is_near(p, q); });
    });
  }
  /// The surroundings of a cell are loaded once for all of its candidates.
  void run_on_host(int64_t begin, int64_t end) const {
    uint32_t around[3][kNeighbors * kMostChosen];
    for (int64_t i = begin; i < end; ++i) {
      const int64_t cell = cell_of_item(i);
      if (cell < 0) continue;
      int n = 0;
      find_taken(i, [&](const Vec3<uint32_t>& q) {
        for (int axis = 0; axis < 3; ++axis) around[axis][n] = q[axis];
        ++n;
        return false;
      });
      offer_all(cell, [&](const Vec3<uint32_t>& p) {
        bool is_blocked = false;  // without branches, for many at once
        for (int k = 0; k < n; ++k) is_blocked |= is_near(p, {around[0][k], around[1][k], around[2][k]});
        return is_blocked;
      });
    }
  }
  /// The cell of an eighth of a brick, or -1.
  DVDB_FN int64_t cell_of_item(int64_t i) const { return cells.cell_at(i >> 3, uint32_t(i & 7) << 3 | round); }
  /// Whether a point is nearer than a cell's edge.
  DVDB_FN bool is_near(const Vec3<uint32_t>& p, const Vec3<uint32_t>& q) const {
    const uint64_t size = uint64_t(1) << cells.shift;
    const uint64_t x = p.x < q.x ? q.x - p.x : p.x - q.x;
    const uint64_t y = p.y < q.y ? q.y - p.y : p.y - q.y;
    const uint64_t z = p.z < q.z ? q.z - p.z : p.z - q.z;
    return bool(int(x < size) & int(y < size) & int(z < size) & int(x * x + y * y + z * z < size * size));
  }

  /// Takes candidates that are not too near to any taken before, starting with the one nearest to the center.
  template <class F>
  DVDB_FN void offer_all(int64_t cell, F is_blocked) const {
    Vec3<uint32_t>* own = places + cells.firsts[cell];
    const int64_t count = cells.firsts[cell + 1] - cells.firsts[cell];
    int64_t best = 0;
    double most = nearness(own[0], cells.shift);
    for (int64_t k = 1; k < count; ++k) {
      const double near = nearness(own[k], cells.shift);
      if (near > most) {
        most = near;
        best = k;
      }
    }
    Vec3<uint32_t> taken[kMostChosen];
    int n = 0;
    const auto offer = [&](int64_t k) {
      const Vec3<uint32_t> p = own[k];
      for (int at = 0; at < n; ++at) {
        if (is_near(p, taken[at])) return;
      }
      if (is_blocked(p)) return;
      taken[n++] = p;
      const int64_t candidate = cells.firsts[cell] + k;
      levels[points == nullptr ? candidate : points[candidate]] = uint8_t(level);
    };
    offer(best);
    for (int64_t k = 0; k < count; ++k) {
      if (k != best) offer(k);
    }
    for (int at = 0; at < n; ++at) own[at] = taken[at];
    n_chosen[cell] = uint8_t(n);
  }

  /// Whether a function is true of a point that was taken in rounds before, in one of the cells around that of an item.
  template <class F>
  DVDB_FN bool find_taken(int64_t i, F f) const {
    const uint64_t done = 0x0101010101010101u * ((1u << round) - 1);  // cells of a brick
    if (done == 0) return false;
    const int64_t* neighbors = cells.neighbors + (i >> 3) * kNeighbors;
    uint64_t reached[3][3];
    for (int axis = 0; axis < 3; ++axis) {
      for (int step = 0; step < 3; ++step) reached[axis][step] = reach(uint32_t(i & 7), axis, step - 1);
    }
    for (int x = 0; x < 3; ++x) {
      if (reached[0][x] == 0) continue;
      for (int y = 0; y < 3; ++y) {
        if (reached[1][y] == 0) continue;
        for (int z = 0; z < 3; ++z) {
          const uint64_t wanted = reached[0][x] & reached[1][y] & reached[2][z] & done;
          const int64_t other = wanted == 0 ? -1 : neighbors[x * 9 + y * 3 + z];
          if (other >= 0 && find_in(other, wanted, f)) return true;
        }
      }
    }
    return false;
  }
  template <class F>
  DVDB_FN bool find_in(int64_t brick, uint64_t wanted, F& f) const {
    const uint64_t mask = cells.masks[brick];
    for (uint64_t left = wanted & mask; left != 0; left &= left - 1) {
      const int64_t cell = cells.starts[brick] + rank_below(mask, uint32_t(lowest_bit(left)));
      const Vec3<uint32_t>* taken = places + cells.firsts[cell];
      for (int k = 0; k < n_chosen[cell]; ++k) {
        if (f(taken[k])) return true;
      }
    }
    return false;
  }
  /// Cells of a brick next to the item's on an axis, or the same there; of its own brick (0) or of one that a step
  /// leads to.
  DVDB_FN uint64_t reach(uint32_t upper, int axis, int32_t step) const {
    const int place = 2 - axis;
    const int32_t at = int32_t((upper >> place & 1) << 1 | (round >> place & 1));  // in the brick, 0 to 3
    if (step != 0) return at == (step < 0 ? 0 : 3) ? slab(axis, 3 - at) : 0;
    return slab(axis, at) | (at > 0 ? slab(axis, at - 1) : 0) | (at < 3 ? slab(axis, at + 1) : 0);
  }
  /// Cells of a brick that have a coordinate.
  DVDB_FN static uint64_t slab(int axis, int32_t at) {
    const uint64_t high = axis == 0 ? 0xffffffff00000000u : axis == 1 ? 0xffff0000ffff0000u : 0xff00ff00ff00ff00u;
    const uint64_t low = axis == 0 ? 0xf0f0f0f0f0f0f0f0u : axis == 1 ? 0xccccccccccccccccu : 0xaaaaaaaaaaaaaaaau;
    return ((at & 2) != 0 ? high : ~high) & ((at & 1) != 0 ? low : ~low);
  }
};

/// Memory for bricks of any level.
struct BrickStorage {
  explicit BrickStorage(Context& context) : starts(context), masks(context), neighbors(context), places(context) {}
  backend::Scratch starts, masks, neighbors, places;
};

/// Memory for the cells of any level.
struct CellStorage {
  explicit CellStorage(Context& context)
      : candidates(context),
        places(context),
        firsts(context),
        bricks(context),
        above(context),
        owners(context),
        n_chosen(context),
        count(context) {}
  backend::Scratch candidates, places, firsts;
  BrickStorage bricks, above;
  backend::Scratch owners, n_chosen, count;
};

/// Thins candidates level by level.
class Thinner {
 public:
  Thinner(Context& context, int bits) : context_(context), bits_(bits), room_(context) {}

  /// The levels of a tree, from the deepest on; `levels` are those of nodes that own points.
  template <class Record>
  Status run(const Tree& tree, const Record* points, Span<uint8_t> levels) {
    DVDB_TRY(room_.count.allocate(2, count_));
    // Those of the level below are never more than there are points.
    if (tree.n_levels > 1) DVDB_TRY(room_.candidates.allocate(tree.n * 8));
    for (int level = tree.n_levels - 2; level >= 0; --level) {
      Span<int64_t> candidates;
      Span<Vec3<uint32_t>> places;
      candidates.data = static_cast<int64_t*>(room_.candidates.data());
      DVDB_TRY(scan(ListLevel::items(tree.n), ListLevel{levels.data, tree.n, level + 1, count_.data, candidates.data},
                    &candidates.size));
      DVDB_TRY(room_.places.allocate(candidates.size, places));
      DVDB_TRY(
          backend::for_each(context_, candidates.size, PlaceCandidate<Record>{points, candidates.data, places.data}));
      DVDB_TRY(thin(places, bits_ - tree.grid_log2 - level, candidates.data, level, levels.data));
    }
    return {};
  }
  /// All points.
  Status run(Span<Vec3<uint32_t>> points, int shift, uint8_t* chosen) {
    DVDB_TRY(room_.count.allocate(2, count_));
    return points.size == 0 ? Status{} : thin(points, shift, nullptr, 1, chosen);
  }

 private:
  /// Lists what a functor finds, which counts into `count_[1]`.
  template <class F>
  Status scan(int64_t n_items, F f, int64_t* out_count) {
    DVDB_TRY(backend::fill(context_, count_.data, 0, 8, 16));
    DVDB_TRY(backend::for_each_scan(context_, n_items, f));
    return backend::download(context_, out_count, count_.data + 1, 8);
  }

  /// Groups cells into bricks.
  Status group(BrickStorage& room, const Vec3<uint32_t>* items, const int64_t* firsts, int64_t n_cells, int32_t shift,
               int64_t* owners, Bricks& out) {
    Span<int64_t> starts;
    DVDB_TRY(room.starts.allocate(n_cells + 1, starts));
    out = {items, firsts, starts.data, nullptr, nullptr, nullptr, 0, shift};
    DVDB_TRY(
        scan(n_cells, ListRuns{items, firsts, n_cells, shift + kBrickLevels, count_.data + 1, starts.data}, &out.n));
    Span<uint64_t> masks;
    Span<int64_t> neighbors;
    Span<Vec3<uint32_t>> places;
    DVDB_TRY(room.masks.allocate(out.n, masks));
    DVDB_TRY(room.neighbors.allocate(out.n * kNeighbors, neighbors));
    DVDB_TRY(room.places.allocate(out.n, places));
    out.masks = masks.data;
    out.neighbors = neighbors.data;
    out.places = places.data;
    return backend::for_each(context_, out.n, PlaceBrick{out, owners}, 1024);
  }

  /// Groups cells into bricks that know those around them.
  Status link(const Vec3<uint32_t>* places, const int64_t* firsts, int64_t n_cells, int32_t shift, Bricks& out) {
    DVDB_TRY(group(room_.bricks, places, firsts, n_cells, shift, nullptr, out));
    Span<int64_t> owners;
    Bricks above;
    DVDB_TRY(room_.owners.allocate(out.n, owners));
    DVDB_TRY(group(room_.above, out.places, nullptr, out.n, 0, owners.data, above));
    const uint32_t most = shift_right(uint32_t((uint64_t(1) << bits_) - 1), shift + 2 * kBrickLevels);
    DVDB_TRY(backend::for_each(context_, above.n * kNeighbors, SearchNeighbor{above, most}));
    return backend::for_each(context_, out.n * kNeighbors, LinkNeighbor{out, above, owners.data});
  }

  Status thin(Span<Vec3<uint32_t>> places, int shift, const int64_t* candidates, int level, uint8_t* levels) {
    Span<int64_t> firsts;
    Span<uint8_t> n_chosen;
    int64_t n_cells = 0;
    DVDB_TRY(room_.firsts.allocate(places.size + 1, firsts));
    DVDB_TRY(
        scan(places.size, ListRuns{places.data, nullptr, places.size, shift, count_.data + 1, firsts.data}, &n_cells));
    Bricks cells;
    DVDB_TRY(link(places.data, firsts.data, n_cells, shift, cells));
    DVDB_TRY(room_.n_chosen.allocate(n_cells, n_chosen));
    for (uint32_t round = 0; round < kRounds; ++round) {
      DVDB_TRY(backend::for_each(context_, cells.n * 8,
                                 ThinCells{cells, round, level, candidates, places.data, n_chosen.data, levels}, 2048));
    }
    return {};
  }

  Context& context_;
  int bits_;
  CellStorage room_;
  Span<int64_t> count_;
};

}  // namespace

Status pick_poisson(Context& context, const Tree& tree, Span<uint8_t> levels) {
  return with_points(
      tree, [&]<class Record>(Record* points) { return Thinner(context, tree.frame.bits).run(tree, points, levels); });
}

Status thin_points(Context& context, Span<Vec3<uint32_t>> points, int bits, int shift, uint8_t* chosen) {
  return Thinner(context, bits).run(points, shift, chosen);
}

}  // namespace dvdb::lod
