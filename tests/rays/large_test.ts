import { assertEquals } from "@std/assert";
import {
  raysIntersectVoxels,
  rayTrilinearIntersectionWithNormals,
  voxelRowsAlongRays,
} from "../../lib/rays/mod.ts";
import {
  type Context,
  firstActiveVoxel,
  gridFromDense,
  type JaggedTensor,
  segmentsAlongRays,
  tensor,
  uniformRaySamples,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertWindows, sizesOf, spread, windowsOf } from "../_large.ts";

/** Rows of a window. */
const COUNT = 64;

/** Voxels along an edge, and rays through them, so many that they meet more than 2^32. */
const sideOf = sizesOf(40, 512);
const raysOf = sizesOf(997, 2 ** 23 + 997);
/** Rays that begin at so many numbers, more than 2^32. */
const manyRaysOf = sizesOf(1997, Math.ceil(2 ** 32 / 3) + 997);

/** Refuses data that do not begin and end with those of a few rays. */
function assertEnds(actual: JaggedTensor, expected: JaggedTensor): void {
  const own = expected.data.readSync();
  const [rows = 0] = actual.data.shape;
  const [few = 0] = expected.data.shape;
  assertWindows(actual.data, [0, rows - few], own);
}

const alongTitle = (on: Pick<Context, "device">): string =>
  `voxels and samples along ${raysOf(on)} rays through ${sideOf(on)} voxels go on to the last`;

eachBackend(alongTitle, (context) => {
  const [side, n] = [sideOf(context), raysOf(context)];
  const windows = windowsOf(n, COUNT, [3]);
  using grid = gridFromDense({ context, dims: side });
  const random = new Random(8);
  const ends = (low: number, high: number): Float32Array<ArrayBuffer> =>
    Float32Array.from({ length: 3 * COUNT }, () => random.number(low, high));
  const [starts, ways] = [ends(-10, side + 10), ends(-1, 1)];
  const shape = [COUNT, 3];
  using fewOrigins = tensor(starts, { context, shape });
  using fewDirections = tensor(ways, { context, shape });
  const dtype = "f32" as const;
  using origins = spread(context, { dtype, shape: [n, 3], filler: -1, windows, pattern: starts });
  using directions = spread(context, { dtype, shape: [n, 3], filler: 1, windows, pattern: ways });
  {
    using few = voxelRowsAlongRays(grid, fewOrigins, fewDirections);
    using many = voxelRowsAlongRays(grid, origins, directions);
    assertEnds(many.voxels, few.voxels);
    assertEnds(many.times, few.times);
    const met = (n - windows.length * COUNT) * side;
    assertEquals(many.voxels.data.shape[0], met + windows.length * (few.voxels.data.shape[0] ?? 0));
  }
  {
    const options = { stepSize: 1 / 3 };
    using few = uniformRaySamples(grid, fewOrigins, fewDirections, 0, side, options);
    using many = uniformRaySamples(grid, origins, directions, 0, side, options);
    assertEnds(many, few);
  }
  using few = segmentsAlongRays(grid, fewOrigins, fewDirections);
  using many = segmentsAlongRays(grid, origins, directions);
  assertEnds(many, few);
});

eachBackend((on) => `${manyRaysOf(on)} rays are traced to the last`, (context) => {
  const n = manyRaysOf(context);
  const windows = windowsOf(n, COUNT, [1, 3]);
  using grid = gridFromDense({ context, dims: 9 });
  const random = new Random(8);
  const numbers = (low: number, high: number): Float16Array<ArrayBuffer> =>
    Float16Array.from({ length: 3 * COUNT }, () => random.number(low, high));
  const [starts, ways] = [numbers(-4, 12), numbers(-1, 1)];
  const shape = [COUNT, 3];
  using fewOrigins = tensor(starts, { context, shape });
  using fewDirections = tensor(ways, { context, shape });
  const dtype = "f16" as const;
  using origins = spread(context, { dtype, shape: [n, 3], filler: -1, windows, pattern: starts });
  using directions = spread(context, { dtype, shape: [n, 3], filler: 1, windows, pattern: ways });
  {
    using few = firstActiveVoxel(grid, fewOrigins, fewDirections);
    using many = firstActiveVoxel(grid, origins, directions);
    assertWindows(
      many.times as never,
      windows,
      (few.times as never as typeof fewOrigins).readSync(),
    );
  }
  {
    using few = raysIntersectVoxels(grid, fewOrigins, fewDirections);
    using many = raysIntersectVoxels(grid, origins, directions);
    assertWindows(many, windows, few.readSync());
  }
  const field = Float16Array.from({ length: 729 }, (_, at) => at % 9 - 4.5);
  using values = tensor(field, { context });
  using few = rayTrilinearIntersectionWithNormals(grid, fewOrigins, fewDirections, values);
  using many = rayTrilinearIntersectionWithNormals(grid, origins, directions, values);
  assertWindows(many.times, windows, few.times.readSync());
  assertWindows(many.normals, windows, few.normals.readSync());
});
