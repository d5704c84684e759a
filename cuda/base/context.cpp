/// Call order by tickets, and the outcomes that a context records.
#include "base/context.hpp"

#include <cstdarg>
#include <cstdio>

namespace dvdb {

namespace {

/// States of a drawn place.
enum : uint8_t { kDrawn = 0, kEntered = 1, kReleased = 2 };

}  // namespace

bool CallOrder::has_room() const { return over_ || next_ - serving_ < kWindow; }

dvdb_ticket CallOrder::draw_next() {
  if (uint32_t(next_) == 0) {  // 0 names no ticket
    state_[next_ % kPlaces] = kReleased;
    ++next_;
    advance();
  }
  state_[next_ % kPlaces] = kDrawn;
  cancels_[next_ % kPlaces] = false;
  return uint32_t(next_++);
}

dvdb_ticket CallOrder::draw() {
  const std::lock_guard lock(mutex_);
  return has_room() ? draw_next() : 0;
}

uint64_t CallOrder::place_of(dvdb_ticket ticket) const {
  const uint64_t place = serving_ + uint32_t(ticket - uint32_t(serving_));
  const bool due = ticket != 0 && place < next_ && state_[place % kPlaces] == kDrawn;
  return due ? place : 0;
}

void CallOrder::advance() {
  while (serving_ < next_ && state_[serving_ % kPlaces] == kReleased) ++serving_;
}

bool CallOrder::enter(dvdb_ticket ticket, bool* was_canceled) {
  std::unique_lock lock(mutex_);
  if (ticket == 0) {
    turn_.wait(lock, [&] { return has_room(); });
    if (!over_) ticket = draw_next();
  }
  if (over_) return true;
  const uint64_t place = place_of(ticket);
  if (place == 0) return false;
  const uint64_t at = place % kPlaces;
  state_[at] = cancels_[at] ? kReleased : kEntered;
  // Once the order is past a place, another call may have it.
  turn_.wait(lock, [&] { return over_ || serving_ >= place || state_[at] == kReleased; });
  if (!over_ && (serving_ != place || state_[at] == kReleased)) {
    if (was_canceled != nullptr) *was_canceled = true;
    advance();
    lock.unlock();
    turn_.notify_all();
    return false;
  }
  return true;
}

void CallOrder::leave() {
  {
    const std::lock_guard lock(mutex_);
    if (over_) return;
    ++serving_;
    canceled_.store(false, std::memory_order_relaxed);
    advance();
  }
  turn_.notify_all();
}

void CallOrder::end() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  turn_.notify_all();
}

bool CallOrder::release(dvdb_ticket ticket) {
  {
    const std::lock_guard lock(mutex_);
    const uint64_t place = place_of(ticket);
    if (place == 0) return false;
    state_[place % kPlaces] = kReleased;
    advance();
  }
  turn_.notify_all();
  return true;
}

void CallOrder::cancel(dvdb_ticket ticket) {
  const std::lock_guard lock(mutex_);
  const uint64_t place = serving_ + uint32_t(ticket - uint32_t(serving_));
  if (ticket == 0 || place >= next_) return;  // over
  cancels_[place % kPlaces] = true;
  if (state_[place % kPlaces] != kEntered) return;
  if (place == serving_) {
    canceled_.store(true, std::memory_order_relaxed);
  } else {
    state_[place % kPlaces] = kReleased;
    turn_.notify_all();
  }
}

ErrorText& global_error() {
  static ErrorText* instance = new ErrorText;
  return *instance;
}

void set_error(ErrorText& error, const char* text) {
  const std::lock_guard lock(error.mutex);
  error.length = int(std::snprintf(error.text, size_t(kErrorCapacity), "%s", text));
  if (error.length >= kErrorCapacity) error.length = kErrorCapacity - 1;
}

dvdb_status refuse_context(dvdb_context handle) {
  char text[96];
  std::snprintf(text, sizeof text, "Cannot use context %08x: it is not alive", handle);
  set_error(global_error(), text);
  return DVDB_INVALID_HANDLE;
}

Status refuse_canceled(Context& context) {
  return fail(context, DVDB_CANCELED, "Cannot finish: the call was canceled");
}

Status fail(Context& context, dvdb_status_code code, const char* format, ...) {
  char text[kErrorCapacity];
  va_list arguments;
  va_start(arguments, format);
  std::vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  set_error(context.error, text);
  return Status(code);
}

}  // namespace dvdb
