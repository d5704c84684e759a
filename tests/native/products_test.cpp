/// Products of dense matrices: those of f32 and f64 against a plain loop bit by bit, those of matrix units against sums
/// in double precision.
#include "backend/api/special/dense/products.hpp"

#include <limits>

#include "dense/product.hpp"
#include "gemm_case.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

struct Sizes {
  int64_t batches, m, k, n;
};

/// Around those of tiles, panels, steps, chunks and parts; operands that are not whole runs of 16 bytes.
const std::vector<Sizes> kSizes = {
    {1, 1, 1, 1},       {1, 200, 64, 64},    {1, 300, 96, 20},  {1, 129, 33, 130},  {2, 70, 300, 40},
    {1, 40, 5000, 24},  {3, 31, 257, 65},    {1, 64, 3001, 72}, {5, 16, 16, 16},    {1, 0, 5, 3},
    {1, 5, 0, 3},       {0, 5, 4, 3},        {1, 5, 4, 0},      {1, 8, 20000, 8},   {1, 257, 256, 128},
    {7, 3, 1100, 2},    {1, 128, 512, 136},  {300, 2, 3, 2},    {1, 8500, 72, 136}, {1, 17000, 72, 40},
    {1, 40, 20000, 72}, {1, 136, 6000, 200},
};

template <class T>
struct Data {
  Sizes s;
  bool a_transposed;
  bool b_transposed;
  std::vector<T> a, b, bias, residual;

  Data(const Sizes& sizes, int layout, uint64_t seed)
      : s(sizes), a_transposed((layout & 1) != 0), b_transposed((layout & 2) != 0) {
    Random random(seed);
    a = draw_numbers<T>(random, s.batches * s.m * s.k);
    b = draw_numbers<T>(random, s.batches * s.k * s.n);
    bias = draw_numbers<T>(random, s.n);
    residual = draw_numbers<T>(random, s.batches * s.m * s.n);
  }

  backend::ProductShape shape() const { return {s.batches, s.m, s.k, s.n, a_transposed, b_transposed}; }
  T left(int64_t batch, int64_t row, int64_t at) const {
    return a[size_t(batch * s.m * s.k + (a_transposed ? at * s.m + row : row * s.k + at))];
  }
  T right(int64_t batch, int64_t at, int64_t column) const {
    return b[size_t(batch * s.k * s.n + (b_transposed ? column * s.k + at : at * s.n + column))];
  }
};

/// Calls body(place, batch, row, column) for all results.
template <class Body>
void for_each_result(const Sizes& s, Body body) {
  for (int64_t place = 0; place < s.batches * s.m * s.n; ++place)
    body(size_t(place), place / (s.m * s.n), place / s.n % s.m, place % s.n);
}

/// The sums in the order that the seam states, with bias, residual and ReLU.
template <class T>
std::vector<T> plain_product(const Data<T>& data, bool finishes) {
  const Sizes& s = data.s;
  const backend::ProductParts parts = backend::ProductParts::of(data.shape());
  std::vector<T> out(size_t(s.batches * s.m * s.n));
  for_each_result(s, [&](size_t place, int64_t batch, int64_t row, int64_t column) {
    T total = 0;
    for (int64_t part = 0; part < parts.count; ++part) {
      T of_part = 0;
      const int64_t end = std::min(s.k, (part + 1) * parts.depth);
      for (int64_t chunk = part * parts.depth; chunk < end; chunk += backend::kProductChunk) {
        T sum = 0;
        for (int64_t at = chunk; at < std::min(end, chunk + backend::kProductChunk); ++at)
          sum = std::fma(data.left(batch, row, at), data.right(batch, at, column), sum);
        of_part += sum;
      }
      total += of_part;
    }
    if (finishes) {
      total += data.bias[size_t(column)];
      total += data.residual[place];
      if (total < 0) total = 0;
    }
    out[place] = total == total ? total : std::numeric_limits<T>::quiet_NaN();
  });
  return out;
}

