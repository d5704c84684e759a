/**
 * Colors of the surfaces of a picture.
 *
 * @module
 */

import type { HeightRange } from "../input/cloud.ts";
import type { Vector } from "../picture/camera.ts";
import type { Legend } from "../picture/legend.ts";
import { type Color, fromSrgb, heightColor } from "../picture/shading.ts";
import { heightRamp, NORMAL_LEGEND } from "./colors.ts";

/** Quantities that colors of surfaces can stand for; `rgb` are their own. */
export const SURFACE_COLORS = ["rgb", "height", "normal"] as const;

/** Quantity that colors of surfaces stand for. */
export type SurfaceColor = typeof SURFACE_COLORS[number];

/** Colors of places on a surface, and what they stand for. */
export interface SurfacePaint {
  /** Linear RGB by the place and the unit normal. */
  readonly color: (place: Vector, normal: Vector) => Color;
  /** Legend that is drawn beside them. */
  readonly legend: Legend;
}

/**
 * Colors a surface.
 *
 * @param mode What colors stand for.
 * @param range The heights at the ends of the ramp.
 * @param shift What is added to heights in the legend.
 * @returns The colors; undefined where they are the surface's own.
 */
export function surfacePaint(
  mode: SurfaceColor | undefined,
  range: HeightRange,
  shift = 0,
): SurfacePaint | undefined {
  switch (mode) {
    case undefined:
    case "rgb":
      return undefined;
    case "height":
      return {
        color: ([, , z]) => lightOfHeight(range, z),
        legend: heightRamp("height", { low: range.low + shift, high: range.high + shift }),
      };
    case "normal":
      return {
        color: (
          _,
          [x, y, z],
        ) => [fromSrgb((x + 1) / 2), fromSrgb((y + 1) / 2), fromSrgb((z + 1) / 2)],
        legend: NORMAL_LEGEND,
      };
  }
}

/** Linear RGB of a height. */
export function lightOfHeight({ low, high }: HeightRange, height: number): Color {
  const [red, green, blue] = heightColor((height - low) / (high > low ? high - low : 1));
  return [fromSrgb(red / 255), fromSrgb(green / 255), fromSrgb(blue / 255)];
}
