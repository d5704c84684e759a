/**
 * Evenly spaced samples along rays.
 *
 * @module
 */

import type { BufferHandle } from "../../ffi/_generated/native.ts";
import { describeValue } from "../../ffi/base/words.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { GridBatch, Lists, Real, Tensor } from "../core/mod.ts";
import { fullTensor, JaggedTensor } from "../core/mod.ts";
import { checkDType, checkShape, rowsOf } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { computeTensor } from "../core/native_call.ts";
import { disposeOnError } from "../core/ownership.ts";
import { asRayLists, checkNotNegative, checkSameLists, listAlongRays, takeRays } from "./_rays.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * Options for {@linkcode uniformRaySamples}.
 *
 * @category Rays
 */
export interface RaySampleOptions {
  /** Length of the intervals, or their smallest length with a cone, above 0; in units of the ray's direction. */
  readonly stepSize: number;
  /**
   * Growth of intervals with time, 0 or more: they are `t * coneAngle` long, but at least `stepSize` and at most 1e10.
   *
   * @default {0}
   */
  readonly coneAngle?: number;
  /**
   * Whether intervals are clipped where the ray enters and leaves voxels, so that together they cover exactly the part
   * inside. Otherwise intervals are whole, and those are listed whose midpoint is inside.
   *
   * @default {true}
   */
  readonly includeEndSegments?: boolean;
  /**
   * Whether to return the midpoints of intervals instead of their ends.
   *
   * @default {false}
   */
  readonly midpoints?: boolean;
  /**
   * Segments shorter than this get no samples, in units of the ray's direction.
   *
   * @default {0}
   */
  readonly eps?: number;
}

/** Most samples of one ray. */
const MOST_SAMPLES = 2n ** 28n;

const NAMES = optionNames<RaySampleOptions>({
  stepSize: true,
  coneAngle: true,
  includeEndSegments: "boolean",
  midpoints: "boolean",
  eps: true,
});

/**
 * Divides the segments of each ray `origin + t * direction` in active voxels into intervals of even length.
 *
 * The intervals of a ray lie on one lattice, which starts at its `tMin` and continues across segments: the next point
 * after t is `t + dt(t)`, where `dt(t)` is `stepSize`, or with a cone `t * coneAngle` if that is larger. Up to a
 * segment, the lattice advances in steps of the length that it had at `tMin`, or at the end of the last segment. With
 * `includeEndSegments` the first step from a point within the segment has that length, too; a segment without a lattice
 * point is one interval, and pieces at its ends that the element type can hardly resolve are dropped: 1e-3 for f16,
 * 1e-5 for f32, 1e-9 for f64, in units of the ray's direction. Everything is computed in double precision, and times
 * are rounded once. A ray whose direction is zero, that is not finite, that starts 2^46 voxels or more from voxel (0,
 * 0, 0), whose `tMin` is not finite, or whose `tMax` is not above its `tMin`, has no samples.
 *
 * The calling thread waits for the lengths of the lists.
 *
 * @typeParam D Element type of the rays and of the times.
 * @param grid The batch to trace; borrowed.
 * @param origins Ray origins as for {@linkcode firstActiveVoxel}, f16, f32 or f64 [n, 3]; borrowed.
 * @param directions Ray directions, like `origins`.
 * @param tMin Start of each ray, [n], in units of its direction; in the same lists, or as a tensor. A number applies to
 * all.
 * @param tMax End of each ray, like `tMin`.
 * @param options The placement of samples.
 * @returns Start and end times of each interval, [n, 2], or the midpoints of intervals, [n]: a list for each ray in a
 * list for each grid; the caller owns them.
 * @throws {RangeError} If shapes or lists do not match, if `stepSize` is not finite and above 0, if `coneAngle` is not
 * finite and 0 or more, if `eps` is below 0, or if a ray has more than 2^28 samples.
 * @throws {TypeError} If rays and times are not all f16, all f32 or all f64, or belong to another context.
 * @determinism Same bits on every backend.
 * @category Rays
 *
 * @example Samples in a voxel
 * ```ts
 * import { gridFromIjk, openContext, tensor, uniformRaySamples } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using ijk = tensor(new Int32Array([3, 0, 0]), { context, shape: [1, 3] });
 * using grid = gridFromIjk(ijk);
 * using origins = tensor([0.25, 0, 0], { context, shape: [1, 3] });
 * using directions = tensor([1, 0, 0], { context, shape: [1, 3] });
 * using tMin = tensor([0], { context });
 * using tMax = tensor([100], { context });
 * const options = { stepSize: 0.5 };
 * using samples = uniformRaySamples(grid, origins, directions, tMin, tMax, options);
 * assertEquals([...await samples.data.read()], [2.25, 2.5, 2.5, 3, 3, 3.25]);
 * ```
 */
