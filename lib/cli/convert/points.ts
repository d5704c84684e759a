/**
 * Points and meshes on their way to other formats.
 *
 * @module
 */

import { type Context, scope, type Tensor, tensor } from "../../core/mod.ts";
import { gridFromMesh, gridFromPointsWithRows, gridIjk } from "../../grid/mod.ts";
import {
  encodeLas,
  encodeNvdb,
  type LasInput,
  type NvdbColumn,
  type PointCloud,
  readLasHeader,
} from "../../io/mod.ts";
import { meshDistances, signedMeshDistances } from "../../mesh/mod.ts";
import { voxelMean } from "../../pool/mod.ts";
import { UsageError } from "../shared/args.ts";
import { wholeShorts } from "../input/cloud.ts";
import { readCloudFile } from "../input/cloud_file.ts";
import { lossesOfPoints, lossesOfPositions } from "./losses.ts";
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
import { encodeMesh, placeMesh } from "../input/mesh_file.ts";

/** Converts points, with triangles or without; those without a place are left out. */
export const convertPoints: Converter = async (request, { progress, open }) => {
  const isLas = request.ending === ".las";
  const options = { ...request, nonFinite: "drop", fields: true } as const; // to keep, or to tell that they are lost
  const cloud = await readCloudFile(request.input, options);
  progress.show("building", 0.3);
  if (isLas) return convertToLas(cloud);
  const { faces, colors, normals, intensities, classifications, positions } = cloud;
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
  const isPly = request.ending === ".ply";
  const kept = [
    ...["faces", "colors", "normals"] as const,
    ...(isPly ? ["intensities", "classifications"] as const : []),
  ];
  return {
    bytes: encodeMesh(request.ending, {
      positions,
      ...(hasFaces ? { faces } : {}),
      ...(colors === undefined ? {} : { colors }),
      ...(normals === undefined ? {} : { normals }),
      ...(isPly && intensities !== undefined ? { intensities } : {}),
      ...(isPly && classifications !== undefined ? { classifications } : {}),
    }),
    facts: { ...countsOf(cloud), ...(hasFaces ? { triangles: faces.length / 3 } : {}) },
    losses: [
      ...lossesOfPoints(cloud, kept),
      ...(request.ending === ".glb" ? lossesOfPositions(positions) : []),
    ],
  };
};

function convertToLas(cloud: PointCloud): Converted {
  const { intensities, lasIntegers } = cloud;
  const kept = ["colors", "intensities", "classifications", "lasFields", "lasFacts"] as const;
  const bytes = encodeLas(lasOf(cloud));
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

/** What was read, and what was left out of it. */
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

/** How often each row is named. */
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
