/// backend/api/memory.hpp against plain byte loops.
#include <chrono>
#include <limits>
#include <thread>

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

constexpr int64_t kMiB = int64_t(1) << 20;

std::vector<uint8_t> random_bytes(int64_t n, uint64_t seed) {
  Random random(seed);
  std::vector<uint8_t> bytes(size_t(n), uint8_t(0));
  for (uint8_t& byte : bytes) byte = uint8_t(random.next());
  return bytes;
}

}  // namespace

TEST(allocations_are_aligned_and_accounted) {
  const int64_t sizes[] = {1, 255, 256, 257, 4096, 1000003};
  void* memory[6] = {};
  int64_t held = 0;
  for (int i = 0; i < 6; ++i) {
    REQUIRE(allocate(context, sizes[i], &memory[i]));
    held += sizes[i];
    CHECK(memory[i] != nullptr);
    CHECK_EQUAL(reinterpret_cast<uintptr_t>(memory[i]) % 256, 0u);
    CHECK_EQUAL(context.held_bytes.load(), held);
    CHECK_EQUAL(context.peak_bytes.load(), held);
    CHECK_EQUAL(context.allocations.load(), i + 1);
  }
  const int64_t peak = held;
  for (int i = 5; i >= 0; --i) {
    release(context, memory[i], sizes[i]);
    held -= sizes[i];
    CHECK_EQUAL(context.held_bytes.load(), held);
    CHECK_EQUAL(context.peak_bytes.load(), peak);
  }
  REQUIRE(allocate(context, 8, &memory[0]));
  CHECK_EQUAL(context.peak_bytes.load(), peak);
  release(context, memory[0], 8);
}

