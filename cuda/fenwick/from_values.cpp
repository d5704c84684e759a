/// Building Fenwick trees from elements of any width.
/// Level t holds sums of 2^t elements: paper/reference.hpp.
#include "fenwick/paper/lines.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

template <class T>
Status from_array(Context& c, const Shape& shape, dvdb_buffer values, uint32_t checked, uint32_t* words, uint32_t* out_fault) {
  Span<const T> given;
  DVDB_TRY(borrow(c, values, shape.n, "values", given));
  Faults faults(c);
  if (checked != 0) DVDB_TRY(faults.clear());
  DVDB_TRY(lift_values(c, shape, ArraySource<T>{given.data}, faults.sink(), words));
  if (checked == 0) return {};
  uint64_t count = 0;
  int64_t place = 0;
  DVDB_TRY(faults.read(out_fault, &count, &place));
  if (count == 0) return {};
  T first{};
  DVDB_TRY(backend::download(c, &first, given.data + place, int64_t(sizeof first)));
  return fail(c, DVDB_INVALID_DATA, "Cannot make index: of %lld values %llu are not in 0 to %llu, the first is value %lld with %lld",
              static_cast<long long>(shape.n), static_cast<unsigned long long>(count), static_cast<unsigned long long>(low_bits(shape.bits)),
              static_cast<long long>(place), static_cast<long long>(first));
}

}  // namespace

dvdb_status dvdb_index_from_values(dvdb_context context, dvdb_ticket ticket, const int64_t* dims, uint32_t n_dims, uint32_t bits, dvdb_buffer values,
                                   uint32_t value_dtype, uint32_t checked, dvdb_buffer out_data, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_fault, 1, "out_fault"));
    *out_fault = DVDB_FAULT_NONE;
    Shape shape;
    Parts out;
    DVDB_TRY(read_shape(c, dims, n_dims, bits, shape));
    DVDB_TRY(borrow_parts(c, DVDB_INDEX_PAPER, shape, out_data, 0, out));
    uint32_t* words = reinterpret_cast<uint32_t*>(out.data);
    switch (value_dtype) {
      case DVDB_BOOL:
      case DVDB_U8: return from_array<uint8_t>(c, shape, values, checked, words, out_fault);
      case DVDB_I32: return from_array<int32_t>(c, shape, values, checked, words, out_fault);
      case DVDB_I64: return from_array<int64_t>(c, shape, values, checked, words, out_fault);
      default: return fail(c, DVDB_INVALID_ARGUMENT, "Cannot make index: the dtype %u of values is not bool, u8, i32 or i64", value_dtype);
    }
  });
}
