/// The samples that voxels are made from, and how a run of samples becomes one color.
#pragma once

#include "backend/api/launch.hpp"
#include "core/random.hpp"
#include "lod/tree/request.hpp"

namespace dvdb::lod {

/// Exact sums over points.
struct Sums {
  uint64_t channels[4];
  uint64_t count;
};

/// A run of samples of a voxel: points, or voxels of a child.
struct Run {
  int64_t begin;
  int64_t end;
  int64_t child;  // place in its level
};

/// Intervals laid end to end, and for each 256 places the interval that holds the first.
struct Intervals {
  const int64_t* starts = nullptr;  // [n + 1], ascending; intervals may be empty
  const uint32_t* hints = nullptr;  // [places / 256 + 1]
  int64_t n = 0;

  DVDB_FN int64_t at(int64_t place) const {
    int64_t i = hints[place >> 8];
    while (starts[i + 1] <= place) ++i;
    return i;
  }
};

struct FindHints {
  const int64_t* starts;
  int64_t n;
  uint32_t* hints;

  DVDB_FN void operator()(int64_t i) const { hints[i] = uint32_t(last_not_above(starts, n, i << 8)); }
};

/// A sum below 2^24 divided by a weight below 2^16, rounded half up: a float quotient is off by at most one.
DVDB_FN uint32_t mean_of_few(uint32_t sum, uint32_t divisor, float inverse) {
  sum += divisor / 2;
  const uint32_t quotient = uint32_t(float(sum) * inverse);
  const int32_t left = int32_t(sum - quotient * divisor);
  return quotient + (left >= int32_t(divisor) ? 1 : 0) - (left < 0 ? 1 : 0);
}

/// The mean of each channel, rounded half up.
DVDB_FN uint32_t mean_color(const uint64_t (&sums)[4], uint64_t weight) {
  uint32_t rgba = 0;
  if (weight < uint64_t(1) << 16) {
    const float inverse = 1.0f / float(uint32_t(weight));
    for (int channel = 0; channel < 4; ++channel)
      rgba |= mean_of_few(uint32_t(sums[channel]), uint32_t(weight), inverse) << (8 * channel);
  } else if (weight < uint64_t(1) << 23) {  // division of short numbers is many times faster
    for (int channel = 0; channel < 4; ++channel)
      rgba |= (uint32_t(sums[channel]) + uint32_t(weight) / 2) / uint32_t(weight) << (8 * channel);
  } else {
    for (int channel = 0; channel < 4; ++channel)
      rgba |= uint32_t((sums[channel] + weight / 2) / weight) << (8 * channel);
  }
  return rgba;
}

/// Seed of a random choice: it depends on the seed, the level and the sample itself, not on its position.
DVDB_FN uint64_t sample_hash(uint64_t seed, int level, const Vec3<uint32_t>& cell, uint32_t rgba) {
  return random_bits(random_bits(seed + uint64_t(level + 1), cell.x | uint64_t(cell.y) << 32), cell.z | uint64_t(rgba)
                                                                                                            << 32);
}

/// Gathers the colors of samples one by one, by the strategy.
template <dvdb_lod_strategy kStrategy>
struct Gather {
  uint64_t sums[4] = {0, 0, 0, 0};
  uint64_t count = 0;
  uint64_t best = 0;
  uint32_t chosen = 0;

