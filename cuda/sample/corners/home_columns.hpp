/// Finds the voxels around points of which consecutive ones are close to each other.
///
/// A crew takes some hundred points at once. It assigns each to a home, a leaf that contains or adjoins the point: that of its
/// nearest voxel or of its lowest corner, whichever serves more points. Where consecutive points are close, homes are few. Of
/// each home, and of the voxels next to it, the crew writes columns along z to shared memory: which voxels are active, and their
/// rows. Each point then finds the voxels around it in four columns.
#pragma once

#include <bit>

#include "backend/crew.hpp"
#include "sample/corners/tiles.hpp"

namespace dvdb::sample {

/// Ten voxels along z, from one before a leaf to one after it.
struct alignas(16) Column {
  uint32_t first;   // row of the first active voxel in the leaf
  uint32_t active;  // bit 0 is the one before the leaf
  uint32_t before;  // row of the one before the leaf
  uint32_t behind;  // row of the one after the leaf
};

/// What is found around a point.
template <class R>
struct FoundCorners {
  R part[3];                // offset of the point from the lowest corner, 0 to 1
  uint32_t rows[kCorners];  // undefined for inactive corners
  bool active[kCorners];

  DVDB_FN bool has(int corner) const { return active[corner]; }
};

/// Finds the voxels around points of single precision in a single grid, kEach of a thread. Points that are far from the first of
/// their crew, or in leaves for which there is no room, are looked up one by one; so are all points of a crew where these are many.
template <class R, int kThreads>
struct HomeColumns {
  using Tiles = CornerTiles<R, uint32_t>;
  static constexpr int kEach = 4;
  static constexpr int kPoints = kThreads * kEach;
  static constexpr uint32_t kHomes = 6;  // more take memory that is of more use to the cache
  static constexpr uint32_t kSide = 10;  // columns along an axis, from one before a leaf to one behind
  static constexpr uint32_t kColumns = kSide * kSide;
  static constexpr uint32_t kPitch = 4;  // from leaves along z to those of the next y
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kMostFar = 64;  // points that are looked up one by one beside columns
  // A voxel near the first point of a crew is a word: along each axis it has ten bits, and one above them but for x.
  static constexpr int kShift = 11;
  static constexpr uint32_t kOnes = 1u << 2 * kShift | 1u << kShift | 1;
  static constexpr uint32_t kReach = 1024;
  static constexpr int32_t kMiddle = kReach / 2;  // where the first point is along an axis
  struct alignas(16) Shared {
    Column columns[kHomes * kColumns];
    uint32_t near[kHomes * 9 * kPitch];  // leaves around homes, z fastest
    uint32_t homes[kHomes];              // those that there are come first
    uint32_t lowers[8];                  // around the first point
    Scale scale;
    double base[3];  // the lower bits of sums with it count voxels from the least
    int32_t least[3];
    R per_unit[3];  // voxels in a unit of length, or 0
    uint32_t n_far;
    uint32_t unfit;  // a byte of it is 1: numbers are too large along an axis
  };
  Places places;
  int64_t n;

  /// Whether sorted points are found more quickly in columns: there are many of them in one leaf, and enough crews.
  bool is_worth_it() const {
    constexpr int64_t kFewest = int64_t(3) << 20;
    constexpr int64_t kOfLeaf = 96;
    return places.points.dtype == DVDB_F32 && places.batch.n == 1 && places.grid.n_voxels > 0 && n >= kFewest && n / kOfLeaf >= places.grid.n_leaves;
  }
  DVDB_FN int64_t crews() const { return (n + kPoints - 1) / kPoints; }

  /// Calls visit(point, found) for the points of a crew, or visit_far(point, around) for those that are looked up one by one and
  /// for which that is false.
  template <class Visit, class VisitFar>
  DVDB_FN void each_point(int64_t i, const backend::Crew& crew, Shared& shared, Visit visit, VisitFar visit_far) const {
    const backend::Team team{crew.rank & 31, 32};
    const int64_t first = i * kPoints + (crew.rank - team.rank) * kEach + team.rank;  // other points of a thread are a team apart
    uint32_t far = (1u << kEach) - 1;
    begin(i, crew, shared);
    crew.wait();
    if ((i + 1) * kPoints <= n && shared.unfit == 0) find(first, crew, team, shared, visit, far);
    DVDB_ROLLED
    for (; far != 0; far &= far - 1) {
      const int64_t point = first + 32 * lowest_bit(uint64_t(far));
      if (point >= n) break;
      typename Tiles::Cell around;
      Tiles{places, n}.find_far(point, around);
      visit_far(point, around);
    }
  }

