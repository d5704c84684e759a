/**
 * Pictures of volumes by definition, one sample after the other in double precision.
 *
 * @module
 */

import type { VectorCamera } from "../../lib/core/mod.ts";
import type { TransferFunction } from "../../lib/index/mod.ts";
import type { Triple } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { type Dense, denseOf, voxelAt } from "./_dense.ts";

/** What is seen, and from where. */
export interface Scene {
  readonly dense: Dense;
  readonly camera: VectorCamera;
  readonly width: number;
  readonly height: number;
  readonly spacing?: Triple;
  readonly stepSize?: number;
}

/** A ray through the middle of a pixel, in the world. */
export interface Ray {
  readonly from: Triple;
  /** Of length 1. */
  readonly way: Triple;
}

const AXES = [0, 1, 2] as const;

/** Three numbers, one for each axis. */
export function each(make: (axis: 0 | 1 | 2) => number): Triple {
  return [make(0), make(1), make(2)];
}

function dot(a: Triple, b: Triple): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(vector: Triple): Triple {
  return each((axis) => vector[axis] / Math.hypot(...vector));
}

/** A camera that looks at a place, with pictures as wide as high. */
export function lookAt(
  eye: Triple,
  at: Triple,
  { half = 0.3, projection = "perspective" as const }: {
    readonly half?: number;
    readonly projection?: "perspective" | "parallel";
  } = {},
): VectorCamera {
  const forward = unit(each((axis) => at[axis] - eye[axis]));
  const [x, y, z] = forward;
  const side = Math.abs(z) < 0.9 ? unit([-y, x, 0]) : unit([z, 0, -x]);
  const top = each((axis) => {
    const [a, b] = [(axis + 1) % 3, (axis + 2) % 3] as [0 | 1 | 2, 0 | 1 | 2];
    return forward[b] * side[a] - forward[a] * side[b];
  });
  return {
    eye,
    forward,
    right: each((axis) => -side[axis] * half),
    up: each((axis) => -top[axis] * half),
    projection,
  };
}

/** The rays of a picture, row after row. */
export function raysOf({ camera, width, height }: Scene): Ray[] {
  const { eye, forward, right, up, projection } = camera;
  return Array.from({ length: width * height }, (_, pixel): Ray => {
    const u = (pixel % width + 0.5) / width * 2 - 1;
    const v = 1 - (Math.floor(pixel / width) + 0.5) / height * 2;
    const shift = each((axis) => u * right[axis] + v * up[axis]);
    return projection === "parallel"
      ? { from: each((axis) => eye[axis] + shift[axis]), way: unit(forward) }
      : { from: eye, way: unit(each((axis) => forward[axis] + shift[axis])) };
  });
}

