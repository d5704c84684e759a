/**
 * Points and meshes on their way to other formats.
 *
 * @module
 */

import { type Context, scope, type Tensor, tensor } from "../../core/mod.ts";
import { gridFromMesh, gridFromPointsWithRows, gridIjk } from "../../grid/mod.ts";
import {
  crsOfEpsg,
  crsOfWkt,
  encodeLas,
  encodeNvdb,
  type LasInput,
  type NvdbColumn,
  type PointCloud,
  type PointColumn,
  type PointCrs,
  readLasHeader,
} from "../../io/mod.ts";
import { meshDistances, signedMeshDistances } from "../../mesh/mod.ts";
import { voxelMean } from "../../pool/mod.ts";
import { UsageError } from "../shared/args.ts";
import { wholeShorts } from "../input/cloud.ts";
import { readCloudFile } from "../input/cloud_file.ts";
import { isUnset, lossesOfPoints } from "./losses.ts";
import { WIDE_COLORS } from "../../io/las/extra_bytes.ts";
import { fieldColumns } from "../../io/las/field_columns.ts";
import {
  type Converted,
  type Converter,
  type ConvertRequest,
  HINT,
  needed,
  stemOf,
} from "./request.ts";
import { namingMesh } from "../shared/naming.ts";
import { checkMeshVoxels, checkPointVoxels } from "../input/voxel_size.ts";
import { encodeMesh, lossesOfPositions, placeMesh } from "../input/mesh_file.ts";

/** Converts points, with triangles or without; those without a place are left out. */
export const convertPoints: Converter = async (request, { progress, open }) => {
  const isLas = request.ending === ".las";
  const options = { ...request, nonFinite: "drop", fields: true } as const; // to keep, or to tell that they are lost
  const cloud = await readCloudFile(request.input, options);
  progress.show("building", 0.3);
  if (isLas) return convertToLas(cloud, await readCrs(request.crs));
  const { faces } = cloud;
  const hasFaces = faces !== undefined && faces.length > 0 && !request.points;
  if (!hasFaces) refuseSurface(request);
  if (request.ending === ".nvdb") {
    const size = needed(
      request.voxelSize,
      "voxel-size",
      "points and meshes have no voxels of their own",
    );
    return hasFaces
      ? bandOf(open(), { cloud, faces }, size, request)
      : voxelsOf(open(), cloud, size, request);
  }
  return convertToMesh(cloud, request, hasFaces);
};

/** Points as a file of points or triangles. */
export function convertToMesh(
  cloud: PointCloud,
  { ending, out }: Pick<ConvertRequest, "ending" | "out">,
  hasFaces: boolean,
): Converted {
  const { faces, colors, normals, intensities, classifications, positions } = cloud;
  const isPly = ending === ".ply";
  const kept = [
    ...["faces", "colors", "normals"] as const,
    ...(isPly ? ["intensities", "classifications", "columns", "lasFields"] as const : []),
  ];
  return {
    bytes: encodeMesh(ending, {
      positions,
      ...(hasFaces && faces ? { faces } : {}),
      ...(colors === undefined ? {} : { colors }),
      ...(normals === undefined ? {} : { normals }),
      ...(isPly && intensities !== undefined ? { intensities } : {}),
      ...(isPly && classifications !== undefined ? { classifications } : {}),
      ...(isPly ? { columns: columnsOf(cloud) } : {}),
    }),
    facts: { ...countsOf(cloud), ...(hasFaces && faces ? { triangles: faces.length / 3 } : {}) },
    losses: [
      ...lossesOfPoints(cloud, kept),
      ...lossesOfPositions(out, positions),
    ],
  };
}

/** Further columns of a PLY file: all but those that say nothing, and those that colors hold already. */
function columnsOf({ columns = [], lasFields }: PointCloud): PointColumn[] {
  const fields = lasFields === undefined ? [] : fieldColumns(lasFields);
  const isSet = ({ name, values }: PointColumn): boolean =>
    !isUnset(
      values as Float64Array,
      name === "return number" || name === "number of returns" ? 1 : 0,
    );
  return [...columns.filter(({ name }) => name !== WIDE_COLORS), ...fields.filter(isSet)];
}

