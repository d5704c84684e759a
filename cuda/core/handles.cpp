/// The table of handles: slots with generations, so that stale handles are found.
#include "core/handles.hpp"

#include <mutex>
#include <new>

#include "backend/api/memory.hpp"

namespace dvdb {

namespace {

constexpr uint32_t kSlotBits = 20;
constexpr uint32_t kSlotMask = (1u << kSlotBits) - 1;
constexpr uint32_t kGenerations = 1u << (32 - kSlotBits);
constexpr uint32_t kChunk = 1024;
constexpr uint32_t kNone = ~0u;

struct Slot {
  std::unique_ptr<Resource> resource;
  std::shared_ptr<Context> context;  // set instead of `resource` for a context's handle
  uint32_t generation = 1;
  uint32_t next_free = kNone;
};

/// Slots in chunks that never move. Freed slots queue up, so that a stale name stays unused as long as possible.
class Table {
 public:
  std::mutex mutex;

  Slot* slot_of(uint32_t handle) {
    const uint32_t index = handle & kSlotMask;
    if (index >= used_) return nullptr;
    Slot& slot = at(index);
    if (slot.generation != handle >> kSlotBits) return nullptr;
    return slot.resource || slot.context ? &slot : nullptr;
  }

  /// Takes a free slot; null when memory or names run out.
  Slot* take(uint32_t* out_handle) {
    uint32_t index = first_free_;
    if (index != kNone) {
      first_free_ = at(index).next_free;
      if (first_free_ == kNone) last_free_ = kNone;
    } else {
      if (used_ > kSlotMask) return nullptr;
      index = used_;
      if (index % kChunk == 0) {
        chunks_[index / kChunk] = new (std::nothrow) Slot[kChunk];
        if (chunks_[index / kChunk] == nullptr) return nullptr;
      }
      ++used_;
    }
    Slot& slot = at(index);
    slot.next_free = kNone;
    *out_handle = slot.generation << kSlotBits | index;
    return &slot;
  }

  void give_back(uint32_t handle) {
    const uint32_t index = handle & kSlotMask;
    Slot& slot = at(index);
    slot.generation = slot.generation + 1 == kGenerations ? 1 : slot.generation + 1;
    if (last_free_ == kNone) {
      first_free_ = index;
    } else {
      at(last_free_).next_free = index;
    }
    last_free_ = index;
  }

  uint32_t used() const { return used_; }
  Slot& at(uint32_t index) { return chunks_[index / kChunk][index % kChunk]; }

 private:
  Slot* chunks_[(kSlotMask + 1) / kChunk] = {};
  uint32_t used_ = 0;
  uint32_t first_free_ = kNone;
  uint32_t last_free_ = kNone;
};

/// Lives until the process ends: no work in static destructors.
Table& table() {
  static Table* instance = new Table;
  return *instance;
}

const char* name_of(Kind kind) {
  switch (kind) {
    case Kind::kBuffer: return "buffer";
    case Kind::kGrid: return "grid";
    case Kind::kEvent: return "event";
    case Kind::kConvPlan: return "convolution plan";
    case Kind::kLod: return "LOD tree";
  }
  return "object";
}

}  // namespace

Context::~Context() { backend::close_device(*this); }

Storage::Storage(Context& owner, void* memory, int64_t n_bytes) : context(owner), data(memory), bytes(n_bytes) {
  owner.live_bytes += n_bytes;
}

Storage::~Storage() {
  backend::release(context, data, bytes);
  context.live_bytes -= bytes;
}

EventHolder::~EventHolder() { backend::destroy_event(context, event); }

Status publish(std::unique_ptr<Resource> resource, uint32_t* out_handle) {
  Context& context = resource->context;
  Table& all = table();
  {
    const std::lock_guard lock(all.mutex);
    Slot* slot = all.take(out_handle);
    if (slot != nullptr) {
      slot->resource = std::move(resource);
      ++context.live_handles;
      return {};
    }
  }
  return fail(context, DVDB_OUT_OF_MEMORY, "Cannot create %s: no handles are left", name_of(resource->kind));
}

Status find_resource(Context& context, uint32_t handle, Kind kind, Resource** out, const char* name) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  Slot* slot = all.slot_of(handle);
  const char* const wanted = name_of(kind);
  const auto refuse = [&](const char* problem) {
    if (name == nullptr)
      return fail(context, DVDB_INVALID_HANDLE, "Cannot use %s %08x: it %s", wanted, handle, problem);
    return fail(context, DVDB_INVALID_HANDLE, "Cannot use %s: %s %08x %s", name, wanted, handle, problem);
  };
  if (slot == nullptr || !slot->resource) return refuse("is not alive");
  if (slot->resource->kind != kind) {
    const char* const held = name_of(slot->resource->kind);
    if (name == nullptr)
      return fail(context, DVDB_INVALID_HANDLE, "Cannot use %08x as %s: it is a live %s", handle, wanted, held);
    return fail(context, DVDB_INVALID_HANDLE, "Cannot use %s: %08x is a live %s, a %s is needed", name, handle, held,
                wanted);
  }
  if (&slot->resource->context != &context) return refuse("belongs to another context");
  *out = slot->resource.get();
  return {};
}