TEST(memory_that_was_given_back_is_written_behind_what_reads_it) {
  for (const int64_t bytes : {int64_t(8), int64_t(513), int64_t(100'000), kMiB, 17 * kMiB}) {
    for (int round = 0; round < 5; ++round) {
      void* first = nullptr;
      void* kept = nullptr;
      void* next = nullptr;
      REQUIRE(allocate(context, bytes, &first));
      REQUIRE(allocate(context, bytes, &kept));
      REQUIRE(fill(context, first, uint64_t(round + 1), 1, bytes));
      REQUIRE(copy(context, kept, first, bytes));
      release(context, first, bytes);
      REQUIRE(allocate(context, bytes - bytes / 5, &next));
      REQUIRE(fill(context, next, 0xee, 1, bytes - bytes / 5));
      std::vector<uint8_t> found(size_t(bytes), uint8_t(0));
      REQUIRE(download(context, found.data(), kept, bytes));
      CHECK_SAME(found, std::vector<uint8_t>(size_t(bytes), uint8_t(round + 1)));
      CHECK_EQUAL(context.held_bytes.load(), 2 * bytes - bytes / 5);
      release(context, next, bytes - bytes / 5);
      release(context, kept, bytes);
    }
  }
  CHECK_EQUAL(context.held_bytes.load(), 0);
}

TEST(no_bytes_are_no_memory) {
  void* memory = &context;
  REQUIRE(allocate(context, 0, &memory));
  CHECK(memory == nullptr);
  CHECK_EQUAL(context.allocations.load(), 0);
  release(context, nullptr, 0);
  REQUIRE(copy(context, nullptr, nullptr, 0));
  REQUIRE(upload(context, nullptr, nullptr, 0));
  REQUIRE(download(context, nullptr, nullptr, 0));
  for (const int width : {1, 2, 4, 8}) REQUIRE(fill(context, nullptr, 0x0123456789abcdefull, width, 0));
}

TEST(impossible_sizes_are_refused) {
  void* memory = &context;
  CHECK_EQUAL(allocate(context, -1, &memory).code(), DVDB_INVALID_ARGUMENT);
  CHECK(memory == nullptr);
  CHECK_EQUAL(allocate(context, std::numeric_limits<int64_t>::min(), &memory).code(), DVDB_INVALID_ARGUMENT);
  const int64_t largest = std::numeric_limits<int64_t>::max();
  for (const int64_t bytes : {int64_t(1) << 50, largest - 256, largest - 1, largest}) {
    memory = &context;
    CHECK_EQUAL(allocate(context, bytes, &memory).code(), DVDB_OUT_OF_MEMORY);
    CHECK(memory == nullptr);
    CHECK(context.error.length > 0);
  }
  CHECK_EQUAL(context.held_bytes.load(), 0);
  CHECK_EQUAL(context.allocations.load(), 0);
  CHECK(!context.lost);
  REQUIRE(allocate(context, 16, &memory));  // the context stays usable
  release(context, memory, 16);
}

TEST(no_more_than_the_limit_is_held) {
  context.memory_limit = 3000;
  Scratch first(context);
  REQUIRE(first.allocate(2000));
  void* memory = &context;
  CHECK_EQUAL(allocate(context, 1001, &memory).code(), DVDB_OUT_OF_MEMORY);
  CHECK(memory == nullptr);
  Scratch second(context);
  REQUIRE(second.allocate(1000));
  context.memory_limit = 10;  // what is held already stays
  CHECK_EQUAL(allocate(context, 1, &memory).code(), DVDB_OUT_OF_MEMORY);
  first.reset();
  second.reset();
  REQUIRE(first.allocate(10));
}

TEST(the_nth_allocation_fails_once) {
  for (uint32_t n = 1; n <= 4; ++n) {
    context.fail_countdown = n;
    for (uint32_t i = 1; i <= 6; ++i) {
      Scratch memory(context);
      const Status status = memory.allocate(64);
      CHECK_EQUAL(status.code(), i == n ? DVDB_OUT_OF_MEMORY : DVDB_OK);
      CHECK_EQUAL(memory.data() == nullptr, i == n);
      CHECK_EQUAL(context.held_bytes.load(), i == n ? 0 : 64);
    }
  }
  context.fail_countdown = 1;
  void* memory = nullptr;
  REQUIRE(allocate(context, 0, &memory));  // nothing asked for, nothing to fail
  CHECK_EQUAL(context.fail_countdown.load(), 1u);
  context.fail_countdown = 0;
  REQUIRE(allocate(context, 64, &memory));
  release(context, memory, 64);
}

TEST(scratch_lives_for_its_scope) {
  void* kept = nullptr;
  {
    Scratch memory(context);
    REQUIRE(memory.allocate(1000));
    CHECK_EQUAL(context.held_bytes.load(), 1000);
    Span<uint32_t> words;
    REQUIRE(memory.allocate(10, words));  // gives up what it held
    CHECK_EQUAL(context.held_bytes.load(), 40);
    CHECK_EQUAL(words.size, 10);
    CHECK(words.data == memory.data());
    kept = memory.take();
    CHECK(memory.data() == nullptr);
  }
  CHECK_EQUAL(context.held_bytes.load(), 40);
  release(context, kept, 40);
  Layout layout;
  CHECK_EQUAL(layout.reserve<uint8_t>(3), 0);
  CHECK_EQUAL(layout.reserve<uint64_t>(32), 256);
  CHECK_EQUAL(layout.reserve<uint32_t>(1), 512);
  CHECK_EQUAL(layout.bytes(), 516);
}

TEST(released_memory_serves_again_in_order) {
  DeviceArray<uint8_t> seen(context, 8);
  for (uint8_t round = 0; round < 8; ++round) {
    Scratch memory(context);
    REQUIRE(memory.allocate(kMiB));
    REQUIRE(fill(context, memory.data(), round, 1, kMiB));
    REQUIRE(copy(context, seen.data() + round, static_cast<uint8_t*>(memory.data()) + kMiB - 1, 1));
  }
  CHECK_SAME(seen.read(), (std::vector<uint8_t>{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST(copies_move_exactly_the_bytes_asked_for) {
  const int64_t sizes[] = {1, 2, 3, 7, 8, 255, 4097, 65535, 65536, 65537, kMiB - 1, kMiB, kMiB + 1, 3 * kMiB + 5};
  for (const int64_t bytes : sizes) {
    for (const int64_t skew : {0, 1, 5, 8}) {
      const std::vector<uint8_t> source = random_bytes(bytes + 16, uint64_t(bytes * 16 + skew));
      const std::vector<uint8_t> below = random_bytes(bytes + 16, uint64_t(bytes * 16 + skew + 8));
      const DeviceArray<uint8_t> first(context, below);
      const DeviceArray<uint8_t> second(context, below);
      REQUIRE(upload(context, first.data() + skew, source.data() + 3, bytes));
      REQUIRE(copy(context, second.data() + 3, first.data() + skew, bytes));
      std::vector<uint8_t> wanted = below;
      std::copy(source.begin() + 3, source.begin() + 3 + bytes, wanted.begin() + skew);
      CHECK_SAME(first.read(), wanted);
      wanted = below;
      std::copy(source.begin() + 3, source.begin() + 3 + bytes, wanted.begin() + 3);
      CHECK_SAME(second.read(), wanted);
      std::vector<uint8_t> landed = below;
      REQUIRE(download(context, landed.data() + 1, second.data() + 3, bytes));
      wanted = below;
      std::copy(source.begin() + 3, source.begin() + 3 + bytes, wanted.begin() + 1);
      CHECK_SAME(landed, wanted);
    }
  }
}

TEST(host_memory_may_be_reused_after_an_upload) {
  const int64_t bytes = 4 * kMiB;
  const DeviceArray<uint8_t> target(context, 8 * bytes);
  std::vector<uint8_t> source(size_t(bytes), uint8_t(0));
  for (uint8_t part = 0; part < 8; ++part) {
    std::fill(source.begin(), source.end(), uint8_t(part + 1));
    REQUIRE(upload(context, target.data() + part * bytes, source.data(), bytes));
    std::fill(source.begin(), source.end(), uint8_t(0xee));
  }
  std::vector<uint8_t> wanted(size_t(8 * bytes), uint8_t(0));
  for (size_t i = 0; i < wanted.size(); ++i) wanted[i] = uint8_t(i / size_t(bytes) + 1);
  CHECK_SAME(target.read(), wanted);
}

TEST(fill_repeats_patterns_of_every_width) {
  const uint64_t patterns[] = {
      0, ~0ull, 0x0123456789abcdefull, 0xababababababababull, 0x1234123412341234ull, 0xffffffff00000000ull};
  const int64_t items[] = {0, 1, 2, 3, 7, 8, 9, 63, 100, 1025};
  for (const int width : {1, 2, 4, 8}) {
    for (const uint64_t pattern : patterns) {
      for (const int64_t count : items) {
        for (int64_t offset = 0; offset <= 9; ++offset) {
          const DeviceArray<uint8_t> target(context, count * width + 20);
          REQUIRE(fill(context, target.data(), 0x5a, 1, target.size()));
          REQUIRE(fill(context, target.data() + offset, pattern, width, count * width));
          std::vector<uint8_t> wanted(size_t(target.size()), uint8_t(0x5a));
          for (int64_t i = 0; i < count * width; ++i)
            wanted[size_t(offset + i)] = uint8_t(pattern >> (8 * (i % width)));
          CHECK_SAME(target.read(), wanted);
        }
      }
    }
  }
}

TEST(large_fills_keep_their_phase) {
  for (const int width : {1, 2, 4, 8}) {
    for (const int64_t offset : {0, 3, 8}) {
      const int64_t bytes = round_up(2 * kMiB + 13, width) - width;
      const DeviceArray<uint8_t> target(context, bytes + 16);
      REQUIRE(fill(context, target.data(), 0, 1, target.size()));
      REQUIRE(fill(context, target.data() + offset, 0x8877665544332211ull, width, bytes));
      std::vector<uint8_t> wanted(size_t(target.size()), uint8_t(0));
      for (int64_t i = 0; i < bytes; ++i) wanted[size_t(offset + i)] = uint8_t(0x11 * (i % width + 1));
      CHECK_SAME(target.read(), wanted);
    }
  }
}

TEST(events_measure_milliseconds_in_order) {
  Event* start = nullptr;
  Event* stop = nullptr;
  REQUIRE(record_event(context, &start));
  REQUIRE(synchronize(context));
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  const DeviceArray<uint8_t> target(context, kMiB);
  REQUIRE(record_event(context, &stop));
  double forward = 0;
  double backward = 0;
  double nothing = 1;
  REQUIRE(elapsed(context, start, stop, &forward));
  REQUIRE(elapsed(context, stop, start, &backward));
  REQUIRE(elapsed(context, start, start, &nothing));
  CHECK(forward >= 20);  // the sleep alone; wide bounds that only a wrong unit or order breaks
  CHECK(forward < 20'000);
  CHECK(backward <= -20);
  CHECK_EQUAL(nothing, 0.0);
  destroy_event(context, start);
  destroy_event(context, stop);
}

TEST(devices_beyond_the_last_are_refused) {
  uint32_t devices = 0;
  char text[256] = {};
  CHECK_EQUAL(count_devices(&devices, text, int(sizeof text)), DVDB_OK);
  CHECK(devices >= 1);
  CHECK(name_device(0, text, int(sizeof text)));
  CHECK(std::strlen(text) > 0);
  CHECK(!name_device(devices, text, int(sizeof text)));
  Context other;
  CHECK_EQUAL(open_device(other, devices).code(), DVDB_INVALID_ARGUMENT);
  CHECK(other.device == nullptr);
}

TEST(pieces_of_many_sizes_do_not_share_bytes) {
  struct Piece {
    void* memory;
    int64_t bytes;
    uint8_t pattern;
  };
  Random random(7);
  std::vector<Piece> pieces;
  int64_t held = 0;
  const auto check = [&](const Piece& piece) {
    // The ends, where a neighbor would reach into it.
    for (const int64_t at : {int64_t(0), piece.bytes - 8}) {
      uint8_t bytes[8] = {};
      CHECK(download(context, bytes, static_cast<uint8_t*>(piece.memory) + at, 8).ok());
      for (const uint8_t byte : bytes) CHECK_EQUAL(int(byte), int(piece.pattern));
    }
  };
  for (int step = 0; step < 400; ++step) {
    if (pieces.size() < 12 || random.next() % 2 == 0) {
      // From small ones to some that are larger than what is kept at once.
      const int64_t bytes = 8 * (1 + int64_t(random.next() % (uint64_t(1) << (random.next() % 23))));
      Piece piece{nullptr, bytes, uint8_t(random.next())};
      REQUIRE(allocate(context, bytes, &piece.memory));
      CHECK_EQUAL(reinterpret_cast<uintptr_t>(piece.memory) % 256, 0u);
      REQUIRE(fill(context, piece.memory, piece.pattern, 1, bytes));
      pieces.push_back(piece);
      held += bytes;
    } else {
      const size_t which = size_t(random.next() % pieces.size());
      check(pieces[which]);
      release(context, pieces[which].memory, pieces[which].bytes);
      held -= pieces[which].bytes;
      pieces[which] = pieces.back();
      pieces.pop_back();
    }
    CHECK_EQUAL(context.held_bytes.load(), held);
  }
  for (const Piece& piece : pieces) {
    check(piece);
    release(context, piece.memory, piece.bytes);
  }
}

TEST(large_pieces_come_and_go) {
  // More than is kept at once, so that some goes back to the system in between.
  void* memory[4] = {};
  for (int round = 0; round < 3; ++round) {
    for (int k = 0; k < 4; ++k) {
      REQUIRE(allocate(context, 160 * kMiB + k, &memory[k]));
      REQUIRE(fill(context, memory[k], uint64_t(k), 1, 256));
    }
    for (int k = 0; k < 4; ++k) {
      uint8_t byte = 255;
      REQUIRE(download(context, &byte, memory[k], 1));
      CHECK_EQUAL(int(byte), k);
      release(context, memory[k], 160 * kMiB + k);
    }
  }
}
