/// Buffers, events and the empty enqueue.
#include "core/buffers.hpp"

#include <algorithm>
#include <new>

#include "backend/api/launch.hpp"
#include "core/entry.hpp"
#include "denovdb.h"

namespace dvdb {

namespace {

struct Nothing {
  DVDB_FN void operator()(int64_t) const {}
};

/// Checks that a byte range lies in a buffer.
Status check_range(Context& context, const Buffer& buffer, int64_t offset, int64_t n_bytes, const char* action) {
  if (offset >= 0 && n_bytes >= 0 && offset <= buffer.bytes && n_bytes <= buffer.bytes - offset) return {};
  return fail(context, DVDB_INVALID_ARGUMENT,
              "Cannot %s buffer: bytes [%lld, %lld + %lld) do not lie in its %lld bytes", action,
              static_cast<long long>(offset), static_cast<long long>(offset), static_cast<long long>(n_bytes),
              static_cast<long long>(buffer.bytes));
}

}  // namespace

Status make_storage(Context& context, int64_t n_bytes, std::shared_ptr<Storage>& out) {
  out.reset();
  if (n_bytes == 0) return {};
  backend::Scratch memory(context);
  DVDB_TRY(memory.allocate(n_bytes, backend::Use::kResult));
  Storage* held = new (std::nothrow) Storage(context, memory.data(), n_bytes);
  if (held == nullptr) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot create buffer: out of host memory");
  memory.take();
  out.reset(held);
  return {};
}

Status publish_span(Context& context, std::shared_ptr<Storage> storage, int64_t offset, int64_t n_bytes,
                    dvdb_buffer* out) {
  std::unique_ptr<Buffer> buffer(new (std::nothrow) Buffer(context));
  if (!buffer) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot create buffer: out of host memory");
  buffer->storage = std::move(storage);
  buffer->offset = offset;
  buffer->bytes = n_bytes;
  return publish(std::move(buffer), out);
}

}  // namespace dvdb

using namespace dvdb;

dvdb_status dvdb_context_noop(dvdb_context context) noexcept {
  return entry(context, [](Context& c) { return backend::for_each(c, 1, Nothing{}); });
}

dvdb_status dvdb_buffer_create(dvdb_context context, int64_t n_bytes, dvdb_buffer* out_buffer) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_buffer, 1, "out_buffer"));
    *out_buffer = 0;
    std::shared_ptr<Storage> storage;
    DVDB_TRY(make_storage(c, n_bytes, storage));
    return publish_span(c, std::move(storage), 0, n_bytes, out_buffer);
  });
}

dvdb_status dvdb_buffer_create_all(dvdb_context context, uint32_t n, const int64_t* n_bytes,
                                   dvdb_buffer* out_buffers) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(require(c, n_bytes, n, "n_bytes"));
    DVDB_TRY(require(c, out_buffers, n, "out_buffers"));
    for (uint32_t i = 0; i < n; ++i) {
      std::shared_ptr<Storage> storage;
      Status status = make_storage(c, n_bytes[i], storage);
      if (status.ok()) status = publish_span(c, std::move(storage), 0, n_bytes[i], out_buffers + i);
      if (status.ok()) continue;
      while (i-- > 0) (void)retire(c, out_buffers[i], Kind::kBuffer);
      std::fill_n(out_buffers, n, dvdb_buffer(0));
      return status;
    }
    return {};
  });
}

dvdb_status dvdb_buffer_view(dvdb_context context, dvdb_buffer buffer, int64_t offset, int64_t n_bytes,
                             dvdb_buffer* out_buffer) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_buffer, 1, "out_buffer"));
    *out_buffer = 0;
    Buffer* source = nullptr;
    DVDB_TRY(find(c, buffer, &source));
    DVDB_TRY(check_range(c, *source, offset, n_bytes, "view"));
    return publish_span(c, n_bytes > 0 ? source->storage : nullptr, n_bytes > 0 ? source->offset + offset : 0, n_bytes,
                        out_buffer);
  });
}

dvdb_status dvdb_buffer_destroy(dvdb_context context, dvdb_buffer buffer) noexcept {
  return entry(context, [=](Context& c) { return retire(c, buffer, Kind::kBuffer); });
}

dvdb_status dvdb_buffer_destroy_all(dvdb_context context, uint32_t n, const uint32_t* buffers) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(require(c, buffers, n, "buffers"));
    for (uint32_t i = 0; i < n; ++i) {
      Buffer* found = nullptr;
      DVDB_TRY(find(c, buffers[i], &found));
    }
    for (uint32_t i = 0; i < n; ++i) DVDB_TRY(retire(c, buffers[i], Kind::kBuffer));
    return {};
  });
}

dvdb_status dvdb_buffer_size(dvdb_context context, dvdb_buffer buffer, int64_t* out_bytes) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_bytes, 1, "out_bytes"));
    Buffer* found = nullptr;
    DVDB_TRY(find(c, buffer, &found));
    *out_bytes = found->bytes;
    return {};
  });
}

