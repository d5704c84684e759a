/**
 * Wavefront OBJ writer for meshes and points.
 *
 * @module
 */
import { checkMesh, joinBytes, type MeshArrays } from "../base/mesh.ts";

/** Lines that are turned into bytes together. */
const RUN = 4096;

/**
 * Encodes a mesh, or points, as an OBJ file.
 *
 * Numbers have the fewest digits that reproduce the same float or double. Colors follow the positions on their lines,
 * from 0 to 1. Points without triangles are written as vertex lines only.
 *
 * @param mesh The mesh to write.
 * @returns The bytes of the file.
 * @throws {RangeError} If the arrays do not match, or a number is not finite.
 * @see Wavefront Advanced Visualizer manual, appendix B1, "Object Files (.obj)"
 * @category Meshes
 *
 * @example One triangle
 * ```ts
 * import { encodeObj } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const positions = new Float32Array([0, 0, 0, 0.1, 0, 0, 0, 1, 0]);
 * const file = encodeObj({ positions, faces: new Uint32Array([0, 1, 2]) });
 * assertEquals(new TextDecoder().decode(file), "v 0 0 0\nv 0.1 0 0\nv 0 1 0\nf 1 2 3\n");
 * ```
 */
export function encodeObj(mesh: MeshArrays): Uint8Array<ArrayBuffer> {
  const { positions, vertexCount, corners, normals, colors } = checkMesh("OBJ", mesh);
  const write = writeNumber(positions);
  const pieces = [
    ...lines(vertexCount, (vertex) => {
      const place = triple(positions, vertex, write);
      return `v ${place}${colors === undefined ? "" : ` ${triple(colors, vertex, writeByte)}`}\n`;
    }),
  ];
  if (normals !== undefined) {
    const direction = writeNumber(normals);
    pieces.push(...lines(vertexCount, (vertex) => `vn ${triple(normals, vertex, direction)}\n`));
  }
  const corner = normals === undefined
    ? (vertex: number): string => `${vertex + 1}`
    : (vertex: number): string => `${vertex + 1}//${vertex + 1}`;
  pieces.push(...lines(corners.length / 3, (face) => `f ${triple(corners, face, corner)}\n`));
  return joinBytes(pieces);
}

function triple(
  array: ArrayLike<number>,
  row: number,
  write: (value: number) => string,
): string {
  return [0, 1, 2].map((axis) => write(array[row * 3 + axis] ?? NaN)).join(" ");
}

/** The shortest text that gives back the number of the array's type. */
function writeNumber(array: Float32Array | Float64Array | Float16Array): (value: number) => string {
  if (array instanceof Float64Array) return String;
  return (value) => {
    for (let digits = 1; digits < 9; digits++) {
      const short = Number(value.toPrecision(digits));
      if (Math.fround(short) === value) return String(short);
    }
    return String(Number(value.toPrecision(9)));
  };
}

/** The shortest text that rounds to a byte. */
function writeByte(value: number): string {
  return String(Number((value / 255).toFixed(4)));
}

function lines(count: number, line: (row: number) => string): Uint8Array[] {
  const encoder = new TextEncoder();
  return Array.from({ length: Math.ceil(count / RUN) }, (_, run) => {
    const length = Math.min(RUN, count - run * RUN);
    return encoder.encode(Array.from({ length }, (_, row) => line(run * RUN + row)).join(""));
  });
}
