/// Edits of Fenwick trees. Keys are sorted and the changes of equal keys added up, so that the new elements can be
/// checked before anything is modified; then every node is changed by the sum over its elements. Integer addition gives
/// the same result in any order.
#pragma once

#include "backend/api/algorithms.hpp"
#include "backend/api/launch.hpp"
#include "fenwick/input/keys.hpp"
#include "fenwick/view/paper.hpp"

namespace dvdb::fenwick {

/// Adds to a field in words that other threads add to at the same time. A carry out of a word is added to the next
/// word, however far it goes, so the words are exact in the end although not necessarily in between.
DVDB_FN void add_to_field(uint32_t* words, int64_t end, int64_t at_bit, int64_t delta) {
  const bool negative = delta < 0;
  const uint64_t size = negative ? uint64_t(0) - uint64_t(delta) : uint64_t(delta);
  const int shift = int(at_bit & 31);
  const uint64_t low = size << shift;
  const uint64_t high = shift == 0 ? 0 : size >> (64 - shift);
  uint32_t carry = 0;
  int64_t at = at_bit >> 5;
  for (int part = 0; at < end; ++part, ++at) {
    const uint32_t own = part == 0 ? uint32_t(low) : part == 1 ? uint32_t(low >> 32) : part == 2 ? uint32_t(high) : 0;
    const uint32_t add = own + carry;
    carry = add < carry ? 1 : 0;
    if (add != 0) {
      const uint32_t old = backend::atomic_add(&words[at], negative ? 0u - add : add);
      carry += negative ? (old < add ? 1 : 0) : (uint32_t(old + add) < add ? 1 : 0);
    }
    if (part >= 2 && carry == 0) return;
  }
}

/// The elements that a batch edits, each once, by ascending position.
struct Touched {
  Span<uint64_t> keys;    // place with the first axis fastest; as many as the batch has, fewer used
  Span<int64_t> deltas;   // what the batch says of it, then what it changes by
  Span<uint32_t> firsts;  // one of the batch's keys for it
  uint64_t* count;
};

template <class T>
struct ReadKey {
  Keys<T> keys;
  FaultSink faults;
  uint64_t* places;
  uint32_t* order;

  DVDB_FN void operator()(int64_t i) const {
    int64_t key[kMostAxes];
    const bool inside = keys.read(i, key);
    if (!inside) faults.report(i, DVDB_FAULT_KEY);
    places[i] = inside ? uint64_t(keys.linear(key)) : 0;
    order[i] = uint32_t(i);
  }
};

/// Finds changes that no element can take; sums of the others fit 64 bits.
template <class D>
struct CheckDelta {
  const D* deltas;
  FaultSink faults;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t most = int64_t(low_bits(32));
    if (int64_t(deltas[i]) > most || int64_t(deltas[i]) < -most) faults.report(i, DVDB_FAULT_VALUE);
  }
};

/// Adds up the changes of equal keys.
template <class D>
struct GatherTouched {
  const uint64_t* places;
  const uint32_t* order;
  const D* deltas;  // null: count keys
  int64_t n;
  Touched out;

  DVDB_FN uint64_t count(int64_t i) const { return i == 0 || places[i] != places[i - 1] ? 1 : 0; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    const int64_t at = int64_t(before + count) - 1;
    const int64_t delta = deltas == nullptr ? 1 : int64_t(deltas[order[i]]);
    backend::atomic_add(&out.deltas[at], delta);
    if (count != 0) {
      out.keys[at] = places[i];
      out.firsts[at] = order[i];
    }
    if (i == n - 1) *out.count = before + count;
  }
};

/// Converts the edit of each element to its change, and finds elements that would not fit.
struct CheckTouched {
  Touched touched;
  PaperBox tree;
  AxisCoords places;
  uint32_t edit;
  FaultSink keys;  // of an earlier kernel
  FaultSink values;

