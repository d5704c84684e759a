/**
 * Requests of the command line of `denovdb render`.
 *
 * @module
 */

import type { Device } from "../../core/mod.ts";
import type { RawLayout } from "../../io/mod.ts";
import { readLevels } from "../input/cloud_file.ts";
import { endingOf } from "../input/kind.ts";
import { readRawLayout, VOLUME_OPTIONS } from "../input/volume_file.ts";
import { readTree, TREE_OPTIONS, type TreeRequest } from "../lod/tree.ts";
import { UP_AXES, type UpAxis } from "../picture/volume/upright.ts";
import { chooseValue, type ParsedArgs, UsageError, wrongValue } from "../shared/args.ts";
import { didYouMean } from "../shared/similar.ts";
import { readDevice } from "../shared/device.ts";
import { outputOf } from "../shared/output.ts";
import { COLOR_MODES, type ColorMode } from "./colors.ts";
import { HINT, type LookRequest, numberWithin, readLook } from "./look_request.ts";
import { type FieldName, FIELDS } from "./solids.ts";
import { SURFACE_COLORS, type SurfaceColor } from "./surface_colors.ts";
import { CHECK_OPTIONS, type GridChecks, readChecks } from "../input/grids_file.ts";

/** The picture that the user asked for, whatever is in it. */
export interface PictureRequest extends LookRequest {
  readonly out: string;
  readonly device: Device;
  readonly width: number;
  readonly height: number;
  readonly samples: number;
  readonly json: boolean;
  /** Whether reports say all that is known. */
  readonly verbose: boolean;
}

/** A picture of what is in a file. */
export interface FileRequest extends PictureRequest {
  readonly input: string;
}

/** Coloring of points. */
export interface PointColorRequest {
  /** Meaning of colors; those of the file, or else heights, when left out. */
  readonly color: ColorMode | undefined;
}

/** The checked request of the user. */
export interface RenderRequest extends FileRequest, PointColorRequest {
  /** Edge length of voxels; found from the points when left out. */
  readonly voxelSize: number | undefined;
  /** The axis that points up. */
  readonly up: UpAxis;
  /** Levels of an octree to read. */
  readonly levels?: number;
  readonly skyRays: number;
}

/** The ways to draw trees of levels of detail. */
export const LOD_MODES = ["nearest", "blended"] as const;

/** The checked request of the user with `--lod`. */
export interface LodPictureRequest
  extends Omit<FileRequest, "samples">, PointColorRequest, TreeRequest {
  /** The axis that points up. */
  readonly up: UpAxis;
  /** Levels of an octree in the file that are read; all when left out. */
  readonly levels?: number;
  /** Whether pixels show what is nearest, or the mean of what is near that. */
  readonly mode: typeof LOD_MODES[number];
  /** Pixels from which nodes are visible; half the grid size when left out. */
  readonly minSize: number | undefined;
  /** Pixels of the squares that stand for points. */
  readonly pointSize: number;
}

/** The ways to draw a volume. */
export const VOLUME_MODES = ["iso", "transparent", "mist"] as const;

/** Drawing of a volume: as a surface, as what light passes through, or as mist. */
export type VolumeMode = typeof VOLUME_MODES[number];

/** The checked request of the user for a volume. */
export interface VolumeRequest extends FileRequest {
  readonly mode: VolumeMode;
  /** Distance of samples along a ray in diagonals of a voxel. */
  readonly step: number;
  /** Layout of a raw file, which the file does not hold. */
  readonly layout: Partial<RawLayout>;
  /** Which grid of a file of sparse grids. */
  readonly grid: string | undefined;
  /** Treatment of checksums of grids. */
  readonly checks: GridChecks;
  /** The samples up to which nothing is seen; found from the samples when left out. */
  readonly threshold: number | undefined;
  readonly up: UpAxis;
  /** Meaning of colors, which a legend says; those of the mode without one when left out. */
  readonly color: VolumeColor | undefined;
}

/** Quantities that colors of volumes can stand for: those of surfaces height, those of what light passes through value. */
export const VOLUME_COLORS = ["height", "value"] as const;

/** Quantity that colors of volumes stand for. */
export type VolumeColor = typeof VOLUME_COLORS[number];

/** The checked request of the user for the voxels of an index grid. */
export interface VoxelsRequest extends FileRequest, PointColorRequest {
  readonly up: UpAxis;
  readonly grid: string | undefined;
  readonly checks: GridChecks;
  readonly skyRays: number;
}

/** The checked request of the user with `--field`. */
export interface FieldRequest extends PictureRequest {
  readonly field: FieldName;
  /** Voxels across. */
  readonly resolution: number;
  /** Meaning of colors; those of the field when left out. */
  readonly color: SurfaceColor | undefined;
  readonly skyRays: number;
}

/**
 * Checks a command line and fills in what it leaves out.
 *
 * @throws {UsageError} If something is missing or out of range.
 */
