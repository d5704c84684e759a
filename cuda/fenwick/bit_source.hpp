/// Occupancy bits of a caller, in words, whatever their alignment.
#pragma once

#include "core/fenwick/fields.hpp"
#include "core/words.hpp"

namespace dvdb::fenwick {

struct BitSource {
  const uint8_t* bytes = nullptr;
  int64_t n = 0;        // bits; what follows is taken for 0
  int alignment = 1;    // of the bytes: 1, 4 or 16

  static BitSource of(const uint8_t* bytes, int64_t n) {
    const int aligned = word_bytes(address_of(bytes));
    return {bytes, n, aligned >= 16 ? 16 : aligned >= 4 ? 4 : 1};
  }

  DVDB_FN uint32_t word(int64_t at) const {
    const int64_t left = n - at * kWordBits;
    if (left >= kWordBits && alignment >= 4) return reinterpret_cast<const uint32_t*>(bytes)[at];
    if (left <= 0) return 0;
    uint32_t value = 0;
    for (int byte = 0; byte * 8 < left && byte < 4; ++byte) value |= uint32_t(bytes[at * 4 + byte]) << (8 * byte);
    return left >= kWordBits ? value : value & uint32_t(low_bits(int(left)));
  }

  /// Reads eight words from a multiple of eight on: two loads where they are whole and aligned.
  DVDB_FN void words8(int64_t at, uint32_t (&out)[8]) const {
    if (alignment == 16 && (at + 8) * kWordBits <= n) {
      const Word16* pair = reinterpret_cast<const Word16*>(bytes + at * 4);
      const Word16 low = pair[0];
      const Word16 high = pair[1];
      out[0] = uint32_t(low.low), out[1] = uint32_t(low.low >> 32), out[2] = uint32_t(low.high), out[3] = uint32_t(low.high >> 32);
      out[4] = uint32_t(high.low), out[5] = uint32_t(high.low >> 32), out[6] = uint32_t(high.high), out[7] = uint32_t(high.high >> 32);
      return;
    }
    for (int k = 0; k < 8; ++k) out[k] = word(at + k);
  }

  DVDB_FN uint64_t value(int64_t k) const { return bytes[k >> 3] >> (k & 7) & 1u; }
};

}  // namespace dvdb::fenwick
