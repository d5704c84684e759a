/// CallOrder of base/context.hpp: who runs when.
#include <atomic>
#include <chrono>
#include <memory>
#include <set>
#include <thread>

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

constexpr uint32_t kMostTickets = 4096;  // drawn and not yet finished

/// Long enough for a thread that should wait to run if it does not.
void let_others_run() { std::this_thread::sleep_for(std::chrono::milliseconds(20)); }

std::vector<dvdb_ticket> draw_many(CallOrder& order, uint32_t n) {
  std::vector<dvdb_ticket> tickets;
  for (uint32_t i = 0; i < n; ++i) tickets.push_back(order.draw());
  return tickets;
}

/// Notes who ran, and whether anybody ever ran beside somebody else.
struct Log {
  std::atomic<int> inside{0};
  std::atomic<int> overlaps{0};
  std::atomic<size_t> length{0};
  std::vector<int> names;

  explicit Log(size_t capacity) : names(capacity, -1) {}

  void note(int name) {
    if (inside.fetch_add(1) != 0) ++overlaps;
    const size_t at = length.fetch_add(1);
    if (at < names.size()) names[at] = name;
    std::this_thread::yield();
    --inside;
  }
};

/// Waits for a ticket's turn on a thread of its own and says when it came.
std::thread enter_on_thread(CallOrder& order, dvdb_ticket ticket, std::atomic<bool>& ran) {
  return std::thread([&order, ticket, &ran] {
    if (order.enter(ticket)) ran = true;
    order.leave();
  });
}

}  // namespace

