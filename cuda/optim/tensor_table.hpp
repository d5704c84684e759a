/// Many tensors as one range of chunks, so that one launch works on all of them.
#pragma once

#include <memory>
#include <new>

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "core/numbers.hpp"
#include "core/words.hpp"

namespace dvdb {

/// Elements of a chunk.
inline constexpr int64_t kTensorChunk = 16384;

/// What lists of tensors an operator has: a role is a list, such as parameters or gradients.
struct TensorRole {
  const char* name;
  const uint32_t* handles;
};

/// The data of tensor i in each of kRoles roles.
template <class T, int kRoles>
struct TensorEntry {
  T* data[kRoles];  // null where the handle is 0
  int64_t count;
  int64_t first_chunk;
  double decay;
};

/// The tensors in memory that kernels can read.
template <class T, int kRoles>
class TensorTable {
 public:
  using Entry = TensorEntry<T, kRoles>;

  explicit TensorTable(Context& context) : context_(context), memory_(context) {}

  /// Looks up the buffers of all tensors. The first role must have all of them, as must the first `required` ones.
  Status make(uint32_t n, const TensorRole (&roles)[kRoles], int required, const int64_t* counts, const double* decays) {
    const std::unique_ptr<Entry[]> entries(new (std::nothrow) Entry[size_t(n) + 1]);
    if (entries == nullptr) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot list %u tensors", n);
    chunks_ = 0;
    for (uint32_t i = 0; i < n; ++i) {
      Entry& entry = entries[i];
      entry = {{}, counts[i], chunks_, decays == nullptr ? 0.0 : decays[i]};
      for (int role = 0; role < kRoles; ++role) {
        if (role >= required && roles[role].handles[i] == 0) continue;
        Span<T> span;
        DVDB_TRY(borrow(context_, dvdb_buffer(roles[role].handles[i]), counts[i], roles[role].name, span));
        entry.data[role] = span.data;
      }
      chunks_ += (counts[i] + kTensorChunk - 1) / kTensorChunk;
    }
    n_ = int64_t(n);
    DVDB_TRY(memory_.allocate(n_, entries_));
    return backend::upload(context_, entries_.data, entries.get(), n_ * int64_t(sizeof(Entry)));
  }

  int64_t chunks() const { return chunks_; }

  /// A chunk of a tensor.
  struct Chunk {
    const Entry* entry;
    int64_t begin, end;
  };
  struct View {
    const Entry* entries;
    int64_t n;

    DVDB_FN Chunk chunk(int64_t i) const {
      const Entry* const all = entries;
      const int64_t tensor = last_not_above(int64_t(0), n, i, [all](int64_t at) { return all[at].first_chunk; });
      const int64_t begin = (i - all[tensor].first_chunk) * kTensorChunk;
      return {all + tensor, begin, min_of(all[tensor].count, begin + kTensorChunk)};
    }
  };
  View view() const { return {entries_.data, n_}; }

 private:
  Context& context_;
  backend::Scratch memory_;
  Span<Entry> entries_;
  int64_t n_ = 0;
  int64_t chunks_ = 0;
};

/// What the device says of gradients: their factor, and whether they are finite. Null for 1 and yes.
template <class T>
struct Control {
  const T* numbers;

  DVDB_FN bool stops() const { return numbers != nullptr && numbers[1] == 0; }
  DVDB_FN T factor() const { return numbers == nullptr ? T(1) : numbers[0]; }
};

/// Calls update(entry, i, factor) for each element of all tensors.
template <class T, int kRoles, class Update>
struct UpdateChunks {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 1;
  struct Shared {};

  typename TensorTable<T, kRoles>::View tensors;
  Control<T> control;
  Update update;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared&) const {
    if (control.stops()) return;
    const auto chunk = tensors.chunk(tile);
    const T factor = control.factor();
    DVDB_UNROLLED
    for (int64_t i = chunk.begin + thread; i < chunk.end; i += kThreads) update(*chunk.entry, i, factor);
  }

  void run_on_host(int64_t tile, Shared&) const {
    if (control.stops()) return;
    const auto chunk = tensors.chunk(tile);
    const T factor = control.factor();
    for (int64_t i = chunk.begin; i < chunk.end; ++i) update(*chunk.entry, i, factor);
  }
};

}  // namespace dvdb
