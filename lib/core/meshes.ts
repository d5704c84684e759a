/**
 * Triangle meshes as arguments: lists of vertices, and lists of triangles that index them.
 *
 * @module
 */

import { dtypeCode, REALS } from "./dtype.ts";
import { type ListRows, vectorRows } from "./checks.ts";
import { refuse } from "../../ffi/base/checks.ts";
import type { GridFromMeshRequest } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import type { Real } from "./dtype.ts";
import type { Lists } from "./jagged.ts";

/** Meshes whose lists match. */
export interface Meshes {
  readonly vertices: ListRows;
  readonly faces: ListRows;
}

/**
 * Checks that there are as many lists of vertices as of triangles, three numbers each.
 *
 * @throws {RangeError} If shapes or numbers of lists do not match.
 * @throws {TypeError} If an element type is wrong.
 */
export function takeMeshes(
  operator: string,
  vertices: Lists<Real>,
  faces: Lists<"i32" | "i64">,
): Meshes {
  const points = vectorRows({ operator, name: "vertices" }, vertices, REALS);
  const corners = vectorRows({ operator, name: "faces" }, faces, ["i32", "i64"]);
  const [pointLists, cornerLists] = [points, corners].map(({ offsets }) => offsets.length - 1);
  if (pointLists !== cornerLists) {
    refuse(
      operator,
      `the number of lists in vertices is ${pointLists}, in faces it is ${cornerLists}`,
    );
  }
  return { vertices: points, faces: corners };
}

/** The arguments about meshes that native calls have in common. */
export type MeshRequest = Pick<
  GridFromMeshRequest,
  | "vertices"
  | "dtype"
  | "nVertices"
  | "vertexOffsets"
  | "faces"
  | "faceDtype"
  | "nFaces"
  | "faceOffsets"
>;

/** Meshes as native functions take them. */
export function meshRequest({ vertices, faces }: Meshes): MeshRequest {
  return {
    vertices: handleOf(vertices.data.buffer),
    dtype: dtypeCode(vertices.data.dtype),
    nVertices: vertices.count,
    vertexOffsets: vertices.offsets,
    faces: handleOf(faces.data.buffer),
    faceDtype: dtypeCode(faces.data.dtype),
    nFaces: faces.count,
    faceOffsets: faces.offsets,
  };
}
