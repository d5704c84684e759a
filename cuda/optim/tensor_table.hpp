/// The tensors of a model as one range of chunks, so that one launch works on all of them.
#pragma once

#include <algorithm>
#include <memory>
#include <new>

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"
#include "core/numbers.hpp"
#include "core/words.hpp"

namespace dvdb {

/// Elements of a chunk: so few that the last blocks of a GPU are not left alone for long.
inline constexpr int64_t kTensorChunk = 8192;

/// A tensor and what belongs to it: numbers of its dtype are read and written as numbers of S, which what optimizers
/// keep consists of.
template <class S>
struct TensorEntry {
  static constexpr int kKept = 3;

  void* parameters;       // of the dtype, rounded from the first kept numbers where these are masters; or null
  const void* gradients;  // of the dtype
  S* kept[kKept];         // null where there are none
  int64_t count;
  int64_t first_chunk;
  double decay;
  uint32_t dtype;
};

/// Lists of tensors of an operator, as arrays of handles; null for a list that it does not have.
struct TensorLists {
  int64_t n;
  const int64_t* counts;
  const uint32_t* dtypes;
  const double* decays;
  const uint32_t* parameters;
  const uint32_t* gradients;
  /// The first kept numbers are masters, which only parameters in f16 or bf16 have, or stand for parameters.
  const uint32_t* kept[3];
  const char* kept_names[3];

  /// Those of a step, with the numbers that it keeps besides masters.
  template <class Args>
  static TensorLists of(const Args& a, const uint32_t* first, const char* first_name, const uint32_t* second = nullptr,
                        const char* second_name = nullptr) {
    return {a.n_tensors,
            a.counts,
            a.dtypes,
            a.decays,
            a.parameters,
            a.gradients,
            {a.masters, first, second},
            {"masters", first_name, second_name}};
  }
};

/// Checks that a tensor's numbers are computed in S.
template <class S>
Status check_computed(Context& context, int64_t i, uint32_t dtype) {
  const bool is_wide = std::is_same_v<S, double>;
  const bool is_narrow = dtype == DVDB_F16 || dtype == DVDB_BF16;
  if (is_wide ? dtype == DVDB_F64 : is_narrow || dtype == DVDB_F32) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use dtypes: tensor %lld has dtype %u beside %s",
              static_cast<long long>(i), dtype, is_wide ? "f64" : "f16, bf16 or f32");
}

/// The tensors in memory that kernels can read.
template <class S>
class TensorTable {
 public:
  using Entry = TensorEntry<S>;

  explicit TensorTable(Context& context) : context_(context), memory_(context) {}

