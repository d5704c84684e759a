/**
 * Pictures of a field of densities: samples along camera rays, shaded by their slopes and composited, all on the
 * grid's device.
 *
 * @module
 */

import {
  fullTensor,
  type GridBatch,
  JaggedTensor,
  type Own,
  scope,
  type Tensor,
  tensor,
} from "../../../core/mod.ts";
import {
  abs,
  add,
  asType,
  divide,
  jaggedNorm,
  jaggedSum,
  listOfRows,
  maximum,
  minimum,
  multiply,
  round,
  takeRows,
} from "../../../jagged/mod.ts";
import { uniformRaySamples } from "../../../rays/mod.ts";
import { volumeRender } from "../../../render/mod.ts";
import { sampleTrilinear } from "../../../sample/mod.ts";
import type { Vector } from "../camera.ts";
import { castRays, type Floats } from "../cast.ts";
import type { SeenSamples } from "../file.ts";
import { type AnyCamera, type CameraRays, cameraRays } from "../look.ts";
import { backgroundColor } from "../shading.ts";
import { type Background, type CanvasOptions, paintPicture } from "../tiles.ts";
import { transferTable } from "./transfer.ts";

/** Content of the picture. */
export interface Field {
  /** A batch of one grid. */
  readonly grid: GridBatch;
  /** Value of each voxel, 0 for what is not seen to 1, f32 [voxels]. */
  readonly values: Tensor<"f32">;
  /** Slopes of values from voxel to voxel, per world unit along x, y and z, f32 [voxels, 3]. */
  readonly slopes: Tensor<"f32">;
  /** Shortest edge of a voxel in world units. */
  readonly voxelSize: number;
  /** Distance from the camera beyond which there are no voxels, in world units. */
  readonly far: number;
  /** Camera that sees it. */
  readonly camera: AnyCamera;
  /** Unit direction of the light. */
  readonly light: Vector;
  /** Unit direction that points up in the picture. */
  readonly up: Vector;
}

/** A finished picture. */
export interface MarchedImage {
  /** 8-bit sRGB, [height, width, 3], with opacity where there is no background, [height, width, 4]. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Rays cast for it. */
  readonly rays: number;
  /** Samples along them. */
  readonly samples: number;
}

/** Most rays whose directions are on the host at a time, but for a single row of pixels. */
const BAND_RAYS = 1 << 17;
/**
 * Rays are followed through layers, the first of which begins at their first voxel and has this many steps; each other
 * has twice as many as the one before. Rays that gather no more light stop at the end of one.
 */
const LAYER_STEPS = 48;
/** Most samples that are on the device at a time, at some 250 bytes each. */
const MOST_SAMPLES = 1 << 21;
/** Length of a step in voxels. */
const STEP = 0.5;
/** A sample stands for this many steps' change of the value: slopes of neighbors are less steep than an edge. */
const COVERED = 2;
/** The color map: values, and changes of the value along a step. */
const TABLE = { values: 1024, ranges: 49, mostChange: 0.5 } as const;
/** Transmittance at which a ray ends: less than one step of an 8-bit color. */
const LAST_LIGHT = 1 / 512;
/** Light from everywhere, and on top of it from where the light is. */
const AMBIENT = 0.22;
const DIFFUSE = 1.6;
/** Below this change of the value per voxel there is no surface, and its light is that of the middle. */
const FAINT_SLOPE = 0.004;

/**
 * Draws a field by emission and absorption.
 *
 * @param field The values, the camera and the light; borrowed.
 * @param options The picture's size and quality.
 * @returns The pixels, and the numbers of rays and samples.
 */
export function marchField(
  field: Field,
  options: CanvasOptions & { readonly background?: Background },
): MarchedImage {
  const { background = "sky" } = options;
  const { context } = field.grid;
  const perPixel = options.samples ** 2;
  const total = { rays: 0, samples: 0 };
  return scope((own) => {
    const lookup = makeLookup(own, field);
    const parts = { mostSamples: BAND_RAYS, dither: true, background };
    const pixels = paintPicture(options, parts, (tile) => {
      const rays = { ...cameraRays(field.camera, tile), perPixel };
      const { linear, light, samples } = marchRays(field, lookup, rays);
      if (background === "sky") addBackground(field, rays.directions, light, linear);
      total.samples += samples;
      total.rays += light.length;
      return { linear, opacity: light.map((through) => 1 - through) };
    });
    context.synchronizeSync();
    return { pixels, ...total };
  });
}

