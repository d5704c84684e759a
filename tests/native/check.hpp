/// A tiny frame for tests below the C ABI. Each TEST runs on a context of its own, which must end with no memory held.
#pragma once

#if !defined(_WIN32)
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

#include "backend/api/memory.hpp"
#include "base/context.hpp"
#include "base/portable.hpp"
#include "base/status.hpp"

/// Counts a failure and goes on.
#define CHECK(condition) ((condition) ? void() : ::dvdb::test::report(__FILE__, __LINE__, "%s", #condition))
#define CHECK_EQUAL(got, wanted) ::dvdb::test::check_equal(__FILE__, __LINE__, #got, (got), (wanted))
/// Compares vectors bit by bit.
#define CHECK_SAME(got, wanted) ::dvdb::test::check_same(__FILE__, __LINE__, #got, (got), (wanted))
/// Ends the run when a step fails that the rest builds on; uses the variable `context`.
#define REQUIRE(status) ::dvdb::test::require(__FILE__, __LINE__, context, (status))
#define TEST(name)                                                             \
  static void name([[maybe_unused]] ::dvdb::Context& context);                 \
  static const ::dvdb::test::Registration registration_of_##name{#name, name}; \
  static void name([[maybe_unused]] ::dvdb::Context& context)

namespace dvdb::test {

inline int failures = 0;  // of the running test

template <class... Values>
void report(const char* file, int line, const char* format, Values... values) {
  if (++failures > 8) return;
  std::printf("  %s:%d: ", file, line);
  std::printf(format, values...);
  std::printf("\n");
}

template <class T, class U>
void check_equal(const char* file, int line, const char* what, T got, U wanted) {
  using Common = std::common_type_t<T, U>;
  if (Common(got) == Common(wanted)) return;
  if constexpr (std::is_floating_point_v<Common>) {
    report(file, line, "%s is %.17g, not %.17g", what, double(got), double(wanted));
  } else if constexpr (std::is_signed_v<Common>) {
    report(file, line, "%s is %lld, not %lld", what, static_cast<long long>(got), static_cast<long long>(wanted));
  } else {
    report(file, line, "%s is %llu, not %llu", what, static_cast<unsigned long long>(got),
           static_cast<unsigned long long>(wanted));
  }
}

template <class T>
void check_same(const char* file, int line, const char* what, const std::vector<T>& got, const std::vector<T>& wanted) {
  if (got.size() != wanted.size()) {
    report(file, line, "%s has %zu elements, not %zu", what, got.size(), wanted.size());
    return;
  }
  for (size_t i = 0; i < got.size(); ++i) {
    if (std::memcmp(&got[i], &wanted[i], sizeof(T)) == 0) continue;
    report(file, line, "%s[%zu of %zu] is %.17g, not %.17g", what, i, got.size(), double(got[i]), double(wanted[i]));
    return;
  }
}

inline void require(const char* file, int line, Context& context, Status status) {
  if (status.ok()) return;
  std::printf("  %s:%d: status %d: %s\n", file, line, status.code(), context.error.text);
  std::exit(1);
}

/// Reproducible numbers (splitmix64).
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t next() {
    uint64_t word = state_ += 0x9e3779b97f4a7c15ull;
    word = (word ^ word >> 30) * 0xbf58476d1ce4e5b9ull;
    word = (word ^ word >> 27) * 0x94d049bb133111ebull;
    return word ^ word >> 31;
  }
  uint64_t below(uint64_t bound) { return next() % bound; }
  double unit() { return double(next() >> 11) * 0x1p-53; }

 private:
  uint64_t state_;
};

/// Device memory between two guards; writes past either end are failures of the test.
template <class T>
class DeviceArray {
 public:
  DeviceArray(Context& owner, int64_t n) : context(owner), size_(n) {
    REQUIRE(backend::allocate(context, bytes(), &memory_));
    REQUIRE(backend::fill(context, memory_, kGuardByte, 1, bytes()));
  }
  DeviceArray(Context& owner, const std::vector<T>& values) : DeviceArray(owner, int64_t(values.size())) {
    write(values);
  }
  DeviceArray(const DeviceArray&) = delete;
  DeviceArray& operator=(const DeviceArray&) = delete;
  ~DeviceArray() {
    std::vector<uint8_t> all(size_t(bytes()), uint8_t(0));
    REQUIRE(backend::download(context, all.data(), memory_, bytes()));
    const auto intact = [](uint8_t byte) { return byte == kGuardByte; };
    CHECK(std::all_of(all.begin(), all.begin() + kGuard, intact));
    CHECK(std::all_of(all.end() - kGuard, all.end(), intact));
    backend::release(context, memory_, bytes());
  }

  T* data() const { return reinterpret_cast<T*>(static_cast<uint8_t*>(memory_) + kGuard); }
  int64_t size() const { return size_; }
  Span<T> span() const { return {data(), size_}; }

  void write(const std::vector<T>& values) {
    REQUIRE(backend::upload(context, data(), values.data(), int64_t(values.size() * sizeof(T))));
  }
  std::vector<T> read() const { return read(size_); }
  std::vector<T> read(int64_t n) const {
    std::vector<T> values(static_cast<size_t>(n), T());
    REQUIRE(backend::download(context, values.data(), data(), n * int64_t(sizeof(T))));
    return values;
  }

 private:
  static constexpr int64_t kGuard = 256;
  static constexpr uint8_t kGuardByte = 0xa5;

  int64_t bytes() const { return size_ * int64_t(sizeof(T)) + 2 * kGuard; }

  Context& context;
  int64_t size_;
  void* memory_ = nullptr;
};

struct Registration {
  Registration(const char* test_name, void (*test_body)(Context&)) : name(test_name), body(test_body) {
    *last = this;
    last = &next;
  }

  const char* name;
  void (*body)(Context&);
  const Registration* next = nullptr;

  static inline const Registration* first = nullptr;
  static inline const Registration** last = &first;
};

/// Runs one test; what it leaves held or broken counts against it.
inline bool passes(const Registration& test) {
  failures = 0;
  Context context;
  REQUIRE(backend::open_device(context, 0));
  REQUIRE(backend::enter_device(context));
  test.body(context);
  REQUIRE(backend::synchronize(context));
  CHECK_EQUAL(context.held_bytes.load(), 0);
  CHECK(!context.lost);
  std::printf("%s %s\n", failures == 0 ? "ok" : "FAILED", test.name);
  std::fflush(stdout);
  return failures == 0;
}

/// Whether a test was asked for: all are when no names are given, parts of names do.
inline bool is_wanted(const Registration& test, int count, char** names) {
  if (count == 0) return true;
  for (int k = 0; k < count; ++k) {
    if (std::strstr(test.name, names[k]) != nullptr) return true;
  }
  return false;
}

inline int run_all(int count, char** names) {
  uint32_t devices = 0;
  char reason[256] = "no device";
  if (backend::count_devices(&devices, reason, int(sizeof reason)) != DVDB_OK) {
    std::printf("skipped: %s\n", reason);
    return 0;
  }
#if !defined(_WIN32)
  alarm(900);  // a deadlock is a failure, not a wait
#endif
  int passed = 0;
  int failed = 0;
  for (const Registration* test = Registration::first; test != nullptr; test = test->next) {
    if (is_wanted(*test, count, names)) ++(passes(*test) ? passed : failed);
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace dvdb::test

#if defined(__SANITIZE_ADDRESS__)
/// Lets tests ask for more memory than there is.
extern "C" const char* __asan_default_options() { return "allocator_may_return_null=1"; }
#endif

int main(int argc, char** argv) { return dvdb::test::run_all(argc - 1, argv + 1); }
