/// Queries about single elements and ranks.
/// prefix(k) = x[0] + ... + x[k - 1], and what follows from it: view/reference.hpp.
#include "_generated/fenwick_args.hpp"
#include "fenwick/input/keys.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// Answers a query for each key; keys outside the index give -1, or not occupied.
template <uint32_t kQuestion, class View, class Key, class Out>
struct Answer {
  View view;
  const Key* keys;
  FaultSink faults;
  Out* out;

  DVDB_FN void operator()(int64_t i) const { out[i] = answer_to(keys[i], i); }

  DVDB_FN Out answer_to(Key key, int64_t i) const {
    const int64_t k = int64_t(key);
    const bool inside = k >= 0 && (kQuestion == DVDB_ASK_SELECT || k < view.n + (kQuestion == DVDB_ASK_PREFIX ? 1 : 0));
    if (!inside) faults.report(i, kQuestion == DVDB_ASK_SELECT ? DVDB_FAULT_RANK : DVDB_FAULT_KEY);
    return inside ? Out(answer(k)) : kQuestion == DVDB_ASK_OCCUPIED ? Out(0) : Out(-1);
  }

 private:
  DVDB_FN int64_t answer(int64_t k) const {
    if constexpr (kQuestion == DVDB_ASK_POINT) return int64_t(view.point(k));
    if constexpr (kQuestion == DVDB_ASK_OCCUPIED) return view.occupied(k) ? 1 : 0;
    if constexpr (kQuestion == DVDB_ASK_PREFIX) return int64_t(view.prefix(k));
    if constexpr (kQuestion == DVDB_ASK_LOOKUP) {
      uint64_t before = 0;
      return view.lookup(k, &before) != 0 ? int64_t(before) : -1;
    }
    if constexpr (kQuestion == DVDB_ASK_SELECT) {
      const int64_t place = view.select(uint64_t(k));
      return place < view.n ? place : -1;
    }
  }
};

/// Four answers at once, so that enough loads of a GPU are in flight to hide their latency.
template <class One, class Key, class Out>
struct AnswerFour {
  template <class T>
  struct alignas(sizeof(T) < 4 ? 4 : 16) Four {
    T each[4];
  };

  One one;
  int64_t count;
  bool aligned;

  static AnswerFour of(const One& one, int64_t count) {
    return {one, count,
            address_of(one.keys) % alignof(Four<Key>) == 0 && address_of(one.out) % alignof(Four<Out>) == 0};
  }

  DVDB_FN void operator()(int64_t group) const {
    const int64_t first = group * 4;
    if (!aligned || first + 4 > count) {
      for (int64_t i = first; i < min_of(first + 4, count); ++i) one(i);
      return;
    }
    const Four<Key> keys = reinterpret_cast<const Four<Key>*>(one.keys)[group];
    Four<Out> out;
    for (int at = 0; at < 4; ++at) out.each[at] = one.answer_to(keys.each[at], first + at);
    reinterpret_cast<Four<Out>*>(one.out)[group] = out;
  }
};

/// The element at each key of several axes, or whether it is not 0.
template <bool kOccupied, class Key, class Out>
struct AnswerBox {
  PaperBox tree;
  Keys<Key> keys;
  FaultSink faults;
  Out* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t key[kMostAxes];
    const bool inside = keys.read(i, key, faults);
    const uint64_t value = inside ? tree.point(key) : 0;
    out[i] = kOccupied ? Out(value != 0) : inside ? Out(value) : Out(-1);
  }
};

using Asked = operators::IndexAskArgs;

template <class Key, class Out>
Status launch_boxes(Context& c, const Asked& asked, const Shape& shape, const PaperBox& tree, const Key* keys,
                    FaultSink faults, Out* out) {
  const Keys<Key> read = Keys<Key>::of(keys, shape.n_dims, shape);
  if constexpr (sizeof(Out) == 1) {
    return backend::for_each(c, asked.count, AnswerBox<true, Key, Out>{tree, read, faults, out}, 512);
  } else {
    return backend::for_each(c, asked.count, AnswerBox<false, Key, Out>{tree, read, faults, out}, 512);
  }
}

