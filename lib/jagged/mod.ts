/**
 * Operators on jagged tensors, which are lists of rows: selection, concatenation, reductions and arithmetic. The root
 * of the package makes them, with `jagged` and `jaggedFromList`.
 *
 * @example Lists scaled and summed
 * ```ts
 * import { jaggedFromList, openContext } from "@denovdb/denovdb";
 * import { jaggedSum, multiply } from "@denovdb/denovdb/jagged";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using lists = jaggedFromList([[1, 2, 3], [4]], { context });
 * using doubled = multiply(lists, 2);
 * using sums = jaggedSum(doubled);
 * assertEquals([...await sums.read()], [12, 8]);
 * ```
 *
 * @module
 */

export type {
  Cancelable,
  Context,
  DType,
  EmptyTensorOptions,
  Float,
  HostArray,
  JaggedListOptions,
  JaggedTensor,
  Lists,
  Tensor,
} from "../core/mod.ts";
export type { WithDType } from "../core/checks.ts";
export * from "./_generated/operators.ts";
