/// What normalizations by statistics of many rows have in common, for column sums and maps of rows (columns.hpp):
///
///   y = (x - mean) * factor * scale + shift + residual, with ReLU
///
/// and its backward pass, from sums of gradients and of their products with normalized elements. Statistics are those
/// of a channel, or of a list and a group of channels.
#pragma once

#include "dense/columns.hpp"

namespace dvdb {

/// Statistics of channels, over all rows.
template <class T>
struct OfChannels {
  using S = Computed<T>;
  static constexpr bool kScalesFirst = false;
  const S* mean;
  const S* factor;
  bool whole;

  DVDB_FN void load(const S* from, int64_t, const Columns& columns, S (&out)[kPack<T>]) const {
    load_channels<T>(from + columns.first, whole, columns.held, out);
  }
};

/// Statistics of groups of neighboring channels, for each list.
template <class T>
struct OfGroups {
  using S = Computed<T>;
  static constexpr bool kScalesFirst = true;
  const S* mean;  // [lists, groups]
  const S* factor;
  Divider group;  // channels of a group
  int64_t groups;
  bool whole;

  DVDB_FN void load(const S* from, int64_t list, const Columns& columns, S (&out)[kPack<T>]) const {
    for (int at = 0; at < kPack<T>; ++at)
      out[at] = at < columns.held ? from[list * groups + group.quotient(columns.first + at)] : S(0);
  }
};

/// Normalizes packs of rows.
template <class T, class Statistics>
struct NormalizeRule {
  using S = Computed<T>;
  Statistics statistics;
  const T* features;
  const S* scale;
  const S* shift;
  const T* residual;  // or null
  bool relu;
  int64_t channels;
  T* out;

  struct Lane {
    S mean[kPack<T>];
    S scale[kPack<T>];
    S shift[kPack<T>];
  };
  struct Words {
    RawPack<T> x, more;
  };

  DVDB_FN Lane lane(int64_t list, const Columns& columns) const {
    Lane lane;
    S factor[kPack<T>];
    statistics.load(statistics.mean, list, columns, lane.mean);
    statistics.load(statistics.factor, list, columns, factor);
    load_channels<T>(scale + columns.first, statistics.whole, columns.held, lane.scale);
    load_channels<T>(shift + columns.first, statistics.whole, columns.held, lane.shift);
    for (int at = 0; at < kPack<T>; ++at) lane.scale[at] = factor[at] * lane.scale[at];
    return lane;
  }
  DVDB_FN Words read(const Columns& columns, int64_t row) const {
    const int64_t at = row * channels + columns.first;
    Words words{read_pack(features + at, statistics.whole, columns.held), {}};
    if (residual != nullptr) words.more = read_pack(residual + at, statistics.whole, columns.held);
    return words;
  }
  DVDB_FN void write(const Columns& columns, const Lane& lane, int64_t row, const Words& words) const {
    S x[kPack<T>];
    widen_pack(words.x, x);
    for (int at = 0; at < kPack<T>; ++at) x[at] = (x[at] - lane.mean[at]) * lane.scale[at] + lane.shift[at];
    if (residual != nullptr) {
      S more[kPack<T>];
      widen_pack(words.more, more);
      for (int at = 0; at < kPack<T>; ++at) x[at] += more[at];
    }
    if (relu)
      for (int at = 0; at < kPack<T>; ++at) x[at] = x[at] < 0 ? S(0) : x[at];
    store_pack(out + row * channels + columns.first, statistics.whole, columns.held, x);
  }
};

/// Features, and gradients of a loss by results; those of results that ReLU made 0 are 0.
template <class T>
struct GradientRows {
  using S = Computed<T>;
  const T* features;
  const T* results;  // or null
  const T* gradients;
  int64_t channels;
  bool whole;

