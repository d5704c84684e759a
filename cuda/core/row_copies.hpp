/// Gathers and scatters of rows by row maps, in the widest words that row sizes and addresses allow.
#pragma once

#include "backend/api/launch.hpp"
#include "core/words.hpp"

namespace dvdb {

/// The layout of every row of a call.
struct RowForm {
  int64_t channels = 0;
  int element = 0;  // bytes

  int64_t bytes() const { return channels * element; }
};

/// Gathers: writes every row from the row that a map names; where it names none, writes the fill value or nothing.
template <class Word>
struct GatherRows {
  const int64_t* map;  // [rows of to], none for what is not in [0, n_from)
  const Word* from;
  int64_t n_from;
  Word* to;
  Divider words;  // per row
  Word fill;
  bool keeps;

  DVDB_FN void operator()(int64_t i) const {
    int64_t place;
    const int64_t source = map[words.divide(i, &place)];
    if (source >= 0 && source < n_from) {
      to[i] = from[source * words.by + place];
    } else if (!keeps) {
      to[i] = fill;
    }
  }
};

/// Scatters: writes every row to the row that a map names; no two rows map to the same one.
template <class Word>
struct ScatterRows {
  const int64_t* map;  // [rows of from], -1 for none
  const Word* from;
  Word* to;
  Divider words;

  DVDB_FN void operator()(int64_t i) const {
    int64_t place;
    const int64_t target = map[words.divide(i, &place)];
    if (target >= 0) to[target * words.by + place] = from[i];
  }
};

/// Content of rows without a source: a fill value, or nothing, so that they keep their content.
struct MissingRows {
  bool keeps;
  uint64_t fill;
};

/// `from` has `n_from` rows; row numbers out of range count as none.
inline Status gather_rows(Context& context, const RowForm& form, Span<const int64_t> map, const void* from,
                          int64_t n_from, void* to, MissingRows rest) {
  if (form.bytes() == 0) return {};
  const int width = word_bytes(uint64_t(form.bytes()) | address_of(from) | address_of(to));
  return with_word(width, [&]<class Word>() -> Status {
    const Divider words = Divider::of(form.bytes() / width);
    const GatherRows<Word> gather{map.data,  static_cast<const Word*>(from),
                                  n_from,    static_cast<Word*>(to),
                                  words,     repeat_element<Word>(rest.fill, form.element),
                                  rest.keeps};
    return backend::for_each(context, map.size * words.by, gather);
  });
}

inline Status scatter_rows(Context& context, const RowForm& form, Span<const int64_t> map, const void* from, void* to) {
  if (form.bytes() == 0) return {};
  const int width = word_bytes(uint64_t(form.bytes()) | address_of(from) | address_of(to));
  return with_word(width, [&]<class Word>() -> Status {
    const Divider words = Divider::of(form.bytes() / width);
    const ScatterRows<Word> scatter{map.data, static_cast<const Word*>(from), static_cast<Word*>(to), words};
    return backend::for_each(context, map.size * words.by, scatter);
  });
}

}  // namespace dvdb
