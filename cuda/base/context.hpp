/// A context: one device with its stream, counters, last error and call order.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "base/status.hpp"
#include "base/thread_team.hpp"

namespace dvdb {

namespace backend {
struct Device;  // the backend's state of a context: stream, memory pools, pinned host memory
}

/// Longest error text kept, in bytes.
inline constexpr int kErrorCapacity = 1024;

/// Text of the last error; readable while another call runs.
struct ErrorText {
  std::mutex mutex;
  char text[kErrorCapacity] = {};
  int length = 0;
};

/// Admits the calls of a context one at a time, in the order in which their tickets were drawn.
/// Asynchronous calls draw their tickets in advance, so that a thread pool cannot reorder them.
class CallOrder {
 public:
  dvdb_ticket draw();
  /// Waits for a ticket's turn; false when the ticket is no longer, or was never, pending, or if the call was canceled
  /// before its turn, which `was_canceled` tells.
  bool enter(dvdb_ticket ticket, bool* was_canceled = nullptr);
  void leave();
  /// Ends the order, in the turn of the last call: whoever waits or comes later enters at once, and finds the context
  /// gone.
  void end();
  /// Returns a drawn ticket unused.
  bool release(dvdb_ticket ticket);
  /// Asks the call of a ticket to end early: one that waits for its turn, or is still to come, does not get it.
  void cancel(dvdb_ticket ticket);
  /// Whether the call that runs is to end early: work looks between its chunks.
  bool canceled() const { return canceled_.load(std::memory_order_relaxed); }

 private:
  bool has_room() const;
  dvdb_ticket draw_next();
  uint64_t place_of(dvdb_ticket ticket) const;  // 0 when the ticket is not pending
  void advance();                               // skips released places

  static constexpr uint32_t kWindow = 4096;         // most tickets that are drawn and not yet finished
  static constexpr uint32_t kPlaces = 2 * kWindow;  // the skipped number 0 takes a place too
  std::mutex mutex_;
  std::condition_variable turn_;
  uint64_t next_ = 1;     // place of the next ticket drawn
  uint64_t serving_ = 1;  // place that may run
  bool over_ = false;
  uint8_t state_[kPlaces] = {};
  bool cancels_[kPlaces] = {};
  std::atomic<bool> canceled_{false};
};

struct Context {
  uint32_t handle = 0;
  backend::Device* device = nullptr;
  CallOrder order;
  ErrorText error;
  std::atomic<bool> lost{false};
  ThreadTeam team;  // that launches on host threads use

  std::atomic<int64_t> memory_limit{INT64_MAX};  // of held_bytes
  std::atomic<int64_t> live_handles{0};
  std::atomic<int64_t> live_bytes{0};  // owned by handles
  std::atomic<int64_t> held_bytes{0};  // all device memory, scratch included
  std::atomic<int64_t> peak_bytes{0};
  std::atomic<int64_t> allocations{0};
  std::atomic<uint32_t> fail_countdown{0};

  ~Context();  // closes the device; core/handles.cpp, as the backends lie above this file
};

/// Fails because the call was canceled.
Status refuse_canceled(Context& context);

/// Fails if the call that runs was canceled. Launches end with it, so that operators return, and free what they hold.
inline Status check_canceled(Context& context) {
  if (!context.order.canceled()) [[likely]]
    return {};
  return refuse_canceled(context);
}

/// The error text of calls without a context.
ErrorText& global_error();

/// Fails because a handle names no live context.
dvdb_status refuse_context(dvdb_context handle);

/// Stores a text as an error text.
void set_error(ErrorText& error, const char* text);

}  // namespace dvdb