 private:
  /// Visits points that are found in columns, and clears their bits of `far`.
  template <class Visit>
  DVDB_FN void find(int64_t first, const backend::Crew& crew, const backend::Team& team, Shared& shared, Visit visit, uint32_t& far) const {
    const float* const from = static_cast<const float*>(places.points.data) + 3 * first;
    float numbers[kEach][3];
    for (int k = 0; k < kEach; ++k) {
      for (int axis = 0; axis < 3; ++axis) numbers[k][axis] = from[3 * 32 * k + axis];
    }
    if (crew.rank >= kThreads - 8) shared.lowers[crew.rank & 7] = find_lower(corner_of(crew.rank & 7, shared));
    R part[kEach][3];
    uint32_t entry[kEach];  // where the point is; then where its first column is, and its place there
    uint32_t is_far = place(numbers, part, entry, shared);
    find_homes(part, entry, is_far, team, shared);
    if (team.ballot(is_far != 0) != 0) backend::atomic_add(&shared.n_far, uint32_t(popcount(uint64_t(is_far))));
    crew.wait();
    if (shared.n_far > kMostFar) return;
    find_near(crew, shared);
    crew.wait();
    write_columns(crew, shared);
    crew.wait();
    for (int k = 0; k < kEach; ++k) {
      if ((is_far >> k & 1) == 0 && !visit(first + 32 * k, look_up(part[k], entry[k], shared))) is_far |= 1u << k;
    }
    far = is_far;
  }

  /// What all points need, counted from the first one.
  DVDB_FN void begin(int64_t i, const backend::Crew& crew, Shared& shared) const {
    uint8_t* const unfit = reinterpret_cast<uint8_t*>(&shared.unfit);
    const GridHead& head = places.grid.heads[0];
    if (crew.rank < int(kHomes)) shared.homes[crew.rank] = kNone;
    if (crew.rank == 3) {
      unfit[3] = 0;
      shared.n_far = 0;
    }
    if (crew.rank >= 3) return;
    const int axis = crew.rank;
    shared.scale.set(axis, head);
    const double at = shared.scale.along(axis, double(static_cast<const float*>(places.points.data)[3 * i * kPoints + axis]));
    constexpr double kMost = 2147483648.0 - 4 * kReach;
    const bool fits = Scale::is_safe(head.size[axis], head.origin[axis]) && at > -kMost && at < kMost;
    const int32_t least = fits ? (int32_t(at) & -8) - kMiddle : 0;
    shared.least[axis] = least;
    shared.per_unit[axis] = if_ordinary<R>(shared.scale.inverse[axis]);
    shared.base[axis] = Whole::kBase - least;
    unfit[axis] = !fits;
  }

  /// Says where points are: how far beyond the lowest corner, and which voxel that is. Bit k of what it returns is set if the
  /// k-th one is not near the first.
  DVDB_FN static uint32_t place(const float (&numbers)[kEach][3], R (&part)[kEach][3], uint32_t (&low)[kEach], const Shared& shared) {
    bool is_far[kEach] = {};
    for (int k = 0; k < kEach; ++k) low[k] = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double base = shared.base[axis];
      for (int k = 0; k < kEach; ++k) {
        const double v = shared.scale.along(axis, double(numbers[k][axis]));
        const double sum = Whole::sum_below(v, base);
        part[k][axis] = R(v - (sum - base));
        const uint64_t bits = std::bit_cast<uint64_t>(sum);
        const uint32_t at = uint32_t(bits);
        is_far[k] = is_far[k] || uint32_t(bits >> 32) != uint32_t(std::bit_cast<uint64_t>(Whole::kBase) >> 32) || at - 8 >= kReach - 16;
        low[k] += at << (2 - axis) * kShift;
      }
    }
    uint32_t far = 0;
    for (int k = 0; k < kEach; ++k) far |= (is_far[k] ? 1u : 0u) << k;
    return far;
  }

  /// How far the column before a home's first is from a voxel, for each axis, as long as is_in() says that it is in its columns.
  DVDB_FN static uint32_t place_in(uint32_t home, uint32_t low) { return low - home + kOnes; }
  DVDB_FN static bool is_in(uint32_t place) {
    constexpr uint32_t kAbove = (kReach - 16) * kOnes | kReach << kShift | kReach;
    return ((place | (place + 7 * kOnes)) & kAbove) == 0;  // 0 to 8, not to 15
  }

