/**
 * Fields that need no file: distances to surfaces inside a ball of radius 1, in the voxels near them.
 *
 * @module
 */

import { type Color, mix } from "../picture/shading.ts";

/** The fields, by name. */
export const FIELDS = ["gyroid", "sphere"] as const;

/** Name of a field. */
export type FieldName = typeof FIELDS[number];

/** A surface: where a distance is 0. */
export interface Solid {
  /** Signed distance of a place, below 0 inside; near the surface it grows by about 1 per unit of length. */
  distance(x: number, y: number, z: number): number;
  /** A length below which distances, signs left aside, do not fall within a radius of a place. */
  leastWithin(radius: number, x: number, y: number, z: number): number;
  /** Linear RGB of a place on the surface. */
  color(x: number, y: number, z: number): Color;
}

/** Periods of the gyroid across the ball. */
const PERIODS = 2.6;
/** Half the thickness of its wall: a share of the ball's radius, but never less than so many voxels. */
const HALF_WALL = { length: 0.034, voxels: 1.5 } as const;
/** Radius of its rounded edges, as a share of half its thickness. */
const ROUNDING = 0.7;
/** Distance from the surface up to which voxels are kept. Gradients of places on it ask for neighbors of neighbors. */
const BAND = 3;
/** Edge of the blocks that are skipped together where nothing is near. */
const BLOCK = 8;

/** The two sides of the gyroid, and its edges. */
const TEAL: Color = [0.02, 0.27, 0.32];
const CORAL: Color = [0.8, 0.19, 0.08];
const CREAM: Color = [0.7, 0.61, 0.47];

/**
 * Returns a field's surface.
 *
 * @param name Which one.
 * @param voxelSize Edge length of the voxels that will hold it.
 */
export function solidOf(name: FieldName, voxelSize: number): Solid {
  return name === "sphere" ? ball() : gyroid(voxelSize);
}

function ball(): Solid {
  const distance = (x: number, y: number, z: number): number =>
    Math.sqrt(x * x + y * y + z * z) - 1;
  return {
    distance,
    leastWithin: (radius, x, y, z) => Math.abs(distance(x, y, z)) - radius,
    color: () => CORAL,
  };
}

/**
 * A wall of even thickness around sin x cos y + sin y cos z + sin z cos x = 0, cut off by the ball, with round edges.
 *
 * Across the wall the function goes like a sine of some height, its gradient like the cosine, so their ratio is the
 * tangent of the way.
 *
 * @see Schoen, "Infinite periodic minimal surfaces without self-intersections", NASA TN D-5541, 1970.
 */
function gyroid(voxelSize: number): Solid {
  const frequency = Math.PI * PERIODS;
  const half = Math.max(HALF_WALL.length, HALF_WALL.voxels * voxelSize);
  const round = ROUNDING * half;
  const [a, b, c] = [new Angle(frequency), new Angle(frequency), new Angle(frequency)];
  const sheet = (x: number, y: number, z: number): number => {
    a.turnTo(x);
    b.turnTo(y);
    c.turnTo(z);
    const value = a.sin * b.cos + b.sin * c.cos + c.sin * a.cos;
    const dx = a.cos * b.cos - c.sin * a.sin;
    const dy = b.cos * c.cos - a.sin * b.sin;
    const dz = c.cos * a.cos - b.sin * c.sin;
    return Math.atan2(value, Math.sqrt(dx * dx + dy * dy + dz * dz)) / frequency;
  };
  const outside = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z) - 1;
  return {
    distance: (x, y, z) =>
      roundIntersection(Math.abs(sheet(x, y, z)) - half, outside(x, y, z), round),
    leastWithin: (radius, x, y, z) => {
      a.turnTo(x);
      b.turnTo(y);
      c.turnTo(z);
      const value = a.sin * b.cos + b.sin * c.cos + c.sin * a.cos;
      // Gradients are at most sqrt(3) long: the function does not fall faster than that, and neither does the tangent.
      const least = Math.abs(value) / Math.sqrt(3) - radius * frequency;
      return Math.max(outside(x, y, z) - radius, Math.atan(least) / frequency - half);
    },
    color: (x, y, z) => {
      const side = sheet(x, y, z) / half;
      return mix(CREAM, side < 0 ? TEAL : CORAL, smoothStep(0.72, 0.98, Math.abs(side)));
    },
  };
}