TEST(tickets_run_in_the_order_drawn) {
  constexpr int kCalls = 48;
  for (uint64_t round = 0; round < 5; ++round) {
    CallOrder order;
    Log log(kCalls);
    const std::vector<dvdb_ticket> tickets = draw_many(order, kCalls);
    std::vector<int> arrival(kCalls, 0);
    for (int i = 0; i < kCalls; ++i) arrival[size_t(i)] = kCalls - 1 - i;  // the last drawn comes first
    Random random(round);
    for (size_t i = arrival.size() - 1; round > 0 && i > 0; --i) std::swap(arrival[i], arrival[random.below(i + 1)]);
    std::atomic<int> refused{0};
    std::vector<std::thread> threads;
    for (const int call : arrival) {
      threads.emplace_back([&, call] {
        if (!order.enter(tickets[size_t(call)])) {
          ++refused;
          return;
        }
        log.note(call);
        order.leave();
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK_EQUAL(refused.load(), 0);
    CHECK_EQUAL(log.overlaps.load(), 0);
    std::vector<int> wanted(kCalls, 0);
    for (int i = 0; i < kCalls; ++i) wanted[size_t(i)] = i;
    CHECK_SAME(log.names, wanted);
  }
}

TEST(calls_without_a_ticket_take_turns) {
  constexpr int kThreads = 8;
  constexpr int kCalls = 500;
  CallOrder order;
  int64_t sum = 0;  // not atomic: the turn is what protects it
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int call = 0; call < kCalls; ++call) {
        if (!order.enter(0)) continue;
        const int64_t seen = sum;
        if (call % 64 == 0) std::this_thread::yield();
        sum = seen + 1;
        order.leave();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK_EQUAL(sum, kThreads * kCalls);
}

TEST(a_call_without_a_ticket_waits_for_tickets_drawn_before) {
  CallOrder order;
  Log log(3);
  const dvdb_ticket first = order.draw();
  const dvdb_ticket second = order.draw();
  std::thread late([&] {
    if (order.enter(0)) log.note(3);
    order.leave();
  });
  let_others_run();
  CHECK_EQUAL(log.length.load(), 0u);
  CHECK(order.enter(first));
  log.note(1);
  order.leave();
  let_others_run();
  CHECK_EQUAL(log.length.load(), 1u);
  CHECK(order.enter(second));
  log.note(2);
  order.leave();
  late.join();
  CHECK_SAME(log.names, (std::vector<int>{1, 2, 3}));
}

TEST(a_running_call_keeps_the_next_one_out) {
  CallOrder order;
  Log log(2);
  const dvdb_ticket first = order.draw();
  const dvdb_ticket second = order.draw();
  CHECK(order.enter(first));
  std::thread next([&] {
    if (order.enter(second)) log.note(2);
    order.leave();
  });
  let_others_run();
  CHECK_EQUAL(log.length.load(), 0u);
  log.note(1);
  order.leave();
  next.join();
  CHECK_SAME(log.names, (std::vector<int>{1, 2}));
}

TEST(canceled_tickets_do_not_block) {
  CallOrder order;
  const std::vector<dvdb_ticket> tickets = draw_many(order, 6);
  CHECK(order.release(tickets[0]));  // at the head
  CHECK(order.release(tickets[2]));  // between
  CHECK(order.release(tickets[3]));
  CHECK(order.enter(tickets[1]));
  CHECK(order.release(tickets[5]));  // at the end, while another runs
  order.leave();
  CHECK(order.enter(tickets[4]));
  order.leave();
  CHECK(order.enter(0));
  order.leave();
}

TEST(a_cancel_wakes_who_waits_behind) {
  CallOrder order;
  const dvdb_ticket head = order.draw();
  const dvdb_ticket behind = order.draw();
  std::atomic<bool> ran{false};
  std::thread waiting = enter_on_thread(order, behind, ran);
  let_others_run();
  CHECK(!ran);
  CHECK(order.release(head));
  waiting.join();
  CHECK(ran);
}

TEST(bad_tickets_are_refused) {
  CallOrder order;
  CHECK(!order.release(0));
  for (const dvdb_ticket never : {dvdb_ticket(1), dvdb_ticket(2), dvdb_ticket(5000), ~dvdb_ticket(0)}) {
    CHECK(!order.enter(never));
    CHECK(!order.release(never));
  }
  const dvdb_ticket first = order.draw();
  const dvdb_ticket second = order.draw();
  CHECK(first != 0);
  CHECK(second != 0);
  CHECK(first != second);
  CHECK(!order.enter(second + 1));
  CHECK(!order.enter(second + kMostTickets));  // shares a place in the window
  CHECK(order.enter(first));
  CHECK(!order.enter(first));  // runs already
  CHECK(!order.release(first));
  order.leave();
  CHECK(!order.enter(first));  // spent
  CHECK(!order.release(first));
  CHECK(order.release(second));
  CHECK(!order.release(second));
  CHECK(!order.enter(second));  // given back
  CHECK(order.enter(0));
  order.leave();
}

TEST(a_waiting_ticket_cannot_be_used_again) {
  CallOrder order;
  const dvdb_ticket head = order.draw();
  const dvdb_ticket behind = order.draw();
  std::atomic<bool> ran{false};
  std::thread waiting = enter_on_thread(order, behind, ran);
  let_others_run();
  CHECK(!order.enter(behind));
  CHECK(!order.release(behind));
  CHECK(order.enter(head));
  order.leave();
  waiting.join();
  CHECK(ran);
}

TEST(tickets_run_out_and_come_back) {
  CallOrder order;
  for (int round = 0; round < 3; ++round) {
    const std::vector<dvdb_ticket> tickets = draw_many(order, kMostTickets);
    const std::set<dvdb_ticket> distinct(tickets.begin(), tickets.end());
    CHECK_EQUAL(distinct.size(), size_t(kMostTickets));
    CHECK_EQUAL(distinct.count(0), 0u);
    CHECK_EQUAL(order.draw(), 0u);
    std::atomic<bool> ran{false};
    std::thread waiting([&] {  // a call without a ticket waits for room
      if (order.enter(0)) ran = true;
      order.leave();
    });
    let_others_run();
    CHECK(!ran);
    for (size_t i = tickets.size(); i-- > 0;) CHECK(order.release(tickets[i]));
    waiting.join();
    CHECK(ran);
  }
  for (int i = 0; i < 3 * int(kMostTickets); ++i) {  // the window comes round
    const dvdb_ticket ticket = order.draw();
    CHECK(ticket != 0);
    CHECK(i % 3 == 0 ? order.release(ticket) : order.enter(ticket));
    if (i % 3 != 0) order.leave();
  }
}

TEST(an_order_that_has_ended_holds_nobody_up) {
  CallOrder order;
  const std::vector<dvdb_ticket> tickets = draw_many(order, kMostTickets);
  std::atomic<bool> ran[2] = {};
  std::thread waiting_for_turn = enter_on_thread(order, tickets[2], ran[0]);
  std::thread waiting_for_room = enter_on_thread(order, 0, ran[1]);
  CHECK(order.enter(tickets[0]));
  let_others_run();
  CHECK(!ran[0]);
  CHECK(!ran[1]);
  order.end();
  order.leave();
  waiting_for_turn.join();  // though nobody ever enters with tickets[1]
  waiting_for_room.join();
  CHECK(ran[0]);
  CHECK(ran[1]);
  CHECK(order.draw() != 0);
  for (const dvdb_ticket later : {dvdb_ticket(0), tickets[1], order.draw()}) {
    CHECK(order.enter(later));
    order.leave();
  }
}

TEST(a_call_that_runs_is_asked_to_end) {
  CallOrder order;
  const std::vector<dvdb_ticket> tickets = draw_many(order, 3);
  CHECK(order.enter(tickets[0]));
  CHECK(!order.canceled());
  order.cancel(tickets[0]);
  CHECK(order.canceled());
  order.leave();
  CHECK(!order.canceled());
  order.cancel(tickets[0]);  // over
  CHECK(order.enter(tickets[1]));
  CHECK(!order.canceled());
  order.cancel(tickets[0]);
  order.cancel(0);
  order.cancel(tickets[2] + 1);  // not drawn
  CHECK(!order.canceled());
  order.leave();
}

TEST(a_call_that_waits_does_not_get_its_turn_once_it_is_canceled) {
  CallOrder order;
  const std::vector<dvdb_ticket> tickets = draw_many(order, 5);
  order.cancel(tickets[1]);  // nobody has entered yet
  order.cancel(tickets[3]);
  CHECK(order.enter(tickets[0]));
  CHECK(!order.canceled());
  for (const int waiting : {1, 2}) {
    bool was_canceled = false;
    bool entered = true;
    std::thread thread([&] { entered = order.enter(tickets[size_t(waiting)], &was_canceled); });
    if (waiting == 2) {
      let_others_run();  // it may wait already, or not yet
      order.cancel(tickets[2]);
    }
    thread.join();  // although the first call still runs
    CHECK(!entered);
    CHECK(was_canceled);
  }
  order.leave();
  bool was_canceled = false;
  CHECK(!order.enter(tickets[3], &was_canceled));  // the next in turn
  CHECK(was_canceled);
  CHECK(order.enter(tickets[4]));
  CHECK(!order.canceled());
  order.leave();
  for (int turn = 0; turn < 3 * int(kMostTickets); ++turn) {  // places serve again
    CHECK(order.enter(0));
    CHECK(!order.canceled());
    order.leave();
  }
}
