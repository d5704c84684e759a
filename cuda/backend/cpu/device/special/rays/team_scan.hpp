/// Scans by teams, on host threads. Included through backend/api/special/rays/team_scan.hpp.
#pragma once

#include "backend/api/launch.hpp"
#include "backend/api/memory.hpp"

namespace dvdb::backend {

template <class F>
struct CountOfTeam {
  F f;
  typename F::State* states;  // [n]
  uint64_t* counts;           // [n]

  void operator()(int64_t i) const { counts[i] = f.count(i, Team{}, states[i]); }
};

template <class F>
struct PlaceOfTeam {
  F f;
  typename F::State* states;
  const uint64_t* counts;

  uint64_t count(int64_t i) const { return counts[i]; }
  void emit(int64_t i, uint64_t count, uint64_t before) const { f.emit(i, Team{}, states[i], count, before); }
};

template <class F>
Status for_each_team_scan(Context& context, int64_t n, F f, int64_t grain = kGrain) {
  if (n <= 0) return {};
  Layout layout;
  layout.reserve<typename F::State>(n);
  const int64_t first_count = layout.reserve<uint64_t>(n);
  Scratch memory(context);
  DVDB_TRY(memory.allocate(layout.bytes()));
  auto* states = static_cast<typename F::State*>(memory.data());
  auto* counts = reinterpret_cast<uint64_t*>(static_cast<uint8_t*>(memory.data()) + first_count);
  DVDB_TRY(for_each(context, n, CountOfTeam<F>{f, states, counts}, grain));
  return for_each_scan(context, n, PlaceOfTeam<F>{f, states, counts});
}

inline Status wait_for_report(Context&, const uint64_t*) { return {}; }

}  // namespace dvdb::backend
