/// Device memory, copies, events and host waits. Stream-ordered throughout.
#pragma once

#include "base/context.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb::backend {

/// Which backend this library has: a dvdb_backend.
uint32_t backend_kind();

/// Counts the devices that this library can use; on failure the error text says why there are none.
dvdb_status count_devices(uint32_t* out_count, char* reason, int capacity);

/// A device's name; false when there is no such device.
bool name_device(uint32_t device, char* out_text, int capacity);

/// Opens and closes what a context keeps on its device. Launches on host threads use `threads` of them: 0 for as many
/// as the process has processors for. A GPU needs none, and leaves the context's team at one.
Status open_device(Context& context, uint32_t ordinal, uint32_t threads = 0);
void close_device(Context& context);

/// Makes the context's device current on this thread; every entry calls it first.
Status enter_device(Context& context);

/// Bytes of memory that the context's device has, in use or not.
int64_t memory_size(const Context& context);

/// Purposes of device memory. Scratch and results come from separate pools, so that short-lived allocations do not
/// fragment the memory that the next result of the same size needs.
enum class Use { kScratch, kResult };

/// Allocates 256-byte aligned device memory, ordered after the work enqueued so far. 0 bytes give a null pointer.
Status allocate(Context& context, int64_t bytes, void** out, Use use = Use::kScratch);

/// Frees device memory, ordered after the work enqueued so far.
void release(Context& context, void* memory, int64_t bytes);

/// Device to device.
Status copy(Context& context, void* target, const void* source, int64_t bytes);

/// Host to device; the host memory may be reused on return.
Status upload(Context& context, void* target, const void* source, int64_t bytes);

/// Device to host; waits. Together with synchronize and wait_for_report (team_scan.hpp) the only host wait of the seam.
Status download(Context& context, void* target, const void* source, int64_t bytes);

/// Repeats a pattern of 1, 2, 4 or 8 bytes; `bytes` is a multiple of it.
Status fill(Context& context, void* target, uint64_t pattern, int pattern_bytes, int64_t bytes);

/// Waits for all work of the context.
Status synchronize(Context& context);

/// Memory that kernels write and the host reads after synchronize: a small report without a copy. There is one per
/// context, and each use overwrites the last.
inline constexpr int64_t kReportBytes = 4096;
void* report_slot(Context& context);

/// A time stamp behind the work enqueued so far.
struct Event;
Status record_event(Context& context, Event** out);
void destroy_event(Context& context, Event* event);
Status elapsed(Context& context, const Event* start, const Event* stop, double* out_milliseconds);

/// Device memory for the length of a scope.
class Scratch {
 public:
  explicit Scratch(Context& context) : context_(context) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { reset(); }

  /// Allocates; releases what was held before.
  Status allocate(int64_t bytes, Use use = Use::kScratch) {
    reset();
    DVDB_TRY(backend::allocate(context_, bytes, &memory_, use));
    bytes_ = bytes;
    return {};
  }

  /// Allocates `count` elements and sets `out` to them.
  template <class T>
  Status allocate(int64_t count, Span<T>& out) {
    DVDB_TRY(allocate(count * int64_t(sizeof(T))));
    out = {static_cast<T*>(memory_), count};
    return {};
  }

  void reset() {
    if (memory_ != nullptr) release(context_, memory_, bytes_);
    memory_ = nullptr;
    bytes_ = 0;
  }

  /// Hands the memory (a result) over to the caller, who must release it.
  void* take() {
    void* memory = memory_;
    memory_ = nullptr;
    bytes_ = 0;
    return memory;
  }

  void* data() const { return memory_; }
  int64_t bytes() const { return bytes_; }

 private:
  Context& context_;
  void* memory_ = nullptr;
  int64_t bytes_ = 0;
};

/// Scratch memory for elements of one type, and the span of them.
template <class T>
class ScratchArray : public Span<T> {
 public:
  explicit ScratchArray(Context& context) : memory_(context) {}

  Status allocate(int64_t count) { return memory_.allocate(count, static_cast<Span<T>&>(*this)); }

 private:
  Scratch memory_;
};

/// Lays several arrays out in one allocation: reserve each, allocate once, then place.
class Layout {
 public:
  /// Reserves room for `count` elements and returns its offset.
  template <class T>
  int64_t reserve(int64_t count) {
    const int64_t offset = round_up(bytes_, kAlignment);
    bytes_ = offset + count * int64_t(sizeof(T));
    return offset;
  }
  int64_t bytes() const { return bytes_; }

 private:
  static constexpr int64_t kAlignment = 256;
  int64_t bytes_ = 0;
};

}  // namespace dvdb::backend