  /// Finds a home for each point, and the place of its first column on chip. Homes are listed if they are not yet; points that
  /// find no room are far.
  DVDB_FN static void find_homes(const R (&part)[kEach][3], uint32_t (&entry)[kEach], uint32_t& far, const backend::Team& team, Shared& shared) {
    constexpr uint32_t kLeaf = kOnes * (kReach - 8);
    uint32_t home = 0u - 16;  // in the columns of which no point is
    uint32_t begin = 0;       // of its columns
    for (int k = 0; k < kEach; ++k) {
      uint32_t own = begin;
      uint32_t place = place_in(home, entry[k]);
      bool is_left = (far >> k & 1) == 0 && !is_in(place);
      uint32_t left = team.ballot(is_left);
      DVDB_ROLLED
      while (left != 0) {
        const int leader = lowest_bit(uint64_t(left));
        uint32_t nearest = entry[k];
        for (int axis = 0; axis < 3; ++axis) nearest += part[k][axis] >= R(0.5) ? 1u << (2 - axis) * kShift : 0;
        uint32_t chosen = team.from(nearest & kLeaf, leader);
        uint32_t taken = team.ballot(is_left && is_in(place_in(chosen, entry[k])));
        const uint32_t other = team.from(entry[k] & kLeaf, leader);
        if (other != chosen) {  // the leaf of the lowest corner may do for more
          const uint32_t others = team.ballot(is_left && is_in(place_in(other, entry[k])));
          if (popcount(uint64_t(others)) > popcount(uint64_t(taken))) {
            chosen = other;
            taken = others;
          }
        }
        const uint32_t number = number_of(chosen, team, shared);
        const bool is_taken = (taken >> team.rank & 1) != 0;
        if (number == kHomes) {
          if (is_taken) far |= 1u << k;
        } else {
          home = chosen;
          begin = number * kColumns * 16;
          if (is_taken) {
            place = place_in(home, entry[k]);
            own = begin;
          }
        }
        is_left = is_left && !is_taken;
        left &= ~taken;
      }
      const uint32_t row = place >> 2 * kShift;
      const uint32_t column = (place >> kShift) - row * ((kReach << 1) - kSide);
      entry[k] = own + column * 16 + (place & 15);
    }
  }

  /// The number of a home, or kHomes if there is no room.
  DVDB_FN static uint32_t number_of(uint32_t home, const backend::Team& team, Shared& shared) {
    DVDB_ROLLED
    for (;;) {
      const bool has_one = uint32_t(team.rank) < kHomes;  // others may see another word than the last of these lanes does
      const uint32_t seen = backend::atomic_load(&shared.homes[has_one ? team.rank : 0]);
      const uint32_t same = team.ballot(has_one && seen == home);
      if (same != 0) return uint32_t(lowest_bit(uint64_t(same)));
      const uint32_t free = team.ballot(has_one && seen == kNone);
      if (free == 0) return kHomes;
      if (team.rank == 0) backend::atomic_claim(&shared.homes[lowest_bit(uint64_t(free))], kNone, home);
      team.meet();
    }
  }

  /// Looks up the leaves in and around homes, a team those of one.
  DVDB_FN void find_near(const backend::Crew& crew, Shared& shared) const {
    const uint32_t side = uint32_t(crew.rank) % 32;
    if (side >= 27) return;
    const uint32_t slice = side * 57 >> 9;  // side / 9
    const uint32_t line = side * 11 >> 5;   // side / 3
    const int32_t step[3] = {int32_t(slice), int32_t(line - 3 * slice), int32_t(side - 3 * line)};
    DVDB_ROLLED
    for (uint32_t number = uint32_t(crew.rank) / 32; number < kHomes; number += uint32_t(kThreads) / 32) {
      const uint32_t home = shared.homes[number];
      if (home == kNone) return;
      const auto along = [&](int axis) {
        return shared.least[axis] + int32_t(home >> (2 - axis) * kShift & (kReach - 8)) + 8 * (step[axis] - 1);
      };
      shared.near[(number * 9 + line) * kPitch + uint32_t(step[2])] = find_leaf({along(0), along(1), along(2)}, shared);
    }
  }

