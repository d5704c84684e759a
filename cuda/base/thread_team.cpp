/// Threads of a team: their start, chunks of work, waiting, and ends after forks.
#include "base/thread_team.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>

#include "base/host_thread.hpp"
#include "base/intrinsics.hpp"

namespace dvdb {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kSpin = std::chrono::microseconds(40);   // about what waking a thread costs
constexpr auto kAlone = std::chrono::microseconds(30);  // work that takes less is done by the caller alone
constexpr uint32_t kClosed = uint32_t(1) << 31;

/// Waits for a condition without giving up the processor, but not for long; whether it came true.
template <class Condition>
bool spin_until(Condition is_true) {
  if (is_true()) return true;
  const auto end = Clock::now() + kSpin;
  do {
    for (int k = 0; k < 16; ++k) {
      if (is_true()) return true;
      pause_spinning();
    }
  } while (Clock::now() < end);
  return is_true();
}

}  // namespace

/// Takes chunk after chunk until none is left.
void ThreadTeam::Work::take_all(int thread) {
  for (;;) {
    const int64_t chunk = next.fetch_add(1, std::memory_order_relaxed);
    if (chunk >= n) return;
    if (!body(what, chunk, thread)) return next.store(n, std::memory_order_relaxed);
  }
}

/// The same for the caller alone and for some time; whether chunks are left.
bool ThreadTeam::Work::take_for_a_while() {
  const auto end = Clock::now() + kAlone;
  for (int64_t chunk = 0; chunk < n; ++chunk) {
    if (!body(what, chunk, 0)) return false;
    if (Clock::now() < end) continue;
    next.store(chunk + 1, std::memory_order_relaxed);
    return chunk + 1 < n;
  }
  return false;
}

/// The threads of a team other than the caller.
///
/// Work is announced by a round. Workers pass a gate to it, which counts those inside; the caller closes it when all
/// chunks are taken, and then waits until nobody is inside.
class ThreadTeam::Workers {
 public:
  /// Starts as many as the system grants.
  explicit Workers(int count) : born_(forks_of_process()) {
    workers_ = new (std::nothrow) Worker[size_t(count)];
    if (workers_ == nullptr) return;
    for (; count_ < count; ++count_) {
      Worker& worker = workers_[count_];
      worker.workers = this;
      worker.thread = count_ + 1;
      if (!worker.own.start(&Workers::live, &worker)) break;
    }
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() {
    {
      const std::lock_guard lock(mutex_);
      ending_ = true;
    }
    announced_.notify_all();
    for (int k = 0; k < count_; ++k) workers_[k].own.join();
    delete[] workers_;
  }

  /// Whether they are threads of this process.
  bool are_here() const { return born_ == forks_of_process(); }

  void help_with(Work& work) {
    work_ = &work;
    gate_.store(0, std::memory_order_release);
    round_.fetch_add(1, std::memory_order_seq_cst);
    wake(work.n - work.next.load(std::memory_order_relaxed) - 1);
    work.take_all(0);
    gate_.fetch_or(kClosed, std::memory_order_acq_rel);
    const auto nobody_inside = [this] { return gate_.load(std::memory_order_acquire) == kClosed; };
    if (spin_until(nobody_inside)) return;
    std::unique_lock lock(mutex_);
    caller_sleeps_.store(true, std::memory_order_seq_cst);
    left_.wait(lock, [this] { return gate_.load(std::memory_order_seq_cst) == kClosed; });
    caller_sleeps_.store(false, std::memory_order_relaxed);
  }

 private:
  struct Worker {
    Workers* workers;
    int thread;
    HostThread own;
  };

  static void live(void* own) {
    const Worker& own_worker = *static_cast<Worker*>(own);
    Workers& all = *own_worker.workers;
    uint32_t seen = 0;
    while (all.wait_for_round(seen)) {
      if (!all.enter()) continue;
      all.work_->take_all(own_worker.thread);
      all.leave();
    }
  }

  void wake(int64_t wanted) {
    const int sleeping = sleepers_.load(std::memory_order_seq_cst);
    if (sleeping == 0 || wanted <= 0) return;
    {
      const std::lock_guard lock(mutex_);
    }  // who was about to sleep does now, or has seen the round
    if (wanted >= sleeping) return announced_.notify_all();
    for (int64_t k = 0; k < wanted; ++k) announced_.notify_one();
  }

  /// Waits for another round than the last one seen; false if there will be none.
  bool wait_for_round(uint32_t& seen) {
    const auto is_new = [&] { return round_.load(std::memory_order_seq_cst) != seen; };
    if (!spin_until(is_new)) {
      std::unique_lock lock(mutex_);
      sleepers_.fetch_add(1, std::memory_order_seq_cst);
      announced_.wait(lock, [&] { return ending_ || is_new(); });
      sleepers_.fetch_sub(1, std::memory_order_relaxed);
      if (ending_) return false;
    }
    seen = round_.load(std::memory_order_relaxed);
    return true;
  }

  bool enter() {
    uint32_t gate = gate_.load(std::memory_order_relaxed);
    do {
      if ((gate & kClosed) != 0) return false;
    } while (!gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acquire, std::memory_order_relaxed));
    return true;
  }

  void leave() {
    if (gate_.fetch_sub(1, std::memory_order_seq_cst) != (kClosed | 1)) return;
    if (!caller_sleeps_.load(std::memory_order_seq_cst)) return;
    {
      const std::lock_guard lock(mutex_);
    }
    left_.notify_one();
  }

  const uint32_t born_;
  Worker* workers_ = nullptr;
  int count_ = 0;
  Work* work_ = nullptr;  // read by those who have passed the gate
  std::mutex mutex_;
  std::condition_variable announced_;
  std::condition_variable left_;
  bool ending_ = false;
  alignas(64) std::atomic<uint32_t> round_{0};
  std::atomic<int> sleepers_{0};
  alignas(64) std::atomic<uint32_t> gate_{kClosed};
  std::atomic<bool> caller_sleeps_{false};
};

ThreadTeam::~ThreadTeam() { set_threads(1); }

void ThreadTeam::set_threads(int threads) {
  threads_ = std::clamp(threads, 1, kMost);
  // Those of a parent process can neither be ended nor waited for, and their memory is too little to matter.
  if (workers_ != nullptr && workers_->are_here()) delete workers_;
  workers_ = nullptr;
}

ThreadTeam::Workers* ThreadTeam::workers() {
  if (workers_ == nullptr) workers_ = new (std::nothrow) Workers(threads_ - 1);
  return workers_ != nullptr && workers_->are_here() ? workers_ : nullptr;
}

void ThreadTeam::run(Work& work, Call call) {
  if (threads_ == 1 || work.n < 2 || busy_.exchange(true, std::memory_order_acquire)) return work.take_all(0);
  if (call == Call::kAtOnce || work.take_for_a_while()) {
    if (Workers* const helpers = workers()) {
      helpers->help_with(work);
    } else {
      work.take_all(0);
    }
  }
  busy_.store(false, std::memory_order_release);
}

}  // namespace dvdb
