/**
 * Rays on a sphere's voxels: 512 by 512 rays of a camera, and as many from anywhere to anywhere; `band_protocol.ts` measures
 * narrow bands.
 *
 * @module
 */

import {
  type Context,
  dilatedGrid,
  firstActiveVoxel,
  gridIjk,
  jagged,
  type Lists,
  pointsOnRays,
  pointsOnRaysBackward,
  rayImplicitIntersection,
  raysIntersectVoxels,
  rayTrilinearIntersection,
  rayTrilinearIntersectionWithNormals,
  type Real,
  segmentsAlongRays,
  Tensor,
  tensor,
  uniformRaySamples,
  voxelRowsAlongRays,
  voxelsAlongRays,
} from "../_api.ts";
import { type BenchRow, benchTable, row, shared } from "../_harness.ts";
import { surfaceInput } from "../grid/_points.ts";
import { areOnSphere, RADIUS, type RaySet, raySets } from "./_rays.ts";

const sets = (context: Context) => raySets(context, 512);

/** The distance to the sphere on a band two voxels wide on each side, so that all eight around the sphere are there. */
const band = (context: Context) => {
  const grid = dilatedGrid(shared(context, surfaceInput).grid, { radius: 2 });
  using ijk = gridIjk(grid);
  const flat = ijk.data.readSync();
  const all = Float32Array.from({ length: grid.numVoxels }, (_, at) => {
    const [i = 0, j = 0, k = 0] = flat.subarray(at * 3, at * 3 + 3);
    return Math.hypot(i, j, k) - RADIUS;
  });
  return { grid, distances: tensor(all, { context }) };
};

/** Whether enough rays hit, and all times are as near to the sphere as they should be; misses are -1. */
function areHits(set: RaySet, times: Float32Array, most?: number): boolean {
  const offsets = new BigInt64Array(set.count + 1);
  times.forEach((time, n) => offsets[n + 1] = (offsets[n] ?? 0n) + (time === -1 ? 0n : 1n));
  const found = times.filter((time) => time !== -1);
  return found.length > set.count / 10 && found.length < set.count &&
    areOnSphere(set, offsets, found, 1, most);
}

/** Times of each ray. */
const TIMES = 32;

/** Times along camera rays, the points there, and gradients of these. */
const timed = (context: Context) => {
  const set = shared(context, sets)[0] as RaySet;
  const count = set.count * TIMES;
  const offsets = BigInt64Array.from({ length: set.count + 1 }, (_, ray) => BigInt(ray * TIMES));
  const values = Float32Array.from({ length: count }, (_, at) => at % TIMES);
  const ts = jagged(tensor(values, { context }), { offsets });
  const ones = tensor(new Float32Array(3 * count).fill(1), { context, shape: [count, 3] });
  return { ...set, count, ts, gradients: jagged(ones, { offsets }) };
};

type Timed = ReturnType<typeof timed>;

const TIMED = {
  on: ({ count }: Timed): string => `${TIMES} times on each ray, ${count} points`,
  items: ({ count }: Timed): number => count,
  bytes: ({ count }: Timed): number => 16 * count,
};

const POINT_ROWS: readonly BenchRow[] = [
  row(pointsOnRays, timed, {
    ...TIMED,
    run: ({ origins, directions, ts }) => pointsOnRays(origins, directions, ts),
    check: ({ data }, { origins, directions }) => {
      const [found, from, along] = [data, origins, directions].map((one) => one.readSync());
      return [0, 1, 2].every((axis) =>
        found?.[9 + axis] === Math.fround((from?.[axis] ?? NaN) + 3 * (along?.[axis] ?? NaN))
      );
    },
  }),
  row(pointsOnRaysBackward, timed, {
    ...TIMED,
    run: ({ directions, ts, gradients }) => pointsOnRaysBackward(directions, ts, gradients),
    check: ({ origins, directions }) =>
      rowsOf(origins)[0] === TIMES && rowsOf(directions)[0] === TIMES * (TIMES - 1) / 2,
  }),
];

