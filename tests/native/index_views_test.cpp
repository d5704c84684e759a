/// Every view of an index, and every way to build one, against the references: answers, and words.
#include "fenwick/view/reference.hpp"

#include "abi_calls.hpp"
#include "fenwick/paper/lines.hpp"
#include "fenwick/paper/reference.hpp"
#include "fenwick/wide/reference.hpp"
#include "grid_oracle.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;
using namespace dvdb::test;

namespace {

constexpr int kAnswers = 5;

/// Asks a view for an element k < n, the sum before it, that of [k / 3, k), and the rank of the element if it is not 0.
template <class View>
struct AskElements {
  View view;
  const int64_t* keys;
  uint64_t* out;  // [n, kAnswers]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t k = keys[i];
    uint64_t* own = out + i * kAnswers;
    uint64_t before = 77;
    own[0] = view.point(k);
    own[1] = view.prefix(k);
    own[2] = view.range(k / 3, k);
    own[3] = view.lookup(k, &before);
    own[4] = before;
  }
};

template <class View>
struct AskRanks {
  View view;
  const uint64_t* ranks;
  int64_t* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = view.select(ranks[i]); }
};

template <class View>
void check_view(Context& context, const View& view, const ReferenceIndex& index) {
  const int64_t n = index.n;
  Random random{uint64_t(n)};
  std::vector<int64_t> keys;
  std::vector<uint64_t> ranks{0, index.prefix(n), index.prefix(n) + 5};
  for (int64_t k = 0; k < min_of<int64_t>(n, 1500); ++k)
    keys.push_back(n <= 1500 ? k : int64_t(random.below(uint64_t(n))));
  for (int k = 0; k < 60; ++k) ranks.push_back(random.below(index.prefix(n) + 1));
  keys.push_back(n - 1);
  std::vector<uint64_t> answers;
  for (const int64_t k : keys) {
    const uint64_t value = index.x[k];
    for (const uint64_t own : {value, index.prefix(k), index.range(k / 3, k), value, value != 0 ? index.prefix(k) : 77})
      answers.push_back(own);
  }
  std::vector<int64_t> places;
  for (const uint64_t rank : ranks) places.push_back(index.select(rank));
  const DeviceArray<int64_t> asked(context, keys);
  const DeviceArray<uint64_t> told(context, int64_t(answers.size()));
  REQUIRE(backend::for_each(context, asked.size(), AskElements<View>{view, asked.data(), told.data()}));
  CHECK_SAME(told.read(), answers);
  const DeviceArray<uint64_t> asked_ranks(context, ranks);
  const DeviceArray<int64_t> found(context, asked_ranks.size());
  REQUIRE(backend::for_each(context, found.size(), AskRanks<View>{view, asked_ranks.data(), found.data()}));
  CHECK_SAME(found.read(), places);
}

Shape shape_of(Context& context, const std::vector<int64_t>& dims, int bits) {
  Shape shape;
  REQUIRE(read_shape(context, dims.data(), uint32_t(dims.size()), uint32_t(bits), shape));
  return shape;
}

/// Bits in all layouts.
void check_bits(Context& context, int64_t n, int percent) {
  Random random(uint64_t(n * 100 + percent));
  std::vector<uint64_t> x;
  std::vector<uint8_t> bytes(size_t((n + 7) / 8), uint8_t(0));
  for (int64_t k = 0; k < n; ++k) {
    x.push_back(random.below(100) < uint64_t(percent) ? 1 : 0);
    bytes[size_t(k / 8)] |= uint8_t(x.back() << (k % 8));
  }
  if (n % 8 != 0) bytes.back() |= uint8_t(0xff << (n % 8));  // what is behind the bits does not count
  std::vector<uint64_t> before(x.size() + 1);
  const ReferenceIndex index(x.data(), before.data(), int64_t(x.size()));
  const Shape shape = shape_of(context, {n}, 1);
  const Caller caller(context);
  const dvdb_buffer bits = caller.put(bytes);
  const auto parts_of = [&](uint32_t layout) {
    const dvdb_buffer data = caller.make(data_bytes(layout, shape));
    const dvdb_buffer counters = caller.make(counter_bytes(layout, shape));
    caller.require(dvdb_index_from_bits(caller.handle(), layout, shape.dims, 1, bits, data,
                                        layout == DVDB_INDEX_PAPER ? 0 : counters));
    return Parts{caller.data_of(data), caller.data_of(counters)};
  };
  const auto* words = reinterpret_cast<const uint32_t*>(parts_of(DVDB_INDEX_PAPER).data);
  std::vector<uint32_t> wanted;
  paper_reference(index, {n, 1, 1, 1}, 1, wanted);
  CHECK_SAME(fetch(context, words, paper_words(shape)), wanted);
  check_view(context, paper_line(shape, words), index);
  const WideView wide = wide_view(shape, parts_of(DVDB_INDEX_WIDE));
  std::vector<uint16_t> blocks;
  std::vector<uint16_t> groups;
  std::vector<uint64_t> supers;
  wide_reference(index, blocks, groups, supers);
  CHECK_SAME(fetch(context, wide.blocks, int64_t(blocks.size())), blocks);
  CHECK_SAME(fetch(context, wide.groups, int64_t(groups.size())), groups);
  CHECK_SAME(fetch(context, wide.supers, int64_t(supers.size())), supers);
  check_view(context, wide, index);
  check_view(context, cell_view<3>(shape, parts_of(DVDB_INDEX_RANK96)), index);
  check_view(context, cell_view<7>(shape, parts_of(DVDB_INDEX_RANK224)), index);
}

