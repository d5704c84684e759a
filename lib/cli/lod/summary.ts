/**
 * Reports of `denovdb lod` when it is done.
 *
 * @module
 */

import type { LodStrategy } from "../../lod/mod.ts";
import type { LodFormat } from "./build.ts";
import {
  droppedNote,
  formatBytes,
  formatCount,
  formatRate,
  formatTable,
  formatTime,
} from "../shared/table.ts";

/** The numbers of one tree; `--json` prints them as they are. */
export interface LodSummary {
  /** The files that were read. */
  readonly inputs: readonly string[];
  /** The folder that was written. */
  readonly out: string;
  /** Its format. */
  readonly format: LodFormat;
  /** The device that did the work. */
  readonly device: string;
  /** Strategy that gave voxels their colors. */
  readonly strategy?: LodStrategy;
  /** Which points moved up. */
  readonly pick?: string;
  /** Points of all leaves. */
  readonly points: number;
  /** Points left out because a coordinate is not finite. */
  readonly dropped: number;
  /** Source of colors. */
  readonly colors: "file" | "height";
  /** The system of the coordinates, where tiles are written and all files name it. */
  readonly crs?: string;
  /** Whether tiles have a transform to the Earth. */
  readonly onEarth?: boolean;
  /** Whether a page was written beside tiles. */
  readonly page?: boolean;
  /** Nodes of all levels. */
  readonly nodes: number;
  /** Inner nodes. */
  readonly inner: number;
  /** Levels with nodes. */
  readonly levels: number;
  /** Voxels of inner nodes. */
  readonly voxels: number;
  /** Most device bytes, of trees that are built in parts. */
  readonly peakBytes?: number;
  /** Reading, in milliseconds. */
  readonly readMs: number;
  /** Building, and writing too where a tree is built in parts. */
  readonly buildMs: number;
  /** Writing, where a tree is built at once. */
  readonly writeMs: number;
  /** Points by the time of everything. */
  readonly pointsPerSecond: number;
  /** Bytes that were written. */
  readonly written: number;
}

/**
 * Formats a report for people.
 *
 * @param report The numbers.
 * @returns An aligned table, then a line that names the folder.
 */
export function describeSummary(report: LodSummary): string {
  const { points, dropped, nodes, inner, levels, voxels, device, out } = report;
  const total = report.readMs + report.buildMs + report.writeMs;
  const table = formatTable([
    ["points", formatCount(points), droppedNote(dropped)],
    ...(report.colors === "file" ? [] : [["colors", "none", "heights are shown"] as const]),
    ["leaves", formatCount(nodes - inner)],
    ["inner nodes", formatCount(inner)],
    ["levels", formatCount(levels)],
    ...(report.strategy === undefined
      ? []
      : [["voxels", formatCount(voxels), report.strategy] as const]),
    ...(report.crs === undefined ? [] : [
      [
        "coordinates",
        report.crs.length > 24 ? `${report.crs.slice(0, 21)}...` : report.crs,
        report.onEarth === true ? "with a transform to the Earth" : "as in the files",
      ] as const,
    ]),
    ["written", formatBytes(report.written)],
    ...(report.peakBytes === undefined
      ? []
      : [["memory", formatBytes(report.peakBytes), "most at once"] as const]),
    ["read", formatTime(report.readMs)],
    // In parts a tree is written while it is built.
    ...(report.peakBytes === undefined
      ? [
        ["build", formatTime(report.buildMs), device] as const,
        ["write", formatTime(report.writeMs)] as const,
      ]
      : [["build and write", formatTime(report.buildMs), device] as const]),
    ["points/s", formatRate(report.pointsPerSecond, "points"), `in ${formatTime(total)}`],
  ]);
  const page = report.page === true ? " with index.html, for any web server" : "";
  return `${table}\n\n${out}: ${report.format}${page}`;
}
