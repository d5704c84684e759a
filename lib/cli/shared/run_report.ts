/**
 * Reports of commands that have drawn a picture.
 *
 * @module
 */

import {
  deviceRows,
  type DeviceUse,
  formatBytes,
  formatCount,
  formatRate,
  formatTable,
  formatTime,
} from "./table.ts";

/** The numbers of a picture; `--json` prints them as they are. */
export interface RunReport extends DeviceUse {
  /** The picture that was written. */
  readonly output: string;
  /** Until the scene is on the device, in milliseconds. */
  readonly buildMs: number;
  /** From there to the picture, in milliseconds. */
  readonly renderMs: number;
  /** Image width in pixels. */
  readonly width: number;
  /** Image height in pixels. */
  readonly height: number;
}

/** A grid in a picture. */
export interface GridReport {
  /** Leaf nodes of 8^3 voxels. */
  readonly leaves: number;
  /** Device bytes of the grid. */
  readonly gridBytes: number;
  /** Device bytes of the grid per active voxel. */
  readonly bytesPerVoxel: number;
}

/** Rays of a picture. */
export interface RayReport {
  /** Camera, shadow and sky rays. */
  readonly rays: number;
  /** Rays per second of `renderMs`. */
  readonly raysPerSecond: number;
}

/** Points of a cloud in a picture. */
export interface CloudReport {
  /** The file that was read. */
  readonly input: string;
  /** Points of the cloud. */
  readonly points: number;
  /** Points left out because a coordinate is not finite. */
  readonly droppedPoints: number;
  /** Source of the colors. */
  readonly colors: "file" | "height";
  /** World position that became the local origin. */
  readonly localOrigin: readonly [number, number, number];
}

/** Rows of {@linkcode formatTable}. */
export type TableRows = readonly (readonly [name: string, value: string, note?: string])[];

/** Rows about a grid. */
export function gridRows({ leaves, gridBytes, bytesPerVoxel }: GridReport): TableRows {
  return [
    ["leaves", formatCount(leaves)],
    ["grid", formatBytes(gridBytes)],
    ["bytes/voxel", bytesPerVoxel.toFixed(2)],
  ];
}

/** Rows about times, with a note on how the picture was drawn. */
export function timeRows({ buildMs, renderMs }: RunReport, note?: string): TableRows {
  const render = ["render", formatTime(renderMs)] as const;
  return [["build", formatTime(buildMs)], note === undefined ? render : [...render, note]];
}

/** Rows about rays. */
export function rayRows({ rays, raysPerSecond }: RayReport): TableRows {
  return [["rays", formatCount(rays)], ["rays/s", formatRate(raysPerSecond, "rays")]];
}

/** An aligned table that ends with the device, then a line that names the picture. */
export function pictureTable(report: RunReport, rows: TableRows): string {
  const table = formatTable([...rows, ...deviceRows(report)]);
  return `${table}\n\n${report.output}: ${report.width} x ${report.height} pixels`;
}