  DVDB_FN void add(uint32_t rgba, uint64_t hash) {
    if constexpr (kStrategy == DVDB_LOD_RANDOM) {
      if (count == 0 || hash > best) {
        best = hash;
        chosen = rgba;
      }
    } else {
      for (int channel = 0; channel < 4; ++channel) sums[channel] += rgba >> (8 * channel) & 255;
    }
    ++count;
  }
  /// Colors of neighbors, which need not be asked for anything else.
  DVDB_FN void add(const uint32_t* rgba, int n) {
    while (n > 0) {
      const int few = min_of(n, 256);  // sums of as many channels fit 16 bits
      uint32_t even = 0;
      uint32_t odd = 0;
      for (int k = 0; k < few; ++k) {
        even += rgba[k] & 0xff00ff;
        odd += rgba[k] >> 8 & 0xff00ff;
      }
      sums[0] += even & 0xffff;
      sums[1] += odd & 0xffff;
      sums[2] += even >> 16;
      sums[3] += odd >> 16;
      count += uint64_t(few);
      rgba += few;
      n -= few;
    }
  }
  DVDB_FN void add(const Sums& own) {
    for (int channel = 0; channel < 4; ++channel) sums[channel] += own.channels[channel];
    count += own.count;
  }
  /// Joins what comes later.
  DVDB_FN void join(const Gather& later) {
    if (later.count == 0) return;
    if (count == 0 || later.best > best) {
      best = later.best;
      chosen = later.chosen;
    }
    for (int channel = 0; channel < 4; ++channel) sums[channel] += later.sums[channel];
    count += later.count;
  }
  DVDB_FN Sums total() const { return {{sums[0], sums[1], sums[2], sums[3]}, count}; }
  DVDB_FN uint32_t color() const {
    if constexpr (kStrategy == DVDB_LOD_RANDOM) return chosen;
    return mean_color(sums, count);
  }
};

/// The parts of all levels that leaves give, in point order: one sample for each cell of their parents.
struct LeafParts {
  Voxel* voxels = nullptr;    // [n]
  Sums* sums = nullptr;       // [n], for means of points
  int64_t* firsts = nullptr;  // [n + 1] first point of each, for weighted means
  uint16_t* order = nullptr;  // [n] places of their points in leaves, for the same, where these are in any order
  std::unique_ptr<int64_t[]> starts;  // [n_leaves] by leaf in point order, and more behind
  const int64_t* ends = nullptr;      // [n_leaves] the same, behind the starts
  std::unique_ptr<int64_t[]> place;   // [n_nodes] of leaves among them
};

inline constexpr bool means_points(dvdb_lod_strategy strategy) { return strategy == DVDB_LOD_POINT_MEAN; }
inline constexpr bool is_weighted(dvdb_lod_strategy strategy) {
  return strategy == DVDB_LOD_WEIGHTED || strategy == DVDB_LOD_WEIGHTED_ACROSS;
}

/// Device memory of the leaves' parts.
struct LeafMemory {
  explicit LeafMemory(Context& context) : voxels(context), sums(context), firsts(context), order(context) {}
  backend::Scratch voxels, sums, firsts, order;
};

/// The least and most points from which a node is split whose leaves are sampled as their points come: blocks would be
/// idle with fewer, and numbers of cells have 16 bits.
inline constexpr int64_t kLeastUnordered = 4096;
inline constexpr int64_t kMostUnordered = 65000;
inline constexpr int kMostUnorderedLevels = 6;  // bits an axis of the cells of a leaf
inline constexpr int kMostUnorderedShift = 30;  // bits an axis of a cell

/// Reduces the points of each leaf, which are in any order, to the cells of its parent; says which points these have
/// where they will be needed again.
Status sample_unordered_leaves(Context& context, const Request& request, Tree& tree, LeafMemory& memory,
                               LeafParts& out);

/// Reduces the points of each leaf to the cells of its parent.
Status sample_leaves(Context& context, const Request& request, Tree& tree, LeafMemory& memory, LeafParts& out);

/// The children of a level's inner nodes, which are all nodes of the next level.
struct ChildView {
  Intervals items;         // samples: parts of leaves, voxels of inner nodes
  const int64_t* sources;  // [n] first part, or first voxel
  const int64_t* cells;    // [n, 3]
  const uint8_t* is_leaf;  // [n] 0, or 1 + bits of the cells that points of a leaf stand for
};

/// The children of an inner node.
struct NodeChildren {
  int64_t first;
  uint32_t mask;  // a bit for each octant
};

/// A level whose voxels are being colored by weight.
struct WeightedLevel {
  Voxel* voxels;          // [n], in the order of nodes
  const int64_t* firsts;  // [n + 1] first sample of each, among those of all children
  int64_t n;
  const Voxel* below;  // of the next level
  const int64_t* part_firsts;
  const uint16_t* order;  // of points in their leaves, or none
  ChildView children;
  int level;
  int64_t n_nodes;                    // inner ones
  const int64_t* node_starts;         // host [n_nodes + 1] voxels of each
  const Vec3<uint32_t>* node_cells;   // host [n_nodes]
  const NodeChildren* node_children;  // host [n_nodes]
};

/// Gives voxels the weighted means of the samples around their centers.
Status weigh_voxels(Context& context, const Request& request, const Tree& tree, const WeightedLevel& level);

/// Makes hints for places below n.
Status find_hints(Context& context, int64_t n_places, backend::Scratch& memory, Intervals& intervals);

}  // namespace dvdb::lod
