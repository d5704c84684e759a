/**
 * Reports of `denovdb info` about the grids of a NanoVDB file.
 *
 * @module
 */

import { readInput } from "../input/bytes.ts";
import { openContext, tensor } from "../../core/mod.ts";
import { gridFromIjk } from "../../grid/mod.ts";
import { type NvdbGrid, nvdbIjk } from "../../io/mod.ts";
import type { InfoRequest } from "./info.ts";
import type { Progress } from "../shared/progress.ts";
import { formatBytes, formatCount, formatTable, shortNumber } from "../shared/table.ts";
import { gridsOf } from "../input/grids_file.ts";

/** The numbers of one grid. */
export interface GridInfo {
  readonly name: string;
  /** Type of its values. */
  readonly type: string;
  /** Its class. */
  readonly gridClass: string;
  /** Version of NanoVDB that wrote it. */
  readonly version: string;
  readonly codec: string;
  /** Checksums that are wrong, where there are any. */
  readonly warnings?: readonly string[];
  readonly checksum: string;
  /** Extents of a voxel along each axis. */
  readonly voxelSize: readonly number[];
  /** World position of the center of voxel (0, 0, 0). */
  readonly origin: readonly number[];
  /** Least and greatest active voxel; absent without one. */
  readonly bounds?: { readonly min: readonly number[]; readonly max: readonly number[] };
  /** Active voxels, those of tiles too. */
  readonly active: number;
  /** Active voxels of leaves. */
  readonly voxels: number;
  readonly tiles: number;
  readonly leaves: number;
  readonly lowers: number;
  readonly uppers: number;
  /** Share of the box that is active, 0 to 1. */
  readonly fill: number;
  /** Share of the voxels of leaves that are active, 0 to 1. */
  readonly leafFill: number;
  /** The least and the greatest number of the values of voxels; absent without any. */
  readonly range?: readonly [least: number, most: number];
  /** The value of what is not active. */
  readonly background: readonly number[];
  /** Further data of the file for this grid. */
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly channels: number;
    readonly rows: number;
  }[];
  /** Bytes in the file. */
  readonly fileBytes: number;
  /** Bytes that NanoVDB takes in memory. */
  readonly gridBytes: number;
  /** Bytes that an index grid of the voxels of leaves takes on a device, without values. */
  readonly deviceBytes: number;
}

/** The grids of a file; `--json` prints them as they are. */
export interface GridsInfo {
  /** The file that was read. */
  readonly input: string;
  readonly format: "nvdb";
  readonly fileBytes: number;
  readonly grids: readonly GridInfo[];
}

/** Looks at grids. */
export async function describeGrids(
  { input, verify, strict, device }: InfoRequest,
  progress: Progress,
): Promise<GridsInfo> {
  const bytes = await readInput(input);
  const grids = await gridsOf(bytes, input, { verify, strict });
  using context = openContext({ device });
  const described = grids.map((grid, which): GridInfo => {
    progress.show("counting", which / grids.length);
    const ijk = nvdbIjk(grid.leaves);
    using voxels = tensor(ijk, { context, shape: [grid.voxelCount, 3] });
    using index = gridFromIjk(voxels);
    return describeGrid(grid, index.counts.bytes);
  });
  return { input, format: "nvdb", fileBytes: bytes.length, grids: described };
}

function describeGrid(grid: NvdbGrid, deviceBytes: number): GridInfo {
  const { bounds, activeCount, voxelCount, nodes, type } = grid;
  const box = bounds === undefined ? 0 : ([0, 1, 2] as const).reduce<number>(
    (product, axis) => product * (bounds.max[axis] - bounds.min[axis] + 1),
    1,
  );
  const isNumber = type !== "index" && type !== "onIndex" && type !== "point" && type !== "mask";
  return {
    name: grid.name,
    type,
    gridClass: grid.gridClass,
    version: grid.version,
    codec: grid.codec,
    checksum: grid.checksum,
    ...(grid.warnings.length === 0 ? {} : { warnings: grid.warnings }),
    voxelSize: grid.voxelSize,
    origin: grid.origin,
    ...(bounds === undefined ? {} : { bounds }),
    active: activeCount,
    voxels: voxelCount,
    tiles: grid.tiles.sides.length,
    ...nodes,
    fill: box === 0 ? 0 : activeCount / box,
    leafFill: nodes.leaves === 0 ? 0 : voxelCount / (512 * nodes.leaves),
    ...(isNumber ? rangeOf(grid) : {}),
    background: Array.from(grid.background as ArrayLike<number | bigint>, Number),
    columns: grid.blind.map(({ name, type, channels, values }) => ({
      name,
      type,
      channels,
      rows: channels === 0 ? 0 : values.length / channels,
    })),
    fileBytes: grid.fileBytes,
    gridBytes: grid.gridBytes,
    deviceBytes,
  };
}

function rangeOf({ values, tiles }: NvdbGrid): Pick<GridInfo, "range"> {
  let [least, most] = [Infinity, -Infinity];
  for (const array of [values, tiles.values]) {
    for (let at = 0; at < array.length; at++) {
      const value = Number(array[at]);
      if (value < least) least = value;
      if (value > most) most = value;
    }
  }
  return least <= most ? { range: [least, most] } : {};
}

/**
 * Formats a report for people.
 *
 * @param report The numbers.
 * @returns An aligned table for each grid.
 */
export function gridsTable({ grids }: GridsInfo): string {
  return grids.map(gridTable).join("\n\n");
}

function gridTable(grid: GridInfo): string {
  const { bounds, range } = grid;
  const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;
  const name = grid.name.length > 40 ? `${grid.name.slice(0, 37)}...` : grid.name;
  return formatTable([
    [
      "grid",
      name === "" ? "(no name)" : name,
      `${grid.type}, ${grid.gridClass}, NanoVDB ${grid.version}`,
    ],
    [
      "voxel",
      grid.voxelSize.map(shortNumber).join(" x "),
      `origin ${grid.origin.map(shortNumber).join(", ")}`,
    ],
    ...(bounds === undefined ? [] : [
      [
        "box",
        bounds.min.map((low, axis) => (bounds.max[axis] ?? 0) - low + 1).join(" x "),
        `from ${bounds.min.join(", ")}`,
      ] as const,
    ]),
    ["active", formatCount(grid.active), `${percent(grid.fill)} of the box`],
    [
      "voxels",
      formatCount(grid.voxels),
      `${percent(grid.leafFill)} of ${formatCount(grid.leaves)} leaves`,
    ],
    ...(grid.tiles === 0 ? [] : [["tiles", formatCount(grid.tiles)] as const]),
    ...(range === undefined
      ? []
      : [["range", `${shortNumber(range[0])} to ${shortNumber(range[1])}`] as const]),
    ["background", grid.background.map(shortNumber).join(", ")],
    ...grid.columns.map(({ name, type, channels, rows }) =>
      [
        "column",
        name,
        `${channels === 1 ? "" : `${channels} x `}${type}, ${formatCount(rows)} rows`,
      ] as const
    ),
    ["nodes", formatCount(grid.leaves), `leaves, ${grid.lowers} lower, ${grid.uppers} upper`],
    ...(grid.warnings ?? []).map((one) => ["warning", one] as const),
    ["file", formatBytes(grid.fileBytes), `codec ${grid.codec}, checksum ${grid.checksum}`],
    ["NanoVDB", formatBytes(grid.gridBytes), "in memory"],
    ["index grid", formatBytes(grid.deviceBytes), "without values"],
  ]);
}
