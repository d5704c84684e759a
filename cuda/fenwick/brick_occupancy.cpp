/// Finds the filled bricks of one size or of all sizes: voxel bits are combined by OR along y, then z, then x.
#include "fenwick/bricks/bits.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

inline constexpr int kMostSizes = DVDB_COUNTED_COUNT;
inline constexpr int64_t kAll = -1;  // layers

/// A brick size, and its first item in each pass.
struct Size {
  int64_t step = 1;      // voxels from a brick to the next
  int64_t width = 1;     // voxels that fill a brick
  int64_t grid[3] = {};  // bricks
  int64_t groups = 0;    // of 32 bricks of a row
  Divider by_y;          // grid[1]
  Divider by_slice;      // words of the rows of a layer
  Divider by_group;      // groups
  int64_t along_y = 0;   // first word of the pass along y
  int64_t along_z = 0;   // first word of the pass along z
  int64_t along_x = 0;   // first item of the pass along x
};

/// All requested sizes.
struct Sizes {
  VoxelBits bits;
  Divider by_row;              // words of a row
  Size sizes[kMostSizes + 1];  // the last one ends the passes
  int n = 0;

  void add(int64_t step, int64_t width, int64_t layers, int64_t tile) {
    Size& own = sizes[n];
    own.step = step;
    own.width = width;
    for (int axis = 0; axis < 3; ++axis) own.grid[axis] = (bits.dims[axis] + step - 1) / step;
    if (layers >= 0) own.grid[2] = layers;
    own.groups = (own.grid[0] + kWordBits - 1) / kWordBits;
    own.by_y = Divider::of(own.grid[1]);
    own.by_slice = Divider::of(bits.row * own.grid[1]);
    own.by_group = Divider::of(own.groups);
    Size& next = sizes[++n];
    next.along_y = own.along_y + bits.row * own.grid[1] * bits.dims[2];
    next.along_z = own.along_z + bits.row * own.grid[1] * own.grid[2];
    next.along_x = round_up(own.along_x + own.groups * own.grid[1] * own.grid[2], tile);
  }
  template <class Start>
  DVDB_FN int find(int64_t item, Start start) const {
    return last_not_above(0, n, item, [&](int at) { return start(sizes[at]); });
  }
};

/// Combines the rows of voxels along y.
struct JoinY {
  Sizes all;
  uint32_t* out;

  DVDB_FN void operator()(int64_t i) const {
    const Size& own = all.sizes[all.find(i, [](const Size& size) { return size.along_y; })];
    int64_t word = 0;
    int64_t y = 0;
    const int64_t z = own.by_y.divide(all.by_row.divide(i - own.along_y, &word), &y);
    const int64_t end = min_of(y * own.step + own.width, all.bits.dims[1]);
    uint32_t joined = 0;
    for (int64_t at = y * own.step; at < end; ++at)
      joined |= all.bits.words[(z * all.bits.dims[1] + at) * all.bits.row + word];
    out[i] = joined;
  }
};

/// Combines the results along z.
struct JoinZ {
  Sizes all;
  const uint32_t* along_y;
  uint32_t* out;

  DVDB_FN void operator()(int64_t i) const {
    const Size& own = all.sizes[all.find(i, [](const Size& size) { return size.along_z; })];
    int64_t in = 0;
    const int64_t z = own.by_slice.divide(i - own.along_z, &in);
    const int64_t end = min_of(z * own.step + own.width, all.bits.dims[2]);
    uint32_t joined = 0;
    for (int64_t at = z * own.step; at < end; ++at) joined |= along_y[own.along_y + at * own.by_slice.by + in];
    out[i] = joined;
  }
};

/// The filled ones among 32 bricks of a row, from x on.
DVDB_FN uint32_t bricks_of_row(const Sizes& all, const Size& own, const uint32_t* row, int64_t x) {
  uint32_t filled = 0;
  for (int k = 0; k < kWordBits && x + k < own.grid[0]; ++k) {
    const int64_t begin = (x + k) * own.step;
    if (any_bit(row, begin, min_of(begin + own.width, all.bits.dims[0]))) filled |= 1u << k;
  }
  return filled;
}

/// Counts the filled bricks of every size.
struct CountX {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 3;
  struct Shared {
    uint32_t counts[kThreads];
    uint32_t sums[16];
  };

  Sizes all;
  const uint32_t* along_z;
  uint64_t* counts;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    const int at = all.find(tile * kThreads, [](const Size& size) { return size.along_x; });
    if constexpr (P == 0) shared.counts[thread] = count(all.sizes[at], tile * kThreads + thread);
    if constexpr (P == 1) {
      if (thread >= 16) return;
      uint32_t sum = 0;
      for (int k = 0; k < 16; ++k) sum += shared.counts[16 * k + thread];
      shared.sums[thread] = sum;
    }
    if constexpr (P == 2) {
      if (thread != 0) return;
      uint64_t sum = 0;
      for (int k = 0; k < 16; ++k) sum += shared.sums[k];
      if (sum != 0) backend::atomic_add(&counts[at], sum);
    }
  }

 private:
  DVDB_FN uint32_t count(const Size& own, int64_t i) const {
    const int64_t item = i - own.along_x;
    if (item >= own.groups * own.grid[1] * own.grid[2]) return 0;
    int64_t group = 0;
    const uint32_t* row = along_z + own.along_z + own.by_group.divide(item, &group) * all.bits.row;
    if (own.step == 1 && own.width == 1) return uint32_t(popcount(row[group]));
    return uint32_t(popcount(bricks_of_row(all, own, row, group * kWordBits)));
  }
};

