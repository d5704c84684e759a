/// Contexts, statistics and introspection.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <new>

#include "_generated/abi_hash.hpp"
#include "backend/api/memory.hpp"
#include "core/entry.hpp"
#include "denovdb.h"

using namespace dvdb;

namespace {

/// Copies a text out and writes its full length.
dvdb_status write_text(const char* text, size_t length, uint8_t* out_text, uint32_t capacity, uint32_t* out_length) {
  if (out_length == nullptr || (out_text == nullptr && capacity > 0)) {
    set_error(global_error(), "Cannot write text: a pointer is null");
    return DVDB_INVALID_ARGUMENT;
  }
  *out_length = uint32_t(length);
  const size_t copied = std::min(size_t(capacity), length);
  if (copied > 0) std::memcpy(out_text, text, copied);
  return DVDB_OK;
}

template <class T>
dvdb_status write_number(T value, T* out) {
  if (out == nullptr) {
    set_error(global_error(), "Cannot write number: the pointer is null");
    return DVDB_INVALID_ARGUMENT;
  }
  *out = value;
  return DVDB_OK;
}

}  // namespace

dvdb_status dvdb_abi_hash(uint32_t* out_hash) noexcept { return write_number<uint32_t>(kAbiHash, out_hash); }

dvdb_status dvdb_version(uint8_t* out_text, uint32_t capacity, uint32_t* out_length) noexcept {
  return write_text(kVersion, std::strlen(kVersion), out_text, capacity, out_length);
}

dvdb_status dvdb_backend_kind(uint32_t* out_backend) noexcept {
  return write_number<uint32_t>(backend::backend_kind(), out_backend);
}

dvdb_status dvdb_device_count(uint32_t* out_count) noexcept {
  uint32_t count = 0;
  char reason[256] = {};
  const dvdb_status status = backend::count_devices(&count, reason, int(sizeof reason));
  if (status != DVDB_OK) set_error(global_error(), reason);
  const dvdb_status written = write_number(count, out_count);
  return status != DVDB_OK ? status : written;
}

dvdb_status dvdb_device_name(uint32_t device, uint8_t* out_text, uint32_t capacity, uint32_t* out_length) noexcept {
  char name[256] = {};
  if (!backend::name_device(device, name, int(sizeof name))) {
    char text[96];
    std::snprintf(text, sizeof text, "Cannot name device %u: there is no such device", device);
    set_error(global_error(), text);
    return DVDB_INVALID_ARGUMENT;
  }
  return write_text(name, std::strlen(name), out_text, capacity, out_length);
}

dvdb_status dvdb_context_create(uint32_t device, uint32_t threads, dvdb_context* out_context) noexcept {
  if (out_context == nullptr) return write_number<uint32_t>(0, out_context);
  *out_context = 0;
  if (threads > uint32_t(ThreadTeam::kMost)) {
    char text[96];
    std::snprintf(text, sizeof text, "Cannot create context: threads is %u, at most %d expected", threads,
                  ThreadTeam::kMost);
    set_error(global_error(), text);
    return DVDB_INVALID_ARGUMENT;
  }
  Context* fresh = new (std::nothrow) Context;
  if (fresh == nullptr) {
    set_error(global_error(), "Cannot create context: out of host memory");
    return DVDB_OUT_OF_MEMORY;
  }
  std::shared_ptr<Context> context(fresh);
  const Status opened = backend::open_device(*context, device, threads);
  if (!opened.ok()) {
    set_error(global_error(), context->error.text);
    return opened.code();
  }
  *out_context = publish_context(std::move(context));
  if (*out_context != 0) return DVDB_OK;
  set_error(global_error(), "Cannot create context: no handles are left");
  return DVDB_OUT_OF_MEMORY;
}

dvdb_status dvdb_context_limit_memory(dvdb_context context, int64_t bytes) noexcept {
  const std::shared_ptr<Context> found = find_context(context);
  if (!found) return refuse_context(context);
  if (bytes < 0)
    return fail(*found, DVDB_INVALID_ARGUMENT, "Cannot limit memory: %lld bytes are below 0",
                static_cast<long long>(bytes))
        .code();
  found->memory_limit = bytes;
  return DVDB_OK;
}

