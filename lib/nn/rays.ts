/**
 * Points of rays on a tape.
 *
 * @module
 */

import type { Real, Tensor } from "../core/mod.ts";
import { apply, type Value } from "../grad/mod.ts";
import * as ops from "../rays/mod.ts";
import {
  checkListsOptions,
  dataOf,
  type ListsOptions,
  type RowsOperand,
  takeLists,
} from "./base/lists.ts";

const NAMES: readonly ops.RayPointInputName[] = ["origins", "directions", "ts"];

/**
 * Computes the points of rays at given times, as `pointsOnRays` of `@denovdb/denovdb/rays` does.
 *
 * @typeParam D Element type.
 * @param origins Origin of each ray, [rays, 3]. Operands are values, tensors, or constants in lists; at least one of them
 * is a value.
 * @param directions Direction of each ray, [rays, 3].
 * @param ts Times of rays, [n]: constants in lists, or with the offsets of rays in the options.
 * @param options The offsets of rays if the times are not in lists; without, there is one ray.
 * @returns A point for each time, [n, 3]; their tape owns them.
 * @throws As `pointsOnRays`, and {TypeError} if no operand is a value.
 * @determinism Same bits on every backend.
 * @category Operators of networks
 *
 * @example Where a ray would have to start
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { pointsOnRays, sum, valueAndGrad } from "@denovdb/denovdb/nn";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using origins = tensor([0, 0, 0], { context, shape: [1, 3] });
 * using directions = tensor([1, 0, 0], { context, shape: [1, 3] });
 * using ts = tensor([1, 2, 3], { context });
 * using found = valueAndGrad({ origins }, (p) => sum(pointsOnRays(p.origins, directions, ts)));
 * assertEquals([...await found.gradients.origins.read()], [3, 3, 3]);
 * ```
 */
export function pointsOnRays<D extends Real>(
  origins: RowsOperand<D>,
  directions: RowsOperand<NoInfer<D>>,
  ts: RowsOperand<NoInfer<D>>,
  options: ListsOptions = {},
): Value<D> {
  const { offsets } = checkListsOptions("pointsOnRays", options);
  const { inLists } = takeLists<D>(ts, { ...offsets && { offsets } });
  const [a, b, c] = [origins, directions, ts].map((rows) => takeLists<D>(rows).operand) as [
    ...[Value<D>, Value<D>, Value<D>],
  ];
  return apply("pointsOnRays", [a, b, c], ([origins, directions, ts]) => ({
    result: dataOf(ops.pointsOnRays<D>(origins, directions, inLists(ts))) as Tensor<D>,
    reads: [1, 2],
  }), (gradient, { tensors: [, directions, ts], wanted }) => {
    const back = ops.pointsOnRaysBackward<D>(directions, inLists(ts), gradient, {
      wanted: NAMES.filter((_, place) => wanted[place]),
    });
    return [back.origins, back.directions, back.ts];
  });
}
