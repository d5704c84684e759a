/// Many threads that call on the same contexts, while these come and go.
#include <array>
#include <atomic>
#include <memory>
#include <thread>

#include "check.hpp"
#include "core/handles.hpp"
#include "denovdb.h"

using namespace dvdb;
using namespace dvdb::test;

namespace {

constexpr int64_t kBytes = 1000;

/// What threads find wrong; calls may fail only because their context has ended, where it may.
struct Findings {
  const bool may_end;
  std::atomic<int> wrong{0};
  std::atomic<int> made_calls{0};

  /// Whether a call was made.
  bool made(dvdb_status status) {
    if (status == DVDB_OK) {
      ++made_calls;
    } else if (!may_end || status != DVDB_INVALID_HANDLE) {
      ++wrong;
    }
    return status == DVDB_OK;
  }
};

/// Makes, fills, views, reads and destroys a buffer.
void use_buffer(dvdb_context context, uint8_t value, Findings& findings) {
  dvdb_buffer buffer = 0;
  dvdb_buffer view = 0;
  if (!findings.made(dvdb_buffer_create(context, kBytes, &buffer))) return;
  std::array<uint8_t, size_t(kBytes)> read{};
  const bool all = findings.made(dvdb_buffer_fill(context, buffer, 0, kBytes, value, 0, 1)) &&
                   findings.made(dvdb_buffer_view(context, buffer, 10, 100, &view)) &&
                   findings.made(dvdb_buffer_destroy(context, buffer));
  if (!all) return;
  dvdb_ticket ticket = 0;
  if (!findings.made(dvdb_context_reserve(context, &ticket))) return;
  if (!findings.made(dvdb_buffer_read(context, ticket, view, 0, read.data(), 100))) return;
  for (int k = 0; k < 100; ++k) findings.wrong += read[size_t(k)] == value ? 0 : 1;
  int64_t stats[DVDB_STAT_COUNT];
  findings.made(dvdb_context_stats(context, stats));
  uint32_t length = 0;
  findings.made(dvdb_last_error(context, read.data(), uint32_t(read.size()), &length));
  findings.made(dvdb_buffer_destroy(context, view));
}

/// Runs a body in some threads at once.
template <class Body>
void in_threads(int count, Body body) {
  std::vector<std::thread> threads;
  for (int k = 0; k < count; ++k) threads.emplace_back(body, k);
  for (std::thread& thread : threads) thread.join();
}

}  // namespace

TEST(threads_share_contexts) {
  dvdb_context contexts[3] = {};
  for (dvdb_context& one : contexts) CHECK_EQUAL(dvdb_context_create(0, 0, &one), dvdb_status(DVDB_OK));
  Findings findings{false};
  in_threads(6, [&](int thread) {
    for (int turn = 0; turn < 60; ++turn)
      use_buffer(contexts[(thread + turn) % 3], uint8_t(thread * 7 + turn), findings);
  });
  CHECK_EQUAL(findings.wrong.load(), 0);
  for (const dvdb_context one : contexts) {
    int64_t stats[DVDB_STAT_COUNT];
    CHECK_EQUAL(dvdb_context_stats(one, stats), dvdb_status(DVDB_OK));
    CHECK_EQUAL(stats[DVDB_STAT_LIVE_HANDLES], 0);
    CHECK_EQUAL(stats[DVDB_STAT_LIVE_BYTES], 0);
    CHECK_EQUAL(dvdb_context_destroy(one), dvdb_status(DVDB_OK));
  }
}

TEST(contexts_end_among_the_calls_of_threads) {
  Findings findings{true};
  for (int turn = 0; turn < 12; ++turn) {
    dvdb_context shared = 0;
    CHECK_EQUAL(dvdb_context_create(0, 0, &shared), dvdb_status(DVDB_OK));
    std::atomic<int> begun{0};
    dvdb_status ended = DVDB_INTERNAL;
    in_threads(5, [&](int thread) {
      if (thread == 0) {
        while (begun < 2 * turn) std::this_thread::yield();
        ended = dvdb_context_destroy(shared);
        return;
      }
      for (int call = 0; call < 20; ++call) {
        ++begun;
        use_buffer(shared, uint8_t(call), findings);
      }
    });
    CHECK_EQUAL(ended, dvdb_status(DVDB_OK));
    dvdb_buffer none = 0;
    CHECK_EQUAL(dvdb_buffer_create(shared, 8, &none), dvdb_status(DVDB_INVALID_HANDLE));
  }
  CHECK_EQUAL(findings.wrong.load(), 0);
  CHECK(findings.made_calls > 0);
}

TEST(tickets_drawn_while_a_context_ends_hold_nobody_up) {
  dvdb_context shared = 0;
  CHECK_EQUAL(dvdb_context_create(0, 0, &shared), dvdb_status(DVDB_OK));
  const std::shared_ptr<Context> found = find_context(shared);
  dvdb_ticket head = 0;
  CHECK_EQUAL(dvdb_context_reserve(shared, &head), dvdb_status(DVDB_OK));
  dvdb_status ended = DVDB_INTERNAL;
  std::thread ending([&] { ended = dvdb_context_destroy(shared); });
  // Numbers follow each other: one is left out where the end has drawn its own, which then waits for `head`.
  dvdb_ticket stranded = 0;
  while (true) {
    CHECK_EQUAL(dvdb_context_reserve(shared, &stranded), dvdb_status(DVDB_OK));
    if (stranded != head + 1) break;
    CHECK_EQUAL(dvdb_context_release(shared, head), dvdb_status(DVDB_OK));
    head = stranded;
    std::this_thread::yield();
  }
  dvdb_buffer none = 0;
  dvdb_status called = DVDB_OK;
  std::thread calling([&] { called = dvdb_buffer_create(shared, 8, &none); });
  bool found_gone = false;
  std::thread entering([&] {  // as a call does that has found its context, however late it goes on
    if (found->order.enter(0)) found_gone = found->device == nullptr;
    found->order.leave();
  });
  CHECK_EQUAL(dvdb_context_synchronize(shared, head), dvdb_status(DVDB_OK));
  ending.join();
  CHECK_EQUAL(dvdb_context_synchronize(shared, stranded), dvdb_status(DVDB_INVALID_HANDLE));
  CHECK_EQUAL(dvdb_context_release(shared, stranded), dvdb_status(DVDB_INVALID_HANDLE));
  calling.join();
  entering.join();
  CHECK_EQUAL(ended, dvdb_status(DVDB_OK));
  CHECK_EQUAL(called, dvdb_status(DVDB_INVALID_HANDLE));
  CHECK(found_gone);
}
