/// Products on matrix units against sums in double precision: windows that fit and that do not, every division of
/// channels; and the same of sorted targets and of pairs.
#include "backend/api/special/conv/paired_outer.hpp"
#include "backend/api/special/conv/sorted_gemm.hpp"

#include <limits>

#include "gemm_case.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

const std::vector<GemmSizes> kSizes = {
    {27, 700, 700, 16, 16, 60, true},
    {27, 700, 700, 32, 32, 60, true},
    {27, 520, 520, 64, 64, 60, true},
    {27, 300, 300, 128, 128, 60, true},
    {27, 600, 90000, 16, 32, 50, false},
    {40, 300, 90000, 100, 130, 70, false},
    {1, 1, 1, 1, 1, 100, true},
    {27, 257, 300, 3, 5, 40, true},
    {8, 513, 400, 7, 33, 50, true},
    {27, 100, 100, 17, 200, 60, true},
    {343, 260, 260, 8, 16, 10, true},
    {27, 256, 256, 40, 24, 0, true},
    {5, 0, 10, 8, 8, 50, true},
    {5, 30, 10, 0, 8, 50, true},
    {5, 30, 10, 0, 200, 50, true},
    {27, 256, 2000, 200, 8, 90, true},
    // For few channels: all divisions of them, long lists, more taps than are held at once, more windows than blocks.
    {27, 300, 300, 8, 16, 60, true},
    {27, 530, 90000, 8, 20, 50, false},
    {29, 270, 300, 13, 48, 60, true},
    {57, 300, 90000, 31, 31, 50, false},
    {28, 300, 90000, 31, 29, 50, false},
    {27, 520, 520, 20, 32, 5, true},
    {60, 300, 300, 8, 16, 60, true},
    {57, 300, 90000, 4, 20, 50, false},
    {30, 300, 90000, 16, 16, 60, false},
    {3, 140001, 140001, 8, 16, 50, true},
    {3, 70001, 70001, 24, 8, 50, true},
    // For many: the same, and taps that some groups of targets have not.
    {27, 300, 300, 48, 24, 60, true},
    {60, 260, 260, 40, 16, 1, true},
    {3, 40001, 40001, 40, 64, 50, true},
    // For sorted targets: more jobs than half the multiprocessors, so that shares take two rounds.
    {27, 10300, 10300, 70, 140, 30, true},
    // Tiles of 96 columns.
    {27, 300, 300, 64, 96, 60, true},
    {29, 520, 520, 72, 180, 30, true},
};

/// What matrix units multiply: the operands themselves or, of f32, scaled halves.
template <class T>
class Operands {
 public:
  Operands(Context& context, const DeviceArray<T>& first, const DeviceArray<T>& second)
      : memory_(context, backend::kNarrowBytes),
        halves_(context, kIsFloat ? round_up(first.size(), 8) + second.size() : 0) {
    if constexpr (kIsFloat) {
      uint16_t* const behind = halves_.data() + round_up(first.size(), 8);
      REQUIRE(backend::narrow_operands(
          context,
          {{first.data(), first.size(), halves_.data()}, {second.data(), second.size(), behind}, memory_.data()}));
      first_ = halves_.data();
      second_ = behind;
    } else {
      first_ = reinterpret_cast<const uint16_t*>(first.data());
      second_ = reinterpret_cast<const uint16_t*>(second.data());
    }
  }
  const uint16_t* first() const { return first_; }
  const uint16_t* second() const { return second_; }
  backend::Undo undo() const { return kIsFloat ? reinterpret_cast<const float*>(memory_.data()) : nullptr; }

 private:
  static constexpr bool kIsFloat = std::is_same_v<T, float>;

  DeviceArray<uint8_t> memory_;
  DeviceArray<uint16_t> halves_;
  const uint16_t* first_;
  const uint16_t* second_;
};

/// How far results may be from sums, and what rounding the operands may add, relative to the terms' sizes.
template <class T>
constexpr double kStep = std::is_same_v<T, float>      ? 0
                         : std::is_same_v<T, BFloat16> ? 0x1p-8
                                                       : 0x1p-11;
template <class T>
constexpr double kRounded = std::is_same_v<T, float> ? 0x1p-10 : 1e-6;

