/**
 * Volumes as commands take them: files, and options for what raw files do not say of themselves.
 *
 * @module
 */

import { dirname, join } from "@std/path";
import {
  type NrrdType,
  type NvdbGrid,
  type RawLayout,
  readNrrdHeader,
  readVolume,
  sampleType,
  type Volume,
  type VolumeDims,
} from "../../io/mod.ts";
import { type OptionSpecs, type ParsedArgs, UsageError, wrongValue } from "../shared/args.ts";
import { readInput, statInput } from "./bytes.ts";
import { denseGrid, isIndexGrid, pickGrid } from "./dense_grid.ts";
import { gridNamed, naming } from "../shared/naming.ts";
import { holdsGrids } from "./formats.ts";
import { type GridChecks, gridsOf } from "./grids_file.ts";

/** The options of commands that read volumes. */
export const VOLUME_OPTIONS: OptionSpecs = {
  dims: {
    kind: "text",
    value: "XxYxZ",
    help: "samples along x, y and z (raw files; taken from the name)",
  },
  type: {
    kind: "text",
    value: "NAME",
    help: "u8, i16, f32 and so on (raw files; taken from the name)",
  },
  endian: { kind: "text", value: "ORDER", help: "little or big (raw files; little)" },
  skip: { kind: "number", value: "N", help: "bytes before the samples (raw files; 0)" },
};

/**
 * Reads the options of raw files.
 *
 * @throws {UsageError} If one makes no sense.
 */
export function readRawLayout(parsed: ParsedArgs, hint: string): Partial<RawLayout> {
  const [dims, type, endian] = [parsed.text("dims"), parsed.text("type"), parsed.text("endian")];
  const skip = parsed.number("skip");
  const found = dims === undefined ? undefined : /^(\d+)x(\d+)x(\d+)$/.exec(dims);
  const kind = type === undefined ? undefined : sampleType(type);
  const refuse = (name: string, expected: string, given: string | number): never => {
    throw new UsageError(`Option "--${name}" takes ${expected}, not "${given}"`, hint);
  };
  const isSize = (one: string): boolean => Number(one) > 0 && Number.isSafeInteger(Number(one));
  if (dims !== undefined && !found?.slice(1).every(isSize)) {
    refuse("dims", "three sizes as in 256x256x128", dims);
  }
  if (type !== undefined && kind === undefined) refuse("type", "a type such as u8 or f32", type);
  if (endian !== undefined && endian !== "little" && endian !== "big") {
    throw new UsageError(wrongValue("endian", ["little", "big"], endian), hint);
  }
  if (skip !== undefined && !(Number.isSafeInteger(skip) && skip >= 0)) {
    refuse("skip", "a number of bytes", skip);
  }
  const size: VolumeDims | undefined = found === undefined || found === null
    ? undefined
    : [Number(found[1]), Number(found[2]), Number(found[3])];
  return {
    ...(size === undefined ? {} : { dims: size }),
    ...(kind === undefined ? {} : { type: kind }),
    ...(endian === undefined ? {} : { endian: endian as "little" | "big" }),
    ...(skip === undefined ? {} : { skip }),
  };
}

/** Which file to read. */
export interface VolumeFile {
  readonly input: string;
  /** Layout of a raw file, which the file does not hold. */
  readonly layout: Partial<RawLayout>;
  /** Which grid of a file of sparse grids: its name, or its place. */
  readonly grid?: string | undefined;
  /** Treatment of checksums of grids: they are computed, and wrong ones are told, if nothing is said. */
  readonly checks?: GridChecks;
}

/** Samples of a file. */
export interface LoadedVolume extends Omit<Volume, "format"> {
  /** The format that they were read from. */
  readonly format: string;
  /** Limit above which samples are seen, where the file says so. */
  readonly threshold?: number;
  /** Faults of the file, though it could be read. */
  readonly warnings?: readonly string[];
}

/** Reads a file, and the data file that its header names; of sparse grids the box around one. */
export async function loadVolume(file: VolumeFile, fastest: "x" | "z"): Promise<LoadedVolume> {
  const { input, layout } = file;
  const bytes = await readBytes(input);
  if (holdsGrids(input, bytes)) return volumeOfGrid(await gridOf(bytes, file), fastest);
  const isNrrd = String.fromCharCode(...bytes.subarray(0, 4)) === "NRRD";
  const dataFile = isNrrd ? naming(input, () => readNrrdHeader(bytes)).dataFile : undefined;
  const data = dataFile === undefined ? {} : { data: await readDataFile(input, dataFile) };
  const options = { name: input, ...layout, ...data, fastest };
  return await naming(input, () => readVolume(bytes, options));
}

