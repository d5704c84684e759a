/**
 * Colors of the points of a picture.
 *
 * @module
 */

import type { PointCloud } from "../../io/mod.ts";
import {
  colorBetween,
  HEIGHT_SHARES,
  type HeightRange,
  type LocalCloud,
  rankOf,
} from "../input/cloud.ts";
import type { Legend } from "../picture/legend.ts";
import { heightColor } from "../picture/shading.ts";
import { shortNumber } from "../shared/table.ts";

/** Quantities that colors can stand for. */
export const COLOR_MODES = ["rgb", "height", "intensity", "class", "return", "normal"] as const;

/** Quantity that colors stand for. */
export type ColorMode = typeof COLOR_MODES[number];

/** Colors of points, and what they stand for. */
export interface PointColors {
  /** 8-bit sRGB, [points, 3]. */
  readonly colors: Uint8Array<ArrayBuffer>;
  /** Legend that is drawn beside them; none where colors stand for themselves. */
  readonly legend?: Legend;
}

/** Classes of the ASPRS LAS specification 1.4, R15, as the viewer colors them. */
const CLASSES: readonly (readonly [name: string, color: readonly number[]])[] = [
  ["never classified", [128, 128, 128]],
  ["unclassified", [170, 170, 170]],
  ["ground", [166, 124, 82]],
  ["low vegetation", [170, 205, 110]],
  ["medium vegetation", [105, 176, 80]],
  ["high vegetation", [46, 125, 60]],
  ["building", [222, 94, 72]],
  ["low point", [190, 60, 160]],
  ["key point", [240, 240, 240]],
  ["water", [66, 133, 220]],
  ["rail", [150, 110, 190]],
  ["road surface", [95, 100, 112]],
  ["overlap", [230, 200, 90]],
  ["wire guard", [255, 170, 60]],
  ["wire", [255, 140, 30]],
  ["tower", [205, 120, 220]],
  ["wire connector", [255, 210, 120]],
  ["bridge deck", [120, 170, 190]],
  ["high noise", [255, 70, 120]],
  ["other", [200, 210, 220]],
];

/** Legend of the colors of normals. */
export const NORMAL_LEGEND: Legend = {
  title: "normal",
  entries: (["x", "y", "z"] as const).map((axis, at) => ({
    name: `+${axis}`,
    color: [0, 1, 2].map((own) => own === at ? 255 : 128),
  })),
};

/** Colors of returns, the first one's first; later ones share the last. */
const RETURNS: readonly (readonly number[])[] = [
  [233, 130, 72],
  [214, 200, 92],
  [66, 176, 122],
  [36, 137, 176],
  [112, 100, 214],
];

/** Attributes of points that a file has. */
export type PointKnowledge = Pick<
  PointCloud,
  "intensities" | "classifications" | "lasFields" | "normals"
>;

/**
 * Colors the points of a cloud.
 *
 * @param file What is known of the points, without those that are not finite.
 * @param local The same around its origin.
 * @param mode What colors stand for; colors of the file, or else heights, when left out.
 * @throws {Error} If the file does not have it.
 */
export function pointColors(
  file: PointKnowledge,
  local: LocalCloud,
  mode: ColorMode | undefined,
): PointColors {
  const { points, count } = local;
  switch (mode ?? (local.colorSource === "file" ? "rgb" : "height")) {
    case "rgb":
      return { colors: local.colorSource === "file" ? local.colors : refuse("colors") };
    case "height": {
      const heights = points.filter((_, at) => at % 3 === 2);
      const range = rangeOf(heights);
      const shift = local.origin[2];
      // Without a mode, colors look as they always did.
      const legend = heightRamp("height", { low: range.low + shift, high: range.high + shift });
      return { colors: along(heights, range), ...(mode === undefined ? {} : { legend }) };
    }
    case "intensity": {
      const values = Float32Array.from(file.intensities ?? refuse("intensities"));
      const range = rangeOf(values.filter(Number.isFinite));
      return { colors: along(values, range), legend: heightRamp("intensity", range) };
    }
    case "class": {
      const classes = file.classifications ?? refuse("classes");
      return byNumber("class", classes, (one) => {
        const [name = "", color = []] = CLASSES[Math.min(one, CLASSES.length - 1)] ?? [];
        return { name: `${one} ${name}`, color };
      });
    }
    case "return": {
      const returns = file.lasFields?.returnNumbers ?? refuse("numbers of returns");
      return byNumber("return", returns, (one) => ({
        name: `return ${one}`,
        color: RETURNS[Math.min(Math.max(one, 1), RETURNS.length) - 1] ?? [],
      }));
    }
    case "normal": {
      const normals = file.normals ?? refuse("normals");
      const byte = (value: number): number =>
        Math.round((Math.max(-1, Math.min(1, value)) + 1) * 127.5);
      const colors = Uint8Array.from({ length: count * 3 }, (_, at) => byte(normals[at] ?? 0));
      return { colors, legend: NORMAL_LEGEND };
    }
  }
}

function refuse(what: string): never {
  throw new Error(`Cannot render: the file has no ${what} to color points by`);
}

/** Range of values but for a hundredth on either side. */
function rangeOf(values: Float32Array): HeightRange {
  const sorted = values.slice().sort();
  const [low = 0, high = 0] = HEIGHT_SHARES.map((share) =>
    sorted[rankOf(sorted.length, share)] ?? 0
  );
  return { low, high };
}

function along(values: Float32Array, range: HeightRange): Uint8Array<ArrayBuffer> {
  const colors = new Uint8Array(values.length * 3);
  values.forEach((value, n) => colors.set(colorBetween(range, value), n * 3));
  return colors;
}

/** A legend of the ramp of heights. */
export function heightRamp(title: string, { low, high }: HeightRange): Legend {
  return { title, ramp: { color: heightColor, low: shortNumber(low), high: shortNumber(high) } };
}

function byNumber(
  title: string,
  numbers: Uint8Array,
  of: (one: number) => { readonly name: string; readonly color: readonly number[] },
): PointColors {
  const known = [...new Set(numbers)].sort((a, b) => a - b);
  const entries = new Map(known.map((one) => [one, of(one)]));
  const colors = new Uint8Array(numbers.length * 3);
  numbers.forEach((one, n) => colors.set(entries.get(one)?.color ?? [], n * 3));
  return { colors, legend: { title, entries: [...entries.values()] } };
}
