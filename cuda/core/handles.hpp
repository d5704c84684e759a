/// Handles: u32 names (slot and generation) for every object that crosses the C ABI, in one table per process.
#pragma once

#include <cstdint>
#include <memory>

#include "base/context.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

namespace dvdb {

namespace backend {
struct Event;
}

/// Device memory; freed, ordered after the enqueued work, when the last reference is dropped.
struct Storage {
  Context& context;
  void* data;
  int64_t bytes;

  Storage(Context& owner, void* memory, int64_t n_bytes);
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  ~Storage();
};

enum class Kind : uint8_t { kBuffer, kGrid, kEvent, kConvPlan, kLod };

/// The base of what handles name; derived types add their members.
struct Resource {
  const Kind kind;
  Context& context;

  Resource(Kind of, Context& owner) : kind(of), context(owner) {}
  Resource(const Resource&) = delete;
  Resource& operator=(const Resource&) = delete;
  virtual ~Resource() = default;
};

/// A span of device memory; views share the storage.
struct Buffer : Resource {
  static constexpr Kind kKind = Kind::kBuffer;
  std::shared_ptr<Storage> storage;  // null when the span is empty
  int64_t offset = 0;
  int64_t bytes = 0;

  explicit Buffer(Context& owner) : Resource(kKind, owner) {}
  uint8_t* data() const { return storage ? static_cast<uint8_t*>(storage->data) + offset : nullptr; }
};

struct EventHolder : Resource {
  static constexpr Kind kKind = Kind::kEvent;
  backend::Event* event;

  EventHolder(Context& owner, backend::Event* recorded) : Resource(kKind, owner), event(recorded) {}
  ~EventHolder() override;
};

/// Registers a resource, taking ownership, and writes its handle.
Status publish(std::unique_ptr<Resource> resource, uint32_t* out_handle);

/// Removes a handle of the given kind and context, and destroys the resource.
Status retire(Context& context, uint32_t handle, Kind kind);

/// Destroys everything that belongs to a context.
void retire_all(Context& context);

/// Looks up a handle; fails when it is stale, of another kind or of another context. `name` is that of the argument, or
/// nullptr.
Status find_resource(Context& context, uint32_t handle, Kind kind, Resource** out, const char* name);
Status find_resource(Context& context, uint32_t handle, Kind kind, Resource** out);

template <class R>
Status find(Context& context, uint32_t handle, R** out) {
  Resource* resource = nullptr;
  DVDB_TRY(find_resource(context, handle, R::kKind, &resource));
  *out = static_cast<R*>(resource);
  return {};
}

/// Registers a context; its handle has the same form.
uint32_t publish_context(std::shared_ptr<Context> context);
std::shared_ptr<Context> find_context(uint32_t handle);
void retire_context(uint32_t handle);

/// Checks that a buffer holds exactly `count` elements, and writes their address.
Status borrow_bytes(Context& context, dvdb_buffer handle, int64_t count, int64_t element_bytes, int64_t alignment,
                    const char* name, void** out);

template <class T>
Status borrow(Context& context, dvdb_buffer handle, int64_t count, const char* name, Span<T>& out) {
  void* data = nullptr;
  DVDB_TRY(borrow_bytes(context, handle, count, int64_t(sizeof(T)), int64_t(alignof(T)), name, &data));
  out = {static_cast<T*>(data), count};
  return {};
}

}  // namespace dvdb
