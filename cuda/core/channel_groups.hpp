/// Channels of rows, a few at a time: an item of a launch is a row's group of them.
#pragma once

#include "core/words.hpp"

namespace dvdb {

struct ChannelGroups {
  static constexpr int kWidth = 4;  // channels of an item

  int64_t channels;
  Divider groups;  // of a row

  static ChannelGroups of(int64_t channels) { return {channels, Divider::of(max_of<int64_t>(1, (channels + kWidth - 1) / kWidth))}; }

  int64_t items(int64_t rows) const { return rows * groups.by; }

  /// Some channels of a row.
  struct Item {
    int64_t row;
    int64_t first;  // channel
    int width;      // channels, at most kWidth

    /// Calls body(channel) for these, counted from the first: bounds known when compiling keep what it indexes in registers.
    template <class Body>
    DVDB_FN void each(Body body) const {
      for (int channel = 0; channel < kWidth; ++channel) {
        if (channel < width) body(channel);
      }
    }
  };

  DVDB_FN Item item(int64_t i) const {
    int64_t group;
    const int64_t row = groups.divide(i, &group);
    const int64_t first = group * kWidth;
    return {row, first, int(min_of(int64_t(kWidth), channels - first))};
  }
};

}  // namespace dvdb
