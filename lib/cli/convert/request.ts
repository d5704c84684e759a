/**
 * Requests of `denovdb convert`, and their results.
 *
 * @module
 */

import type { Context, Device } from "../../core/mod.ts";
import type { EncodeNvdbOptions, RawLayout } from "../../io/mod.ts";
import { LEVELS_OPTION, readLevels } from "../input/cloud_file.ts";
import { endingOf, type FileKind } from "../input/kind.ts";
import { readRawLayout, VOLUME_OPTIONS } from "../input/volume_file.ts";
import {
  chooseValue,
  type OptionSpecs,
  type ParsedArgs,
  PIPE,
  UsageError,
} from "../shared/args.ts";
import { COMMON_OPTIONS } from "../shared/common.ts";
import { readDevice } from "../shared/device.ts";
import type { Progress } from "../shared/progress.ts";
import { STDOUT } from "../shared/output.ts";
import { FORCE_OPTION } from "../shared/whole_file.ts";
import { CHECK_OPTIONS, readChecks } from "../input/grids_file.ts";

/** Advice about a command line that makes no sense. */
export const HINT: string = 'Run "denovdb convert --help" for the options';

/** The options of the command. */
export const OPTIONS: OptionSpecs = {
  out: {
    kind: "text",
    short: "o",
    value: "OUT",
    help: "file to write, where it is no second argument; - for stdout, with --to",
  },
  to: {
    kind: "text",
    value: "FORMAT",
    help: "format to write, such as ply or nvdb, where the name of the output does not say",
  },
  "voxel-size": {
    kind: "number",
    value: "S",
    help: "edge length of a voxel, in units of the file (points and meshes to .nvdb)",
  },
  points: { kind: "flag", help: "drop the triangles of a mesh and keep its vertices" },
  "half-width": {
    kind: "number",
    value: "W",
    help: "half-width of the narrow band, in units of the file (meshes to .nvdb; 3 voxels)",
  },
  unsigned: {
    kind: "flag",
    help: "unsigned distances, for meshes that are not closed (meshes to .nvdb)",
  },
  threshold: {
    kind: "number",
    value: "T",
    help: "make voxels of samples above T (volumes to .nvdb; chosen from the samples)",
  },
  iso: {
    kind: "number",
    value: "V",
    help: "value of the isosurface (grids to meshes; 0 for level sets)",
  },
  grid: { kind: "text", value: "NAME", help: "grid to use, by name or by index from 0 (grids)" },
  crs: {
    kind: "text",
    value: "CRS",
    help: "coordinate system: EPSG:CODE, a file of WKT, or none (points to .las; that of the file)",
  },
  codec: { kind: "text", value: "NAME", help: "compression: none or zip (.nvdb; none)" },
  checksum: { kind: "text", value: "NAME", help: "checksum: none, partial or full (.nvdb; full)" },
  "page-aligned": { kind: "flag", help: "start each grid at a multiple of 4096 bytes (.nvdb)" },
  ...CHECK_OPTIONS,
  levels: LEVELS_OPTION,
  ...VOLUME_OPTIONS,
  force: FORCE_OPTION,
  ...COMMON_OPTIONS,
};

/** Inputs of options that do not go with all inputs. */
export const OWNERS: Readonly<Record<string, readonly FileKind[]>> = {
  "voxel-size": ["points"],
  points: ["points"],
  "half-width": ["points"],
  unsigned: ["points"],
  crs: ["points"],
  levels: ["points"],
  threshold: ["volume"],
  ...Object.fromEntries(Object.keys(VOLUME_OPTIONS).map((name) => [name, ["volume"]])),
  iso: ["grids"],
  grid: ["grids"],
  unverified: ["grids"],
  strict: ["grids"],
};

/** Results of options that do not go with all results. */
export const RESULTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ["voxel-size", "half-width", "unsigned", "threshold", "codec", "checksum", "page-aligned"]
      .map((name) => [name, [".nvdb"]]),
  ),
  points: [".ply", ".obj", ".glb", ".nvdb"],
  crs: [".las"],
  iso: [".ply", ".obj", ".glb"],
};

