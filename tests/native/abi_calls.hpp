/// Calls through the C ABI from within a test: a handle of its context, and buffers that go with it.
#pragma once

#include "check.hpp"
#include "core/handles.hpp"
#include "denovdb/buffer.h"

namespace dvdb::test {

class Caller {
 public:
  explicit Caller(Context& owner)
      : context(owner), handle_(publish_context(std::shared_ptr<Context>(&owner, [](Context*) {}))) {}
  Caller(const Caller&) = delete;
  Caller& operator=(const Caller&) = delete;
  ~Caller() {
    retire_all(context);
    retire_context(handle_);
  }

  dvdb_context handle() const { return handle_; }

  /// Ends the run when a call fails.
  void require(dvdb_status status) const {
    if (status == DVDB_OK) return;
    std::printf("  status %d: %s\n", int(status), context.error.text);
    std::exit(1);
  }
  dvdb_buffer make(int64_t bytes) const {
    dvdb_buffer buffer = 0;
    require(dvdb_buffer_create(handle_, bytes, &buffer));
    return buffer;
  }
  template <class T>
  dvdb_buffer put(const std::vector<T>& values) const {
    const auto bytes = int64_t(values.size() * sizeof(T));
    const dvdb_buffer buffer = make(bytes);
    REQUIRE(backend::upload(context, data_of(buffer), values.data(), bytes));
    return buffer;
  }
  template <class T>
  std::vector<T> read(dvdb_buffer buffer, int64_t n) const {
    std::vector<T> values(static_cast<size_t>(n), T());
    REQUIRE(backend::download(context, values.data(), data_of(buffer), n * int64_t(sizeof(T))));
    return values;
  }
  uint8_t* data_of(dvdb_buffer buffer) const {
    Buffer* found = nullptr;
    REQUIRE(find(context, buffer, &found));
    return found->data();
  }
  /// Gives an object a handle.
  uint32_t name(std::unique_ptr<Resource> resource) const {
    uint32_t handle = 0;
    REQUIRE(publish(std::move(resource), &handle));
    return handle;
  }

 private:
  Context& context;
  dvdb_context handle_;
};

}  // namespace dvdb::test
