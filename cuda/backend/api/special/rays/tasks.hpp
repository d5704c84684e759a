/// Work nested in three levels: items produce tasks, and each task is a walk that finds pieces of work.
/// On a GPU the lanes of a warp advance their items together, then share out the tasks found, whichever lane found
/// them, and then the pieces, so that lanes stay busy where counts vary.
///
///   for_each_in_tasks(context, n, f, grain)   for i in [0, n), in any order: if f.begin(i, far), calls f.next(far,
///   task, any)
///                                             until it returns false; `any` says whether the item produced a task. For
///                                             each task, in any order and concurrently: f.open(task, far, path), then
///                                             f.pass(path) while f.inside(path), then f.close(path, far). Wherever
///                                             f.finds(path), f.work(piece, far) for f.piece(path, far), in any order
///                                             and concurrently. After all that f.end(i, far); if this returns false,
///                                             either f.defer(i), which leaves the item to a launch of its own, or, if
///                                             f.begin_again(i, far), f.part_again(far, part, parts) for some number of
///                                             parts, concurrently, and f.end_again(i, sum) of their results. `far` is
///                                             the item's F::Far, `path` an F::Path, which is not inside initially;
///                                             F::Task and F::Piece have an integer member `owner` for the launch to
///                                             use. f.runs(), if defined, says whether there is anything to do at all
#pragma once

#include "device/special/rays/tasks.hpp"
