/**
 * The fields whose surfaces `denovdb mesh` draws: distances from meshes, samples of volumes, fused depth images.
 *
 * @module
 */

import { join } from "@std/path";
import { DisposableStack } from "../../../ffi/base/disposable_stack.ts";
import { type Context, emptyTensor, type GridBatch, type Tensor, tensor } from "../../core/mod.ts";
import { bundle } from "../../core/bundle.ts";
import { gridFromDense, gridFromMesh, gridFromZeroVoxels } from "../../grid/mod.ts";
import { injectFromDenseCminor } from "../../inject/mod.ts";
import { readDepthImage } from "../../io/mod.ts";
import { asType, multiply } from "../../jagged/mod.ts";
import { signedMeshDistances } from "../../mesh/mod.ts";
import {
  closeTsdf,
  type DepthImages,
  integrateTsdf,
  type IntegrateTsdfOptions,
  type TsdfVolume,
} from "../../sdf/mod.ts";
import { pickGrid } from "../input/dense_grid.ts";
import { axesOf, checkLevel, straightField } from "../input/grid_surface.ts";
import { deviceNumbers } from "../picture/volume/mist.ts";
import { type DepthList, readDepthList } from "../input/depth_list.ts";
import { readInput, statInput } from "../input/bytes.ts";
import { naming, namingMesh } from "../shared/naming.ts";
import { placeMesh, readMesh } from "../input/mesh_file.ts";
import type { VolumeAxes } from "../input/turned.ts";
import { checkMeshVoxels } from "../input/voxel_size.ts";
import { loadVolume, type VolumeFile } from "../input/volume_file.ts";
import { type GridChecks, gridsOf } from "../input/grids_file.ts";

/** A field on voxels, and the level at which its surface is; dispose it. */
export interface LeveledField extends Disposable {
  readonly grid: GridBatch;
  readonly field: Tensor<"f32" | "f64">;
  readonly isoLevel: number;
  /** Whether the field has the other sign than what it was made of. */
  readonly turned?: boolean;
  /** Source of the field, for reports: a name and a number. */
  readonly made: readonly [what: "triangles" | "samples" | "images" | "active", count: number];
  /** Axes of the source, where they may be turned. */
  readonly axes?: VolumeAxes;
  /** Options of the source, for reports. */
  readonly asked: Readonly<Record<string, number | string>>;
  /** Faults of the file, though it could be read. */
  readonly warnings?: readonly string[];
}

/** Voxels on both sides of the surface: a cell that it cuts has corners up to a diagonal away. */
const BAND = 2;

/** Signed distances of voxels near a closed mesh from it. */
export async function meshField(
  context: Context,
  { input, voxelSize, offset }: {
    readonly input: string;
    readonly voxelSize: number;
    readonly offset: number;
  },
): Promise<LeveledField> {
  const file = await readMesh(input);
  const halfWidth = Math.abs(offset) + BAND * voxelSize;
  checkMeshVoxels(file, { voxelSize, halfWidth });
  using placed = placeMesh(context, file);
  const { vertices, faces } = placed;
  using stack = new DisposableStack();
  const grid = stack.use(gridFromMesh(vertices, faces, { voxelSize, halfWidth }));
  const find = () => signedMeshDistances(grid, vertices, faces, { halfWidth });
  const found = stack.use(namingMesh(input, find));
  const made = ["triangles", file.faces.length / 3] as const;
  const asked = { offset };
  return leveled(stack, { grid, field: found.distances, isoLevel: offset, made, asked });
}

/** Samples of a volume, turned over where they are larger inside. */
export async function volumeField(
  context: Context,
  { iso, inside, ...file }: VolumeFile & {
    readonly iso: number;
    readonly inside: "below" | "above";
  },
): Promise<LeveledField> {
  const volume = await loadVolume(file, "z");
  const { dims: [x, y, z], spacing, origin, values } = volume;
  // Before it takes a while to find no surface.
  checkLevel({ verb: "draw", input: file.input, values, level: iso, inside, isChosen: true });
  using stack = new DisposableStack();
  using dense = tensor(deviceNumbers(volume), { context, shape: [1, x, y, z] });
  const dims = [x, y, z] as const;
  const grid = stack.use(gridFromDense({ context, dims, voxelSize: [spacing], origin: [origin] }));
  using samples = injectFromDenseCminor(grid, dense);
  using numbers = asType(samples, dense.dtype === "f64" ? "f64" : "f32");
  const sign = inside === "below" ? 1 : -1;
  const field = stack.use(multiply(numbers, sign)) as Tensor<"f32" | "f64">;
  const made = ["samples", x * y * z] as const;
  const asked = { iso, inside };
  const turned = sign < 0;
  return leveled(stack, { grid, field, isoLevel: sign * iso, turned, made, asked, axes: volume });
}

