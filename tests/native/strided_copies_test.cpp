/// dvdb_copy_strided against its definition, in elements of all widths and layouts of all kinds.
#include "check.hpp"
#include "jagged/lists.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

struct StridedCase {
  std::vector<int64_t> shape, strides;
  int64_t n_source = 0, offset = 0;

  int64_t count() const {
    int64_t product = 1;
    for (const int64_t extent : shape) product *= extent;
    return product;
  }
};

/// out[i, j, ...] = source[offset + i * strides[0] + j * strides[1] + ...], one element after the other.
template <class T>
std::vector<T> copy_reference(const StridedCase& of, const std::vector<T>& source) {
  std::vector<T> out;
  for (int64_t i = 0; i < of.count(); ++i) {
    int64_t at = of.offset;
    int64_t rest = i;
    for (size_t axis = of.shape.size(); axis-- > 0; rest /= of.shape[axis])
      at += rest % of.shape[axis] * of.strides[axis];
    out.push_back(source[size_t(at)]);
  }
  return out;
}

/// The layout of an array of some extents whose axes are in another order, cut, turned round, repeated or thinned out.
StridedCase random_case(Random& random, int rank, int64_t most) {
  StridedCase made;
  std::vector<size_t> order;
  std::vector<int64_t> strides(size_t(rank), 1);
  std::vector<int64_t> extents;
  for (size_t axis = 0; axis < size_t(rank); ++axis) {
    order.insert(order.begin() + int64_t(random.below(axis + 1)), axis);
    extents.push_back(int64_t(1 + random.below(uint64_t(most))));
  }
  made.n_source = 1;
  for (size_t axis = size_t(rank); axis-- > 0; made.n_source *= extents[axis]) strides[axis] = made.n_source;
  for (const size_t axis : order) {
    const int64_t step = random.below(3) == 0 ? 2 : 1;
    const int64_t first = random.below(3) == 0 ? int64_t(random.below(uint64_t(extents[axis]))) : 0;
    int64_t count = (extents[axis] - first - 1) / step + 1;
    int64_t stride = step * strides[axis];
    int64_t begin = first;
    if (random.below(5) == 0) {
      begin = first + (count - 1) * step;
      stride = -stride;
    } else if (random.below(5) == 0) {
      stride = 0;
      count = 3;
    }
    made.offset += begin * strides[axis];
    made.shape.push_back(count);
    made.strides.push_back(stride);
  }
  return made;
}

operators::CopyStridedArgs args_of(const StridedCase& of, int64_t bytes, uint8_t* source, uint8_t* out) {
  operators::CopyStridedArgs a;
  a.source = {source, of.n_source * bytes};
  a.n_source = of.n_source;
  a.element_bytes = uint32_t(bytes);
  a.offset = of.offset;
  a.shape = of.shape.data();
  a.strides = of.strides.data();
  a.rank = uint32_t(of.shape.size());
  a.out = {out, of.count() * bytes};
  return a;
}

template <class T>
void check_copy(Context& context, const StridedCase& of) {
  std::vector<T> values;
  for (int64_t i = 0; i < of.n_source; ++i) values.push_back(T(uint64_t(i) * 0x9e3779b97f4a7c15u >> 7));
  const DeviceArray<T> source(context, values);
  const DeviceArray<T> out(context, of.count());
  REQUIRE(operators::copy_strided(context, args_of(of, sizeof(T), reinterpret_cast<uint8_t*>(source.data()),
                                                   reinterpret_cast<uint8_t*>(out.data()))));
  CHECK_SAME(out.read(), copy_reference(of, values));
}

void check_widths(Context& context, const StridedCase& of) {
  check_copy<uint8_t>(context, of);
  check_copy<uint16_t>(context, of);
  check_copy<uint32_t>(context, of);
  check_copy<uint64_t>(context, of);
}

}  // namespace

