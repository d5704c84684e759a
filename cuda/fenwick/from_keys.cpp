/// Occupancy bits from keys.
#include "_generated/fenwick_args.hpp"
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
    if (!keys.read(i, key, faults)) return;
    const int64_t k = keys.linear(key);
    const uint32_t own = 1u << (k & 31);
    if ((backend::peek(&words[k >> 5]) & own) == 0) backend::atomic_or(&words[k >> 5], own);
  }
};

}  // namespace

Status operators::index_from_keys(Context& c, const IndexFromKeysArgs& a) {
  *a.out_fault = DVDB_FAULT_NONE;
  const int width = int(a.width);
  Shape shape;
  DVDB_TRY(read_shape(c, a.dims, a.n_dims, 1, shape));
  if (a.width != 1 && a.width != a.n_dims) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use keys: they have %u numbers, %u or 1 expected", a.width, a.n_dims);
  }
  if (a.n_bytes < shape.bit_bytes()) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot use out_bits: %lld bytes are given, %lld needed",
                static_cast<long long>(a.n_bytes), static_cast<long long>(shape.bit_bytes()));
  }
  DVDB_TRY(check_keys(c, a.count, width, "keys"));
  return with_integer(a.index_dtype, [&]<class T>() -> Status {
    const Span<const T> numbers = a.keys.as<const T>();
    // Bits are set in whole words, so bytes that end within one are set elsewhere first.
    const bool whole = a.n_bytes % 4 == 0 && word_bytes(address_of(a.out_bits.data)) >= 4;
    backend::Scratch memory(c);
    Span<uint32_t> words{reinterpret_cast<uint32_t*>(a.out_bits.data), a.n_bytes / 4};
    if (!whole) DVDB_TRY(memory.allocate((a.n_bytes + 3) / 4, words));
    Faults faults(c);
    if (a.checked != 0) DVDB_TRY(faults.clear());
    DVDB_TRY(backend::fill(c, words.data, 0, 4, words.size * 4));
    DVDB_TRY(
        backend::for_each(c, a.count, SetBit<T>{Keys<T>::of(numbers.data, width, shape), faults.sink(), words.data}));
    if (!whole) DVDB_TRY(backend::copy(c, a.out_bits.data, words.data, a.n_bytes));
    if (a.checked == 0) return {};
    return settle_keys(c, faults, numbers, width, a.count, shape, "keys", false, a.out_fault);
  });
}