  DVDB_FN void operator()(int64_t i) const {
    if (uint64_t(i) >= *touched.count || !keys.clean()) return;
    int64_t k[kMostAxes];
    places.read(int64_t(touched.keys[i]), k);
    const int64_t value = int64_t(tree.point(k));
    const int64_t given = touched.deltas[i];
    int64_t delta = given;
    if (edit == DVDB_EDIT_SET) delta = 1 - value;
    if (edit == DVDB_EDIT_CLEAR) delta = -value;
    if (edit == DVDB_EDIT_TOGGLE) delta = (given & 1) != 0 ? 1 - 2 * value : 0;
    const int64_t most = int64_t(low_bits(tree.bits));
    if (delta < -value || delta > most - value) values.report(int64_t(touched.firsts[i]), DVDB_FAULT_VALUE);
    touched.deltas[i] = delta;
  }
};

/// Runs a kernel only if those before it found no fault.
struct Gate {
  FaultSink keys;
  FaultSink values;

  DVDB_FN bool open() const { return keys.clean() && values.clean(); }
};

/// Adds an element's change to its nodes in the given levels of the first axis and in all levels of the others.
struct AddTouched {
  Touched touched;
  PaperBox tree;
  AxisCoords places;
  int end_level;  // of the first axis
  Gate gate;
  uint32_t* words;

  DVDB_FN void operator()(int64_t i) const {
    if (uint64_t(i) >= *touched.count || !gate.open()) return;
    int64_t k[kMostAxes];
    places.read(int64_t(touched.keys[i]), k);
    if (touched.deltas[i] != 0) add_from<kMostAxes - 1>(k, touched.deltas[i], 0, 0, 0);
  }

 private:
  template <int kAxis>
  DVDB_FN void add_from(const int64_t (&k)[kMostAxes], int64_t delta, int64_t level, int64_t place, int t_sum) const {
    if constexpr (kAxis < 0) {
      add_to_field(words, tree.starts[level + 1], tree.starts[level] * kWordBits + place * (tree.bits + t_sum), delta);
    } else {
      const int last = kAxis == 0 ? end_level : tree.n_levels[kAxis];
      for (int c = 0; c < last; ++c) {
        const int64_t nodes = nodes_of_level(tree.n[kAxis], c);
        const int64_t own = k[kAxis] >> (c + 1);
        if ((k[kAxis] >> c & 1) != 0 || own >= nodes) continue;
        add_from<kAxis - 1>(k, delta, level * tree.n_levels[kAxis] + c, place * nodes + own, t_sum + c);
      }
    }
  }
};

/// Prefix sums of the changes, each raised by `bias` so that they do not descend.
struct SumTouched {
  Touched touched;
  int64_t bias;
  Gate gate;
  uint64_t* before;  // [n + 1]
  int64_t n;

  DVDB_FN uint64_t count(int64_t i) const {
    return uint64_t(i) < *touched.count && gate.open() ? uint64_t(touched.deltas[i] + bias) : uint64_t(bias);
  }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t sum) const {
    before[i] = sum;
    if (i == n - 1) before[n] = sum + count;
  }
};

/// Adds to each node of the upper levels along one axis the changes of its elements. These nodes are few, and many
/// elements would contend for them, so each node searches for its elements among the sorted ones.
struct AddUpper {
  Touched touched;
  PaperLine tree;
  const uint64_t* before;
  int64_t bias;
  int first_level;
  Gate gate;
  uint32_t* words;

  DVDB_FN void operator()(int64_t i) const {
    if (!gate.open()) return;
    int t = first_level;
    int64_t place = i;
    while (place >= nodes_of_level(tree.n, t)) place -= nodes_of_level(tree.n, t++);
    const int64_t begin = first_from(place << (t + 1));
    const int64_t end = first_from((place << (t + 1)) + (int64_t(1) << t));
    const int64_t delta = int64_t(before[end] - before[begin]) - (end - begin) * bias;
    if (delta != 0)
      add_to_field(words, tree.starts[t + 1], tree.starts[t] * kWordBits + place * (tree.bits + t), delta);
  }

 private:
  /// The first edited element from a position on.
  DVDB_FN int64_t first_from(int64_t place) const {
    int64_t low = 0;
    int64_t high = int64_t(*touched.count);
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (touched.keys[middle] < uint64_t(place)) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
};

}  // namespace dvdb::fenwick
