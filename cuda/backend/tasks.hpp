/// The backend seam, part 19: items that come to tasks, each of which is a way on which pieces of work are found. On a GPU the
/// lanes of a warp go on with their items together, take tasks together, whichever lane came to them, and work on pieces
/// together.
///
///   for_each_in_tasks(context, n, f, grain)   for i in [0, n), in any order: if f.begin(i, far), then f.next(far, task, any)
///                                             until it says no, where `any` tells whether the item came to a task. For each
///                                             task, in any order and at once: f.open(task, far, way), then f.pass(way) while
///                                             f.inside(way), and f.close(way, far). Wherever f.finds(way), f.work(piece, far)
///                                             for f.piece(way, far), in any order and at once. f.end(i, far) behind all that; if
///                                             it says no, either f.defer(i), which leaves it to a launch of its own, or, if
///                                             f.begin_again(i, far), f.part_again(far, part, parts) for some number of parts,
///                                             at once, and f.end_again(i, sum) of what these give.
///                                             `far` is the item's F::Far, `way` an F::Way, which is not inside at first;
///                                             an F::Task and an F::Piece have room for a number, `owner`.
///                                             f.runs(), if it is there, says whether there is anything to do at all
#pragma once

#if defined(__CUDACC__)
#include "backend/cuda/tasks.cuh"
#else
#include "backend/cpu/tasks.hpp"
#endif
