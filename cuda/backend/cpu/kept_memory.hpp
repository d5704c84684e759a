/// Memory that a context caches for its next allocations.
#pragma once

#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <mutex>

#include "backend/cpu/aligned_memory.hpp"
#include "base/portable.hpp"
#include "base/system_memory.hpp"

namespace dvdb::backend {

inline constexpr int64_t kHugePage = int64_t(2) << 20;

/// Memory from the operating system, null if there is none: the system would promise more than there is, and swap or
/// end the process when it is used.
inline void* system_memory(int64_t bytes) {
  if (bytes > available_memory()) return nullptr;
  void* memory = allocate_aligned(kHugePage, bytes);
#if defined(__linux__)
  if (memory != nullptr) (void)madvise(memory, size_t(bytes), MADV_HUGEPAGE);  // a hint: fewer page faults
#endif
  return memory;
}

/// An allocator of pieces of large regions. The system clears pages when they are first touched, which can take longer
/// than the work on them: so freed pieces are merged, split, and reused.
class KeptMemory {
 public:
  /// Smaller allocations are left to the C library.
  static constexpr int64_t kLeast = int64_t(256) << 10;

  KeptMemory() = default;
  KeptMemory(const KeptMemory&) = delete;
  KeptMemory& operator=(const KeptMemory&) = delete;
  ~KeptMemory() {
    for (Region& region : regions_) free_aligned(region.memory);
  }

  /// Allocates from the smallest free piece that is large enough (best fit); null if there is no room for another
  /// region.
  void* take(int64_t bytes) {
    const std::lock_guard lock(mutex_);
    const int64_t wanted = rounded(bytes);
    if (Free** best = smallest_of(wanted); best != nullptr) return cut(best, wanted);
    if (!add_region(wanted)) return nullptr;
    return cut(smallest_of(wanted), wanted);
  }
  /// Frees a piece; false if it was not allocated here.
  bool give(void* memory, int64_t bytes) {
    const std::lock_guard lock(mutex_);
    uint8_t* const at = static_cast<uint8_t*>(memory);
    bool is_own = false;
    for (const Region& region : regions_) is_own = is_own || (at >= region.memory && at < region.memory + region.bytes);
    if (!is_own) return false;
    join(at, rounded(bytes));
    trim(kMost);
    return true;
  }
  /// Returns regions without allocations to the system.
  void clear() {
    const std::lock_guard lock(mutex_);
    trim(0);
  }

 private:
  static constexpr int64_t kPage = 4096;
  static constexpr int64_t kRegion = int64_t(128) << 20;
  static constexpr int64_t kMost = int64_t(256) << 20;

  /// A large piece takes its region as a whole, which then goes back to the system whatever else is taken.
  static int64_t rounded(int64_t bytes) { return round_up(bytes, bytes >= kRegion ? kHugePage : kPage); }

  struct Region {
    uint8_t* memory = nullptr;
    int64_t bytes = 0;
  };
  /// At the beginning of free memory; by address.
  struct Free {
    int64_t bytes;
    Free* next;

    uint8_t* begin() { return reinterpret_cast<uint8_t*>(this); }
    uint8_t* end() { return begin() + bytes; }
  };

  /// The link to the smallest piece that is large enough.
  Free** smallest_of(int64_t bytes) {
    Free** best = nullptr;
    for (Free** link = &free_; *link != nullptr; link = &(*link)->next) {
      if ((*link)->bytes >= bytes && (best == nullptr || (*link)->bytes < (*best)->bytes)) best = link;
    }
    return best;
  }
  void* cut(Free** link, int64_t bytes) {
    Free* const piece = *link;
    Free* rest = piece->next;
    if (piece->bytes > bytes) {
      rest = reinterpret_cast<Free*>(piece->begin() + bytes);
      *rest = {piece->bytes - bytes, piece->next};
    }
    *link = rest;
    free_bytes_ -= bytes;
    return piece;
  }
  void join(uint8_t* memory, int64_t bytes) {
    Free* before = nullptr;
    Free* after = free_;
    for (; after != nullptr && after->begin() < memory; after = after->next) before = after;
    Free* piece = reinterpret_cast<Free*>(memory);
    *piece = {bytes, after};
    free_bytes_ += bytes;
    if (after != nullptr && piece->end() == after->begin()) *piece = {bytes + after->bytes, after->next};
    if (before == nullptr) {
      free_ = piece;
    } else if (before->end() == memory) {
      *before = {before->bytes + piece->bytes, piece->next};
    } else {
      before->next = piece;
    }
  }
  /// A region has room for several pieces, or for one that is larger.
  bool add_region(int64_t bytes) {
    Region* slot = nullptr;
    for (Region& region : regions_) slot = region.memory == nullptr ? &region : slot;
    if (slot == nullptr) return false;
    int64_t own = max_of(kRegion, round_up(bytes, kHugePage));
    void* memory = system_memory(own);
    if (memory == nullptr) memory = system_memory(own = round_up(bytes, kHugePage));
    if (memory == nullptr) return false;
    *slot = {static_cast<uint8_t*>(memory), own};
    join(slot->memory, own);
    return true;
  }
  /// Gives regions that are free as a whole back to the system until few bytes are free.
  void trim(int64_t most) {
    while (free_bytes_ > most) {
      Region* largest = nullptr;
      Free** link_of_largest = nullptr;
      for (Free** link = &free_; *link != nullptr; link = &(*link)->next) {
        for (Region& region : regions_) {
          if (region.memory != (*link)->begin() || region.bytes != (*link)->bytes) continue;
          if (largest != nullptr && largest->bytes >= region.bytes) continue;
          largest = &region;
          link_of_largest = link;
        }
      }
      if (largest == nullptr) return;
      *link_of_largest = (*link_of_largest)->next;
      free_bytes_ -= largest->bytes;
      free_aligned(largest->memory);
      *largest = {};
    }
  }

  std::mutex mutex_;
  Region regions_[64];
  Free* free_ = nullptr;
  int64_t free_bytes_ = 0;
};

}  // namespace dvdb::backend
