/**
 * Rows of operators that follow rays.
 *
 * @module
 */
import type { Real } from "../../lib/core/mod.ts";
import * as rays from "../../lib/rays/mod.ts";
import { REALS } from "./_inputs.ts";
import { parts } from "./_marks.ts";
import { byType, type Family } from "./_table.ts";

/** Traversal and intersection of rays from points in and around a grid, in all directions. */
export const RAYS: Family = {
  name: "rays",
  exported: rays,
  cases: (inputs) => {
    const { ball, batch, none, own } = inputs;
    const count = inputs.count(3000);
    const single = (dtype: Real) => [
      ball,
      own(inputs.points(dtype).slice(0, count)),
      inputs.numbers(dtype, [count, 3], 6),
    ];
    const each = (...rest: readonly unknown[]) =>
      byType(REALS, (dtype) => [...single(dtype), ...rest]);
    const fields = byType(REALS, (dtype) => [...single(dtype), inputs.field(dtype)]);
    const to = inputs.inBatch(inputs.numbers("f32", [inputs.count(7500), 3], 6));
    const lists = [batch, inputs.batchPoints("f32"), to];
    const cone = { stepSize: 0.25, coneAngle: 0.0625, includeEndSegments: true, midpoints: false };
    const range = { tMin: 0.5, tMax: 9 };
    const [ends, few] = [inputs.counts(0, 400, 400, 2000, 12_000), inputs.count(12_000)];
    const timed = (dtype: Real) => {
      const ts = inputs.lists(inputs.numbers(dtype, [few], 3), ...ends);
      return [inputs.numbers(dtype, [4, 3], 6), ts];
    };
    const wanted = { wanted: ["ts", "origins"] };
    return {
      firstActiveVoxel: {
        ...each(),
        "f32 batch in range": [...lists, range],
        "f32 empty": [none, inputs.points("f32"), inputs.points("f32")],
      },
      pointsOnRays: {
        ...byType(REALS, (dtype) => [inputs.numbers(dtype, [4, 3]), ...timed(dtype)]),
        "f32 one ray": [
          ...[inputs.numbers("f32", [1, 3]), inputs.numbers("f32", [1, 3], 2)],
          inputs.numbers("f32", [few], 3),
        ],
      },
      pointsOnRaysBackward: {
        ...byType(REALS, (dtype) => [...timed(dtype), inputs.numbers(dtype, [few, 3], 7)]),
        "f32 of times and origins": [
          ...[...timed("f32"), inputs.numbers("f32", [few, 3], 7)],
          wanted,
        ],
      },
      rayImplicitIntersection: {
        ...fields,
        "f32 batch": [...lists, inputs.field("f32", batch), range],
      },
      rayTrilinearIntersection: fields,
      rayTrilinearIntersectionWithNormals: {
        "f32": [...single("f32"), inputs.field("f32"), { isoLevel: 0.25 }],
      },
      raysIntersectVoxels: { ...each(), "f32 batch in range": [...lists, range] },
      segmentsAlongRays: {
        ...each(),
        "f32 at most 2": [...single("f32"), { maxSegments: 2, eps: 0.125 }],
        "f32 batch": lists,
      },
      uniformRaySamples: {
        ...each(0, 12, { stepSize: 0.375 }),
        "f32 cone, end segments, ends": [
          ...single("f32"),
          0.5,
          9,
          parts(cone, "coneAngle", "includeEndSegments", "midpoints"),
        ],
        "f32 batch": [...lists, 0, 5, parts({ stepSize: 0.5, midpoints: true }, "midpoints")],
      },
      voxelsAlongRays: each(),
      voxelRowsAlongRays: {
        "f32": [...single("f32"), { maxVoxels: 20 }],
        "f32 batch, cumulative": [...lists, { rows: "batch", ...range }],
      },
    };
  },
};
