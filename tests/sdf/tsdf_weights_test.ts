import { assert, assertEquals } from "@std/assert";
import { gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import {
  emptyTensor,
  fullTensor,
  gridFromDense,
  ijkToIndex,
  integrateTsdf,
  type Real,
  type Tensor,
  tensor,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";

const STRAIGHT = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const RANGE = { halfWidth: 0.4, maxDepth: 10 };

const MOST_WEIGHTS = [["f16", 65504], ["f32", 3.4028234663852886e38], ["f64", 2 ** 500]] as const;

for (const [dtype, most] of MOST_WEIGHTS) {
  eachBackend(
    `integrateTsdf() keeps averages where weights pass the most that counts in ${dtype}`,
    (context) => {
      using grid = gridFromDense({ context, dims: 1, voxelSize: 0.1, origin: [0, 0, 1] });
      for (const [held, expected] of [[most / 2, 0.5], [most, 2 / 3], [Infinity, 2 / 3]] as const) {
        const state = (value: number): Tensor<Real> => tensor([value], { context, dtype });
        using tsdf = state(1);
        using weights = state(held);
        using features = state(6);
        using counts = fullTensor([1, 1, 1], most / 2, { context, dtype });
        using colors = fullTensor([1, 1, 1], 3, { context, dtype: "u8" });
        using depth = fullTensor([1, 1, 1], 1, { context, dtype: "f32" });
        const cameras = [{ intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 1], pose: STRAIGHT }];
        const images = { depth, cameras, weights: counts, features: colors };
        using first = integrateTsdf({ grid, tsdf, weights, features }, images, RANGE);
        using second = integrateTsdf(first, images, RANGE);
        using voxel = tensor(new Int32Array(3), { context, shape: [1, 3] });
        using at = ijkToIndex(first.grid, voxel);
        const row = Number(at.readSync()[0]);
        const close = { relative: 1e-3 };
        assertClose([Number(first.tsdf.readSync()[row])], [expected], close);
        assertClose([Number(first.features?.readSync()[row])], [3 + 3 * expected], close);
        assertEquals(Number(first.weights.readSync()[row]), most);
        assertClose([Number(second.tsdf.readSync()[row])], [expected * 2 / 3], close);
        assertEquals(Number(second.weights.readSync()[row]), most);
      }
    },
  );
}

eachBackend(
  "integrateTsdf() averages pixels whose weights sum to more than f64 holds",
  (context) => {
    using grid = gridFromZeroVoxels({ context, voxelSize: 0.1 });
    using tsdf = emptyTensor([0], { context, dtype: "f32" });
    using weights = emptyTensor([0], { context, dtype: "f32" });
    using counts = fullTensor([2, 1, 1], Number.MAX_VALUE, { context, dtype: "f64" });
    using colors = tensor(new Uint8Array([250, 200]), { context, shape: [2, 1, 1] });
    using depth = fullTensor([2, 1, 1], 1, { context, dtype: "f32" });
    const camera = { intrinsics: [1, 0, 0, 0, 1, 0, 0, 0, 1], pose: STRAIGHT };
    const images = { depth, cameras: [camera, camera], weights: counts, features: colors };
    using features = emptyTensor([0], { context, dtype: "f32" });
    using fused = integrateTsdf({ grid, tsdf, weights, features }, images, RANGE);
    const colorsOf = [...fused.features?.readSync() ?? []];
    assert(colorsOf.length > 0 && colorsOf.every((color) => color === 0 || color === 225));
    assert(colorsOf.includes(225) && fused.tsdf.readSync().every(Number.isFinite));
  },
);
