/// Threads of Windows.
#include "base/host_thread.hpp"

#include <process.h>
#include <windows.h>

#include <memory>
#include <new>

namespace dvdb {

namespace {

constexpr unsigned kStack = 8u << 20;

/// A call to be made on a thread.
struct Call {
  void (*body)(void* what);
  void* what;
};

unsigned __stdcall run_call(void* call) {
  const std::unique_ptr<Call> own(static_cast<Call*>(call));
  own->body(own->what);
  return 0;
}

}  // namespace

bool HostThread::start(void (*body)(void* what), void* what) {
  std::unique_ptr<Call> call(new (std::nothrow) Call{body, what});
  if (!call) return false;
  id_ = _beginthreadex(nullptr, kStack, run_call, call.get(), STACK_SIZE_PARAM_IS_A_RESERVATION, nullptr);
  if (id_ == 0) return false;
  (void)call.release();  // the thread has it
  return true;
}

void HostThread::join() {
  const HANDLE thread = reinterpret_cast<HANDLE>(id_);
  WaitForSingleObject(thread, INFINITE);
  CloseHandle(thread);
}

uint32_t forks_of_process() { return 0; }  // Windows has none

}  // namespace dvdb
