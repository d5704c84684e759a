/**
 * Rows that tie new grids to those that they were made of.
 *
 * @module
 */

import { cannot } from "../../ffi/errors.ts";
import { RowBase } from "../../ffi/_generated/symbols.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import {
  emptyTensor,
  type GridBatch,
  GridWithRows,
  type Tensor,
  type Triple,
} from "../core/mod.ts";
import { checkOptions, refuse } from "../core/checks.ts";
import type { OptionNames } from "../core/options.ts";
import { disposeOnError } from "../core/ownership.ts";
import { wholeTriple } from "../core/triples.ts";

/**
 * Requests rows along with the grids; {@linkcode rowMap} finds them for other pairs of batches, and for the results of
 * asynchronous functions.
 *
 * @category Topology
 */
export interface WithRows {
  /** Whether to return rows. */
  readonly rows: true;
}

/** Which rows are looked for. */
export interface Tie {
  /** Name of the function that was called. */
  readonly operator: string;
  /** The batch whose voxels get rows. */
  readonly from: GridBatch;
  /** The batch that the rows belong to. */
  readonly to: GridBatch;
  /** Voxel c leads to floor((c + shift) / divisor); 1 when left out. */
  readonly divisor?: number | Triple;
  /** See `divisor`; 0 when left out. */
  readonly shift?: Int32Array<ArrayBuffer>;
  /** How many remainders of the division count; all when left out. */
  readonly remainders?: number | Triple;
}

/**
 * Checks the options of a function without rows, whose twin gives some: those of the twin are accepted as long as they
 * ask for none.
 *
 * @param operator Name of the function, which is that of its twin and `Async`.
 * @throws {TypeError} If rows are requested, or an option is unknown.
 */
export function checkNoRows(
  operator: string,
  options: object,
  names: ReadonlyMap<string, true | "boolean">,
): void {
  const known = names as OptionNames<WithRows>;
  const { rows }: { readonly rows?: unknown } = checkOptions(operator, options as WithRows, known);
  if (rows === undefined || rows === false) return;
  const twin = operator.replace(/Async$/, "");
  throw new TypeError(`${cannot(operator)}: only ${twin}() gives rows; rowMap() finds them`);
}

/** Finds rows for a new batch; the caller owns both. The batch is disposed if this throws. */
export function tieRows({ made, ...tie }: Tie & { readonly made: GridBatch }): GridWithRows {
  return disposeOnError(made, () => new GridWithRows(made, findRows(tie)));
}

/** Finds rows, i64 [voxels of `from`]; the caller owns them. */
export function findRows(
  { operator, from, to, divisor = 1, shift = new Int32Array(3), remainders = divisor }: Tie,
): Tensor<"i64"> {
  const { context } = from;
  const by = wholeTriple({ operator, name: "divisor" }, divisor, { least: 1 });
  const counted = wholeTriple({ operator, name: "remainders" }, remainders, { least: 1 });
  const rows = emptyTensor([from.numVoxels], { context, dtype: "i64" });
  return disposeOnError(rows, () => {
    const status = nativeOf(context).rowMap(
      handleOf(context),
      handleOf(from),
      handleOf(to),
      Int32Array.of(1, 1, 1),
      by,
      shift,
      counted,
      RowBase.IN_BATCH,
      handleOf(rows.buffer),
    );
    checkStatus(context, status, operator);
    return rows;
  });
}

/** The extents of a kernel and its stride. */
export interface KernelSteps {
  readonly kernel: number | Triple;
  readonly stride?: number | Triple;
}

/**
 * How the fine voxels of a convolution lead to the coarse ones when each has one at most: fine voxel c is tap t of the
 * coarse voxel with `c = stride * coarse + t - floor((kernel - 1) / 2)`.
 *
 * @throws {RangeError} If fine voxels have several, which is so where the kernel is larger than the stride.
 */
export function coarseTie(
  operator: string,
  { kernel, stride = 1 }: KernelSteps,
): Required<Pick<Tie, "divisor" | "shift" | "remainders">> {
  const taps = wholeTriple({ operator, name: "kernel" }, kernel, { least: 1 });
  const steps = wholeTriple({ operator, name: "stride" }, stride, { least: 1 });
  for (const [axis, extent] of taps.entries()) {
    const step = steps[axis] ?? NaN;
    if (extent > step) {
      refuse(
        operator,
        `kernel ${extent} is larger than stride ${step}, so voxels have several rows, which only a kernel map holds`,
      );
    }
  }
  return { divisor: stride, shift: taps.map((extent) => (extent - 1) >> 1), remainders: kernel };
}
