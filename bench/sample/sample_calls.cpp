/// Trilinear sampling in a band of voxels and the way back, by calls of the C interface whose results are allocated
/// beforehand, beside what a kernel without any thought takes.
///
///   cmake -S cuda -B build/cuda -DDVDB_BACKEND=cuda -DDVDB_TESTS=ON && cmake --build build/cuda --target sample_calls
///   build/cuda/sample_calls voxels.npy [points]
///
/// The file holds the voxels of a band, i32 [n, 3]. Points, 10 million if not told, are sorted: each voxel has as many
/// as the next, at random places around it; calls are told so (1), or not (0). Times are between two events of the
/// device, the median of 11 after 3. The floor is what reading points and values once and writing results once take
/// at 4.27 TB/s.
#include <cmath>

#include "../calls.hpp"
#include "backend/api/launch.hpp"
#include "backend/api/special/sample/float_sums.hpp"
#include "core/entry.hpp"
#include "core/grid_batch.hpp"
#include "core/reals.hpp"
#include "core/trilinear.hpp"

using namespace dvdb;

namespace {

constexpr double kBytesPerMs = 4.27e9;

/// One thread per number of a result, which looks for all eight voxels from the root.
struct NaiveSample {
  GridView grid;
  const float* points;
  const float* values;
  int64_t channels;
  float* out;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t point = i / channels;
    const int64_t channel = i % channels;
    TrilinearCell cell;
    float sum = 0;
    if (cell.place(to_voxel(grid.heads[0], load_point(points, point)))) {
      for (int corner = 0; corner < kCorners; ++corner) {
        const Coord at = {int32_t(cell.low.x) + (corner >> 2), int32_t(cell.low.y) + (corner >> 1 & 1),
                          int32_t(cell.low.z) + (corner & 1)};
        const int64_t row = LeafFinder(grid, grid.heads[0]).find_row(at);
        if (row >= 0) sum += float(cell.weight(corner)) * values[row * channels + channel];
      }
    }
    out[i] = sum;
  }
};

/// One thread per number given, which looks for all eight voxels from the root and adds to what they sum up.
struct NaiveSplat {
  GridView grid;
  const float* points;
  const float* data;
  int64_t channels;
  float* out;  // begins with 0

  DVDB_FN void operator()(int64_t i) const {
    const int64_t point = i / channels;
    const int64_t channel = i % channels;
    TrilinearCell cell;
    if (!cell.place(to_voxel(grid.heads[0], load_point(points, point)))) return;
    for (int corner = 0; corner < kCorners; ++corner) {
      const Coord at = {int32_t(cell.low.x) + (corner >> 2), int32_t(cell.low.y) + (corner >> 1 & 1),
                        int32_t(cell.low.z) + (corner & 1)};
      const int64_t row = LeafFinder(grid, grid.heads[0]).find_row(at);
      if (row >= 0) backend::atomic_sum(&out[row * channels + channel], float(cell.weight(corner)) * data[i]);
    }
  }
};

/// One thread per point, which looks for all eight voxels from the root and writes a gradient.
struct NaiveGradients {
  GridView grid;
  const float* points;
  const float* values;
  const float* weights;
  int64_t channels;
  float* out;

  DVDB_FN void operator()(int64_t point) const {
    TrilinearCell cell;
    double sums[3] = {};
    if (cell.place(to_voxel(grid.heads[0], load_point(points, point)))) {
      for (int corner = 0; corner < kCorners; ++corner) {
        const Coord at = {int32_t(cell.low.x) + (corner >> 2), int32_t(cell.low.y) + (corner >> 1 & 1),
                          int32_t(cell.low.z) + (corner & 1)};
        const int64_t row = LeafFinder(grid, grid.heads[0]).find_row(at);
        if (row < 0) continue;
        double dot = 0;
        for (int64_t channel = 0; channel < channels; ++channel)
          dot += double(values[row * channels + channel]) * double(weights[point * channels + channel]);
        for (int axis = 0; axis < 3; ++axis) sums[axis] += cell.slope(corner, axis) * dot;
      }
    }
    for (int axis = 0; axis < 3; ++axis) out[3 * point + axis] = float(sums[axis] / grid.heads[0].size[axis]);
  }
};

/// The arrays of a naive way, looked up by handles.
template <class Body>
dvdb_status run_naively(dvdb_grid handle, Body body) {
  return entry(context, [&](Context& c) -> Status {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, handle, &batch));
    return body(c, batch->view);
  });
}

