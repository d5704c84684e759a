/// Splits the channels of rows into small groups: an item of a launch is one group of one row.
#pragma once

#include "core/words.hpp"

namespace dvdb {

template <int kMost>
struct ChannelGroupsOf {
  static constexpr int kWidth = kMost;  // most channels per item

  int64_t channels;
  Divider groups;  // groups per row

  /// A row without channels has one empty group.
  static ChannelGroupsOf of(int64_t channels) {
    return {channels, Divider::of(max_of<int64_t>(1, (channels + kWidth - 1) / kWidth))};
  }

  int64_t items(int64_t rows) const { return rows * groups.by; }

  /// Some channels of a row.
  struct Item {
    int64_t row;
    int64_t first;  // first channel
    int width;      // number of channels, at most kWidth

    /// Calls body(channel) for each, relative to the first. Loop bounds are compile-time constants, so that arrays
    /// which the body indexes stay in registers.
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
    return {row, first, width_of(first)};
  }
  /// Number of channels in the group that starts at this one.
  DVDB_FN int width_of(int64_t first) const { return int(min_of(int64_t(kWidth), channels - first)); }

  /// On a host thread: calls body(row, first, last) for the channels [first, last) of the items [begin, end), row by
  /// row.
  template <class Body>
  void each_row(int64_t begin, int64_t end, Body body) const {
    while (begin < end) {
      int64_t group;
      const int64_t row = groups.divide(begin, &group);
      const int64_t own = min_of(groups.by - group, end - begin);
      body(row, group * kWidth, min_of((group + own) * kWidth, channels));
      begin += own;
    }
  }
};

using ChannelGroups = ChannelGroupsOf<4>;

/// On a host thread: calls body.operator()<kSome>(channel) for the channels [first, last), kMost at a time and fewer at
/// the end: loops whose length is known when compiling become vectors.
template <int kMost, class Body>
void each_channels(int64_t first, int64_t last, Body body) {
  for (; last - first >= kMost; first += kMost) body.template operator()<kMost>(first);
  for (; last - first >= 4; first += 4) body.template operator()<4>(first);
  for (; first < last; ++first) body.template operator()<1>(first);
}

}  // namespace dvdb
