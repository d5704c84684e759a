/// Weighted colors of the voxels of a block, computed together by a tile.
#pragma once

#include "lod/weights/weigh_voxel.hpp"

namespace dvdb::lod {

inline constexpr int kExactShift = 24;           // distances within a cell are exact in single precision below
inline constexpr float kLeastSquare = 0x1p-60f;  // less than those of all distances but 0; 1 minus its root is 1

/// Cells an axis of a block of voxels, and of the same with those around it.
inline constexpr int kBlockLog2 = 4;
inline constexpr int kSide = 1 << kBlockLog2;
inline constexpr int kWideSide = kSide + 2;
inline constexpr int kBricks = (kSide >> kBrickLog2) + 2;  // an axis, with those around

/// Voxels that a tile weighs, of a block that may have more.
struct BlockPart {
  int64_t first;  // voxel of the block
  int64_t node;
  int32_t count;  // voxels of the block
  int32_t begin;  // of the tile, among them
};

struct BlockParts {
  BlockPart* items;
  int64_t* crowded;  // those with more samples than are counted at once
  uint64_t* n_crowded;
};

/// Weighs the voxels of a block that has cells of one child alone. Its samples, and those of the cells around it, find
/// the voxels that they reach in a table of cells, and are added up next to it. Few of those around reach any:
/// they are listed first, so that no threads have nothing to add.
template <class Record>
struct WeighBlock {
  static constexpr int kThreads = 256;
  static constexpr int kAtOnce = 6;
  static constexpr int kPhases = 5;
  static constexpr int kMost = 512;            // voxels
  static constexpr uint32_t kCrowd = 1 << 16;  // samples whose sums fit 32 bits
  static constexpr int kSharing = 4;           // threads that share a cell around the block
  static constexpr int kListed = 256;          // samples around the block
  static constexpr int kAround = kWideSide * kWideSide * kWideSide - kSide * kSide * kSide;
  static_assert(kBricks * kBricks * kBricks <= kThreads);

  struct Place {
    uint64_t mask;
    int64_t first;  // voxel
    int64_t child;
  };
  /// A sample by its place from the center of the block's first cell, in half units.
  struct Sample {
    uint32_t x, y, z;
    uint32_t rgba;
  };
  struct alignas(16) Four {
    uint32_t words[4];
  };
  struct Shared {
    alignas(16) uint32_t sums[5 * kMost];  // three channels, what is missing from opaque ones, and weight
    alignas(16) uint16_t voxels[kWideSide * kWideSide * kWideSide];  // 1 + voxel of the tile, or 0
    Sample listed[kListed];
    Place bricks[kBricks * kBricks * kBricks];
    Run own;
    Vec3<uint32_t> corner;  // the center of the block's first cell, of which 32 bits are enough
    uint32_t n_around;
    uint32_t n_taken;  // samples of the block
    uint32_t n_listed;
    uint32_t n_samples;        // or more than kCrowd
    uint16_t around[kAround];  // brick and bit of occupied cells around the block
  };
  WeighVoxel<Record> one;
  BlockParts parts;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const BlockPart part = parts.items[tile];
    const int count = count_of(part);
    if constexpr (P == 0) {
      clear(shared.sums, 5 * count, thread);
      clear(shared.voxels, kWideSide * kWideSide * kWideSide, thread);
      if (thread == 0) shared.n_around = shared.n_taken = shared.n_listed = 0;
    } else if constexpr (P == 1) {
      for (int k = thread; k < count; k += kThreads) {
        const Vec3<uint32_t> cell = one.lookup.cell_at(part.first + part.begin + k);
        shared.voxels[place_of(1 + (cell.x & (kSide - 1)), 1 + (cell.y & (kSide - 1)), 1 + (cell.z & (kSide - 1)))] =
            uint16_t(1 + k);
      }
      if (thread < kBricks * kBricks * kBricks) look_around(part, uint32_t(thread), shared);
      if (thread == kThreads - 1) begin(part, shared);
    } else if constexpr (P == 2) {
      for (uint32_t k = uint32_t(thread); k < shared.n_around * kSharing; k += kThreads)
        list_around(k / kSharing, k % kSharing, shared);
      add_own(shared);
    } else if constexpr (P == 3) {
      const uint32_t n = min_of<uint32_t>(shared.n_listed, kListed);
      for (uint32_t k = uint32_t(thread); k < n; k += kThreads) add(shared.listed[k], shared);
    } else {
      if (shared.n_samples > kCrowd) {
        if (thread == 0) parts.crowded[backend::atomic_add(parts.n_crowded, uint64_t(1))] = tile;
        return;
      }
      for (int k = thread; k < count; k += kThreads) {
        const uint32_t* own = shared.sums + 5 * k;
        const uint64_t sums[4] = {own[0], own[1], own[2], own[4] * 255 - own[3]};
        one.lookup.voxels[part.first + part.begin + k].rgba = mean_color(sums, own[4]);
      }
    }
  }

