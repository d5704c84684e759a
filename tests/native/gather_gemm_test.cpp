/// Products over kernel maps: every kind of vectors and every number of threads against a plain loop, bit by bit.
#include "backend/api/special/conv/gather_gemm.hpp"

#include <cmath>
#include <limits>
#include <string>

#include "gemm_case.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

/// Sizes around those of tiles, panels, chunks of channels, blocks and parts.
const std::vector<GemmSizes> kSizes = {
    {1, 1, 1, 1, 1, 100},
    {27, 300, 280, 32, 32, 45},
    {27, 70, 90, 3, 5, 20},
    {8, 513, 100, 65, 33, 50},
    {5, 40, 40, 130, 17, 70},
    {3, 1000, 999, 7, 100, 90},
    {2, 257, 300, 13, 48, 100},
    {64, 33, 20, 1, 16, 5},
    {4, 0, 10, 3, 3, 50},
    {3, 50, 60, 0, 4, 50},
    {3, 50, 60, 4, 0, 50},
    {6, 20000, 1000, 2, 3, 40},
    // Parts of several blocks, which teams of a GPU take by turns; many channels.
    {1, 17000, 999, 66, 65, 10},
    {1, 66000, 999, 33, 34, 4},
    {1, 33000, 999, 17, 20, 10},
    {2, 300, 300, 128, 200, 40},
};

template <class T>
struct Data : GemmCase<T> {
  std::vector<T> gradients;  // also what is added to results

  Data(const GemmSizes& sizes, uint64_t seed) : GemmCase<T>(sizes, seed) {
    Random random(seed + 1000);
    gradients = draw_numbers<T>(random, sizes.targets * sizes.out);
  }
};

template <class T>
T plain_nan(T value) {
  return value == value ? value : std::numeric_limits<T>::quiet_NaN();
}

template <class T>
std::vector<T> plain_gemm(const GemmSizes& s, const Data<T>& data, bool biased, bool residual, bool relu) {
  std::vector<T> out(size_t(s.targets * s.out));
  for (int64_t r = 0; r < s.targets; ++r) {
    for (int64_t o = 0; o < s.out; ++o) {
      T sum = 0;
      for (int64_t t = 0; t < s.taps; ++t) {
        const int32_t row = data.row(t, r);
        if (row < 0) continue;
        T part = 0;
        for (int64_t i = 0; i < s.in; ++i)
          part = std::fma(data.source[size_t(row * s.in + i)], data.weights[size_t((t * s.in + i) * s.out + o)], part);
        sum += part;
      }
      if (biased) sum += data.bias[size_t(o)];
      if (residual) sum += data.gradients[size_t(r * s.out + o)];
      out[size_t(r * s.out + o)] = relu && sum < 0 ? T(0) : plain_nan(sum);
    }
  }
  return out;
}

template <class T>
std::vector<T> plain_outer(const GemmSizes& s, const Data<T>& data) {
  const backend::OuterParts parts = backend::OuterParts::of(s.targets, s.taps * s.in * s.out);
  std::vector<T> out(size_t(s.taps * s.in * s.out));
  for (int64_t at = 0; at < int64_t(out.size()); ++at) {
    const int64_t t = at / (s.in * s.out);
    const int64_t i = at / s.out % s.in;
    const int64_t o = at % s.out;
    T total = 0;
    for (int64_t part = 0; part < parts.count; ++part) {
      T of_part = 0;
      for (int64_t block = part * parts.blocks; block < (part + 1) * parts.blocks; ++block) {
        T sum = 0;
        const int64_t end = std::min(s.targets, (block + 1) * backend::kOuterBlock);
        for (int64_t r = block * backend::kOuterBlock; r < end; ++r) {
          const int32_t row = data.row(t, r);
          if (row >= 0) sum = std::fma(data.source[size_t(row * s.in + i)], data.gradients[size_t(r * s.out + o)], sum);
        }
        of_part += sum;
      }
      total += of_part;
    }
    out[size_t(at)] = plain_nan(total);
  }
  return out;
}

