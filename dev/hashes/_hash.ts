/**
 * Hashes of results: of their kinds, element types, shapes and bytes, in a fixed order.
 *
 * @module
 */
import { type ConvGradients, ConvPlan } from "../../lib/conv/mod.ts";
import {
  type Float,
  GridBatch,
  type GridWithRows,
  type GridWithSourceRows,
  JaggedTensor,
  type Real,
  Tensor,
} from "../../lib/core/mod.ts";
import { BrickVolume, SpatialIndex, VolumePicture } from "../../lib/index/mod.ts";
import { gridIjk, type GridWithValues } from "../../lib/grid/mod.ts";
import {
  type LodColumns,
  LodPicture,
  lodPoints,
  lodRows,
  type LodSelection,
  LodTree,
  lodVoxels,
} from "../../lib/lod/mod.ts";
import type { IsoSurface, MeshDistances, SurfaceFeatureGradients } from "../../lib/mesh/mod.ts";
import { type EdgeNetwork, leafOrigins } from "../../lib/query/mod.ts";
import type { RayCrossings, RayHits, RayVoxels } from "../../lib/rays/mod.ts";
import type { VolumeGradients, VolumeRendering } from "../../lib/render/mod.ts";
import type { SampleGradients, SamplesWithGrad, SplatGradients } from "../../lib/sample/mod.ts";
import type { SdfGrid, TsdfGradients, TsdfVolume } from "../../lib/sdf/mod.ts";

/** What is hashed of the values of a class, or of the bundles of a name. */
interface Kind {
  readonly has: (value: object) => boolean;
  readonly parts: (value: never) => readonly unknown[];
}

function kind<T extends object>(
  { prototype }: { readonly prototype: T },
  parts: (value: T) => readonly unknown[],
): Kind {
  return { has: (value) => Object.prototype.isPrototypeOf.call(prototype, value), parts };
}

function bundled<T>(name: string, parts: (value: T) => readonly unknown[]): Kind {
  return { has: (value) => value.constructor?.name === name, parts };
}

// The order of the parts is a part of the hash; their names are not, so that they can be changed.
const KINDS: readonly Kind[] = [
  kind(JaggedTensor, (lists) => [lists.offsets, lists.outerOffsets, lists.data]),
  kind(GridBatch, (grid) => [
    ...[grid.counts.grids, grid.counts.voxels, grid.counts.leaves],
    ...[grid.counts.lowers, grid.counts.uppers],
    ...[grid.offsets, grid.bboxes, grid.voxelSizes, grid.origins, grid.dualOrigins],
    new Own(() => [gridIjk(grid), leafOrigins(grid)]),
  ]),
  bundled<GridWithRows>("GridWithRows", ({ grid, rows }) => [grid, rows]),
  bundled<GridWithSourceRows>("GridWithSourceRows", ({ grid, rows }) => [grid, rows]),
  bundled<GridWithValues>("GridWithValues", ({ grid, values }) => [grid, values]),
  kind(ConvPlan, (plan) => [
    ...[plan.kernel, plan.stride, plan.transposed, plan.target],
    new Own(() => plan.kernelMap()),
  ]),
  bundled<ConvGradients>(
    "ConvGradients",
    ({ features, weights, bias }) => [features, weights, bias],
  ),
  kind(SpatialIndex, (index) => [
    ...[index.layout, index.dims, index.bits, index.data, index.counters],
  ]),
  kind(BrickVolume, (bricks) => [
    ...[bricks.dims, bricks.edge, bricks.grid, bricks.threshold, bricks.coverage],
    ...[bricks.fill, bricks.filled, bricks.index, bricks.table, bricks.masks, bricks.pool],
  ]),
  kind(VolumePicture, ({ image, depths, hits }) => [image, depths, hits]),
  kind(LodTree, (tree) => [
    ...[tree.table, tree.cube.min, tree.cube.edge, tree.cube.bits, tree.gridSize],
    new Own(() => [lodPoints(tree), lodVoxels(tree), tree.hasRows ? lodRows(tree) : undefined]),
  ]),
  bundled<LodColumns>("LodColumns", ({ coordinates, colors }) => [coordinates, colors]),
  kind(LodPicture, ({ image, depths }) => [image, depths]),
  bundled<LodSelection>("LodSelection", ({ runs }) => [runs]),
  bundled<IsoSurface>("IsoSurface", ({ vertices, faces, ends }) => [vertices, faces, ends]),
  bundled<MeshDistances>("MeshDistances", ({ distances, triangles }) => [distances, triangles]),
  bundled<SurfaceFeatureGradients<Real, Real>>(
    "SurfaceFeatureGradients",
    ({ features, field }) => [features, field],
  ),
  bundled<EdgeNetwork>("EdgeNetwork", ({ vertices, edges }) => [vertices, edges]),
  bundled<RayHits>("RayHits", ({ rows, times, faces }) => [rows, times, faces]),
  bundled<RayCrossings>("RayCrossings", ({ times, normals }) => [times, normals]),
  bundled<RayVoxels>("RayVoxels", ({ voxels, times }) => [voxels, times]),
  bundled<VolumeRendering>("VolumeRendering", (drawn) => [
    ...[drawn.rgb, drawn.depth, drawn.opacity, drawn.weights, drawn.sampleCounts],
  ]),
  bundled<VolumeGradients>(
    "VolumeGradients",
    ({ sigmas, rgbs, deltas, ts }) => [sigmas, rgbs, deltas, ts],
  ),
  bundled<SamplesWithGrad<Float>>(
    "SamplesWithGrad",
    ({ samples, gradients }) => [samples, gradients],
  ),
  bundled<SampleGradients>("SampleGradients", ({ features, points }) => [features, points]),
  bundled<SplatGradients>("SplatGradients", ({ features, points }) => [features, points]),
  bundled<SdfGrid>("SdfGrid", ({ grid, field }) => [grid, field]),
  bundled<TsdfVolume>(
    "TsdfVolume",
    ({ grid, tsdf, weights, features }) => [grid, tsdf, weights, features],
  ),
  bundled<TsdfGradients>("TsdfGradients", (gradients) => [
    ...[gradients.tsdf, gradients.weights, gradients.features],
    ...[gradients.depth, gradients.imageWeights, gradients.imageFeatures],
  ]),
];

