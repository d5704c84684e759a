/**
 * Scenes that are made up: a slope with walls, boxes, poles and the crowns of trees, as voxels with their classes.
 *
 * @module
 */

import { uniform } from "../../lib/cli/train/uniform.ts";

/** The classes of voxels; where several meet, the last one counts. */
export const CLASSES = ["ground", "wall", "box", "pole", "crown"] as const;

/** A scene: voxels and the class of each. */
export interface Scene {
  /** Coordinates, [voxels, 3]. */
  readonly ijk: Int32Array<ArrayBuffer>;
  /** Classes, [voxels]. */
  readonly labels: Uint8Array<ArrayBuffer>;
}

/** Voxels along each side of the ground. */
const SIDE = 48;

/** Draws the scene of a seed. */
export function makeScene(seed: number): Scene {
  const draw = uniform(Math.imul(seed, 0x85ebca6b));
  const between = (low: number, high: number): number => low + (high - low) * draw();
  const place = (): [number, number] => [between(4, SIDE - 4), between(4, SIDE - 4)];
  const [slopeX, slopeY] = [between(-0.08, 0.08), between(-0.08, 0.08)];
  const ground = (x: number, y: number): number =>
    slopeX * (x - SIDE / 2) + slopeY * (y - SIDE / 2);
  const found = new Map<string, readonly [number, number, number, number]>();
  const put = (x: number, y: number, z: number, label: number): void => {
    const ijk = [Math.round(x), Math.round(y), Math.round(z)] as const;
    const key = ijk.join();
    const there = found.get(key);
    if (there === undefined || there[3] < label) found.set(key, [...ijk, label]);
  };
  for (let x = 0; x < SIDE; x++) {
    for (let y = 0; y < SIDE; y++) put(x, y, ground(x, y), 0);
  }
  for (let wall = 0; wall < 2; wall++) {
    const [[x, y], length, height] = [place(), between(12, 24), between(6, 14)];
    const isAlongX = draw() < 0.5;
    for (let along = 0; along < length; along++) {
      const [u, v] = isAlongX ? [x + along - length / 2, y] : [x, y + along - length / 2];
      for (let z = 1; z <= height; z++) put(u, v, ground(u, v) + z, 1);
    }
  }
  for (let box = 0; box < 3; box++) {
    const [x, y] = place();
    const [length, width, height] = [between(6, 10), between(4, 6), between(3, 5)].map(
      Math.round,
    ) as [
      number,
      number,
      number,
    ];
    const base = ground(x, y);
    for (let i = 0; i < length; i++) {
      for (let j = 0; j < width; j++) {
        for (let k = 1; k <= height; k++) put(x + i - length / 2, y + j - width / 2, base + k, 2);
      }
    }
  }
  for (let pole = 0; pole < 4; pole++) {
    const [[x, y], height] = [place(), between(8, 16)];
    for (let z = 1; z <= height; z++) put(x, y, ground(x, y) + z, 3);
  }
  for (let crown = 0; crown < 2; crown++) {
    const [[x, y], radius, height] = [place(), between(3.5, 5.5), between(10, 13)];
    const middle = ground(x, y) + height;
    // As many directions as leave no gap, evenly spread over the sphere.
    const count = Math.ceil(40 * radius ** 2);
    for (let n = 0; n < count; n++) {
      const [up, turn] = [1 - 2 * (n + 0.5) / count, n * Math.PI * (3 - Math.sqrt(5))];
      const out = radius * Math.sqrt(1 - up * up);
      put(x + out * Math.cos(turn), y + out * Math.sin(turn), middle + radius * up, 4);
    }
  }
  const voxels = [...found.values()];
  return {
    ijk: Int32Array.from(voxels.flatMap(([x, y, z]) => [x, y, z])),
    labels: Uint8Array.from(voxels, ([, , , label]) => label),
  };
}