template <class View, class Key, class Out>
Status launch(Context& c, const Asked& asked, const View& view, const Key* keys, FaultSink faults, Out* out) {
  const auto in_fours = [&]<uint32_t kQuestion>() {
    using One = Answer<kQuestion, View, Key, Out>;
    const One one{view, keys, faults, out};
    if constexpr (kLaunchesOnGpu) {
      return backend::for_each(c, (asked.count + 3) / 4, AnswerFour<One, Key, Out>::of(one, asked.count));
    } else {
      return backend::for_each(c, asked.count, one);
    }
  };
  if constexpr (sizeof(Out) == 1) {
    return in_fours.template operator()<DVDB_ASK_OCCUPIED>();
  } else {
    switch (asked.question) {
      case DVDB_ASK_POINT: return in_fours.template operator()<DVDB_ASK_POINT>();
      case DVDB_ASK_PREFIX:
        return backend::for_each(c, asked.count, Answer<DVDB_ASK_PREFIX, View, Key, Out>{view, keys, faults, out});
      case DVDB_ASK_LOOKUP:
        return backend::for_each(c, asked.count, Answer<DVDB_ASK_LOOKUP, View, Key, Out>{view, keys, faults, out});
      default:
        return backend::for_each(c, asked.count, Answer<DVDB_ASK_SELECT, View, Key, Out>{view, keys, faults, out});
    }
  }
}

template <class Key, class Out>
Status answer(Context& c, const Asked& asked, const Shape& shape, const Parts& parts) {
  const Span<const Key> keys = asked.keys.as<const Key>();
  const Span<Out> out = asked.out.as<Out>();
  Faults faults(c);
  if (asked.checked != 0 && asked.count > 0) DVDB_TRY(faults.clear());
  const uint32_t* words = reinterpret_cast<const uint32_t*>(parts.data);
  if (shape.n_dims > 1) {
    LevelTable table(c);
    DVDB_TRY(table.place(shape));
    DVDB_TRY(launch_boxes(c, asked, shape, paper_box(shape, words, table), keys.data, faults.sink(), out.data));
  } else if (asked.layout == DVDB_INDEX_PAPER) {
    DVDB_TRY(launch(c, asked, paper_line(shape, words), keys.data, faults.sink(), out.data));
  } else if (asked.layout == DVDB_INDEX_WIDE) {
    DVDB_TRY(launch(c, asked, wide_view(shape, parts), keys.data, faults.sink(), out.data));
  } else if (asked.layout == DVDB_INDEX_RANK96) {
    DVDB_TRY(launch(c, asked, cell_view<3>(shape, parts), keys.data, faults.sink(), out.data));
  } else {
    DVDB_TRY(launch(c, asked, cell_view<7>(shape, parts), keys.data, faults.sink(), out.data));
  }
  const bool ranks = asked.question == DVDB_ASK_SELECT;
  return settle_keys(c, faults, keys, shape.n_dims, asked.count, shape, ranks ? "ranks" : "keys",
                     asked.question == DVDB_ASK_PREFIX, asked.out_fault);
}

/// Whether all answers fit i32.
bool fits_i32(const Shape& shape, uint32_t question) {
  const uint64_t most = question == DVDB_ASK_SELECT ? uint64_t(shape.n) : low_bits(shape.bits);
  return question == DVDB_ASK_POINT || question == DVDB_ASK_SELECT
             ? most <= uint64_t(INT32_MAX)
             : most <= uint64_t(INT32_MAX / max_of<int64_t>(shape.n, 1));
}

Status check_question(Context& c, const Asked& asked, const Shape& shape) {
  const bool single = asked.question == DVDB_ASK_POINT || asked.question == DVDB_ASK_OCCUPIED;
  if (shape.n_dims > 1 && !single) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot ask index: question %u is for one axis, the index has %d",
                asked.question, shape.n_dims);
  }
  const bool known = asked.question == DVDB_ASK_OCCUPIED ? asked.out_dtype == DVDB_BOOL
                                                         : asked.out_dtype == DVDB_I64 || asked.out_dtype == DVDB_I32;
  if (!known)
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot ask index: answers to question %u cannot have dtype %u",
                asked.question, asked.out_dtype);
  if (asked.out_dtype == DVDB_I32 && !fits_i32(shape, asked.question)) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot ask index: answers of %lld elements may not fit i32",
                static_cast<long long>(shape.n));
  }
  return {};
}

}  // namespace

Status operators::index_ask(Context& c, const IndexAskArgs& a) {
  return with_index(c, a, check_question, [&]<class Key>(const Shape& shape, const Parts& parts) -> Status {
    if (a.out_dtype == DVDB_BOOL) return answer<Key, uint8_t>(c, a, shape, parts);
    if (a.out_dtype == DVDB_I32) return answer<Key, int32_t>(c, a, shape, parts);
    return answer<Key, int64_t>(c, a, shape, parts);
  });
}
