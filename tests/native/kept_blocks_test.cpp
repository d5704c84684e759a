/// Blocks that are kept for the next allocations: their sizes, limits, and that none is handed out twice.
#include "base/kept_blocks.hpp"

#include <set>
#include <vector>

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// A place that stands for a block.
void* block(int64_t at) { return reinterpret_cast<void*>(uintptr_t(4096 * (at + 1))); }

/// What was freed.
struct Freed {
  std::vector<void*> blocks;

  auto free() {
    return [this](void* memory) { blocks.push_back(memory); };
  }
};

}  // namespace

TEST(blocks_are_at_most_a_quarter_larger_than_what_they_are_for) {
  KeptBlocks kept;
  CHECK_EQUAL(kept.block_bytes(1000), 1000);  // nothing is kept yet
  kept.set_limit(int64_t(1) << 30);
  int64_t before = 0;
  for (int64_t bytes = 1; bytes <= KeptBlocks::kMost; bytes += bytes < 5000 ? 1 : bytes / 977) {
    const int64_t room = kept.block_bytes(bytes);
    CHECK(room >= bytes && room >= KeptBlocks::kLeast && room >= before);
    CHECK(bytes <= KeptBlocks::kLeast || 4 * (room - bytes) < room);
    CHECK(4 * room <= 5 * bytes + 4 || bytes <= KeptBlocks::kLeast);
    CHECK_EQUAL(kept.block_bytes(room), room);
    before = room;
  }
  CHECK_EQUAL(kept.block_bytes(KeptBlocks::kMost), KeptBlocks::kMost);
  CHECK_EQUAL(kept.block_bytes(KeptBlocks::kMost + 1), KeptBlocks::kMost + 1);
}

TEST(blocks_come_back_for_sizes_that_they_serve) {
  KeptBlocks kept;
  Freed freed;
  CHECK(kept.take(100) == nullptr);
  kept.give(block(0), 100, freed.free());  // not before there is a limit
  CHECK_EQUAL(freed.blocks.size(), size_t(1));
  kept.set_limit(int64_t(1) << 20);
  kept.give(block(1), 100, freed.free());
  kept.give(block(2), 1000, freed.free());
  CHECK_EQUAL(kept.bytes(), 512 + 1024);
  CHECK(kept.take(600) == nullptr);
  CHECK(kept.take(1024) == block(2));
  CHECK(kept.take(1024) == nullptr);
  CHECK(kept.take(512) == block(1));
  CHECK_EQUAL(kept.bytes(), 0);
  kept.give(block(3), KeptBlocks::kMost + 1, freed.free());
  CHECK(kept.take(KeptBlocks::kMost + 1) == nullptr);
  CHECK_EQUAL(freed.blocks.size(), size_t(2));
}

TEST(blocks_beyond_the_limit_make_room_or_are_freed) {
  KeptBlocks kept;
  Freed freed;
  kept.set_limit(4096);
  for (int at = 0; at < 4; ++at) kept.give(block(at), 1024, freed.free());
  CHECK_EQUAL(kept.bytes(), 4096);
  kept.give(block(4), 2048, freed.free());  // what was kept was for other sizes
  CHECK_EQUAL(freed.blocks.size(), size_t(4));
  CHECK_EQUAL(kept.bytes(), 2048);
  kept.give(block(5), 8192, freed.free());  // never fits
  CHECK_EQUAL(freed.blocks.size(), size_t(5));
  CHECK(kept.take(2048) == block(4));
  for (int at = 0; at < KeptBlocks::kPlaces + 3; ++at) kept.give(block(at), 1, freed.free());
  CHECK(kept.bytes() <= 4096);
  kept.clear(freed.free());
  CHECK_EQUAL(kept.bytes(), 0);
  CHECK(kept.take(1) == nullptr);
}

TEST(blocks_are_handed_out_once_and_none_is_lost) {
  KeptBlocks kept;
  Freed freed;
  kept.set_limit(int64_t(8) << 20);
  Random random(1);
  struct Held {
    void* memory;
    int64_t bytes;
  };
  std::vector<Held> held;
  std::set<void*> out;  // in use
  int64_t made = 0;
  for (int round = 0; round < 20000; ++round) {
    if (held.empty() || random.below(2) == 0) {
      const int64_t bytes = int64_t(1) << random.below(23);
      const int64_t wanted = 1 + int64_t(random.below(uint64_t(bytes)));
      void* memory = kept.take(wanted);
      if (memory == nullptr) memory = block(made++);
      CHECK(out.insert(memory).second);
      held.push_back({memory, wanted});
    } else {
      const size_t at = size_t(random.below(held.size()));
      out.erase(held[at].memory);
      kept.give(held[at].memory, held[at].bytes, freed.free());
      held[at] = held.back();
      held.pop_back();
      CHECK(kept.bytes() <= int64_t(8) << 20);
    }
  }
  for (const Held& one : held) kept.give(one.memory, one.bytes, freed.free());
  kept.clear(freed.free());
  CHECK_EQUAL(std::set<void*>(freed.blocks.begin(), freed.blocks.end()).size(), freed.blocks.size());
  CHECK_EQUAL(int64_t(freed.blocks.size()), made);
}
