/// Copies the voxels of filled bricks to a pool.
#include "fenwick/bricks/list.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// Copies a word-sized run of a brick's voxels along x; beyond the volume, the last voxel is repeated.
template <class E, class Word>
struct CopyRun {
  static constexpr int kRun = int(sizeof(Word) / sizeof(E));

  BrickShape shape;
  VoxelOrder order;
  const E* voxels;
  const uint64_t* bricks;  // of the slots
  int64_t first;
  int run_log;             // of kRun
  Word* out;

  DVDB_FN void operator()(int64_t i) const {
    const int in_log = 3 * shape.log - run_log;
    const int64_t rest = i & ((int64_t(1) << in_log) - 1);
    const int64_t in = rest << run_log;
    int64_t place[3];
    shape.place(int64_t(bricks[i >> in_log]) - first, place);
    const int64_t mask = shape.edge() - 1;
    const int64_t x = place[0] * shape.payload.by + (in & mask);
    const int64_t y = min_of(place[1] * shape.payload.by + (in >> shape.log & mask), shape.dims[1] - 1);
    const int64_t z = min_of(place[2] * shape.payload.by + (in >> (2 * shape.log)), shape.dims[2] - 1);
    union {
      E each[kRun];
      Word all;
    } copied;
    for (int k = 0; k < kRun; ++k) copied.each[k] = voxels[order.at(min_of(x + k, shape.dims[0] - 1), y, z)];
    out[i] = copied.all;
  }
};

/// What a call copies, and where.
struct Copy {
  Layers layers;
  uint32_t order;
  const void* voxels;
  Span<const uint64_t> bricks;
  void* out;
};

template <class E>
Status copy_bricks(Context& c, const Copy& copy) {
  const BrickShape& shape = copy.layers.shape;
  const int bytes = int(min_of<int64_t>(kWordBytes, shape.edge() * int64_t(sizeof(E))));
  return with_word(bytes, [&]<class Word>() -> Status {
    using Own = std::conditional_t<sizeof(Word) < sizeof(E), E, Word>;  // a row of a brick is two voxels or more
    const int run_log = highest_bit(uint64_t(sizeof(Own) / sizeof(E)));
    const int64_t runs = copy.bricks.size << (3 * shape.log - run_log);
    const CopyRun<E, Own> body{shape,   VoxelOrder::of(copy.order, shape.dims), static_cast<const E*>(copy.voxels), copy.bricks.data, copy.layers.first,
                               run_log, static_cast<Own*>(copy.out)};
    return backend::for_each(c, runs, body, 1024);
  });
}

}  // namespace

dvdb_status dvdb_brick_fill(dvdb_context context, const int64_t* dims, uint32_t order, dvdb_buffer voxels, uint32_t dtype, uint32_t log2_edge, int64_t layers,
                            int64_t first, int64_t n_bricks, dvdb_buffer bits, int64_t filled, dvdb_buffer out_pool) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Copy copy{};
    void* data = nullptr;
    Span<uint32_t> words;
    DVDB_TRY(borrow_voxels(c, dims, order, dtype, voxels, "voxels", &data));
    DVDB_TRY(read_layers(c, dims, log2_edge, layers, first, n_bricks, copy.layers));
    DVDB_TRY(borrow_brick_bits(c, bits, n_bricks, "bits", words));
    DVDB_TRY(check_filled(c, filled, copy.layers.bricks()));
    const int bytes = voxel_bytes(dtype);
    const BrickShape& shape = copy.layers.shape;
    const int64_t alignment = min_of<int64_t>(kWordBytes, shape.edge() * bytes);
    DVDB_TRY(borrow_bytes(c, out_pool, filled * shape.brick_voxels(), bytes, alignment, "out_pool", &copy.out));
    if (filled == 0) return {};
    copy.order = order;
    copy.voxels = data;
    backend::Scratch memory(c);
    Span<uint64_t> bricks;
    DVDB_TRY(memory.allocate(filled, bricks));
    DVDB_TRY(list_bricks(c, words.data, first, first + copy.layers.bricks(), bricks));
    copy.bricks = bricks;
    if (bytes == 1) return copy_bricks<uint8_t>(c, copy);
    if (bytes == 2) return copy_bricks<uint16_t>(c, copy);
    return copy_bricks<uint32_t>(c, copy);
  });
}
