/// Occupancy bits from keys.
#include "fenwick/input/keys.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// Sets the bit of each key; bytes are grouped into 4-byte words where there are enough.
template <class T>
struct SetBit {
  Keys<T> keys;
  FaultSink faults;
  uint32_t* words;

  DVDB_FN void operator()(int64_t i) const {
    int64_t key[kMostAxes];
    if (!keys.read(i, key)) {
      faults.report(i, DVDB_FAULT_KEY);
      return;
    }
    const int64_t k = keys.linear(key);
    const uint32_t own = 1u << (k & 31);
    if ((backend::peek(&words[k >> 5]) & own) == 0) backend::atomic_or(&words[k >> 5], own);
  }
};

}  // namespace

dvdb_status dvdb_index_bits_from_keys(dvdb_context context, dvdb_ticket ticket, const int64_t* dims, uint32_t n_dims, dvdb_buffer keys, uint32_t index_dtype,
                                      int64_t count, uint32_t width, uint32_t checked, int64_t n_bytes, dvdb_buffer out_bits, uint32_t* out_fault) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_fault, 1, "out_fault"));
    *out_fault = DVDB_FAULT_NONE;
    Shape shape;
    DVDB_TRY(read_shape(c, dims, n_dims, 1, shape));
    if (width != 1 && width != n_dims) return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use keys: they have %u numbers, %u or 1 expected", width, n_dims);
    if (n_bytes < shape.bit_bytes()) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use out_bits: %lld bytes are given, %lld needed", static_cast<long long>(n_bytes),
                  static_cast<long long>(shape.bit_bytes()));
    }
    Span<uint8_t> bits;
    DVDB_TRY(borrow(c, out_bits, n_bytes, "out_bits", bits));
    return with_integer(c, index_dtype, "keys", [&]<class T>() -> Status {
      Span<const T> numbers;
      DVDB_TRY(borrow_numbers(c, keys, count, int(width), "keys", numbers));
      // Bits are set in whole words, so bytes that end within one are set elsewhere first.
      const bool whole = n_bytes % 4 == 0 && word_bytes(address_of(bits.data)) >= 4;
      backend::Scratch memory(c);
      Span<uint32_t> words{reinterpret_cast<uint32_t*>(bits.data), n_bytes / 4};
      if (!whole) DVDB_TRY(memory.allocate((n_bytes + 3) / 4, words));
      Faults faults(c);
      if (checked != 0) DVDB_TRY(faults.clear());
      DVDB_TRY(backend::fill(c, words.data, 0, 4, words.size * 4));
      DVDB_TRY(backend::for_each(c, count, SetBit<T>{Keys<T>::of(numbers.data, int(width), shape), faults.sink(), words.data}));
      if (!whole) DVDB_TRY(backend::copy(c, bits.data, words.data, n_bytes));
      if (checked == 0) return {};
      return settle_keys(c, faults, numbers, int(width), count, shape, "keys", false, out_fault);
    });
  });
}
