/**
 * From the values of a volume to color and opacity.
 *
 * @module
 */

import { type Color, fromSrgb } from "../shading.ts";

/** One point of the map: a value from 0, the threshold, to 1, the greatest. */
interface Stop {
  readonly value: number;
  /** 8-bit sRGB. */
  readonly color: readonly [red: number, green: number, blue: number];
  /** Absorption on the way through one voxel: 0 is nothing, 1 leaves 1/e. */
  readonly density: number;
}

/**
 * The map, from leaf over bark to clay: the faintest values are not seen, then come dark and fresh green where matter is
 * soft, brown where it is firm, and pale clay where it is hard. Firm and hard matter is the denser the harder it is, and
 * between soft and firm there is a dip, so that the rim of hard things, where values rise, does not hide them. Between
 * stops color and density change smoothly.
 */
const STOPS: readonly Stop[] = [
  { value: 0, color: [30, 62, 30], density: 0 },
  { value: 0.045, color: [34, 74, 30], density: 0 },
  { value: 0.08, color: [58, 112, 40], density: 0.42 },
  { value: 0.16, color: [138, 178, 70], density: 0.5 },
  { value: 0.26, color: [136, 122, 66], density: 0.2 },
  { value: 0.45, color: [104, 66, 40], density: 0.55 },
  { value: 0.65, color: [150, 104, 70], density: 0.8 },
  { value: 0.85, color: [204, 130, 92], density: 1.4 },
  { value: 1, color: [238, 212, 190], density: 2 },
];

/**
 * Returns the color and density of a value.
 *
 * @param value 0 at the threshold to 1; others are clamped.
 */
export function transfer(value: number): { readonly color: Color; readonly density: number } {
  const place = Math.min(1, Math.max(0, value));
  const above = Math.max(1, STOPS.findIndex((stop) => stop.value >= place));
  const [from, to] = [STOPS[above - 1] as Stop, STOPS[above] as Stop];
  const share = (place - from.value) / (to.value - from.value);
  const smooth = share * share * (3 - 2 * share);
  const channel = (c: 0 | 1 | 2): number => {
    const [a, b] = [fromSrgb(from.color[c] / 255), fromSrgb(to.color[c] / 255)];
    return a + (b - a) * smooth;
  };
  return {
    color: [channel(0), channel(1), channel(2)],
    density: from.density + (to.density - from.density) * smooth,
  };
}

/** Colors and densities of stretches along which the value changes. */
export interface TransferTable {
  /** Linear RGB, [ranges, values, 3]. */
  readonly colors: Float32Array<ArrayBuffer>;
  /** Density per voxel, [ranges, values]. */
  readonly densities: Float32Array<ArrayBuffer>;
}

/** Fineness of a table, and the changes that it holds. */
export interface TableOptions {
  /** Parts of even size into which the values from 0 to 1 fall; an entry is for the middle of one. */
  readonly values: number;
  /** Changes, evenly spaced from 0 to `mostChange`. */
  readonly ranges: number;
  /** The greatest change of the value along a stretch. */
  readonly mostChange: number;
}

/** Steps of the sums from which tables are made. */
const FINE = 4096;

/**
 * Writes the map out as means over stretches: from half a change below a value to half a change above it. A sample that
 * stands for such a stretch then shows all that lies in it, whichever part of it the sample met.
 *
 * @param options How fine the table is.
 * @returns Means of the density, and of colors weighted by it.
 * @see Engel, Kraus and Ertl, "High-quality pre-integrated volume rendering", 2001.
 */
export function transferTable({ values, ranges, mostChange }: TableOptions): TransferTable {
  const sums = integrals();
  const colors = new Float32Array(ranges * values * 3);
  const densities = new Float32Array(ranges * values);
  for (let range = 0; range < ranges; range++) {
    // A stretch without change still covers a step of the sums.
    const change = Math.max(range / (ranges - 1) * mostChange, 1 / FINE);
    for (let at = 0; at < values; at++) {
      const value = (at + 0.5) / values;
      const [low, high] = [value - change / 2, value + change / 2];
      const [density = 0, ...light] = [0, 1, 2, 3].map((c) => sums(c, high) - sums(c, low));
      const entry = range * values + at;
      densities[entry] = density / change;
      colors.set(
        density > 0 ? light.map((one) => one / density) : transfer(value).color,
        entry * 3,
      );
    }
  }
  return { colors, densities };
}

/** The integrals of the density and of density times red, green and blue, from 0 to a value. */
function integrals(): (what: number, value: number) => number {
  const parts = (value: number): number[] => {
    const { color, density } = transfer(value);
    return [density, ...color.map((one) => one * density)];
  };
  const sums = [0, 1, 2, 3].map(() => new Float64Array(FINE + 1));
  for (let at = 0; at < FINE; at++) {
    parts((at + 0.5) / FINE).forEach((part, what) => {
      const sum = sums[what];
      if (sum !== undefined) sum[at + 1] = (sum[at] ?? 0) + part / FINE;
    });
  }
  const end = parts(1);
  return (what, value) => {
    if (value <= 0) return 0;
    if (value >= 1) return (sums[what]?.[FINE] ?? 0) + (value - 1) * (end[what] ?? 0);
    const place = value * FINE;
    const [below, above] = [sums[what]?.[Math.floor(place)], sums[what]?.[Math.ceil(place)]];
    return (below ?? 0) + ((above ?? 0) - (below ?? 0)) * (place - Math.floor(place));
  };
}
