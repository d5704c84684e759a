import { assert, assertEquals } from "@std/assert";
import { type Context, gridFromIjk, tensor } from "../../../mod.ts";
import { orbitCamera } from "../../../lib/cli/picture/camera.ts";
import { backgroundColor, daylight, toSrgbByte } from "../../../lib/cli/picture/shading.ts";
import { type Image, traceImage } from "../../../lib/cli/render/trace.ts";
import { eachBackend } from "../../_backends.ts";

/** Looks straight down (almost) on voxels; returns the picture. */
function lookDown(
  context: Context,
  voxels: readonly number[],
  albedo: readonly number[],
  options: { readonly elevation?: number; readonly skyRays?: number } = {},
): Image {
  const { elevation = 89, skyRays = 0 } = options;
  using ijk = tensor(new Int32Array(voxels), { context, shape: [voxels.length / 3, 3] });
  using grid = gridFromIjk(ijk);
  const camera = orbitCamera([-10, -10, 0, 10, 10, 0], {
    azimuth: -90,
    elevation,
    zoom: 1,
    fieldOfView: 30,
    aspect: 1,
  });
  return traceImage({
    grid,
    albedo: new Float32Array(albedo),
    voxelSize: 1,
    extent: 20,
    camera,
    light: daylight(0, 45),
  }, { width: 21, height: 21, samples: 1, skyRays });
}

function pixel(image: Image, column: number, row: number): number[] {
  return [...image.pixels.subarray((row * 21 + column) * 3, (row * 21 + column) * 3 + 3)];
}

eachBackend("traceImage() draws voxels in their colors before the background", (context) => {
  // Rows follow voxel order: (-8, 0, 0) lies in another tile than (8, 0, 0) and comes first.
  const image = lookDown(context, [8, 0, 0, -8, 0, 0], [1, 0, 0, 0, 0, 1]);
  const [left, middle, right] = [pixel(image, 2, 10), pixel(image, 10, 10), pixel(image, 18, 10)];
  assert((left[0] ?? 0) > 150 && (left[2] ?? 255) < 100, `left is ${left}`);
  assert((right[2] ?? 0) > 150 && (right[0] ?? 255) < 100, `right is ${right}`);
  assertEquals(middle, [...backgroundColor(-1)].map(toSrgbByte));
  assertEquals(image.rays > 21 * 21, true);
});

eachBackend("traceImage() puts places behind a wall into shadow", (context) => {
  // The sun stands at +x: a wall at x = 3 shades the ground on its left.
  const ground: number[] = [];
  const wall: number[] = [];
  for (let x = -10; x <= 10; x++) {
    for (let y = -10; y <= 10; y++) ground.push(x, y, 0);
  }
  for (let y = -10; y <= 10; y++) wall.push(3, y, 1, 3, y, 2, 3, y, 3);
  const white = (voxels: readonly number[]): number[] => voxels.map(() => 0.5);
  const open = lookDown(context, ground, white(ground));
  const shaded = lookDown(context, [...ground, ...wall], white([...ground, ...wall]));
  const brightness = (image: Image, column: number): number => pixel(image, column, 10)[0] ?? 0;
  assert(brightness(shaded, 12) < brightness(open, 12) - 30, "no shadow behind the wall");
  assertEquals(brightness(shaded, 18), brightness(open, 18));
  assertEquals(brightness(shaded, 4), brightness(open, 4));
});

eachBackend("traceImage() darkens corners when it looks for the sky", (context) => {
  const step: number[] = [];
  for (let x = -10; x <= 10; x++) {
    for (let y = -10; y <= 10; y++) {
      step.push(x, y, 0);
      for (let z = 1; x < 0 && z <= 12; z++) step.push(x, y, z);
    }
  }
  // Dark enough that nothing of the light is compressed.
  const half = step.map(() => 0.3);
  const plain = lookDown(context, step, half);
  const soft = lookDown(context, step, half, { skyRays: 64 });
  const drop = (column: number): number =>
    (pixel(plain, column, 10)[1] ?? 0) - (pixel(soft, column, 10)[1] ?? 0);
  assert(drop(11) > drop(19) + 5, `the corner loses ${drop(11)}, the open ground ${drop(19)}`);
});

eachBackend("traceImage() draws an empty grid as background", (context) => {
  const image = lookDown(context, [], []);
  assertEquals(image.rays, 21 * 21);
  assertEquals(pixel(image, 10, 10), [...backgroundColor(-1)].map(toSrgbByte));
});
