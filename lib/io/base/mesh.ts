/**
 * Meshes that are to be written: what they hold, and checks.
 *
 * @module
 */
import { checkNumbers, checkParts } from "../../../ffi/base/checks.ts";
import { checkReals } from "./operands.ts";

/**
 * A triangle mesh on the host, or points without triangles.
 *
 * @category Meshes
 */
export interface MeshArrays {
  /** Positions of vertices, [vertices, 3]; finite. */
  readonly positions: Float32Array | Float64Array | Float16Array;
  /**
   * The vertices of each triangle, counted from 0, [triangles, 3].
   *
   * @default {undefined} Points only.
   */
  readonly faces?: Uint32Array | Int32Array | BigInt64Array;
  /**
   * Normals at the vertices, [vertices, 3]; finite.
   *
   * @default {undefined} None.
   */
  readonly normals?: Float32Array | Float64Array | Float16Array;
  /**
   * sRGB bytes of the vertices, [vertices, 3].
   *
   * @default {undefined} None.
   */
  readonly colors?: Uint8Array;
}

/** A mesh whose arrays fit together. */
export interface CheckedMesh {
  readonly positions: Float32Array | Float64Array | Float16Array;
  readonly vertexCount: number;
  readonly corners: Uint32Array;
  readonly hasFaces: boolean;
  readonly normals: Float32Array | Float64Array | Float16Array | undefined;
  readonly colors: Uint8Array | undefined;
}

/**
 * Checks that the arrays of a mesh fit together.
 *
 * @param format Name of the format, for messages.
 * @throws {RangeError} If a length is wrong, a number is not finite, or a corner names no vertex.
 */
export function checkMesh(format: string, mesh: MeshArrays): CheckedMesh {
  const operator = `encode ${format}`;
  checkParts({ operator, name: "the mesh" }, mesh, "an object with positions");
  const { positions, faces, normals, colors } = mesh;
  checkReals({ operator, name: "positions" }, positions);
  for (const [name, array] of Object.entries({ normals, colors })) {
    if (array !== undefined) checkReals({ operator, name }, array);
  }
  if (faces !== undefined) checkNumbers({ operator, name: "faces" }, faces);
  const refuse = (problem: string): never => {
    throw new RangeError(`Cannot encode ${format}: ${problem}`);
  };
  if (positions.length % 3 !== 0) {
    refuse(`positions has ${positions.length} numbers, three for each vertex expected`);
  }
  const vertexCount = positions.length / 3;
  for (const [name, array] of [["normals", normals], ["colors", colors]] as const) {
    if (array !== undefined && array.length !== positions.length) {
      refuse(`${name} has ${array.length} numbers, ${positions.length} expected`);
    }
  }
  for (const [name, array] of [["positions", positions], ["normals", normals]] as const) {
    const odd = array?.findIndex((value) => !Number.isFinite(value)) ?? -1;
    if (odd >= 0) refuse(`${name} holds ${array?.[odd]} at ${odd}, finite numbers expected`);
  }
  const corners = new Uint32Array(faces?.length ?? 0);
  if (corners.length % 3 !== 0) {
    refuse(`faces has ${corners.length} numbers, three for each triangle expected`);
  }
  for (let at = 0; at < corners.length; at++) {
    const corner = Number(faces?.[at]);
    if (!(corner >= 0 && corner < vertexCount)) {
      refuse(`a corner of triangle ${Math.floor(at / 3)} is vertex ${corner} of ${vertexCount}`);
    }
    corners[at] = corner;
  }
  return { positions, vertexCount, corners, hasFaces: faces !== undefined, normals, colors };
}

/** Puts pieces of a file one behind the other. */
export function joinBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let place = 0;
  for (const piece of pieces) {
    bytes.set(piece, place);
    place += piece.length;
  }
  return bytes;
}
