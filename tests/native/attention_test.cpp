/// Attention and its backward pass, of general cores and of matrix units, against whole rows of scores in double
/// precision.
#include <cmath>
#include <limits>

#include "attention/backward.hpp"
#include "attention/forward.hpp"
#include "backend/api/special/conv/window_gemm.hpp"
#include "gemm_case.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

constexpr int64_t kHeads = 2;

struct Setting {
  int64_t depth;
  bool causal;
  double scale;
  int64_t reach;  // of relative positions, or -1
  bool packed;    // rows hold queries, keys and values
};

const std::vector<Setting> kSettings = {
    {16, false, 0.25, -1, false}, {16, true, 0.25, -1, true},  {16, false, 0.25, 3, true},
    {32, false, 0.2, -1, true},   {32, true, -0.2, -1, false}, {64, false, 0.125, -1, true},
    {64, true, 0.125, 2, false},  {64, false, 0, -1, true},    {128, false, 0.09, -1, false},
    {128, true, 0.09, 1, true},
};

/// Around those of tiles; lists without rows, and lists of queries that have no keys.
const std::vector<int64_t> kQueries = {0, 0, 1, 17, 17, 81, 209, 338, 340};
const std::vector<int64_t> kKeys = {0, 3, 4, 4, 20, 84, 213, 277, 405};

template <class T>
struct Attention {
  Setting s;
  std::vector<int64_t> offsets;
  std::vector<int64_t> key_offsets;
  int64_t strides[3];
  int64_t firsts[3];
  std::vector<T> q, k, v, gradients;  // with the rows of a packed tensor in each
  std::vector<float> table;
  std::vector<int32_t> positions, key_positions;

  explicit Attention(const Setting& setting) : s(setting), offsets(kQueries), key_offsets(kKeys) {
    const int64_t wide = kHeads * s.depth;
    for (int operand = 0; operand < 3; ++operand) {
      strides[operand] = s.packed ? 3 * wide : wide;
      firsts[operand] = s.packed ? operand * wide : 0;
    }
    Random random(uint64_t(s.depth) + 1000);
    q = draw_numbers<T>(random, n() * strides[0]);
    k = draw_numbers<T>(random, m() * strides[1]);
    v = draw_numbers<T>(random, m() * strides[2]);
    gradients = draw_numbers<T>(random, n() * wide);
    table = draw_numbers<float>(random, 3 * (2 * std::max<int64_t>(s.reach, 0) + 1) * kHeads);
    for (int64_t at = 0; at < 3 * n(); ++at) positions.push_back(int32_t(random.below(9)));
    for (int64_t at = 0; at < 3 * m(); ++at) key_positions.push_back(int32_t(random.below(9)));
  }

  int64_t n() const { return offsets.back(); }
  int64_t m() const { return key_offsets.back(); }
  double number(const std::vector<T>& of, int operand, int64_t row, int64_t head, int64_t at) const {
    return load_as<double>(of[size_t(row * strides[operand] + firsts[operand] + head * s.depth + at)]);
  }
  RelativeBias<float> bias() const {
    return {s.reach < 0 ? nullptr : table.data(), std::max<int64_t>(s.reach, 0), kHeads, positions.data(),
            key_positions.data()};
  }
};

/// Results, all [rows, heads, depth] but for log sums.
struct Found {
  std::vector<double> out, log_sums, q, k, v;
};