/** Points with the coordinate system that the user gives in place of that of the file. */
function withCrs(input: LasInput, crs: PointCrs | "none" | undefined): LasInput {
  if (crs === undefined) return input;
  if (crs !== "none") return { ...input, crs };
  const { crs: _, lasFacts, ...rest } = input;
  return lasFacts === undefined ? rest : { ...rest, lasFacts: { ...lasFacts, projection: [] } };
}

/** Says by what option a coordinate system is given. */
function namingCrs<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    const [start, rest] = error instanceof RangeError ? error.message.split(": give crs ") : [];
    if (rest === undefined) throw error;
    const how = 'give one by "--crs", or leave it out by "--crs none"';
    throw new RangeError(`${start}: ${how}`, { cause: error });
  }
}

/** Finds the coordinate system that the user names. */
async function readCrs(name: string | undefined): Promise<PointCrs | "none" | undefined> {
  if (name === undefined || name === "none") return name;
  const [, code] = /^epsg:(\d+)$/i.exec(name) ?? [];
  if (code === undefined) return crsOfWkt(await readWkt(name));
  const why = "is not known here, a file with its WKT expected";
  return crsOfEpsg(Number(code)) ?? failUsage(`Option "--crs": ${name} ${why}`);
}

function failUsage(problem: string): never {
  throw new UsageError(problem, HINT);
}

/** Reads a file of WKT. */
async function readWkt(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    const meant = /^\d{4,6}$/.test(path) ? `; did you mean "EPSG:${path}"?` : "";
    return failUsage(
      `Option "--crs" takes EPSG:CODE, a file of WKT or none, not "${path}", which is not there${meant}`,
    );
  }
}

/** Points as a LAS file, with the coordinate system that the user gives in place of that of the cloud. */
export function convertToLas(cloud: PointCloud, crs: PointCrs | "none" | undefined): Converted {
  const { intensities, lasIntegers } = cloud;
  const kept = [
    ...["colors", "intensities", "classifications", "lasFields", "lasFacts"] as const,
    ...["columns", "crs"] as const,
  ];
  const bytes = namingCrs(() => encodeLas(withCrs(lasOf(cloud), crs)));
  const [step] = readLasHeader(bytes).scale;
  return {
    bytes,
    facts: countsOf(cloud),
    losses: [
      ...lossesOfPoints(cloud, kept),
      ...(intensities instanceof Float32Array ? ["intensities become 16 bits"] : []),
      ...(lasIntegers === undefined ? [`positions are rounded to multiples of ${step}`] : []),
    ],
  };
}

/** Refuses options about surfaces where there are points alone. */
function refuseSurface({ input, points, halfWidth, unsigned }: ConvertRequest): void {
  const option = halfWidth !== undefined ? "half-width" : unsigned ? "unsigned" : undefined;
  if (option === undefined) return;
  const why = points ? "--points leaves them out" : `"${input}" has none`;
  throw new UsageError(`Option "--${option}" needs triangles, ${why}`, HINT);
}

/** Points with strengths as LAS files have them. */
function lasOf(cloud: PointCloud): LasInput {
  const { intensities, count } = cloud;
  if (!(intensities instanceof Float32Array)) return cloud;
  const rows = Uint32Array.from({ length: count }, (_, row) => row);
  return { ...cloud, intensities: wholeShorts(rows, intensities) };
}

/** Counts of the points that were read, and of those left out. */
function countsOf({ format, count, nonFinite }: PointCloud): Converted["facts"] {
  return { format, points: count, ...(nonFinite > 0 ? { dropped: nonFinite } : {}) };
}

