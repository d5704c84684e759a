/**
 * A perspective camera that circles around points.
 *
 * @module
 */

/** A point or a direction in world space. */
export type Vector = readonly [x: number, y: number, z: number];

/** Position and view of a camera. `z` is up. */
export interface Camera {
  /** The center of projection. */
  readonly eye: Vector;
  /** Unit direction through the image's center. */
  readonly forward: Vector;
  /** Direction to the image's right, as long as half the image's width at distance 1. */
  readonly right: Vector;
  /** Direction to the image's top, as long as half the image's height at distance 1. */
  readonly up: Vector;
  /** Distance from the eye to the middle of the points' depth. */
  readonly distance: number;
}

/** Options of a camera around points. */
export interface OrbitOptions {
  /** Degrees counter-clockwise from +x, seen from above, at which the camera stands. */
  readonly azimuth: number;
  /** Degrees above the horizon at which the camera stands, -89 to 89. */
  readonly elevation: number;
  /** 1 shows everything; 2 shows it twice as large. */
  readonly zoom: number;
  /** Degrees between the top and the bottom of the image. */
  readonly fieldOfView: number;
  /** Width of the image divided by its height. */
  readonly aspect: number;
}

/**
 * Places a camera so that its image just holds all points.
 *
 * @param points What to look at, [n, 3] with n > 0; they may lie in a plane, on a line or all in one place.
 * @param options The camera's place on its orbit and its lens.
 * @returns A camera that looks at the middle of the points' outline.
 */
export function orbitCamera(points: ArrayLike<number>, options: OrbitOptions): Camera {
  const azimuth = radians(options.azimuth);
  const elevation = radians(options.elevation);
  const forward: Vector = [
    -Math.cos(azimuth) * Math.cos(elevation),
    -Math.sin(azimuth) * Math.cos(elevation),
    -Math.sin(elevation),
  ];
  const side: Vector = [-Math.sin(azimuth), Math.cos(azimuth), 0];
  const top = cross(side, forward);
  const halfHeight = Math.tan(radians(options.fieldOfView) / 2);
  const halfWidth = halfHeight * options.aspect;

  const depths = projectOn(forward, points);
  const across = projectOn(side, points);
  const along = projectOn(top, points);
  const nearest = -extreme(depths, Math.min);
  const middle = (extreme(depths, Math.max) - nearest) / 2;
  const fit = Math.max(
    fitDistance(across, depths, halfWidth),
    fitDistance(along, depths, halfHeight),
    // Points seen as one line or one place fit from anywhere; the eye still stays in front of them.
    nearest + (nearest + middle) * 0.05,
    nearest + 1e-6,
  );
  const distance = (fit + middle) / options.zoom;
  const target = add(
    scale(forward, middle),
    add(scale(side, center(across, depths, fit)), scale(top, center(along, depths, fit))),
  );
  return {
    eye: subtract(target, scale(forward, distance)),
    forward,
    right: scale(side, halfWidth),
    up: scale(top, halfHeight),
    distance,
  };
}

/** Distance of each point along a direction. */
function projectOn(direction: Vector, points: ArrayLike<number>): Float64Array {
  const places = new Float64Array(Math.floor(points.length / 3));
  for (let n = 0; n < places.length; n++) {
    const at = n * 3;
    places[n] = dot([points[at] ?? 0, points[at + 1] ?? 0, points[at + 2] ?? 0], direction);
  }
  return places;
}

function extreme(values: Float64Array, pick: (a: number, b: number) => number): number {
  return values.reduce((best, value) => pick(best, value));
}

/**
 * The least distance d, from the plane of depth 0, at which some shift keeps all places in view along one image axis:
 * |place - shift| <= half * (d + depth).
 */
function fitDistance(places: Float64Array, depths: Float64Array, half: number): number {
  let high = -Infinity;
  let low = -Infinity;
  places.forEach((place, n) => {
    const slack = half * (depths[n] ?? 0);
    high = Math.max(high, place - slack); // at most shift + half * d
    low = Math.max(low, -place - slack); // at most half * d - shift
  });
  return (high + low) / (2 * half);
}

/** The shift along one image axis at which both borders are equally far from the outermost places. */
function center(places: Float64Array, depths: Float64Array, distance: number): number {
  let shift = 0;
  for (let round = 0; round < 16; round++) {
    let high = { slope: -Infinity, place: 0, depth: 1 };
    let low = { slope: Infinity, place: 0, depth: 1 };
    places.forEach((place, n) => {
      const depth = distance + (depths[n] ?? 0);
      const slope = (place - shift) / depth;
      if (slope > high.slope) high = { slope, place, depth };
      if (slope < low.slope) low = { slope, place, depth };
    });
    // Where the two outermost places are as far to one side as to the other; others may be outermost then.
    const next = (high.place * low.depth + low.place * high.depth) / (high.depth + low.depth);
    if (next === shift) break;
    shift = next;
  }
  return shift;
}

/** A part of an image whose rays are traced together. */
export interface Tile {
  /** Width of the whole image in pixels. */
  readonly width: number;
  /** Height of the whole image in pixels. */
  readonly height: number;
  /** The first row of pixels. */
  readonly firstRow: number;
  /** The number of rows of pixels. */
  readonly rows: number;
  /** Samples per pixel along each image axis. */
  readonly samples: number;
}

/**
 * Makes the directions of a tile's camera rays: pixel after pixel, the samples of one pixel together.
 *
 * @param camera The camera.
 * @param tile The pixels.
 * @returns Unit directions, f32 [rows * width * samples * samples, 3].
 */
export function cameraDirections(camera: Camera, tile: Tile): Float32Array<ArrayBuffer> {
  const { width, height, firstRow, rows, samples } = tile;
  const directions = new Float32Array(rows * width * samples * samples * 3);
  let at = 0;
  for (let row = firstRow; row < firstRow + rows; row++) {
    for (let column = 0; column < width; column++) {
      for (let sample = 0; sample < samples * samples; sample++) {
        const across = column + ((sample % samples) + 0.5) / samples;
        const down = row + (Math.floor(sample / samples) + 0.5) / samples;
        const u = (across / width) * 2 - 1;
        const v = 1 - (down / height) * 2;
        const x = camera.forward[0] + u * camera.right[0] + v * camera.up[0];
        const y = camera.forward[1] + u * camera.right[1] + v * camera.up[1];
        const z = camera.forward[2] + u * camera.right[2] + v * camera.up[2];
        const length = Math.sqrt(x * x + y * y + z * z);
        directions[at++] = x / length;
        directions[at++] = y / length;
        directions[at++] = z / length;
      }
    }
  }
  return directions;
}

/**
 * Makes the direction that points to a place on the sky.
 *
 * @param azimuth Degrees counter-clockwise from +x, seen from above.
 * @param elevation Degrees above the horizon.
 * @returns A unit direction.
 */
export function skyDirection(azimuth: number, elevation: number): Vector {
  const a = radians(azimuth);
  const e = radians(elevation);
  return [Math.cos(a) * Math.cos(e), Math.sin(a) * Math.cos(e), Math.sin(e)];
}

function radians(degrees: number): number {
  return degrees * Math.PI / 180;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function scale(a: Vector, factor: number): Vector {
  return [a[0] * factor, a[1] * factor, a[2] * factor];
}