dvdb_status sample_naively(dvdb_grid handle, const Memory& points, const Memory& values, int64_t n, int64_t channels,
                           const Memory& out) {
  return run_naively(handle, [&](Context& c, const GridView& grid) -> Status {
    Span<float> from;
    Span<float> features;
    Span<float> to;
    DVDB_TRY(borrow(c, points.handle, n * 3, "points", from));
    DVDB_TRY(borrow(c, values.handle, grid.n_voxels * channels, "values", features));
    DVDB_TRY(borrow(c, out.handle, n * channels, "out", to));
    return backend::for_each(c, n * channels, NaiveSample{grid, from.data, features.data, channels, to.data});
  });
}

dvdb_status splat_naively(dvdb_grid handle, const Memory& points, const Memory& data, int64_t n, int64_t channels,
                          const Memory& out) {
  return run_naively(handle, [&](Context& c, const GridView& grid) -> Status {
    Span<float> from;
    Span<float> numbers;
    Span<float> to;
    DVDB_TRY(borrow(c, points.handle, n * 3, "points", from));
    DVDB_TRY(borrow(c, data.handle, n * channels, "data", numbers));
    DVDB_TRY(borrow(c, out.handle, grid.n_voxels * channels, "out", to));
    DVDB_TRY(backend::fill(c, to.data, 0, 4, to.size * 4));
    return backend::for_each(c, n * channels, NaiveSplat{grid, from.data, numbers.data, channels, to.data});
  });
}

dvdb_status carry_naively(dvdb_grid handle, const Memory& points, const Memory& values, const Memory& weights,
                          int64_t n, int64_t channels, const Memory& out) {
  return run_naively(handle, [&](Context& c, const GridView& grid) -> Status {
    Span<float> from;
    Span<float> features;
    Span<float> by;
    Span<float> to;
    DVDB_TRY(borrow(c, points.handle, n * 3, "points", from));
    DVDB_TRY(borrow(c, values.handle, grid.n_voxels * channels, "values", features));
    DVDB_TRY(borrow(c, weights.handle, n * channels, "data", by));
    DVDB_TRY(borrow(c, out.handle, n * 3, "out", to));
    return backend::for_each(c, n, NaiveGradients{grid, from.data, features.data, by.data, channels, to.data});
  });
}

/// Numbers around 0, the same million again and again.
std::vector<float> numbers_like_random(int64_t n) {
  constexpr int64_t kPeriod = 1'000'003;
  std::vector<float> numbers(static_cast<size_t>(n));
  for (int64_t at = 0; at < n; ++at)
    numbers[size_t(at)] = at < kPeriod ? float(fraction(uint64_t(at)) - 0.5) : numbers[size_t(at - kPeriod)];
  return numbers;
}

/// The largest difference of two lists, and a number made of the bits of the first.
void compare(const std::vector<float>& a, const std::vector<float>& b) {
  double worst = 0;
  uint64_t hash = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    worst = std::max(worst, std::fabs(double(a[i]) - double(b[i])));
    uint32_t bits;
    std::memcpy(&bits, &a[i], 4);
    hash = mixed(hash ^ bits);
  }
  std::printf("  off by %.2g  bits %016llx", worst, static_cast<unsigned long long>(hash));
}
void compare(const Memory& got, const Memory& wanted, int64_t n) { compare(got.read<float>(n), wanted.read<float>(n)); }

/// What goes back to points: sums of slopes of samples, each times a weight.
std::vector<float> contract(const Memory& gradients, const Memory& weights, int64_t n, int64_t channels) {
  const std::vector<float> slopes = gradients.read<float>(n * channels * 3);
  const std::vector<float> by = weights.read<float>(n * channels);
  std::vector<float> sums(size_t(n * 3));
  for (int64_t point = 0; point < n; ++point) {
    for (int axis = 0; axis < 3; ++axis) {
      double sum = 0;
      for (int64_t at = point * channels; at < (point + 1) * channels; ++at)
        sum += double(slopes[size_t(at * 3 + axis)]) * double(by[size_t(at)]);
      sums[size_t(point * 3 + axis)] = float(sum);
    }
  }
  return sums;
}

