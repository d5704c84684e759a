/**
 * Cameras, images, and what they say about voxels by plain loops.
 *
 * @module
 */

import type { PinholeCamera } from "../../lib/core/mod.ts";
import { Random } from "../_arrays.ts";
import { type Ijk, keyOf } from "../grid/_oracle.ts";

/** Three numbers. */
export type Three = readonly [number, number, number];

/** A camera at a place that looks at the origin. */
export function cameraAt(
  place: Three,
  size: readonly [width: number, height: number],
): PinholeCamera {
  const z = unit(place.map((one) => -one) as unknown as Three);
  const x = unit(cross(Math.abs(z[1]) > 0.9 ? [1, 0, 0] : [0, 1, 0], z));
  const y = cross(z, x);
  const pose = [0, 1, 2].flatMap((axis) => [x, y, z, place].map((column) => column[axis] ?? NaN));
  const [width, height] = size;
  const focus = 1.2 * Math.min(width, height);
  return {
    intrinsics: [focus, 0, (width - 1) / 2, 0, focus, (height - 1) / 2, 0, 0, 1],
    pose: [...pose, 0, 0, 0, 1],
  };
}

/** Cameras all around the origin, on a spiral. */
export function camerasAround(
  count: number,
  distance: number,
  size: readonly [width: number, height: number],
): PinholeCamera[] {
  return Array.from({ length: count }, (_, at) => {
    const y = 1 - (2 * at + 1) / count;
    const angle = at * 2.399963;
    const radius = Math.sqrt(1 - y * y);
    const place = [radius * Math.cos(angle), y, radius * Math.sin(angle)];
    return cameraAt(place.map((one) => one * distance) as unknown as Three, size);
  });
}

/** A seeded image: depth, and pixels that are no measurement. */
export function randomDepth(pixels: number, seed: number, far: number): Float32Array<ArrayBuffer> {
  const random = new Random(seed);
  const odd = [0, -1, NaN, Infinity, 2 * far, 1e30];
  return Float32Array.from(
    { length: pixels },
    (_, at) => at % 5 === 3 ? odd[random.integer(0, 5)] ?? 0 : random.number(0.2 * far, far),
  );
}

/** Views of a cube of half a side `side` around the origin, from all its sides; beside it pixels are no measurement. */
export function boxViews(
  side: number,
  size: number,
): { readonly cameras: PinholeCamera[]; readonly depth: Float32Array<ArrayBuffer>[] } {
  const places: Three[] = [[3, 0, 0], [-3, 0, 0], [0, 3, 0], [0, -3, 0], [0, 0, 3], [0, 0, -3]];
  const cameras = places.map((place) => cameraAt(place, [size, size]));
  const odd = [0, -1, NaN, Infinity, 1e30, -Infinity];
  const depth = cameras.map(({ intrinsics }, view) =>
    Float32Array.from({ length: size * size }, (_, pixel) => {
      const far = [pixel % size, Math.floor(pixel / size)].map((one) =>
        Math.abs(one - (size - 1) / 2) / (intrinsics[0] ?? NaN) * (3 - side)
      );
      return Math.max(...far) <= side ? 3 - side : odd[(pixel + view) % odd.length] ?? NaN;
    })
  );
  return { cameras, depth };
}

/** One image of a grid. */
export interface OneImage {
  readonly camera: PinholeCamera;
  readonly width: number;
  readonly height: number;
  readonly depth: ArrayLike<number>;
  readonly weights: ArrayLike<number>;
  /** By pixel, then channel. */
  readonly features: ArrayLike<number>;
}

/** What is said about a grid's voxels, and where. */
export interface GridScene {
  readonly voxelSize: Three;
  readonly origin: Three;
  readonly halfWidth: number;
  readonly maxDepth: number;
  readonly images: readonly OneImage[];
}

/** The voxels around the pixels that count. */
export function shellOf(scene: GridScene): Map<string, Ijk> {
  const { voxelSize, origin, halfWidth } = scene;
  const found = new Map<string, Ijk>();
  for (const image of scene.images) {
    const { width, camera: { intrinsics: [fx = NaN, , cx = NaN, , fy = NaN, cy = NaN], pose } } =
      image as OneImage & { camera: { intrinsics: readonly number[] } };
    for (const [pixel, depth] of Array.from(image.depth).entries()) {
      if (!counts(scene, image, pixel)) continue;
      const local = [
        ((pixel % width) - cx) / fx * depth,
        (Math.floor(pixel / width) - cy) / fy * depth,
        depth,
      ];
      const [x, y, z] = [0, 1, 2].map((axis) => {
        const world = [0, 1, 2].reduce(
          (sum, at) => sum + (pose[4 * axis + at] ?? NaN) * (local[at] ?? NaN),
          pose[4 * axis + 3] ?? NaN,
        );
        return Math.floor((world - (origin[axis] ?? NaN)) / (voxelSize[axis] ?? NaN) + 0.5);
      }) as [number, number, number];
      const [rx, ry, rz] = voxelSize.map((size) => Math.ceil(halfWidth / size)) as [
        number,
        number,
        number,
      ];
      for (let i = x - rx; i <= x + rx; i++) {
        for (let j = y - ry; j <= y + ry; j++) {
          for (let k = z - rz; k <= z + rz; k++) found.set(keyOf([i, j, k]), [i, j, k]);
        }
      }
    }
  }
  return found;
}

