/// Sign changes of a field along a ray: what each lane finds in its part, and how the parts are combined.
#pragma once

#include "backend/api/team.hpp"
#include "base/portable.hpp"

namespace dvdb {

/// The signs along a part of a ray, in order: the first one, the current one, and the first change.
struct Signs {
  bool any = false;
  bool first_negative = false;
  bool negative = false;  // the present sign, if any
  bool changed = false;
  double time = -1;  // of the first change

  /// Processes the next sign; false if it differs from the one before.
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

/// The lane that has the first change of the whole ray, or -1. All lanes call `find_change(lane)` with the lane that
/// has the last sign before their own part, or with themselves; it returns the time of a change between the two, which
/// is used if their signs differ.
template <class FindChange>
DVDB_FN int first_change(const backend::Team& team, Signs& signs, FindChange find_change) {
  const uint32_t any = team.ballot(signs.any);
  const uint32_t negative = team.ballot(signs.negative);
  const uint32_t before = any & ((1u << team.rank) - 1);
  const int last = before != 0 ? highest_bit(before) : team.rank;
  const bool differs = signs.any && before != 0 && (negative >> last & 1) != (signs.first_negative ? 1u : 0u);
  const double time = find_change(last);
  if (differs) signs.change_at(time);
  const uint32_t changed = team.ballot(signs.changed);
  return changed != 0 ? lowest_bit(changed) : -1;
}

}  // namespace dvdb
