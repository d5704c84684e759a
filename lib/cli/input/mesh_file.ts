/**
 * Meshes on their way from and to files.
 *
 * @module
 */

import { type Context, type Device, scope, type Tensor, tensor } from "../../core/mod.ts";
import { oneOf } from "../../../ffi/base/words.ts";
import {
  encodeGlb,
  encodeObj,
  encodePly,
  type MeshArrays,
  type PlyInput,
  type PointCloud,
} from "../../io/mod.ts";
import { glbPlaces } from "../../io/glb/places.ts";
import { type OptionSpec, type ParsedArgs, UsageError } from "../shared/args.ts";
import { COMMON_OPTIONS } from "../shared/common.ts";
import { readDevice } from "../shared/device.ts";
import { outputOf, STDOUT } from "../shared/output.ts";
import { FORCE_OPTION, type WholeFileOptions, writeWhole } from "../shared/whole_file.ts";
import { readCloudFile } from "./cloud_file.ts";

/** Encoders of the formats that meshes are written in, by the end of the file's name. */
const ENCODERS: Readonly<Record<string, (mesh: PlyInput) => Uint8Array<ArrayBuffer>>> = {
  ".ply": encodePly,
  ".obj": encodeObj,
  ".glb": encodeGlb,
};

/** The ends of names of meshes that are written. */
const WRITTEN = oneOf(Object.keys(ENCODERS));

/** A mesh of a file. */
export interface MeshFile {
  readonly cloud: PointCloud;
  readonly faces: Uint32Array;
}

/** Options that the commands about meshes share. */
export const MESH_OPTIONS: Readonly<
  Record<"voxel-size" | "out" | "force" | "device" | "verbose" | "json" | "help", OptionSpec>
> = {
  "voxel-size": {
    kind: "number",
    value: "S",
    help: "edge length of a voxel, in units of the file",
  },
  out: {
    kind: "text",
    short: "o",
    value: "FILE",
    help: `file to write: ${WRITTEN}; - for PLY on stdout`,
  },
  force: FORCE_OPTION,
  ...COMMON_OPTIONS,
};

/** Options of every command that draws a surface. */
export interface DrawRequest {
  readonly input: string;
  readonly out: string;
  /** Whether the file has to be a new one. */
  readonly createNew: boolean;
  readonly device: Device;
  readonly json: boolean;
}

/**
 * Takes the arguments that the commands about surfaces share.
 *
 * @throws {UsageError} If they do not say what to do.
 */
export function readDrawRequest(parsed: ParsedArgs, hint: string): DrawRequest {
  const [input, extra] = parsed.positionals;
  if (input === undefined) throw new UsageError("No input file is given", hint);
  if (extra !== undefined) throw new UsageError(`Unexpected argument "${extra}"`, hint);
  const out = outputOf(parsed);
  if (out === undefined) {
    throw new UsageError('Option "--out" is missing: "-o FILE" names what to write', hint);
  }
  if (out !== STDOUT && encoderOf(out) === undefined) {
    throw new UsageError(`Option "--out" takes a ${WRITTEN} file, not "${out}"`, hint);
  }
  const device = readDevice(parsed.text("device") ?? "auto", hint);
  return { input, out, createNew: !parsed.flag("force"), device, json: parsed.flag("json") };
}

/**
 * Takes the edge length of voxels.
 *
 * @throws {UsageError} If there is none.
 */
export function readVoxelSize(parsed: ParsedArgs, hint: string): number {
  const voxelSize = parsed.number("voxel-size");
  if (voxelSize === undefined) {
    throw new UsageError(
      'Option "--voxel-size" is missing: the edge length of a voxel, in units of the file',
      hint,
    );
  }
  if (voxelSize > 0) return voxelSize;
  throw new UsageError(`Option "--voxel-size" takes a positive number, not ${voxelSize}`, hint);
}

/**
 * Reads a mesh.
 *
 * @throws {Error} If the file holds no triangles.
 */
export async function readMesh(path: string): Promise<MeshFile> {
  const cloud = await readCloudFile(path);
  if (cloud.faces === undefined || cloud.faces.length === 0) {
    throw new Error(`Cannot use "${path}": it holds points without triangles`);
  }
  return { cloud, faces: cloud.faces };
}

/** A mesh on a device. */
export interface PlacedMesh extends Disposable {
  readonly vertices: Tensor<"f64">;
  readonly faces: Tensor<"i32">;
}

/** Copies a mesh to a device; the caller owns it there. */
export function placeMesh(context: Context, { cloud, faces: corners }: MeshFile): PlacedMesh {
  const { buffer, byteOffset, length } = corners;
  // A file has fewer than 2^31 vertices, so that their numbers are the same with a sign.
  const signed = new Int32Array(buffer, byteOffset, length);
  const parts = scope((own) => ({
    vertices: own(
      tensor(new Float64Array(cloud.positions), { context, shape: [cloud.count, 3] }),
    ),
    faces: own(tensor(signed, { context, shape: [length / 3, 3] })),
  }));
  const dispose = (): void => {
    parts.vertices.dispose();
    parts.faces.dispose();
  };
  return { ...parts, [Symbol.dispose]: dispose };
}

/** Writes a mesh in the format that the file's name ends in. */
export async function writeMesh(
  path: string,
  mesh: MeshArrays,
  options: WholeFileOptions,
): Promise<void> {
  await writeWhole(path, encodeMesh(path, mesh), options);
}

/** Encodes a mesh in the format that a file's name ends in. */
export function encodeMesh(path: string, mesh: PlyInput): Uint8Array<ArrayBuffer> {
  return (encoderOf(path) ?? encodePly)(mesh);
}

/** Which share of a voxel the vertices of surfaces may be off without a word. */
const UNSEEN = 1e-3;

/**
 * Precision that positions lose in a file: binary glTF has floats of 32 bits.
 *
 * @param path The file, which says the format.
 * @param positions Positions, [vertices, 3].
 * @param voxelSizes Edges of the voxels of a surface, which is told if it moves by more than a small share of them.
 * @returns A sentence, if there is something to be said.
 */
export function lossesOfPositions(
  path: string,
  positions: Float64Array,
  voxelSizes: Iterable<number> = [0],
): readonly string[] {
  if (encoderOf(path) !== encodeGlb) return [];
  const { places, translation } = glbPlaces(positions);
  const most = positions.reduce((most, one, at) => {
    const written = (places[at] ?? NaN) + (translation?.[at % 3] ?? 0);
    return Math.max(most, Math.abs(one - written));
  }, 0);
  return most > UNSEEN * Math.min(...voxelSizes)
    ? [`positions are rounded to f32, by up to ${Number(most.toPrecision(2))}`]
    : [];
}

function encoderOf(path: string): ((mesh: PlyInput) => Uint8Array<ArrayBuffer>) | undefined {
  const ending = /\.[a-z]+$/.exec(path.toLowerCase())?.[0] ?? "";
  return Object.hasOwn(ENCODERS, ending) ? ENCODERS[ending] : undefined;
}
