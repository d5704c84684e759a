/// Exchange between the lanes of a team on host threads, where a team is a single lane. Included through
/// backend/api/team.hpp.
#pragma once

#include <cstdint>

#include "base/portable.hpp"

namespace dvdb::backend {

struct Lanes {
  int rank = 0;
  int size = 1;

  DVDB_FN uint32_t ballot(bool yes) const { return yes ? 1 : 0; }
  DVDB_FN void meet() const {}
  template <class T>
  DVDB_FN T from(T value, int) const {
    return value;
  }
};

}  // namespace dvdb::backend
