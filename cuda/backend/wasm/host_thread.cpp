/// Threads of a module: workers of the program that joined it wait here for what to run. Nobody waits for workers to
/// come, as they may start only when the thread that started them rests.
#include "base/host_thread.hpp"

#include <condition_variable>
#include <mutex>
#include <new>

#include "backend/wasm/host.hpp"

namespace dvdb {

namespace {

/// A call to be made on a thread.
struct Call {
  enum class State { kWaits, kRuns, kOver };

  void (*body)(void* what);
  void* what;
  State state = State::kWaits;
  Call* next = nullptr;
};

/// The calls that wait, the oldest first.
struct Queue {
  std::mutex mutex;
  std::condition_variable added;
  std::condition_variable over;
  Call* first = nullptr;
};

constinit Queue queue;

}  // namespace

bool HostThread::start(void (*body)(void* what), void* what) {
  Call* const call = new (std::nothrow) Call{body, what};
  if (call == nullptr) return false;
  {
    const std::lock_guard lock(queue.mutex);
    Call** last = &queue.first;
    while (*last != nullptr) last = &(*last)->next;
    *last = call;
  }
  queue.added.notify_one();
  id_ = uintptr_t(call);
  return true;
}

void HostThread::join() {
  Call* const call = reinterpret_cast<Call*>(id_);
  {
    std::unique_lock lock(queue.mutex);
    for (Call** link = &queue.first; *link != nullptr; link = &(*link)->next) {
      if (*link != call) continue;
      *link = call->next;
      call->state = Call::State::kOver;
      break;
    }
    queue.over.wait(lock, [call] { return call->state == Call::State::kOver; });
  }
  delete call;
}

uint32_t forks_of_process() { return 0; }

}  // namespace dvdb

/// Runs calls for ever: what a worker does after it has joined.
DVDB_EXPORT(serve) void dvdb_wasm_serve() {
  using namespace dvdb;
  std::unique_lock lock(queue.mutex);
  for (;;) {
    queue.added.wait(lock, [] { return queue.first != nullptr; });
    Call* const call = queue.first;
    queue.first = call->next;
    call->state = Call::State::kRuns;
    lock.unlock();
    call->body(call->what);
    lock.lock();
    call->state = Call::State::kOver;
    queue.over.notify_all();
  }
}