dvdb_status dvdb_buffer_write(dvdb_context context, dvdb_buffer buffer, int64_t offset, const uint8_t* data,
                              int64_t n_bytes) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Buffer* found = nullptr;
    DVDB_TRY(find(c, buffer, &found));
    DVDB_TRY(check_range(c, *found, offset, n_bytes, "write"));
    DVDB_TRY(require(c, data, n_bytes, "data"));
    return backend::upload(c, found->data() + offset, data, n_bytes);
  });
}

dvdb_status dvdb_buffer_read(dvdb_context context, dvdb_ticket ticket, dvdb_buffer buffer, int64_t offset,
                             uint8_t* out_data, int64_t n_bytes) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    Buffer* found = nullptr;
    DVDB_TRY(find(c, buffer, &found));
    DVDB_TRY(check_range(c, *found, offset, n_bytes, "read"));
    DVDB_TRY(require(c, out_data, n_bytes, "out_data"));
    return backend::download(c, out_data, found->data() + offset, n_bytes);
  });
}

dvdb_status dvdb_buffer_fill(dvdb_context context, dvdb_buffer buffer, int64_t offset, int64_t n_bytes,
                             uint32_t pattern_low, uint32_t pattern_high, uint32_t pattern_bytes) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Buffer* found = nullptr;
    DVDB_TRY(find(c, buffer, &found));
    DVDB_TRY(check_range(c, *found, offset, n_bytes, "fill"));
    const bool known = pattern_bytes == 1 || pattern_bytes == 2 || pattern_bytes == 4 || pattern_bytes == 8;
    if (!known || n_bytes % int64_t(pattern_bytes) != 0) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot fill buffer: a pattern of %u bytes does not tile %lld bytes",
                  pattern_bytes, static_cast<long long>(n_bytes));
    }
    return backend::fill(c, found->data() + offset, uint64_t(pattern_high) << 32 | pattern_low, int(pattern_bytes),
                         n_bytes);
  });
}

dvdb_status dvdb_buffer_copy(dvdb_context context, dvdb_buffer source, int64_t source_offset, dvdb_buffer target,
                             int64_t target_offset, int64_t n_bytes) noexcept {
  return entry(context, [=](Context& c) -> Status {
    Buffer* from = nullptr;
    Buffer* to = nullptr;
    DVDB_TRY(find(c, source, &from));
    DVDB_TRY(find(c, target, &to));
    DVDB_TRY(check_range(c, *from, source_offset, n_bytes, "copy from"));
    DVDB_TRY(check_range(c, *to, target_offset, n_bytes, "copy to"));
    const uint8_t* begin = from->data() + source_offset;
    const uint8_t* end = to->data() + target_offset;
    if (n_bytes > 0 && begin < end + n_bytes && end < begin + n_bytes) {
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot copy buffer: source and target overlap");
    }
    return backend::copy(c, to->data() + target_offset, begin, n_bytes);
  });
}

dvdb_status dvdb_buffer_overlap(dvdb_context context, dvdb_buffer a, dvdb_buffer b, uint32_t* out_overlap) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_overlap, 1, "out_overlap"));
    Buffer* first = nullptr;
    Buffer* second = nullptr;
    DVDB_TRY(find(c, a, &first));
    DVDB_TRY(find(c, b, &second));
    const uint8_t* begin = first->data();
    const uint8_t* other = second->data();
    const int64_t bytes = first->bytes;
    const int64_t other_bytes = second->bytes;
    const bool shares = bytes > 0 && other_bytes > 0 && begin < other + other_bytes && other < begin + bytes;
    *out_overlap = !shares                                  ? DVDB_OVERLAP_NONE
                   : begin == other && bytes == other_bytes ? DVDB_OVERLAP_SAME
                                                            : DVDB_OVERLAP_PART;
    return {};
  });
}

dvdb_status dvdb_event_record(dvdb_context context, dvdb_event* out_event) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_event, 1, "out_event"));
    *out_event = 0;
    backend::Event* event = nullptr;
    DVDB_TRY(backend::record_event(c, &event));
    std::unique_ptr<EventHolder> holder(new (std::nothrow) EventHolder(c, event));
    if (!holder) {
      backend::destroy_event(c, event);
      return fail(c, DVDB_OUT_OF_MEMORY, "Cannot record event: out of host memory");
    }
    return publish(std::move(holder), out_event);
  });
}

dvdb_status dvdb_event_destroy(dvdb_context context, dvdb_event event) noexcept {
  return entry(context, [=](Context& c) { return retire(c, event, Kind::kEvent); });
}

dvdb_status dvdb_event_elapsed(dvdb_context context, dvdb_ticket ticket, dvdb_event start, dvdb_event stop,
                               double* out_milliseconds) noexcept {
  return entry(context, ticket, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_milliseconds, 1, "out_milliseconds"));
    EventHolder* from = nullptr;
    EventHolder* to = nullptr;
    DVDB_TRY(find(c, start, &from));
    DVDB_TRY(find(c, stop, &to));
    return backend::elapsed(c, from->event, to->event, out_milliseconds);
  });
}
