/// Entering and leaving a context, in the order of tickets.
#include "core/entry.hpp"

#include "backend/api/calls.hpp"

namespace dvdb {

ContextLock::ContextLock(dvdb_context handle, dvdb_ticket ticket) : context_(find_context(handle)) {
  if (!context_) {
    status_ = refuse_context(handle);
    return;
  }
  bool was_canceled = false;
  entered_ = context_->order.enter(ticket, &was_canceled);
  if (was_canceled) {
    status_ = refuse_canceled(*context_).code();
  } else if (!entered_) {
    status_ =
        fail(*context_, DVDB_INVALID_ARGUMENT, "Cannot use ticket %u: it was not drawn or is spent", ticket).code();
  } else if (context_->device == nullptr) {  // destroyed while this call waited
    status_ = refuse_context(handle);
  } else if (context_->lost) {
    status_ = DVDB_DEVICE_FAULT;  // the text of the fault stays
  } else {
    status_ = backend::enter_device(*context_).code();
    backend::begin_call(*context_, ticket != 0);
  }
}

ContextLock::~ContextLock() {
  if (entered_) context_->order.leave();
}

}  // namespace dvdb