/** Reads the file with the data, which a header names by its path from there. */
async function readDataFile(input: string, dataFile: string): Promise<Uint8Array> {
  const path = dataFile.startsWith("/") ? dataFile : join(dirname(input), dataFile);
  const there = await Deno.stat(path).catch((cause) => {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    return refuseData(input, path, "not there", cause);
  });
  // A header may name what never ends, such as a device.
  return there.isFile ? await Deno.readFile(path) : refuseData(input, path, "no file");
}

function refuseData(input: string, path: string, problem: string, cause?: unknown): never {
  throw new Error(`Cannot read "${input}": its data are in "${path}", which is ${problem}`, {
    cause,
  });
}

/** Reads one grid of a file of sparse grids. */
export async function loadGrid(file: Omit<VolumeFile, "layout">): Promise<NvdbGrid> {
  return await gridOf(await readBytes(file.input), file);
}

async function readBytes(input: string): Promise<Uint8Array> {
  const { isDirectory } = await statInput(input);
  if (isDirectory) throw new Error(`Cannot read "${input}": it is a folder, a file expected`);
  return await readInput(input);
}

async function gridOf(
  bytes: Uint8Array,
  { input, grid, checks = { verify: true, strict: false } }: Omit<VolumeFile, "layout">,
): Promise<NvdbGrid> {
  return pickGrid(await gridsOf(bytes, input, checks), grid);
}

/** Types of samples, by the arrays that hold them. */
const SAMPLE_TYPES: ReadonlyMap<unknown, NrrdType> = new Map<unknown, NrrdType>([
  [Uint8Array, "u8"],
  [Int16Array, "i16"],
  [Uint16Array, "u16"],
  [Int32Array, "i32"],
  [Uint32Array, "u32"],
  [BigInt64Array, "i64"],
  [Float32Array, "f32"],
  [Float64Array, "f64"],
]);

/** The box around a grid. Level sets are turned inside out, so that what is inside is above 0. */
export function volumeOfGrid(grid: NvdbGrid, fastest: "x" | "z"): LoadedVolume {
  const { values, dims, channels, origin, directions } = denseGrid(grid, fastest);
  if (channels !== 1) {
    const result = isIndexGrid(grid) ? "makes points of them" : "writes them to .nrrd";
    throw new RangeError(
      `Cannot use ${gridNamed(grid)} as a volume: it has ${channels} channels, one expected; ` +
        `"denovdb view" shows voxels, "denovdb convert" ${result}`,
    );
  }
  const isLevelSet = grid.gridClass === "levelSet";
  if (isLevelSet && (values instanceof Float32Array || values instanceof Float64Array)) {
    for (let at = 0; at < values.length; at++) values[at] = -(values[at] ?? 0);
  }
  return {
    format: "nvdb",
    type: SAMPLE_TYPES.get(values.constructor) ?? "f32",
    dims,
    values,
    spacing: grid.voxelSize,
    origin,
    directions,
    ...(isLevelSet ? { threshold: 0 } : {}),
    warnings: grid.warnings,
  };
}

/** Voxels from the least to the greatest along each axis, both included. */
export interface ContentBox {
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** The samples above a threshold. */
export interface Content {
  /** Their number. */
  readonly voxels: number;
  /** The box around them. */
  readonly box: ContentBox;
}

/**
 * Finds the samples above a threshold.
 *
 * @param volume The samples, whichever axis is fastest.
 * @param fastest That axis.
 * @param threshold Samples above it count.
 * @returns What there is; undefined where no sample is above.
 */
export function contentBox(
  { values, dims: [nx, ny, nz] }: LoadedVolume,
  fastest: "x" | "z",
  threshold: number,
): Content | undefined {
  const [n0, n1, n2] = fastest === "x" ? [nx, ny, nz] : [nz, ny, nx];
  const low = [n0, n1, n2];
  const high = [-1, -1, -1];
  let voxels = 0;
  let at = 0;
  for (let c = 0; c < n2; c++) {
    for (let b = 0; b < n1; b++) {
      let [first, last] = [n0, -1];
      for (let a = 0; a < n0; a++, at++) {
        if (!(Number(values[at]) > threshold)) continue;
        voxels++;
        if (first === n0) first = a;
        last = a;
      }
      if (last < 0) continue;
      [first, b, c].forEach((place, axis) => low[axis] = Math.min(low[axis] ?? 0, place));
      [last, b, c].forEach((place, axis) => high[axis] = Math.max(high[axis] ?? 0, place));
    }
  }
  if (voxels === 0) return undefined;
  const inOrder = (ends: readonly number[]): [number, number, number] => {
    const [x = 0, y = 0, z = 0] = fastest === "x" ? ends : ends.toReversed();
    return [x, y, z];
  };
  return { voxels, box: { low: inOrder(low), high: inOrder(high) } };
}
