/// Group normalization of lists of rows (Wu and He 2018), (x - mean) / sqrt(variance + epsilon) * scale + shift by the
/// statistics of groups of channels of each list, with a residual and ReLU, and its backward pass.
#include <cmath>

#include "_generated/dense_args.hpp"
#include "core/list_offsets.hpp"
#include "dense/epsilon.hpp"
#include "dense/norm_rules.hpp"

using namespace dvdb;

namespace {

/// Groups of channels of lists.
struct Groups {
  RowLists lists;
  int64_t channels;
  Divider group;  // channels of one
  int64_t of_list;

  /// Elements of a group of a list.
  DVDB_FN double count(int64_t list) const { return double(lists.end(list) - lists.begin(list)) * double(group.by); }
};

/// Sums of elements and of their squares, relative to the first one of the list and the group so that no digits cancel.
template <class T>
struct SumGroupMoments {
  static constexpr int kSums = 2;
  Groups groups;
  const T* features;
  bool whole;

  struct Lane {
    Computed<T> origin[kPack<T>];
  };
  using Words = RawPack<T>;
  DVDB_FN Lane lane(int64_t list, const Columns& columns) const {
    Lane out{};
    const T* const row = features + groups.lists.begin(list) * groups.channels;
    for (int at = 0; at < columns.held; ++at)
      out.origin[at] = widen(row[groups.group.quotient(columns.first + at) * groups.group.by]);
    return out;
  }
  DVDB_FN Words read(const Columns& columns, int64_t row) const {
    return read_pack(features + row * groups.channels + columns.first, whole, columns.held);
  }
  DVDB_FN void add(const Lane& lane, const Words& words, double (&sums)[kSums][kPack<T>]) const {
    Computed<T> x[kPack<T>];
    widen_pack(words, x);
    for (int at = 0; at < kPack<T>; ++at) {
      const double apart = double(x[at]) - double(lane.origin[at]);
      sums[0][at] += apart;
      sums[1][at] += apart * apart;
    }
  }
};

/// Keeps the sums of the columns of lists.
struct KeepSums {
  double* out;  // [lists, 2, channels]
  int64_t channels;

  DVDB_FN void operator()(int64_t list, int64_t channel, const double (&sums)[2]) const {
    for (int k = 0; k < 2; ++k) out[(list * 2 + k) * channels + channel] = sums[k];
  }
};

/// Adds up the columns of groups, and hands the sums over: finish(list, group, sums).
template <class Finish>
struct JoinColumns {
  static constexpr int kThreads = 32;
  static constexpr int kPhases = 2;

  struct Shared {
    double sums[2][kThreads];
  };

  Groups groups;
  Divider of_list;
  const double* columns;  // [lists, 2, channels]
  Finish finish;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    int64_t group;
    const int64_t list = of_list.divide(tile, &group);
    if constexpr (P == 0) {
      double sums[2] = {};
      for (int64_t at = thread; at < groups.group.by; at += kThreads)
        for (int k = 0; k < 2; ++k) {
          const int64_t channel = group * groups.group.by + at;
          sums[k] += columns[(list * 2 + k) * groups.channels + channel] * finish.weight(channel);
        }
      for (int k = 0; k < 2; ++k) shared.sums[k][thread] = sums[k];
    } else if (thread == 0) {
      double sums[2] = {};
      for (int k = 0; k < 2; ++k)
        for (int at = 0; at < kThreads; ++at) sums[k] += shared.sums[k][at];
      finish(list, group, sums);
    }
  }
};

template <class Finish>
Status join_columns(Context& c, const Groups& groups, const double* columns, const Finish& finish) {
  return backend::for_each_tile(c, groups.lists.n * groups.of_list,
                                JoinColumns<Finish>{groups, Divider::of(groups.of_list), columns, finish});
}

/// Writes mean and factor of a group; those of an empty list are of no use.
template <class T>
struct WriteGroupMoments {
  Groups groups;
  const T* features;
  double epsilon;
  Computed<T>* mean;
  Computed<T>* factor;

  DVDB_FN double weight(int64_t) const { return 1.0; }
  DVDB_FN void operator()(int64_t list, int64_t group, const double (&sums)[2]) const {
    const double n = groups.count(list);
    if (n == 0) return write(list * groups.of_list + group, 0, std::numeric_limits<double>::quiet_NaN());
    const T first = features[groups.lists.begin(list) * groups.channels + group * groups.group.by];
    const double apart = sums[0] / n;
    const double spread = sums[1] / n - apart * apart;
    write(list * groups.of_list + group, double(widen(first)) + apart, spread < 0 ? 0 : spread);
  }
  DVDB_FN void write(int64_t at, double center, double spread) const {
    mean[at] = plain_nan(Computed<T>(center));
    factor[at] = plain_nan(Computed<T>(1.0 / std::sqrt(spread + epsilon)));
  }
};

/// Writes the means of gradients times scale, and of their products with normalized elements.
template <class S>
struct WriteGroupMeans {
  Groups groups;
  const S* scale;
  S* means;
  S* others;

  DVDB_FN double weight(int64_t channel) const { return double(scale[channel]); }
  DVDB_FN void operator()(int64_t list, int64_t group, const double (&sums)[2]) const {
    const double n = groups.count(list);
    const int64_t at = list * groups.of_list + group;
    means[at] = n == 0 ? S(0) : S(sums[0] / n);
    others[at] = n == 0 ? S(0) : S(sums[1] / n);
  }
};

