/// Building Fenwick trees from elements of any width.
/// Level t holds sums of 2^t elements: paper/reference.hpp.
#include "_generated/fenwick_args.hpp"
#include "fenwick/paper/lines.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

template <class T>
Status from_array(Context& c, const operators::IndexFromValuesArgs& a, const Shape& shape, uint32_t* words) {
  const Span<const T> given = a.values.as<const T>();
  Faults faults(c);
  if (a.checked != 0) DVDB_TRY(faults.clear());
  DVDB_TRY(lift_values(c, shape, ArraySource<T>{given.data}, faults.sink(), words));
  if (a.checked == 0) return {};
  uint64_t count = 0;
  int64_t place = 0;
  DVDB_TRY(faults.read(a.out_fault, &count, &place));
  if (count == 0) return {};
  T first{};
  DVDB_TRY(backend::download(c, &first, given.data + place, int64_t(sizeof first)));
  return fail(c, DVDB_INVALID_DATA,
              "Cannot make index: of %lld values %llu are not in 0 to %llu, the first is value %lld with %lld",
              static_cast<long long>(shape.n), static_cast<unsigned long long>(count),
              static_cast<unsigned long long>(low_bits(shape.bits)), static_cast<long long>(place),
              static_cast<long long>(first));
}

}  // namespace

Status operators::index_from_values(Context& c, const IndexFromValuesArgs& a) {
  *a.out_fault = DVDB_FAULT_NONE;
  Shape shape;
  Parts out;
  DVDB_TRY(read_shape(c, a.dims, a.n_dims, a.bits, shape));
  DVDB_TRY(borrow_parts(c, DVDB_INDEX_PAPER, shape, a.out_data, 0, out));
  uint32_t* words = reinterpret_cast<uint32_t*>(out.data);
  switch (a.value_dtype) {
    case DVDB_I32: return from_array<int32_t>(c, a, shape, words);
    case DVDB_I64: return from_array<int64_t>(c, a, shape, words);
    default: return from_array<uint8_t>(c, a, shape, words);
  }
}
