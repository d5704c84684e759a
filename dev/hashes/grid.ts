/**
 * Rows of operators that build, join and split grids.
 *
 * @module
 */
import { jagged, type JaggedTensor, type Real, type Tensor } from "../../lib/core/mod.ts";
import * as grid from "../../lib/grid/mod.ts";
import { type Inputs, Random } from "./_inputs.ts";
import { mesh } from "./_mesh.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const REALS: readonly Real[] = ["f16", "f32", "f64"];
const SIZES = { voxelSize: [[0.5, 0.25, 1], [1, 1, 1], [0.75, 0.5, 0.5]] } as const;
const SIZE = { voxelSize: 0.375, origin: [0.125, 0, -1] } as const;

function gridRows(inputs: Inputs): Row[] {
  return [...builtRows(inputs), ...denseRows(inputs), ...nvdbRows(inputs), ...joinedRows(inputs)];
}

function builtRows(inputs: Inputs): Row[] {
  const { gridFromIjk, gridFromMesh, gridFromNearestVoxelsToPoints } = grid;
  const { gridFromPoints, gridFromPointsWithRows } = grid;
  const { faces } = mesh(inputs);
  const vertices = <D extends Real>(dtype: D): Tensor<D> => mesh(inputs).vertices(dtype);
  const points = (): JaggedTensor<"f32"> => inputs.batchPoints("f32");
  return [
    ...rows("grid/from ijk", gridFromIjk, {
      "10k": () => gridFromIjk(inputs.coords),
      "batch": () => gridFromIjk(inputs.batchCoords, SIZES),
      "far apart": () =>
        gridFromIjk(inputs.wholes("i32", [5000, 3], { low: -(2 ** 24), high: 2 ** 24 })),
      "empty": () => gridFromIjk(inputs.numbers("i32", [0, 3])),
    }),
    ...rows("grid/from points", gridFromPoints, {
      ...byType(REALS, (dtype) => gridFromPoints(inputs.points(dtype), SIZE)),
      "f32 batch": () => gridFromPoints(points(), SIZES),
      "f32 empty": () => gridFromPoints(inputs.numbers("f32", [0, 3]), SIZE),
    }),
    ...rows("grid/from points with rows", gridFromPointsWithRows, {
      "f32": () => gridFromPointsWithRows(inputs.points("f32"), SIZE),
      "f32 batch": () => gridFromPointsWithRows(points(), SIZES),
    }),
    ...rows("grid/from nearest voxels", gridFromNearestVoxelsToPoints, {
      ...byType(REALS, (dtype) => gridFromNearestVoxelsToPoints(inputs.points(dtype), SIZE)),
      "f32 batch": () => gridFromNearestVoxelsToPoints(points(), SIZES),
    }),
    ...rows("grid/from mesh", gridFromMesh, {
      ...byType(REALS, (dtype) => gridFromMesh(vertices(dtype), faces("i32"), SIZE)),
      "f32 i64 half-width 3": () =>
        gridFromMesh(vertices("f32"), faces("i64"), { ...SIZE, halfWidth: 3 }),
      "f32 batch": (own) =>
        gridFromMesh(
          own(jagged(vertices("f32"), { offsets: [0, 0, vertices("f32").shape[0] ?? 0] })),
          own(jagged(faces("i32"), { offsets: [0, 0, faces("i32").shape[0] ?? 0] })),
          { voxelSize: [[0.5, 0.5, 0.5], [0.5, 0.25, 1]] },
        ),
    }),
    ...rows("grid/without grids", grid.gridFromZeroGrids, {
      "-": () => grid.gridFromZeroGrids({ context: inputs.context }),
    }),
    ...rows("grid/without voxels", grid.gridFromZeroVoxels, {
      "-": () => grid.gridFromZeroVoxels({ context: inputs.context, ...SIZE }),
    }),
  ];
}

function denseRows(inputs: Inputs): Row[] {
  const { context } = inputs;
  const { gridFromDense, gridFromDenseAxisAlignedBounds } = grid;
  return [
    ...rows("grid/from dense", gridFromDense, {
      "box": () => gridFromDense({ context, dims: [17, 9, 30], ijkMin: [-3, 5, -20], ...SIZE }),
      "2 grids": () => gridFromDense({ context, dims: 11, gridCount: 2 }),
      "mask": () =>
        gridFromDense({ context, dims: [20, 16, 9], mask: inputs.numbers("bool", [20, 16, 9]) }),
    }),
    ...rows("grid/from bounds", gridFromDenseAxisAlignedBounds, {
      "box": () =>
        gridFromDenseAxisAlignedBounds({
          context,
          dims: [12, 24, 18],
          min: [-1, -2, 0.5],
          max: [1, 2, 3],
        }),
      "voxel centers": () =>
        gridFromDenseAxisAlignedBounds({
          context,
          dims: 9,
          min: -1,
          max: 2,
          voxelCenter: true,
        }),
    }),
  ];
}

