/**
 * Scenes of the viewer: tiles, triangles, or the voxels of points, meshes, volumes and sparse grids.
 *
 * @module
 */

import { basename } from "@std/path";
import { type Device, openContext, tensor } from "../../core/mod.ts";
import { gridFromDense, gridFromMesh, gridFromPointsWithRows } from "../../grid/mod.ts";
import { encodeGlb, type PointCloud, type RawLayout } from "../../io/mod.ts";
import { voxelMean } from "../../pool/mod.ts";
import { localCloud } from "../input/cloud.ts";
import { readCloudFile } from "../input/cloud_file.ts";
import { knownColors } from "../input/colors.ts";
import { pickGrid } from "../input/dense_grid.ts";
import { airThreshold, histogramOf } from "../input/histogram.ts";
import { holdsVolume, kindOf } from "../input/kind.ts";
import {
  checkMeshVoxels,
  checkPointVoxels,
  doubtsAboutVoxels,
  guessVoxelSize,
} from "../input/voxel_size.ts";
import { readInput, statInput } from "../input/bytes.ts";
import type { Page, Site } from "./site.ts";
import { placeMesh } from "../input/mesh_file.ts";
import { gridVoxels } from "./grids.ts";
import { openTiles, TILES_AT } from "./tiles.ts";
import { type SurfaceVoxels, surfaceVoxels } from "./voxels.ts";
import { loadVolume } from "../input/volume_file.ts";
import { type GridChecks, gridsOf } from "../input/grids_file.ts";

/** The checked request of the user. */
export interface ViewRequest {
  /** A folder of tiles or a file. */
  readonly input: string;
  /** The axis that points up. */
  readonly up: "x" | "y" | "z";
  /** Edge length of voxels. */
  readonly voxelSize: number | undefined;
  /** Samples of volumes above it are voxels; of level sets those below. */
  readonly threshold: number | undefined;
  /** Which of several sparse grids: its name, or its place from 0. */
  readonly grid: string | undefined;
  /** Treatment of checksums of sparse grids. */
  readonly checks: GridChecks;
  /** Number of levels of a COPC file or of ept.json that are read. */
  readonly levels?: number;
  /** Layout of a raw file, which the file does not hold. */
  readonly layout: Partial<RawLayout>;
  /** Device that makes voxels. */
  readonly device: Device;
}

/** A scene as the page reads it. */
export interface ViewScene {
  readonly title: string;
  readonly kind: "tiles" | "mesh" | "voxels";
  /** Description, in a few words. */
  readonly summary: string;
  /** Path of its data on the server. */
  readonly source: string;
  readonly up: "x" | "y" | "z";
  /** Whether colors of tiles are those of their points, or stand for heights. */
  readonly colorSource?: "file" | "height";
  /** Numbers for people. */
  readonly facts: readonly (readonly [name: string, value: number | string])[];
  /** Offset taken off all coordinates, so that single precision keeps their detail; of tiles that of the root's. */
  readonly origin?: readonly number[];
  /** Number of voxels in the data. */
  readonly count?: number;
  /** Extents of a voxel along each axis. */
  readonly edges?: readonly number[];
  /** Rows of the matrix that turns voxels into the world, where they are turned. */
  readonly axes?: readonly number[];
  /** Names of the numbers that voxels can be colored by. */
  readonly columns?: readonly string[];
}

/** A scene and what has to be served for it. */
export interface View extends Site {
  readonly scene: ViewScene;
  /** Why it may show less than is expected. */
  readonly doubts?: readonly string[];
}

type Content = Omit<ViewScene, "title" | "source" | "up">;

/**
 * Reads what is to be shown.
 *
 * @param request What the user asked for.
 * @returns The scene, and the pages and folders of its data.
 * @throws {Error} If there is nothing that can be shown.
 */
export async function openView(request: ViewRequest): Promise<View> {
  const { input } = request;
  const info = await statInput(input);
  const isTileset = basename(input) === "tileset.json";
  if (info.isDirectory || isTileset) return await openTileView(request);
  const isRaw = Object.keys(request.layout).length > 0;
  if (isRaw || await holdsVolume(input)) return await openVolume(request);
  switch (await kindOf(input)) {
    case "tiles":
      return await openTileView(request);
    case "grids":
      return await openGrid(request);
  }
  const cloud = await readCloudFile(input, request);
  const { faces } = cloud;
  if (faces === undefined || faces.length === 0) return openPoints(cloud, request);
  return openMesh(cloud, faces, request);
}

/** Description of tiles, in a few words. */
const TILES_SUMMARY = "points with level of detail";

/** The scene of a folder of tiles, for a page that lies in it. */
export async function sceneOfTiles(folder: string, title: string): Promise<ViewScene> {
  const { colorSource, origin, facts } = await openTiles(folder);
  return {
    title,
    kind: "tiles",
    summary: TILES_SUMMARY,
    source: "tileset.json",
    up: "z",
    facts,
    colorSource,
    ...(origin && { origin }),
  };
}

async function openTileView({ input, up }: ViewRequest): Promise<View> {
  const { title, colorSource, origin, facts, pages, folders, makers } = await openTiles(input);
  const scene = {
    source: TILES_AT,
    title,
    up,
    kind: "tiles",
    summary: TILES_SUMMARY,
    facts,
    colorSource,
    ...(origin && { origin }),
  } as const;
  return { scene, pages: new Map([...scenePage(scene), ...pages]), folders, makers };
}

