/// Elements read back from indexes, and the check whether bytes are a valid index.
/// An element is its node less the nodes below: view/reference.hpp, paper/reference.hpp.
#include "_generated/fenwick_args.hpp"
#include "backend/api/launch.hpp"
#include "fenwick/input/faults.hpp"
#include "fenwick/paper/lower_tiles.hpp"
#include "fenwick/view/shape.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// Bits of a byte of a tree along several axes, one after the other.
struct BoxByte {
  PaperBox tree;
  AxisCoords places;
  int64_t n;
  uint8_t* out;

  DVDB_FN void operator()(int64_t at) const {
    int64_t k[kMostAxes];
    uint32_t byte = 0;
    for (int64_t i = at * 8; i < at * 8 + 8 && i < n; ++i) {
      places.read(i, k);
      byte |= uint32_t(tree.point(k)) << (i - at * 8);
    }
    out[at] = uint8_t(byte);
  }
};

/// Bits of cells, which lie between ranks.
template <int kWords>
struct CellWord {
  const uint32_t* cells;
  int64_t n;
  uint8_t* out;

  DVDB_FN void operator()(int64_t at) const {
    const uint32_t word = cells[at / kWords * (kWords + 1) + 1 + at % kWords];
    const int64_t left = n - at * kWordBits;
    for (int64_t byte = 0; byte < 4 && byte * 8 < left; ++byte) out[at * 4 + byte] = uint8_t(word >> (8 * byte));
  }
};

/// Elements of a tree of any shape.
template <class T>
struct BoxValue {
  PaperBox tree;
  AxisCoords places;
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t k[kMostAxes];
    places.read(i, k);
    out[i] = T(tree.point(k));
  }
};

/// Elements of a tree along one axis.
template <class T>
struct LineValue {
  PaperLine tree;
  T* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = T(tree.point(i)); }
};

template <class T>
Status write_values(Context& c, const Shape& shape, const uint32_t* words, const Operand& out) {
  const Span<T> values = out.as<T>();
  if (shape.bits > int(8 * sizeof(T)) - (std::is_signed_v<T> ? 1 : 0)) {
    return fail(c, DVDB_INVALID_ARGUMENT,
                "Cannot read index: its elements have %d bits, too many for the dtype of values", shape.bits);
  }
  if (shape.n_dims == 1) return backend::for_each(c, shape.n, LineValue<T>{paper_line(shape, words), values.data});
  LevelTable table(c);
  DVDB_TRY(table.place(shape));
  return backend::for_each(c, shape.n, BoxValue<T>{paper_box(shape, words, table), AxisCoords::of(shape), values.data});
}

struct CompareWord {
  const uint32_t* given;
  const uint32_t* made;
  FaultSink faults;

  DVDB_FN void operator()(int64_t i) const {
    if (given[i] != made[i]) faults.report(i, DVDB_FAULT_CORRUPT);
  }
};

}  // namespace

Status operators::index_to_bits(Context& c, const IndexToBitsArgs& a) {
  Shape shape;
  Span<const uint32_t> words;
  DVDB_TRY(read_shape(c, a.dims, a.n_dims, 1, shape));
  DVDB_TRY(check_layout(c, a.layout, shape));
  DVDB_TRY(borrow(c, a.data, data_bytes(a.layout, shape) / 4, "data", words));
  switch (a.layout) {
    case DVDB_INDEX_WIDE: return backend::copy(c, a.out.data, words.data, a.out.size);
    case DVDB_INDEX_RANK96: return backend::for_each(c, shape.words(), CellWord<3>{words.data, shape.n, a.out.data});
    case DVDB_INDEX_RANK224: return backend::for_each(c, shape.words(), CellWord<7>{words.data, shape.n, a.out.data});
    default: break;
  }
  if (shape.n_dims == 1) {
    const bool aligned = word_bytes(address_of(a.out.data)) >= 16;
    return backend::for_each_tile(c, LowerTile::tiles_of(shape.n),
                                  LowerTile{paper_line(shape, words.data), aligned, a.out.data});
  }
  LevelTable table(c);
  DVDB_TRY(table.place(shape));
  return backend::for_each(
      c, a.out.size, BoxByte{paper_box(shape, words.data, table), AxisCoords::of(shape), shape.n, a.out.data}, 256);
}

Status operators::index_to_values(Context& c, const IndexToValuesArgs& a) {
  Shape shape;
  Parts parts;
  DVDB_TRY(read_shape(c, a.dims, a.n_dims, a.bits, shape));
  DVDB_TRY(borrow_parts(c, DVDB_INDEX_PAPER, shape, a.data, 0, parts));
  const uint32_t* words = reinterpret_cast<const uint32_t*>(parts.data);
  switch (a.value_dtype) {
    case DVDB_U8: return write_values<uint8_t>(c, shape, words, a.out);
    case DVDB_I32: return write_values<int32_t>(c, shape, words, a.out);
    default: return write_values<int64_t>(c, shape, words, a.out);
  }
}

Status operators::index_from_bytes(Context& c, const IndexFromBytesArgs& a) {
  *a.out_fault = DVDB_FAULT_NONE;
  Shape shape;
  Parts given;
  Parts wanted;
  DVDB_TRY(read_shape(c, a.dims, a.n_dims, a.bits, shape));
  DVDB_TRY(borrow_parts(c, DVDB_INDEX_PAPER, shape, a.data, 0, given));
  DVDB_TRY(borrow_parts(c, DVDB_INDEX_PAPER, shape, a.made, 0, wanted));
  Faults faults(c);
  DVDB_TRY(faults.clear());
  const CompareWord compare{reinterpret_cast<const uint32_t*>(given.data),
                            reinterpret_cast<const uint32_t*>(wanted.data), faults.sink()};
  DVDB_TRY(backend::for_each(c, paper_words(shape), compare));
  uint64_t count = 0;
  int64_t place = 0;
  DVDB_TRY(faults.read(a.out_fault, &count, &place));
  if (count == 0) return {};
  return fail(c, DVDB_INVALID_DATA,
              "Cannot use bytes: of the words %llu are not those of a tree, the first is word %lld",
              static_cast<unsigned long long>(count), static_cast<long long>(place));
}
