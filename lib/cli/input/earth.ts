/**
 * Places of coordinates on the Earth: Earth-centered, Earth-fixed coordinates of geographic ones and of zones of UTM.
 *
 * @module
 */

import type { Triple } from "../../io/mod.ts";
import type { Crs } from "./crs.ts";

/** An ellipsoid of revolution. */
interface Ellipsoid {
  /** Half of its axis across, in meters. */
  readonly radius: number;
  readonly flattening: number;
}

const WGS84: Ellipsoid = { radius: 6378137, flattening: 1 / 298.257223563 };
const GRS80: Ellipsoid = { radius: 6378137, flattening: 1 / 298.257222101 };

/** Takes coordinates to the Earth, in meters. */
type Placing = (place: Triple) => Triple;

/** Distance from the middle at which the change of places is measured, in meters: halves of nearly straight lines. */
const STEP = 100;

/** Half of the range of places that are taken for what they are: beyond, the file names another system than it has. */
const [MOST_LONGITUDE, MOST_LATITUDE, MOST_HEIGHT] = [400, 90, 1e5];

/**
 * Finds the matrix that takes coordinates near a place to Earth-centered, Earth-fixed ones: exact there, with the
 * Earth's curvature left out around it.
 *
 * @param crs The system of the coordinates.
 * @param middle The place.
 * @returns The columns of a 4 x 4 matrix; nothing for systems that are neither geographic (WGS 84, ETRS89) nor zones of
 * UTM, and for places that cannot be in them.
 */
export function earthMatrix({ epsg = 0, verticalUnit }: Crs, middle: Triple): number[] | undefined {
  const system = systemOf(epsg);
  if (system === undefined) return undefined;
  const { place: flat, isDegrees } = system;
  const place: Placing = ([x, y, z]) => flat([x, y, z * verticalUnit]);
  const [x, y, z] = middle;
  const isThere = Math.abs(z * verticalUnit) <= MOST_HEIGHT &&
    (isDegrees
      ? Math.abs(x) <= MOST_LONGITUDE && Math.abs(y) <= MOST_LATITUDE
      : x > -1e6 && x < 2e6 && y > -1e6 && y < 1.1e7);
  if (!isThere) return undefined;
  const across = isDegrees ? STEP / 111_320 : STEP;
  const columns = [across, across, STEP].map((step, axis): Triple => {
    const shifted = (by: number): Triple => place(moved(middle, axis, by));
    const [[ax, ay, az], [bx, by, bz]] = [shifted(step), shifted(-step)];
    return [(ax - bx) / (2 * step), (ay - by) / (2 * step), (az - bz) / (2 * step)];
  });
  const target = place([x, y, z]);
  const origin = target.map((value, row) =>
    columns.reduce((sum, column, axis) => sum - (column[row] ?? 0) * (middle[axis] ?? 0), value)
  );
  const matrix = [...columns.flatMap((column) => [...column, 0]), ...origin, 1];
  return matrix.every(Number.isFinite) ? matrix : undefined;
}

function moved([x, y, z]: Triple, axis: number, by: number): Triple {
  return [axis === 0 ? x + by : x, axis === 1 ? y + by : y, axis === 2 ? z + by : z];
}

/** Kind of a system's coordinates: x is the longitude or the easting, in whatever order the system names its axes. */
function systemOf(
  epsg: number,
): { readonly place: Placing; readonly isDegrees: boolean } | undefined {
  const geographic = epsg === 4326 || epsg === 4979
    ? WGS84
    : epsg === 4258 || epsg === 4937
    ? GRS80
    : undefined;
  if (geographic !== undefined) {
    const place: Placing = ([x, y, z]) =>
      earthOf(geographic, { longitude: radians(x), latitude: radians(y), height: z });
    return { place, isDegrees: true };
  }
  const zone = epsg % 100;
  const isEurope = epsg >= 25828 && epsg <= 25838;
  const isWorld = (epsg >= 32601 && epsg <= 32660) || (epsg >= 32701 && epsg <= 32760);
  if (!isEurope && !isWorld) return undefined;
  const ellipsoid = isEurope ? GRS80 : WGS84;
  const north = epsg >= 32700 ? 1e7 : 0;
  const place: Placing = ([x, y, z]) =>
    earthOf(ellipsoid, { ...fromUtm(ellipsoid, { zone, x, y: y - north }), height: z });
  return { place, isDegrees: false };
}

