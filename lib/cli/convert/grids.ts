/**
 * Sparse grids on their way to other formats.
 *
 * @module
 */

import { readInput } from "../input/bytes.ts";
import type { Context } from "../../core/mod.ts";
import {
  encodeNrrd,
  encodeNvdb,
  type NvdbColumn,
  nvdbFeatures,
  type NvdbGrid,
  type NvdbGridInput,
  nvdbIjk,
  type NvdbWriteType,
} from "../../io/mod.ts";
import { UsageError } from "../shared/args.ts";
import { type Converted, type Converter, type ConvertRequest, HINT, needed } from "./request.ts";
import { isColor } from "../input/colored_grid.ts";
import { lossesOfColumns, lossesOfRaw } from "./losses.ts";
import { bytesOf } from "./volume.ts";
import { denseGrid, isIndexGrid, pickGrid } from "../input/dense_grid.ts";
import { checkReal, refuseEmpty, surfaceOfGrid } from "../input/grid_surface.ts";
import { encodeMesh, lossesOfPositions } from "../input/mesh_file.ts";
import { gridsOf } from "../input/grids_file.ts";

/** Converts sparse grids. */
export const convertGrids: Converter = async (request, { progress, open }) => {
  const { input, verify, strict } = request;
  const bytes = await readInput(input);
  const grids = await gridsOf(bytes, input, { verify, strict });
  progress.show("building", 0.3);
  const warnings = [...new Set(grids.flatMap((grid) => grid.warnings))];
  const made = convertThem(grids, request, open);
  return { ...made, losses: [...warnings, ...made.losses ?? []] };
};

function convertThem(
  grids: readonly NvdbGrid[],
  request: ConvertRequest,
  open: () => Context,
): Converted {
  if (request.ending === ".nvdb") return recode(grids, request);
  const grid = pickGrid(grids, request.grid);
  if (request.ending === ".nrrd" || request.ending === ".raw") return densely(grid, request.ending);
  const hasValues = !isIndexGrid(grid) && grid.type !== "mask";
  if (hasValues) return surfaceOf(open(), grid, request);
  if (request.iso === undefined) return centersOf(grid, request);
  const why = `"${grid.name}" is ${grid.type}`;
  throw new UsageError(`Option "--iso" goes with grids of values only, ${why}`, HINT);
}

/** Types that are written as another one, which holds the same values. */
const WRITTEN_AS: Readonly<Partial<Record<NvdbGrid["type"], NvdbWriteType>>> = {
  half: "float",
  fp4: "float",
  fp8: "float",
  fp16: "float",
  fpN: "float",
  index: "onIndex",
};

function recode(grids: readonly NvdbGrid[], { grid, nvdb }: ConvertRequest): Converted {
  const chosen = grid === undefined ? grids : [pickGrid(grids, grid)];
  const blind = chosen.map(columnsOf);
  return {
    bytes: encodeNvdb(chosen.map((one, at) => inputOf(one, blind[at]?.columns ?? [])), nvdb),
    facts: {
      grids: chosen.length,
      voxels: chosen.reduce((sum, { activeCount }) => sum + activeCount, 0),
      types: [...new Set(chosen.map(({ type }) => WRITTEN_AS[type] ?? type))].join(", "),
      codec: nvdb.codec ?? "none",
    },
    losses: [...new Set(blind.flatMap(({ losses }) => losses))],
  };
}

/** A grid that was read as one that can be written. */
function inputOf(grid: NvdbGrid, columns: readonly NvdbColumn[]): NvdbGridInput {
  const { name, gridClass, matrix, origin, leaves, tiles, values, background } = grid;
  const type = (WRITTEN_AS[grid.type] ?? grid.type) as NvdbWriteType;
  const frame = { name, type, gridClass, matrix, origin, leaves, tiles };
  if (type === "mask") return frame;
  if (type !== "onIndex") return { ...frame, values, background };
  return { ...frame, columns };
}

