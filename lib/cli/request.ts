/**
 * What `denovdb render` can be asked for.
 *
 * @module
 */

import type { Device } from "../core/mod.ts";
import { describeOptions, type OptionSpecs, type ParsedArgs, UsageError } from "./args.ts";

/** The options of the command. */
export const OPTIONS: OptionSpecs = {
  "voxel-size": { kind: "number", value: "S", help: "edge length of a voxel, in the file's units" },
  out: { kind: "text", value: "FILE.png", help: "where the picture goes" },
  device: { kind: "text", value: "NAME", help: "auto (default), cpu, cuda or cuda:N" },
  width: { kind: "count", value: "W", help: "pixels from left to right (1600)" },
  height: { kind: "count", value: "H", help: "pixels from top to bottom (900)" },
  azimuth: {
    kind: "number",
    value: "DEG",
    help: "where the camera stands, from +x towards +y (-120)",
  },
  elevation: { kind: "number", value: "DEG", help: "how high it stands, -89 to 89 (30)" },
  zoom: { kind: "number", value: "F", help: "1 shows everything, 2 twice as large (1)" },
  samples: { kind: "count", value: "N", help: "N x N samples per pixel, 1 to 8 (2)" },
  "sky-rays": { kind: "number", value: "N", help: "rays per sample for soft shade, 0 to 64 (4)" },
  json: { kind: "flag", help: "print one JSON object instead of a table" },
  help: { kind: "flag", help: "show this text" },
};

/** What to do about a command line that makes no sense. */
export const HINT: string = 'Run "denovdb render --help" for the options';

/** The help text of the command. */
export function renderHelp(): string {
  return `Draw a point cloud as voxels

Usage: denovdb render INPUT --voxel-size S --out FILE.png [options]

INPUT is a LAS, LAZ, PLY, OBJ or KITTI (.bin) file.

Options:
${describeOptions(OPTIONS)}`;
}

/** What the user asked for, checked. */
export interface RenderRequest {
  readonly input: string;
  readonly out: string;
  readonly device: Device;
  readonly voxelSize: number;
  readonly width: number;
  readonly height: number;
  readonly azimuth: number;
  readonly elevation: number;
  readonly zoom: number;
  readonly samples: number;
  readonly skyRays: number;
  readonly json: boolean;
}

/**
 * Checks a command line and fills in what it leaves out.
 *
 * @throws {UsageError} If something is missing or out of range.
 */
export function readRequest(parsed: ParsedArgs): RenderRequest {
  const [input, extra] = parsed.positionals;
  const out = parsed.text("out");
  const voxelSize = parsed.number("voxel-size");
  if (input === undefined) throw new UsageError("No input file is given", HINT);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, HINT);
  if (voxelSize === undefined) throw new UsageError('Option "--voxel-size" is missing', HINT);
  if (out === undefined) throw new UsageError('Option "--out" is missing', HINT);
  const within = (name: string, fallback: number, low: number, high: number): number => {
    const value = parsed.number(name) ?? fallback;
    if (value >= low && value <= high) return value;
    throw new UsageError(`Option "--${name}" takes ${low} to ${high}, not ${value}`, HINT);
  };
  if (!(voxelSize > 0)) {
    throw new UsageError(`Option "--voxel-size" takes a positive number, not ${voxelSize}`, HINT);
  }
  const skyRays = within("sky-rays", 4, 0, 64);
  if (!Number.isInteger(skyRays)) {
    throw new UsageError(`Option "--sky-rays" takes a whole number, not ${skyRays}`, HINT);
  }
  return {
    input,
    out,
    voxelSize,
    device: readDevice(parsed.text("device") ?? "auto"),
    width: within("width", 1600, 1, 16384),
    height: within("height", 900, 1, 16384),
    azimuth: within("azimuth", -120, -360, 360),
    elevation: within("elevation", 30, -89, 89),
    zoom: within("zoom", 1, 0.01, 1000),
    samples: within("samples", 2, 1, 8),
    skyRays,
    json: parsed.flag("json"),
  };
}

function readDevice(name: string): Device {
  if (name === "auto" || name === "cpu" || name === "cuda") return name;
  const ordinal = /^cuda:(\d{1,3})$/.exec(name)?.[1];
  if (ordinal !== undefined) return `cuda:${Number(ordinal)}`;
  throw new UsageError(`Option "--device" takes auto, cpu, cuda or cuda:N, not "${name}"`, HINT);
}