/// Calls body(made product, result array, whether there are bias, residual and ReLU) for a case.
template <class T, class Body>
void run_product(Context& context, const Data<T>& data, Body body) {
  const DeviceArray<T> a(context, data.a);
  const DeviceArray<T> b(context, data.b);
  const DeviceArray<T> bias(context, data.bias);
  const DeviceArray<T> residual(context, data.residual);
  DeviceArray<T> out(context, data.s.batches * data.s.m * data.s.n);
  for (const bool finishes : {false, true}) {
    const MatrixProduct product{kDtypeOf<T>,
                                data.shape(),
                                a.data(),
                                b.data(),
                                finishes ? bias.data() : nullptr,
                                finishes ? residual.data() : nullptr,
                                finishes,
                                out.data()};
    body(product, out, finishes);
  }
}

template <class T>
void check_bits(Context& context, const Data<T>& data) {
  run_product(context, data, [&](const MatrixProduct& product, const DeviceArray<T>& out, bool finishes) {
    const std::vector<T> wanted = plain_product(data, finishes);
    with_vectors([&] {
      with_thread_counts(context, [&] {
        REQUIRE(multiply(context, product));
        CHECK_SAME(out.read(), wanted);
      });
    });
  });
}

template <class T>
void check_nearness(Context& context, const Data<T>& data) {
  run_product(context, data, [&](const MatrixProduct& product, const DeviceArray<T>& out, bool finishes) {
    REQUIRE(multiply(context, product));
    const std::vector<T> found = out.read();
    int64_t wrong = 0;
    for_each_result(data.s, [&](size_t place, int64_t batch, int64_t row, int64_t column) {
      BoundedSum sum;
      for (int64_t at = 0; at < data.s.k; ++at)
        sum.add(double(data.left(batch, row, at)) * double(data.right(batch, at, column)));
      if (finishes) {
        sum.add(double(data.bias[size_t(column)]));
        sum.add(double(data.residual[place]));
        if (sum.sum < 0) sum.sum = 0;
      }
      const double of_sum = std::is_same_v<T, Half> ? 0x1p-11 : 0x1p-8;
      if (!sum.admits(double(found[place]), of_sum, 1e-5)) ++wrong;
    });
    CHECK_EQUAL(wrong, 0);
  });
}

}  // namespace

TEST(products_of_floats_are_those_of_a_plain_loop) {
  uint64_t seed = 1;
  for (const Sizes& sizes : kSizes)
    for (int layout = 0; layout < 4; ++layout) check_bits(context, Data<float>(sizes, layout, seed++));
}

TEST(products_of_doubles_are_those_of_a_plain_loop) {
  uint64_t seed = 100;
  for (const Sizes& sizes : kSizes)
    for (int layout = 0; layout < 4; ++layout) check_bits(context, Data<double>(sizes, layout, seed++));
}

TEST(products_of_halves_are_near_those_in_double_precision) {
  uint64_t seed = 200;
  for (const Sizes& sizes : kSizes)
    for (int layout = 0; layout < 4; ++layout) {
      check_nearness(context, Data<Half>(sizes, layout, seed++));
      check_nearness(context, Data<BFloat16>(sizes, layout, seed++));
    }
}

TEST(numbers_that_are_no_finite_ones_reach_only_their_rows_and_columns) {
  Data<float> data({2, 40, 300, 33}, 0, 7);
  data.a[size_t(3 * 300 + 280)] = std::numeric_limits<float>::quiet_NaN();
  data.b[size_t(5 * 33 + 7)] = std::numeric_limits<float>::infinity();
  check_bits(context, data);
}

TEST(parts_follow_from_sizes) {
  const auto parts = [](int64_t m, int64_t k, int64_t n) {
    return backend::ProductParts::of({1, m, k, n, false, false});
  };
  CHECK_EQUAL(parts(100000, 64, 64).count, 1);
  CHECK_EQUAL(parts(64, 100000, 64).count, 56);
  CHECK_EQUAL(parts(64, 100000, 64).depth, 7 * 256);
  CHECK_EQUAL(parts(64, 0, 64).count, 1);
  CHECK_EQUAL(parts(8192, 8192, 8192).count, 1);
}
