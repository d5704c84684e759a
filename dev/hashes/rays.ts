/**
 * Rows of operators that follow rays.
 *
 * @module
 */
import { jagged, type JaggedTensor, type Real, type Tensor } from "../../lib/core/mod.ts";
import * as rays from "../../lib/rays/mod.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const REALS: readonly Real[] = ["f16", "f32", "f64"];
const COUNT = 3000;

/** Rays from points in and around a grid, in all directions. */
interface Rays<D extends Real, L extends Tensor<D> | JaggedTensor<D>> {
  readonly from: L;
  readonly to: L;
}

function ballRays<D extends Real>(inputs: Inputs, dtype: D): Rays<D, Tensor<D>> {
  return {
    from: inputs.points(dtype).slice(0, COUNT),
    to: inputs.numbers(dtype, [COUNT, 3], 6).copy(),
  };
}

function batchRays(inputs: Inputs): Rays<"f32", JaggedTensor<"f32">> {
  const from = inputs.batchPoints("f32");
  const to = inputs.numbers("f32", [from.data.shape[0] ?? 0, 3], 6);
  return { from, to: jagged(to, from) };
}

function rayRows(inputs: Inputs): Row[] {
  const { firstActiveVoxel, rayImplicitIntersection, raysIntersectVoxels } = rays;
  const { rayTrilinearIntersection, rayTrilinearIntersectionWithNormals } = rays;
  const { segmentsAlongRays, uniformRaySamples, voxelRowsAlongRays, voxelsAlongRays } = rays;
  const { ball, batch, none } = inputs;
  const single = (
    run: (from: Tensor<Real>, to: Tensor<Real>, dtype: Real) => unknown,
  ): Record<string, Row["run"]> =>
    byType(REALS, (dtype, own) => {
      const { from, to } = ballRays(inputs, dtype);
      return run(own(from), own(to), dtype);
    });
  const lists = (
    run: (from: JaggedTensor<"f32">, to: JaggedTensor<"f32">) => unknown,
  ): Row["run"] =>
  (own) => {
    const { from, to } = batchRays(inputs);
    return run(from, own(to));
  };
  const range = { tMin: 0.5, tMax: 9 };
  return [
    ...rows("rays/first voxel", firstActiveVoxel, {
      ...single((from, to) => firstActiveVoxel(ball, from, to)),
      "f32 batch in range": lists((from, to) => firstActiveVoxel(batch, from, to, range)),
      "f32 empty": () => firstActiveVoxel(none, inputs.points("f32"), inputs.points("f32")),
    }),
    ...rows("rays/implicit surface", rayImplicitIntersection, {
      ...single((from, to, dtype) => rayImplicitIntersection(ball, from, to, inputs.field(dtype))),
      "f32 batch": lists((from, to) =>
        rayImplicitIntersection(batch, from, to, inputs.field("f32", batch), range)
      ),
    }),
    ...rows("rays/trilinear surface", rayTrilinearIntersection, {
      ...single((from, to, dtype) => rayTrilinearIntersection(ball, from, to, inputs.field(dtype))),
    }),
    ...rows("rays/implicit surface", rayTrilinearIntersectionWithNormals, {
      "f32 normals, trilinear": (own) => {
        const { from, to } = ballRays(inputs, "f32");
        const options = { isoLevel: 0.25 };
        const field = inputs.field("f32");
        return rayTrilinearIntersectionWithNormals(ball, own(from), own(to), field, options);
      },
    }),
    ...rows("rays/hits", raysIntersectVoxels, {
      ...single((from, to) => raysIntersectVoxels(ball, from, to)),
      "f32 batch in range": lists((from, to) => raysIntersectVoxels(batch, from, to, range)),
    }),
    ...rows("rays/segments", segmentsAlongRays, {
      ...single((from, to) => segmentsAlongRays(ball, from, to)),
      "f32 at most 2": (own) => {
        const { from, to } = ballRays(inputs, "f32");
        return segmentsAlongRays(ball, own(from), own(to), { maxSegments: 2, eps: 0.125 });
      },
      "f32 batch": lists((from, to) => segmentsAlongRays(batch, from, to)),
    }),
    ...rows("rays/uniform samples", uniformRaySamples, {
      ...single((from, to) => uniformRaySamples(ball, from, to, 0, 12, { stepSize: 0.375 })),
      "f32 cone, end segments, ends": (own) => {
        const { from, to } = ballRays(inputs, "f32");
        return uniformRaySamples(ball, own(from), own(to), 0.5, 9, {
          stepSize: 0.25,
          coneAngle: 0.0625,
          includeEndSegments: true,
          midpoints: false,
        });
      },
      "f32 batch": lists((from, to) =>
        uniformRaySamples(batch, from, to, 0, 5, { stepSize: 0.5, midpoints: true })
      ),
    }),
    ...rows("rays/voxels", voxelsAlongRays, {
      ...single((from, to) => voxelsAlongRays(ball, from, to)),
    }),
    ...rows("rays/voxels", voxelRowsAlongRays, {
      "f32 rows": (own) => {
        const { from, to } = ballRays(inputs, "f32");
        return voxelRowsAlongRays(ball, own(from), own(to), { maxVoxels: 20 });
      },
      "f32 batch rows, cumulative": lists((from, to) =>
        voxelRowsAlongRays(batch, from, to, { rows: "batch", ...range })
      ),
    }),
  ];
}

/** Traversal and intersection. */
export const RAYS: Family = { name: "rays", exported: rays, rows: rayRows };
