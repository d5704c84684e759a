/// The beginning of every C entry: find the context, wait for its turn, select the device, run the body.
#pragma once

#include "backend/api/memory.hpp"
#include "core/handles.hpp"

namespace dvdb {

/// Keeps a context alive and holds its turn until the scope ends.
class ContextLock {
 public:
  ContextLock(dvdb_context handle, dvdb_ticket ticket);
  ContextLock(const ContextLock&) = delete;
  ContextLock& operator=(const ContextLock&) = delete;
  ~ContextLock();

  /// DVDB_OK when the body may run.
  dvdb_status status() const { return status_; }
  Context& context() const { return *context_; }

 private:
  std::shared_ptr<Context> context_;
  dvdb_status status_ = DVDB_OK;
  bool entered_ = false;
};

/// Runs `body(context)` in the context's turn.
template <class Body>
dvdb_status entry(dvdb_context handle, dvdb_ticket ticket, Body body) {
  const ContextLock lock(handle, ticket);
  if (lock.status() != DVDB_OK) return lock.status();
  const Status status = body(lock.context());
  // Launches of a canceled call may still write to memory that the next call reads on the host.
  if (status.code() == DVDB_CANCELED) (void)backend::synchronize(lock.context());
  return status.code();
}

template <class Body>
dvdb_status entry(dvdb_context handle, Body body) {
  return entry(handle, 0, body);
}

/// Rejects a null pointer where `count` is not 0.
inline Status require(Context& context, const void* memory, int64_t count, const char* name) {
  if (memory != nullptr || count == 0) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: the pointer is null", name);
}

}  // namespace dvdb
