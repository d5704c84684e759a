/**
 * PLY meshes and points, written.
 *
 * @module
 */
import { checkMesh, joinBytes, type MeshArrays } from "./_mesh.ts";

/**
 * Encodes a mesh, or points, as a binary PLY file of little-endian order.
 *
 * Positions of doubles stay doubles; others, and normals, become floats.
 *
 * @param mesh What to write.
 * @returns The bytes of the file.
 * @throws {RangeError} If the arrays do not fit together, or a number is not finite.
 * @see G. Turk, "The PLY Polygon File Format", 1994
 *
 * @example Written and read
 * ```ts
 * import { encodePly, readPly } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
 * const file = encodePly({ positions, faces: new Uint32Array([0, 1, 2]) });
 * assertEquals([...readPly(file).faces ?? []], [0, 1, 2]);
 * ```
 */
export function encodePly(mesh: MeshArrays): Uint8Array<ArrayBuffer> {
  const { positions, vertexCount, corners, hasFaces, normals, colors } = checkMesh("PLY", mesh);
  const wide = positions instanceof Float64Array;
  const type = wide ? "double" : "float";
  const header = [
    "ply",
    "format binary_little_endian 1.0",
    `element vertex ${vertexCount}`,
    ...["x", "y", "z"].map((name) => `property ${type} ${name}`),
    ...(normals === undefined ? [] : ["nx", "ny", "nz"].map((name) => `property float ${name}`)),
    ...(colors === undefined ? [] : COLORS.map((name) => `property uchar ${name}`)),
    ...(hasFaces
      ? [`element face ${corners.length / 3}`, "property list uchar uint vertex_indices"]
      : []),
    "end_header\n",
  ].join("\n");
  const stride = (wide ? 24 : 12) + (normals === undefined ? 0 : 12) +
    (colors === undefined ? 0 : 3);
  const vertices = new DataView(new ArrayBuffer(vertexCount * stride));
  let at = 0;
  for (let vertex = 0; vertex < vertexCount * 3; vertex += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[vertex + axis] ?? NaN;
      if (wide) vertices.setFloat64(at, value, true);
      else vertices.setFloat32(at, value, true);
      at += wide ? 8 : 4;
    }
    for (let axis = 0; normals !== undefined && axis < 3; axis++, at += 4) {
      vertices.setFloat32(at, normals[vertex + axis] ?? NaN, true);
    }
    for (let axis = 0; colors !== undefined && axis < 3; axis++) {
      vertices.setUint8(at++, colors[vertex + axis] ?? 0);
    }
  }
  const faces = new DataView(new ArrayBuffer(corners.length / 3 * 13));
  for (let corner = 0; corner < corners.length; corner++) {
    const first = Math.floor(corner / 3) * 13;
    faces.setUint8(first, 3);
    faces.setUint32(first + 1 + 4 * (corner % 3), corners[corner] ?? 0, true);
  }
  const body = [vertices, faces].map(({ buffer }) => new Uint8Array(buffer));
  return joinBytes([new TextEncoder().encode(header), ...body]);
}

const COLORS = ["red", "green", "blue"] as const;
