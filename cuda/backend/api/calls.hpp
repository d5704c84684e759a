/// What a backend is told of the calls that it works for.
#pragma once

#include "base/context.hpp"

namespace dvdb::backend {

/// Begins a call, in its turn and on its device. One that may be canceled stays close to the device: it makes large
/// launches of a GPU part by part, and does not run far ahead, so that little is left to wait for once it is canceled.
/// Host threads look between their chunks, whatever the call.
void begin_call(Context& context, bool may_be_canceled);

/// How often the host has waited for all that was enqueued, or would have on a GPU: for tests of what promises few
/// waits.
int64_t count_waits(const Context& context);

/// Items of about 100 bytes that the device works through while the host waits for it once: where there are fewer, work
/// that spares a wait is worth it. 0 where the host never waits.
int64_t items_in_a_wait();

}  // namespace dvdb::backend
