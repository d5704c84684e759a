/// Volumes in bricks below the C ABI: places beyond 2^31, views read by kernels, ranges of bits, boxes.
#include "backend/api/launch.hpp"
#include "fenwick/bricks/box.hpp"
#include "fenwick/bricks/list.hpp"
#include "fenwick/view/bricks.hpp"

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;
using namespace dvdb::test;

namespace {

constexpr int64_t kOne = 1;

/// The arguments of an edit that tell its box.
struct Edited {
  const int64_t* extents;
  uint32_t log2_edge;
  const int64_t* low;
  const int64_t* size;
};

/// Looks voxels of a view up.
struct LookUp {
  BrickView<uint16_t> view;
  const int64_t* places;
  uint16_t* voxels;

  DVDB_FN void operator()(int64_t i) const {
    voxels[i] = view.at(places[3 * i], places[3 * i + 1], places[3 * i + 2], 7);
  }
};

/// Samples a view, and looks at a brick's bit.
struct Look {
  BrickView<uint16_t> view;
  const float* points;
  float* samples;
  uint8_t* occupied;

  DVDB_FN void operator()(int64_t i) const {
    samples[i] = view.sample(points[3 * i], points[3 * i + 1], points[3 * i + 2], -1);
    const BrickPoint at = BrickPoint::at(view.shape, points[3 * i], points[3 * i + 1], points[3 * i + 2]);
    occupied[i] = view.occupied(at.brick[0], at.brick[1], at.brick[2]) ? 1 : 0;
  }
};

struct Ranges {
  const uint32_t* words;
  const int64_t* ends;  // [n, 2]
  uint8_t* any;

  DVDB_FN void operator()(int64_t i) const { any[i] = any_bit(words, ends[2 * i], ends[2 * i + 1]) ? 1 : 0; }
};

}  // namespace

TEST(bricks_are_numbered_up_to_2_to_the_40) {
  const int64_t shapes[][3] = {{kOne << 20, kOne << 20, 1},
                               {1, 1, kOne << 40},
                               {kOne << 40, 1, 1},
                               {3000, 3000, 3000},
                               {kOne << 14, kOne << 13, kOne << 13}};
  for (const auto& dims : shapes) {
    for (int log = 1; log <= 8; ++log) {
      const BrickShape shape = BrickShape::of(dims, log);
      const int64_t step = (kOne << log) - 1;
      Random random{uint64_t(log)};
      for (int turn = 0; turn < 300; ++turn) {
        int64_t place[3];
        for (int axis = 0; axis < 3; ++axis) {
          place[axis] = turn == 0 ? shape.grid[axis] - 1 : int64_t(random.below(uint64_t(shape.grid[axis])));
          CHECK_EQUAL(shape.grid[axis], (dims[axis] + step - 1) / step);
        }
        const int64_t brick = shape.brick(place[0], place[1], place[2]);
        CHECK(brick >= 0 && brick < shape.bricks());
        if (turn == 0) CHECK_EQUAL(brick, shape.bricks() - 1);
        int64_t again[3];
        shape.place(brick, again);
        for (int axis = 0; axis < 3; ++axis) CHECK_EQUAL(again[axis], place[axis]);
      }
    }
    for (const uint32_t order : {uint32_t(DVDB_ORDER_X_FASTEST), uint32_t(DVDB_ORDER_Z_FASTEST)}) {
      const VoxelOrder own = VoxelOrder::of(order, dims);
      CHECK_EQUAL(own.at(dims[0] - 1, dims[1] - 1, dims[2] - 1), dims[0] * dims[1] * dims[2] - 1);
    }
  }
}

TEST(bricks_lie_where_slots_say_beyond_4_GiB) {
  const int64_t dims[3] = {kOne << 12, kOne << 12, kOne << 12};
  for (int log = 1; log <= 8; ++log) {
    BrickView<float> view;
    view.shape = BrickShape::of(dims, log);
    const int64_t slot = (kOne << 33 >> (3 * log)) + 5;
    CHECK_EQUAL(reinterpret_cast<uintptr_t>(view.brick(slot)), uintptr_t(slot) * (uintptr_t(4) << (3 * log)));
    CHECK_EQUAL(view.shape.inside(view.shape.edge() - 1, view.shape.edge() - 1, view.shape.edge() - 1),
                view.shape.brick_voxels() - 1);
  }
}