  /// The same for host threads.
  void run_on_host(int64_t tile, Shared&) const {
    const BlockPart part = parts.items[tile];
    for (int64_t k = 0; k < count_of(part); ++k) one.weigh(part.first + part.begin + k, part.node);
  }

  DVDB_FN static int count_of(const BlockPart& part) { return min_of(kMost, part.count - part.begin); }

 private:
  DVDB_FN static uint32_t place_of(uint32_t x, uint32_t y, uint32_t z) { return (x * kWideSide + y) * kWideSide + z; }

  /// Clears an array that ends with a whole Four.
  template <class T>
  DVDB_FN static void clear(T* array, int n, int thread) {
    constexpr int kOfFour = int(sizeof(Four) / sizeof(T));
    Four* const fours = reinterpret_cast<Four*>(array);
    for (int k = thread; k < (n + kOfFour - 1) / kOfFour; k += kThreads) fours[k] = Four{{0, 0, 0, 0}};
  }

  /// Says where the block is and which samples it has.
  DVDB_FN void begin(const BlockPart& part, Shared& shared) const {
    const Vec3<uint32_t> node = one.lookup.nodes[part.node];
    const Vec3<uint32_t> cell = one.lookup.cell_at(part.first);
    const auto center = [this](uint32_t n, uint32_t c) { return uint32_t(one.center_of(n, c & ~(kSide - 1u))); };
    shared.corner = {center(node.x, cell.x), center(node.y, cell.y), center(node.z, cell.z)};
    shared.own = one.samples_of(part.first, part.first + part.count, one.child_of(part.node, cell));
    shared.n_samples = size_of(shared.own);
  }

  /// Samples of a run, or more than kCrowd.
  DVDB_FN static uint32_t size_of(const Run& run) { return uint32_t(min_of<int64_t>(run.end - run.begin, kCrowd + 1)); }

  /// Lists the occupied cells of a brick around the block that touch it.
  DVDB_FN void look_around(const BlockPart& part, uint32_t number, Shared& shared) const {
    constexpr uint32_t kBrickSide = 1 << kBrickLog2;
    const uint32_t at[3] = {number / (kBricks * kBricks), number / kBricks % kBricks, number % kBricks};
    uint64_t touching = ~uint64_t(0);
    for (int axis = 0; axis < 3; ++axis) {
      if (at[axis] == 0) touching &= Lookup::side_of(axis, kBrickSide - 1);
      if (at[axis] == kBricks - 1) touching &= Lookup::side_of(axis, 0);
    }
    if (touching == ~uint64_t(0)) return;
    const Vec3<uint32_t> own = one.lookup.cell_at(part.first);
    const auto beside = [&](uint32_t cell, uint32_t by) { return (cell & ~(kSide - 1u)) + (by - 1) * kBrickSide; };
    Vec3<uint32_t> cell{beside(own.x, at[0]), beside(own.y, at[1]), beside(own.z, at[2])};
    const int64_t node = one.enter(part.node, one.lookup.nodes[part.node], cell);
    if (node < 0) return;
    const Brick brick = one.lookup.find(node, one.lookup.brick_of(cell));
    uint64_t left = brick.mask & touching;
    if (left == 0) return;
    shared.bricks[number] = {brick.mask, one.lookup.starts[node] + brick.first, one.child_of(node, cell)};
    uint32_t to = backend::atomic_add(&shared.n_around, uint32_t(popcount(left)));
    for (; left != 0; left &= left - 1) shared.around[to++] = uint16_t(number << 6 | uint32_t(lowest_bit(left)));
  }

  /// The samples of a run, by their places in the block.
  struct Reader {
    typename WeighVoxel<Record>::LeafPoints points;
    const Voxel* below;
    Vec3<uint32_t> from;
    int shift;
    bool is_leaf;

    DVDB_FN Sample at(int64_t k) const {
      if (is_leaf) {
        const Record p = points.at(k);
        return {2 * p.x + from.x, 2 * p.y + from.y, 2 * p.z + from.z, p.rgba};
      }
      const Voxel voxel = below[k];
      const Vec3<uint32_t> cell = cell_of(voxel);
      return {(cell.x << shift) + from.x, (cell.y << shift) + from.y, (cell.z << shift) + from.z, voxel.rgba};
    }
  };
  DVDB_FN Reader reader_of(int64_t child, const Vec3<uint32_t>& corner) const {
    const uint8_t is_leaf = one.children.is_leaf[child];
    if (is_leaf != 0) {
      const uint32_t half = 1u << (is_leaf - 1);
      return {one.points_of(child), nullptr, {half - corner.x, half - corner.y, half - corner.z}, 0, true};
    }
    const int64_t* own = one.children.cells + 3 * child;
    const auto beside = [&](int64_t node, uint32_t c) { return uint32_t(one.fine_center(node, 0)) - c; };
    return {{},
            one.below,
            {beside(own[0], corner.x), beside(own[1], corner.y), beside(own[2], corner.z)},
            one.shift,
            false};
  }