void measure(dvdb_grid grid, int64_t voxels, const Memory& points, int64_t n, int64_t channels) {
  const Memory values(numbers_like_random(voxels * channels));
  const Memory weights(numbers_like_random(n * channels));
  const Memory out(n * channels * 4);
  const Memory naive(n * channels * 4);
  const Memory sums(voxels * channels * 4);
  const Memory others(voxels * channels * 4);
  const Memory slopes(n * 12);
  const int64_t lists[2] = {0, n};
  const double both = double(n * channels + voxels * channels) * 4;
  const auto show = [&](const char* what, double bytes, double ms) {
    std::printf("\n%3lld channels  %-26s %9.4f ms  %3.0f %% of the floor", static_cast<long long>(channels), what, ms,
                100 * bytes / kBytesPerMs / ms);
  };
  show("naive", double(n) * 12 + both,
       time_of([&] { return sample_naively(grid, points, values, n, channels, naive); }));
  show("sample", double(n) * 12 + both, time_of([&] {
         return dvdb_sample_trilinear(context, grid, points.handle, DVDB_F32, n, lists, 1, values.handle, DVDB_F32,
                                      channels, out.handle);
       }));
  compare(out, naive, n * channels);
  const Memory gradients(n * channels * 12);
  show("sample with gradients", double(n) * 12 + both + double(n * channels) * 12, time_of([&] {
         return dvdb_sample_trilinear_with_grad(context, grid, points.handle, DVDB_F32, n, lists, 1, values.handle,
                                                DVDB_F32, channels, out.handle, gradients.handle);
       }));
  compare(out, naive, n * channels);
  const Memory naive_sums(voxels * channels * 4);
  show("naive back to values", double(n) * 12 + both,
       time_of([&] { return splat_naively(grid, points, weights, n, channels, naive_sums); }));
  show("back to values, in order", double(n) * 12 + both, time_of([&] {
         return dvdb_splat(context, grid, points.handle, DVDB_F32, n, lists, 1, weights.handle, DVDB_F32, channels,
                           DVDB_KERNEL_TRILINEAR, sums.handle);
       }));
  show("back to values, atomic", double(n) * 12 + both, time_of([&] {
         return dvdb_splat_atomic(context, grid, points.handle, DVDB_F32, n, lists, 1, weights.handle, DVDB_F32,
                                  channels, DVDB_KERNEL_TRILINEAR, others.handle);
       }));
  compare(sums, others, voxels * channels);
  compare(others, naive_sums, voxels * channels);
  const Memory naive_slopes(n * 12);
  show("naive back to points", double(n) * 24 + both,
       time_of([&] { return carry_naively(grid, points, values, weights, n, channels, naive_slopes); }));
  show("back to points", double(n) * 24 + both, time_of([&] {
         return dvdb_sample_point_gradients(context, grid, points.handle, DVDB_F32, n, lists, 1, values.handle,
                                            DVDB_F32, channels, DVDB_KERNEL_TRILINEAR, weights.handle, slopes.handle);
       }));
  compare(slopes, naive_slopes, n * 3);
  if (channels <= 4) compare(slopes.read<float>(n * 3), contract(gradients, weights, n, channels));
  // Slopes serve as the gradients of slopes.
  const double with_slopes = double(n) * 12 + both + double(n * channels) * 12;
  show("slopes to values, in order", with_slopes, time_of([&] {
         return dvdb_splat_slopes(context, grid, points.handle, DVDB_F32, n, lists, 1, weights.handle, gradients.handle,
                                  DVDB_F32, channels, DVDB_KERNEL_TRILINEAR, sums.handle);
       }));
  show("slopes to values, atomic", with_slopes, time_of([&] {
         return dvdb_splat_slopes_atomic(context, grid, points.handle, DVDB_F32, n, lists, 1, weights.handle,
                                         gradients.handle, DVDB_F32, channels, DVDB_KERNEL_TRILINEAR, others.handle);
       }));
  compare(sums, others, voxels * channels);
  show("slopes to points", with_slopes + double(n) * 12, time_of([&] {
         return dvdb_sample_slope_gradients(context, grid, points.handle, DVDB_F32, n, lists, 1, values.handle,
                                            DVDB_F32, channels, DVDB_KERNEL_TRILINEAR, weights.handle, gradients.handle,
                                            slopes.handle);
       }));
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return std::fprintf(stderr, "Usage: sample_calls voxels.npy [points]\n"), 1;
  require(dvdb_context_create(0, 0, &context), "open the device");
  constexpr double kSize = 0.01;
  std::vector<int32_t> ijk = read_voxels(arguments[1]);
  const dvdb_grid grid = grid_of(ijk, kSize);
  const int64_t voxels = int64_t(ijk.size() / 3);
  const int64_t n = count > 2 ? std::atoll(arguments[2]) : 10'000'000;
  std::vector<float> places(size_t(3 * n));
  for (int64_t point = 0; point < n; ++point) {
    const int32_t* const voxel = &ijk[size_t(3 * int64_t(double(point) / double(n) * double(voxels)))];
    for (int axis = 0; axis < 3; ++axis)
      places[size_t(3 * point + axis)] = float(kSize * (voxel[axis] + fraction(uint64_t(3 * point + axis)) - 0.5));
  }
  const Memory points(places);
  std::printf("%lld voxels, %lld points", static_cast<long long>(voxels), static_cast<long long>(n));
  for (const int64_t channels : {1, 4, 32, 64}) measure(grid, voxels, points, n, channels);
  dvdb_grid_destroy(context, grid);
  dvdb_context_destroy(context);
  return 0;
}