/** A place on an ellipsoid, in radians and meters. */
interface Geographic {
  readonly longitude: number;
  readonly latitude: number;
  readonly height: number;
}

function earthOf(
  { radius, flattening }: Ellipsoid,
  { longitude, latitude, height }: Geographic,
): Triple {
  const squash = flattening * (2 - flattening);
  const normal = radius / Math.sqrt(1 - squash * Math.sin(latitude) ** 2);
  const across = (normal + height) * Math.cos(latitude);
  return [
    across * Math.cos(longitude),
    across * Math.sin(longitude),
    (normal * (1 - squash) + height) * Math.sin(latitude),
  ];
}

/** Scale of zones along their middle, and the easting there. */
const [UTM_SCALE, UTM_EAST] = [0.9996, 500_000];

/**
 * Longitude and latitude of a place in a zone of UTM.
 *
 * @see Karney, "Transverse Mercator with an accuracy of a few nanometers", 2011: the series of Krueger to the sixth order.
 */
function fromUtm(
  { radius, flattening }: Ellipsoid,
  { zone, x, y }: { readonly zone: number; readonly x: number; readonly y: number },
): Pick<Geographic, "longitude" | "latitude"> {
  const n = flattening / (2 - flattening);
  const scale = UTM_SCALE * radius / (1 + n) * (1 + n ** 2 / 4 + n ** 4 / 64 + n ** 6 / 256);
  const [xi, eta] = [y / scale, (x - UTM_EAST) / scale];
  let [up, along] = [xi, eta];
  betas(n).forEach((beta, at) => {
    const twice = 2 * (at + 1);
    up -= beta * Math.sin(twice * xi) * Math.cosh(twice * eta);
    along -= beta * Math.cos(twice * xi) * Math.sinh(twice * eta);
  });
  const conformal = Math.sin(up) / Math.hypot(Math.sinh(along), Math.cos(up));
  const longitude = radians(6 * zone - 183) + Math.atan2(Math.sinh(along), Math.cos(up));
  return { longitude, latitude: Math.atan(tangentOf(conformal, flattening)) };
}

function betas(n: number): readonly number[] {
  return [
    n / 2 - 2 / 3 * n ** 2 + 37 / 96 * n ** 3 - n ** 4 / 360 - 81 / 512 * n ** 5 +
    96199 / 604800 * n ** 6,
    n ** 2 / 48 + n ** 3 / 15 - 437 / 1440 * n ** 4 + 46 / 105 * n ** 5 -
    1118711 / 3870720 * n ** 6,
    17 / 480 * n ** 3 - 37 / 840 * n ** 4 - 209 / 4480 * n ** 5 + 5569 / 90720 * n ** 6,
    4397 / 161280 * n ** 4 - 11 / 504 * n ** 5 - 830251 / 7257600 * n ** 6,
    4583 / 161280 * n ** 5 - 108847 / 3991680 * n ** 6,
    20648693 / 638668800 * n ** 6,
  ];
}

/** The tangent of a latitude whose conformal latitude has this one: Newton's method, which doubles the digits each time. */
function tangentOf(conformal: number, flattening: number): number {
  const squash = flattening * (2 - flattening);
  const eccentricity = Math.sqrt(squash);
  let tangent = conformal / (1 - squash);
  for (let round = 0; round < 5; round++) {
    const secant = Math.hypot(1, tangent);
    const bent = Math.sinh(eccentricity * Math.atanh(eccentricity * tangent / secant));
    const reached = tangent * Math.hypot(1, bent) - bent * secant;
    const slope = (1 + (1 - squash) * tangent ** 2) / ((1 - squash) * secant);
    tangent += (conformal - reached) / Math.hypot(1, reached) * slope;
  }
  return tangent;
}

function radians(degrees: number): number {
  return degrees * Math.PI / 180;
}