TEST(tables_and_ranks_beyond_the_pool_are_no_slots) {
  const std::vector<uint32_t> numbers{0, kNoSlot, 2, 3, 7};
  const DeviceArray<uint32_t> table(context, numbers);
  BrickSlots slots;
  slots.table = numbers.data();
  slots.n_slots = 3;
  const int64_t wanted[] = {0, -1, 2, -1, -1};
  for (int64_t brick = 0; brick < 5; ++brick) CHECK_EQUAL(slots.find(brick), wanted[brick]);
  const std::vector<uint32_t> words{0b1011, 0, 0, 0, 0, 0, 0, 0};
  const std::vector<uint16_t> counters(16, 0);
  const std::vector<uint64_t> supers{0, 3};
  slots.kind = DVDB_SLOTS_WIDE;
  slots.n_slots = 2;
  slots.wide = {words.data(), counters.data(), counters.data(), supers.data(), 4};
  const int64_t ranks[] = {0, 1, -1, -1};
  for (int64_t brick = 0; brick < 4; ++brick) CHECK_EQUAL(slots.find(brick), ranks[brick]);
}

TEST(points_lie_in_the_brick_of_their_least_voxel) {
  for (int log = 1; log <= 8; ++log) {
    const int64_t dims[3] = {(kOne << log) + 1, 1, 700};
    const BrickShape shape = BrickShape::of(dims, log);
    const int64_t step = (kOne << log) - 1;
    for (int64_t voxel = 0; voxel < dims[2]; ++voxel) {
      for (const float part : {0.0f, 0.25f, 0.75f}) {
        const BrickPoint point = BrickPoint::at(shape, 3, -5, float(voxel) + 0.5f + part);
        CHECK_EQUAL(point.brick[2], voxel / step);
        CHECK_EQUAL(point.inside[2], voxel % step);
        CHECK_EQUAL(point.part[2], voxel == dims[2] - 1 ? 0.0f : part);
        CHECK_EQUAL(point.brick[1] + point.inside[1], 0);
        CHECK_EQUAL(point.part[1], 0.0f);
      }
    }
    const float far = 1e30f;
    CHECK_EQUAL(BrickPoint::at(shape, far, 0, 0).brick[0], (dims[0] - 1) / step);
    CHECK_EQUAL(BrickPoint::at(shape, -far, 0, 0).brick[0], 0);
    CHECK_EQUAL(BrickPoint::at(shape, NAN, 0, 0).brick[0], 0);
    CHECK_EQUAL(BrickPoint::at(shape, INFINITY, 0, 0).inside[0], (dims[0] - 1) % step);
  }
}

TEST(kernels_read_volumes_through_views) {
  // Two bricks of 4^3 along x; the first one is empty.
  const int64_t dims[3] = {6, 3, 3};
  std::vector<uint16_t> pool(64);
  for (int i = 0; i < 64; ++i)
    pool[size_t(i)] = uint16_t(min_of(i % 4, 2) + 3 + 10 * min_of(i / 4 % 4, 2) + 100 * min_of(i / 16, 2));
  const DeviceArray<uint16_t> voxels(context, pool);
  const DeviceArray<uint32_t> table(context, std::vector<uint32_t>{kNoSlot, 0});
  const DeviceArray<uint64_t> masks(context, std::vector<uint64_t>{2, 1});
  const std::vector<float> places{1, 1, 1, 3.5, 0.5, 0.5, 4.25, 1.5, 2, 9, 9, 9, 3.4f, 1, 1};
  const DeviceArray<float> points(context, places);
  const DeviceArray<float> samples(context, 5);
  const DeviceArray<uint8_t> occupied(context, 5);
  BrickView<uint16_t> view;
  view.shape = BrickShape::of(dims, 2);
  view.slots.table = table.data();
  view.slots.n_slots = 1;
  view.masks = masks.data();
  view.coarse = masks.data() + 1;
  view.pool = voxels.data();
  REQUIRE(backend::for_each(context, 5, Look{view, points.data(), samples.data(), occupied.data()}));
  CHECK_SAME(samples.read(), (std::vector<float>{-1, 3, 163.75f, 225, -1}));
  CHECK_SAME(occupied.read(), (std::vector<uint8_t>{0, 1, 1, 1, 0}));
  // Voxel 2 is in the first brick, 3 is padding of that and begins the second; the others lie outside.
  const DeviceArray<int64_t> asked(
      context, std::vector<int64_t>{2, 0, 0, 3, 0, 0, 5, 2, 1, 6, 0, 0, 4, -1, 0, 4, 0, kOne << 40});
  const DeviceArray<uint16_t> found(context, 6);
  REQUIRE(backend::for_each(context, 6, LookUp{view, asked.data(), found.data()}));
  CHECK_SAME(found.read(), (std::vector<uint16_t>{7, 3, 125, 7, 7, 7}));
}

