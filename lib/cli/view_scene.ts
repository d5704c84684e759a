/**
 * What the viewer shows: tiles as they lie on disk, triangles, or the voxels of points, meshes and volumes.
 *
 * @module
 */

import { basename, dirname } from "@std/path";
import { type Device, openContext, tensor } from "../core/mod.ts";
import { gridFromDense, gridFromMesh, gridFromPointsWithRows } from "../grid/mod.ts";
import { encodeGlb, isVolumeName, type PointCloud, type RawLayout } from "../io/mod.ts";
import { voxelMean } from "../pool/mod.ts";
import { localCloud } from "./cloud.ts";
import { readCloudFile } from "./cloud_file.ts";
import { airThreshold, histogramOf } from "./histogram.ts";
import type { Page } from "./site.ts";
import { placeMesh } from "./surface_files.ts";
import { type SurfaceVoxels, surfaceVoxels } from "./view_voxels.ts";
import { loadVolume } from "./volume_file.ts";

/** What the user asked for, checked. */
export interface ViewRequest {
  /** A folder of tiles or a file. */
  readonly input: string;
  /** The axis that points up. */
  readonly up: "x" | "y" | "z";
  /** Edge length of voxels. */
  readonly voxelSize: number | undefined;
  /** Samples of volumes above it are voxels. */
  readonly threshold: number | undefined;
  /** How many levels of a COPC file or of ept.json are read. */
  readonly levels?: number;
  /** What a raw file does not say of itself. */
  readonly layout: Partial<RawLayout>;
  /** Where voxels are made. */
  readonly device: Device;
}

/** A scene as the page reads it. */
export interface ViewScene {
  readonly title: string;
  readonly kind: "tiles" | "mesh" | "voxels";
  /** What it is, in a few words. */
  readonly summary: string;
  /** Where its data lie on the server. */
  readonly source: string;
  readonly up: "x" | "y" | "z";
  /** Numbers for people. */
  readonly facts: readonly (readonly [name: string, value: number | string])[];
  /** What was taken off all coordinates, so that single precision keeps their detail. */
  readonly origin?: readonly number[];
  /** Number of voxels in the data. */
  readonly count?: number;
  /** Edge lengths of a voxel. */
  readonly edges?: readonly number[];
}

/** A scene and what has to be served for it. */
export interface View {
  readonly scene: ViewScene;
  readonly pages: ReadonlyMap<string, Page>;
  readonly folders: ReadonlyMap<string, string>;
}

type Content = Omit<ViewScene, "title" | "source" | "up">;

/** Cells of point clouds along their longest side, unless the user says otherwise. */
const CELLS = 256;

/**
 * Reads what is to be shown.
 *
 * @param request What the user asked for.
 * @returns The scene, and the pages and folders of its data.
 * @throws {Error} If there is nothing that can be shown.
 */
export async function openView(request: ViewRequest): Promise<View> {
  const { input } = request;
  const info = await Deno.stat(input).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    throw new Error(`Cannot view "${input}": there is no such file or folder`);
  });
  if (info.isDirectory) return await openTiles(input, request);
  if (basename(input) === "tileset.json") return await openTiles(dirname(input), request);
  if (isVolumeName(input)) return await openVolume(request);
  const cloud = await readCloudFile(input, request);
  const { faces } = cloud;
  if (faces === undefined || faces.length === 0) return openPoints(cloud, request);
  return openMesh(cloud, faces, request);
}

async function openTiles(folder: string, request: ViewRequest): Promise<View> {
  const real = await Deno.realPath(folder);
  const source = "/data/tileset.json";
  const scene = { source, title: basename(real), up: request.up, ...await readTileset(real) };
  return { scene, pages: scenePage(scene), folders: new Map([["/data/", real]]) };
}

async function readTileset(folder: string): Promise<Content> {
  const refuse = (problem: string, cause?: unknown): never => {
    throw new Error(
      `Cannot view "${folder}": ${problem}; "denovdb lod" makes such folders`,
      { cause },
    );
  };
  const text = await Deno.readTextFile(`${folder}/tileset.json`).catch((error) => {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return refuse("it has no tileset.json");
  });
  let tileset: { readonly root?: TileNode } | null = null;
  try {
    tileset = JSON.parse(text);
  } catch (error) {
    refuse("its tileset.json is not JSON", error);
  }
  const root = tileset?.root;
  if (typeof root !== "object") return refuse("its tileset.json has no root");
  const [tiles, levels] = countTiles(root);
  return {
    kind: "tiles",
    summary: "points with level of detail",
    facts: [["tiles", tiles], ["levels", levels]],
  };
}

interface TileNode {
  readonly children?: readonly TileNode[];
}

function countTiles({ children = [] }: TileNode): [tiles: number, levels: number] {
  let [tiles, levels] = [1, 0];
  for (const child of children) {
    const below = countTiles(child);
    tiles += below[0];
    levels = Math.max(levels, below[1]);
  }
  return [tiles, levels + 1];
}

function openMesh(cloud: PointCloud, faces: Uint32Array, request: ViewRequest): View {
  const { voxelSize } = request;
  if (voxelSize !== undefined) {
    using context = openContext({ device: request.device });
    using placed = placeMesh(context, { cloud, faces });
    using grid = gridFromMesh(placed.vertices, placed.faces, { voxelSize });
    return voxelView(surfaceVoxels(grid), request);
  }
  const { min, max } = cloud.bounds;
  const origin = min.map((least, axis) => (least + (max[axis] ?? least)) / 2);
  const positions = cloud.positions.map((value, at) => value - (origin[at % 3] ?? 0));
  const { colors } = cloud;
  const file = encodeGlb({ positions, faces, ...(colors === undefined ? {} : { colors }) });
  const facts = [["vertices", cloud.count], ["triangles", faces.length / 3]] as const;
  return packed(request, { kind: "mesh", summary: "triangles", facts, origin }, {
    path: "/data/mesh.glb",
    page: { type: "model/gltf-binary", body: file },
  });
}

function openPoints(cloud: PointCloud, request: ViewRequest): View {
  const local = localCloud(cloud);
  using context = openContext({ device: request.device });
  const shape = [local.count, 3];
  using points = tensor(local.points, { context, shape });
  const voxelSize = request.voxelSize ?? defaultVoxelSize(cloud);
  using built = gridFromPointsWithRows(points, { voxelSize });
  using bytes = tensor(local.colors, { context, shape });
  using colors = voxelMean(built.grid, built.rows, bytes);
  const hasColors = local.colorSource === "file";
  const voxels = surfaceVoxels(built.grid, hasColors ? colors.readSync() : undefined);
  const origin = voxels.origin.map((value, axis) => value + (local.origin[axis] ?? 0));
  return voxelView({ ...voxels, origin }, request, [["points", local.count]]);
}

function defaultVoxelSize({ bounds: { min, max } }: PointCloud): number {
  return Math.max(...min.map((least, axis) => (max[axis] ?? least) - least)) / CELLS || 1;
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
  { bytes, count, edges, origin, total }: SurfaceVoxels,
  request: ViewRequest,
  facts: ViewScene["facts"] = [],
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
  return { scene, pages: new Map([...scenePage(scene), [path, page]]), folders: new Map() };
}

function scenePage(scene: ViewScene): Map<string, Page> {
  return new Map([["/scene.json", { type: "application/json", body: JSON.stringify(scene) }]]);
}
