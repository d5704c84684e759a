/// A thread of the system that runs this library.
#pragma once

#include <cstdint>

namespace dvdb {

class HostThread {
 public:
  /// Calls body(what) on a new thread; false if the system grants none. A call that has not begun when the thread is
  /// joined may never begin.
  bool start(void (*body)(void* what), void* what);

  /// Waits until nothing runs on the thread. Not for threads that were not started.
  void join();

 private:
  uintptr_t id_ = 0;
};

/// Number of forks that lead to this process, counted from the first call on: threads stay behind in the parent.
uint32_t forks_of_process();

}  // namespace dvdb
