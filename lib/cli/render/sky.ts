/**
 * Share of the sky that a place on a surface sees.
 *
 * @module
 */

import type { Tile, Vector } from "../picture/camera.ts";
import type { Floats } from "../picture/cast.ts";

/** Places of which the sky is looked for, and what may be in the way. */
export interface SkyOptions {
  /** The part of the picture. */
  readonly tile: Tile;
  /** The samples of the tile that see a surface, [places]. */
  readonly samples: ArrayLike<number>;
  /** Rays per place; 0 leaves all places open. */
  readonly skyRays: number;
  /** Length of the rays, in world units. */
  readonly reach: number;
  /** Unit vector that points away from the surface at place n. */
  readonly normal: (n: number) => Vector;
  /** Returns when rays of so much length meet something, and less than 0 for those that do not. */
  readonly cast: (origins: Floats, directions: Floats, reach: number) => ArrayLike<number>;
}

/**
 * Finds the share of the half space above each place that is open.
 *
 * @param starts Where rays start, [places, 3].
 * @param options Where to look, and how often.
 * @returns 0 for none to 1 for all, [places].
 */
export function skyVisibility(
  starts: Floats,
  { tile, samples, skyRays, reach, normal, cast }: SkyOptions,
): Float32Array {
  const places = samples.length;
  if (skyRays === 0) return new Float32Array(places).fill(1);
  const origins = new Float32Array(places * skyRays * 3);
  const directions = new Float32Array(origins.length);
  const perPixel = tile.samples * tile.samples;
  const firstPixel = tile.firstRow * tile.width;
  for (let n = 0; n < places; n++) {
    const sample = samples[n] ?? 0;
    const pixel = firstPixel + Math.floor(sample / perPixel);
    const up = normal(n);
    for (let ray = 0; ray < skyRays; ray++) {
      const at = (n * skyRays + ray) * 3;
      for (let axis = 0; axis < 3; axis++) origins[at + axis] = starts[n * 3 + axis] ?? 0;
      writeSkyRay(directions, at, up, { pixel, index: (sample % perPixel) * skyRays + ray });
    }
  }
  const times = cast(origins, directions, reach);
  return Float32Array.from({ length: places }, (_, n) => {
    let open = 0;
    for (let ray = n * skyRays; ray < (n + 1) * skyRays; ray++) {
      // Near hits hide the sky; those at the end of the reach hardly do.
      const time = times[ray] ?? -1;
      open += time < 0 ? 1 : Math.sqrt(time / reach) * 0.85;
    }
    return open / skyRays;
  });
}

/** Each axis with the two that follow it. */
const AXES = [[0, 1, 2], [1, 2, 0], [2, 0, 1]] as const;

/** Which of the rays of a pixel is meant. */
export interface RayNumber {
  /** The pixel, counted over the whole picture. */
  readonly pixel: number;
  /** The ray, counted over all those of the pixel. */
  readonly index: number;
}

/** Writes a direction above a surface, cosine-distributed. */
function writeSkyRay(out: Floats, at: number, normal: Vector, ray: RayNumber): void {
  const [share, turn] = spread(ray);
  writeAround(out, at, normal, {
    height: Math.sqrt(1 - share),
    radius: Math.sqrt(share),
    turn,
  });
}

/**
 * Writes a direction to a round light.
 *
 * @param light Unit direction towards its middle.
 * @param radius The light's radius at distance 1.
 */
export function writeLightRay(
  out: Floats,
  at: number,
  { light, radius }: { readonly light: Vector; readonly radius: number },
  ray: RayNumber,
): void {
  const [share, turn] = spread(ray);
  writeAround(out, at, light, { height: 1, radius: radius * Math.sqrt(share), turn });
}

/**
 * Two numbers in [0, 1) that fill the square evenly for the rays of a pixel: an R2 sequence (Roberts 2018), turned by a
 * hash of the pixel so that neighbors do not repeat each other's error.
 */
function spread({ pixel, index }: RayNumber): readonly [number, number] {
  return [
    (hash(pixel) + index * 0.7548776662466927) % 1,
    (hash(pixel ^ 0x5bd1e995) + index * 0.5698402909980532) % 1,
  ];
}

/** Writes a vector that goes so far along a normal, and so far away from it where a turn around it points. */
function writeAround(
  out: Floats,
  at: number,
  normal: Vector,
  { height, radius, turn }: {
    readonly height: number;
    readonly radius: number;
    readonly turn: number;
  },
): void {
  const across = radius * Math.cos(2 * Math.PI * turn);
  const along = radius * Math.sin(2 * Math.PI * turn);
  // The axis nearest to the normal, and the other two, which are turned with it onto the surface.
  const [x, y, z] = [Math.abs(normal[0]), Math.abs(normal[1]), Math.abs(normal[2])];
  const [up, second, third] = x >= y && x >= z ? AXES[0] : y >= z ? AXES[1] : AXES[2];
  const [w, u, v] = [normal[up], normal[second], normal[third]];
  // Duff et al., "Building an orthonormal basis, revisited", 2017, with both axes turned the same way.
  const sign = w < 0 ? -1 : 1;
  const lean = -1 / (1 + sign * w);
  out[at + up] = height * w - sign * (across * u + along * v);
  out[at + second] = height * u + across * (1 + lean * u * u) + along * (lean * u * v);
  out[at + third] = height * v + along * (1 + lean * v * v) + across * (lean * u * v);
}

/** A number in [0, 1) that looks random (the finalizer of splitmix32). */
function hash(value: number): number {
  let z = (value + 0x9e3779b9) | 0;
  z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
  z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
  return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
}
