/**
 * Operands of all kinds, with which every public function is called as it should be, and as it should not.
 *
 * @module
 */
import * as lib from "../_doors.ts";

/** Operands of a call, in order; of a method, after the object that has it. */
export type Row = readonly unknown[];

/** The calls of functions and methods, by their names; another call of one is `name/what is special`. */
export type Calls = Readonly<Record<string, Row>>;

/** The same operands for several functions. */
export function alike(names: string, ...row: Row): Calls {
  return Object.fromEntries(names.split(" ").map((name) => [name, row]));
}

/** Values on a device of which operands are made. */
export interface Values {
  readonly context: lib.Context;
  readonly own: lib.Own;
  /** Makes a tensor of one number. */
  readonly full: (shape: readonly number[], value?: number) => lib.Tensor<"f32">;
  readonly ints: (numbers: readonly number[], shape: readonly number[]) => lib.Tensor<"i32">;
  readonly grid: lib.GridBatch;
  readonly coarse: lib.GridBatch;
  readonly field: lib.Tensor<"f32">;
  readonly column: lib.Tensor<"f32">;
  readonly features: lib.Tensor<"f32">;
  readonly mask: lib.Tensor<"bool">;
  readonly rows: lib.Tensor<"i64">;
  readonly coords: lib.Tensor<"i32">;
  readonly vertices: lib.Tensor<"f32">;
  readonly directions: lib.Tensor<"f32">;
  readonly faces: lib.Tensor<"i32">;
  readonly surface: lib.IsoSurface;
  readonly distances: lib.MeshDistances;
  readonly lists: lib.JaggedTensor<"f32">;
  readonly unit: lib.JaggedTensor<"f32">;
  readonly nested: lib.JaggedTensor<"f32">;
  readonly plan: lib.ConvPlan;
  readonly weights: lib.Tensor<"f32">;
  readonly bytes: lib.Tensor<"u8">;
  readonly cube: lib.Tensor<"u8">;
  readonly keys: lib.Tensor<"i32">;
  readonly index: lib.SpatialIndex;
  readonly box: lib.SpatialIndex;
  readonly sums: lib.SpatialIndex;
  readonly volume: lib.Tensor<"f32">;
  readonly bricks: lib.BrickVolume<"f32">;
  readonly cloud: lib.Tensor<"f32">;
  readonly colors: lib.Tensor<"u8">;
  readonly tree: lib.LodTree;
  readonly event: lib.DeviceEvent;
}

/** Makes the values; the scope owns them. */
export function valuesOn(context: lib.Context, own: lib.Own): Values {
  const full = (shape: readonly number[], value = 1): lib.Tensor<"f32"> =>
    own(lib.fullTensor(shape, value, { context, dtype: "f32" }));
  const ints = (numbers: readonly number[], shape: readonly number[]): lib.Tensor<"i32"> =>
    own(lib.tensor(Int32Array.from(numbers), { context, shape }));
  const grid = own(lib.gridFromDense({ context, dims: 4 }));
  const voxels = grid.numVoxels;
  const field = own(
    lib.tensor(Float32Array.from({ length: voxels }, (_, row) => row % 4 - 1.5), { context }),
  );
  const column = own(field.reshape([voxels, 1]));
  const bytes = own(lib.tensor(new Uint8Array(64), { context }));
  const features = full([voxels, 2]);
  const vertices = own(
    lib.tensor([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], { context, shape: [4, 3] }),
  );
  const faces = ints([0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3], [4, 3]);
  const surface = own(lib.marchingCubes(grid, field, { dtype: "f32" }));
  const coords = ints([0, 0, 0, 1, 2, 3], [2, 3]);
  const volume = full([4, 4, 4]);
  const rows = own(lib.tensor(BigInt64Array.of(0n, 1n), { context }));
  const plan = own(lib.convPlan(grid, { kernel: 1, target: grid }));
  const places = Float32Array.from({ length: 192 }, (_, n) => n * 7 % 13);
  const cloud = own(lib.tensor(places, { context, shape: [64, 3] }));
  const tree = own(lib.buildLod(cloud, undefined, { pointsPerLeaf: 8, keepRows: true }));
  return {
    context,
    own,
    full,
    ints,
    grid,
    field,
    features,
    vertices,
    faces,
    surface,
    coords,
    rows,
    volume,
    plan,
    tree,
    cloud,
    coarse: own(lib.coarsenedGrid(grid, { factor: 2 })),
    lists: own(lib.gridJaggedLike(grid, features)),
    nested: own(lib.jagged(features, { offsets: [0, 32, voxels], outerOffsets: [0, 1, 2] })),
    directions: full([4, 3]),
    mask: own(lib.fullTensor([voxels], true, { context, dtype: "bool" })),
    bytes,
    cube: own(lib.fullTensor([4, 4, 4], 1, { context, dtype: "u8" })),
    colors: own(lib.tensor(new Uint8Array(256), { context, shape: [64, 4] })),
    keys: ints([0, 5], [2]),
    index: own(lib.indexFromKeys(ints([0, 5, 9], [3]), { dims: [64] })),
    box: own(lib.indexFromKeys(ints([0, 5, 9], [3]), { dims: [8, 8], layout: "paper" })),
    bricks: own(lib.brickVolume(volume, { threshold: 0, brick: 4, slots: "table" })),
    distances: own(lib.meshDistances(grid, vertices, faces, { halfWidth: 2 })),
    weights: full([1, 2, 1, 1, 1]),
    unit: own(lib.gridJaggedLike(grid, column)),
    column,
    sums: own(lib.indexFromValues(ints([0, 5, 9, 1, 1, 1], [6]), { bits: 8 })),
    event: own(lib.recordEvent(context)),
  };
}