TEST(ranges_of_bits_are_found_and_listed) {
  Random random(3);
  std::vector<uint32_t> words(12, 0);
  for (int i = 0; i < 9; ++i) {
    const uint64_t at = random.below(384);
    words[at / 32] |= 1u << (at % 32);
  }
  std::vector<int64_t> ends;
  for (int64_t begin = 0; begin < 384; begin += 7) {
    for (int64_t end = begin; end <= 384; end += 5) {
      ends.push_back(begin);
      ends.push_back(end);
    }
  }
  const DeviceArray<uint32_t> in(context, words);
  const DeviceArray<int64_t> asked(context, ends);
  const int64_t n = int64_t(ends.size()) / 2;
  const DeviceArray<uint8_t> any(context, n);
  REQUIRE(backend::for_each(context, n, Ranges{in.data(), asked.data(), any.data()}));
  const std::vector<uint8_t> found = any.read();
  for (int64_t i = 0; i < n; ++i) {
    std::vector<uint64_t> wanted;
    for (int64_t k = ends[size_t(2 * i)]; k < ends[size_t(2 * i) + 1]; ++k) {
      if ((words[size_t(k / 32)] >> (k % 32) & 1) != 0) wanted.push_back(uint64_t(k));
    }
    CHECK_EQUAL(found[size_t(i)], wanted.empty() ? 0 : 1);
    if (i % 97 != 0 || wanted.empty()) continue;
    const DeviceArray<uint64_t> list(context, int64_t(wanted.size()));
    REQUIRE(list_bricks(context, in.data(), ends[size_t(2 * i)], ends[size_t(2 * i) + 1], {list.data(), list.size()}));
    CHECK_SAME(list.read(), wanted);
  }
}

TEST(boxes_touch_the_bricks_that_hold_their_voxels) {
  for (uint32_t log = 1; log <= 3; ++log) {
    const int64_t step = (kOne << log) - 1;
    for (int64_t extent = 1; extent <= 17; ++extent) {
      const int64_t extents[3] = {1, extent, 2};
      for (int64_t begin = 0; begin < extent; ++begin) {
        for (int64_t length = 1; begin + length <= extent; ++length) {
          const int64_t low[3] = {0, begin, 0};
          const int64_t size[3] = {1, length, 2};
          BrickBox box;
          REQUIRE(read_box(context, Edited{extents, log, low, size}, box));
          for (int64_t brick = 0; brick < (extent + step - 1) / step; ++brick) {
            bool holds = false;
            for (int64_t in = 0; in <= step; ++in) {
              const int64_t voxel[3] = {0, min_of(brick * step + in, extent - 1), 0};
              holds = holds || box.contains(voxel);
            }
            const int64_t place[3] = {0, brick, 0};
            const int64_t at = box.find(place);
            CHECK_EQUAL(at >= 0, holds);
            if (at < 0) continue;
            int64_t again[3];
            box.place(at, again);
            CHECK_EQUAL(again[1], brick);
          }
        }
      }
    }
  }
  BrickBox box;
  const int64_t extents[3] = {5, 5, 5};
  const int64_t low[3] = {0, 0, 4};
  const int64_t size[3] = {5, 5, 2};
  CHECK_EQUAL(read_box(context, Edited{extents, 2, low, size}, box).code(), DVDB_INVALID_ARGUMENT);
  const int64_t none[3] = {5, 0, 1};
  REQUIRE(read_box(context, Edited{extents, 2, low, none}, box));
  CHECK_EQUAL(box.bricks(), 0);
}