template <class T>
void check_products(Context& context, const GemmCase<T>& data) {
  const GemmSizes& s = data.s;
  const DeviceArray<int32_t> map(context, data.map);
  const DeviceArray<T> source(context, data.source);
  const DeviceArray<T> weights(context, data.weights);
  const DeviceArray<T> bias(context, data.bias);
  const std::vector<T> added = draw_residual<T>(s);
  const DeviceArray<T> residual(context, added);
  const Operands<T> operands(context, source, weights);
  const backend::GatherMap rows{map.data(), s.taps, s.targets};
  const DeviceArray<uint8_t> memory(context, backend::GatherWindows::bytes(rows));
  const backend::GatherWindows windows = backend::GatherWindows::in(memory.data(), rows);
  REQUIRE(backend::make_windows(context, rows, windows));
  for (const bool backward : {false, true}) {
    DeviceArray<T> out(context, s.targets * s.out);
    const bool biased = !backward;
    const backend::WindowGemm gemm{rows,
                                   windows,
                                   std::is_same_v<T, BFloat16>,
                                   operands.first(),
                                   s.in,
                                   operands.second(),
                                   s.out,
                                   backward,
                                   backward,
                                   biased ? bias.data() : nullptr,
                                   biased,
                                   out.data(),
                                   operands.undo(),
                                   biased ? residual.data() : nullptr};
    REQUIRE(backend::window_gemm(context, gemm));
    const std::vector<T> got = out.read();
    REQUIRE(backend::window_gemm(context, gemm));
    CHECK(std::memcmp(got.data(), out.read().data(), got.size() * sizeof(T)) == 0);
    std::vector<T> sorted = got;  // of the same products
    if (s.taps <= backend::kMostSortedTaps) {
      const DeviceArray<uint8_t> tile_memory(context, backend::tile_bytes(rows));
      const backend::GatherTiles tiles = backend::tiles_in(tile_memory.data(), rows);
      DeviceArray<T> other(context, s.targets * s.out);
      backend::WindowGemm by_tiles = gemm;
      by_tiles.windows = {};
      by_tiles.out = other.data();
      REQUIRE(backend::make_tiles(context, rows, tiles));
      REQUIRE(backend::sorted_gemm(context, by_tiles, tiles));
      sorted = other.read();
      REQUIRE(backend::sorted_gemm(context, by_tiles, tiles));
      CHECK(std::memcmp(sorted.data(), other.read().data(), sorted.size() * sizeof(T)) == 0);
    }
    std::vector<T> rounded = got;  // where windows round what they hold
    if constexpr (std::is_same_v<T, float>) {
      const backend::FloatOperands floats{source.data(), weights.data()};
      backend::WindowGemm of_floats = gemm;
      DeviceArray<T> other(context, s.targets * s.out);
      of_floats.source = of_floats.weights = nullptr;
      of_floats.undo = nullptr;
      of_floats.out = other.data();
      if (backend::narrows_in_windows(of_floats, floats)) {
        REQUIRE(backend::window_gemm(context, of_floats, floats));
        rounded = other.read();
        REQUIRE(backend::window_gemm(context, of_floats, floats));
        CHECK(std::memcmp(rounded.data(), other.read().data(), rounded.size() * sizeof(T)) == 0);
      }
    }
    for (int64_t r = 0; r < s.targets; r += s.targets > 1000 && r > 500 && r + 500 < s.targets ? 7 : 1) {
      for (int64_t o = 0; o < s.out; ++o) {
        BoundedSum wanted = data.sum_at(r, o, backward);
        if (biased) {
          const double more = load_as<double>(data.bias[size_t(o)]) + load_as<double>(added[size_t(r * s.out + o)]);
          wanted.sum = std::max(wanted.sum + more, 0.0);
        }
        for (const T* all : {got.data(), static_cast<const T*>(sorted.data()), static_cast<const T*>(rounded.data())}) {
          const double found = load_as<double>(all[size_t(r * s.out + o)]);
          if (!wanted.admits(found, kStep<T>, kRounded<T>)) CHECK_EQUAL(found, wanted.sum);
        }
      }
    }
  }
}

