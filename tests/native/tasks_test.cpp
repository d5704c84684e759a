/// backend/api/special/rays/tasks.hpp against plain loops.
#include "backend/api/special/rays/tasks.hpp"

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// Item i comes to some tasks now and then; a task has some steps, and at some of them a piece, which adds to the
/// item's sum.
struct AddPieces {
  struct Far {
    int64_t item;
    uint32_t left;
    uint32_t closed;
    uint64_t sum;
  };
  struct Task {
    uint32_t number;
    uint32_t owner;
  };
  struct Path {
    uint32_t number = 0;
    uint32_t left = 0;
  };
  struct Piece {
    uint32_t number;
    uint16_t step;
    uint16_t owner;
  };

  uint64_t* sums;  // [n]

  DVDB_FN static uint32_t draw(uint64_t key) {
    uint32_t mixed = uint32_t(key) * 0x9e3779b9u + 1;
    mixed = (mixed ^ mixed >> 15) * 0x2c1b3c6du;
    return mixed ^ mixed >> 13;
  }
  DVDB_FN static uint32_t places(int64_t i) { return i % 7 == 3 ? 0 : i % 100 == 42 ? 200 : draw(uint64_t(i)) % 9; }
  DVDB_FN static bool is_task(int64_t i, uint32_t place) { return draw(uint64_t(i) * 31 + place) % 3 != 0; }
  DVDB_FN static uint32_t number(int64_t i, uint32_t place) { return draw(uint64_t(i) * 77 + place); }
  DVDB_FN static uint32_t steps(uint32_t number) { return 1 + number % 23; }
  DVDB_FN static bool is_piece(uint32_t number, uint32_t step) {
    return draw(number + step) % 4 == 0 || number % 11 == 0;
  }
  DVDB_FN static uint64_t value(uint32_t number, uint32_t step) { return uint64_t(number) * (step + 1); }
  DVDB_FN static bool is_whole(int64_t i) { return i / 64 % 5 == 4 ? i % 2 == 0 : i % 50 != 1; }

  DVDB_FN bool begin(int64_t i, Far& far) const {
    far.item = i;
    far.left = places(i);
    far.closed = 0;
    far.sum = 0;
    return far.left != 0;
  }
  DVDB_FN bool next(Far& far, Task& task, bool& any) const {
    --far.left;
    any = is_task(far.item, far.left);
    task.number = number(far.item, far.left);
    return far.left != 0;
  }
  DVDB_FN void open(const Task& task, const Far&, Path& path) const { path = {task.number, steps(task.number)}; }
  DVDB_FN bool inside(const Path& path) const { return path.left != 0; }
  DVDB_FN bool finds(const Path& path) const { return path.left != 0 && is_piece(path.number, path.left); }
  DVDB_FN Piece piece(const Path& path, const Far&) const { return {path.number, uint16_t(path.left), 0}; }
  DVDB_FN void pass(Path& path) const { --path.left; }
  DVDB_FN void close(const Path&, Far& far) const { atomic_add(&far.closed, 1u); }
  DVDB_FN void work(const Piece& piece, Far& far) const { atomic_add(&far.sum, value(piece.number, piece.step)); }
  DVDB_FN bool end(int64_t i, const Far& far) const {
    sums[i] = far.sum * 1000 + far.closed;
    return is_whole(i);
  }
  DVDB_FN void defer(int64_t i) const { sums[i] = i % 3 == 0 ? 5 : 7; }
  DVDB_FN bool begin_again(int64_t i, Far& far) const {
    sums[i] = 5;
    far.left = 7;
    return i % 3 != 0;
  }
  DVDB_FN uint32_t part_again(const Far& far, int part, int parts) const {
    return far.left * uint32_t(part + 1) / uint32_t(parts) - far.left * uint32_t(part) / uint32_t(parts);
  }
  DVDB_FN void end_again(int64_t i, uint32_t sum) const { sums[i] = sum; }
};

/// The same, of which nothing is to be done.
struct AddNothing : AddPieces {
  DVDB_FN bool runs() const { return false; }
};

uint64_t sum_of(int64_t i) {
  if (!AddPieces::is_whole(i)) return i % 3 == 0 ? 5 : 7;
  uint64_t sum = 0;
  uint64_t tasks = 0;
  for (uint32_t place = 0; place < AddPieces::places(i); ++place) {
    if (!AddPieces::is_task(i, place)) continue;
    ++tasks;
    const uint32_t number = AddPieces::number(i, place);
    for (uint32_t step = 1; step <= AddPieces::steps(number); ++step) {
      if (AddPieces::is_piece(number, step)) sum += AddPieces::value(number, step);
    }
  }
  return sum * 1000 + tasks;
}

}  // namespace

TEST(for_each_in_tasks_works_on_every_piece_once) {
  for (const int64_t n : {0, 1, 31, 33, 128, 129, 5000, 70001}) {
    std::vector<uint64_t> expected;
    for (int64_t i = 0; i < n; ++i) expected.push_back(sum_of(i));
    const DeviceArray<uint64_t> sums(context, std::vector<uint64_t>(static_cast<size_t>(n)));
    REQUIRE(for_each_in_tasks(context, n, AddPieces{sums.data()}, 64));
    REQUIRE(for_each_in_tasks(context, n, AddNothing{{sums.data()}}, 64));
    CHECK_SAME(sums.read(), expected);
  }
}
