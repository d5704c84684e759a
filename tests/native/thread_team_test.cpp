/// base/thread_team.hpp: every chunk once, whoever takes it, and whatever becomes of the threads.
#include "base/thread_team.hpp"

#include <sys/wait.h>

#include <atomic>
#include <memory>
#include <thread>

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

constexpr ThreadTeam::Call kCalls[] = {ThreadTeam::Call::kAtOnce, ThreadTeam::Call::kWhenLong};

/// How often each chunk was done, and whether two bodies had the same number at the same time.
struct Visits {
  explicit Visits(int64_t n, int threads)
      : counts(new std::atomic<int>[size_t(n)]()), is_taken(new std::atomic<bool>[size_t(threads)]()) {}

  void visit(int64_t chunk, int thread) const {
    if (is_taken[thread].exchange(true)) ++*clashes;
    ++counts[chunk];
    is_taken[thread].store(false);
  }
  bool all_once(int64_t n) const {
    for (int64_t i = 0; i < n; ++i) {
      if (counts[i] != 1) return false;
    }
    return *clashes == 0;
  }

  std::unique_ptr<std::atomic<int>[]> counts;
  std::unique_ptr<std::atomic<bool>[]> is_taken;
  std::unique_ptr<std::atomic<int>> clashes = std::make_unique<std::atomic<int>>(0);
};

void check_run(ThreadTeam& team, int64_t n, ThreadTeam::Call call) {
  const Visits visits(n, team.threads());
  team.run(n, [&](int64_t chunk, int thread) { visits.visit(chunk, thread); }, call);
  CHECK(visits.all_once(n));
}

/// Lets a body last long enough for others to come.
void work_for(int turns) {
  static std::atomic<uint32_t> sink{0};
  for (int k = 0; k < turns; ++k) sink.fetch_add(uint32_t(k), std::memory_order_relaxed);
}

}  // namespace

TEST(a_team_does_each_chunk_once) {
  for (const int threads : {1, 2, 3, 8, 33}) {
    ThreadTeam team;
    team.set_threads(threads);
    CHECK_EQUAL(team.threads(), threads);
    for (const ThreadTeam::Call call : kCalls) {
      for (const int64_t n : {0, 1, 2, 3, 16, 17, 1000}) check_run(team, n, call);
    }
  }
}

TEST(a_team_works_again_and_again) {
  ThreadTeam team;
  team.set_threads(4);
  int64_t sum = 0;
  for (int turn = 0; turn < 3000; ++turn) {
    std::atomic<int64_t> own{0};
    const int64_t n = 2 + turn % 7;
    // Some turns last so long that everybody has gone to sleep by the next one.
    team.run(n, [&](int64_t chunk, int) { own += chunk + 1; }, kCalls[turn % 2]);
    if (turn % 500 == 0) work_for(200000);
    CHECK_EQUAL(own.load(), n * (n + 1) / 2);
    sum += own;
  }
  CHECK(sum > 0);
}

TEST(a_body_that_returns_false_ends_the_work) {
  for (const int threads : {1, 2, 8}) {
    ThreadTeam team;
    team.set_threads(threads);
    for (const ThreadTeam::Call call : kCalls) {
      std::atomic<int64_t> done{0};
      // More chunks than anybody could count.
      team.run(
          int64_t(1) << 60,
          [&](int64_t chunk, int) {
            ++done;
            return chunk < 50;
          },
          call);
      CHECK(done >= 51);
      CHECK(done <= 51 + threads);
      check_run(team, 100, call);
    }
  }
}

TEST(a_team_sees_what_was_written_before_and_leaves_what_it_wrote) {
  ThreadTeam team;
  team.set_threads(3);
  std::vector<int64_t> numbers(500, 0);
  for (int turn = 0; turn < 200; ++turn) {
    for (int64_t& number : numbers) ++number;  // by nobody else, and without atomics
    team.run(int64_t(numbers.size()), [&](int64_t chunk, int) {
      numbers[size_t(chunk)] *= 3;
      work_for(20);
    });
    for (int64_t& number : numbers) {
      CHECK_EQUAL(number, 3);
      number = 0;
    }
  }
}

