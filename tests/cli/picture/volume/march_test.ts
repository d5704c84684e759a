import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import { type Context, fullTensor, gridFromDense, tensor } from "../../../../mod.ts";
import { type MarchedImage, marchField } from "../../../../lib/cli/picture/volume/march.ts";
import { backgroundColor, toSrgbByte } from "../../../../lib/cli/picture/shading.ts";
import { transfer } from "../../../../lib/cli/picture/volume/transfer.ts";
import { eachBackend } from "../../../_backends.ts";
import { assertClose } from "../../../_compare.ts";

/** Looks down on a block of equal voxels, or past it; there are no slopes. */
function lookDown(
  context: Context,
  { value, size = 1, depth = 6, spread = 1e-6, samples = 1, offset = 0 }: {
    readonly value: number;
    readonly size?: number;
    readonly depth?: number;
    readonly spread?: number;
    readonly samples?: number;
    readonly offset?: number;
  },
): MarchedImage {
  using grid = gridFromDense({ context, dims: [5, 5, depth] });
  using values = fullTensor([grid.numVoxels], value, { context, dtype: "f32" });
  using slopes = tensor(new Float32Array(grid.numVoxels * 3), {
    context,
    shape: [grid.numVoxels, 3],
  });
  return marchField({
    grid,
    values,
    slopes,
    voxelSize: 1,
    far: 110 + depth,
    camera: {
      eye: [2 + offset, 2, 100 + depth],
      forward: [0, 0, -1],
      right: [spread, 0, 0],
      up: [0, spread, 0],
      distance: 100,
    },
    light: [0, 0, 1],
    up: [0, 0, 1],
  }, { width: size, height: size, samples });
}

/** The color that a ray down the middle gathers, in many small steps. */
function expectedPixel(value: number, depth: number): number[] {
  const lit = 0.25 * 1.6 + 0.22; // where there is no slope
  const rgb = [0, 0, 0];
  let light = 1;
  const step = 1 / 256;
  for (let z = depth - 0.5 - step / 2; z > -0.5; z -= step) {
    // Beyond the outermost voxels, values fall to 0 within one voxel, of which half is in the grid.
    const inside = Math.min(1, 1 - Math.max(0, z - (depth - 1), -z));
    const { color, density } = transfer(value * inside);
    const part = 1 - Math.exp(-density * step);
    color.forEach((one, c) => rgb[c] = (rgb[c] ?? 0) + light * part * one * lit);
    light *= 1 - part;
  }
  const behind = backgroundColor(-1);
  return rgb.map((one, c) => toSrgbByte(one + light * (behind[c] ?? 0)));
}

eachBackend("marchField() gathers what the integral along a ray says", (context) => {
  for (const [value, depth] of [[0.1, 6], [0.16, 3], [0.3, 90], [0.9, 2]] as const) {
    const { pixels, rays, samples } = lookDown(context, { value, depth });
    const expected = expectedPixel(value, depth);
    pixels.forEach((byte, c) =>
      assertAlmostEquals(byte, expected[c] ?? NaN, 4, `value ${value}: ${pixels} for ${expected}`)
    );
    assertEquals(rays, 1);
    // An opaque ray stops at the end of a layer.
    assert(samples <= depth * 2 && samples >= Math.min(depth, 30), `${samples} samples`);
  }
});

eachBackend("marchField() shows the background where there is nothing", (context) => {
  const { pixels, samples } = lookDown(context, { value: 1, offset: 50 });
  const sky = backgroundColor(-1).map((one) => toSrgbByte(one));
  assertClose(pixels, sky, { absolute: 1 });
  assertEquals(samples, 0);
  assertClose(lookDown(context, { value: 0 }).pixels, sky, { absolute: 1 });
});

eachBackend(
  "marchField() draws pictures of several rays per pixel and reports progress",
  (context) => {
    const { pixels, rays } = lookDown(context, { value: 1, size: 16, spread: 0.06, samples: 2 });
    assertEquals([pixels.length, rays], [16 * 16 * 3, 16 * 16 * 4]);
    const at = (
      x: number,
      y: number,
    ): number[] => [...pixels.subarray((y * 16 + x) * 3).subarray(0, 3)];
    assertClose(at(0, 0), at(15, 15), { absolute: 1 });
    assert(at(8, 8).join() !== at(0, 0).join());
  },
);
