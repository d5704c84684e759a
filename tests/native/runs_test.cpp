/// for_each_run of backend/api/launch.hpp against serial loops.
#include "backend/api/launch.hpp"

#include "check.hpp"
#include "threads.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// Fills a run from both ends, with numbers that no other run has.
template <class T>
struct FillRun {
  int64_t width;

  DVDB_FN void operator()(int64_t i, T* run) const {
    for (int64_t k = width - 1; k >= 0; --k) run[k] = T(i * 1000 + k);
  }
};

template <class T>
void check_runs(Context& context, int64_t n, int64_t width) {
  std::vector<T> wanted;
  wanted.reserve(size_t(n * width));
  for (int64_t i = 0; i < n; ++i) {
    for (int64_t k = 0; k < width; ++k) wanted.push_back(T(i * 1000 + k));
  }
  DeviceArray<T> out(context, n * width);
  REQUIRE(for_each_run(context, n, width, out.data(), FillRun<T>{width}));
  CHECK_SAME(out.read(), wanted);
}

template <class T>
void check_widths(Context& context) {
  for (const int64_t width : {1, 2, 3, 9, 16, 17, 27, 49, 127, 128, 129, 500, 5000}) {
    for (const int64_t n : {0, 1, 31, 32, 33, 255, 256, 257, 1000}) check_runs<T>(context, n, width);
  }
  check_runs<T>(context, 100003, 27);
}

}  // namespace

TEST(runs_of_any_width_lie_end_to_end) {
  with_thread_counts(context, [&] {
    check_widths<uint8_t>(context);
    check_widths<int32_t>(context);
    check_widths<int64_t>(context);
  });
}

TEST(runs_without_elements_write_nothing) {
  DeviceArray<int64_t> out(context, 1);
  out.write({7});
  REQUIRE(for_each_run(context, 100, 0, out.data(), FillRun<int64_t>{0}));
  REQUIRE(for_each_run(context, 0, 27, out.data(), FillRun<int64_t>{27}));
  CHECK_SAME(out.read(), std::vector<int64_t>{7});
}