template <class T>
Found attend_plainly(const Attention<T>& a) {
  const int64_t depth = a.s.depth;
  const auto sized = [&](int64_t rows) { return std::vector<double>(size_t(rows * kHeads * depth)); };
  Found f{sized(a.n()), std::vector<double>(size_t(kHeads * a.n())), sized(a.n()), sized(a.m()), sized(a.m())};
  const auto place = [&](int64_t row, int64_t head) { return size_t((row * kHeads + head) * depth); };
  for (size_t list = 0; list + 1 < a.offsets.size(); ++list)
    for (int64_t i = a.offsets[list]; i < a.offsets[list + 1]; ++i)
      for (int64_t head = 0; head < kHeads; ++head) {
        const int64_t begin = a.key_offsets[list];
        int64_t end = a.key_offsets[list + 1];
        if (a.s.causal) end = std::min(end, begin + (i - a.offsets[list]) + 1);
        std::vector<double> weights;
        double sum = 0;
        for (int64_t j = begin; j < end; ++j) {
          double score = 0;
          for (int64_t at = 0; at < depth; ++at) score += a.number(a.q, 0, i, head, at) * a.number(a.k, 1, j, head, at);
          score *= a.s.scale;
          if (a.s.reach >= 0) score += double(a.bias().at(i, j, head));
          weights.push_back(std::exp(score));
          sum += weights.back();
        }
        f.log_sums[size_t(head * a.n() + i)] = std::log(sum);
        double share = 0;
        for (int64_t at = 0; at < depth; ++at) {
          double value = 0;
          for (int64_t j = begin; j < end; ++j)
            value += weights[size_t(j - begin)] / sum * a.number(a.v, 2, j, head, at);
          f.out[place(i, head) + size_t(at)] = value;
          share += value * load_as<double>(a.gradients[place(i, head) + size_t(at)]);
        }
        for (int64_t j = begin; j < end; ++j) {
          const double weight = weights[size_t(j - begin)] / sum;
          double slope = -share;
          for (int64_t at = 0; at < depth; ++at) {
            const double gradient = load_as<double>(a.gradients[place(i, head) + size_t(at)]);
            slope += gradient * a.number(a.v, 2, j, head, at);
            f.v[place(j, head) + size_t(at)] += weight * gradient;
          }
          slope *= weight * a.s.scale;
          for (int64_t at = 0; at < depth; ++at) {
            f.q[place(i, head) + size_t(at)] += slope * a.number(a.k, 1, j, head, at);
            f.k[place(j, head) + size_t(at)] += slope * a.number(a.q, 0, i, head, at);
          }
        }
      }
  return f;
}

/// Compares rows, which lie as those of an operand, with what they have to be, by the greatest number of all.
template <class T>
void check_rows(const Attention<T>& a, const std::vector<T>& found, int64_t stride, int64_t first,
                const std::vector<double>& wanted, double precision) {
  double most = 0;
  for (const double one : wanted) most = std::max(most, std::fabs(one));
  const int64_t wide = kHeads * a.s.depth;
  int64_t wrong = 0;
  for (size_t at = 0; at < wanted.size(); ++at) {
    const int64_t row = int64_t(at) / wide;
    const double one = load_as<double>(found[size_t(row * stride + first + int64_t(at) % wide)]);
    if (!(std::fabs(one - wanted[at]) <= precision * (most + 1e-3))) ++wrong;
  }
  CHECK_EQUAL(wrong, 0);
}

/// Runs a functor for each tile, head and run of channels.
template <class F>
void run_blocks(Context& context, int64_t tiles, int64_t depth, F f) {
  f.runs = (depth + F::kWide - 1) / F::kWide;
  REQUIRE(backend::for_each_block(context, tiles * kHeads * f.runs, f));
}

