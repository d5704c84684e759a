import { assert, assertEquals } from "@std/assert";
import { type Context, gridFromIjk, tensor } from "../../../mod.ts";
import { injectFromIjk } from "../../../lib/inject/mod.ts";
import { type Camera, skyDirection, type Vector } from "../../../lib/cli/picture/camera.ts";
import {
  backgroundColor,
  type Color,
  lightSurface,
  type Studio,
  studio,
  toSrgb,
} from "../../../lib/cli/picture/shading.ts";
import { centralSlopes } from "../../../lib/cli/picture/slopes.ts";
import { bandOf, type Solid, solidOf } from "../../../lib/cli/render/solids.ts";
import { type SurfaceImage, traceSurface } from "../../../lib/cli/render/surface.ts";
import { eachBackend } from "../../_backends.ts";

const SIDE = 33;
const GRAY: Color = [0.5, 0.4, 0.3];

/** Looks straight down from a height of 5 at a square of side 2.4 in the plane z = 0. */
const CAMERA: Camera = {
  eye: [0, 0, 5],
  forward: [0, 0, -1],
  right: [0.24, 0, 0],
  up: [0, 0.24, 0],
  distance: 5,
};

interface Look {
  readonly light?: Studio;
  readonly skyRays?: number;
  readonly samples?: number;
  readonly resolution?: number;
}

function lookDown(
  context: Context,
  solid: Solid,
  { light = studio(-90), skyRays = 0, samples = 1, resolution = 48 }: Look = {},
): SurfaceImage {
  const voxelSize = 2 / resolution;
  const half = voxelSize / 2;
  const band = bandOf(solid, voxelSize);
  using ijk = tensor(band.ijk, { context, shape: [band.values.length, 3] });
  using listed = tensor(band.values, { context });
  using grid = gridFromIjk(ijk, { voxelSize, origin: [half, half, half] });
  using values = injectFromIjk(grid, ijk, listed);
  using slopes = centralSlopes(grid, values, [voxelSize, voxelSize, voxelSize]);
  const reach = 0.5;
  const scene = {
    grid,
    values,
    slopes,
    voxelSize,
    reach,
    color: () => GRAY,
    camera: CAMERA,
    light,
  };
  return traceSurface(scene, { width: SIDE, height: SIDE, samples, skyRays });
}

/** The unit direction through the middle of a pixel. */
function viewOf(column: number, row: number): Vector {
  const x = ((column + 0.5) / SIDE * 2 - 1) * 0.24;
  const y = (1 - (row + 0.5) / SIDE * 2) * 0.24;
  const length = Math.hypot(x, y, 1);
  return [x / length, y / length, -1 / length];
}

function pixelAt({ pixels }: SurfaceImage, column: number, row: number): number[] {
  return [...pixels.subarray((row * SIDE + column) * 3, (row * SIDE + column) * 3 + 3)];
}

eachBackend("traceSurface() draws a sphere as smooth as it is", (context) => {
  const light = studio(-90);
  const image = lookDown(context, solidOf("sphere", 1), { light });
  let [inside, compared] = [0, 0];
  for (let row = 0; row < SIDE; row++) {
    for (let column = 0; column < SIDE; column++) {
      const view = viewOf(column, row);
      const middle = 5 * -view[2]; // where the ray is nearest to the center
      const square = 1 - (25 - middle * middle);
      const pixel = pixelAt(image, column, row);
      const close = (expected: Color): void =>
        expected.forEach((one, c) => {
          const difference = Math.abs(toSrgb(one) - (pixel[c] ?? 0));
          assert(difference < 2.5, `(${column}, ${row}): ${pixel} for ${expected.map(toSrgb)}`);
        });
      if (square > 0) inside++;
      if (square < -0.02) close(backgroundColor(view[2]));
      if (square < 0.02) continue;
      const time = middle - Math.sqrt(square);
      const normal: Vector = [time * view[0], time * view[1], 5 + time * view[2]];
      const facing = normal.reduce((sum, one, axis) => sum + one * (light.sun[axis] ?? 0), 0);
      if (Math.abs(facing) < 0.08) continue; // where the round light sets
      close(lightSurface(GRAY, { normal, view }, light, { sun: facing > 0 ? 1 : 0, sky: 1 }));
      compared++;
    }
  }
  assert(compared > 500, `${compared} pixels are compared`);
  assert(Math.abs(image.hits - inside) <= 8, `${image.hits} hits, about ${inside} expected`);
  assertEquals(image.rays, SIDE * SIDE + image.hits);
});

/** A ball above a plate. */
const BALL_AND_PLATE: Solid = {
  distance: (x, y, z) => {
    const plate = Math.max(Math.abs(z + 0.2) - 0.1, Math.hypot(x, y) - 0.9);
    return Math.min(plate, Math.hypot(x, y, z - 0.2) - 0.25);
  },
  leastWithin: () => 0,
  color: () => GRAY,
};

eachBackend("traceSurface() puts places behind a ball into shadow", (context) => {
  const light = { ...studio(0), sun: skyDirection(0, 45) };
  const image = lookDown(context, BALL_AND_PLATE, { light });
  // The light stands at +x, so the ball's middle, 0.3 above the plate, throws its shadow to x = -0.3.
  const pixel = (place: number): number => Math.floor((place * 5 / 5.1 / 2.4 + 0.5) * SIDE);
  const red = (x: number, y: number): number => pixelAt(image, pixel(x), pixel(-y))[0] ?? 0;
  assert(red(-0.45, 0) < red(0.45, 0) - 40, `${red(-0.45, 0)} in shadow, ${red(0.45, 0)} in light`);
  assert(Math.abs(red(-0.45, 0.5) - red(0.45, 0.5)) < 3, "there is shadow beside the ball");
});

eachBackend("traceSurface() darkens places from which the sky is hidden", (context) => {
  const light = { ...studio(-90), sunColor: [0, 0, 0] } as const;
  const plain = lookDown(context, BALL_AND_PLATE, { light });
  const soft = lookDown(context, BALL_AND_PLATE, { light, skyRays: 32 });
  const drop = (column: number): number =>
    (pixelAt(plain, column, 16)[1] ?? 0) - (pixelAt(soft, column, 16)[1] ?? 0);
  assert(drop(20) > drop(27) + 4, `${drop(20)} beside the ball, ${drop(27)} near the rim`);
  assert(Math.abs(drop(16)) < 2, `the top of the ball loses ${drop(16)}`);
  assertEquals(soft.rays, SIDE * SIDE + soft.hits * 33);
});

eachBackend("traceSurface() draws nothing as background", (context) => {
  const nothing = { ...BALL_AND_PLATE, distance: (): number => 9 };
  const image = lookDown(context, nothing, { skyRays: 2, samples: 2 });
  assertEquals([image.hits, image.rays], [0, SIDE * SIDE * 4]);
  backgroundColor(-1).forEach((one, c) => {
    assert(Math.abs(toSrgb(one) - (pixelAt(image, 16, 16)[c] ?? 0)) <= 1);
  });
});
