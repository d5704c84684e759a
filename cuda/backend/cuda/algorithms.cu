/// Whole algorithms on CUDA: CUB's where it has them. The only file that includes CUB.
#include "backend/api/algorithms.hpp"

#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_select.cuh>

#include "backend/cuda/state.cuh"
#include "backend/shared/fold_tree.hpp"
#include "base/plain_nan.hpp"

namespace dvdb::backend {

namespace {

/// Makes a CUB call twice, as CUB asks: for the size of its scratch, then for its work.
template <class Call>
Status with_scratch(Context& context, const char* what, Call call) {
  size_t bytes = 0;
  DVDB_TRY(check_cuda(context, call(nullptr, bytes), what));
  Scratch memory(context);
  DVDB_TRY(memory.allocate(max_of<int64_t>(int64_t(bytes), 1)));  // a null pointer would ask for the size again
  DVDB_TRY(check_cuda(context, call(memory.data(), bytes), what));
  return check_launch(context);
}

/// Reads counts widened to 64 bits, and one 0 behind them, so that the scan's last sum is the total.
struct ReadCount {
  const int32_t* counts;  // [n]
  int64_t n;

  DVDB_FN int64_t operator()(int64_t i) const { return i < n ? int64_t(counts[i]) : 0; }
};

/// Selects the first key of each run.
struct StartsRun {
  const uint64_t* sorted;

  DVDB_FN bool operator()(uint32_t i) const { return i == 0 || sorted[i] != sorted[i - 1]; }
};

constexpr int kFoldBlock = 256;
constexpr int64_t kMostNarrow = int64_t(1) << 31;  // most pairs sorted with 32-bit places, which take fewer registers

// Of more pairs, a call that may be canceled sorts by a few bits at a time: all bits of so many take ten milliseconds.
constexpr int64_t kMostAtOnce = int64_t(1) << 27;
constexpr int kBitsAtOnce = 16;  // two passes of CUB's

/// Folds one chunk a block.
template <Fold kFold>
__global__ void __launch_bounds__(kFoldBlock) fold_kernel(const double* in, int64_t n, double neutral, double* out) {
  __shared__ double folded[kFoldBlock];
  const int lane = int(threadIdx.x);
  const int64_t first = int64_t(blockIdx.x) * kFoldChunk + lane;
  double quarters[4];
#pragma unroll
  for (int quarter = 0; quarter < 4; ++quarter) {
    const int64_t i = first + quarter * kFoldBlock;
    quarters[quarter] = i < n ? in[i] : neutral;
  }
  const double even = combine<kFold>(quarters[0], quarters[2]);
  const double odd = combine<kFold>(quarters[1], quarters[3]);
  double value = combine<kFold>(even, odd);
  folded[lane] = value;
#pragma unroll
  for (int step = kFoldBlock / 2; step >= 32; step /= 2) {
    __syncthreads();
    if (lane < step) {
      value = combine<kFold>(value, folded[lane + step]);
      folded[lane] = value;
    }
  }
  if (lane >= 32) return;
#pragma unroll
  for (int step = 16; step > 0; step /= 2) value = combine<kFold>(value, __shfl_down_sync(~0u, value, unsigned(step)));
  if (lane == 0) out[blockIdx.x] = plain_nan(value);
}

}  // namespace

Status exclusive_scan(Context& context, Span<const int32_t> in, Span<int64_t> out) {
  const auto counts =
      thrust::make_transform_iterator(thrust::counting_iterator<int64_t>(0), ReadCount{in.data, in.size});
  return with_scratch(context, "scan", [&](void* memory, size_t& bytes) {
    return cub::DeviceScan::ExclusiveScan(memory, bytes, counts, out.data, ::cuda::std::plus<int64_t>{}, int64_t(0),
                                          in.size + 1, context.device->stream);
  });
}

Status sort_pairs(Context& context, Span<uint64_t> keys, Span<uint32_t> values, int begin_bit, int end_bit) {
  if (keys.size < 2 || begin_bit >= end_bit) return {};
  cub::DoubleBuffer<uint64_t> key_sides(keys.data, nullptr);
  cub::DoubleBuffer<uint32_t> value_sides(values.data, nullptr);
  const bool in_parts = context.device->may_be_canceled && keys.size > kMostAtOnce;
  const int bits = in_parts ? kBitsAtOnce : 64;
  const auto sort_counted = [&](void* memory, size_t& bytes, int first_bit, auto n) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, key_sides, value_sides, n, first_bit,
                                           min_of(end_bit, first_bit + bits), context.device->stream);
  };
  const auto sort = [&](void* memory, size_t& bytes, int first_bit) {
    const bool narrow = keys.size <= kMostNarrow;
    return narrow ? sort_counted(memory, bytes, first_bit, uint32_t(keys.size))
                  : sort_counted(memory, bytes, first_bit, uint64_t(keys.size));
  };
  size_t bytes = 0;
  for (int first_bit = begin_bit; first_bit < end_bit; first_bit += bits) {
    size_t own = 0;
    DVDB_TRY(check_cuda(context, sort(nullptr, own, first_bit), "sort"));
    bytes = bytes > own ? bytes : own;
  }

  Layout layout;
  const int64_t other_keys = layout.reserve<uint64_t>(keys.size);
  const int64_t other_values = layout.reserve<uint32_t>(keys.size);
  const int64_t scratch = layout.reserve<uint8_t>(max_of<int64_t>(int64_t(bytes), 1));
  Scratch memory(context);
  DVDB_TRY(memory.allocate(layout.bytes()));
  uint8_t* base = static_cast<uint8_t*>(memory.data());
  key_sides = {keys.data, reinterpret_cast<uint64_t*>(base + other_keys)};
  value_sides = {values.data, reinterpret_cast<uint32_t*>(base + other_values)};
  for (int first_bit = begin_bit; first_bit < end_bit; first_bit += bits) {
    DVDB_TRY(check_cuda(context, sort(base + scratch, bytes, first_bit), "sort"));
    DVDB_TRY(check_launch(context));
    if (in_parts) DVDB_TRY(synchronize(context));
  }

  if (key_sides.Current() != keys.data)
    DVDB_TRY(copy(context, keys.data, key_sides.Current(), keys.size * int64_t(sizeof(uint64_t))));
  if (value_sides.Current() != values.data)
    DVDB_TRY(copy(context, values.data, value_sides.Current(), keys.size * int64_t(sizeof(uint32_t))));
  return {};
}