  /// The least voxel of a lower node around the first point: at least 64 voxels to each side are in one of the eight.
  DVDB_FN static Coord corner_of(int corner, const Shared& shared) {
    constexpr int32_t kOfNode = 1 << kLowerLog2;
    const auto along = [&](int axis) { return ((shared.least[axis] + kMiddle - kOfNode / 2) & -kOfNode) + (corner >> (2 - axis) & 1) * kOfNode; };
    return {along(0), along(1), along(2)};
  }
  DVDB_FN uint32_t find_lower(const Coord& at) const {
    const GridView& grid = places.grid;
    const int64_t upper = grid.find_upper(grid.heads[0], at);
    return upper < 0 ? kNone : uint32_t(grid.find_lower(upper, at));
  }
  DVDB_FN uint32_t find_leaf(const Coord& at, const Shared& shared) const {
    const Coord least = corner_of(0, shared);
    const uint32_t x = uint32_t(at.x - least.x) >> kLowerLog2;
    const uint32_t y = uint32_t(at.y - least.y) >> kLowerLog2;
    const uint32_t z = uint32_t(at.z - least.z) >> kLowerLog2;
    const uint32_t lower = (x | y | z) > 1 ? find_lower(at) : shared.lowers[x << 2 | y << 1 | z];
    if (lower == kNone) return kNone;
    const uint32_t offset = lower_offset(at);
    const NodeWord word = places.grid.lowers[uint64_t(lower) * kLowerWords + (offset >> 6)];
    const uint32_t leaf = word.child(offset & 63);  // found before it is known to be there, so that its word is read at once
    return word.has(offset & 63) ? leaf : kNone;
  }

  /// Writes the columns of homes, one after the other.
  DVDB_FN void write_columns(const backend::Crew& crew, Shared& shared) const {
    DVDB_ROLLED
    for (uint32_t item = uint32_t(crew.rank); item < kHomes * kColumns; item += uint32_t(kThreads)) {
      static_assert(kHomes <= 16);
      const uint32_t number = item * 5243 >> 19;  // item / kColumns
      if (shared.homes[number] == kNone) return;
      const uint32_t column = item - number * kColumns;
      const uint32_t before = column * 6554 >> 16;  // column / kSide
      const uint32_t x = before + 7;                // in leaves before, here and behind
      const uint32_t y = column - before * kSide + 7;
      const uint32_t slice = x % 8;
      const uint32_t shift = y % 8 * 8;
      const uint32_t counted = slice == 0 ? 63 : slice * 9 - 9;  // the last bit is 0
      const uint32_t* const near = shared.near + (number * 9 + (x >> 3) * 3 + (y >> 3)) * kPitch;
      uint64_t masks[3];
      uint64_t prefixes[3];
      uint32_t rows[3];
      bool there[3];
      for (int side = 0; side < 3; ++side) {
        const uint32_t index = near[side];
        there[side] = index != kNone;
        const Leaf& leaf = places.grid.leaves[there[side] ? index : 0];
        masks[side] = leaf.mask[slice];
        prefixes[side] = leaf.prefix;
        rows[side] = uint32_t(leaf.first);
      }
      uint32_t here[3];
      for (int side = 0; side < 3; ++side) {
        here[side] = there[side] ? uint32_t(masks[side] >> shift) & 255 : 0;
        rows[side] += (uint32_t(prefixes[side] >> counted) & 511) + uint32_t(rank_below(masks[side], shift));
      }
      rows[0] += uint32_t(popcount(uint64_t(here[0] & 127)));
      shared.columns[item] = {rows[1], here[0] >> 7 | here[1] << 1 | (here[2] & 1) << 9, rows[0], rows[2]};
    }
  }

  /// Finds the voxels around a point in the columns of its home.
  DVDB_FN static FoundCorners<R> look_up(const R (&part)[3], uint32_t entry, const Shared& shared) {
    const uint32_t lift = entry % 16;  // bit of the voxel below
    const Column* const lowest = shared.columns + entry / 16;
    const uint32_t below = lift == 0 ? 0 : (1u << lift) - 2;
    const uint32_t own = 1u << lift;
    FoundCorners<R> found;
    for (int axis = 0; axis < 3; ++axis) found.part[axis] = part[axis];
    for (int pair = 0; pair < 4; ++pair) {
      const Column column = lowest[(pair >> 1) * int(kSide) + (pair & 1)];
      const uint32_t row = column.first + uint32_t(popcount(uint64_t(column.active & below)));
      const bool has_lower = (column.active & own) != 0;
      const uint32_t next = row + (lift != 0 && has_lower ? 1 : 0);
      found.active[2 * pair] = has_lower;
      found.active[2 * pair + 1] = (column.active & 2 * own) != 0;
      found.rows[2 * pair] = lift == 0 ? column.before : row;
      found.rows[2 * pair + 1] = lift == 8 ? column.behind : next;
    }
    return found;
  }
};

}  // namespace dvdb::sample
