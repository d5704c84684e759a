/// Strided copies: out[i, j, ...] = source[offset + i * strides[0] + j * strides[1] + ...].
///
/// Axes are merged on the host until words as wide as the memory allows are copied. Where the last axis runs across the
/// source, tiles of it are transposed in shared memory, so that reads and writes are both of consecutive words.
#include <cstring>

#include "jagged/lists.hpp"

using namespace dvdb;

namespace {

/// An axis of the result; strides are those of the source.
struct Axis {
  int64_t extent;
  int64_t stride;
};

constexpr int kMostAxes = DVDB_MAX_COPY_AXES + 1;  // one more for the bytes of an element

/// The axes of a copy, the last one varying fastest.
struct Layout {
  int rank = 0;
  Axis axes[kMostAxes] = {};

  /// Adds an axis inside the others, or extends the last one by it. Axes of extent 1 make no difference.
  void push(int64_t extent, int64_t stride) {
    if (extent == 1) return;
    Axis& last = axes[rank > 0 ? rank - 1 : 0];
    if (rank > 0 && last.stride == stride * extent) {
      last = {last.extent * extent, stride};
    } else {
      axes[rank++] = {extent, stride};
    }
  }
};

/// Outer axes, for threads to find their place by.
struct Steps {
  int rank = 0;
  Divider extents[kMostAxes] = {};
  int64_t strides[kMostAxes] = {};
  int64_t out_strides[kMostAxes] = {};

  void push(int64_t extent, int64_t stride, int64_t out_stride) {
    extents[rank] = Divider::of(extent);
    strides[rank] = stride;
    out_strides[rank++] = out_stride;
  }
  /// Adds up where item i is in the source, and where in the result.
  DVDB_FN void place(int64_t i, int64_t* from, int64_t* to) const {
    for (int axis = rank - 1; axis >= 0; --axis) {
      int64_t at;
      i = extents[axis].divide(i, &at);
      *from += at * strides[axis];
      *to += at * out_strides[axis];
    }
  }
};

/// Copies one word.
template <class Word>
struct CopyStridedWord {
  const Word* source;
  Steps outer;
  Divider extent;  // of the last axis
  int64_t stride;
  Word* out;

  DVDB_FN void operator()(int64_t i) const {
    int64_t from = 0;
    int64_t to = 0;
    int64_t place;
    outer.place(extent.divide(i, &place), &from, &to);
    out[i] = source[from + place * stride];
  }

  /// The same for a range of consecutive words, run by run of the last axis.
  void run_on_host(int64_t begin, int64_t end) const {
    for (int64_t at = begin, n; at < end; at += n) {
      int64_t from = 0;
      int64_t to = 0;
      int64_t place;
      outer.place(extent.divide(at, &place), &from, &to);
      n = min_of(end - at, extent.by - place);
      const Word* read = source + from + place * stride;
      if (stride == 1) {
        std::memcpy(out + at, read, size_t(n) * sizeof(Word));
      } else {
        for (int64_t j = 0; j < n; ++j) out[at + j] = read[j * stride];
      }
    }
  }
};

/// Transposes a tile of two axes: one runs along the source, the other, the last one, along the result.
template <class Word>
struct TransposeTile {
  static constexpr int kThreads = 256;
  static constexpr int kPhases = 2;
  static constexpr int kSide = 32;
  struct Shared {
    Word cells[kSide][kSide + 1];  // one more, so that columns are in different banks
  };

  const Word* source;
  Steps outer;
  Divider wide, high;  // tiles along the last axis, and along the other one
  Axis across;         // the last axis
  int64_t along;       // extent of the other one, whose stride in the source is 1
  int64_t pitch;       // its stride in the result
  Word* out;

