/// Blocks of device memory that a context keeps for its next allocations of about the same size.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <new>

#include "base/portable.hpp"

namespace dvdb::backend {

/// Lists of free blocks by classes of sizes, four to an octave, so that a block is at most a quarter larger than what
/// it is for. A block that was given back may be handed out at once: whoever takes it works on the stream that it was
/// given back on.
class KeptBlocks {
 public:
  static constexpr int64_t kLeast = 512;
  /// Larger blocks are left to the pool, which cuts and joins memory: to work on them takes longer than to ask for
  /// them.
  static constexpr int64_t kMost = int64_t(16) << 20;
  static constexpr int kPlaces = 256;  // of a class

  /// Sets how many bytes may be kept; 0 for none, and before it is called.
  void set_limit(int64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (lists_ == nullptr && bytes > 0) lists_.reset(new (std::nothrow) List[kClasses]);
    limit_ = lists_ == nullptr ? 0 : bytes;
  }

  /// The size of the block that an allocation takes.
  int64_t block_bytes(int64_t bytes) const { return limit_ == 0 || bytes > kMost ? bytes : size_of(class_of(bytes)); }

  /// A kept block for so many bytes, or null.
  void* take(int64_t bytes) {
    if (bytes > kMost) return nullptr;
    const std::lock_guard lock(mutex_);
    if (limit_ == 0) return nullptr;
    const int own = class_of(bytes);
    List& list = lists_[own];
    if (list.count == 0) return nullptr;
    bytes_ -= size_of(own);
    return list.blocks[--list.count];
  }

  /// Keeps a block, or frees it by `free(memory)` if there is no place for it. Where the limit is reached, all that is
  /// kept is freed first: it was for other sizes than are asked for now.
  template <class Free>
  void give(void* memory, int64_t bytes, Free free) {
    if (bytes <= kMost) {
      const std::lock_guard lock(mutex_);
      const int own = class_of(bytes);
      if (size_of(own) <= limit_) {
        if (bytes_ + size_of(own) > limit_) free_all(free);
        List& list = lists_[own];
        if (list.count < kPlaces) {
          list.blocks[list.count++] = memory;
          bytes_ += size_of(own);
          return;
        }
      }
    }
    free(memory);
  }

  /// Frees all that is kept.
  template <class Free>
  void clear(Free free) {
    const std::lock_guard lock(mutex_);
    free_all(free);
  }

  /// Bytes of the blocks that are kept.
  int64_t bytes() const {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }

 private:
  struct List {
    void* blocks[kPlaces];
    int count = 0;
  };

  static constexpr int kFirst = 9;  // octave of kLeast
  static constexpr int kLast = 24;  // of kMost
  static constexpr int kClasses = (kLast - kFirst) * 4 + 1;
  static_assert(kLeast == int64_t(1) << kFirst && kMost == int64_t(1) << kLast);

  /// Class 4 k + j has blocks of (4 + j) * 2^k / 4 times kLeast.
  static int64_t size_of(int own) { return (int64_t(4 + own % 4) << (own / 4)) * (kLeast / 4); }
  static int class_of(int64_t bytes) {
    if (bytes <= kLeast) return 0;
    const int octave = highest_bit(uint64_t(bytes - 1));
    return (octave - kFirst) * 4 + int((bytes - 1) >> (octave - 2) & 3) + 1;
  }

  template <class Free>
  void free_all(Free free) {
    for (int own = 0; lists_ != nullptr && own < kClasses; ++own) {
      List& list = lists_[own];
      while (list.count > 0) free(list.blocks[--list.count]);
    }
    bytes_ = 0;
  }

  mutable std::mutex mutex_;
  std::unique_ptr<List[]> lists_;
  int64_t limit_ = 0;
  int64_t bytes_ = 0;
};

}  // namespace dvdb::backend
