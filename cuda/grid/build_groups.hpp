/// The steps of a build that work on points grouped by lower node (see backend/grouping.hpp).
#pragma once

#include "backend/api/special/points/grouping.hpp"
#include "grid/build_steps.hpp"

namespace dvdb::steps {

/// Groups of points: a group is a run of consecutive cells, so also a run of lower nodes.
struct PointGroups {
  static constexpr int kMaxLowers = 2048;  // 21 bits of an item name the voxel within its lower node, 11 the node
  uint32_t* first_lower;                   // [n_groups + 1]
  int64_t* starts;                         // [n_groups + 1]
  int64_t* most_lowers;                    // [1]
  int n_groups;
};

/// Assigns the cells to groups.
struct DealCells {
  Work w;
  PointGroups groups;

  /// Half of the group number grows with the points, half with the lower nodes, so that no group gets too many of
  /// either.
  DVDB_FN int group_at(uint64_t points_before, uint32_t lowers_before) const {
    const uint64_t half = uint64_t(groups.n_groups) / 2;
    const uint64_t group =
        points_before * half / uint64_t(w.points.size) + lowers_before * half / uint64_t(w.sizes->lowers);
    return int(min_of<uint64_t>(group, uint64_t(groups.n_groups - 1)));
  }
  DVDB_FN uint32_t lowers_before(int64_t cell) const { return w.uppers[cell << w.cell_log2].base; }

  DVDB_FN uint64_t count(int64_t cell) const { return w.cells[cell]; }
  DVDB_FN void emit(int64_t cell, uint64_t count, uint64_t before) const {
    const uint32_t lower = lowers_before(cell);
    const int own = group_at(before, lower);
    write_words(cell, own);
    const int last = cell == 0 ? -1 : group_at(before - w.cells[cell - 1], lowers_before(cell - 1));
    for (int group = last + 1; group <= own; ++group) begin(group, int64_t(before), lower);
    if (cell == w.n_cells - 1) {
      for (int group = own + 1; group <= groups.n_groups; ++group)
        begin(group, int64_t(before + count), uint32_t(w.sizes->lowers));
    }
  }
  /// Stores the group in the cell's mask words, where the split reads it along with the mask; when the nodes are
  /// finished it is overwritten.
  DVDB_FN void write_words(int64_t cell, int own) const {
    const int64_t end = min_of((cell + 1) << w.cell_log2, w.slot_room * kUpperWords);
    for (int64_t word = cell << w.cell_log2; word < end; ++word) w.uppers[word].groups = uint32_t(own);
  }
  DVDB_FN void begin(int group, int64_t start, uint32_t lower) const {
    groups.starts[group] = start;
    groups.first_lower[group] = lower;
  }
};

/// Finds the largest number of lower nodes in a group.
struct MeasureGroups {
  PointGroups groups;

  DVDB_FN void operator()(int64_t group) const {
    backend::atomic_max(groups.most_lowers, int64_t(groups.first_lower[group + 1]) - groups.first_lower[group]);
  }
};

/// Splits points by group; within a group, a point's voxel fits 32 bits.
struct SplitPoints {
  Work w;
  PointGroups groups;

  DVDB_FN uint32_t operator()(int64_t i, uint32_t* item) const {
    const Coord c = w.points[i];
    const uint32_t offset = upper_offset(c);
    const NodeWord word = w.uppers[w.slots.slot_of(w.batch.list_of(i), c) * kUpperWords + (offset >> 6)];
    const uint32_t group = word.groups;
    const uint32_t lower = word.child(offset & 63) - groups.first_lower[group];
    *item = lower << 21 | lower_offset(c) << 9 | leaf_offset(c);
    return group;
  }
};

/// The leaf masks of a group's lower nodes, one after the other.
struct GroupedLeaves {
  Work w;
  PointGroups groups;

  DVDB_FN int64_t words(int group) const {
    return int64_t(groups.first_lower[group + 1] - groups.first_lower[group]) * kLowerWords;
  }
  DVDB_FN uint32_t bit_of(uint32_t item) const { return item >> 9; }
  DVDB_FN uint64_t* word(int group, int64_t i) const {
    return &w.lowers[int64_t(groups.first_lower[group]) * kLowerWords + i].mask;
  }
};

/// Marks the voxel of each item in its leaf.
struct MarkGroupedVoxels {
  Nodes out;
  PointGroups groups;

  DVDB_FN void operator()(int group, uint32_t item, bool crowded) const {
    const uint32_t offset = item >> 9 & 4095;
    const NodeWord word = out.lowers[int64_t(groups.first_lower[group] + (item >> 21)) * kLowerWords + (offset >> 6)];
    backend::set_own_bits(&out.leaves[word.child(offset & 63)].mask[item >> 6 & 7], bit(item & 63), crowded);
  }
};

}  // namespace dvdb::steps
