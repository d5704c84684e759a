/// Teams: lanes of a warp that work on one item together; a single lane on a CPU. All lanes of a team must make each
/// call together. Results are independent of the team's size only if the functor sees to that.
///
///   team.rank, team.size      the lane's place in the team, and how many lanes there are: a power of two, at most 32
///   team.ballot(yes)          bit r of the result is the argument of the lane of rank r
///   team.meet()               a barrier: afterwards each lane sees what the others wrote before it
///   team.from(value, owner)   the value that the lane of rank `owner` passes
#pragma once

#include "device/team.hpp"

namespace dvdb::backend {

struct Team : Lanes {
  template <class T>
  DVDB_FN T sum(T value) const {
    for (int step = 1; step < size; step *= 2) value += from(value, rank ^ step);
    return value;
  }

  /// The exclusive prefix sum: over the lanes of lower rank.
  template <class T>
  DVDB_FN T sum_before(T value) const {
    T upto = value;
    for (int step = 1; step < size; step *= 2) {
      const T other = from(upto, rank - step < 0 ? 0 : rank - step);
      if (rank >= step) upto += other;
    }
    return upto - value;
  }
};

}  // namespace dvdb::backend
