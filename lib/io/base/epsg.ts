/**
 * Coordinate systems of common EPSG codes in well-known text (WKT 1).
 *
 * Source: IOGP, EPSG Geodetic Parameter Dataset; OGC 01-009, "Coordinate Transformation Services".
 *
 * @module
 */
import { checkAnyNumber } from "../../../ffi/base/checks.ts";
import type { PointCrs } from "../cloud.ts";

/** Names and sizes of ellipsoids: semi-major axis, inverse flattening. */
const SPHEROIDS = {
  7001: ["Airy 1830", 6377563.396, 299.3249646],
  7004: ["Bessel 1841", 6377397.155, 299.1528128],
  7019: ["GRS 1980", 6378137, 298.257222101],
  7022: ["International 1924", 6378388, 297],
  7030: ["WGS 84", 6378137, 298.257223563],
} as const;

/** Geographic systems: name, datum, its code, ellipsoid. */
const GEOGRAPHIC = {
  4171: ["RGF93 v1", "Reseau_Geodesique_Francais_1993_v1", 6171, 7019],
  4150: ["CH1903+", "CH1903+", 6150, 7004],
  4258: ["ETRS89", "European_Terrestrial_Reference_System_1989", 6258, 7019],
  4269: ["NAD83", "North_American_Datum_1983", 6269, 7019],
  4277: ["OSGB36", "Ordnance_Survey_of_Great_Britain_1936", 6277, 7001],
  4289: ["Amersfoort", "Amersfoort", 6289, 7004],
  4313: ["BD72", "Reseau_National_Belge_1972", 6313, 7022],
  4326: ["WGS 84", "WGS_1984", 6326, 7030],
} as const;

type GeographicCode = keyof typeof GEOGRAPHIC;

/** A projected system in meters. */
interface Projected {
  readonly name: string;
  readonly base: GeographicCode;
  readonly method: string;
  readonly parameters: Readonly<Record<string, number>>;
  /** Further parameters of the definition for PROJ. */
  readonly proj4?: string;
}

const WEB_MERCATOR = "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 " +
  "+units=m +nadgrids=@null +wktext +no_defs";

const PROJECTED: Readonly<Record<number, Projected>> = {
  2056: {
    name: "CH1903+ / LV95",
    base: 4150,
    method: "Hotine_Oblique_Mercator_Azimuth_Center",
    parameters: {
      latitude_of_center: 46.9524055555556,
      longitude_of_center: 7.43958333333333,
      azimuth: 90,
      rectified_grid_angle: 90,
      scale_factor: 1,
      false_easting: 2600000,
      false_northing: 1200000,
    },
  },
  2154: {
    name: "RGF93 v1 / Lambert-93",
    base: 4171,
    method: "Lambert_Conformal_Conic_2SP",
    parameters: {
      latitude_of_origin: 46.5,
      central_meridian: 3,
      standard_parallel_1: 49,
      standard_parallel_2: 44,
      false_easting: 700000,
      false_northing: 6600000,
    },
  },
  3857: {
    name: "WGS 84 / Pseudo-Mercator",
    base: 4326,
    method: "Mercator_1SP",
    parameters: { central_meridian: 0, scale_factor: 1, false_easting: 0, false_northing: 0 },
    proj4: WEB_MERCATOR,
  },
  27700: {
    name: "OSGB36 / British National Grid",
    base: 4277,
    method: "Transverse_Mercator",
    parameters: {
      latitude_of_origin: 49,
      central_meridian: -2,
      scale_factor: 0.9996012717,
      false_easting: 400000,
      false_northing: -100000,
    },
  },
  28992: {
    name: "Amersfoort / RD New",
    base: 4289,
    method: "Oblique_Stereographic",
    parameters: {
      latitude_of_origin: 52.1561605555556,
      central_meridian: 5.38763888888889,
      scale_factor: 0.9999079,
      false_easting: 155000,
      false_northing: 463000,
    },
  },
  31370: {
    name: "BD72 / Belgian Lambert 72",
    base: 4313,
    method: "Lambert_Conformal_Conic_2SP",
    parameters: {
      latitude_of_origin: 90,
      central_meridian: 4.36748666666667,
      standard_parallel_1: 51.1666672333333,
      standard_parallel_2: 49.8333339,
      false_easting: 150000.013,
      false_northing: 5400088.438,
    },
  },
};

/** Codes that count zones of UTM: that of a zone 0, the zones there are, which hemisphere. */
const UTM: readonly (readonly [
  zone0: number,
  zones: readonly [number, number],
  base: GeographicCode,
  south?: true,
])[] = [
  [32600, [1, 60], 4326],
  [32700, [1, 60], 4326, true],
  [25800, [28, 38], 4258],
  [26900, [1, 23], 4269],
];

