/// Packs: 16 bytes of neighboring elements, which a thread reads and writes at once where rows are whole packs.
#pragma once

#include <bit>

#include "core/numbers.hpp"
#include "core/words.hpp"

namespace dvdb {

/// Elements of a pack.
template <class T>
inline constexpr int kPack = kWordBytes / int(sizeof(T));

template <class T>
struct PackOf {
  T elements[kPack<T>];
};

/// Whether rows of so many channels at these addresses, ORed together, are whole packs.
template <class T>
bool has_whole_packs(int64_t channels, uint64_t addresses) {
  return channels % kPack<T> == 0 && addresses % kWordBytes == 0;
}

/// Reads `held` elements, as the type that they are computed in; 0 for the others.
template <class T>
DVDB_FN void load_pack(const T* from, bool whole, int held, Computed<T> (&out)[kPack<T>]) {
  if (whole) {
    const auto pack = std::bit_cast<PackOf<T>>(*reinterpret_cast<const Word16*>(from));
    for (int at = 0; at < kPack<T>; ++at) out[at] = widen(pack.elements[at]);
  } else {
    for (int at = 0; at < kPack<T>; ++at) out[at] = at < held ? widen(from[at]) : Computed<T>(0);
  }
}

/// Rounds and writes `held` elements; NaN becomes the plain one.
template <class T>
DVDB_FN void store_pack(T* to, bool whole, int held, const Computed<T> (&values)[kPack<T>]) {
  PackOf<T> pack;
  for (int at = 0; at < kPack<T>; ++at) pack.elements[at] = narrow<T>(values[at]);
  if (whole) {
    store_whole(reinterpret_cast<Word16*>(to), std::bit_cast<Word16>(pack));
  } else {
    for (int at = 0; at < kPack<T>; ++at)
      if (at < held) to[at] = pack.elements[at];
  }
}

/// The packs of a matrix's rows: what an item of a launch works on.
template <class T>
struct RowPacks {
  int64_t channels;
  Divider packs;  // of a row
  bool whole;

  static RowPacks of(int64_t channels, uint64_t addresses) {
    return {channels, Divider::of(max_of<int64_t>(1, (channels + kPack<T> - 1) / kPack<T>)),
            has_whole_packs<T>(channels, addresses)};
  }
  int64_t items(int64_t rows) const { return channels == 0 ? 0 : rows * packs.by; }

  struct Item {
    int64_t row, first, at;  // at: the first element of all
    int held;
  };
  DVDB_FN Item item(int64_t i) const {
    int64_t pack;
    const int64_t row = packs.divide(i, &pack);
    const int64_t first = pack * kPack<T>;
    return {row, first, row * channels + first, int(min_of(channels - first, int64_t(kPack<T>)))};
  }
};

}  // namespace dvdb
