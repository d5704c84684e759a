/// backend/api/special/points/cells.hpp against naive loops.
#include "backend/api/special/points/cells.hpp"

#include <numeric>

#include "check.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// A record that is ordered by its key, then by what it carries.
struct alignas(16) Small {
  uint32_t key;
  uint32_t tail;
  uint64_t rest;
};

struct Large {
  uint32_t key;
  uint32_t tail;
  uint64_t rest[2];
};

struct KeyOrder {
  template <class R>
  DVDB_FN int compare(const R& a, const R& b) const {
    if (a.key != b.key) return a.key < b.key ? -1 : 1;
    return a.tail < b.tail ? -1 : a.tail > b.tail ? 1 : 0;
  }
  template <class R>
  DVDB_FN uint32_t difference(const R& a, const R& b) const {
    return a.key ^ b.key;
  }
  template <class R>
  DVDB_FN uint32_t digit(const R& p, int top, int levels) const {
    const int bits = min_of(3 * levels, top + 1);
    return (p.key >> (top + 1 - bits) & uint32_t(bit(uint32_t(bits)) - 1)) << (3 * levels - bits);
  }
};

struct CellOf {
  const uint32_t* cells;

  DVDB_FN uint32_t operator()(int64_t i) const { return cells[i]; }
};

struct RecordOf {
  const uint32_t* cells;

  DVDB_FN uint32_t operator()(int64_t i, Small* out) const {
    *out = {cells[i], uint32_t(i), uint64_t(i) * 3};
    return cells[i];
  }
};

/// How items are dealt out to cells.
struct Deal {
  const char* name;
  uint32_t (*cell)(uint64_t i, uint64_t n_cells, uint64_t word);
};

constexpr Deal kDeals[] = {
    {"all in one", [](uint64_t, uint64_t n_cells, uint64_t) { return uint32_t(n_cells / 2); }},
    {"at random", [](uint64_t, uint64_t n_cells, uint64_t word) { return uint32_t(word % n_cells); }},
    {"in runs", [](uint64_t i, uint64_t n_cells, uint64_t) { return uint32_t(i / 37 * 7 % n_cells); }},
    {"in turn", [](uint64_t i, uint64_t n_cells, uint64_t) { return uint32_t(i % n_cells); }},
    {"some in none",
     [](uint64_t i, uint64_t n_cells, uint64_t word) { return i % 3 == 0 ? kNoCell : uint32_t(word % n_cells); }},
};

constexpr int64_t kSizes[] = {0, 1, 31, 33, 1000, 4095, 4096, 4097, 30011};

std::vector<uint32_t> deal(const Deal& how, int64_t n, uint64_t n_cells) {
  Random random(uint64_t(n) + n_cells);
  std::vector<uint32_t> cells;
  for (int64_t i = 0; i < n; ++i) cells.push_back(how.cell(uint64_t(i), n_cells, random.next()));
  return cells;
}

std::vector<uint64_t> count_naively(const std::vector<uint32_t>& cells, uint64_t n_cells) {
  std::vector<uint64_t> counts(size_t(n_cells), uint64_t(0));
  for (const uint32_t cell : cells) {
    if (cell != kNoCell) ++counts[cell];
  }
  return counts;
}

/// Runs of random lengths that fill n places.
std::vector<int64_t> cut(int64_t n, int64_t longest, Random& random) {
  std::vector<int64_t> starts;
  for (int64_t at = 0; at < n; at += 1 + int64_t(random.below(uint64_t(longest)))) starts.push_back(at);
  return starts;
}

template <class Record>
void sort_naively(std::vector<Record>& records, const std::vector<int64_t>& starts) {
  const KeyOrder order;
  for (size_t run = 0; run < starts.size(); ++run) {
    const auto end = run + 1 < starts.size() ? records.begin() + starts[run + 1] : records.end();
    std::sort(records.begin() + starts[run], end,
              [order](const Record& a, const Record& b) { return order.compare(a, b) < 0; });
  }
}

std::vector<uint64_t> marks_of(const std::vector<int64_t>& starts, int64_t n) {
  std::vector<uint64_t> marks(size_t((n + 63) / 64), uint64_t(0));
  for (const int64_t at : starts) marks[size_t(at / 64)] |= bit(uint32_t(at % 64));
  return marks;
}

template <class Record>
void check_sorting(Context& context, std::vector<Record> records, const std::vector<int64_t>& starts) {
  const int64_t n = int64_t(records.size());
  DeviceArray<uint64_t> marks(context, marks_of(starts, n));
  std::vector<Record> wanted = records;
  sort_naively(wanted, starts);
  with_thread_counts(context, [&] {
    DeviceArray<Record> own(context, records);
    REQUIRE(sort_runs(context, n, marks.data(), KeyOrder{}, own.span()));
    const std::vector<Record> got = own.read();
    CHECK(got.empty() || std::memcmp(got.data(), wanted.data(), got.size() * sizeof(Record)) == 0);
  });
}

/// Keys of the given range; tails tell records apart, and what they carry follows from both.
template <class Record>
std::vector<Record> random_records(int64_t n, uint64_t keys, uint64_t tails, Random& random) {
  std::vector<Record> records;
  for (int64_t i = 0; i < n; ++i) {
    Record record{};
    record.key = uint32_t(random.below(keys));
    record.tail = uint32_t(random.below(tails));
    records.push_back(record);
  }
  return records;
}

