/// Gradients of weights of f32 as pairs of f16 on matrix units against sums in double precision, element by element.
#include "backend/api/special/conv/paired_outer.hpp"

#include <limits>

#include "gemm_case.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

const std::vector<GemmSizes> kSizes = {
    {27, 700, 700, 64, 64, 60, true},    {27, 300, 300, 128, 128, 60, true},   {3, 70001, 70001, 40, 64, 50, true},
    {1, 1, 1, 1, 1, 100, true},          {32, 300, 9000, 100, 130, 70, false}, {8, 513, 400, 7, 33, 50, true},
    {27, 100, 100, 17, 200, 60, true},   {27, 256, 256, 40, 24, 0, true},      {5, 0, 10, 8, 8, 50, true},
    {5, 30, 10, 0, 8, 50, true},         {5, 30, 10, 8, 0, 50, true},          {27, 256, 2000, 200, 8, 90, true},
    {2, 5000, 5000, 130, 66, 100, true},
};

using Case = GemmCase<float>;

/// `gradients` are [targets, out]. Errors may be a part of the result, of the terms' sizes and of their channels'
/// largest.
void check_split(Context& context, const Case& given, const std::vector<float>& gradients) {
  if (!backend::has_matrix_units(context)) return;
  const GemmSizes& s = given.s;
  const DeviceArray<int32_t> map(context, given.map);
  const DeviceArray<float> source(context, given.source);
  const DeviceArray<float> ones(context, gradients);
  const DeviceArray<float> out(context, s.taps * s.in * s.out);
  const backend::GatherMap rows{map.data(), s.taps, s.targets};
  const DeviceArray<uint8_t> memory(context, backend::GatherPairs::bytes(rows));
  const backend::GatherPairs pairs = backend::GatherPairs::in(memory.data(), rows);
  REQUIRE(backend::make_pairs(context, rows, pairs));
  for (const bool mirrored : {false, true}) {
    const backend::SplitOuter outer{rows, source.data(), s.sources, s.in, ones.data(), s.out, mirrored, out.data()};
    REQUIRE(backend::split_outer(context, outer, pairs));
    const std::vector<float> got = out.read();
    REQUIRE(backend::split_outer(context, outer, pairs));
    CHECK(std::memcmp(got.data(), out.read().data(), got.size() * sizeof(float)) == 0);
    const int64_t channels = s.in * s.out;
    const int64_t step = s.targets > 10000 ? 251 : channels > 300 ? 37 : 1;
    for (int64_t t = 0; t < s.taps; ++t) {
      const int64_t tap = mirrored ? s.taps - 1 - t : t;
      for (int64_t at = (t * 5) % 7; at < channels; at += step) {
        const int64_t o = at / s.in;
        const int64_t i = at % s.in;
        BoundedSum wanted;
        for (int64_t r = 0; r < s.targets; ++r) {
          const int32_t row = given.row(t, r);
          if (row >= 0)
            wanted.add(double(given.source[size_t(row * s.in + i)]) * double(gradients[size_t(r * s.out + o)]));
        }
        const double found = got[size_t((o * s.in + i) * s.taps + tap)];
        if (!wanted.admits(found, 1e-6, 2e-7)) CHECK_EQUAL(found, wanted.sum);
      }
    }
  }
}

std::vector<float> gradients_of(const GemmSizes& s, uint64_t seed) {
  Random random(seed + 1000);
  return draw_numbers<float>(random, s.targets * s.out);
}

}  // namespace

TEST(split_gradients_of_weights_are_close_to_sums_in_double_precision) {
  uint64_t seed = 1;
  for (const GemmSizes& sizes : kSizes) {
    check_split(context, Case(sizes, seed), gradients_of(sizes, seed));
    ++seed;
  }
}

TEST(split_gradients_of_weights_keep_their_precision_whatever_the_size_of_their_channels) {
  const GemmSizes sizes{8, 300, 300, 70, 66, 70, true};
  Case given(sizes, 78);
  std::vector<float> gradients = gradients_of(sizes, 78);
  // Powers of two for channels and gradients cancel in the result, but for those of one channel.
  for (size_t at = 0; at < given.source.size(); ++at) given.source[at] *= at % 70 == 5 ? 0x1p-40f : 0x1p-60f;
  for (float& gradient : gradients) gradient *= 0x1p60f;
  check_split(context, given, gradients);
  for (float& value : given.source) value *= 0x1p90f;
  for (float& gradient : gradients) gradient *= 0x1p-90f;
  check_split(context, given, gradients);
}

TEST(split_gradients_of_weights_pass_on_what_is_not_finite) {
  const GemmSizes sizes{27, 300, 300, 70, 66, 50, true};
  Case given(sizes, 79);
  std::vector<float> gradients = gradients_of(sizes, 79);
  given.source[5] = std::numeric_limits<float>::infinity();
  given.source[70 * 17 + 3] = std::numeric_limits<float>::quiet_NaN();
  gradients[66 * 40 + 2] = -std::numeric_limits<float>::infinity();
  check_split(context, given, gradients);
}