Status compact(Context& context, Span<const uint8_t> keep, Span<uint32_t> out, Span<int64_t> count) {
  DVDB_TRY(check_listable(context, keep.size));
  const thrust::counting_iterator<uint32_t> indices(0);
  return with_scratch(context, "compact", [&](void* memory, size_t& bytes) {
    return cub::DeviceSelect::Flagged(memory, bytes, indices, keep.data, out.data, count.data, keep.size,
                                      context.device->stream);
  });
}

Status run_starts(Context& context, Span<const uint64_t> sorted, Span<uint32_t> starts, Span<int64_t> count) {
  DVDB_TRY(check_listable(context, sorted.size));
  const thrust::counting_iterator<uint32_t> indices(0);
  return with_scratch(context, "list runs", [&](void* memory, size_t& bytes) {
    return cub::DeviceSelect::If(memory, bytes, indices, starts.data, count.data, sorted.size, StartsRun{sorted.data},
                                 context.device->stream);
  });
}

Status fold(Context& context, Fold fold, Span<const double> in, Span<double> out) {
  return fold_in_tree(context, fold, in, out,
                      [&]<Fold kFold>(const double* from, int64_t n, double neutral, int64_t chunks, double* to) {
                        fold_kernel<kFold>
                            <<<unsigned(chunks), kFoldBlock, 0, context.device->stream>>>(from, n, neutral, to);
                        return check_launch(context);
                      });
}

}  // namespace dvdb::backend