struct AskBoxes {
  PaperBox tree;
  const int64_t* keys;  // [n, 8] low, high
  uint64_t* out;        // [n, 3]

  DVDB_FN void operator()(int64_t i) const {
    const int64_t* low = keys + i * 8;
    out[3 * i] = tree.box(low, low + 4);
    out[3 * i + 1] = tree.point(low);
    out[3 * i + 2] = tree.linear_rank(low);
  }
};

/// Elements of any width along one to four axes.
void check_values(Context& context, const std::vector<int64_t>& extents, int bits) {
  const Shape shape = shape_of(context, extents, bits);
  const int64_t (&dims)[4] = shape.dims;
  Random random(uint64_t(shape.n * 64 + bits));
  std::vector<uint64_t> x;
  for (int64_t k = 0; k < shape.n; ++k) x.push_back(random.below(4) == 0 ? 0 : random.next() & low_bits(bits));
  std::vector<uint64_t> before(x.size() + 1);
  const ReferenceIndex index(x.data(), before.data(), int64_t(x.size()));
  const DeviceArray<uint64_t> values(context, x);
  const DeviceArray<uint32_t> words(context, paper_words(shape));
  REQUIRE(lift_values(context, shape, ArraySource<uint64_t>{values.data()}, FaultSink{}, words.data()));
  std::vector<uint32_t> all_words;
  paper_reference(index, dims, bits, all_words);
  CHECK_SAME(words.read(), all_words);
  if (extents.size() == 1) check_view(context, paper_line(shape, words.data()), index);
  std::vector<int64_t> keys;
  std::vector<uint64_t> wanted;
  for (int k = 0; k < 300; ++k) {
    int64_t low[4];
    int64_t high[4];
    int64_t linear = 0;
    for (int axis = 3; axis >= 0; --axis) {
      low[axis] = int64_t(random.below(uint64_t(dims[axis])));
      high[axis] = low[axis] + int64_t(random.below(uint64_t(dims[axis] - low[axis] + 1)));
      linear = linear * dims[axis] + low[axis];
    }
    keys.insert(keys.end(), low, low + 4);
    keys.insert(keys.end(), high, high + 4);
    for (const uint64_t own : {index.box(dims, low, high), index.x[linear], index.prefix(linear)})
      wanted.push_back(own);
  }
  LevelTable table(context);
  REQUIRE(table.place(shape));
  const DeviceArray<int64_t> asked(context, keys);
  const DeviceArray<uint64_t> told(context, int64_t(wanted.size()));
  REQUIRE(backend::for_each(context, 300, AskBoxes{paper_box(shape, words.data(), table), asked.data(), told.data()}));
  CHECK_SAME(told.read(), wanted);
}

}  // namespace

TEST(indexes_over_bits_answer_as_the_reference) {
  for (const int64_t n :
       {1, 2, 31, 32, 33, 96, 97, 224, 225, 255, 256, 257, 4095, 4096, 4097, 65535, 65536, 65537, 200'001}) {
    for (const int percent : {0, 3, 50, 100}) check_bits(context, n, percent);
  }
}

TEST(trees_over_values_answer_as_the_reference) {
  for (const int bits : {1, 5, 32}) {
    for (const int64_t n : {1, 2, 33, 1000, 4097}) check_values(context, {n}, bits);
    check_values(context, {7, 5}, bits);
    check_values(context, {1, 9, 6}, bits);
    check_values(context, {5, 4, 3, 8}, bits);
  }
}
