/// base/system_memory.hpp on systems made of a few files.
#include "base/system_memory.hpp"

#include "system_files.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

constexpr const char* kMachine =
    "MemTotal:       16 kB\nMemFree:        1 kB\nMemAvailable:   12 kB\nSwapTotal: 99 kB\n";

int64_t most(const SystemFiles& system) { return most_memory(system.root()); }
int64_t available(const SystemFiles& system) { return available_memory(system.root()); }

}  // namespace

TEST(without_limits_the_machine_counts) {
  CHECK_EQUAL(most(SystemFiles().with("proc/meminfo", kMachine)), 16 << 10);
  CHECK_EQUAL(available(SystemFiles().with("proc/meminfo", kMachine)), 12 << 10);
  CHECK_EQUAL(most(SystemFiles()), INT64_MAX);
  CHECK_EQUAL(available(SystemFiles()), INT64_MAX);
  CHECK(available_memory() > 0);
  CHECK(available_memory() <= most_memory());
}

TEST(groups_of_version_2_limit_memory) {
  SystemFiles system;
  system.with("proc/meminfo", kMachine).with("proc/self/cgroup", "0::/a/b\n");
  system.with("sys/fs/cgroup/a/memory.max", "max\n").with("sys/fs/cgroup/a/b/memory.max", "8192\n");
  CHECK_EQUAL(most(system), 8192);
  CHECK_EQUAL(available(system), 8192);
  system.with("sys/fs/cgroup/a/b/memory.current", "5000\n");
  CHECK_EQUAL(available(system), 3192);
  system.with("sys/fs/cgroup/a/b/memory.stat", "anon 4000\ninactive_file 1000\nactive_file 7\n");
  CHECK_EQUAL(available(system), 4192);
  system.with("sys/fs/cgroup/a/memory.max", "3000\n").with("sys/fs/cgroup/a/memory.current", "4000\n");
  CHECK_EQUAL(most(system), 3000);
  CHECK_EQUAL(available(system), 0);
}

TEST(a_container_shows_its_group_as_the_topmost_one) {
  SystemFiles system;
  system.with("proc/meminfo", kMachine).with("proc/self/cgroup", "0::/outside\n");
  system.with("sys/fs/cgroup/memory.max", "4096\n");
  CHECK_EQUAL(most(system), 4096);
}

TEST(groups_of_version_1_limit_memory) {
  SystemFiles system;
  system.with("proc/meminfo", kMachine).with("proc/self/cgroup", "9:cpuset:/c\n4:memory:/docker/1\n");
  system.with("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  CHECK_EQUAL(most(system), 16 << 10);
  system.with("sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", "10000\n");
  system.with("sys/fs/cgroup/memory/docker/1/memory.usage_in_bytes", "7000\n");
  CHECK_EQUAL(most(system), 10000);
  CHECK_EQUAL(available(system), 3000);
  system.with("sys/fs/cgroup/memory/docker/1/memory.stat", "inactive_file 1\ntotal_inactive_file 500\n");
  CHECK_EQUAL(available(system), 3500);
}