TEST(strided_copies_follow_their_definition) {
  Random random(1);
  with_thread_counts(context, [&] {
    for (int rank = 1; rank <= 8; ++rank) {
      const int64_t most = rank < 3 ? 70 : rank < 5 ? 12 : 5;
      for (int round = 0; round < 12; ++round) check_widths(context, random_case(random, rank, most));
    }
  });
}

TEST(strided_copies_transpose_tiles_of_all_sides) {
  for (const int64_t rows : {1, 7, 8, 31, 32, 33, 100}) {
    for (const int64_t columns : {1, 8, 9, 64, 257}) {
      check_widths(context, {{columns, rows}, {1, columns}, rows * columns});
      check_widths(context, {{3, columns, rows}, {rows * columns, 1, columns}, 3 * rows * columns});
      check_widths(context, {{columns, 3, rows}, {1, rows * columns, columns}, 3 * rows * columns});
      check_widths(context, {{columns, rows, 4}, {4, 4 * columns, 1}, 4 * rows * columns});
    }
  }
}

TEST(strided_copies_take_memory_that_no_word_fits) {
  std::vector<uint8_t> values;
  for (int at = 0; at < 400; ++at) values.push_back(uint8_t(at * 7));
  const DeviceArray<uint8_t> source(context, values);
  const DeviceArray<uint8_t> out(context, 97 * 4 + 3);
  const StridedCase row{{97}, {1}, 99, 1};
  REQUIRE(operators::copy_strided(context, args_of(row, 4, source.data() + 1, out.data() + 3)));
  const std::vector<uint8_t> copied = out.read();
  for (size_t at = 0; at < 97 * 4; ++at) CHECK_EQUAL(copied[3 + at], values[5 + at]);
  const StridedCase back{{97}, {-1}, 99, 98};
  REQUIRE(operators::copy_strided(context, args_of(back, 4, source.data() + 1, out.data() + 3)));
  const std::vector<uint8_t> turned = out.read();
  for (size_t at = 0; at < 97 * 4; ++at) CHECK_EQUAL(turned[3 + at], values[1 + 4 * (98 - at / 4) + at % 4]);
}

TEST(strided_copies_stay_in_the_source) {
  const DeviceArray<uint8_t> source(context, 6);
  const DeviceArray<uint8_t> out(context, std::vector<uint8_t>(6, uint8_t(9)));
  constexpr int64_t kMost = INT64_MAX;
  const StridedCase outside[] = {
      {{6}, {1}, 6, 1},
      {{6}, {-1}, 6, 4},
      {{1}, {1}, 6, 6},
      {{1}, {1}, 6, -1},
      {{1}, {1}, 6, kMost},
      {{2}, {6}, 6, 0},
      {{2}, {kMost}, 6, 0},
      {{2}, {kMost}, 6, 5},
      {{2}, {INT64_MIN}, 6, 5},
      {{3, 2}, {2, 2}, 6, 0},
      {{3, 2}, {kMost / 2, kMost / 2}, 6, 1},
      {{2, 3}, {-3, 2}, 6, 2},
  };
  for (const StridedCase& of : outside) {
    const Status status = operators::copy_strided(context, args_of(of, 1, source.data(), out.data()));
    CHECK_EQUAL(status.code(), DVDB_INVALID_ARGUMENT);
  }
  const StridedCase whole{{6}, {1}, 6};
  CHECK_EQUAL(operators::copy_strided(context, args_of(whole, 1, source.data(), source.data())).code(),
              DVDB_INVALID_ARGUMENT);
  CHECK_EQUAL(operators::copy_strided(context, args_of({{2}, {1}, 2}, 3, source.data(), out.data())).code(),
              DVDB_INVALID_ARGUMENT);
  REQUIRE(operators::copy_strided(context, args_of({{0, 2}, {kMost, kMost}, 6, 77}, 1, source.data(), out.data())));
  CHECK_SAME(out.read(), std::vector<uint8_t>(6, uint8_t(9)));
}
