/// Products over tiles of targets: those in order against gather_gemm bit by bit, those on matrix units against sums in
/// double precision; numbers that are not finite, and rows of very different size.
#include "backend/api/special/conv/tile_gemm.hpp"

#include <limits>

#include "backend/api/special/conv/window_gemm.hpp"
#include "gemm_case.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

const std::vector<GemmSizes> kSizes = {
    {27, 300, 300, 128, 128, 60},  {27, 700, 500, 32, 32, 40},   {27, 257, 300, 3, 5, 40},
    {8, 513, 400, 7, 33, 50},      {1, 1, 1, 1, 1, 100},         {27, 129, 100, 17, 200, 60},
    {343, 260, 260, 8, 16, 10},    {27, 256, 256, 40, 24, 0},    {5, 0, 10, 8, 8, 50},
    {5, 30, 10, 0, 8, 50},         {27, 300, 2000, 200, 64, 90}, {64, 300, 300, 20, 130, 30},
    {3, 40001, 40001, 36, 64, 50}, {27, 300, 300, 64, 8, 60},    {65, 200, 90, 96, 48, 20},
};

using Case = GemmCase<float>;

backend::GatherMap rows_of(const Case& given, const DeviceArray<int32_t>& held) {
  return {held.data(), given.s.taps, given.s.targets};
}

/// Tiles of a map, as long as they live.
struct Tiles {
  DeviceArray<uint8_t> memory;
  backend::GatherTiles tiles;

  Tiles(Context& context, const backend::GatherMap& map)
      : memory(context, backend::tile_bytes(map)), tiles(backend::tiles_in(memory.data(), map)) {
    REQUIRE(backend::make_tiles(context, map, tiles));
  }
};

void check_in_order(Context& context, const Case& given) {
  const GemmSizes& s = given.s;
  std::vector<float> laid_out;
  for (int64_t t = 0; t < s.taps; ++t) {
    for (int64_t i = 0; i < s.in; ++i) {
      for (int64_t o = 0; o < s.out; ++o) laid_out.push_back(given.weights[size_t((o * s.in + i) * s.taps + t)]);
    }
  }
  const DeviceArray<int32_t> map(context, given.map);
  const DeviceArray<float> source(context, given.source);
  const DeviceArray<float> weights(context, laid_out);
  const DeviceArray<float> bias(context, given.bias);
  const DeviceArray<float> residual(context, draw_residual<float>(s));
  const DeviceArray<float> wanted(context, s.targets * s.out);
  const DeviceArray<float> got(context, s.targets * s.out);
  const Tiles tiles(context, rows_of(given, map));
  for (const bool relu : {false, true}) {
    backend::GatherGemm<float> gemm{rows_of(given, map),
                                    source.data(),
                                    s.in,
                                    weights.data(),
                                    s.out,
                                    relu ? bias.data() : nullptr,
                                    relu ? residual.data() : nullptr,
                                    relu,
                                    wanted.data()};
    REQUIRE(backend::gather_gemm(context, gemm));
    gemm.out = got.data();
    REQUIRE(backend::tile_gemm(context, gemm, tiles.tiles));
    CHECK_SAME(got.read(), wanted.read());
  }
}

/// Compares with sums in double precision; `rounding` and `spread` bound errors by the result and by the terms' sizes.
template <class T>
void check_on_units(Context& context, const Case& given, backend::MatrixElement element, double rounding, double spread,
                    Status (*multiply)(Context&, const backend::TileGemm&) = backend::matrix_tile_gemm) {
  const GemmSizes& s = given.s;
  const DeviceArray<int32_t> map(context, given.map);
  const GemmCase<T> data = given.as<T>();
  const DeviceArray<T> source(context, data.source);
  const DeviceArray<T> weights(context, data.weights);
  const DeviceArray<T> bias(context, data.bias);
  const std::vector<T> added = draw_residual<T>(s);
  const DeviceArray<T> residual(context, added);
  const DeviceArray<T> out(context, s.targets * s.out);
  const Tiles tiles(context, rows_of(given, map));
  for (const bool backward : {false, true}) {
    const backend::TileGemm gemm{rows_of(given, map),
                                 tiles.tiles,
                                 element,
                                 source.data(),
                                 s.sources,
                                 s.in,
                                 weights.data(),
                                 s.out,
                                 backward,
                                 backward,
                                 backward ? nullptr : bias.data(),
                                 backward ? nullptr : residual.data(),
                                 !backward,
                                 out.data()};
    REQUIRE(multiply(context, gemm));
    const std::vector<T> got = out.read();
    REQUIRE(multiply(context, gemm));
    CHECK(std::memcmp(got.data(), out.read().data(), got.size() * sizeof(T)) == 0);
    for (int64_t r = 0; r < s.targets; r += s.targets > 1000 ? 97 : 1) {
      for (int64_t o = 0; o < s.out; ++o) {
        BoundedSum wanted = data.sum_at(r, o, backward);
        if (!backward) {
          wanted.sum += load_as<double>(data.bias[size_t(o)]) + load_as<double>(added[size_t(r * s.out + o)]);
          if (wanted.sum < 0) wanted.sum = 0;
        }
        const double found = load_as<double>(got[size_t(r * s.out + o)]);
        if (!wanted.admits(found, rounding, spread)) CHECK_EQUAL(found, wanted.sum);
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
  for (const GemmSizes& sizes : kSizes) check_in_order(context, Case(sizes, seed++));
  check_in_order(context, with_infinities());
}

TEST(products_over_tiles_on_matrix_units_are_close_to_sums_in_double_precision) {
  if (!backend::has_matrix_units(context)) return;
  uint64_t seed = 1;
  for (const GemmSizes& sizes : kSizes) {
    const Case given(sizes, seed++);
    check_on_units<Half>(context, given, backend::MatrixElement::kF16, 0x1p-11, 1e-6);
    check_on_units<BFloat16>(context, given, backend::MatrixElement::kBf16, 0x1p-8, 1e-6);
    check_on_units<float>(context, given, backend::MatrixElement::kF32, 1e-6, 2e-7);
    check_on_units<Half>(context, given, backend::MatrixElement::kF16, 0x1p-11, 1e-6, backend::local_gemm);
    check_on_units<BFloat16>(context, given, backend::MatrixElement::kBf16, 0x1p-8, 1e-6, backend::local_gemm);
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
