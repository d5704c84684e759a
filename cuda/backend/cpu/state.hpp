/// State of a context of the CPU backend.
#pragma once

#include "backend/api/memory.hpp"
#include "backend/cpu/kept_memory.hpp"

namespace dvdb::backend {

struct Device {
  alignas(64) uint8_t report[kReportBytes];
  KeptMemory kept;
  int64_t n_waits = 0;
  int64_t memory_bytes = INT64_MAX;  // that the process can have
};

}  // namespace dvdb::backend