template <class T>
void check_attention(Context& context, const Attention<T>& a, bool on_units, double precision) {
  using S = Computed<T>;
  const Found wanted = attend_plainly(a);
  const int64_t wide = kHeads * a.s.depth;
  const DeviceArray<T> q(context, a.q), k(context, a.k), v(context, a.v), gradients(context, a.gradients);
  const DeviceArray<float> table(context, a.table);
  const DeviceArray<int32_t> positions(context, a.positions), key_positions(context, a.key_positions);
  DeviceArray<T> out(context, a.n() * wide);
  DeviceArray<S> log_sums(context, kHeads * a.n());
  DeviceArray<S> shares(context, kHeads * a.n());
  DeviceArray<T> out_q(context, a.n() * a.strides[0]), out_k(context, a.m() * a.strides[1]),
      out_v(context, a.m() * a.strides[2]);
  RelativeBias<float> bias = a.bias();
  if (bias.table != nullptr) bias = {table.data(), bias.reach, kHeads, positions.data(), key_positions.data()};
  AttentionView<T> view{q.data() + a.firsts[0],
                        k.data() + a.firsts[1],
                        v.data() + a.firsts[2],
                        {a.strides[0], a.strides[1], a.strides[2]},
                        a.n(),
                        kHeads,
                        a.s.depth,
                        a.s.depth,
                        S(a.s.scale),
                        a.s.causal,
                        bias};
  const int64_t lists = int64_t(a.offsets.size()) - 1;
  AttentionTiles tiles(context), query_tiles(context), key_tiles(context);
  const int64_t rows = on_units ? backend::kUnitBackwardRows : int64_t(kTileRows);
  REQUIRE(tiles.cut(a.offsets.data(), a.key_offsets.data(), lists,
                    on_units ? backend::unit_queries(a.s.depth) : int64_t(kTileRows), on_units));
  REQUIRE(query_tiles.cut(a.offsets.data(), a.key_offsets.data(), lists, rows, on_units));
  REQUIRE(key_tiles.cut(a.key_offsets.data(), a.offsets.data(), lists, rows, on_units));
  const AttentionSlopes<T> slopes{gradients.data(), log_sums.data(), shares.data()};
  const SumShares<T> sum{out.data(), gradients.data(), a.n(), kHeads, a.s.depth, shares.data()};
  if (on_units) {
    const auto words = [](const T* from) { return reinterpret_cast<const uint16_t*>(from); };
    const auto target = [](T* to) { return reinterpret_cast<uint16_t*>(to); };
    backend::UnitAttention unit{std::is_same_v<T, BFloat16>,
                                words(view.q),
                                words(view.k),
                                words(view.v),
                                {a.strides[0], a.strides[1], a.strides[2]},
                                a.n(),
                                kHeads,
                                a.s.depth,
                                float(a.s.scale),
                                a.s.causal,
                                bias,
                                tiles.tiles().data,
                                tiles.tiles().size,
                                target(out.data()),
                                reinterpret_cast<float*>(log_sums.data())};
    REQUIRE(backend::attend_on_units(context, unit));
    REQUIRE(backend::for_each(context, kHeads * a.n(), sum));
    backend::UnitAttentionSlopes from{unit,
                                      words(gradients.data()),
                                      reinterpret_cast<const float*>(log_sums.data()),
                                      reinterpret_cast<const float*>(shares.data()),
                                      query_tiles.tiles().data,
                                      query_tiles.tiles().size};
    REQUIRE(backend::query_gradients_on_units(context, from, target(out_q.data() + a.firsts[0])));
    from.tiles = key_tiles.tiles().data;
    from.n_tiles = key_tiles.tiles().size;
    REQUIRE(backend::key_gradients_on_units(context, from, target(out_k.data() + a.firsts[1]),
                                            target(out_v.data() + a.firsts[2])));
  } else {
    run_blocks(context, tiles.tiles().size, a.s.depth,
               Attend<T>{view, tiles.tiles().data, 0, out.data(), log_sums.data()});
    REQUIRE(backend::for_each(context, kHeads * a.n(), sum));
    run_blocks(context, query_tiles.tiles().size, a.s.depth,
               QueryGradients<T>{view, slopes, query_tiles.tiles().data, 0, out_q.data() + a.firsts[0]});
    run_blocks(context, key_tiles.tiles().size, a.s.depth,
               KeyGradients<T>{view, slopes, key_tiles.tiles().data, 0, out_k.data() + a.firsts[1],
                               out_v.data() + a.firsts[2]});
  }
  check_rows(a, out.read(), wide, 0, wanted.out, precision);
  check_rows(a, out_q.read(), a.strides[0], a.firsts[0], wanted.q, 2 * precision);
  check_rows(a, out_k.read(), a.strides[1], a.firsts[1], wanted.k, 2 * precision);
  check_rows(a, out_v.read(), a.strides[2], a.firsts[2], wanted.v, 2 * precision);
  const std::vector<S> sums = log_sums.read();
  int64_t wrong = 0;
  for (size_t at = 0; at < sums.size(); ++at)
    if (!(double(sums[at]) == wanted.log_sums[at] || std::fabs(double(sums[at]) - wanted.log_sums[at]) < 2e-5)) ++wrong;
  CHECK_EQUAL(wrong, 0);
}

}  // namespace

TEST(attention_is_the_softmax_of_whole_rows) {
  for (const Setting& setting : kSettings) {
    check_attention(context, Attention<float>(setting), false, 1e-5);
    check_attention(context, Attention<Half>(setting), false, 0x1p-10);
    check_attention(context, Attention<BFloat16>(setting), false, 0x1p-7);
  }
}

TEST(attention_on_matrix_units_is_near_the_softmax_of_whole_rows) {
  if (!backend::has_matrix_units(context)) return;
  for (const Setting& setting : kSettings) {
    check_attention(context, Attention<Half>(setting), true, 0x1p-9);
    check_attention(context, Attention<BFloat16>(setting), true, 0x1p-6);
  }
}
