/**
 * What a training goes by: what the command line says, and what a file says of the training that it comes from.
 *
 * @module
 */

import { readFeatures, type Sight } from "./clouds.ts";

/** Types that a network is computed in. */
export type Compute = "f32" | "bf16";

/** All that the result of a training depends on, besides the clouds. */
export interface Settings extends Sight {
  /** The field of the classes; that of the format if it is null. */
  readonly label: string | null;
  /** Classes that do not count. */
  readonly ignore: readonly number[];
  /** Channels of the levels of the network, the finest first. */
  readonly widths: readonly number[];
  readonly steps: number;
  /** Tiles of a step. */
  readonly batch: number;
  /** How far a step goes after the first ones. */
  readonly rate: number;
  readonly seed: number;
  /** Share of the tiles that the network is tried with instead. */
  readonly holdout: number;
  readonly compute: Compute;
}

/** Without options. */
export const DEFAULTS: Omit<Settings, "voxelSize"> = {
  label: null,
  ignore: [],
  features: ["one"],
  widths: [16, 32, 64],
  tile: 128,
  steps: 200,
  batch: 4,
  rate: 0.01,
  seed: 1,
  holdout: 0.1,
  compute: "f32",
};

/** Most levels, channels, tiles of a step and voxels of a tile's side: more would fit no device. */
const MOST = { levels: 8, width: 1024, batch: 256, tile: 4096, steps: 10_000_000 } as const;

const isWhole = (low: number, high: number) => (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= low && Number(value) <= high;
const isList =
  (one: (value: unknown) => boolean, low: number, high: number) => (value: unknown): boolean =>
    Array.isArray(value) && value.length >= low && value.length <= high && value.every(one);
const isAbove0 = (value: unknown): boolean =>
  typeof value === "number" && value > 0 && value < Infinity;

/** What each setting may be, in words and as a test. */
export const RULES: Readonly<
  Record<keyof Settings, { readonly expected: string; readonly test: (value: unknown) => boolean }>
> = {
  voxelSize: { expected: "a positive number", test: isAbove0 },
  label: { expected: "a text", test: (value) => value === null || typeof value === "string" },
  ignore: { expected: "whole numbers from 0 to 255", test: isList(isWhole(0, 255), 0, 256) },
  features: {
    expected: "names of features",
    test: (value) =>
      Array.isArray(value) && value.length > 0 && typeof readFeatures(value.join()) !== "string",
  },
  widths: {
    expected: `1 to ${MOST.levels} whole numbers from 1 to ${MOST.width}`,
    test: isList(isWhole(1, MOST.width), 1, MOST.levels),
  },
  tile: { expected: `a whole number from 8 to ${MOST.tile}`, test: isWhole(8, MOST.tile) },
  steps: { expected: `a whole number from 1 to ${MOST.steps}`, test: isWhole(1, MOST.steps) },
  batch: { expected: `a whole number from 1 to ${MOST.batch}`, test: isWhole(1, MOST.batch) },
  rate: { expected: "a positive number", test: isAbove0 },
  seed: { expected: "a whole number from 0 to 4294967295", test: isWhole(0, 2 ** 32 - 1) },
  holdout: {
    expected: "a number from 0 to 0.9",
    test: (value) => typeof value === "number" && value >= 0 && value <= 0.9,
  },
  compute: { expected: "f32 or bf16", test: (value) => value === "f32" || value === "bf16" },
};

/** The names of settings. */
export const SETTING_NAMES: readonly (keyof Settings)[] = Object.keys(RULES) as (keyof Settings)[];

/** The same settings, always in the same order. */
export function ordered(settings: Settings): Settings {
  const entries = SETTING_NAMES.map((name) => [name, settings[name]]);
  return Object.fromEntries(entries) as unknown as Settings;
}

/** Takes settings out of what a file says; a sentence if one of them is wrong. */
export function settingsOf(given: Readonly<Record<string, unknown>>): Settings | string {
  const wrong = SETTING_NAMES.find((name) => !RULES[name].test(given[name]));
  if (wrong === undefined) return ordered(given as unknown as Settings);
  return `its ${wrong} is ${JSON.stringify(given[wrong])}, ${RULES[wrong].expected} expected`;
}