/// Sums of the columns of lists, with the memory that they need.
template <class T>
class GroupSums {
 public:
  explicit GroupSums(Context& c) : context_(c), offsets_(c), memory_(c), sums_(c) {}

  Status cut(const int64_t* offsets, int64_t n_lists, int64_t n, int64_t channels, int64_t n_groups) {
    DVDB_TRY(check_lists(context_, offsets, n_lists, n, "offsets"));
    if (channels % n_groups != 0)
      return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot make %lld groups of %lld channels",
                  static_cast<long long>(n_groups), static_cast<long long>(channels));
    Span<int64_t> placed;
    DVDB_TRY(place(context_, offsets, n_lists + 1, offsets_, placed));
    groups_ = {{n, n_lists, placed.data}, channels, Divider::of(max_of(channels / n_groups, int64_t(1))), n_groups};
    DVDB_TRY(sums_.cut(groups_.lists, channels, offsets));
    return memory_.allocate(n_lists * 2 * channels, columns_);
  }
  const Groups& groups() const { return groups_; }
  const double* columns() const { return columns_.data; }

  template <class Rule>
  Status sum(const Rule& rule) {
    return sums_.sum(rule, KeepSums{columns_.data, groups_.channels});
  }
  template <class Rule>
  Status map(const Rule& rule) {
    return sums_.map(rule);
  }

 private:
  Context& context_;
  backend::Scratch offsets_;
  backend::Scratch memory_;
  ColumnSums<T> sums_;
  Span<double> columns_;
  Groups groups_{};
};

}  // namespace

Status operators::group_norm(Context& c, const GroupNormArgs& a) {
  DVDB_TRY(check_epsilon(c, a.epsilon));
  return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
    using S = Computed<T>;
    const T* const features = a.features.as<T>().data;
    S* const mean = a.out_mean.as<S>().data;
    S* const factor = a.out_factor.as<S>().data;
    GroupSums<T> sums(c);
    DVDB_TRY(sums.cut(a.offsets, a.n_lists, a.n, a.channels, a.groups));
    if (a.channels == 0) {
      const int64_t bytes = int64_t(a.n_lists) * a.groups * int64_t(sizeof(S));
      DVDB_TRY(backend::fill(c, mean, 0, 4, bytes));
      return backend::fill(c, factor, 0, 4, bytes);
    }
    const uint64_t addresses = address_of(features) | address_of(a.scale.data) | address_of(a.shift.data) |
                               address_of(a.residual.data) | address_of(a.out.data);
    const bool whole = has_whole_packs<T>(a.channels, addresses);
    const Groups& groups = sums.groups();
    DVDB_TRY(sums.sum(SumGroupMoments<T>{groups, features, whole}));
    DVDB_TRY(join_columns(c, groups, sums.columns(), WriteGroupMoments<T>{groups, features, a.epsilon, mean, factor}));
    const OfGroups<T> statistics{mean, factor, groups.group, groups.of_list, whole};
    return sums.map(NormalizeRule<T, OfGroups<T>>{statistics, features, a.scale.as<S>().data, a.shift.as<S>().data,
                                                  a.residual.as<T>().data, a.epilogue == DVDB_EPILOGUE_RELU, a.channels,
                                                  a.out.as<T>().data});
  });
}

Status operators::group_norm_backward(Context& c, const GroupNormBackwardArgs& a) {
  return with_float(c, a.dtype, "features", [&]<class T>() -> Status {
    using S = Computed<T>;
    GroupSums<T> sums(c);
    DVDB_TRY(sums.cut(a.offsets, a.n_lists, a.n, a.channels, a.groups));
    if (a.channels == 0) return {};
    const Groups& groups = sums.groups();
    backend::Scratch memory(c);
    Span<S> means;
    const int64_t count = groups.lists.n * groups.of_list;
    DVDB_TRY(memory.allocate(2 * count, means));
    const T* const features = a.features.as<T>().data;
    const T* const results = a.results.as<T>().data;
    const T* const gradients = a.gradients.as<T>().data;
    const S* const scale = a.scale.as<S>().data;
    const uint64_t addresses = address_of(features) | address_of(results) | address_of(gradients) | address_of(scale) |
                               address_of(a.out_features.data) | address_of(a.out_residual.data);
    const bool whole = has_whole_packs<T>(a.channels, addresses);
    const OfGroups<T> statistics{a.mean.as<S>().data, a.factor.as<S>().data, groups.group, groups.of_list, whole};
    const GradientRows<T> rows{features, results, gradients, a.channels, whole};
    DVDB_TRY(sums.sum(SumGradients<T, OfGroups<T>>{statistics, rows}));
    DVDB_TRY(join_chunks<2>(c, 1, sums.columns(), nullptr, groups.lists.n, a.channels,
                            WriteParameterGradients<S>{a.out_shift.as<S>().data, a.out_scale.as<S>().data}));
    if (!a.out_features.given && !a.out_residual.given) return {};
    DVDB_TRY(
        join_columns(c, groups, sums.columns(), WriteGroupMeans<S>{groups, scale, means.data, means.data + count}));
    return sums.map(FeatureGradients<T, OfGroups<T>>{statistics, rows, scale, means.data, means.data + count,
                                                     a.out_features.as<T>().data, a.out_residual.as<T>().data});
  });
}
