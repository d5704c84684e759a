/**
 * Points and meshes on their way to other formats.
 *
 * @module
 */

import { type Context, scope, type Tensor, tensor } from "../core/mod.ts";
import { gridFromMesh, gridFromPointsWithRows, gridIjk } from "../grid/mod.ts";
import { encodeNvdb, type NvdbColumn, type PointCloud, readPointCloud } from "../io/mod.ts";
import { meshDistances, signedMeshDistances } from "../mesh/mod.ts";
import { voxelMean } from "../pool/mod.ts";
import {
  type Converted,
  type Converter,
  type ConvertRequest,
  needed,
  stemOf,
} from "./convert_request.ts";
import { encodeMesh, placeMesh } from "./surface_files.ts";

/** Converts points, with triangles or without. */
export const convertPoints: Converter = async (request, { progress, open }) => {
  const cloud = await readPointCloud(await Deno.readFile(request.input), { name: request.input });
  progress.show("building", 0.3);
  const { faces, colors } = cloud;
  const hasFaces = faces !== undefined && faces.length > 0 && !request.points;
  if (request.ending === ".nvdb") {
    const size = needed(request.voxelSize, "voxel-size", "points have no voxels of their own");
    return hasFaces
      ? bandOf(open(), { cloud, faces }, size, request)
      : voxelsOf(open(), cloud, size, request);
  }
  const { positions, rows } = finitePoints(cloud, hasFaces);
  return {
    bytes: encodeMesh(request.out, {
      positions,
      ...(hasFaces ? { faces } : {}),
      ...(colors === undefined ? {} : { colors: rowsOf(colors, rows, 3) }),
    }),
    facts: {
      format: cloud.format,
      points: positions.length / 3,
      ...(rows === undefined ? {} : { dropped: cloud.count - rows.length }),
      ...(hasFaces ? { triangles: faces.length / 3 } : {}),
    },
  };
};

/** Points whose coordinates are finite, and which they are; undefined for all. */
function finitePoints(
  { positions }: PointCloud,
  hasFaces: boolean,
): { readonly positions: Float64Array; readonly rows: number[] | undefined } {
  // Triangles name vertices by their places: there all of them stay, and the encoder says what is wrong with one.
  if (hasFaces || positions.every(Number.isFinite)) return { positions, rows: undefined };
  const rows: number[] = [];
  for (let at = 0; at < positions.length; at += 3) {
    if (positions.subarray(at, at + 3).every(Number.isFinite)) rows.push(at / 3);
  }
  return { positions: rowsOf(positions, rows, 3), rows };
}

/** Some rows of an array. */
function rowsOf<T extends Float64Array | Uint8Array | Float32Array>(
  values: T,
  rows: readonly number[] | undefined,
  channels: number,
): T {
  if (rows === undefined) return values;
  const Kind = values.constructor as new (length: number) => T;
  const some = new Kind(rows.length * channels);
  rows.forEach((row, place) =>
    some.set(values.subarray(row * channels, (row + 1) * channels), place * channels)
  );
  return some;
}

/** Points as the voxels that they are in, with the means of what they carry. */
function voxelsOf(
  context: Context,
  cloud: PointCloud,
  voxelSize: number,
  { input, nvdb }: ConvertRequest,
): Converted {
  const { positions, rows: kept } = finitePoints(cloud, false);
  const count = positions.length / 3;
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
      const colors = mean(Float32Array.from(rowsOf(cloud.colors, kept, 3)), 3);
      columns.push({
        name: "colour",
        values: Uint8Array.from(colors, Math.round),
        channels: 3,
        semantic: 2,
      });
    }
    if (cloud.intensities !== undefined) {
      const intensities = rowsOf(Float32Array.from(cloud.intensities), kept, 1);
      columns.push({ name: "intensity", values: mean(intensities, 1) });
    }
    columns.push({ name: "points", values: countRows(rows, grid.numVoxels) });
    const ijk = own(gridIjk(grid)).data.readSync();
    const name = stemOf(input);
    return {
      bytes: encodeNvdb([{ type: "onIndex", name, ijk, columns, voxelSize }], nvdb),
      facts: {
        format: cloud.format,
        points: count,
        ...(kept === undefined ? {} : { dropped: cloud.count - count }),
        voxelSize,
        voxels: grid.numVoxels,
        leaves: grid.counts.leaves,
        columns: columns.map((one) => one.name).join(", "),
        device: context.device,
      },
    };
  });
}

/** How often each row is named. */
function countRows(rows: Tensor<"i64">, count: number): Uint32Array<ArrayBuffer> {
  const counts = new Uint32Array(count);
  for (const row of rows.readSync()) counts[Number(row)] = (counts[Number(row)] ?? 0) + 1;
  return counts;
}

/** A mesh as the voxels near it, with their distances from it. */
function bandOf(
  context: Context,
  { cloud, faces }: { readonly cloud: PointCloud; readonly faces: Uint32Array },
  voxelSize: number,
  { input, halfWidth: voxels, unsigned, nvdb }: ConvertRequest,
): Converted {
  const maxDistance = voxels * voxelSize;
  return scope((own) => {
    using placed = placeMesh(context, { cloud, faces });
    const grid = own(
      gridFromMesh(placed.vertices, placed.faces, { voxelSize, halfWidth: maxDistance }),
    );
    const find = unsigned ? meshDistances : signedMeshDistances;
    using found = find(grid, placed.vertices, placed.faces, { maxDistance });
    const limit = (distance: number): number =>
      Math.min(maxDistance, Math.max(-maxDistance, distance));
    const values = Float32Array.from(found.distances.readSync(), limit);
    const ijk = own(gridIjk(grid)).data.readSync();
    return {
      bytes: encodeNvdb([{
        type: "float",
        name: stemOf(input),
        gridClass: unsigned ? "unknown" : "levelSet",
        ijk,
        values,
        background: Float32Array.of(maxDistance),
        voxelSize,
      }], nvdb),
      facts: {
        format: cloud.format,
        triangles: faces.length / 3,
        voxelSize,
        voxels: grid.numVoxels,
        leaves: grid.counts.leaves,
        distances: unsigned ? "without sign" : "below 0 inside",
        device: context.device,
      },
    };
  });
}