  /// Adds the block's samples, which threads take as they have time: some are late from the cells around. The next
  /// sample is read before one is added.
  DVDB_FN void add_own(Shared& shared) const {
    const uint32_t n = size_of(shared.own);
    if (n > kCrowd) return;
    const Reader reader = reader_of(shared.own.child, shared.corner);
    const int64_t first = shared.own.begin;
    uint32_t k = backend::atomic_add(&shared.n_taken, 1u);
    if (k >= n) return;
    Sample sample = reader.at(first + k);
    for (;;) {
      k = backend::atomic_add(&shared.n_taken, 1u);
      if (k >= n) break;
      const Sample next = reader.at(first + k);
      add(sample, shared);
      sample = next;
    }
    add(sample, shared);
  }

  /// Lists every kSharing-th sample of a cell around the block that may reach voxels of it.
  DVDB_FN void list_around(uint32_t number, uint32_t first, Shared& shared) const {
    const Place& place = shared.bricks[shared.around[number] >> 6];
    const int64_t voxel = place.first + rank_below(place.mask, shared.around[number] & 63);
    const Run run = one.samples_of(voxel, voxel + 1, place.child);
    const uint32_t n = size_of(run);
    if (first == 0) backend::atomic_add(&shared.n_samples, n);
    if (first >= n || n > kCrowd) return;
    const Reader reader = reader_of(run.child, shared.corner);
    for (uint32_t k = first; k < n; k += kSharing) {
      const Sample sample = reader.at(run.begin + k);
      if (!is_near(cells_of(sample))) continue;
      const uint32_t to = backend::atomic_add(&shared.n_listed, 1u);
      if (to < kListed) {
        shared.listed[to] = sample;
      } else {
        add(sample, shared);
      }
    }
  }

  /// The lowest of the eight cells whose centers are around a sample, counted from those around the block.
  DVDB_FN Vec3<uint32_t> cells_of(const Sample& sample) const {
    const int bits = one.shift + 1;  // of a cell in half units
    return {uint32_t((int32_t(sample.x) >> bits) + 1), uint32_t((int32_t(sample.y) >> bits) + 1),
            uint32_t((int32_t(sample.z) >> bits) + 1)};
  }
  DVDB_FN static bool is_near(const Vec3<uint32_t>& cell) {
    return cell.x <= kSide && cell.y <= kSide && cell.z <= kSide;
  }

  /// Adds a sample to the voxels that it reaches, of the eight whose centers are around it.
  DVDB_FN void add(const Sample& sample, Shared& shared) const {
    const Vec3<uint32_t> cell = cells_of(sample);
    if (!is_near(cell)) return;
    const uint16_t* const near = shared.voxels + place_of(cell.x, cell.y, cell.z);
    const uint32_t within = (2u << one.shift) - 1;
    const float fx = float(sample.x & within) * one.scale;
    const float fy = float(sample.y & within) * one.scale;
    const float fz = float(sample.z & within) * one.scale;
    const float squares[3][2] = {{fx * fx, (1.0f - fx) * (1.0f - fx)},
                                 {fy * fy, (1.0f - fy) * (1.0f - fy)},
                                 {fz * fz, (1.0f - fz) * (1.0f - fz)}};
    const uint32_t rgba = sample.rgba;
    const uint32_t red = rgba & 255;
    const uint32_t green = rgba >> 8 & 255;
    const uint32_t blue = rgba >> 16 & 255;
    for_each_reached(squares, near, shared.sums, [=](uint32_t* own, uint32_t by) {
      backend::atomic_add(&own[0], by * red);
      backend::atomic_add(&own[1], by * green);
      backend::atomic_add(&own[2], by * blue);
      backend::atomic_add(&own[4], by);
    });
    const uint32_t missing = ~rgba >> 24;
    if (missing != 0)
      for_each_reached(squares, near, shared.sums,
                       [=](uint32_t* own, uint32_t by) { backend::atomic_add(&own[3], by * missing); });
  }
  template <class Visit>
  DVDB_FN static void for_each_reached(const float (&squares)[3][2], const uint16_t* near, uint32_t* sums,
                                       Visit visit) {
    for (uint32_t k = 0; k < 8; ++k) {
      const float square = squares[0][k >> 2] + squares[1][k >> 1 & 1] + squares[2][k & 1];
      if (!(square < 1.0f)) continue;
      const uint32_t voxel = near[place_of(k >> 2, k >> 1 & 1, k & 1)];
      if (voxel == 0) continue;
      const float root = root_of_middling(max_of(square, kLeastSquare));
      visit(sums + 5 * (voxel - 1), uint32_t(fmaf(root, -kFullWeight, kFullWeight)));
    }
  }
};

}  // namespace dvdb::lod