export function readRequest(parsed: ParsedArgs): RenderRequest {
  refuseOptions(parsed, OF_TREES, "goes with --lod only");
  refuseOptions(parsed, ["threshold", "step", ...RAW], "goes with volumes only");
  refuseOptions(parsed, ["resolution"], "goes with --field only");
  const input = readInput(parsed);
  const voxelSize = parsed.number("voxel-size");
  const picture = readPicture(parsed, { ...WIDE, samples: 2 });
  if (voxelSize !== undefined && !(voxelSize > 0)) {
    throw new UsageError(`Option "--voxel-size" takes a positive number, not ${voxelSize}`, HINT);
  }
  const levels = readLevels(parsed, HINT);
  const own = { up: readUp(parsed), ...readColor(parsed) };
  return { ...picture, ...own, input, voxelSize, ...levels, skyRays: readSkyRays(parsed) };
}

/** Takes the axis that points up. */
function readUp(parsed: ParsedArgs): UpAxis {
  return chooseValue(parsed, "up", UP_AXES, HINT) ?? "z";
}

/** Takes what points are colored by. */
function readColor(parsed: ParsedArgs): PointColorRequest {
  return { color: chooseValue(parsed, "color", COLOR_MODES, HINT) };
}

const NOT_OF_TREES = ["voxel-size", "sky-rays", "samples", "volume"];

/**
 * Checks a command line with `--lod` and fills in what it leaves out.
 *
 * @throws {UsageError} If something is missing, out of range or about other pictures.
 */
export function readLodRequest(parsed: ParsedArgs): LodPictureRequest {
  refuseOptions(parsed, NOT_OF_TREES, "does not go with --lod");
  refuseOptions(parsed, ["threshold", "step", ...RAW], "goes with volumes only");
  refuseOptions(parsed, ["resolution", "field"], "does not go with --lod");
  const input = readInput(parsed);
  const picture = readPicture(parsed, { ...WIDE, samples: 1 });
  const named = parsed.text("mode") ?? "blended";
  const mode = LOD_MODES.find((one) => one === named);
  if (mode === undefined) {
    const meant = didYouMean(named, LOD_MODES);
    throw new UsageError(
      `Option "--mode" takes nearest or blended with --lod, not "${named}"${meant}`,
      HINT,
    );
  }
  const minSize = parsed.flag("min-size")
    ? numberWithin(parsed, "min-size", { fallback: 0, low: 0, high: 1e9 })
    : undefined;
  const pointSize = numberWithin(parsed, "point-size", { fallback: 1, low: 1, high: 64 });
  const tree = { ...readTree(parsed, HINT), ...readLevels(parsed, HINT) };
  const own = { up: readUp(parsed), ...readColor(parsed) };
  return { ...picture, ...tree, ...own, input, mode, minSize, pointSize };
}

const OF_TREES = [...Object.keys(TREE_OPTIONS), "min-size", "point-size"];

/** The options of raw files. */
const RAW = [...Object.keys(VOLUME_OPTIONS), "grid", ...Object.keys(CHECK_OPTIONS)];

/**
 * Checks a command line about a volume and fills in what it leaves out.
 *
 * @throws {UsageError} If something is missing, out of range or about point clouds.
 */
export function readVolumeRequest(parsed: ParsedArgs): VolumeRequest {
  refuseOptions(parsed, ["voxel-size", "levels", "sky-rays"], "does not go with volumes");
  refuseOptions(parsed, OF_TREES, "goes with --lod only");
  refuseOptions(parsed, ["resolution"], "goes with --field only");
  const input = readInput(parsed);
  const picture = readPicture(parsed, { ...WIDE, samples: 1 });
  const threshold = parsed.number("threshold");
  const layout = readRawLayout(parsed, HINT);
  const [grid, checks] = [parsed.text("grid"), readChecks(parsed)];
  const mode = readMode(parsed);
  const own = { up: readUp(parsed), ...readVolumeColor(parsed, mode) };
  return { ...picture, ...own, input, threshold, layout, grid, checks, ...mode };
}

/** The options that say that samples are wanted. */
const OF_SAMPLES = ["volume", "mode", "threshold", "step", ...Object.keys(VOLUME_OPTIONS)];

/**
 * Checks a command line about a file of sparse grids, if its voxels may be drawn.
 *
 * @returns What the user asked for; undefined if it is the samples.
 * @throws {UsageError} If something is missing, out of range or about other pictures.
 */
export function readVoxelsRequest(parsed: ParsedArgs): VoxelsRequest | undefined {
  if (OF_SAMPLES.some((name) => parsed.flag(name))) return undefined;
  refuseOptions(parsed, ["voxel-size", "levels"], "does not go with grids");
  refuseOptions(parsed, OF_TREES, "goes with --lod only");
  refuseOptions(parsed, ["resolution"], "goes with --field only");
  const input = readInput(parsed);
  const picture = readPicture(parsed, { ...WIDE, samples: 2 });
  const [grid, checks] = [parsed.text("grid"), readChecks(parsed)];
  const own = { up: readUp(parsed), color: readAnyColor(parsed) };
  return { ...picture, ...own, input, grid, checks, skyRays: readSkyRays(parsed) };
}