/// Gradients in f32 are those that others are rounded from.
template <class T>
void check_wide(Context& context, backend::WindowOuter outer, const std::vector<T>& rounded) {
  DeviceArray<float> wide(context, int64_t(rounded.size()));
  outer.is_wide = true;
  outer.out = wide.data();
  REQUIRE(backend::window_outer(context, outer));
  const std::vector<float> got = wide.read();
  for (size_t at = 0; at < got.size(); ++at) CHECK_EQUAL(narrow<T>(got[at]).bits, rounded[at].bits);
}

/// Gradients of weights of the same sizes; source and weights lend their numbers.
template <class T>
void check_outer(Context& context, const GemmSizes& s, uint64_t seed) {
  const GemmCase<T> data(s, seed);
  Random random(seed + 1000);
  const std::vector<T> ones = draw_numbers<T>(random, s.targets * s.out);
  const DeviceArray<int32_t> map(context, data.map);
  const DeviceArray<T> source(context, data.source);
  const DeviceArray<T> gradients(context, ones);
  const Operands<T> operands(context, source, gradients);
  const backend::GatherMap rows{map.data(), s.taps, s.targets};
  const DeviceArray<uint8_t> memory(context, backend::GatherWindows::bytes(rows));
  const backend::GatherWindows windows = backend::GatherWindows::in(memory.data(), rows);
  REQUIRE(backend::make_windows(context, rows, windows));
  for (const bool mirrored : {false, true}) {
    DeviceArray<T> out(context, s.taps * s.in * s.out);
    const backend::WindowOuter outer{rows,
                                     windows,
                                     std::is_same_v<T, BFloat16>,
                                     operands.first(),
                                     s.in,
                                     operands.second(),
                                     s.out,
                                     mirrored,
                                     out.data(),
                                     operands.undo()};
    REQUIRE(backend::window_outer(context, outer));
    const std::vector<T> got = out.read();
    REQUIRE(backend::window_outer(context, outer));
    CHECK(std::memcmp(got.data(), out.read().data(), got.size() * sizeof(T)) == 0);
    std::vector<T> paired = got;  // by pairs of the same
    if (s.taps <= backend::kMostPairedTaps) {
      const DeviceArray<uint8_t> pair_memory(context, backend::GatherPairs::bytes(rows));
      const backend::GatherPairs pairs = backend::GatherPairs::in(pair_memory.data(), rows);
      REQUIRE(backend::make_pairs(context, rows, pairs));
      REQUIRE(backend::paired_outer(context, outer, pairs));
      paired = out.read();
      REQUIRE(backend::paired_outer(context, outer, pairs));
      CHECK(std::memcmp(paired.data(), out.read().data(), paired.size() * sizeof(T)) == 0);
    }
    if constexpr (!std::is_same_v<T, float>) check_wide(context, outer, got);
    const int64_t channels = s.in * s.out;
    for (int64_t t = 0; t < s.taps; ++t) {
      const int64_t tap = mirrored ? s.taps - 1 - t : t;
      for (int64_t at = (t * 5) % 7; at < channels; at += channels > 300 ? 61 : 1) {
        const int64_t o = at / s.in;
        const int64_t i = at % s.in;
        BoundedSum wanted;
        for (int64_t r = 0; r < s.targets; ++r) {
          const int32_t row = data.row(t, r);
          if (row >= 0)
            wanted.add(load_as<double>(data.source[size_t(row * s.in + i)]) *
                       load_as<double>(ones[size_t(r * s.out + o)]));
        }
        for (const T* all : {got.data(), static_cast<const T*>(paired.data())}) {
          const double found = load_as<double>(all[size_t((o * s.in + i) * s.taps + tap)]);
          if (!wanted.admits(found, kStep<T>, kRounded<T>)) CHECK_EQUAL(found, wanted.sum);
        }
      }
    }
  }
}

}  // namespace

TEST(gradients_of_weights_on_matrix_units_are_close_to_sums_in_double_precision) {
  if (!backend::has_matrix_units(context)) return;
  uint64_t seed = 1;
  for (const GemmSizes& sizes : kSizes) {
    check_outer<Half>(context, sizes, seed);
    check_outer<float>(context, sizes, seed);
    check_outer<BFloat16>(context, sizes, seed++);
  }
}

