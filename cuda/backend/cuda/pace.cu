/// Calls that may be canceled stay close to the device, so that little is left to wait for when they are.
#include <chrono>

#include "backend/api/calls.hpp"
#include "backend/cuda/launch/slices.cuh"

namespace dvdb::backend {

namespace {

/// Most launches between two of the events that are waited for: at most three times as many are ahead of the device.
/// A call begins with one, as nobody knows yet how long its launches take.
constexpr int kMostBetween = 4;

/// Where the host waits less for the launches between two events, more may be between them; where it waits more, fewer.
constexpr double kShortWaitMs = 2;
constexpr double kLongWaitMs = 10;

/// A slice that takes less is too small; one that takes more, too large.
constexpr double kShortMs = 5;
constexpr double kLongMs = 20;

double now_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

}  // namespace

void begin_call(Context& context, bool may_be_canceled) {
  Device& device = *context.device;
  device.may_be_canceled = may_be_canceled;
  device.n_launched = 0;
  device.n_between = 1;
}

int64_t count_waits(const Context& context) { return context.device->n_waits; }

int64_t items_in_a_wait() { return int64_t(1) << 16; }

Status keep_pace(Context& context) {
  Device& device = *context.device;
  if (++device.n_launched < device.n_between) return {};
  device.n_launched = 0;
  device.pace ^= 1;
  cudaEvent_t& pace = device.paces[device.pace];
  if (pace == nullptr) {
    DVDB_TRY(check_cuda(context, cudaEventCreateWithFlags(&pace, cudaEventDisableTiming), "create event"));
  } else {
    const double begun = now_ms();
    DVDB_TRY(check_cuda(context, cudaEventSynchronize(pace), "wait for the device"));
    const double waited = now_ms() - begun;
    if (waited < kShortWaitMs) {
      device.n_between = min_of(kMostBetween, 2 * device.n_between);
    } else if (waited > kLongWaitMs) {
      // Launches so long that two more of them would take too long.
      if (device.n_between == 1) DVDB_TRY(synchronize(context));
      device.n_between = max_of(1, device.n_between / 2);
    }
  }
  return check_cuda(context, cudaEventRecord(pace, context.device->stream), "record event");
}

Status Slices::begin(Context& context) {
  // What was launched before is not a part of the time of the first slice.
  DVDB_TRY(synchronize(context));
  begun_ms_ = now_ms();
  return {};
}

Status Slices::finish(Context& context) {
  DVDB_TRY(synchronize(context));
  const double now = now_ms();
  const double took = now - begun_ms_;
  begun_ms_ = now;
  if (took < kShortMs) {
    items_ *= 4;
  } else if (took > kLongMs && items_ > kLeastSlice) {
    items_ /= 2;
  }
  return {};
}

}  // namespace dvdb::backend