/** Parts that are made to be hashed, and disposed then. */
class Own {
  readonly make: () => unknown;

  constructor(make: () => unknown) {
    this.make = make;
  }
}

/** FNV-1a of 64 bits, in two halves. */
export class Hash {
  #high = 0xcbf29ce4;
  #low = 0x84222325;
  #byteCount = 0;

  /** Number of bytes so far. */
  get byteCount(): number {
    return this.#byteCount;
  }

  /** The hash so far, 16 hexadecimal digits. */
  toString(): string {
    return [this.#high, this.#low].map((half) => half.toString(16).padStart(8, "0")).join("");
  }

  /** Adds bytes. */
  bytes(bytes: Uint8Array): void {
    let high = this.#high;
    let low = this.#low;
    for (let at = 0; at < bytes.length; at++) {
      // The prime is 2^40 + 435; halves of the low half keep products below 2^32.
      low ^= bytes[at] ?? 0;
      const below = (low & 0xffff) * 435;
      const above = (low >>> 16) * 435 + (below >>> 16);
      high = Math.imul(high, 435) + (above >>> 16) + (low << 8) | 0;
      low = above << 16 | below & 0xffff;
    }
    this.#high = high >>> 0;
    this.#low = low >>> 0;
    this.#byteCount += bytes.length;
  }

  /** Adds a text and its length. */
  text(text: string): void {
    const bytes = new TextEncoder().encode(text);
    this.bytes(new Uint8Array(Uint32Array.of(bytes.length).buffer));
    this.bytes(bytes);
  }

  /**
   * Adds a result: tensors, lists, grids and what is made of them, typed arrays, texts and numbers, and lists of these.
   *
   * @throws {TypeError} On a value of a class without a row in the table of kinds.
   */
  value(value: unknown): void {
    if (value instanceof Tensor) {
      this.text(`tensor ${value.dtype} ${value.shape}`);
      this.bytes(bytesOf(value.readSync()));
    } else if (value instanceof Own) {
      const made = value.make();
      this.value(made);
      discard(made);
    } else if (Array.isArray(value)) {
      this.text(`list ${value.length}`);
      for (const part of value) this.value(part);
    } else if (ArrayBuffer.isView(value)) {
      this.text(`${Object.prototype.toString.call(value)} ${value.byteLength}`);
      this.bytes(bytesOf(value));
    } else if (typeof value === "number") {
      this.text("number");
      this.bytes(bytesOf(Float64Array.of(value)));
    } else if (typeof value === "object" && value !== null) {
      this.#object(value);
    } else {
      this.text(`${typeof value} ${value}`);
    }
  }

  #object(value: object): void {
    const found = KINDS.find(({ has }) => has(value));
    if (found === undefined && Object.getPrototypeOf(value) === Object.prototype) {
      return this.value(Object.values(value));
    }
    if (found === undefined) {
      throw new TypeError(`Cannot hash a ${value.constructor?.name}: give its parts in a list`);
    }
    const parts = found.parts(value as never);
    this.text(`parts ${parts.length}`);
    for (const part of parts) this.value(part);
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/** Disposes a result, or all that a list holds. */
export function discard(result: unknown): void {
  if (Array.isArray(result)) result.forEach(discard);
  else if (typeof result === "object" && result !== null && Symbol.dispose in result) {
    (result as Disposable)[Symbol.dispose]();
  }
}
