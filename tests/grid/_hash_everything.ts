/**
 * A hash of everything that the operators compute; as a program it prints that of the device in DENOVDB_DEVICE.
 *
 * @module
 */

import { sparseConvBackward } from "../../lib/conv/mod.ts";
import { gridFromPointsWithRows } from "../../lib/grid/mod.ts";
import {
  injectFromDenseCmajor,
  injectFromIjk,
  injectToDenseCmajor,
  injectToDenseCminor,
} from "../../lib/inject/mod.ts";
import { rowMap } from "../../lib/query/mod.ts";
import {
  rayImplicitIntersection,
  raysIntersectVoxels,
  rayTrilinearIntersectionWithNormals,
  voxelsAlongRays,
} from "../../lib/rays/mod.ts";
import {
  coarsenedGrid,
  type Context,
  convPlan,
  firstActiveVoxel,
  gridFromDense,
  gridIjk,
  inject,
  jagged,
  jaggedFromList,
  openContext,
  pointsToIndex,
  scope,
  segmentsAlongRays,
  sparseConv,
  tensor,
  uniformRaySamples,
  voxelMean,
  voxelToWorld,
  worldToVoxel,
} from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { CHOOSERS, OPERATORS } from "../topology/_operators.ts";

/**
 * Runs every operator once on seeded points and hashes the bytes of all results (FNV-1a).
 */
export function hashEverything(context: Context): string {
  const random = new Random(99);
  const lists = [40_000, 0, 15_000, 1].map((count) => random.floats(count * 3, -20, 20));
  const options = { context, dtype: "f32", shape: [3] } as const;
  let hash = 0x811c9dc5;
  const add = ({ buffer }: Float32Array | Int32Array | BigInt64Array | Uint8Array): void => {
    for (const byte of new Uint8Array(buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
  };
  scope((own) => {
    const points = own(jaggedFromList(lists, options));
    const along = own(
      jaggedFromList(lists.map((list) => random.floats(list.length, -1, 1)), options),
    );
    const built = own(gridFromPointsWithRows(points, { voxelSize: [0.5, 0.7, 0.3], origin: 0.1 }));
    const ijk = own(gridIjk(built.grid));
    const hits = own(firstActiveVoxel(built.grid, points, along, { tMin: 0.25, tMax: 30 }));
    add(ijk.data.readSync());
    add(built.rows.readSync());
    add(own(pointsToIndex(built.grid, along)).data.readSync());
    add(own(voxelMean(built.grid, built.rows, points.data)).readSync());
    add(own(worldToVoxel(built.grid, points)).data.readSync());
    add(own(voxelToWorld(built.grid, points)).data.readSync());
    const near = own(gridFromPointsWithRows(along, { voxelSize: 0.05 })).grid;
    const nearIjk = own(own(gridIjk(near)).data.copy());
    const listed = own(jagged(nearIjk, { offsets: near.offsets }));
    const features = own(voxelMean(built.grid, built.rows, points.data));
    const box = { ijkMin: [-9, -8, -7], dims: [17, 23, 31] } as const;
    const planes = own(injectToDenseCmajor(built.grid, features, box));
    add(own(injectToDenseCminor(built.grid, features, box)).readSync());
    add(planes.readSync());
    add(own(injectFromDenseCmajor(near, planes, { ijkMin: box.ijkMin })).readSync());
    add(own(inject(near, built.grid, features, { fill: 7 })).readSync());
    add(own(injectFromIjk(built.grid, listed, nearIjk, { fill: -1 })).readSync());
    add(own(rowMap(near, built.grid)).readSync());
    add(own(rowMap(near, built.grid, { divisor: 3, shift: 1 })).readSync());
    const blocks = own(coarsenedGrid(built.grid, { factor: 4 }));
    for (const { sync } of [...OPERATORS, ...CHOOSERS]) {
      const made = own(sync(blocks));
      add(own(gridIjk(made)).data.readSync());
      add(made.bboxes);
    }
    add(hits.rows.readSync());
    add(hits.times.readSync());
    add(hits.faces.readSync());
    const met = own(voxelsAlongRays(built.grid, points, along, { maxVoxels: 5, eps: 0.01 }));
    add(met.voxels.offsets);
    add(met.voxels.data.readSync());
    add(met.times.data.readSync());
    add(own(segmentsAlongRays(built.grid, points, along, { tMax: 9 })).data.readSync());
    add(own(raysIntersectVoxels(built.grid, points, along, { tMin: 1 })).data.readSync());
    const heights = own(voxelMean(built.grid, built.rows, along.data)).readSync()
      .filter((_, at) => at % 3 === 0);
    const field = own(tensor(heights, { context }));
    add(own(rayImplicitIntersection(built.grid, points, along, field)).data.readSync());
    const solid = own(gridFromDense({ context, gridCount: 4, dims: 12, ijkMin: -6 }));
    const waves = Float32Array.from({ length: solid.numVoxels }, (_, row) => row * 7919 % 64 - 31);
    const smooth = own(tensor(waves, { context }));
    const sharp = { isoLevel: 0.25 };
    const crossed = own(rayTrilinearIntersectionWithNormals(solid, points, along, smooth, sharp));
    add(crossed.times.data.readSync());
    add(crossed.normals.data.readSync());
    const count = points.data.shape[0] ?? 0;
    const tMin = own(tensor(new Float32Array(count), { context }));
    const tMax = own(tensor(new Float32Array(count).fill(9), { context }));
    const how = { stepSize: 0.25, coneAngle: 0.1 };
    const samples = own(uniformRaySamples(built.grid, points, along, tMin, tMax, how));
    add(samples.offsets);
    add(samples.data.readSync());
    const plan = own(convPlan(blocks, { kernel: 3, stride: [1, 2, 1] }));
    add(own(plan.kernelMap()).readSync());
    const values = random.floats(blocks.numVoxels * 6, -1, 1);
    const inputs = own(tensor(values, { context, shape: [blocks.numVoxels, 6] }));
    const weights = own(
      tensor(random.floats(11 * 6 * 27, -1, 1), { context, shape: [11, 6, 3, 3, 3] }),
    );
    const gradients = own(sparseConv(plan, inputs, weights));
    add(gradients.readSync());
    const slopes = own(sparseConvBackward(plan, inputs, weights, gradients));
    for (const slope of [slopes.features, slopes.weights]) {
      if (slope !== undefined) add(slope.readSync());
    }
  });
  return (hash >>> 0).toString(16);
}

if (import.meta.main) {
  using context = openContext();
  await Deno.stdout.write(new TextEncoder().encode(hashEverything(context)));
}