  struct Words {
    RawPack<T> x, g, y;
  };
  DVDB_FN Words read(const Columns& columns, int64_t row) const {
    const int64_t at = row * channels + columns.first;
    Words words{read_pack(features + at, whole, columns.held), read_pack(gradients + at, whole, columns.held), {}};
    if (results != nullptr) words.y = read_pack(results + at, whole, columns.held);
    return words;
  }
  DVDB_FN void widen(const Words& words, S (&x)[kPack<T>], S (&g)[kPack<T>]) const {
    widen_pack(words.x, x);
    widen_pack(words.g, g);
    if (results == nullptr) return;
    S y[kPack<T>];
    widen_pack(words.y, y);
    for (int at = 0; at < kPack<T>; ++at) g[at] = y[at] > 0 ? g[at] : S(0);
  }
};

/// Sums of gradients, and of their products with normalized elements.
template <class T, class Statistics>
struct SumGradients {
  using S = Computed<T>;
  static constexpr int kSums = 2;
  using Words = typename GradientRows<T>::Words;
  Statistics statistics;
  GradientRows<T> rows;

  struct Lane {
    S mean[kPack<T>];
    S factor[kPack<T>];
  };
  DVDB_FN Lane lane(int64_t list, const Columns& columns) const {
    Lane lane;
    statistics.load(statistics.mean, list, columns, lane.mean);
    statistics.load(statistics.factor, list, columns, lane.factor);
    return lane;
  }
  DVDB_FN Words read(const Columns& columns, int64_t row) const { return rows.read(columns, row); }
  DVDB_FN void add(const Lane& lane, const Words& words, double (&sums)[kSums][kPack<T>]) const {
    S x[kPack<T>];
    S g[kPack<T>];
    rows.widen(words, x, g);
    for (int at = 0; at < kPack<T>; ++at) {
      sums[0][at] += double(g[at]);
      sums[1][at] += double(g[at] * ((x[at] - lane.mean[at]) * lane.factor[at]));
    }
  }
};

/// The gradients of packs of features: factor * (h - mean of h - xh * mean of h xh), where h = scale * g, and xh are
/// normalized elements. Where all of a mean have the same scale, it is multiplied with last.
template <class T, class Statistics>
struct FeatureGradients {
  using S = Computed<T>;
  using Words = typename GradientRows<T>::Words;
  Statistics statistics;
  GradientRows<T> rows;
  const S* scale;
  const S* means;   // of h, or g
  const S* others;  // of h xh, or g xh
  T* out;           // or null
  T* residual;      // or null

  struct Lane {
    S mean[kPack<T>];
    S factor[kPack<T>];
    S scale[kPack<T>];
    S means[kPack<T>];
    S others[kPack<T>];
  };
  DVDB_FN Lane lane(int64_t list, const Columns& columns) const {
    Lane lane;
    statistics.load(statistics.mean, list, columns, lane.mean);
    statistics.load(statistics.factor, list, columns, lane.factor);
    statistics.load(means, list, columns, lane.means);
    statistics.load(others, list, columns, lane.others);
    load_channels<T>(scale + columns.first, statistics.whole, columns.held, lane.scale);
    return lane;
  }
  DVDB_FN Words read(const Columns& columns, int64_t row) const { return rows.read(columns, row); }
  DVDB_FN void write(const Columns& columns, const Lane& lane, int64_t row, const Words& words) const {
    const int64_t place = row * rows.channels + columns.first;
    S x[kPack<T>];
    S g[kPack<T>];
    rows.widen(words, x, g);
    if (residual != nullptr) store_pack(residual + place, statistics.whole, columns.held, g);
    if (out == nullptr) return;
    for (int at = 0; at < kPack<T>; ++at) {
      const S normalized = (x[at] - lane.mean[at]) * lane.factor[at];
      if constexpr (Statistics::kScalesFirst) {
        x[at] = lane.factor[at] * (g[at] * lane.scale[at] - lane.means[at] - normalized * lane.others[at]);
      } else {
        x[at] = lane.factor[at] * lane.scale[at] * (g[at] - lane.means[at] - normalized * lane.others[at]);
      }
    }
    store_pack(out + place, statistics.whole, columns.held, x);
  }
};

/// Writes the gradients of shift and scale.
template <class S>
struct WriteParameterGradients {
  S* shift;  // or null
  S* scale;

  DVDB_FN void operator()(int64_t, int64_t channel, const double (&sums)[2]) const {
    if (shift != nullptr) shift[channel] = plain_nan(S(sums[0]));
    scale[channel] = plain_nan(S(sums[1]));
  }
};

}  // namespace dvdb