/** Tables that samples are looked up in, on the device. */
interface Lookup {
  /** Values of voxels, in parts of the color map. */
  readonly values: Tensor<"f32">;
  /** Their slopes, in units of the color map's changes along a step. */
  readonly slopes: Tensor<"f32">;
  /** Least slope of a surface, in the same units. */
  readonly faint: number;
  /** Colors of the map in the light that faces a surface. */
  readonly colors: Tensor<"f32">;
  readonly densities: Tensor<"f32">;
  /** Direction of light, [1, 3], turned round and halved: its product with a unit slope is from -1/2 to 1/2. */
  readonly light: Tensor<"f32">;
}

/** Factors that samples share are applied to voxels and to the map once. */
function makeLookup(own: Own, field: Field): Lookup {
  const { context } = field.grid;
  const { colors, densities } = transferTable(TABLE);
  const entries = [densities.length, 3];
  const perChange = COVERED * STEP * field.voxelSize * (TABLE.ranges - 1) / TABLE.mostChange;
  return {
    // A little less than all parts, so that 1 is still in the last one.
    values: own(multiply(field.values, TABLE.values * (1 - 2 ** -14))),
    slopes: own(multiply(field.slopes, perChange)),
    faint: FAINT_SLOPE / field.voxelSize * perChange,
    colors: own(tensor(colors.map((one) => one * DIFFUSE), { context, shape: entries })),
    densities: own(tensor(densities, { context })),
    // Slopes point to where there is more, so light that comes from there is hidden.
    light: own(tensor(field.light.map((one) => one * -0.5), { context, shape: [1, 3] })),
  };
}

/** Rays that are followed together. */
interface Rays extends CameraRays {
  /** Rays of one pixel, which follow each other. */
  readonly perPixel: number;
}

/** Colors that rays have gathered, and how many samples that took. */
type Marched = Gathered & Pick<SeenSamples, "linear"> & { readonly samples: number };

/** Follows rays layer after layer. */
function marchRays(
  field: Field,
  lookup: Lookup,
  { origins, directions, perPixel }: Rays,
): Marched {
  const count = directions.length / 3;
  const linear = new Float32Array(directions.length);
  const step = STEP * field.voxelSize;
  const light = new Float32Array(count).fill(1); // what is let through so far
  const { times } = castRays(field.grid, origins, directions, Infinity);
  // The rays of one pixel begin with even parts of a step, so that together they see what lies between the steps of one.
  const from = times.map((time, ray) =>
    (Math.max(0, Math.floor(time / step) - 1) + (ray % perPixel) / perPixel) * step
  );
  let alive = Uint32Array.from(times.keys()).filter((ray) => (times[ray] ?? -1) >= 0);
  let samples = 0;
  for (let steps = LAYER_STEPS; alive.length > 0; steps *= 2) {
    const raysAtOnce = Math.max(1, Math.floor(MOST_SAMPLES / steps));
    for (let first = 0; first < alive.length; first += raysAtOnce) {
      const part = alive.subarray(first, first + raysAtOnce);
      const layer = { part, origins, directions, from, steps };
      samples += marchLayer(field, lookup, layer, { light, linear });
    }
    alive = alive.filter((ray) => {
      from[ray] = (from[ray] ?? 0) + steps * step;
      return (light[ray] ?? 0) > LAST_LIGHT && (from[ray] ?? 0) < field.far;
    });
  }
  return { light, linear, samples };
}

/** A part of the rays, and the steps that they go now. */
interface Layer extends CameraRays {
  /** Which of the rays. */
  readonly part: Uint32Array;
  /** Start of the layer for each of all rays. */
  readonly from: Float32Array;
  readonly steps: number;
}

/** Colors that all rays have gathered, and the light that they let through. */
interface Gathered {
  readonly light: Float32Array;
  readonly linear: Float32Array;
}