TEST(gradients_of_more_windows_than_are_summed_up_together_are_close_to_sums_in_double_precision) {
  if (!backend::has_matrix_units(context)) return;
  for (const int64_t channels : {16, 32}) check_outer<Half>(context, {1, 2200000, 1000, channels, 24, 60}, 100);
}

TEST(products_on_matrix_units_are_close_to_sums_in_double_precision) {
  if (!backend::has_matrix_units(context)) return;
  uint64_t seed = 1;
  for (const GemmSizes& sizes : kSizes) {
    check_products(context, GemmCase<Half>(sizes, seed));
    check_products(context, GemmCase<float>(sizes, seed));
    check_products(context, GemmCase<BFloat16>(sizes, seed++));
  }
}

TEST(products_of_f32_keep_eleven_bits_beside_larger_numbers) {
  if (!backend::has_matrix_units(context)) return;
  // Some rows are larger or smaller than all others; with 0 nothing is left.
  uint64_t seed = 1;
  for (const float larger : {0.f, 0x1p-60f, 0x1p3f, 0x1p13f, std::numeric_limits<float>::infinity()}) {
    for (const int64_t channels : {4, 8, 12, 16}) {
      GemmCase<float> data({27, 300, 800, channels, channels + 8, 60}, seed++);
      for (size_t row = 0; row < 800; ++row) {
        const bool is_larger = (row >= 400 && row % 100 == 99) || larger == 0.f;
        for (size_t k = 0; is_larger && k < size_t(channels); ++k) data.source[row * size_t(channels) + k] *= larger;
      }
      check_products(context, data);
    }
  }
}

TEST(operands_of_matrix_units_keep_eleven_bits_of_f32) {
  if (!backend::has_matrix_units(context)) return;
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> odd = {0.f,  -0.f,     1e-45f,    -1e-30f,
                                  6e4f, infinity, -infinity, std::numeric_limits<float>::quiet_NaN()};
  Random random(5);
  for (const int64_t n : {0, 1, 3, 8, 1027, 400003}) {
    for (const float size : {1e-44f, 1e-33f, 1e-6f, 1.f, 3e38f}) {
      for (const bool aligned : {true, false}) {
        // Numbers over many powers of two; one that no sample sees is larger by far.
        std::vector<float> numbers(size_t(n) + 1);
        for (float& number : numbers) number = float(2 * random.unit() - 1) * std::ldexp(size, -int(random.below(60)));
        for (size_t at = 9; at + 8 < numbers.size(); at += 997)
          std::copy(odd.begin(), odd.end(), numbers.begin() + int64_t(at));
        if (n > 1000) numbers[6] = size < 1e30f ? size * 1e6f : 3.4e38f;
        const DeviceArray<float> from(context, numbers);
        const DeviceArray<float> one(context, std::vector<float>{1.f});
        DeviceArray<uint16_t> to(context, round_up(n, 8) + 1);
        DeviceArray<uint8_t> memory(context, backend::kNarrowBytes);
        const float* const first = from.data() + (aligned ? 0 : 1);
        REQUIRE(backend::narrow_operands(
            context, {{first, n, to.data()}, {one.data(), 1, to.data() + round_up(n, 8)}, memory.data()}));
        const std::vector<uint16_t> halves = to.read();
        float undo[2];
        REQUIRE(backend::download(context, undo, memory.data(), sizeof undo));
        // The product of both ones is one, so this undoes the scale of the first.
        const double scale = load_as<double>(Half{halves.back()}) * double(undo[0]) * double(undo[1]);
        double largest = 0x1p-100;
        for (int64_t at = 0; at < n; ++at) {
          const double number = double(numbers[size_t(at + !aligned)]);
          if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
        }
        for (int64_t at = 0; at < n; ++at) {
          const double wanted = double(numbers[size_t(at + !aligned)]);
          const double found = load_as<double>(Half{halves[size_t(at)]}) * scale;
          if (!std::isfinite(wanted)) {
            if (!(std::isnan(wanted) ? std::isnan(found) : found == wanted)) CHECK_EQUAL(found, wanted);
          } else if (!(std::abs(found - wanted) <= std::max(0x1p-11 * std::abs(wanted), 0x1p-35 * largest))) {
            CHECK_EQUAL(found, wanted);
          }
        }
      }
    }
  }
}