/** Values of a sparse grid of a file. */
export async function gridField(
  context: Context,
  { input, grid: wanted, iso, ...checks }: GridChecks & {
    readonly input: string;
    readonly grid: string | undefined;
    readonly iso: number;
  },
): Promise<LeveledField> {
  await statInput(input);
  const bytes = await readInput(input);
  const chosen = pickGrid(await gridsOf(bytes, input, checks), wanted);
  using stack = new DisposableStack();
  const { grid, field } = straightField("draw", context, chosen);
  stack.use(grid);
  stack.use(field);
  const made = ["active", chosen.activeCount] as const;
  const asked = { grid: chosen.name, iso };
  const { warnings } = chosen;
  return leveled(stack, {
    grid,
    field,
    isoLevel: iso,
    made,
    asked,
    axes: axesOf(chosen),
    warnings,
  });
}

/** Options of the fusion of depth images. */
export interface FuseRequest {
  /** The folder with the images and their list. */
  readonly input: string;
  readonly voxelSize: number;
  readonly halfWidth: number;
  /** The largest depth that counts; 4 times the median of an image when left out. */
  readonly maxDepth: number | undefined;
  /** Meaning of pixels without depth where the surface is closed; it stays open when left out. */
  readonly close: "unknown" | "empty" | undefined;
  /** Called with the share of the images that has been fused. */
  readonly onProgress: (done: number) => void;
}

/** Distances that the depth images of a folder tell; what none of them shows is NaN, unless they are closed. */
export async function depthField(context: Context, request: FuseRequest): Promise<LeveledField> {
  const list = await readDepthList(request.input);
  using stack = new DisposableStack();
  using volume = await fuseImages(context, list, request);
  const { halfWidth, close } = request;
  const field = stack.use(
    close === undefined
      ? tensor(seenOf(volume), { context })
      : await closeImages(context, volume, list, { ...request, close }),
  );
  const grid = stack.use(volume.grid.move());
  const made = ["images", list.images.length] as const;
  const asked = { halfWidth, ...close === undefined ? {} : { close } };
  return leveled(stack, { grid, field, isoLevel: 0, made, asked });
}

/** Distances of voxels that were seen, NaN for others. */
function seenOf({ tsdf, weights }: TsdfVolume<"f32">): Float32Array<ArrayBuffer> {
  const sums = weights.readSync();
  return tsdf.readSync().map((one, row) => sums[row] === 0 ? NaN : one);
}

/** One image on the device, and how it is fused. */
interface PlacedImage {
  readonly seen: DepthImages;
  readonly range: IntegrateTsdfOptions;
}

/** Reads the images of a list; each is there until the next one is asked for. */
async function* placeImages(
  context: Context,
  list: DepthList,
  { input, halfWidth, maxDepth }: FuseRequest,
): AsyncGenerator<PlacedImage> {
  const { images, depthScale, ...size } = list;
  for (const { file, camera } of images) {
    const path = join(input, file);
    const bytes = await Deno.readFile(path);
    const { width, height, values } = await naming(path, () => readDepthImage(bytes, size));
    const scaled = values.map((one) => one * depthScale);
    using depth = tensor(scaled, { context, shape: [1, height, width] });
    const range = { halfWidth, maxDepth: maxDepth ?? 4 * medianDepth(scaled) };
    yield { seen: { depth, cameras: [camera] }, range };
  }
}

async function fuseImages(
  context: Context,
  list: DepthList,
  request: FuseRequest,
): Promise<TsdfVolume<"f32">> {
  const { voxelSize, close, onProgress } = request;
  let volume: TsdfVolume<"f32"> = bundle("TsdfVolume", {
    grid: gridFromZeroVoxels({ context, voxelSize }),
    tsdf: emptyTensor([0], { context, dtype: "f32" }),
    weights: emptyTensor([0], { context, dtype: "f32" }),
  });
  let done = 0;
  const all = list.images.length * (close === undefined ? 1 : 2);
  try {
    for await (const { seen, range } of placeImages(context, list, request)) {
      const next = integrateTsdf(volume, seen, range);
      volume.dispose();
      volume = next;
      onProgress(++done / all);
    }
    return volume;
  } catch (error) {
    volume.dispose();
    throw error;
  }
}

/** Closes a volume, image by image. */
async function closeImages(
  context: Context,
  { grid, tsdf, weights }: TsdfVolume<"f32">,
  list: DepthList,
  request: FuseRequest & { readonly close: "unknown" | "empty" },
): Promise<Tensor<"f32">> {
  const { close, onProgress } = request;
  let done = list.images.length;
  let field: Tensor<"f32"> | undefined;
  try {
    for await (const { seen, range } of placeImages(context, list, request)) {
      const state = { grid, tsdf: field ?? tsdf, weights };
      const next = closeTsdf(state, seen, { ...range, background: close });
      field?.dispose();
      field = next;
      onProgress(++done / (2 * list.images.length));
    }
    return field ?? tensor(new Float32Array(grid.numVoxels), { context });
  } catch (error) {
    field?.dispose();
    throw error;
  }
}

/** The middle one of the depths that are measurements; 1 without any. */
function medianDepth(values: Float32Array): number {
  const sorted = values.filter((one) => one > 0 && one < Infinity).sort();
  return sorted[sorted.length >> 1] ?? 1;
}

/** Hands what a stack owns over to a field. */
function leveled(
  stack: DisposableStack,
  parts: Omit<LeveledField, keyof Disposable>,
): LeveledField {
  const owned = stack.move();
  return { ...parts, [Symbol.dispose]: () => owned.dispose() };
}