/** Points as the voxels that they are in, with the means of what they carry. */
function voxelsOf(
  context: Context,
  cloud: PointCloud,
  voxelSize: number,
  { input, nvdb }: ConvertRequest,
): Converted {
  const { positions, count } = cloud;
  checkPointVoxels(cloud.bounds, voxelSize);
  return scope((own) => {
    const points = own(tensor(new Float64Array(positions), { context, shape: [count, 3] }));
    const { grid, rows } = gridFromPointsWithRows(points, { voxelSize });
    own(grid);
    own(rows);
    const mean = (values: Float32Array, channels: number): Float32Array<ArrayBuffer> => {
      const placed = own(tensor(values, { context, shape: [count, channels] }));
      return own(voxelMean(grid, rows, placed)).readSync();
    };
    const columns: NvdbColumn[] = [];
    if (cloud.colors !== undefined) {
      const colors = mean(Float32Array.from(cloud.colors), 3);
      columns.push({
        name: "color",
        values: Uint8Array.from(colors, Math.round),
        channels: 3,
        semantic: 2,
      });
    }
    if (cloud.intensities !== undefined) {
      const intensities = Float32Array.from(cloud.intensities);
      columns.push({ name: "intensity", values: mean(intensities, 1) });
    }
    columns.push({ name: "points", values: countRows(rows, grid.numVoxels) });
    const ijk = own(gridIjk(grid)).data.readSync();
    const name = stemOf(input);
    return {
      bytes: encodeNvdb([{ type: "onIndex", name, ijk, columns, voxelSize }], nvdb),
      facts: {
        ...countsOf(cloud),
        voxelSize,
        voxels: grid.numVoxels,
        leaves: grid.counts.leaves,
        columns: columns.map((one) => one.name).join(", "),
        device: context.device,
      },
      losses: lossesOfPoints(cloud, ["colors", "intensities", "faces"]),
    };
  });
}

/** Number of times that each row is named. */
function countRows(rows: Tensor<"i64">, count: number): Uint32Array<ArrayBuffer> {
  const counts = new Uint32Array(count);
  for (const row of rows.readSync()) counts[Number(row)] = (counts[Number(row)] ?? 0) + 1;
  return counts;
}

/** Voxels on both sides of a surface, unless the user says how far: those of level sets of OpenVDB. */
const BAND_VOXELS = 3;

/** A mesh as the voxels near it, with their distances from it. */
function bandOf(
  context: Context,
  { cloud, faces }: { readonly cloud: PointCloud; readonly faces: Uint32Array },
  voxelSize: number,
  { input, halfWidth = BAND_VOXELS * voxelSize, unsigned, nvdb }: ConvertRequest,
): Converted {
  checkMeshVoxels({ cloud, faces }, { voxelSize, halfWidth });
  return scope((own) => {
    using placed = placeMesh(context, { cloud, faces });
    const grid = own(
      gridFromMesh(placed.vertices, placed.faces, { voxelSize, halfWidth }),
    );
    const { vertices } = placed;
    const measure = unsigned ? meshDistances : signedMeshDistances;
    const find = () => measure(grid, vertices, placed.faces, { halfWidth });
    using found = namingMesh(input, find, "; --unsigned does without");
    const limit = (distance: number): number => Math.min(halfWidth, Math.max(-halfWidth, distance));
    const values = Float32Array.from(found.distances.readSync(), limit);
    const ijk = own(gridIjk(grid)).data.readSync();
    return {
      bytes: encodeNvdb([{
        type: "float",
        name: stemOf(input),
        gridClass: unsigned ? "unknown" : "levelSet",
        ijk,
        values,
        background: Float32Array.of(halfWidth),
        voxelSize,
      }], nvdb),
      facts: {
        format: cloud.format,
        triangles: faces.length / 3,
        voxelSize,
        halfWidth,
        voxels: grid.numVoxels,
        leaves: grid.counts.leaves,
        distances: unsigned ? "without sign" : "below 0 inside",
        device: context.device,
      },
      losses: lossesOfPoints(cloud, ["faces"]),
    };
  });
}