/** Heights: name, datum and its code. */
const VERTICAL: Readonly<Record<number, readonly [string, string, number]>> = {
  3855: ["EGM2008 height", "EGM2008 geoid", 1027],
  5703: ["NAVD88 height", "North American Vertical Datum 1988", 5103],
  5773: ["EGM96 height", "EGM96 geoid", 5171],
};

function authority(code: number | string): string {
  return `AUTHORITY["EPSG","${code}"]`;
}

/** The unit as well-known text spells it, which is not the way of this project. */
const METER = `UNIT["${"met"}${"re"}",1,${authority(9001)}]`;

function geographicWkt(code: GeographicCode): string {
  const [name, datum, datumCode, spheroidCode] = GEOGRAPHIC[code];
  const [spheroid, axis, flattening] = SPHEROIDS[spheroidCode];
  const body = `SPHEROID["${spheroid}",${axis},${flattening},${authority(spheroidCode)}]`;
  return [
    `GEOGCS["${name}",DATUM["${datum}",${body},${authority(datumCode)}]`,
    `PRIMEM["Greenwich",0,${authority(8901)}]`,
    `UNIT["degree",0.0174532925199433,${authority(9122)}]`,
    `${authority(code)}]`,
  ].join(",");
}

function projectedWkt(code: number, { name, base, method, parameters, proj4 }: Projected): string {
  return [
    `PROJCS["${name}",${geographicWkt(base)}`,
    `PROJECTION["${method}"]`,
    ...Object.entries(parameters).map(([key, value]) => `PARAMETER["${key}",${value}]`),
    METER,
    'AXIS["Easting",EAST],AXIS["Northing",NORTH]',
    ...(proj4 === undefined ? [] : [`EXTENSION["PROJ4","${proj4}"]`]),
    `${authority(code)}]`,
  ].join(",");
}

function utmOf(code: number): Projected | undefined {
  for (const [zone0, [first, last], base, south] of UTM) {
    const zone = code - zone0;
    if (zone < first || zone > last) continue;
    return {
      name: `${GEOGRAPHIC[base][0]} / UTM zone ${zone}${south ? "S" : "N"}`,
      base,
      method: "Transverse_Mercator",
      parameters: {
        latitude_of_origin: 0,
        central_meridian: 6 * zone - 183,
        scale_factor: 0.9996,
        false_easting: 500000,
        false_northing: south ? 10000000 : 0,
      },
    };
  }
}

/**
 * Looks up a coordinate system by its EPSG code.
 *
 * Known are WGS 84 (4326), ETRS89 (4258), NAD83 (4269) and their UTM zones (326xx and 327xx, 258xx, 269xx), web Mercator
 * (3857), and the national grids 2056, 2154, 27700, 28992 and 31370.
 *
 * @param code The code.
 * @returns The system, with its definition in WKT; undefined if it is not known here.
 * @throws {TypeError} If the code is not a number.
 * @category Point clouds
 *
 * @example A zone of UTM
 * ```ts
 * import { crsOfEpsg } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(crsOfEpsg(32633)?.name, "WGS 84 / UTM zone 33N");
 * assertEquals(crsOfEpsg(1), undefined);
 * ```
 */
export function crsOfEpsg(code: number): PointCrs | undefined {
  checkAnyNumber({ operator: "crsOfEpsg", name: "code" }, code);
  if (code === 4326 || code === 4258 || code === 4269) {
    return { name: GEOGRAPHIC[code][0], epsg: code, wkt: geographicWkt(code) };
  }
  const projected = Object.hasOwn(PROJECTED, code) ? PROJECTED[code] : utmOf(code);
  if (projected === undefined || !Number.isInteger(code)) return undefined;
  return { name: projected.name, epsg: code, wkt: projectedWkt(code, projected) };
}

/** A system with heights in meters above a surface; undefined if that is not known. */
export function withHeights(crs: PointCrs, code: number): PointCrs | undefined {
  const found = Object.hasOwn(VERTICAL, code) ? VERTICAL[code] : undefined;
  if (found === undefined || crs.wkt === undefined) return undefined;
  const [height, datum, datumCode] = found;
  const name = `${crs.name} + ${height}`;
  const vertical = `VERT_CS["${height}",VERT_DATUM["${datum}",2005,${authority(datumCode)}],` +
    `${METER},AXIS["Up",UP],${authority(code)}]`;
  const { epsg } = crs;
  const wkt = `COMPD_CS["${name}",${crs.wkt},${vertical}]`;
  return { name, wkt, ...(epsg === undefined ? {} : { epsg }) };
}
