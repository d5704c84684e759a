/**
 * Seeded voxel coordinates for benchmarks: surfaces and clouds, in random order or as a scanner would list them.
 *
 * Measured at 1e6 points: surface 0.668 voxels per point and 28 voxels per leaf; normal 0.74 and 48; normal-wide 1.0
 * and 1.2.
 *
 * @module
 */

/** Kinds of input. */
export const KINDS = ["surface", "normal", "normal-wide"] as const;

/** A kind of input. */
export type Kind = typeof KINDS[number];

/** Orders of the points. */
export const ORDERS = ["random", "scan"] as const;

/** An order of the points. */
export type Order = typeof ORDERS[number];

type Coordinates = Int32Array<ArrayBuffer>;

/**
 * Draws voxel coordinates.
 *
 * @param kind `surface`: uniform on a sphere of radius 0.2894 sqrt(n). `normal`: a Gaussian of sigma 0.317 cbrt(n).
 * `normal-wide`: a Gaussian of sigma 320 cbrt(n / 1e6).
 * @param count The number of points n.
 * @param order Random, or ring by ring.
 * @param seed Draws other points.
 * @returns Coordinates, [count, 3], with duplicates.
 */
export function drawPoints(kind: Kind, count: number, order: Order, seed = 1): Coordinates {
  const random = uniform(seed);
  const points = kind === "surface"
    ? drawSphere(random, count, 0.2894 * Math.sqrt(count))
    : drawCloud(random, count, (kind === "normal" ? 0.317 : 3.2) * Math.cbrt(count));
  return order === "random" ? points : asScan(points);
}

function drawSphere(random: () => number, count: number, radius: number): Coordinates {
  const points = new Int32Array(count * 3);
  for (let at = 0; at < points.length; at += 3) {
    const height = 2 * random() - 1;
    const angle = 2 * Math.PI * random();
    const ring = Math.sqrt(1 - height * height);
    points[at] = Math.floor(radius * ring * Math.cos(angle) + 0.5);
    points[at + 1] = Math.floor(radius * ring * Math.sin(angle) + 0.5);
    points[at + 2] = Math.floor(radius * height + 0.5);
  }
  return points;
}

function drawCloud(random: () => number, count: number, sigma: number): Coordinates {
  const points = new Int32Array(count * 3);
  for (let at = 0; at < points.length; at += 2) {
    // Box and Muller 1958.
    const radius = sigma * Math.sqrt(-2 * Math.log(1 - random()));
    const angle = 2 * Math.PI * random();
    points[at] = Math.floor(radius * Math.cos(angle) + 0.5);
    if (at + 1 < points.length) points[at + 1] = Math.floor(radius * Math.sin(angle) + 0.5);
  }
  return points;
}

/** Sorts points as a turning scanner lists them: by height, and by angle within one height. */
function asScan(points: Coordinates): Coordinates {
  const count = points.length / 3;
  const angles = new Uint32Array(count);
  const heights = new Uint32Array(count);
  const lowest = points.reduce((low, value, at) => at % 3 === 2 ? Math.min(low, value) : low, 0);
  for (let n = 0; n < count; n++) {
    const angle = Math.atan2(points[n * 3 + 1] ?? 0, points[n * 3] ?? 0) / (2 * Math.PI) + 0.5;
    angles[n] = Math.min(0xffff, Math.floor(angle * 0x10000));
    heights[n] = (points[n * 3 + 2] ?? 0) - lowest;
  }
  const inOrder = countingSort(heights, countingSort(angles, Uint32Array.from(angles.keys())));
  const sorted = new Int32Array(points.length);
  inOrder.forEach((from, to) => {
    for (let axis = 0; axis < 3; axis++) sorted[to * 3 + axis] = points[from * 3 + axis] ?? 0;
  });
  return sorted;
}

/** Orders indices by their keys, stable. */
function countingSort(keys: Uint32Array, indices: Uint32Array): Uint32Array {
  const most = keys.reduce((high, key) => Math.max(high, key), 0);
  const starts = new Uint32Array(most + 2);
  for (const key of keys) starts[key + 1] = (starts[key + 1] ?? 0) + 1;
  for (let key = 0; key <= most; key++) {
    starts[key + 1] = (starts[key + 1] ?? 0) + (starts[key] ?? 0);
  }
  const sorted = new Uint32Array(indices.length);
  for (const index of indices) {
    const key = keys[index] ?? 0;
    const to = starts[key] ?? 0;
    starts[key] = to + 1;
    sorted[to] = index;
  }
  return sorted;
}

/**
 * Lists a narrow band: all voxels whose centers are at most 1.5 voxels from a sphere.
 *
 * @param radius The sphere's radius in voxels; the band has about 12 pi radius^2 voxels.
 * @returns Coordinates, [voxels, 3].
 */
export function sphereBand(radius: number): Coordinates {
  let count = 0;
  forEachBandColumn(radius, (_i, _j, near, far) => {
    count += near === 0 ? 2 * far + 1 : 2 * Math.max(0, far - near + 1);
  });
  const points = new Int32Array(count * 3);
  let at = 0;
  forEachBandColumn(radius, (i, j, near, far) => {
    for (let k = near; k <= far; k++) {
      for (const height of k > 0 ? [k, -k] : [0]) {
        points[at] = i;
        points[at + 1] = j;
        points[at + 2] = height;
        at += 3;
      }
    }
  });
  return points;
}

/** Whether a voxel belongs to {@linkcode sphereBand}. */
export function isInBand(radius: number, i: number, j: number, k: number): boolean {
  const square = i * i + j * j + k * k;
  return square <= (radius + 1.5) ** 2 && square >= Math.max(0, radius - 1.5) ** 2;
}

/** Calls back for each column (i, j) of a band that has voxels: those with near <= |k| <= far. */
function forEachBandColumn(
  radius: number,
  visit: (i: number, j: number, near: number, far: number) => void,
): void {
  const outer = radius + 1.5;
  const inner = Math.max(0, radius - 1.5);
  const reach = Math.floor(outer);
  for (let i = -reach; i <= reach; i++) {
    for (let j = -reach; j <= reach; j++) {
      const far = Math.floor(Math.sqrt(outer * outer - i * i - j * j)); // NaN outside: no voxels then
      const near = Math.ceil(Math.sqrt(Math.max(0, inner * inner - i * i - j * j)));
      if (far >= near) visit(i, j, near, far);
    }
  }
}

/** Counts different coordinates by sorting keys: the check of a build that shares no code with it. */
export function countDistinct(points: Coordinates): number {
  const keys = new Float64Array(points.length / 3);
  for (let n = 0; n < keys.length; n++) {
    const key = (axis: number): number => (points[n * 3 + axis] ?? 0) + 2 ** 16;
    keys[n] = (key(0) * 2 ** 17 + key(1)) * 2 ** 17 + key(2);
  }
  keys.sort();
  let distinct = 0;
  for (let n = 0; n < keys.length; n++) if (keys[n] !== keys[n - 1]) distinct++;
  return distinct;
}

/** Uniform numbers in [0, 1): xoshiro128** (Blackman and Vigna 2018), 32 bits each, seeded by a Weyl sequence. */
function uniform(seed: number): () => number {
  let [a, b, c, d] = [1, 2, 3, 4].map((n) => Math.imul(seed * 4 + n, 0x9e3779b9)) as Four;
  const turn = (x: number, by: number): number => (x << by) | (x >>> (32 - by));
  return () => {
    const result = Math.imul(turn(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = turn(d, 11);
    return result / 2 ** 32;
  };
}

type Four = [number, number, number, number];
