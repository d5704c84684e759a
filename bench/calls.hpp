/// What benchmarks by calls of the C interface have in common: a context, device memory, time between two events, and
/// numbers that look random.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "denovdb.h"

inline dvdb_context context;

inline void require(dvdb_status status, const char* what) {
  if (status == DVDB_OK) return;
  char text[512] = {};
  uint32_t length = 0;
  dvdb_last_error(context, reinterpret_cast<uint8_t*>(text), sizeof(text) - 1, &length);
  std::fprintf(stderr, "Cannot %s: %s\n", what, text);
  std::exit(1);
}

/// Device memory, filled from the host or left as it is.
class Memory {
 public:
  explicit Memory(int64_t bytes) { require(dvdb_buffer_create(context, bytes, &handle), "allocate"); }
  template <class T>
  explicit Memory(const std::vector<T>& values) : Memory(int64_t(values.size() * sizeof(T))) {
    require(dvdb_buffer_write(context, handle, 0, reinterpret_cast<const uint8_t*>(values.data()),
                              int64_t(values.size() * sizeof(T))),
            "write");
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { dvdb_buffer_destroy(context, handle); }

  template <class T>
  std::vector<T> read(int64_t n) const {
    std::vector<T> values(static_cast<size_t>(n));
    require(dvdb_buffer_read(context, 0, handle, 0, reinterpret_cast<uint8_t*>(values.data()), n * int64_t(sizeof(T))),
            "read");
    return values;
  }

  dvdb_buffer handle = 0;
};

/// Milliseconds of one call: the median of 11 runs of `repeats` calls each between two events, after 3 runs.
inline double time_of(const std::function<dvdb_status()>& call, int repeats = 1) {
  std::vector<double> times;
  for (int run = 0; run < 14; ++run) {
    dvdb_event before;
    dvdb_event after;
    double ms = 0;
    require(dvdb_event_record(context, &before), "record");
    for (int repeat = 0; repeat < repeats; ++repeat) require(call(), "run");
    require(dvdb_event_record(context, &after), "record");
    require(dvdb_event_elapsed(context, 0, before, after, &ms), "wait");
    dvdb_event_destroy(context, before);
    dvdb_event_destroy(context, after);
    if (run >= 3) times.push_back(ms / repeats);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// A number that depends on a key alone (Steele et al. 2014).
inline uint64_t mixed(uint64_t key) {
  key += 0x9e3779b97f4a7c15u;
  key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9u;
  key = (key ^ key >> 27) * 0x94d049bb133111ebu;
  return key ^ key >> 31;
}

/// Such a number in (0, 1).
inline double fraction(uint64_t key) { return (double(mixed(key) >> 11) + 0.5) / 9007199254740992.0; }

/// Makes a grid, of which voxel 0, 0, 0 is at the origin; puts its voxels in the order of its rows.
inline dvdb_grid grid_of(std::vector<int32_t>& voxels, double size) {
  const int64_t n = int64_t(voxels.size() / 3);
  const int64_t lists[2] = {0, n};
  const double sizes[3] = {size, size, size};
  const double origin[3] = {0, 0, 0};
  dvdb_grid grid;
  const Memory coords(voxels);
  require(dvdb_grid_from_ijk(context, 0, coords.handle, n, lists, sizes, origin, 1, &grid), "build");
  require(dvdb_grid_ijk(context, grid, coords.handle), "list voxels");
  voxels = coords.read<int32_t>(3 * n);
  return grid;
}

/// Voxels of a file of NumPy's, i32 [n, 3].
inline std::vector<int32_t> read_voxels(const std::string& path) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (file == nullptr) std::perror(path.c_str()), std::exit(1);
  std::vector<char> bytes;
  char part[65536];
  for (size_t got; (got = std::fread(part, 1, sizeof(part), file)) > 0;) bytes.insert(bytes.end(), part, part + got);
  std::fclose(file);
  const size_t head =
      bytes.size() < 10 ? bytes.size() : 10 + size_t(uint8_t(bytes[8])) + 256 * size_t(uint8_t(bytes[9]));
  if (head >= bytes.size() || std::memcmp(bytes.data(), "\x93NUMPY\x01", 7) != 0) {
    std::fprintf(stderr, "Cannot read %s: no array of version 1\n", path.c_str());
    std::exit(1);
  }
  std::vector<int32_t> voxels((bytes.size() - head) / 4);
  std::memcpy(voxels.data(), bytes.data() + head, voxels.size() * 4);
  return voxels;
}