dvdb_status dvdb_context_threads(dvdb_context context, uint32_t* out_threads) noexcept {
  const std::shared_ptr<Context> found = find_context(context);
  return found ? write_number(uint32_t(found->team.threads()), out_threads) : refuse_context(context);
}

dvdb_status dvdb_context_destroy(dvdb_context context) noexcept {
  const std::shared_ptr<Context> ending = find_context(context);
  if (!ending || !ending->order.enter(0)) return refuse_context(context);
  dvdb_status status = DVDB_OK;
  if (ending->device == nullptr) {
    status = refuse_context(context);
  } else {
    (void)backend::enter_device(*ending);
    retire_all(*ending);
    backend::close_device(*ending);
    retire_context(context);
    ending->order.end();  // tickets drawn meanwhile are never entered: no handle leads here any more
  }
  ending->order.leave();
  return status;
}

dvdb_status dvdb_context_reserve(dvdb_context context, dvdb_ticket* out_ticket) noexcept {
  const std::shared_ptr<Context> found = find_context(context);
  if (!found) return refuse_context(context);
  if (out_ticket == nullptr) return write_number<uint32_t>(0, out_ticket);
  *out_ticket = found->order.draw();
  if (*out_ticket != 0) return DVDB_OK;
  return fail(*found, DVDB_OUT_OF_MEMORY, "Cannot reserve a call: too many asynchronous calls are waiting").code();
}

dvdb_status dvdb_context_release(dvdb_context context, dvdb_ticket ticket) noexcept {
  const std::shared_ptr<Context> found = find_context(context);
  if (!found) return refuse_context(context);
  if (found->order.release(ticket)) return DVDB_OK;
  return fail(*found, DVDB_INVALID_ARGUMENT, "Cannot release ticket %u: it was not drawn or is spent", ticket).code();
}

dvdb_status dvdb_context_cancel(dvdb_context context, dvdb_ticket ticket) noexcept {
  const std::shared_ptr<Context> found = find_context(context);
  if (!found) return refuse_context(context);
  found->order.cancel(ticket);
  return DVDB_OK;
}

dvdb_status dvdb_context_synchronize(dvdb_context context, dvdb_ticket ticket) noexcept {
  return entry(context, ticket, [](Context& c) { return backend::synchronize(c); });
}

dvdb_status dvdb_context_stats(dvdb_context context, int64_t* out_stats) noexcept {
  const std::shared_ptr<Context> found = find_context(context);
  if (!found) return refuse_context(context);
  if (out_stats == nullptr) return write_number<int64_t>(0, out_stats);
  out_stats[DVDB_STAT_LIVE_HANDLES] = found->live_handles;
  out_stats[DVDB_STAT_LIVE_BYTES] = found->live_bytes;
  out_stats[DVDB_STAT_PEAK_BYTES] = found->peak_bytes;
  out_stats[DVDB_STAT_ALLOCATIONS] = found->allocations;
  return DVDB_OK;
}

dvdb_status dvdb_context_reset_peak(dvdb_context context) noexcept {
  return entry(context, [](Context& c) {
    c.peak_bytes = c.held_bytes.load();
    return Status();
  });
}

dvdb_status dvdb_context_fail_allocation(dvdb_context context, uint32_t n) noexcept {
  return entry(context, [n](Context& c) {
    c.fail_countdown = n;
    return Status();
  });
}

dvdb_status dvdb_last_error(dvdb_context context, uint8_t* out_text, uint32_t capacity, uint32_t* out_length) noexcept {
  const std::shared_ptr<Context> found = context != 0 ? find_context(context) : nullptr;
  ErrorText& error = found ? found->error : global_error();
  char text[kErrorCapacity];
  size_t length = 0;
  {
    const std::lock_guard lock(error.mutex);
    length = size_t(error.length);
    std::memcpy(text, error.text, length);
  }
  return write_text(text, length, out_text, capacity, out_length);
}