template <class Record>
void check_run_lengths(Context& context) {
  Random random(7);
  constexpr int64_t kMost = kRunRecords<Record>;
  for (const int64_t n :
       {int64_t(1), int64_t(63), int64_t(64), int64_t(1000), kMost, kMost + 1, 3 * kMost + 5, int64_t(20011)}) {
    for (const int64_t longest : {int64_t(1), int64_t(2), int64_t(9), int64_t(70), int64_t(600), kMost}) {
      for (const uint64_t keys : {uint64_t(1), uint64_t(5), uint64_t(1) << 12, uint64_t(1) << 32}) {
        const std::vector<int64_t> starts = cut(n, min_of(longest, kMost), random);
        check_sorting(context, random_records<Record>(n, keys, 1000, random), starts);
      }
    }
  }
}

void check_moving(Context& context, bool scattered) {
  for (const Deal& how : kDeals) {
    for (const int64_t n : kSizes) {
      for (const uint64_t n_cells : {1, 3, 1000, 9000}) {
        const std::vector<uint32_t> cells = deal(how, n, n_cells);
        const std::vector<uint64_t> counts = count_naively(cells, n_cells);
        std::vector<uint64_t> starts(counts.size(), uint64_t(0));
        std::exclusive_scan(counts.begin(), counts.end(), starts.begin(), uint64_t(0));
        const int64_t total = int64_t(std::accumulate(counts.begin(), counts.end(), uint64_t(0)));
        std::vector<uint64_t> wanted;
        for (size_t i = 0; i < cells.size(); ++i) {
          if (cells[i] != kNoCell) wanted.push_back(uint64_t(cells[i]) << 32 | i);
        }
        std::sort(wanted.begin(), wanted.end());
        DeviceArray<uint32_t> own(context, cells);
        with_thread_counts(context, [&] {
          DeviceArray<uint64_t> cursors(context, starts);
          DeviceArray<Small> out(context, total);
          const RecordOf record_of{own.data()};
          REQUIRE(scattered ? move_to_scattered_cells(context, n, record_of, cursors.span(), out.span())
                            : move_to_cells(context, n, record_of, cursors.span(), out.span()));
          std::vector<uint64_t> got;
          for (const Small& record : out.read()) {
            got.push_back(uint64_t(record.key) << 32 | record.tail);
            CHECK_EQUAL(record.rest, uint64_t(record.tail) * 3);
          }
          // Cells ascend as they lie; only within one is the order free.
          for (size_t cell = 0; cell < counts.size(); ++cell)
            std::sort(got.begin() + starts[cell], got.begin() + (starts[cell] + counts[cell]));
          CHECK_SAME(got, wanted);
          std::vector<uint64_t> ends = starts;
          for (size_t cell = 0; cell < counts.size(); ++cell) ends[cell] += counts[cell];
          CHECK_SAME(cursors.read(), ends);
        });
      }
    }
  }
}

}  // namespace

TEST(count_cells_counts_what_is_in_each) {
  for (const Deal& how : kDeals) {
    for (const int64_t n : kSizes) {
      for (const uint64_t n_cells : {1, 3, 1000, 9000}) {
        const std::vector<uint32_t> cells = deal(how, n, n_cells);
        DeviceArray<uint32_t> own(context, cells);
        with_thread_counts(context, [&] {
          DeviceArray<uint64_t> counts(context, std::vector<uint64_t>(size_t(n_cells), uint64_t(0)));
          REQUIRE(count_cells(context, n, CellOf{own.data()}, counts.span()));
          CHECK_SAME(counts.read(), count_naively(cells, n_cells));
          DeviceArray<uint64_t> scattered(context, std::vector<uint64_t>(size_t(n_cells), uint64_t(0)));
          REQUIRE(count_scattered_cells(context, n, CellOf{own.data()}, scattered.span()));
          CHECK_SAME(scattered.read(), count_naively(cells, n_cells));
        });
      }
    }
  }
}

TEST(move_to_cells_puts_each_record_into_its_cell) { check_moving(context, false); }

TEST(move_to_scattered_cells_does_the_same) { check_moving(context, true); }

TEST(sort_runs_sorts_small_records) { check_run_lengths<Small>(context); }

TEST(sort_runs_sorts_large_records) { check_run_lengths<Large>(context); }

TEST(sort_runs_passes_over_long_runs_of_records_that_are_alike) {
  Random random(3);
  constexpr int64_t kMost = kRunRecords<Small>;
  for (const int64_t length : {kMost + 1, 2 * kMost - 1, 2 * kMost, 5 * kMost + 17}) {
    for (const int64_t before : {int64_t(0), int64_t(1), int64_t(100), kMost - 1, kMost, 2 * kMost + 3}) {
      for (const int64_t after : {int64_t(0), int64_t(1), kMost}) {
        std::vector<int64_t> starts = cut(before, 40, random);
        std::vector<Small> records = random_records<Small>(before + length + after, 1 << 20, 1 << 20, random);
        starts.push_back(before);
        for (int64_t i = before; i < before + length; ++i) records[size_t(i)] = {5, 6, 7};
        if (after > 0) starts.push_back(before + length);
        check_sorting(context, records, starts);
      }
    }
  }
}