async function openGrid(request: ViewRequest): Promise<View> {
  const { input, checks, threshold, device } = request;
  const bytes = await readInput(input);
  const grid = pickGrid(await gridsOf(bytes, input, checks), request.grid);
  using context = openContext({ device });
  const { axes, shown, ...voxels } = gridVoxels(context, grid, threshold);
  const facts = [
    ["grid", grid.name === "" ? "(no name)" : grid.name],
    ["values", `${grid.type}, ${grid.gridClass}`],
    ["active", grid.activeCount],
    ...(shown === undefined ? [] : [["shown", shown] as const]),
  ] as const;
  return { ...voxelView(voxels, request, facts, axes), doubts: grid.warnings };
}

function openMesh(cloud: PointCloud, faces: Uint32Array, request: ViewRequest): View {
  const { voxelSize } = request;
  if (voxelSize !== undefined) {
    checkMeshVoxels({ cloud, faces }, { voxelSize });
    using context = openContext({ device: request.device });
    using placed = placeMesh(context, { cloud, faces });
    using grid = gridFromMesh(placed.vertices, placed.faces, { voxelSize });
    return voxelView(surfaceVoxels(grid), request);
  }
  const { min, max } = cloud.bounds;
  const origin = min.map((least, axis) => (least + (max[axis] ?? least)) / 2);
  const positions = cloud.positions.map((value, at) => value - (origin[at % 3] ?? 0));
  const colors = knownColors(cloud.colors);
  const file = encodeGlb({ positions, faces, ...(colors === undefined ? {} : { colors }) });
  const facts = [["vertices", cloud.count], ["triangles", faces.length / 3]] as const;
  return packed(request, { kind: "mesh", summary: "triangles", facts, origin }, {
    path: "/data/mesh.glb",
    page: { type: "model/gltf-binary", body: file },
  });
}

function openPoints(cloud: PointCloud, request: ViewRequest): View {
  const voxelSize = request.voxelSize ?? guessVoxelSize(cloud.bounds);
  checkPointVoxels(cloud.bounds, voxelSize);
  const local = localCloud(cloud);
  using context = openContext({ device: request.device });
  const shape = [local.count, 3];
  using points = tensor(local.points, { context, shape });
  using built = gridFromPointsWithRows(points, { voxelSize });
  using bytes = tensor(local.colors, { context, shape });
  using colors = voxelMean(built.grid, built.rows, bytes);
  const hasColors = local.colorSource === "file";
  const { intensities } = cloud;
  const columns = intensities === undefined || local.count !== cloud.count ? [] : [{
    name: "intensity",
    values: ((): Float32Array => {
      using strengths = tensor(Float32Array.from(intensities), {
        context,
        shape: [cloud.count, 1],
      });
      using means = voxelMean(built.grid, built.rows, strengths);
      return means.readSync();
    })(),
  }];
  const voxels = surfaceVoxels(built.grid, {
    colors: hasColors ? colors.readSync() : undefined,
    columns,
  });
  const origin = voxels.origin.map((value, axis) => value + (local.origin[axis] ?? 0));
  const doubts = doubtsAboutVoxels(cloud, { voxelSize, voxels: built.grid.numVoxels });
  return { ...voxelView({ ...voxels, origin }, request, [["points", local.count]]), doubts };
}

async function openVolume(request: ViewRequest): Promise<View> {
  const { values, dims, spacing } = await loadVolume(request, "z");
  const threshold = request.threshold ?? airThreshold(histogramOf(values));
  const above = new Uint8Array(values.length);
  values.forEach((value: number | bigint, at: number) => above[at] = value > threshold ? 1 : 0);
  using context = openContext({ device: request.device });
  using mask = tensor(above, { context, shape: [...dims] });
  using grid = gridFromDense({ context, dims, mask, voxelSize: spacing });
  return voxelView(surfaceVoxels(grid), request, [
    ["samples", dims.join(" x ")],
    ["threshold", threshold],
  ]);
}

function voxelView(
  { bytes, count, edges, origin, total, columns }: SurfaceVoxels,
  request: ViewRequest,
  facts: ViewScene["facts"] = [],
  axes?: readonly number[],
): View {
  const size = [...new Set(edges)].map((edge) => Number(edge.toPrecision(4))).join(" x ");
  const own = [["voxels", total], ["at the surface", count], ["voxel size", size]] as const;
  const content: Content = {
    kind: "voxels",
    summary: "voxels",
    facts: [...facts, ...own],
    origin,
    count,
    edges,
    columns,
    ...(axes === undefined ? {} : { axes }),
  };
  const page = { type: "application/octet-stream", body: bytes };
  return packed(request, content, { path: "/data/voxels.bin", page });
}

/** A view whose data are in memory. */
function packed(
  { input, up }: ViewRequest,
  content: Content,
  { path, page }: { readonly path: string; readonly page: Page },
): View {
  const scene = { title: basename(input), source: path, up, ...content };
  const pages = new Map([...scenePage(scene), [path, page] as const]);
  return { scene, pages, folders: new Map(), makers: new Map() };
}

function scenePage(scene: ViewScene): Map<string, Page> {
  return new Map([["/scene.json", { type: "application/json", body: JSON.stringify(scene) }]]);
}
