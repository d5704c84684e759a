/// Memory as macOS tells it.
#include "base/system_memory.hpp"

#include <mach/mach.h>
#include <sys/sysctl.h>
#include <unistd.h>

#include <cstddef>

namespace dvdb {

int64_t most_memory(const char*) {
  int64_t bytes = 0;
  size_t size = sizeof bytes;
  return sysctlbyname("hw.memsize", &bytes, &size, nullptr, 0) == 0 ? bytes : INT64_MAX;
}

int64_t available_memory(const char*) {
  vm_statistics64_data_t pages = {};
  mach_msg_type_number_t count = HOST_VM_INFO64_COUNT;
  const mach_port_t host = mach_host_self();
  const auto told = reinterpret_cast<host_info64_t>(&pages);
  const bool is_told = host_statistics64(host, HOST_VM_INFO64, told, &count) == KERN_SUCCESS;
  mach_port_deallocate(mach_task_self(), host);
  if (!is_told) return most_memory();
  // The system gives up what is inactive or purgeable when asked.
  const int64_t free = int64_t(pages.free_count) + pages.inactive_count + pages.purgeable_count;
  return free * int64_t(sysconf(_SC_PAGESIZE));
}

}  // namespace dvdb