/** What is known of a voxel. */
export interface Known {
  readonly tsdf: number;
  readonly weight: number;
  readonly features: readonly number[];
}

/** Averages what images say about a voxel into what was known of it. */
export function fuseAt(scene: GridScene, ijk: Ijk, before: Known): Known {
  const { halfWidth } = scene;
  let { tsdf, weight } = before;
  let features = before.features;
  for (const { image, pixel, z } of lookAt(scene, ijk)) {
    if (!counts(scene, image, pixel)) continue;
    const delta = (image.depth[pixel] ?? NaN) - z;
    if (!(delta > -halfWidth)) continue;
    const w = image.weights[pixel] ?? NaN;
    const mean = (old: number, one: number): number => (weight * old + w * one) / (weight + w);
    tsdf = mean(tsdf, Math.min(1, delta / halfWidth));
    features = features.map((old, at) =>
      mean(old, image.features[pixel * features.length + at] ?? NaN)
    );
    weight += w;
  }
  return { tsdf, weight, features };
}

/** Puts a voxel on a side of the surface. */
export function closeAt(
  scene: GridScene,
  ijk: Ijk,
  { tsdf, weight }: Pick<Known, "tsdf" | "weight">,
  isEmpty: boolean,
): number {
  const { halfWidth } = scene;
  const asked = lookAt(scene, ijk);
  const through = asked
    .filter(({ image, pixel }) => isEmpty && !counts(scene, image, pixel))
    .map(({ image, pixel }) => image.weights[pixel] ?? NaN)
    .filter((one) => one > 0 && one < Infinity);
  const said = asked
    .filter(({ image, pixel }) => counts(scene, image, pixel))
    .map(({ image, pixel, z }) => ((image.depth[pixel] ?? NaN) - z) / halfWidth)
    .map((one) => one > -1 ? Math.min(1, one) : -1);
  if (weight > 0) {
    if (!(tsdf < 0) || through.length === 0) return tsdf;
    return Math.min(1, tsdf + through.reduce((sum, one) => sum + one) / weight);
  }
  const all = [...through.map(() => 1), ...said, ...tsdf === 0 ? [] : [tsdf]];
  return all.length === 0 ? NaN : Math.max(...all);
}

/** The pixels in which images show a voxel, and how far it is from their cameras. */
export function lookAt(
  { voxelSize, origin, images }: GridScene,
  ijk: Ijk,
): { readonly image: OneImage; readonly pixel: number; readonly z: number }[] {
  const center = ijk.map((one, axis) => one * (voxelSize[axis] ?? NaN) + (origin[axis] ?? NaN));
  return images.flatMap((image) => {
    const { width, height, camera: { intrinsics, pose } } = image;
    const away = center.map((one, axis) => one - (pose[4 * axis + 3] ?? NaN));
    // The pose is a rotation, so its transpose leads back.
    const [x = NaN, y = NaN, z = NaN] = [0, 1, 2].map((axis) =>
      [0, 1, 2].reduce((sum, at) => sum + (pose[4 * at + axis] ?? NaN) * (away[at] ?? NaN), 0)
    );
    const column = Math.floor((intrinsics[0] ?? NaN) * x / z + (intrinsics[2] ?? NaN) + 0.5);
    const row = Math.floor((intrinsics[4] ?? NaN) * y / z + (intrinsics[5] ?? NaN) + 0.5);
    const inside = z > 0 && column >= 0 && column < width && row >= 0 && row < height;
    return inside ? [{ image, pixel: row * width + column, z }] : [];
  });
}

/** Whether a pixel says something. */
export function counts({ maxDepth }: GridScene, image: OneImage, pixel: number): boolean {
  const [depth, weight] = [image.depth[pixel] ?? NaN, image.weights[pixel] ?? NaN];
  return depth > 0 && depth <= maxDepth && weight > 0 && weight < Infinity;
}

function unit([x, y, z]: Three): Three {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

function cross([ax, ay, az]: Three, [bx, by, bz]: Three): Three {
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
}