/** Adds what some rays gather in a layer; returns the number of samples. */
function marchLayer(
  field: Field,
  lookup: Lookup,
  { part, origins, directions, from, steps }: Layer,
  { light, linear }: Gathered,
): number {
  const { grid, voxelSize } = field;
  const { context } = grid;
  const count = part.length;
  const step = STEP * voxelSize;
  const starts = new Float32Array(count * 3);
  const towards = new Float32Array(count * 3);
  const begin = new Float32Array(count);
  part.forEach((ray, at) => {
    for (let axis = 0; axis < 3; axis++) {
      starts[at * 3 + axis] = origins[ray * 3 + axis] ?? 0;
      towards[at * 3 + axis] = directions[ray * 3 + axis] ?? 0;
    }
    begin[at] = from[ray] ?? 0;
  });
  return scope((own) => {
    const shape = [count, 3];
    const begins = own(tensor(starts, { context, shape }));
    const along = own(tensor(towards, { context, shape }));
    const samples = own(uniformRaySamples(
      grid,
      begins,
      along,
      own(tensor(begin, { context })),
      own(tensor(begin.map((time) => time + steps * step), { context })),
      { stepSize: step, includeEndSegments: false, midpoints: true },
    ));
    const total = samples.data.length;
    const { colors, densities } = shadeSamples(field, lookup, samples, { begins, along });
    own(colors);
    const result = own(volumeRender(
      own(new JaggedTensor(densities, samples.offsets)),
      colors,
      own(fullTensor([total], STEP, { context, dtype: "f32" })),
      samples.data,
      { transmittanceThreshold: LAST_LIGHT },
    ));
    const rgb = result.rgb.readSync();
    const opacity = result.opacity.readSync();
    part.forEach((ray, at) => {
      const through = light[ray] ?? 0;
      for (let channel = 0; channel < 3; channel++) {
        const place = ray * 3 + channel;
        linear[place] = (linear[place] ?? 0) + through * (rgb[at * 3 + channel] ?? 0);
      }
      light[ray] = through * (1 - (opacity[at] ?? 0));
    });
    return total;
  });
}

/** Colors and densities of samples; the caller owns them. */
function shadeSamples(
  { grid }: Field,
  { values, slopes, faint, colors, densities, light }: Lookup,
  samples: JaggedTensor<"f32">,
  rays: { readonly begins: Tensor<"f32">; readonly along: Tensor<"f32"> },
): { readonly colors: Tensor<"f32">; readonly densities: Tensor<"f32"> } {
  return scope((own) => {
    const times = own(samples.data.reshape([samples.data.length, 1]));
    const ray = own(asType(own(listOfRows(samples)), "i64"));
    const along = own(takeRows(rays.along, ray, { checked: false }));
    const begins = own(takeRows(rays.begins, ray, { checked: false }));
    const points = own(add(own(multiply(along, times)), begins));
    const found = own(sampleTrilinear(grid, points, values));
    const rises = own(sampleTrilinear(grid, points, slopes));

    const change = own(abs(own(jaggedSum(own(multiply(rises, along)), { dim: 1 }))));
    const range = own(round(own(minimum(change, TABLE.ranges - 1))));
    const entries = own(asType(own(add(own(multiply(range, TABLE.values)), found)), "i64"));

    const column = { dim: 1, keepdim: true } as const;
    const size = own(maximum(own(jaggedNorm(rises, column)), faint));
    const facing = own(divide(own(jaggedSum(own(multiply(rises, light)), column)), size));
    const half = own(add(facing, 0.5));
    const lit = own(add(own(multiply(half, half)), AMBIENT / DIFFUSE));
    const plain = own(takeRows(colors, entries, { checked: false }));
    return {
      colors: own(multiply(plain, lit)),
      densities: own(takeRows(densities, entries, { checked: false })),
    };
  });
}

/** Adds what is let through of the background. */
function addBackground(
  { up }: Field,
  directions: Floats,
  light: Float32Array,
  linear: Float32Array,
): void {
  light.forEach((through, ray) => {
    const at = ray * 3;
    const [x = 0, y = 0, z = 0] = directions.subarray(at, at + 3);
    const behind = backgroundColor(x * up[0] + y * up[1] + z * up[2]);
    for (const channel of [0, 1, 2] as const) {
      linear[at + channel] = (linear[at + channel] ?? 0) + through * behind[channel];
    }
  });
}
