/// Products over tiles of targets: those in order against gather_gemm bit by bit, those on matrix units against sums in
/// double precision; numbers that are not finite, and rows of very different size.
#include "backend/tile_gemm.hpp"

#include <cmath>
#include <limits>

#include "backend/window_gemm.hpp"
#include "check.hpp"
#include "core/numbers.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

struct Sizes {
  int64_t taps;
  int64_t targets;
  int64_t sources;
  int64_t in;
  int64_t out;
  int percent;  // of taps that are there
};

const std::vector<Sizes> kSizes = {
    {27, 300, 300, 128, 128, 60}, {27, 700, 500, 32, 32, 40},  {27, 257, 300, 3, 5, 40},    {8, 513, 400, 7, 33, 50},  {1, 1, 1, 1, 1, 100},
    {27, 129, 100, 17, 200, 60},  {343, 260, 260, 8, 16, 10}, {27, 256, 256, 40, 24, 0},   {5, 0, 10, 8, 8, 50},      {5, 30, 10, 0, 8, 50},
    {27, 300, 2000, 200, 64, 90}, {64, 300, 300, 20, 130, 30}, {3, 40001, 40001, 36, 64, 50}, {27, 300, 300, 64, 8, 60}, {65, 200, 90, 96, 48, 20},
};

/// What a case multiplies, on the host and on the device.
struct Case {
  Sizes s;
  std::vector<int32_t> map;
  std::vector<float> source;
  std::vector<float> weights;  // [out, in, taps]
  std::vector<float> bias;

  Case(const Sizes& sizes, uint64_t seed) : s(sizes), map(size_t(s.taps * s.targets)) {
    Random random(seed);
    for (int32_t& row : map) row = int(random.below(100)) < s.percent ? int32_t(random.below(uint64_t(s.sources))) : -1;
    const auto draw = [&](std::vector<float>& to, int64_t n) {
      to.resize(size_t(n));
      for (float& one : to) one = float(2 * random.unit() - 1);
    };
    draw(source, s.sources * s.in);
    draw(weights, s.taps * s.in * s.out);
    draw(bias, s.out);
  }

  backend::GatherMap rows(const DeviceArray<int32_t>& held) const { return {held.data(), s.taps, s.targets}; }
  float weight(int64_t tap, int64_t i, int64_t o) const { return weights[size_t((o * s.in + i) * s.taps + tap)]; }
};

/// Tiles of a map, as long as they live.
struct Tiles {
  DeviceArray<uint8_t> memory;
  backend::GatherTiles tiles;

  Tiles(Context& context, const backend::GatherMap& map) : memory(context, backend::tile_bytes(map)), tiles(backend::tiles_in(memory.data(), map)) {
    REQUIRE(backend::make_tiles(context, map, tiles));
  }
};

void check_in_order(Context& context, const Case& given) {
  const Sizes& s = given.s;
  std::vector<float> laid_out;
  for (int64_t t = 0; t < s.taps; ++t) {
    for (int64_t i = 0; i < s.in; ++i) {
      for (int64_t o = 0; o < s.out; ++o) laid_out.push_back(given.weight(t, i, o));
    }
  }
  const DeviceArray<int32_t> map(context, given.map);
  const DeviceArray<float> source(context, given.source);
  const DeviceArray<float> weights(context, laid_out);
  const DeviceArray<float> bias(context, given.bias);
  const DeviceArray<float> wanted(context, s.targets * s.out);
  const DeviceArray<float> got(context, s.targets * s.out);
  const Tiles tiles(context, given.rows(map));
  for (const bool relu : {false, true}) {
    backend::GatherGemm<float> gemm{given.rows(map), source.data(), s.in, weights.data(), s.out, relu ? bias.data() : nullptr, relu, wanted.data()};
    REQUIRE(backend::gather_gemm(context, gemm));
    gemm.out = got.data();
    REQUIRE(backend::tile_gemm(context, gemm, tiles.tiles));
    CHECK_SAME(got.read(), wanted.read());
  }
}

template <class T>
std::vector<T> as(const std::vector<float>& numbers) {
  std::vector<T> all(numbers.size());
  for (size_t at = 0; at < all.size(); ++at) all[at] = store_as<T>(numbers[at], false);
  return all;
}