TEST(work_inside_work_runs_on_its_own_thread) {
  ThreadTeam team;
  team.set_threads(4);
  std::atomic<int> wrong{0};
  std::atomic<int> done{0};
  team.run(8, [&](int64_t, int) {
    const std::thread::id own = std::this_thread::get_id();
    team.run(5, [&](int64_t, int thread) {
      if (std::this_thread::get_id() != own || thread != 0) ++wrong;
      ++done;
    });
  });
  CHECK_EQUAL(wrong.load(), 0);
  CHECK_EQUAL(done.load(), 40);
}

TEST(callers_share_a_team) {
  ThreadTeam team;
  team.set_threads(3);
  std::vector<std::thread> callers;
  std::atomic<int64_t> done{0};
  for (int k = 0; k < 4; ++k) {
    callers.emplace_back([&] {
      for (int turn = 0; turn < 200; ++turn) team.run(10, [&](int64_t, int) { ++done; });
    });
  }
  for (std::thread& caller : callers) caller.join();
  CHECK_EQUAL(done.load(), 8000);
}

TEST(other_threads_take_part_in_long_work) {
  ThreadTeam team;
  team.set_threads(2);
  for (const ThreadTeam::Call call : kCalls) {
    std::atomic<int> inside{0};
    // The first two chunks wait for each other: the one thread that does one cannot do the other.
    team.run(
        4,
        [&](int64_t chunk, int) {
          if (chunk == 0) return work_for(100000);
          if (chunk > 2) return;
          ++inside;
          while (inside < 2) std::this_thread::yield();
        },
        call);
    CHECK_EQUAL(inside.load(), 2);
  }
}

TEST(little_work_stays_with_the_caller) {
  ThreadTeam team;
  team.set_threads(2);
  team.run(2, [](int64_t, int) {}, ThreadTeam::Call::kAtOnce);  // both threads are there
  const std::thread::id own = std::this_thread::get_id();
  int quick = 0;
  for (int turn = 0; turn < 100; ++turn) {
    std::atomic<int> others{0};
    team.run(2, [&](int64_t, int) { others += std::this_thread::get_id() != own; }, ThreadTeam::Call::kWhenLong);
    quick += others == 0;
  }
  CHECK(quick > 0);  // a turn that was interrupted may have taken long
}

TEST(teams_of_many_threads_begin_and_end) {
  for (int turn = 0; turn < 20; ++turn) {
    ThreadTeam idle;
    idle.set_threads(ThreadTeam::kMost);
    ThreadTeam team;
    team.set_threads(64);
    check_run(team, 200, ThreadTeam::Call::kAtOnce);
    team.set_threads(2 + turn % 3);
    check_run(team, 50, ThreadTeam::Call::kAtOnce);
  }
}

TEST(numbers_of_threads_are_clamped) {
  ThreadTeam team;
  CHECK_EQUAL(team.threads(), 1);
  team.set_threads(0);
  CHECK_EQUAL(team.threads(), 1);
  team.set_threads(ThreadTeam::kMost + 1);
  CHECK_EQUAL(team.threads(), ThreadTeam::kMost);
}

#if !defined(__SANITIZE_THREAD__)
TEST(a_forked_process_works_without_the_threads_of_its_parent) {
  if (kLaunchesOnGpu) return;  // drivers do not outlive a fork
  ThreadTeam team;
  team.set_threads(3);
  check_run(team, 100, ThreadTeam::Call::kAtOnce);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    failures = 0;
    check_run(team, 100, ThreadTeam::Call::kAtOnce);
    team.set_threads(2);
    check_run(team, 100, ThreadTeam::Call::kAtOnce);
    _exit(failures == 0 ? 0 : 1);
  }
  int status = -1;
  CHECK_EQUAL(waitpid(child, &status, 0), child);
  CHECK_EQUAL(status, 0);
  check_run(team, 100, ThreadTeam::Call::kAtOnce);
}
#endif
