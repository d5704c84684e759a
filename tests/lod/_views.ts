/**
 * Cameras before trees.
 *
 * @module
 */

import { cameraLookAt, type MatrixCamera } from "../../lib/core/mod.ts";
import type { LodTree } from "../../lib/lod/mod.ts";
import type { Triple } from "../../mod.ts";

/** A camera that sees whole coordinates from (0, 0) to (width, height) as pixels, from above: depth is -z. */
export function fromAbove(width: number, height: number): MatrixCamera {
  return {
    modelView: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
    projection: [2 / width, 0, 0, 0, 0, -2 / height, 0, 0, 0, 0, -1, 0, -1, 1, 0, 1],
    width,
    height,
  };
}

/** A camera at a place that looks at another, with a lens of 90 degrees from top to bottom; z is up. */
export function lookAt(eye: Triple, target: Triple, width: number, height: number): MatrixCamera {
  return cameraLookAt({ eye, target, fieldOfView: 90, width, height });
}

/** Cameras around a tree and in it, near and far. */
export function views({ cube }: LodTree): MatrixCamera[] {
  const at = (x: number, y: number, z: number): Triple => [
    cube.min[0] + x * cube.edge,
    cube.min[1] + y * cube.edge,
    cube.min[2] + z * cube.edge,
  ];
  const middle = at(0.5, 0.5, 0.5);
  return [
    lookAt(at(2, 1.4, 1.2), middle, 41, 30),
    lookAt(at(-6, 3, 2), middle, 32, 25),
    lookAt(at(0.3, 0.2, 0.25), at(0, 0.1, 0), 30, 30),
    lookAt(at(0.05, 0.05, 0.3), at(1, 1, 0), 17, 31),
    lookAt(at(30, 1, 7), middle, 33, 1),
    lookAt(at(2, 2, 2), at(3, 3, 3), 16, 16),
  ];
}