/// Compares with sums in double precision; `rounding` and `spread` bound errors by the result and by the terms' sizes.
template <class T>
void check_on_units(Context& context, const Case& given, backend::MatrixElement element, double rounding, double spread) {
  const Sizes& s = given.s;
  const DeviceArray<int32_t> map(context, given.map);
  const std::vector<T> source_numbers = as<T>(given.source);
  const std::vector<T> weight_numbers = as<T>(given.weights);
  const DeviceArray<T> source(context, source_numbers);
  const DeviceArray<T> weights(context, weight_numbers);
  const std::vector<T> bias_numbers = as<T>(given.bias);
  const DeviceArray<T> bias(context, bias_numbers);
  const DeviceArray<T> out(context, s.targets * s.out);
  const Tiles tiles(context, given.rows(map));
  for (const bool backward : {false, true}) {
    const backend::TileGemm gemm{given.rows(map), tiles.tiles, element,        source.data(),   s.sources,
                                 s.in,            weights.data(), s.out,       backward,        backward,
                                 backward ? nullptr : bias.data(), !backward,  out.data()};
    REQUIRE(backend::matrix_tile_gemm(context, gemm));
    const std::vector<T> got = out.read();
    REQUIRE(backend::matrix_tile_gemm(context, gemm));
    CHECK(std::memcmp(got.data(), out.read().data(), got.size() * sizeof(T)) == 0);
    for (int64_t r = 0; r < s.targets; r += s.targets > 1000 ? 97 : 1) {
      for (int64_t o = 0; o < s.out; ++o) {
        double sum = 0;
        double size = 0;
        for (int64_t t = 0; t < s.taps; ++t) {
          const int32_t row = given.map[size_t(t * s.targets + r)];
          if (row < 0) continue;
          const int64_t tap = backward ? s.taps - 1 - t : t;
          for (int64_t i = 0; i < s.in; ++i) {
            const size_t place = size_t(backward ? (i * s.out + o) * s.taps + tap : (o * s.in + i) * s.taps + tap);
            const double term = load_as<double>(source_numbers[size_t(row * s.in + i)]) * load_as<double>(weight_numbers[place]);
            sum += term;
            size += std::abs(term);
          }
        }
        if (!backward) {
          sum += load_as<double>(bias_numbers[size_t(o)]);
          if (sum < 0) sum = 0;
        }
        const double found = load_as<double>(got[size_t(r * s.out + o)]);
        const bool close = std::isfinite(sum) ? std::abs(found - sum) <= rounding * std::abs(sum) + spread * size + 1e-7
                                              : std::isnan(sum) ? std::isnan(found) : found == sum;
        if (!close) CHECK_EQUAL(found, sum);
      }
    }
  }
}

/// A case with numbers that are not finite, in some rows and weights.
Case with_infinities() {
  Case given({27, 300, 300, 20, 24, 50}, 77);
  given.source[5] = std::numeric_limits<float>::infinity();
  given.source[20 * 17 + 3] = std::numeric_limits<float>::quiet_NaN();
  given.weights[27 * 20 * 2 + 40] = -std::numeric_limits<float>::infinity();
  return given;
}

}  // namespace

TEST(products_over_tiles_have_the_bits_of_gather_gemm) {
  uint64_t seed = 1;
  for (const Sizes& sizes : kSizes) check_in_order(context, Case(sizes, seed++));
  check_in_order(context, with_infinities());
}

TEST(products_over_tiles_on_matrix_units_are_close_to_sums_in_double_precision) {
  if (!backend::has_matrix_units(context)) return;
  uint64_t seed = 1;
  for (const Sizes& sizes : kSizes) {
    const Case given(sizes, seed++);
    check_on_units<Half>(context, given, backend::MatrixElement::kF16, 0x1p-11, 1e-6);
    check_on_units<Brief>(context, given, backend::MatrixElement::kBf16, 0x1p-8, 1e-6);
    check_on_units<float>(context, given, backend::MatrixElement::kF32, 1e-6, 2e-7);
  }
}

TEST(split_numbers_keep_their_precision_whatever_the_size_of_their_row) {
  if (!backend::has_matrix_units(context)) return;
  check_on_units<float>(context, with_infinities(), backend::MatrixElement::kF32, 1e-6, 2e-7);
  Case given({8, 300, 300, 40, 24, 70}, 78);
  // Powers of two for rows and columns cancel in the result.
  for (int64_t i = 0; i < 40 * 300; ++i) given.source[size_t(i)] *= 0x1p-60f;
  for (float& weight : given.weights) weight *= 0x1p60f;
  check_on_units<float>(context, given, backend::MatrixElement::kF32, 1e-6, 2e-7);
  for (int64_t i = 0; i < 40 * 300; ++i) given.source[size_t(i)] *= 0x1p120f;
  for (float& weight : given.weights) weight *= 0x1p-120f;
  check_on_units<float>(context, given, backend::MatrixElement::kF32, 1e-6, 2e-7);
}
