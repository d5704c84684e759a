import { cameraLookAt } from "../../lib/core/mod.ts";
import { assertEquals, assertThrows } from "@std/assert";
import { gridFromNvdb, gridFromZeroGrids, gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import { LodPicker } from "../../lib/lod/mod.ts";
import { meshDistances } from "../../lib/mesh/mod.ts";
import { reinitializeSdf } from "../../lib/sdf/mod.ts";
import {
  gridFromDense,
  gridFromMesh,
  gridFromPoints,
  openContext,
  segmentsAlongRays,
  tensor,
  uniformRaySamples,
  volumeRender,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

/** Lets a value through that the compiler refuses, as a program does that nobody checked. */
type Wrong = never;

const wrong = (value: unknown): Wrong => value as Wrong;

eachBackend("options of another kind are refused by name", (context) => {
  using points = tensor([0, 0, 0, 1, 0, 0, 0, 1, 0], { context, shape: [3, 3] });
  using faces = tensor(Int32Array.of(0, 1, 2), { context, shape: [1, 3] });
  using grid = gridFromDense({ context, dims: 2 });
  using field = tensor(new Float32Array(8), { context });
  using rgbs = tensor(new Float32Array(8), { context, shape: [8, 1] });
  const missing = /an input is missing, something on a device expected$/;
  const rays = [grid, points, points] as const;
  const picker = { frame: { cube: { min: [0, 0, 0], edge: 8, bits: 3 }, gridSize: 2 } };
  const view = { width: 4, height: 3 };
  const cases: readonly (readonly [RegExp, () => unknown])[] = [
    [missing, () => gridFromNvdb([], wrong({}))],
    [missing, () => gridFromZeroGrids(wrong({}))],
    [missing, () => gridFromZeroVoxels(wrong({}))],
    [
      /voxel size is null, a number, three or a list expected$/,
      () => gridFromZeroVoxels({ context, voxelSize: wrong(null) }),
    ],
    [/voxel size is null, /, () => gridFromPoints(points, { voxelSize: wrong(null) })],
    [
      /voxel size has null in its list, /,
      () => gridFromZeroVoxels({ context, voxelSize: wrong([null]) }),
    ],
    [
      /voxel size has null in its list, /,
      () => gridFromPoints(points, { voxelSize: wrong([null]) }),
    ],
    [/voxel size is 1n, /, () => gridFromPoints(points, { voxelSize: wrong(1n) })],
    [
      /voxel size has 1n in its list, /,
      () => gridFromPoints(points, { voxelSize: wrong([1n, 1n, 1n]) }),
    ],
    [
      /voxel size has "2" in its list, /,
      () => gridFromPoints(points, { voxelSize: wrong([1, "2", 1]) }),
    ],
    [
      /smoothing is Symbol\(\), mean-curvature or taubin expected$/,
      () => reinitializeSdf(grid, field, { smoothing: wrong(Symbol()) }),
    ],
    [
      /halfWidthInVoxels is "3", a finite number/,
      () => reinitializeSdf(grid, field, { halfWidthInVoxels: wrong("3") }),
    ],
    [/stepSize is "1", a finite/, () => uniformRaySamples(...rays, 0, 1, { stepSize: wrong("1") })],
    [
      /coneAngle is "0", a finite/,
      () => uniformRaySamples(...rays, 0, 1, { stepSize: 1, coneAngle: wrong("0") }),
    ],
    [/eps is "0", 0 or more/, () => segmentsAlongRays(...rays, { eps: wrong("0") })],
    [/tMin is "0"$/, () => segmentsAlongRays(...rays, { tMin: wrong("0") })],
    [
      /halfWidth is "1", a finite/,
      () => gridFromMesh(points, faces, { voxelSize: 1, halfWidth: wrong("1") }),
    ],
    [
      /halfWidth is "1", a finite/,
      () => meshDistances(grid, points, faces, { halfWidth: wrong("1") }),
    ],
    [
      /transmittanceThreshold is "0", 0 to 1/,
      () => volumeRender(field, rgbs, field, field, { transmittanceThreshold: wrong("0") }),
    ],
    [/library is 3, a file expected$/, () => openContext({ library: wrong(3) })],
    [
      /library is of https:, a file expected$/,
      () => openContext({ library: new URL("https://example.com/libdenovdb_cpu.so") }),
    ],
    [/device is Symbol\(\), a text expected$/, () => openContext({ device: wrong(Symbol()) })],
    [/target is missing, three/, () => cameraLookAt(wrong({ eye: [1, 0, 0], ...view }))],
    [/eye is 3, three/, () => cameraLookAt(wrong({ eye: 3, target: [0, 0, 0], ...view }))],
    [/own is missing, a function expected$/, () => new LodPicker(wrong({}))],
    [/frame is missing, /, () => new LodPicker(wrong({ own: () => {} }))],
    [/frame is an Object, /, () => new LodPicker(wrong({ own: () => {}, frame: {} }))],
    [
      /seed is "1", a whole number/,
      () => new LodPicker(wrong({ ...picker, own: () => {}, seed: "1" })),
    ],
  ];
  for (const [message, call] of cases) {
    const error = assertThrows(call, Error, "", `${call}`);
    assertEquals(
      [message.test(error.message), error instanceof TypeError || error instanceof RangeError],
      [true, true],
      `${call}: ${error}`,
    );
    assertEquals(error.message.startsWith("Cannot "), true, error.message);
  }
});
