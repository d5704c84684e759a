import { reinitializeSdf } from "../../lib/sdf/mod.ts";
import { rayImplicitIntersection, voxelsAlongRays } from "../../lib/rays/mod.ts";
import { paddedGrid } from "../../lib/topology/mod.ts";
import { gridFromDenseAxisAlignedBounds } from "../../lib/grid/mod.ts";
import { cubesInGrid } from "../../lib/query/mod.ts";
import { brickSetBox, brickVolume } from "../../lib/index/mod.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { dilatedGrid, gridFromDense, ijkToIndex, tensor } from "../../mod.ts";
import { checkOptions } from "../../ffi/base/options.ts";
import { eachBackend } from "../_backends.ts";

/** Options as programs that are not type-checked, or are older, give them. */
function old(options: object): never {
  return options as never;
}

eachBackend("options by their old names are refused by the new ones", (context) => {
  using grid = gridFromDense({ context, dims: 2 });
  using field = tensor(new Float32Array(8), { context });
  using points = tensor(new Float32Array(3), { context, shape: [1, 3] });
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using dense = tensor(new Uint8Array(8), { context, shape: [2, 2, 2] });
  using volume = brickVolume(dense, { threshold: 0, brick: 2, slots: "table" });
  const cases: readonly (readonly [string, () => unknown])[] = [
    [
      'dilatedGrid: the option "rows" is unknown, use rowMap()',
      () => dilatedGrid(grid, old({ rows: true })),
    ],
    [
      'paddedGrid: the option "min" is unknown, use ijkMin',
      () => paddedGrid(grid, old({ min: 0, max: 1 })),
    ],
    [
      'ijkToIndex: the option "cumulative" is unknown, use rows, which is "batch" or "grid"',
      () => ijkToIndex(grid, ijk, old({ cumulative: true })),
    ],
    [
      'reinitializeSdf: the option "band" is unknown, use halfWidthInVoxels',
      () => reinitializeSdf(grid, field, old({ band: 3 })),
    ],
    [
      'cubesInGrid: the option "cubeMin" is unknown, use min',
      () => cubesInGrid(grid, points, old({ cubeMin: 0 })),
    ],
    [
      'brickSetBox: the option "low" is unknown, use ijkMin',
      () => brickSetBox(volume, dense, old({ low: [0, 0, 0] })),
    ],
    [
      'brickVolume: the option "background" is unknown, use fill',
      () => brickVolume(dense, old({ threshold: 0, background: 1 })),
    ],
    [
      'voxelsAlongRays: the option "output" is unknown, use voxelRowsAlongRays()',
      () => voxelsAlongRays(grid, points, points, old({ output: "rows" })),
    ],
    [
      'rayImplicitIntersection: the option "normals" is unknown, use rayTrilinearIntersectionWithNormals()',
      () => rayImplicitIntersection(grid, points, points, field, old({ normals: true })),
    ],
  ];
  for (const [message, call] of cases) {
    assertEquals(assertThrows(call, TypeError).message, `Cannot run ${message}`);
  }
  assertThrows(
    () => gridFromDenseAxisAlignedBounds(old({ context, dims: 2, boundsMin: 0, boundsMax: 1 })),
    TypeError,
    'the option "boundsMin" is unknown, use min',
  );
});

Deno.test("checkOptions() knows old names only of functions that had them", () => {
  const messageOf = (operator: string, name: string): string =>
    assertThrows(
      () => checkOptions(operator, old({ [name]: 1 }), new Map([["a", true]]) as never),
      TypeError,
    )
      .message.replace(`Cannot run ${operator}: the option "${name}" is unknown, `, "");
  assertEquals(messageOf("dilatedGridAsync", "rows"), "use rowMap()");
  assertEquals(messageOf("buildLod", "rows"), "use keepRows");
  assertEquals(messageOf("renderLodNearest", "background"), "a expected");
  assertEquals(messageOf("brickLookup", "background"), "use fill");
  assertEquals(messageOf("dilatedGrid", "radios"), "a expected");
});