  /// Looks up the buffers of all tensors.
  Status make(const TensorLists& lists) {
    const std::unique_ptr<Entry[]> entries(new (std::nothrow) Entry[size_t(lists.n) + 1]);
    if (entries == nullptr)
      return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot list %lld tensors", static_cast<long long>(lists.n));
    chunks_ = 0;
    for (int64_t i = 0; i < lists.n; ++i) {
      DVDB_TRY(look_up(lists, i, entries[i]));
      entries[i].first_chunk = chunks_;
      chunks_ += (lists.counts[i] + kTensorChunk - 1) / kTensorChunk;
    }
    n_ = lists.n;
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
  Status look_up(const TensorLists& lists, int64_t i, Entry& entry) {
    const uint32_t dtype = lists.dtypes[i];
    const int64_t count = lists.counts[i];
    const bool is_narrow = dtype == DVDB_F16 || dtype == DVDB_BF16;
    DVDB_TRY(check_computed<S>(context_, i, dtype));
    entry = {nullptr, nullptr, {}, count, 0, lists.decays == nullptr ? 0.0 : lists.decays[i], dtype};
    if (lists.parameters != nullptr)
      DVDB_TRY(borrow_numbers(context_, lists.parameters[i], dtype, count, "parameters", &entry.parameters));
    void* gradients = nullptr;
    DVDB_TRY(borrow_numbers(context_, lists.gradients[i], dtype, count, "gradients", &gradients));
    entry.gradients = gradients;
    for (int at = 0; at < Entry::kKept; ++at) {
      if (lists.kept[at] == nullptr) continue;
      // Masters: parameters of the type that is computed in are their own.
      if (at == 0 && lists.parameters != nullptr && !is_narrow) continue;
      Span<S> span;
      DVDB_TRY(borrow(context_, dvdb_buffer(lists.kept[at][i]), count, lists.kept_names[at], span));
      entry.kept[at] = span.data;
    }
    return {};
  }

  Context& context_;
  backend::Scratch memory_;
  Span<Entry> entries_;
  int64_t n_ = 0;
  int64_t chunks_ = 0;
};

/// Calls `body.operator()<S>()` with the type that all tensors are computed in.
template <class Body>
Status with_computed(const uint32_t* dtypes, uint32_t n, Body body) {
  const bool is_wide = std::any_of(dtypes, dtypes + n, [](uint32_t dtype) { return dtype == DVDB_F64; });
  return is_wide ? body.template operator()<double>() : body.template operator()<float>();
}

/// Calls `body.operator()<T>()` with the type of a tensor, on a device.
template <class S, class Body>
DVDB_FN void with_elements(uint32_t dtype, Body body) {
  if constexpr (std::is_same_v<S, double>) {
    body.template operator()<double>();
  } else if (dtype == DVDB_F32) {
    body.template operator()<float>();
  } else if (dtype == DVDB_F16) {
    body.template operator()<Half>();
  } else {
    body.template operator()<BFloat16>();
  }
}

/// The device's words on gradients: their factor, and whether they are finite. Null for 1 and yes.
struct Control {
  const double* numbers;

  DVDB_FN bool stops() const { return numbers != nullptr && numbers[1] == 0; }
  DVDB_FN double factor() const { return numbers == nullptr ? 1.0 : numbers[0]; }
};

/// What an optimizer keeps of an element besides its master; as members, because compilers vectorize no array of them.
template <class S>
struct KeptNumbers {
  S first, second;
};

/// Updates each element of all tensors: update(parameter, gradient, kept, decay, settings), where `kept` are the
/// kNumbers that an optimizer keeps besides masters, and settings those that `update.settings()` reads once for a
/// chunk.
template <class S, class Update>
struct UpdateChunks {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 1;
  static constexpr int kAhead = 4;    // elements of a thread that are on their way at once
  static constexpr int kBlock = 512;  // elements that a host thread converts at once
  static constexpr int kNumbers = Update::kNumbers;
  struct Shared {};

  typename TensorTable<S>::View tensors;
  Control control;
  Update update;

  /// What is read of an element, as it is.
  template <class T>
  struct Element {
    T parameter, gradient;
    S master;
    KeptNumbers<S> kept;
  };

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared&) const {
    with_chunk(tile, [&]<class T>(const auto& chunk, const auto& settings) {
      const TensorEntry<S> entry = *chunk.entry;  // a copy, which no store can change
      int64_t i = chunk.begin + thread;
      for (; i + (kAhead - 1) * kThreads < chunk.end; i += kAhead * kThreads) {
        Element<T> elements[kAhead];
        DVDB_UNROLLED
        for (int at = 0; at < kAhead; ++at) elements[at] = read<T>(entry, i + at * kThreads);
        DVDB_UNROLLED
        for (int at = 0; at < kAhead; ++at) write(entry, i + at * kThreads, elements[at], settings);
      }
      for (; i < chunk.end; i += kThreads) write(entry, i, read<T>(entry, i), settings);
    });
  }