Status find_resource(Context& context, uint32_t handle, Kind kind, Resource** out) {
  return find_resource(context, handle, kind, out, nullptr);
}

Status retire(Context& context, uint32_t handle, Kind kind) {
  Resource* resource = nullptr;
  DVDB_TRY(find_resource(context, handle, kind, &resource));
  Table& all = table();
  std::unique_ptr<Resource> gone;  // destroyed outside the lock
  const std::lock_guard lock(all.mutex);
  gone = std::move(all.slot_of(handle)->resource);
  all.give_back(handle);
  --context.live_handles;
  return {};
}

void retire_all(Context& context) {
  Table& all = table();
  for (uint32_t index = 0;; ++index) {
    std::unique_ptr<Resource> gone;
    const std::lock_guard lock(all.mutex);
    if (index >= all.used()) return;
    Slot& slot = all.at(index);
    if (!slot.resource || &slot.resource->context != &context) continue;
    gone = std::move(slot.resource);
    all.give_back(slot.generation << kSlotBits | index);
    --context.live_handles;
  }
}

uint32_t publish_context(std::shared_ptr<Context> context) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  uint32_t handle = 0;
  Slot* slot = all.take(&handle);
  if (slot == nullptr) return 0;
  context->handle = handle;
  slot->context = std::move(context);
  return handle;
}

std::shared_ptr<Context> find_context(uint32_t handle) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  Slot* slot = all.slot_of(handle);
  return slot != nullptr ? slot->context : nullptr;
}

void retire_context(uint32_t handle) {
  Table& all = table();
  std::shared_ptr<Context> gone;
  const std::lock_guard lock(all.mutex);
  Slot* slot = all.slot_of(handle);
  if (slot == nullptr || !slot->context) return;
  gone = std::move(slot->context);
  all.give_back(handle);
}

Status borrow_bytes(Context& context, dvdb_buffer handle, int64_t count, int64_t element_bytes, int64_t alignment,
                    const char* name, void** out) {
  *out = nullptr;
  if (count < 0 || count > INT64_MAX / element_bytes) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: a count of %lld is out of range", name,
                static_cast<long long>(count));
  }
  Resource* resource = nullptr;
  DVDB_TRY(find_resource(context, handle, Kind::kBuffer, &resource, name));
  const Buffer* const buffer = static_cast<Buffer*>(resource);
  if (buffer->bytes != count * element_bytes) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: %lld bytes held, %lld needed", name,
                static_cast<long long>(buffer->bytes), static_cast<long long>(count * element_bytes));
  }
  if (buffer->offset % alignment != 0 && count > 0) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: byte offset %lld is not aligned to its elements", name,
                static_cast<long long>(buffer->offset));
  }
  *out = buffer->data();
  return {};
}

}  // namespace dvdb