function rowsOf(lists: Lists<Real> | undefined): ArrayLike<number> {
  if (lists === undefined) return [];
  return (lists instanceof Tensor ? lists : lists.data).readSync();
}

/** The rows of one of the two sets. */
function setRows(which: 0 | 1): BenchRow[] {
  const name = ["camera rays", "rays from anywhere"][which];
  const make = (context: Context) => {
    const set = shared(context, sets)[which] as RaySet;
    return { set, grid: shared(context, surfaceInput).grid, ...set };
  };
  const makeBand = (context: Context) => ({ ...make(context), ...shared(context, band) });
  const on = ({ set }: ReturnType<typeof make>): string => set.name;
  return [
    row(firstActiveVoxel, make, {
      on,
      run: ({ grid, origins, directions }) => firstActiveVoxel(grid, origins, directions),
      check: ({ times }, { set }) => areHits(set, times.readSync()),
    }),
    row(raysIntersectVoxels, make, {
      on,
      run: ({ grid, origins, directions }) => raysIntersectVoxels(grid, origins, directions),
      check: (met, { grid, origins, directions }) => {
        using hits = firstActiveVoxel(grid, origins, directions);
        const rows = hits.rows.readSync();
        return met.readSync().every((hit, n) => (hit === 1) === ((rows[n] ?? -1n) >= 0n));
      },
    }),
    row(segmentsAlongRays, make, {
      on,
      run: ({ grid, origins, directions }) => segmentsAlongRays(grid, origins, directions),
      check: ({ data, offsets }, { set }) =>
        data.length > set.count / 2 && areOnSphere(set, offsets, data.readSync(), 2),
    }),
    row(voxelsAlongRays, make, {
      on,
      run: ({ grid, origins, directions }) => voxelsAlongRays(grid, origins, directions),
      check: ({ times: { data, offsets } }, { set }) =>
        data.length > set.count && areOnSphere(set, offsets, data.readSync(), 2),
    }),
    row(voxelRowsAlongRays, make, {
      on,
      run: ({ grid, origins, directions }) => voxelRowsAlongRays(grid, origins, directions),
      check: ({ times: { data, offsets } }, { set }) =>
        data.length > set.count && areOnSphere(set, offsets, data.readSync(), 2),
    }),
    row(rayImplicitIntersection, makeBand, {
      on,
      run: ({ grid, origins, directions, distances }) =>
        rayImplicitIntersection(grid, origins, directions, distances),
      check: (times, { set }) => areHits(set, times.readSync(), 0.9),
    }),
    row(rayTrilinearIntersection, makeBand, {
      on,
      run: ({ grid, origins, directions, distances }) =>
        rayTrilinearIntersection(grid, origins, directions, distances),
      check: (times, { set }) => areHits(set, times.readSync(), 0.01),
    }),
    row(rayTrilinearIntersectionWithNormals, makeBand, {
      on,
      run: ({ grid, origins, directions, distances }) =>
        rayTrilinearIntersectionWithNormals(grid, origins, directions, distances),
      check: ({ times }, { set }) => areHits(set, times.readSync(), 0.01),
    }),
    // Two samples to a voxel, with a fixed step and with a cone.
    ...(name === "camera rays" ? [0, 0.001] : []).map((coneAngle) =>
      row(uniformRaySamples, (context) => {
        const input = make(context);
        const filled = (time: number) =>
          tensor(new Float32Array(input.set.count).fill(time), { context });
        return { ...input, tMin: filled(0), tMax: filled(Infinity) };
      }, {
        on: (input) => `cone ${coneAngle}, ${on(input)}`,
        run: ({ grid, origins, directions, tMin, tMax }) => {
          const options = { stepSize: 0.5, coneAngle };
          return uniformRaySamples(grid, origins, directions, tMin, tMax, options);
        },
        check: ({ data, offsets }, { set }) =>
          data.length > set.count && areOnSphere(set, offsets, data.readSync(), 2),
      })
    ),
  ];
}

await benchTable(import.meta.main, [...([0, 1] as const).flatMap(setRows), ...POINT_ROWS]);