  template <int P>
  DVDB_FN void phase(int64_t tile, int thread, Shared& shared) const {
    int64_t from = 0;
    int64_t to = 0;
    int64_t left;
    int64_t top;
    outer.place(high.divide(wide.divide(tile, &left), &top), &from, &to);
    left *= kSide;
    top *= kSide;
    const int columns = int(min_of<int64_t>(kSide, across.extent - left));
    const int rows = int(min_of<int64_t>(kSide, along - top));
    from += top + left * across.stride;
    to += top * pitch + left;
    const int lane = thread % kSide;
    for (int line = thread / kSide; line < kSide; line += kThreads / kSide) {
      if constexpr (P == 0) {
        if (line < columns && lane < rows) shared.cells[line][lane] = source[from + lane + line * across.stride];
      } else {
        if (line < rows && lane < columns) out[to + lane + line * pitch] = shared.cells[lane][line];
      }
    }
  }
};

constexpr int64_t kLeastSide = 8;  // below that, most threads of a tile have nothing to do

/// The axis that tiles transpose with the last one, or -1.
int axis_along(const Layout& layout) {
  const Axis& last = layout.axes[layout.rank - 1];
  if (last.stride == 1 || last.extent < kLeastSide) return -1;
  for (int axis = 0; axis < layout.rank - 1; ++axis) {
    if (layout.axes[axis].stride == 1 && layout.axes[axis].extent >= kLeastSide) return axis;
  }
  return -1;
}

template <class Word>
Status copy_words(Context& c, const Layout& layout, const Word* source, Word* out) {
  const int last = layout.rank - 1;
  const int along = axis_along(layout);
  Steps outer;
  int64_t pitches[kMostAxes];
  int64_t pitch = 1;
  for (int axis = last; axis >= 0; --axis) {
    pitches[axis] = pitch;
    pitch *= layout.axes[axis].extent;
  }
  int64_t items = 1;
  for (int axis = 0; axis < last; ++axis) {
    if (axis == along) continue;
    outer.push(layout.axes[axis].extent, layout.axes[axis].stride, pitches[axis]);
    items *= layout.axes[axis].extent;
  }
  const Axis across = layout.axes[last];
  if (along < 0) {
    const CopyStridedWord<Word> copy{source, outer, Divider::of(across.extent), across.stride, out};
    return backend::for_each(c, items * across.extent, copy);
  }
  const auto tiles = [](int64_t extent) { return (extent - 1) / TransposeTile<Word>::kSide + 1; };
  const int64_t rows = layout.axes[along].extent;
  const int64_t wide = tiles(across.extent);
  const int64_t high = tiles(rows);
  const TransposeTile<Word> transpose{source, outer, Divider::of(wide), Divider::of(high),
                                      across, rows,  pitches[along],    out};
  return backend::for_each_tile(c, items * wide * high, transpose);
}

/// Checks that everything that is read is in the source. Divides instead of multiplying, so that nothing overflows.
Status check_reach(Context& c, const operators::CopyStridedArgs& a) {
  int64_t low = a.offset;
  int64_t high = a.offset;
  bool inside = a.offset >= 0 && a.offset < a.n_source;
  for (uint32_t axis = 0; inside && axis < a.rank; ++axis) {
    const int64_t steps = a.shape[axis] - 1;
    const int64_t stride = a.strides[axis];
    if (steps == 0 || stride == 0) continue;
    inside = stride > 0 ? stride <= (a.n_source - 1 - high) / steps : stride >= -(low / steps);
    if (inside) (stride > 0 ? high : low) += stride * steps;
  }
  if (inside) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot copy: the strides leave the %lld elements of the source",
              static_cast<long long>(a.n_source));
}

}  // namespace

Status operators::copy_strided(Context& c, const CopyStridedArgs& a) {
  const uint32_t bytes = a.element_bytes;
  if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot copy: elements of %u bytes given, 1, 2, 4 or 8 expected", bytes);
  if (a.out.size == 0) return {};
  DVDB_TRY(check_reach(c, a));
  if (a.source.data < a.out.data + a.out.size && a.out.data < a.source.data + a.source.size)
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot copy: source and out overlap");
  // In bytes, so that elements that lie next to each other merge to runs.
  Layout runs;
  for (uint32_t axis = 0; axis < a.rank; ++axis) {
    if (a.shape[axis] > 1) runs.push(a.shape[axis], a.strides[axis] * int64_t(bytes));
  }
  runs.push(bytes, 1);
  if (runs.rank == 0) runs.axes[runs.rank++] = {1, 1};
  uint64_t sizes = uint64_t(a.offset) * bytes | address_of(a.source.data) | address_of(a.out.data);
  const Axis run = runs.axes[runs.rank - 1];
  const bool whole = run.stride == 1;  // of single bytes that are apart there is no wider word
  sizes |= whole ? uint64_t(run.extent) : 1;
  for (int axis = 0; axis < runs.rank - 1; ++axis) sizes |= uint64_t(runs.axes[axis].stride);
  return with_word(word_bytes(sizes), [&]<class Word>() -> Status {
    constexpr int64_t kWord = sizeof(Word);
    Layout words;
    for (int axis = 0; axis < runs.rank - 1; ++axis) words.push(runs.axes[axis].extent, runs.axes[axis].stride / kWord);
    words.push(run.extent / (whole ? kWord : 1), run.stride);
    if (words.rank == 0) words.axes[words.rank++] = {1, 1};
    return copy_words(c, words, reinterpret_cast<const Word*>(a.source.data) + a.offset * int64_t(bytes) / kWord,
                      reinterpret_cast<Word*>(a.out.data));
  });
}