/** Takes what voxels are colored by, whether they have colors or are samples of a volume. */
function readAnyColor(parsed: ParsedArgs): ColorMode | undefined {
  const every = [...new Set([...COLOR_MODES, ...VOLUME_COLORS])];
  const color = chooseValue(parsed, "color", every, HINT);
  return COLOR_MODES.find((one) => one === color);
}

function readVolumeColor(
  parsed: ParsedArgs,
  { mode }: Pick<VolumeRequest, "mode">,
): Pick<VolumeRequest, "color"> {
  const color = chooseValue(parsed, "color", VOLUME_COLORS, HINT);
  const fits = mode === "iso" ? "height" : "value";
  if (color === undefined || color === fits) return { color };
  throw new UsageError(`Option "--color" takes ${fits} with --mode ${mode}, not "${color}"`, HINT);
}

function readMode(parsed: ParsedArgs): Pick<VolumeRequest, "mode" | "step"> {
  const mist = parsed.flag("volume");
  const text = parsed.text("mode") ?? (mist ? "mist" : "iso");
  const mode = VOLUME_MODES.find((one) => one === text);
  if (mode === undefined || (mist && mode !== "mist")) {
    throw new UsageError(
      mist
        ? `Option "--mode" takes mist with --volume, not "${text}"`
        : wrongValue("mode", VOLUME_MODES, text),
      HINT,
    );
  }
  if (mode === "mist") refuseOptions(parsed, ["step"], "does not go with mist");
  return { mode, step: numberWithin(parsed, "step", { fallback: 0.25, low: 0.001, high: 100 }) };
}

const NOT_OF_FIELDS = [
  "volume",
  "mode",
  "step",
  "threshold",
  "up",
  "voxel-size",
  "levels",
  ...RAW,
];

/**
 * Checks a command line with `--field` and fills in what it leaves out.
 *
 * @throws {UsageError} If something is missing, out of range or about files.
 */
export function readFieldRequest(parsed: ParsedArgs): FieldRequest {
  refuseOptions(parsed, OF_TREES, "goes with --lod only");
  refuseOptions(parsed, NOT_OF_FIELDS, "does not go with --field");
  const [extra] = parsed.positionals;
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, HINT);
  const field = chooseValue(parsed, "field", FIELDS, HINT);
  if (field === undefined) throw new UsageError('Option "--field" is missing', HINT);
  const picture = readPicture(parsed, { width: 1024, height: 768, samples: 2 });
  const resolution = numberWithin(parsed, "resolution", { fallback: 256, low: 16, high: 2048 });
  const color = chooseValue(parsed, "color", SURFACE_COLORS, HINT);
  return { ...picture, color, field, resolution, skyRays: readSkyRays(parsed) };
}

function readSkyRays(parsed: ParsedArgs): number {
  const skyRays = numberWithin(parsed, "sky-rays", { fallback: 4, low: 0, high: 64 });
  if (Number.isInteger(skyRays)) return skyRays;
  throw new UsageError(`Option "--sky-rays" takes a whole number, not ${skyRays}`, HINT);
}

function refuseOptions(parsed: ParsedArgs, names: readonly string[], why: string): void {
  for (const name of names) {
    if (parsed.flag(name)) throw new UsageError(`Option "--${name}" ${why}`, HINT);
  }
}

function readInput({ positionals: [input, extra] }: ParsedArgs): string {
  if (input === undefined) throw new UsageError("No input file is given", HINT);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, HINT);
  return input;
}

/** Defaults of a picture. */
interface PictureDefaults {
  readonly width: number;
  readonly height: number;
  readonly samples: number;
}

const WIDE = { width: 1600, height: 900 } as const;

const OTHER_PICTURES = [".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff", ".exr", ".ppm"];

function readPicture(parsed: ParsedArgs, defaults: PictureDefaults): PictureRequest {
  const out = outputOf(parsed);
  if (out === undefined) {
    throw new UsageError('Option "--out" is missing: "-o FILE.png" names the picture', HINT);
  }
  // Names without an ending, as /dev/stdout, or with another, as frame.0001, are taken as they are.
  if (OTHER_PICTURES.includes(endingOf(out))) {
    throw new UsageError(`Option "--out" takes a .png file, not "${out}"`, HINT);
  }
  const within = (name: string, fallback: number, low: number, high: number): number =>
    numberWithin(parsed, name, { fallback, low, high });
  return {
    out,
    device: readDevice(parsed.text("device") ?? "auto", HINT),
    width: within("width", defaults.width, 1, 16384),
    height: within("height", defaults.height, 1, 16384),
    ...readLook(parsed),
    samples: within("samples", defaults.samples, 1, 8),
    json: parsed.flag("json"),
    verbose: parsed.flag("verbose"),
  };
}
