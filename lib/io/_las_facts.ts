/**
 * What LAS files say beside the positions of points.
 *
 * @module
 */

import type { LasVlr } from "./las_header.ts";
import type { Triple } from "./point_cloud.ts";

/**
 * The coordinates of a LAS file as stored.
 *
 * @category Point clouds
 */
export interface LasIntegers {
  /** X, Y, Z interleaved, [points, 3]. */
  readonly coordinates: Int32Array;
  /** Factors: x = X * scale + offset. */
  readonly scale: Triple;
  /** Offsets: x = X * scale + offset. */
  readonly offset: Triple;
}

/**
 * Additional fields of points in LAS files; read on request.
 *
 * @category Point clouds
 */
export interface LasFields {
  /** Return number of each point within its pulse, from 1 on, [points]. */
  readonly returnNumbers: Uint8Array;
  /** Number of returns of its pulse, [points]. */
  readonly returnCounts: Uint8Array;
  /** Source of the point, such as a flight line, [points]. */
  readonly pointSources: Uint16Array;
  /**
   * Flags of each point as in formats 6 to 10, [points]: synthetic, key, withheld, overlap, two bits of the scanner
   * channel, scan direction, edge of flight line.
   */
  readonly flags?: Uint8Array;
  /** Scan angle of each pulse in steps of 0.006 degrees, [points]. */
  readonly scanAngles?: Int16Array;
  /** User data, [points]. */
  readonly userData?: Uint8Array;
  /** GPS times, [points]; absent for formats without time. */
  readonly gpsTimes?: Float64Array;
}

/**
 * Properties of all points of a LAS or LAZ file.
 *
 * @category Point clouds
 */
export interface LasFacts {
  /** Point data record format, 0 to 10. */
  readonly pointFormat: number;
  /** Bytes of each point after the fields of its format. */
  readonly extraBytes: number;
  /** Source of the points in the file, such as a flight line. */
  readonly sourceId: number;
  /** Whether times are GPS seconds minus 10^9 rather than seconds of a week. */
  readonly standardTimes: boolean;
  /** The records that define the coordinate system of the points; copies. */
  readonly projection: readonly LasVlr[];
}
