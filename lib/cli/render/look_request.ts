/**
 * Views of pictures: options that all pictures of `denovdb render` have.
 *
 * @module
 */

import type { Vector } from "../picture/camera.ts";
import type { Background } from "../picture/tiles.ts";
import { chooseValue, type OptionSpecs, type ParsedArgs, UsageError } from "../shared/args.ts";

/** Hint for invalid command lines. */
export const HINT: string = 'Run "denovdb render --help" for the options';

/** The options of cameras and backgrounds. */
export const LOOK_OPTIONS: OptionSpecs = {
  azimuth: {
    kind: "number",
    value: "DEG",
    help: "direction of the camera, from +x towards +y (-120)",
  },
  elevation: {
    kind: "number",
    value: "DEG",
    help: "angle of the camera above the horizon, -89 to 89 (30)",
  },
  eye: {
    kind: "text",
    value: "X,Y,Z",
    help: "where the camera stands, in coordinates of the file (around the middle)",
  },
  target: {
    kind: "text",
    value: "X,Y,Z",
    help: "what is in the middle of the picture, in coordinates of the file",
  },
  fov: {
    kind: "number",
    value: "DEG",
    help: "angle between the top and the bottom of the picture, 1 to 150 (32)",
  },
  ortho: { kind: "flag", help: "parallel projection" },
  zoom: { kind: "number", value: "F", help: "1 fits everything, 2 magnifies it twice (1)" },
  background: { kind: "text", value: "NAME", help: "sky or none, which is transparent (sky)" },
};

/** From where a picture is taken, and what is behind its content. */
export interface LookRequest {
  readonly azimuth: number;
  readonly elevation: number;
  /** Position of the camera, in the coordinates of the file. */
  readonly eye: Vector | undefined;
  /** Place in the middle of the picture. */
  readonly target: Vector | undefined;
  /** Degrees from the top to the bottom of the picture. */
  readonly fieldOfView: number;
  /** Whether rays are parallel. */
  readonly isParallel: boolean;
  readonly zoom: number;
  /** Background of the content. */
  readonly background: Background;
}

/** Takes the options of cameras and backgrounds. */
export function readLook(parsed: ParsedArgs): LookRequest {
  return {
    azimuth: numberWithin(parsed, "azimuth", { fallback: -120, low: -360, high: 360 }),
    elevation: numberWithin(parsed, "elevation", { fallback: 30, low: -89, high: 89 }),
    eye: readPlace(parsed, "eye"),
    target: readPlace(parsed, "target"),
    fieldOfView: numberWithin(parsed, "fov", { fallback: 32, low: 1, high: 150 }),
    isParallel: parsed.flag("ortho"),
    zoom: numberWithin(parsed, "zoom", { fallback: 1, low: 0.01, high: 1000 }),
    background: chooseValue(parsed, "background", ["sky", "none"], HINT) ?? "sky",
  };
}

/** Three numbers as in "1.5,2,-3". */
function readPlace(parsed: ParsedArgs, name: string): Vector | undefined {
  const text = parsed.text(name);
  if (text === undefined) return undefined;
  const numbers = text.split(",").map((part) => part.trim() === "" ? NaN : Number(part));
  const [x, y, z] = numbers;
  const isPlace = numbers.length === 3 && numbers.every(Number.isFinite);
  if (isPlace && x !== undefined && y !== undefined && z !== undefined) return [x, y, z];
  throw new UsageError(`Option "--${name}" takes X,Y,Z, not "${text}"`, HINT);
}

/** Range and default of a number. */
export interface Range {
  readonly fallback: number;
  readonly low: number;
  readonly high: number;
}

/** Takes a number of a range. */
export function numberWithin(
  parsed: ParsedArgs,
  name: string,
  { fallback, low, high }: Range,
): number {
  const value = parsed.number(name) ?? fallback;
  if (value >= low && value <= high) return value;
  throw new UsageError(`Option "--${name}" takes ${low} to ${high}, not ${value}`, HINT);
}
