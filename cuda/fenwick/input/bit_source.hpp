/// The caller's occupancy bits, read in words, whatever their alignment.
#pragma once

#include "core/words.hpp"
#include "fenwick/view/fields.hpp"

namespace dvdb::fenwick {

struct BitSource {
  const uint8_t* bytes = nullptr;
  int64_t n = 0;      // bits; what follows is taken for 0
  int alignment = 1;  // of the bytes: 1, 4 or 16

  static BitSource of(const uint8_t* bytes, int64_t n) {
    const int aligned = word_bytes(address_of(bytes));
    return {bytes, n, aligned >= 16 ? 16 : aligned >= 4 ? 4 : 1};
  }

  DVDB_FN uint32_t word(int64_t at) const {
    const int64_t left = n - at * kWordBits;
    if (left >= kWordBits && alignment >= 4) return reinterpret_cast<const uint32_t*>(bytes)[at];
    if (left <= 0) return 0;
    uint32_t value = 0;
    DVDB_ROLLED
    for (int byte = 0; byte * 8 < left && byte < 4; ++byte) value |= uint32_t(bytes[at * 4 + byte]) << (8 * byte);
    return left >= kWordBits ? value : value & uint32_t(low_bits(int(left)));
  }

  /// Reads 256 bits from a multiple of that on: two loads where they are whole and aligned.
  DVDB_FN void block(int64_t at, uint64_t (&out)[4]) const {
    if (alignment == 16 && (at + 1) * 256 <= n) {
      const Word16* pair = reinterpret_cast<const Word16*>(bytes + at * 32);
      const Word16 low = pair[0];
      const Word16 high = pair[1];
      out[0] = low.low, out[1] = low.high, out[2] = high.low, out[3] = high.high;
      return;
    }
    for (int k = 0; k < 4; ++k) out[k] = 0;
    DVDB_ROLLED
    for (int k = 0; k < 4; ++k) {
      out[0] = out[1], out[1] = out[2], out[2] = out[3];
      out[3] = uint64_t(word(at * 8 + 2 * k + 1)) << 32 | word(at * 8 + 2 * k);
    }
  }

  /// Reads consecutive words.
  template <int kCount>
  DVDB_FN void read(int64_t first, uint32_t (&out)[kCount]) const {
    if (alignment >= 4 && (first + kCount) * kWordBits <= n) {
      for (int at = 0; at < kCount; ++at) out[at] = reinterpret_cast<const uint32_t*>(bytes)[first + at];
      return;
    }
    for (int at = 0; at < kCount; ++at) out[at] = word(first + at);
  }

  DVDB_FN uint64_t value(int64_t k) const { return bytes[k >> 3] >> (k & 7) & 1u; }
};

}  // namespace dvdb::fenwick