export function uniformRaySamples<D extends Real>(
  grid: GridBatch,
  origins: Lists<D>,
  directions: Lists<D>,
  tMin: Lists<D> | number,
  tMax: Lists<D> | number,
  options: RaySampleOptions,
): JaggedTensor<D> {
  const operator = "uniformRaySamples";
  const { stepSize, coneAngle = 0, eps = 0 } = checkOptions(operator, options, NAMES);
  const { includeEndSegments = true, midpoints = false } = options;
  const input = { grid, origins, directions };
  const listed = [tMin, tMax].filter((times) => typeof times !== "number");
  const taken = takeRays(operator, input, ...listed);
  if (!(Number.isFinite(stepSize) && stepSize > 0)) {
    refuse(operator, `stepSize is ${describeValue(stepSize)}, a finite number above 0 expected`);
  }
  if (!(Number.isFinite(coneAngle) && coneAngle >= 0)) {
    refuse(
      operator,
      `coneAngle is ${describeValue(coneAngle)}, a finite number of 0 or more expected`,
    );
  }
  checkNotNegative(operator, "eps", eps);
  const { context, dtype, count } = taken;
  using stack = new DisposableStack();
  const [first, last] = ([["tMin", tMin], ["tMax", tMax]] as const).map(([name, times]) => {
    if (typeof times === "number") {
      return handleOf(stack.use(fullTensor([count], times, { context, dtype })).buffer);
    }
    const rows = rowsOf(times);
    checkDType({ operator, name }, rows.data, [dtype]);
    checkShape({ operator, name }, rows.data, [count]);
    if (times instanceof JaggedTensor) checkSameLists(operator, taken, name, rows);
    return handleOf(rows.data.buffer);
  }) as [BufferHandle, BufferHandle];
  const request = {
    ...taken.rays,
    tMin: first,
    tMax: last,
    stepSize,
    coneAngle,
    eps,
    ends: includeEndSegments ? 1 : 0,
  };
  return listAlongRays(
    taken,
    (native, outEnds) => native.uniformRaySamplesCount({ ...request, outEnds }),
    (lengths) => {
      const { total, ends } = lengths;
      if (total > MOST_SAMPLES) refuseTooMany(operator, ends);
      const shape = midpoints ? [total] : [total, 2];
      const samples = computeTensor(
        { operator, context, dtype, shape },
        (native, { out }) =>
          native.uniformRaySamples({
            ...request,
            midpoints: midpoints ? 1 : 0,
            rayEnds: handleOf(ends.buffer),
            nSamples: total,
            out,
          }),
      );
      return disposeOnError(samples, () => asRayLists(samples, lengths, taken));
    },
  );
}

/** Refuses rays whose samples cannot be counted in a sensible time. */
function refuseTooMany(operator: string, ends: Tensor<"i64">): void {
  const reached = ends.readSync();
  const ray = reached.findIndex((end, at) => end - (reached[at - 1] ?? 0n) > MOST_SAMPLES);
  if (ray >= 0) refuse(operator, `ray ${ray} has more than ${MOST_SAMPLES} samples`);
}