/** The sine and cosine of a coordinate, which stays the same for many places in turn. */
class Angle {
  sin = 0;
  cos = 1;
  #at = 0;

  constructor(readonly frequency: number) {}

  turnTo(at: number): void {
    if (at === this.#at) return;
    this.#at = at;
    this.sin = Math.sin(at * this.frequency);
    this.cos = Math.cos(at * this.frequency);
  }
}

/** Intersection of both, with a round edge; never less than either distance. */
function roundIntersection(a: number, b: number, radius: number): number {
  const u = Math.max(0, a + radius);
  const v = Math.max(0, b + radius);
  return Math.min(Math.max(a, b), -radius) + Math.sqrt(u * u + v * v);
}

function smoothStep(low: number, high: number, value: number): number {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  return share * share * (3 - 2 * share);
}

/** The voxels near a surface. */
export interface Band {
  /** Coordinates; the center of voxel (i, j, k) lies at (i + 1/2, j + 1/2, k + 1/2) voxels. [voxels, 3] */
  readonly ijk: Int32Array<ArrayBuffer>;
  /** Signed distances of their centers, [voxels]. */
  readonly values: Float32Array<ArrayBuffer>;
}

/**
 * Lists the voxels whose centers are at most three voxels from a surface, without looking at all others.
 *
 * @param solid The surface, inside a ball of radius 1 around (0, 0, 0).
 * @param voxelSize Edge length of a voxel.
 */
export function bandOf(solid: Solid, voxelSize: number): Band {
  const blocks = Math.ceil((1 / voxelSize + BAND) / BLOCK);
  const radius = BLOCK / 2 * Math.sqrt(3) * voxelSize;
  const band = new GrowingBand();
  for (let bi = -blocks; bi < blocks; bi++) {
    for (let bj = -blocks; bj < blocks; bj++) {
      for (let bk = -blocks; bk < blocks; bk++) {
        const edge = BLOCK * voxelSize;
        const least = solid.leastWithin(
          radius,
          (bi + 0.5) * edge,
          (bj + 0.5) * edge,
          (bk + 0.5) * edge,
        );
        if (least <= BAND * voxelSize) {
          addBlock(band, solid, voxelSize, [bi * BLOCK, bj * BLOCK, bk * BLOCK]);
        }
      }
    }
  }
  return band.finish();
}

function addBlock(
  band: GrowingBand,
  solid: Solid,
  voxelSize: number,
  [i0, j0, k0]: readonly [number, number, number],
): void {
  for (let i = i0; i < i0 + BLOCK; i++) {
    for (let j = j0; j < j0 + BLOCK; j++) {
      for (let k = k0; k < k0 + BLOCK; k++) {
        const value = solid.distance(
          (i + 0.5) * voxelSize,
          (j + 0.5) * voxelSize,
          (k + 0.5) * voxelSize,
        );
        if (Math.abs(value) <= BAND * voxelSize) band.add(i, j, k, value);
      }
    }
  }
}

/** A band whose size shows at the end. */
class GrowingBand {
  #ijk = new Int32Array(3 << 16);
  #values = new Float32Array(1 << 16);
  #count = 0;

  add(i: number, j: number, k: number, value: number): void {
    if (this.#count === this.#values.length) this.#grow();
    const at = this.#count++;
    this.#ijk[at * 3] = i;
    this.#ijk[at * 3 + 1] = j;
    this.#ijk[at * 3 + 2] = k;
    this.#values[at] = value;
  }

  finish(): Band {
    return {
      ijk: this.#ijk.slice(0, this.#count * 3),
      values: this.#values.slice(0, this.#count),
    };
  }

  #grow(): void {
    const [ijk, values] = [this.#ijk, this.#values];
    this.#ijk = new Int32Array(ijk.length * 2);
    this.#ijk.set(ijk);
    this.#values = new Float32Array(values.length * 2);
    this.#values.set(values);
  }
}
