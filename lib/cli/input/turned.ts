/**
 * Meshes of volumes whose axes are turned, mirrored or slanted in the world.
 *
 * @module
 */

import type { Volume } from "../../io/mod.ts";
import type { Vector } from "../picture/camera.ts";

/** A drawn mesh; its arrays are changed in place. */
export interface DrawnMesh {
  /** [vertices, 3]. */
  readonly positions: Float64Array;
  /** [vertices, 3]. */
  readonly normals: Float32Array | Float64Array;
  /** [triangles, 3]. */
  readonly faces: BigInt64Array;
}

/** Axes of a volume. */
export type VolumeAxes = Pick<Volume, "spacing" | "origin" | "directions">;

/**
 * Takes a mesh from straight axes, which have the volume's origin and spacing, to those of the volume. Triangles stay
 * counterclockwise seen from outside.
 */
export function turnMesh(
  { positions, normals, faces }: DrawnMesh,
  { spacing, origin, directions }: VolumeAxes,
): void {
  const straight = directions.every((direction, axis) =>
    direction.every((one, at) => one === (at === axis ? spacing[axis] : 0))
  );
  if (straight) return;
  const [x, y, z] = directions;
  // Slopes follow the transposed inverse, of which these are the columns, but for a factor.
  const across = [cross(y, z), cross(z, x), cross(x, y)] as const;
  const mirrored = x[0] * across[0][0] + x[1] * across[0][1] + x[2] * across[0][2] < 0;
  for (let at = 0; at < positions.length; at += 3) {
    const place = [0, 1, 2].map((axis) =>
      ((positions[at + axis] ?? NaN) - (origin[axis] ?? NaN)) / (spacing[axis] ?? NaN)
    );
    const slope = [0, 1, 2].map((axis) => (normals[at + axis] ?? NaN) * (spacing[axis] ?? NaN));
    positions.set(combine(directions, place).map((one, axis) => one + (origin[axis] ?? NaN)), at);
    const turned = combine(across, slope).map((one) => mirrored ? -one : one);
    const length = Math.hypot(...turned);
    if (length > 0) normals.set(turned.map((one) => one / length), at);
  }
  for (let at = 0; mirrored && at < faces.length; at += 3) {
    const second = faces[at + 1] ?? 0n;
    faces[at + 1] = faces[at + 2] ?? 0n;
    faces[at + 2] = second;
  }
}

function cross([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}

/** A sum of three vectors by weights. */
function combine(vectors: readonly [Vector, Vector, Vector], weights: readonly number[]): number[] {
  return [0, 1, 2].map((axis) =>
    vectors.reduce((sum, vector, at) => sum + (vector[axis] ?? NaN) * (weights[at] ?? NaN), 0)
  );
}