/** The blind data of a grid as columns that can be written, and what is lost of it. */
function columnsOf(
  grid: NvdbGrid,
): { readonly columns: readonly NvdbColumn[]; readonly losses: readonly string[] } {
  const isIndex = isIndexGrid(grid);
  const columns: NvdbColumn[] = [];
  const losses: string[] = [];
  for (const block of grid.blind) {
    const [feature] = isIndex ? nvdbFeatures({ ...grid, blind: [block] }) : [];
    if (feature === undefined) {
      losses.push(`the blind data "${block.name}" is left out`);
      continue;
    }
    const { values, shape } = feature;
    const channels = shape.reduce((product, one) => product * one, 1);
    const { name, semantic, blindClass } = block;
    const tensor = /^fvdb_jdata(.*)/.exec(name);
    if (tensor === null) columns.push({ name, values, channels, semantic, blindClass });
    else {
      columns.push({ name: "data", values, channels });
      const what = /float16/.test(tensor[1] ?? "") ? `bits of ${tensor[1]}` : "numbers";
      losses.push(`the tensor "${name}" becomes ${what} in the column "data"`);
    }
  }
  return { columns, losses };
}

function densely(grid: NvdbGrid, ending: ".nrrd" | ".raw"): Converted {
  const dense = denseGrid(grid, "x");
  const columns = nvdbFeatures(grid);
  return {
    bytes: ending === ".raw" ? bytesOf(dense.values) : encodeNrrd(dense),
    facts: {
      grid: grid.name,
      type: grid.type,
      shape: dense.dims,
      ...(dense.channels === 1 ? {} : { channels: dense.channels }),
      voxels: grid.activeCount,
      fill: grid.activeCount / (dense.values.length / dense.channels),
    },
    losses: [
      ...lossesOfColumns(columns, columns.slice(0, 1)),
      ...(ending === ".raw" ? lossesOfRaw(dense) : []),
    ],
  };
}

/** The centers of voxels as points, with their colors if they have such. */
function centersOf(grid: NvdbGrid, { ending }: ConvertRequest): Converted {
  const positions = toWorld(grid, nvdbIjk(grid.leaves));
  const columns = nvdbFeatures(grid);
  const color = columns.find(isColor);
  const colors = color?.values instanceof Uint8Array ? { colors: color.values } : {};
  return {
    bytes: encodeMesh(ending, { positions, ...colors }),
    facts: { grid: grid.name, type: grid.type, points: grid.voxelCount },
    losses: [
      ...lossesOfColumns(columns, color === undefined ? [] : [color]),
      ...lossesOfPositions(ending, positions),
    ],
  };
}

function surfaceOf(
  context: Context,
  grid: NvdbGrid,
  { input, ending, iso }: ConvertRequest,
): Converted {
  checkReal("convert", grid);
  const why = `the grid is no level set but "${grid.gridClass}"`;
  const isoLevel = iso ?? (grid.gridClass === "levelSet" ? 0 : needed(iso, "iso", why));
  const mesh = surfaceOfGrid(context, grid, isoLevel);
  if (mesh.faces.length === 0) {
    const { values } = grid;
    refuseEmpty({ verb: "convert", input, values, level: isoLevel, isChosen: true });
  }
  return {
    bytes: encodeMesh(ending, mesh),
    facts: {
      grid: grid.name,
      type: grid.type,
      voxels: grid.activeCount,
      iso: isoLevel,
      vertices: mesh.positions.length / 3,
      triangles: mesh.faces.length / 3,
      device: context.device,
    },
    losses: lossesOfPositions(ending, mesh.positions, grid.voxelSize),
  };
}

/** Moves places among voxels to the world. */
function toWorld({ matrix, origin }: NvdbGrid, places: ArrayLike<number>): Float64Array {
  const positions = new Float64Array(places.length);
  for (let at = 0; at < places.length; at += 3) {
    for (const axis of [0, 1, 2] as const) {
      let sum = origin[axis];
      for (let other = 0; other < 3; other++) {
        sum += (matrix[3 * axis + other] ?? 0) * (places[at + other] ?? 0);
      }
      positions[at + axis] = sum;
    }
  }
  return positions;
}
