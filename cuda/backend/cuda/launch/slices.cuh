/// Launches of many items in slices, between which a call can be canceled. Included through backend/api/launch.hpp.
#pragma once

#include "backend/api/memory.hpp"
#include "backend/cuda/state.cuh"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

inline constexpr int64_t kGrain = 4096;  // of host threads; smaller ones have larger items here as well

/// About as many threads as the largest devices run at once: fewer items would leave some idle. A multiple of all
/// blocks.
inline constexpr int64_t kLeastSlice = int64_t(1) << 18;

/// Items of the first slice, if those of usual size are done in a millisecond or less.
inline int64_t first_slice(int64_t grain) {
  constexpr int64_t kMost = int64_t(1) << 26;
  return grain >= kGrain ? kMost : max_of(kLeastSlice, kMost / kGrain * grain / kLeastSlice * kLeastSlice);
}

/// How many items are launched at once, by how long the slice before took.
class Slices {
 public:
  explicit Slices(int64_t items) : items_(items) {}

  int64_t items() const { return items_; }
  /// Before the first slice.
  Status begin(Context& context);
  /// Waits for a slice.
  Status finish(Context& context);

 private:
  int64_t items_;
  double begun_ms_ = 0;
};

/// Has `launch(first, end)` launch the items [first, end) of [0, n): all at once, or if the call may be canceled and
/// they are many, slice by slice. What items do depends on none of that.
template <class Launch>
Status launch_items(Context& context, int64_t n, int64_t grain, Launch launch) {
  const int64_t most = first_slice(grain);
  if (n <= most || !context.device->may_be_canceled) {
    launch(int64_t(0), n);
    return check_launch(context);
  }
  Slices slices(most);
  DVDB_TRY(slices.begin(context));
  for (int64_t first = 0; first < n;) {
    const int64_t end = min_of(n, first + slices.items());
    launch(first, end);
    DVDB_TRY(check_launch(context));
    first = end;
    if (first < n) DVDB_TRY(slices.finish(context));
  }
  return {};
}

}  // namespace dvdb::backend
