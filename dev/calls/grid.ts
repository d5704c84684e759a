/**
 * Rows of operators that build, join and split grids, and of facts about them.
 *
 * @module
 */
import type { Real } from "../../lib/core/mod.ts";
import * as grid from "../../lib/grid/mod.ts";
import { Random, REALS } from "./_inputs.ts";
import { mesh } from "./_mesh.ts";
import { or, parts } from "./_marks.ts";
import { alike, byType, type Family } from "./_table.ts";

const SIZES = parts({ voxelSize: [[0.5, 0.25, 1], [1, 1, 1], [0.75, 0.5, 0.5]] }, "voxelSize[]");
const PLACE = { voxelSize: 0.375, origin: [0.125, 0, -1] } as const;
const SIZE = parts(PLACE, "origin");

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

/** Grids from voxels, points, surfaces and files. */
export const GRID: Family = {
  name: "grid",
  exported: grid,
  cases: (inputs) => {
    const { context, ball, batch, none } = inputs;
    const { vertices, faces } = mesh(inputs);
    const lists = inputs.batchPoints("f32");
    const points = byType(REALS, (dtype: Real) => [inputs.points(dtype), SIZE]);
    const [corners, triangles] = [vertices("f32"), faces("i32")];
    return {
      gridFromIjk: {
        "10k": [inputs.coords],
        "batch": [inputs.batchCoords, or(SIZES.make(), "missing", "empty")],
        "far apart": [
          inputs.wholes("i32", [inputs.count(5000), 3], { low: -(2 ** 24), high: 2 ** 24 }),
        ],
        "empty": [inputs.numbers("i32", [0, 3])],
      },
      gridFromPoints: {
        ...points,
        "f32 batch": [lists, SIZES],
        "f32 empty": [inputs.numbers("f32", [0, 3]), SIZE],
      },
      gridFromPointsWithRows: {
        "f32": [inputs.points("f32"), SIZE],
        "f32 batch": [lists, SIZES],
      },
      gridFromNearestVoxelsToPoints: { ...points, "f32 batch": [lists, SIZES] },
      gridFromMesh: {
        ...byType(REALS, (dtype) => [vertices(dtype), triangles, SIZE]),
        "f32 i64 half-width 3": [
          corners,
          faces("i64"),
          parts({ ...PLACE, halfWidth: 3 }, "origin", "halfWidth"),
        ],
        "f32 batch": [
          inputs.lists(corners, 0, 0, corners.shape[0] ?? 0),
          inputs.lists(triangles, 0, 0, triangles.shape[0] ?? 0),
          parts({ voxelSize: [[0.5, 0.5, 0.5], [0.5, 0.25, 1]] }, "voxelSize"),
        ],
      },
      gridFromZeroGrids: { "-": [{ context }] },
      gridFromZeroVoxels: { "-": [parts({ context, ...PLACE }, "voxelSize", "origin")] },
      gridFromDense: {
        "box": [
          parts(
            { context, dims: [17, 9, 30], ijkMin: [-3, 5, -20], ...PLACE },
            "dims[]",
            "ijkMin",
            "voxelSize",
            "origin",
          ),
        ],
        "2 grids": [parts({ context, dims: 11, gridCount: 2 }, "gridCount")],
        "mask": [
          parts({ context, dims: [20, 16, 9], mask: inputs.numbers("bool", [20, 16, 9]) }, "mask"),
        ],
      },
      gridFromDenseAxisAlignedBounds: {
        "box": [
          parts(
            { context, dims: [12, 24, 18], min: [-1, -2, 0.5], max: [1, 2, 3] },
            "dims[]",
            "max[]",
          ),
        ],
        "voxel centers": [
          parts({ context, dims: 9, min: -1, max: 2, voxelCenter: true }, "voxelCenter"),
        ],
      },
      gridFromNvdb: {
        "2 grids, tiles expanded": [
          [nvdbVoxels(1, 15), nvdbVoxels(2, 4)],
          parts({ context, tiles: "expand" }, "tiles"),
        ],
        "tiles left": [[nvdbVoxels(3, 9)], parts({ context, tiles: "leave" }, "tiles")],
      },
      gridToNvdb: {
        "f32 level set": [ball, { values: inputs.field("f32"), gridClass: "levelSet" }],
        "f64 vectors, batch": [batch, { values: inputs.numbers("f64", [batch.numVoxels, 3]) }],
        "columns, batch": [batch, {
          names: ["a", "b", "c"],
          columns: {
            colors: inputs.numbers("u8", [batch.numVoxels, 3]),
            halves: inputs.features("bf16", 2, batch),
          },
        }],
      },
      concatenateGrids: { "ball, batch, empty, batch": [[ball, batch, none, batch]] },
      gridAt: { "scattered": [batch, 2], "without voxels": [batch, 1] },
      selectGrids: {
        "numbers": [batch, or([2, 0, 2, -2], "number", "empty")],
        "slice": [batch, or({ step: -1 }, "empty")],
      },
      gridIjk: { "ball": [ball], "batch": [batch] },
      gridJaggedLike: { "f32": [batch, inputs.features("f32", 2, batch)] },
      isSame: { "same": [ball, ball], "other": [ball, batch], "empty": [none, ball] },
      ...alike("cumVoxels dualBboxes totalBbox totalDualBbox", { "batch": [batch] }),
      ...alike("voxelToWorldMatrices worldToVoxelMatrices", { "batch": [batch] }),
      ...alike("cumVoxelsAt numVoxelsAt hasZeroVoxelsAt originAt voxelSizeAt dualBbox", {
        ...byType(["0", "1", "2"], (b) => [batch, Number(b)]),
      }),
    };
  },
};
