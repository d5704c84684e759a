/// Marks the voxels above a threshold.
#include "fenwick/bricks/above.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// The bits of 32 voxels of a row that are adjacent in memory.
template <class T, class Word>
struct MarkRow {
  static constexpr int kInWord = int(sizeof(Word) / sizeof(T));

  const T* voxels;
  int64_t x;
  Divider row;  // words of a row of bits
  Above<T> above;
  FaultSink faults;
  uint32_t* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t at = 0;
    const int64_t start = row.divide(i, &at) * x + at * kWordBits;
    const int64_t left = x - at * kWordBits;
    uint32_t bits = 0;
    if (left >= kWordBits) {
      const Word* words = reinterpret_cast<const Word*>(voxels + start);
      for (int word = 0; word < kWordBits / kInWord; ++word) {
        union {
          Word all;
          T each[kInWord];
        } const loaded = {words[word]};
        for (int k = 0; k < kInWord; ++k)
          bits |= mark(loaded.each[k], start + word * kInWord + k) << (word * kInWord + k);
      }
    } else {
      for (int k = 0; k < int(left); ++k) bits |= mark(voxels[start + k], start + k) << k;
    }
    out[i] = bits;
  }

 private:
  DVDB_FN uint32_t mark(T value, int64_t place) const {
    if (Above<T>::is_nan(value)) faults.report(place, DVDB_FAULT_NAN);
    return above(value) ? 1 : 0;
  }
};

/// The bits of 32 voxels of a row in an order where neighbors along z are adjacent in memory; consecutive items follow
/// z too, so that loads coalesce.
template <class T>
struct MarkColumn {
  const T* voxels;
  int64_t dims[3];
  VoxelOrder order;
  int64_t row;
  Divider by_z;
  Divider by_y;
  Above<T> above;
  FaultSink faults;
  uint32_t* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t z = 0;
    int64_t y = 0;
    const int64_t word = by_y.divide(by_z.divide(i, &z), &y);
    uint32_t bits = 0;
    for (int k = 0; k < kWordBits && word * kWordBits + k < dims[0]; ++k) {
      const int64_t x = word * kWordBits + k;
      const T value = voxels[order.at(x, y, z)];
      if (Above<T>::is_nan(value)) faults.report((z * dims[1] + y) * dims[0] + x, DVDB_FAULT_NAN);
      bits |= uint32_t(above(value) ? 1 : 0) << k;
    }
    out[(z * dims[1] + y) * row + word] = bits;
  }
};

template <class T>
Status mark(Context& c, const operators::BrickThresholdArgs& a, FaultSink faults) {
  const int64_t* dims = a.extents;
  const T* const voxels = a.voxels.as<const T>().data;
  const Span<uint32_t> out = a.out_bits;
  const Above<T> above = Above<T>::of(a.threshold);
  const int64_t row = VoxelBits::row_words(dims);
  if (a.order == DVDB_ORDER_Z_FASTEST) {
    const MarkColumn<T> columns{voxels,
                                {dims[0], dims[1], dims[2]},
                                VoxelOrder::of(a.order, dims),
                                row,
                                Divider::of(dims[2]),
                                Divider::of(dims[1]),
                                above,
                                faults,
                                out.data};
    return backend::for_each(c, out.size, columns, 256);
  }
  const int bytes = word_bytes(address_of(voxels) | uint64_t(dims[0]) * sizeof(T));
  return with_word(bytes, [&]<class Word>() -> Status {
    using Own = std::conditional_t<sizeof(Word) < sizeof(T), T, Word>;  // voxels are aligned, so no word is narrower
    return backend::for_each(c, out.size, MarkRow<T, Own>{voxels, dims[0], Divider::of(row), above, faults, out.data},
                             256);
  });
}

}  // namespace

Status operators::brick_threshold(Context& c, const BrickThresholdArgs& a) {
  *a.out_fault = DVDB_FAULT_NONE;
  DVDB_TRY(check_extents(c, a.extents));
  DVDB_TRY(check_threshold(c, a.dtype, a.threshold));
  Faults faults(c);
  if (a.checked != 0 && !is_whole(a.dtype)) DVDB_TRY(faults.clear());
  DVDB_TRY(with_voxel(a.dtype, [&]<class T>() { return mark<T>(c, a, faults.sink()); }));
  return settle_voxels(c, faults, a.voxels.size, a.first, a.out_fault);
}