/** Where a ray is in the volume, as distances from the eye; undefined where it is not. */
export function chordOf(
  { dense, spacing = [1, 1, 1] }: Scene,
  { from, way }: Ray,
): readonly [enter: number, leave: number] | undefined {
  let [enter, leave] = [0, Infinity];
  for (const axis of AXES) {
    const end = dense.dims[axis] * spacing[axis];
    if (way[axis] === 0) {
      if (from[axis] < 0 || from[axis] > end) return undefined;
      continue;
    }
    const [a, b] = [-from[axis] / way[axis], (end - from[axis]) / way[axis]];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return leave > enter ? [enter, leave] : undefined;
}

/** The value at a place in the world. */
export function valueAt({ dense, spacing = [1, 1, 1] }: Scene, place: Triple): number {
  const at = each((axis) =>
    Math.min(Math.max(place[axis] / spacing[axis] - 0.5, 0), dense.dims[axis] - 1)
  );
  const [x, y, z] = each((axis) => Math.floor(at[axis]));
  const part = each((axis) => at[axis] - Math.floor(at[axis]));
  let value = 0;
  for (let corner = 0; corner < 8; corner++) {
    const bits = [corner & 1, corner >> 1 & 1, corner >> 2] as const;
    const sides = AXES.map((axis) => bits[axis] ? part[axis] : 1 - part[axis]);
    const share = sides.reduce((all, one) => all * one, 1);
    value += share * voxelAt(dense, x + bits[0], y + bits[1], z + bits[2]);
  }
  return value;
}

/** The step of a scene. */
export function stepOf({ stepSize, spacing = [1, 1, 1] }: Scene): number {
  return Math.fround(stepSize ?? Math.hypot(...spacing) / 4);
}

/** The distances of a ray's samples from the eye. */
export function timesOf(scene: Scene, ray: Ray): number[] {
  const chord = chordOf(scene, ray);
  if (chord === undefined) return [];
  const [enter, leave] = chord;
  const step = stepOf(scene);
  const count = Math.max(0, Math.ceil((leave - enter) / step - 0.5));
  return Array.from({ length: count }, (_, i) => enter + (i + 0.5) * step);
}

function along({ from, way }: Ray, time: number): Triple {
  return each((axis) => from[axis] + time * way[axis]);
}

/** Where a ray meets a surface, or infinity: bisected until nothing is left to bisect. */
export function surfaceDepth(scene: Scene, ray: Ray, iso: number): number {
  const [enter = 0] = chordOf(scene, ray) ?? [];
  const value = (time: number): number => valueAt(scene, along(ray, time));
  let before = enter > 0 ? -Infinity : undefined;
  let from = enter;
  for (const time of timesOf(scene, ray)) {
    const here = value(time);
    if (before !== undefined && before < iso && here >= iso) {
      if (before === -Infinity && value(enter) >= iso) return enter;
      let to = time;
      for (let round = 0; round < 60; round++) {
        const middle = (from + to) / 2;
        if (value(middle) >= iso) to = middle;
        else from = middle;
      }
      return to;
    }
    [before, from] = [here, time];
  }
  return Infinity;
}

/** What a ray gathers: red, green, blue and opacity, 0 to 1, and the first depth with an opacity. */
export function composite(
  scene: Scene,
  ray: Ray,
  { low, high, table }: TransferFunction,
  reference: number,
): { readonly color: readonly number[]; readonly depth: number } {
  const power = stepOf(scene) / reference;
  const entry = (at: number): number[] => {
    const [r = 0, g = 0, b = 0, a = 0] = table.subarray(4 * at, 4 * at + 4);
    const opacity = 1 - (1 - a) ** power;
    return [r * opacity, g * opacity, b * opacity, opacity];
  };
  const last = table.length / 4 - 1;
  const color = [0, 0, 0, 0];
  let depth = Infinity;
  for (const time of timesOf(scene, ray)) {
    const value = valueAt(scene, along(ray, time));
    const place = Math.min(Math.max((value - low) / (high - low) * last, 0), last);
    const least = Math.min(Math.floor(place), last - 1);
    const [a, b] = [entry(least), entry(least + 1)];
    const through = 1 - (color[3] ?? 0);
    const seen = a.map((one, part) => one + (place - least) * ((b[part] ?? 0) - one));
    if ((seen[3] ?? 0) > 0) depth = Math.min(depth, time);
    seen.forEach((one, part) => color[part] = (color[part] ?? 0) + through * one);
  }
  return { color, depth };
}

/** Phong's light on a surface that is met at a depth. */
export function phong(
  scene: Scene,
  ray: Ray,
  depth: number,
  { light, color }: { readonly light: Triple; readonly color: Triple },
): Triple {
  const { spacing = [1, 1, 1] } = scene;
  const place = along(ray, depth);
  const slope = each((axis) => {
    const shifted = (by: number): Triple =>
      each((other) => place[other] + (other === axis ? by * spacing[axis] : 0));
    return (valueAt(scene, shifted(1)) - valueAt(scene, shifted(-1))) / spacing[axis];
  });
  const length = Math.hypot(...slope);
  const sign = dot(slope, ray.way) > 0 ? -1 : 1;
  const normal = each((axis) => length > 0 ? sign * slope[axis] / length : -ray.way[axis]);
  const facing = Math.max(0, dot(normal, unit(light)));
  const mirrored = each((axis) => 2 * facing * normal[axis] - unit(light)[axis]);
  const shine = facing > 0 ? Math.max(0, -dot(mirrored, ray.way)) ** 32 : 0;
  return each((axis) => color[axis] * (0.1 + 0.7 * facing) + 0.2 * shine);
}

/** Some soft balls in empty space, from 0 to 200. */
export function softBalls(dims: Dense["dims"], seed: number, count = 5): Dense {
  const random = new Random(seed);
  const balls = Array.from({ length: count }, () => ({
    at: each((axis) => random.number(0, dims[axis])),
    radius: random.number(1.5, 4),
  }));
  return denseOf(dims, (x, y, z) =>
    balls.reduce((most, { at, radius }) => {
      const distance = Math.hypot(x + 0.5 - at[0], y + 0.5 - at[1], z + 0.5 - at[2]);
      return Math.max(most, Math.round(200 * Math.min(1, Math.max(0, 1.5 - distance / radius))));
    }, 0));
}

/** A table without opacity up to a value. */
export function rampAbove(threshold: number, high: number, entries = 9): TransferFunction {
  const table = new Float32Array(entries * 4);
  for (let at = 1; at < entries; at++) {
    table.set([at / entries, 1 - at / entries, 0.25, 0.6 * at / entries], 4 * at);
  }
  return { low: threshold, high, table };
}
