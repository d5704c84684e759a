/// What the CPU backend keeps for a context.
#pragma once

#include <cstdlib>
#include <mutex>

#include "backend/memory.hpp"

namespace dvdb::backend {

/// Large pieces that were given up, for those that come next: memory from the system has to be cleared page by page.
class KeptMemory {
 public:
  KeptMemory() = default;
  KeptMemory(const KeptMemory&) = delete;
  KeptMemory& operator=(const KeptMemory&) = delete;
  ~KeptMemory() { clear(); }

  /// The smallest piece that is large enough and not much larger; null if there is none.
  void* take(int64_t bytes) {
    const std::lock_guard lock(mutex_);
    Piece* best = nullptr;
    for (Piece& piece : pieces_) {
      if (piece.bytes >= bytes && piece.bytes <= 2 * bytes && (best == nullptr || piece.bytes < best->bytes)) best = &piece;
    }
    if (best == nullptr) return nullptr;
    void* memory = best->memory;
    total_ -= best->bytes;
    *best = {};
    return memory;
  }
  /// Whether the piece is kept.
  bool keep(void* memory, int64_t bytes) {
    const std::lock_guard lock(mutex_);
    if (bytes > kMost - total_) return false;
    for (Piece& piece : pieces_) {
      if (piece.memory != nullptr) continue;
      piece = {memory, bytes};
      total_ += bytes;
      return true;
    }
    return false;
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    for (Piece& piece : pieces_) {
      std::free(piece.memory);
      piece = {};
    }
    total_ = 0;
  }

 private:
  struct Piece {
    void* memory = nullptr;
    int64_t bytes = 0;
  };
#if defined(__SANITIZE_ADDRESS__)
  static constexpr int64_t kMost = 0;  // or what was given up could be used unnoticed
#else
  static constexpr int64_t kMost = int64_t(256) << 20;
#endif
  std::mutex mutex_;
  Piece pieces_[16];
  int64_t total_ = 0;
};

struct Device {
  alignas(64) uint8_t report[kReportBytes];
  KeptMemory kept;
};

}  // namespace dvdb::backend