/// Sets the bits of the bricks of one size.
struct MarkX {
  Sizes all;
  const uint32_t* along_z;
  int64_t first;  // number of the first brick
  uint32_t* out;

  DVDB_FN void operator()(int64_t i) const {
    const Size& own = all.sizes[0];
    int64_t group = 0;
    const int64_t row = own.by_group.divide(i, &group);
    const int64_t x = group * kWordBits;
    const uint32_t filled = bricks_of_row(all, own, along_z + row * all.bits.row, x);
    if (filled == 0) return;
    const int64_t at = first + row * own.grid[0] + x;
    const int shift = int(at & 31);
    backend::atomic_or(&out[at >> 5], filled << shift);
    if (shift != 0 && filled >> (32 - shift) != 0) backend::atomic_or(&out[(at >> 5) + 1], filled >> (32 - shift));
  }
};

/// Counts the brick bits, one word per item.
struct CountBricks {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 2;
  struct Shared {
    uint32_t counts[kThreads];
  };

  const uint32_t* words;
  int64_t begin;
  int64_t end;
  uint64_t* count;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    if constexpr (P == 0)
      shared.counts[thread] =
          uint32_t(popcount(bits_between(words, (begin >> 5) + tile * kThreads + thread, begin, end)));
    if constexpr (P == 1) {
      if (thread != 0) return;
      uint64_t sum = 0;
      for (int k = 0; k < kThreads; ++k) sum += shared.counts[k];
      if (sum != 0) backend::atomic_add(count, sum);
    }
  }
};

/// Scratch memory of the passes.
struct Passes {
  Span<uint32_t> along_y;
  Span<uint32_t> along_z;
  Span<uint64_t> counts;
};

Status join(Context& c, const Sizes& all, backend::Scratch& memory, Passes& out) {
  backend::Layout layout;
  const Size& end = all.sizes[all.n];
  const int64_t y_at = layout.reserve<uint32_t>(end.along_y);
  const int64_t z_at = layout.reserve<uint32_t>(end.along_z);
  const int64_t counts_at = layout.reserve<uint64_t>(kMostSizes);
  DVDB_TRY(memory.allocate(layout.bytes()));
  uint8_t* base = static_cast<uint8_t*>(memory.data());
  out.along_y = {reinterpret_cast<uint32_t*>(base + y_at), end.along_y};
  out.along_z = {reinterpret_cast<uint32_t*>(base + z_at), end.along_z};
  out.counts = {reinterpret_cast<uint64_t*>(base + counts_at), kMostSizes};
  DVDB_TRY(backend::fill(c, out.counts.data, 0, 8, kMostSizes * 8));
  DVDB_TRY(backend::for_each(c, end.along_y, JoinY{all, out.along_y.data}));
  return backend::for_each(c, end.along_z, JoinZ{all, out.along_y.data, out.along_z.data}, 1024);
}

/// Voxels of a brick that fill it.
int64_t width_of(int log, uint32_t coverage) { return (int64_t(1) << log) - (coverage == DVDB_COVERAGE_CELLS ? 0 : 1); }

}  // namespace

Status operators::brick_count(Context& c, const BrickCountArgs& a) {
  DVDB_TRY(check_extents(c, a.extents));
  Sizes all;
  all.bits = VoxelBits::of(a.bits.data, a.extents);
  all.by_row = Divider::of(all.bits.row);
  all.add(1, 1, kAll, CountX::kThreads);
  for (int log = kLeastBrickLog; log <= kMostBrickLog; ++log)
    all.add((int64_t(1) << log) - 1, width_of(log, a.coverage), kAll, CountX::kThreads);
  backend::Scratch memory(c);
  Passes passes;
  DVDB_TRY(join(c, all, memory, passes));
  DVDB_TRY(backend::for_each_tile(c, all.sizes[all.n].along_x / CountX::kThreads,
                                  CountX{all, passes.along_z.data, passes.counts.data}));
  return backend::download(c, a.out_counts, passes.counts.data, kMostSizes * 8);
}

Status operators::brick_occupancy(Context& c, const BrickOccupancyArgs& a) {
  Layers own;
  DVDB_TRY(read_layers(c, a, own));
  Sizes all;
  all.bits = VoxelBits::of(a.bits.data, a.extents);
  all.by_row = Divider::of(all.bits.row);
  all.add(own.shape.payload.by, width_of(own.shape.log, a.coverage), a.layers, 1);
  backend::Scratch memory(c);
  Passes passes;
  DVDB_TRY(join(c, all, memory, passes));
  DVDB_TRY(backend::for_each(c, all.sizes[1].along_x, MarkX{all, passes.along_z.data, a.first, a.out_bits.data}, 256));
  const int64_t end = a.first + own.bricks();
  const int64_t counted = (end + kWordBits - 1) / kWordBits - a.first / kWordBits;
  const int64_t tiles = (counted + CountBricks::kThreads - 1) / CountBricks::kThreads;
  DVDB_TRY(backend::for_each_tile(c, tiles, CountBricks{a.out_bits.data, a.first, end, passes.counts.data}));
  return backend::download(c, a.out_filled, passes.counts.data, 8);
}