/** The checked request of the user. */
export interface ConvertRequest {
  readonly input: string;
  readonly out: string;
  /** The end of the name of the result, such as ".ply". */
  readonly ending: string;
  readonly voxelSize: number | undefined;
  /** Whether triangles are left out. */
  readonly points: boolean;
  /** Half-width of the band around a surface, in units of the file, if the user said so. */
  readonly halfWidth: number | undefined;
  readonly unsigned: boolean;
  readonly threshold: number | undefined;
  readonly iso: number | undefined;
  readonly grid: string | undefined;
  /** The coordinate system, as the user named it. */
  readonly crs: string | undefined;
  readonly nvdb: EncodeNvdbOptions;
  readonly verify: boolean;
  /** Whether wrong checksums are refused. */
  readonly strict: boolean;
  readonly layout: Partial<RawLayout>;
  /** Number of levels of an octree of points that are read. */
  readonly levels?: number;
  readonly device: Device;
  readonly json: boolean;
}

/** A file that was made, and what to say of it. */
export interface Converted {
  readonly bytes: Uint8Array;
  /** Names and numbers of what was made. */
  readonly facts: Readonly<Record<string, string | number | readonly number[]>>;
  /**
   * Parts of the input that the file does not hold, a sentence for each.
   *
   * @default {undefined} Nothing.
   */
  readonly losses?: readonly string[];
}

/** A function that makes one kind of file into another. */
export type Converter = (
  request: ConvertRequest,
  tools: { readonly progress: Progress; readonly open: () => Context },
) => Promise<Converted>;

/**
 * Checks a command line and fills in what it leaves out.
 *
 * @throws {UsageError} If something is missing or out of range.
 */
export function readConvertRequest(parsed: ParsedArgs): ConvertRequest {
  const { input, out } = readPaths(parsed);
  const positive = (name: string): number | undefined => {
    const value = parsed.number(name);
    if (value === undefined || value > 0) return value;
    throw new UsageError(`Option "--${name}" takes a positive number, not ${value}`, HINT);
  };
  const codec = chooseValue(parsed, "codec", ["none", "zip"], HINT);
  const checksum = chooseValue(parsed, "checksum", ["none", "partial", "full"], HINT);
  return {
    input,
    out,
    ending: endingFor(out, parsed.text("to")),
    voxelSize: positive("voxel-size"),
    points: parsed.flag("points"),
    halfWidth: positive("half-width"),
    unsigned: parsed.flag("unsigned"),
    threshold: parsed.number("threshold"),
    iso: parsed.number("iso"),
    grid: parsed.text("grid"),
    crs: parsed.text("crs"),
    nvdb: {
      ...(codec === undefined ? {} : { codec }),
      ...(checksum === undefined ? {} : { checksum }),
      ...(parsed.flag("page-aligned") ? { align: 4096 } : {}),
    },
    ...readChecks(parsed),
    layout: readRawLayout(parsed, HINT),
    ...readLevels(parsed, HINT),
    device: readDevice(parsed.text("device") ?? "auto", HINT),
    json: parsed.flag("json"),
  };
}

/** The end of the name that the output has, or would have. */
function endingFor(out: string, to: string | undefined): string {
  if (to !== undefined) return `.${to.toLowerCase().replace(/^\./, "")}`;
  if (out !== STDOUT) return endingOf(out);
  throw new UsageError('Option "--to" is missing, stdout has no name that ends in a format', HINT);
}

/** The file to read and the one to write, which is the second argument or `--out`. */
function readPaths(parsed: ParsedArgs): Pick<ConvertRequest, "input" | "out"> {
  const [input, second, extra] = parsed.positionals;
  if (input === undefined) throw new UsageError("No input file is given", HINT);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, HINT);
  const named = parsed.text("out");
  if (second !== undefined && named !== undefined) {
    throw new UsageError(`Two output files are given, "${second}" and --out "${named}"`, HINT);
  }
  const out = second ?? named;
  if (out === undefined) {
    throw new UsageError('No output file is given, as in "convert scan.laz scan.ply"', HINT);
  }
  return { input, out: out === PIPE ? STDOUT : out };
}

/** A number that an option has to give. */
export function needed(value: number | undefined, option: string, why: string): number {
  if (value !== undefined) return value;
  throw new UsageError(`Option "--${option}" is missing, ${why}`, HINT);
}

/** The last part of a path, without its ending. */
export function stemOf(path: string): string {
  return path.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "").replace(/\.[^.]*$/, "");
}
