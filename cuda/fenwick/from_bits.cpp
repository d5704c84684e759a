/// Building indexes from occupancy bits, in every layout.
/// The words of trees: paper/reference.hpp; the counters of WIDE indexes: wide/reference.hpp.
#include "_generated/fenwick_args.hpp"
#include "fenwick/paper/lines.hpp"
#include "fenwick/paper/tiles.hpp"
#include "fenwick/wide/tiles.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// Writes the rank before each cell's bits.
template <int kWords>
struct WriteCell {
  static constexpr int kScanItems = 4;
  static constexpr bool kScanStriped = true;  // cells of neighboring threads lie side by side

  BitSource bits;
  int64_t n_cells;
  uint32_t* cells;
  uint64_t* bases;

  DVDB_FN uint64_t count(int64_t i) const {
    uint32_t own[kWords];
    bits.read(i * kWords, own);
    int ones = 0;
    for (int at = 0; at < kWords; ++at) ones += popcount(own[at]);
    return uint64_t(ones);
  }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    uint32_t own[kWords];
    bits.read(i * kWords, own);
    Word16* cell = reinterpret_cast<Word16*>(cells + i * (kWords + 1));
    store_whole(cell, {uint64_t(own[0]) << 32 | uint32_t(before),
                       uint64_t(own[2]) << 32 | own[1]});  // relative once the bases are known
    if constexpr (kWords == 7)
      store_whole(cell + 1, {uint64_t(own[4]) << 32 | own[3], uint64_t(own[6]) << 32 | own[5]});
    if ((i & ((int64_t(1) << kBaseLog) - 1)) == 0) bases[i >> kBaseLog] = before;
    if (i == n_cells - 1) bases[CellView<kWords>::bases_of(n_cells)] = before + count;
  }
};

/// Takes the base from the ranks behind the first base, which is 0.
template <int kWords>
struct RebaseCell {
  uint32_t* cells;
  const uint64_t* bases;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t cell = i + (int64_t(1) << kBaseLog);
    cells[cell * (kWords + 1)] -= uint32_t(bases[cell >> kBaseLog]);
  }
};

template <int kWords>
Status write_cells(Context& c, const Shape& shape, const BitSource& bits, const Parts& out) {
  const int64_t n_cells = CellView<kWords>::cells_of(shape.n);
  uint32_t* cells = reinterpret_cast<uint32_t*>(out.data);
  uint64_t* bases = reinterpret_cast<uint64_t*>(out.counters);
  DVDB_TRY(backend::for_each_scan(c, n_cells, WriteCell<kWords>{bits, n_cells, cells, bases}));
  return backend::for_each(c, n_cells - (int64_t(1) << kBaseLog), RebaseCell<kWords>{cells, bases});
}

}  // namespace

Status operators::index_sizes(Context& c, const IndexSizesArgs& a) {
  Shape shape;
  DVDB_TRY(read_shape(c, a.dims, a.n_dims, a.bits, shape));
  DVDB_TRY(check_layout(c, a.layout, shape));
  a.out_sizes[DVDB_INDEX_SIZE_DATA] = data_bytes(a.layout, shape);
  a.out_sizes[DVDB_INDEX_SIZE_COUNTERS] = counter_bytes(a.layout, shape);
  a.out_sizes[DVDB_INDEX_SIZE_LEVELS] = a.layout == DVDB_INDEX_PAPER ? shape.levels() : 0;
  return {};
}

Status operators::index_from_bits(Context& c, const IndexFromBitsArgs& a) {
  Shape shape;
  Parts out;
  DVDB_TRY(read_shape(c, a.dims, a.n_dims, 1, shape));
  DVDB_TRY(borrow_parts(c, a.layout, shape, a.out_data, a.out_counters, out));
  const bool in_place = a.bits == a.out_data;
  if (in_place && a.layout != DVDB_INDEX_WIDE && shape.n > 0) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot make index: layout %u cannot be made in place", a.layout);
  }
  Span<uint8_t> given;
  DVDB_TRY(borrow(c, a.bits, in_place ? data_bytes(a.layout, shape) : shape.bit_bytes(), "bits", given));
  const BitSource source = BitSource::of(given.data, shape.n);
  switch (a.layout) {
    case DVDB_INDEX_WIDE: return count_bits(c, shape, source, WideParts::of(shape, out));
    case DVDB_INDEX_RANK96: return write_cells<3>(c, shape, source, out);
    case DVDB_INDEX_RANK224: return write_cells<7>(c, shape, source, out);
    default: break;
  }
  uint32_t* words = reinterpret_cast<uint32_t*>(out.data);
  if (shape.n_dims == 1) return lift_bits(c, shape, source, words);
  return lift_values(c, shape, source, FaultSink{}, words);
}
