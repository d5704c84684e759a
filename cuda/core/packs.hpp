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

/// A pack on its way, in four registers of a GPU: single elements of 16 bits would take one each.
template <class T>
struct RawPack {
  Word16 word;
};

/// Reads `held` elements as they are; 0 for the others.
template <class T>
DVDB_FN RawPack<T> read_pack(const T* from, bool whole, int held) {
  if (whole) return {*reinterpret_cast<const Word16*>(from)};
  PackOf<T> out{};
  for (int at = 0; at < kPack<T>; ++at)
    if (at < held) out.elements[at] = from[at];
  return {std::bit_cast<Word16>(out)};
}

/// The elements of a pack in the type that they are computed in.
template <class T>
DVDB_FN void widen_pack(const RawPack<T>& raw, Computed<T> (&out)[kPack<T>]) {
  const auto pack = std::bit_cast<PackOf<T>>(raw.word);
  for (int at = 0; at < kPack<T>; ++at) out[at] = widen(pack.elements[at]);
}

/// Reads `held` elements, as the type that they are computed in; 0 for the others.
template <class T>
DVDB_FN void load_pack(const T* from, bool whole, int held, Computed<T> (&out)[kPack<T>]) {
  widen_pack(read_pack(from, whole, held), out);
}

/// Reads a number for each element of a pack, such as parameters of channels; 0 for those that are not held.
template <class T>
DVDB_FN void load_channels(const Computed<T>* from, bool whole, int held, Computed<T> (&out)[kPack<T>]) {
  using S = Computed<T>;
  if (whole) {
    for (int word = 0; word < kPack<T> / kPack<S>; ++word) {
      const auto pack = std::bit_cast<PackOf<S>>(reinterpret_cast<const Word16*>(from)[word]);
      for (int at = 0; at < kPack<S>; ++at) out[word * kPack<S> + at] = pack.elements[at];
    }
  } else {
    for (int at = 0; at < kPack<T>; ++at) out[at] = at < held ? from[at] : S(0);
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

}  // namespace dvdb
