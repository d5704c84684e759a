/// Threads by POSIX.
#include "base/host_thread.hpp"

#include <pthread.h>
#include <signal.h>

#include <atomic>
#include <memory>
#include <new>

namespace dvdb {

namespace {

constexpr size_t kStack = size_t(8) << 20;

std::atomic<uint32_t> forks{0};

/// A call to be made on a thread.
struct Call {
  void (*body)(void* what);
  void* what;
};

void* run_call(void* call) {
  const std::unique_ptr<Call> own(static_cast<Call*>(call));
  own->body(own->what);
  return nullptr;
}

}  // namespace

bool HostThread::start(void (*body)(void* what), void* what) {
  std::unique_ptr<Call> call(new (std::nothrow) Call{body, what});
  pthread_attr_t attributes;
  if (!call || pthread_attr_init(&attributes) != 0) return false;
  pthread_attr_setstacksize(&attributes, kStack);
  // Signals are for the threads of the program.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_t id;
  const bool is_started = pthread_create(&id, &attributes, run_call, call.get()) == 0;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  pthread_attr_destroy(&attributes);
  if (!is_started) return false;
  (void)call.release();  // the thread has it
  id_ = uintptr_t(id);
  return true;
}

void HostThread::join() { pthread_join(pthread_t(id_), nullptr); }

uint32_t forks_of_process() {
  [[maybe_unused]] static const int once =
      pthread_atfork(nullptr, nullptr, [] { forks.fetch_add(1, std::memory_order_relaxed); });
  return forks.load(std::memory_order_relaxed);
}

}  // namespace dvdb
