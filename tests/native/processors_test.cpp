/// base/processors.hpp on systems made of a few files.
#include "base/processors.hpp"

#include <sched.h>

#include <string>
#include <thread>
#include <utility>

#include "system_files.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

int processors(const SystemFiles& system) { return usable_processors(system.root()); }

/// The processors that the process may run on.
int allowed() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

}  // namespace

TEST(without_quotas_the_affinity_counts) {
  CHECK_EQUAL(processors(SystemFiles()), allowed());
  CHECK_EQUAL(processors(SystemFiles().with("proc/self/cgroup", "0::/\n")), allowed());
  CHECK_EQUAL(
      processors(SystemFiles().with("proc/self/cgroup", "0::/\n").with("sys/fs/cgroup/cpu.max", "max 100000\n")),
      allowed());
  CHECK_EQUAL(processors(SystemFiles()
                             .with("proc/self/cgroup", "2:cpuacct,cpu:/\n")
                             .with("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n")
                             .with("sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n")),
              allowed());
  CHECK(usable_processors() >= 1);
  CHECK(usable_processors() <= allowed());
}

TEST(processors_follow_the_affinity) {
  cpu_set_t before;
  CHECK_EQUAL(sched_getaffinity(0, sizeof before, &before), 0);
  int found = 0;
  std::thread([&] {
    int first = 0;
    while (!CPU_ISSET(first, &before)) ++first;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    CHECK_EQUAL(sched_setaffinity(0, sizeof one, &one), 0);
    found = usable_processors();
  }).join();
  CHECK_EQUAL(found, 1);
}

TEST(quotas_of_control_groups_limit_processors) {
  const auto version_2 = [](const char* quota) {
    return processors(SystemFiles().with("proc/self/cgroup", "0::/\n").with("sys/fs/cgroup/cpu.max", quota));
  };
  CHECK_EQUAL(version_2("50000 100000\n"), 1);
  CHECK_EQUAL(version_2("100000 100000\n"), 1);
  CHECK_EQUAL(version_2("101000 100000\n"), std::min(2, allowed()));
  CHECK_EQUAL(version_2("99999900000 100000\n"), allowed());
  CHECK_EQUAL(version_2("0 0\n"), allowed());
  CHECK_EQUAL(version_2("no number"), allowed());
  const auto version_1 = [](const char* group, const char* folder) {
    return processors(SystemFiles()
                          .with("proc/self/cgroup", std::string("5:memory:/\n4:") + group + "\n1:name=systemd:/\n")
                          .with(std::string("sys/fs/cgroup/") + folder + "/cpu.cfs_quota_us", "80000\n")
                          .with(std::string("sys/fs/cgroup/") + folder + "/cpu.cfs_period_us", "100000\n"));
  };
  CHECK_EQUAL(version_1("cpu:/", "cpu"), 1);
  CHECK_EQUAL(version_1("cpu,cpuacct:/", "cpu,cpuacct"), 1);
  CHECK_EQUAL(version_1("cpuacct,cpu:/", "cpu"), 1);
  CHECK_EQUAL(version_1("cpu:/box/inner", "cpu/box"), 1);
  CHECK_EQUAL(version_1("cpuacct:/", "cpuacct"), allowed());
}

TEST(a_group_is_limited_by_those_around_it) {
  const auto nested = [](const char* outer, const char* inner) {
    return processors(SystemFiles()
                          .with("proc/self/cgroup", "0::/outer/inner\n")
                          .with("sys/fs/cgroup/outer/cpu.max", outer)
                          .with("sys/fs/cgroup/outer/inner/cpu.max", inner));
  };
  CHECK_EQUAL(nested("100000 100000", "max 100000"), 1);
  CHECK_EQUAL(nested("max 100000", "20000 100000"), 1);
  CHECK_EQUAL(nested("max 100000", "max 100000"), allowed());
}

TEST(a_container_that_hides_the_path_of_its_group_is_limited) {
  CHECK_EQUAL(
      processors(
          SystemFiles().with("proc/self/cgroup", "0::/docker/0123\n").with("sys/fs/cgroup/cpu.max", "100000 100000")),
      1);
}