template <class T>
void check_gemm(Context& context, const GemmSizes& s, const Data<T>& data) {
  const DeviceArray<int32_t> map(context, data.map);
  const DeviceArray<T> source(context, data.source);
  const DeviceArray<T> weights(context, data.weights);
  const DeviceArray<T> bias(context, data.bias);
  const DeviceArray<T> gradients(context, data.gradients);
  DeviceArray<T> out(context, s.targets * s.out);
  DeviceArray<T> outer(context, s.taps * s.in * s.out);
  const backend::GatherMap rows{map.data(), s.taps, s.targets};
  const std::vector<T> wanted_outer = plain_outer(s, data);
  for (const int with : {0, 1, 2, 3}) {
    const bool biased = with % 2 == 1;
    const bool residual = with >= 2;
    const bool relu = biased;
    const std::vector<T> wanted = plain_gemm(s, data, biased, residual, relu);
    with_vectors([&] {
      with_thread_counts(context, [&] {
        const T* const added = biased ? bias.data() : nullptr;
        const T* const more = residual ? gradients.data() : nullptr;
        REQUIRE(backend::gather_gemm(
            context, {rows, source.data(), s.in, weights.data(), s.out, added, more, relu, out.data()}));
        CHECK_SAME(out.read(), wanted);
      });
    });
  }
  with_vectors([&] {
    with_thread_counts(context, [&] {
      REQUIRE(backend::gather_outer(context, {rows, source.data(), s.in, gradients.data(), s.out, outer.data()}));
      CHECK_SAME(outer.read(), wanted_outer);
    });
  });
}

}  // namespace

TEST(gathered_products_of_floats_are_those_of_a_plain_loop) {
  uint64_t seed = 1;
  for (const GemmSizes& sizes : kSizes) check_gemm(context, sizes, Data<float>(sizes, seed++));
}

TEST(gathered_products_of_doubles_are_those_of_a_plain_loop) {
  uint64_t seed = 100;
  for (const GemmSizes& sizes : kSizes) check_gemm(context, sizes, Data<double>(sizes, seed++));
}

TEST(numbers_that_are_no_finite_ones_reach_only_what_reads_them) {
  const GemmSizes sizes{9, 80, 40, 20, 40, 30};
  Data<float> data(sizes, 7);
  data.source[size_t(3 * sizes.in)] = std::numeric_limits<float>::quiet_NaN();
  data.source[size_t(5 * sizes.in + 4)] = std::numeric_limits<float>::infinity();
  for (int64_t at = 0; at < sizes.in * sizes.out; ++at)
    data.weights[size_t(2 * sizes.in * sizes.out + at)] = std::numeric_limits<float>::infinity();
  check_gemm(context, sizes, data);
}

TEST(products_that_fall_below_all_numbers_keep_their_sign) {
  const GemmSizes sizes{2, 40, 40, 3, 20, 60};
  Data<float> data(sizes, 8);
  for (float& one : data.source) one *= 1e-30f;
  for (float& one : data.weights) one *= 1e-30f;
  for (float& one : data.bias) one = -0.0f;
  check_gemm(context, sizes, data);
}

TEST(parts_of_outer_sums_follow_from_sizes) {
  const backend::OuterParts none = backend::OuterParts::of(0, 100);
  CHECK_EQUAL(none.count, 0);
  const backend::OuterParts one = backend::OuterParts::of(256, 100);
  CHECK_EQUAL(one.count, 1);
  const backend::OuterParts many = backend::OuterParts::of(int64_t(1) << 31, 27 * 32 * 32);
  CHECK_EQUAL(many.count, 64);
  CHECK_EQUAL(many.blocks, int64_t(1) << 17);
  const backend::OuterParts large = backend::OuterParts::of(1 << 20, int64_t(1) << 40);
  CHECK_EQUAL(large.count, 1);
}