  void run_on_host(int64_t tile, Shared&) const {
    // Copies, which no store to a tensor can change: compilers vectorize.
    const UpdateChunks own = *this;
    own.with_chunk(tile, [&own]<class T>(const auto& chunk, const auto& given) {
      const TensorEntry<S> entry = *chunk.entry;
      const auto settings = given;
      if (std::is_same_v<T, S> && entry.kept[0] == nullptr) {
        S* const parameters = static_cast<S*>(entry.parameters);
        const S* const gradients = static_cast<const S*>(entry.gradients);
        for (int64_t i = chunk.begin; i < chunk.end; ++i)
          parameters[i] = own.updated(parameters[i], gradients[i], entry, i, settings);
        return;
      }
      // Fewer arrays at once, which compilers have to tell apart.
      S parameters[kBlock];
      S gradients[kBlock];
      for (int64_t begin = chunk.begin; begin < chunk.end; begin += kBlock) {
        const int held = int(min_of(chunk.end - begin, int64_t(kBlock)));
        const T* const raw = static_cast<const T*>(entry.gradients) + begin;
        T* const rounded = static_cast<T*>(entry.parameters);
        S* const masters = entry.kept[0];
        for (int at = 0; at < held; ++at) gradients[at] = S(widen(raw[at]));
        for (int at = 0; at < held; ++at)
          parameters[at] = masters != nullptr ? masters[begin + at] : S(widen(rounded[begin + at]));
        for (int at = 0; at < held; ++at)
          parameters[at] = own.updated(parameters[at], gradients[at], entry, begin + at, settings);
        if (masters != nullptr) std::copy(parameters, parameters + held, masters + begin);
        if (rounded != nullptr)
          for (int at = 0; at < held; ++at) rounded[begin + at] = narrow<T>(parameters[at]);
      }
    });
  }

  /// Calls `body.operator()<T>(chunk, settings)` with the type of the tensor of a chunk that is to be updated.
  template <class Body>
  DVDB_FN void with_chunk(int64_t tile, const Body& body) const {
    if (control.stops()) return;
    const auto chunk = tensors.chunk(tile);
    const struct {
      S factor;
      decltype(update.settings()) of_update;
    } settings{S(control.factor()), update.settings()};
    with_elements<S>(chunk.entry->dtype, [&]<class T>() { body.template operator()<T>(chunk, settings); });
  }

  DVDB_FN KeptNumbers<S> load(const TensorEntry<S>& entry, int64_t i) const {
    return {kNumbers > 0 ? entry.kept[1][i] : S(0), kNumbers > 1 ? entry.kept[2][i] : S(0)};
  }
  DVDB_FN void store(const TensorEntry<S>& entry, int64_t i, const KeptNumbers<S>& kept) const {
    if constexpr (kNumbers > 0) entry.kept[1][i] = plain_nan(kept.first);
    if constexpr (kNumbers > 1) entry.kept[2][i] = plain_nan(kept.second);
  }

  template <class T>
  DVDB_FN Element<T> read(const TensorEntry<S>& entry, int64_t i) const {
    Element<T> out{};
    if (entry.kept[0] != nullptr) {
      out.master = entry.kept[0][i];
    } else {
      out.parameter = static_cast<const T*>(entry.parameters)[i];
    }
    out.gradient = static_cast<const T*>(entry.gradients)[i];
    out.kept = load(entry, i);
    return out;
  }

  template <class T, class Settings>
  DVDB_FN void write(const TensorEntry<S>& entry, int64_t i, Element<T> element, const Settings& settings) const {
    S parameter = entry.kept[0] != nullptr ? element.master : S(widen(element.parameter));
    update(parameter, S(widen(element.gradient)) * settings.factor, element.kept, S(entry.decay), settings.of_update);
    parameter = plain_nan(parameter);
    store(entry, i, element.kept);
    if (entry.kept[0] != nullptr) entry.kept[0][i] = parameter;
    if (entry.parameters != nullptr) static_cast<T*>(entry.parameters)[i] = narrow<T>(parameter);
  }

  /// The parameter after an update, which also writes the other kept numbers.
  template <class Settings>
  S updated(S parameter, S gradient, const TensorEntry<S>& entry, int64_t i, const Settings& settings) const {
    KeptNumbers<S> kept = load(entry, i);
    update(parameter, gradient * settings.factor, kept, S(entry.decay), settings.of_update);
    store(entry, i, kept);
    return plain_nan(parameter);
  }
};

/// Launches an update of all tensors.
template <class S, class Update>
Status update_all(Context& c, const TensorTable<S>& table, const Control& control, const Update& update) {
  return backend::for_each_tile(c, table.chunks(), UpdateChunks<S, Update>{table.view(), control, update});
}

}  // namespace dvdb