/** Voxels as a file has them: leaves in which every other voxel or so is active, and a few tiles. */
function nvdbVoxels(seed: number, leaves: number): grid.NvdbVoxels {
  const random = new Random(seed);
  const origins = Int32Array.from(
    { length: leaves * 3 },
    (_, n) => (n % 3 === 0 ? n / 3 : random.whole(0, 16)) * 8 - 128,
  );
  const masks = Uint32Array.from({ length: leaves * 16 }, () => random.whole(0, 2 ** 32));
  const voxels = masks.reduce((sum, word) => sum + bitCount(word), 0);
  return {
    leaves: { origins, masks },
    tiles: {
      origins: Int32Array.of(256, 0, 0, 264, 8, 16),
      sides: Uint16Array.of(8, 8),
      values: Float32Array.of(0.5, -0.25),
    },
    values: Float32Array.from({ length: voxels }, () => random.real(-2, 2)),
    channels: 1,
    matrix: [0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5],
    origin: [seed, 2, -3],
  };
}

function bitCount(word: number): number {
  let bits = 0;
  for (let rest = word; rest !== 0; rest = (rest & rest - 1) >>> 0) bits++;
  return bits;
}

/** What a file would get, without the names of its parts. */
async function nvdbOf(
  batch: Parameters<typeof grid.gridToNvdb>[0],
  options: grid.GridToNvdbOptions,
): Promise<readonly unknown[]> {
  const grids = await grid.gridToNvdb(batch, options);
  return grids.map((one) => [
    ...[one.name, one.type, one.gridClass, one.voxelSize, one.origin, one.ijk, one.values],
    one.background,
    one.columns?.map(({ name, values, channels }) => [name, values, channels]),
  ]);
}

function nvdbRows(inputs: Inputs): Row[] {
  const { context, ball, batch } = inputs;
  const { gridFromNvdb, gridToNvdb } = grid;
  return [
    ...rows("grid/from nvdb", gridFromNvdb, {
      "2 grids, tiles expanded": () =>
        gridFromNvdb([nvdbVoxels(1, 15), nvdbVoxels(2, 4)], { context, tiles: "expand" }),
      "tiles left": () => gridFromNvdb([nvdbVoxels(3, 9)], { context, tiles: "leave" }),
    }),
    ...rows("grid/to nvdb", gridToNvdb, {
      "f32 level set": () => nvdbOf(ball, { values: inputs.field("f32"), gridClass: "levelSet" }),
      "f64 vectors, batch": () =>
        nvdbOf(batch, { values: inputs.numbers("f64", [batch.numVoxels, 3]) }),
      "columns, batch": () =>
        nvdbOf(batch, {
          names: ["a", "b", "c"],
          columns: {
            colors: inputs.numbers("u8", [batch.numVoxels, 3]),
            halves: inputs.numbers("bf16", [batch.numVoxels, 2]),
          },
        }),
    }),
  ];
}

function joinedRows({ ball, batch, none }: Inputs): Row[] {
  const { concatenateGrids, gridAt, gridIjk, selectGrids } = grid;
  return [
    ...rows("grid/concatenate", concatenateGrids, {
      "ball, batch, empty, batch": () => concatenateGrids([ball, batch, none, batch]),
    }),
    ...rows("grid/one of batch", gridAt, {
      "scattered": () => gridAt(batch, 2),
      "without voxels": () => gridAt(batch, 1),
    }),
    ...rows("grid/select", selectGrids, {
      "numbers": () => selectGrids(batch, [2, 0, 2, -2]),
      "slice": () => selectGrids(batch, { step: -1 }),
    }),
    ...rows("grid/voxels", gridIjk, {
      "ball": () => gridIjk(ball),
      "batch": () => gridIjk(batch),
    }),
  ];
}

/** Grids from voxels, points, surfaces and files. */
export const GRID: Family = { name: "grid", exported: grid, rows: gridRows };
