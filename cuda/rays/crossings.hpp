/// Where a field changes its sign along a ray: what lanes find out about their parts, and how the parts are joined.
#pragma once

#include "backend/team.hpp"
#include "core/portable.hpp"

namespace dvdb {

/// The signs along a part of a ray, in order: the first one, the present one, and the first change.
struct Signs {
  bool any = false;
  bool first_negative = false;
  bool negative = false;  // the present sign, if any
  bool changed = false;
  double time = -1;  // of the first change

  /// Takes the next sign; false when it is another one than before.
  DVDB_FN bool take(bool is_negative) {
    if (!any) {
      any = true;
      first_negative = negative = is_negative;
    }
    return negative == is_negative;
  }

  DVDB_FN void change_at(double when) {
    changed = true;
    time = when;
  }
};

/// The lane that has the first change of the whole ray, or -1. `turned(lane)` is called by all lanes with the one whose last
/// sign comes before theirs, or with their own, and returns the time of a change between the two; it is taken where they
/// differ.
template <class Turned>
DVDB_FN int first_change(const backend::Team& team, Signs& signs, Turned turned) {
  const uint32_t any = team.ballot(signs.any);
  const uint32_t negative = team.ballot(signs.negative);
  const uint32_t before = any & ((1u << team.rank) - 1);
  const int last = before != 0 ? highest_bit(before) : team.rank;
  const bool differs = signs.any && before != 0 && (negative >> last & 1) != (signs.first_negative ? 1u : 0u);
  const double time = turned(last);
  if (differs) signs.change_at(time);
  const uint32_t changed = team.ballot(signs.changed);
  return changed != 0 ? lowest_bit(changed) : -1;
}

}  // namespace dvdb
