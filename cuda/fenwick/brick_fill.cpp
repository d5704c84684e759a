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
  int run_log;  // of kRun
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

template <class E>
Status copy_bricks(Context& c, const operators::BrickFillArgs& a, const BrickShape& shape,
                   Span<const uint64_t> bricks) {
  const int bytes = int(min_of<int64_t>(kWordBytes, shape.edge() * int64_t(sizeof(E))));
  return with_word(bytes, [&]<class Word>() -> Status {
    using Own = std::conditional_t<sizeof(Word) < sizeof(E), E, Word>;  // a row of a brick is two voxels or more
    const int run_log = highest_bit(uint64_t(sizeof(Own) / sizeof(E)));
    const int64_t runs = bricks.size << (3 * shape.log - run_log);
    const CopyRun<E, Own> body{
        shape,   VoxelOrder::of(a.order, shape.dims), a.voxels.as<const E>().data, bricks.data, a.first,
        run_log, static_cast<Own*>(a.out_pool.data)};
    return backend::for_each(c, runs, body, 1024);
  });
}

}  // namespace

Status operators::brick_fill(Context& c, const BrickFillArgs& a) {
  Layers own;
  DVDB_TRY(read_layers(c, a, own));
  DVDB_TRY(check_filled(c, a.filled, own.bricks()));
  const int bytes = dtype_bytes(a.dtype);
  const int64_t alignment = min_of<int64_t>(kWordBytes, own.shape.edge() * bytes);
  if (address_of(a.out_pool.data) % uint64_t(alignment) != 0) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use out_pool: its memory is not aligned to %lld bytes",
                static_cast<long long>(alignment));
  }
  if (a.filled == 0) return {};
  backend::Scratch memory(c);
  Span<uint64_t> bricks;
  DVDB_TRY(memory.allocate(a.filled, bricks));
  DVDB_TRY(list_bricks(c, a.bits.data, a.first, a.first + own.bricks(), bricks));
  if (bytes == 1) return copy_bricks<uint8_t>(c, a, own.shape, bricks);
  if (bytes == 2) return copy_bricks<uint16_t>(c, a, own.shape, bricks);
  return copy_bricks<uint32_t>(c, a, own.shape, bricks);
}
