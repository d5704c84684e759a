/// Tasks on host threads: each task and each piece is processed as soon as it is found. Included through
/// backend/api/special/rays/tasks.hpp.
#pragma once

#include "backend/api/launch.hpp"

namespace dvdb::backend {

template <class F>
struct TakeTasks {
  F f;

  void operator()(int64_t i) const {
    typename F::Far far{};
    typename F::Task task;
    typename F::Path path;
    for (bool on = f.begin(i, far); on;) {
      bool any = false;
      on = f.next(far, task, any);
      if (!any) continue;
      f.open(task, far, path);
      for (; f.inside(path); f.pass(path)) {
        if (f.finds(path)) f.work(f.piece(path, far), far);
      }
      f.close(path, far);
    }
    if (!f.end(i, far) && f.begin_again(i, far)) f.end_again(i, f.part_again(far, 0, 1));
  }
};

template <class F>
Status for_each_in_tasks(Context& context, int64_t n, F f, int64_t grain) {
  return has_work(f) ? for_each(context, n, TakeTasks<F>{f}, grain) : Status{};
}

}  // namespace dvdb::backend
