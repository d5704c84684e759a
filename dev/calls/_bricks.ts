/**
 * Cases of operators on bricked volumes.
 *
 * @module
 */
import type { Tensor, TypedArrayOf } from "../../lib/core/mod.ts";
import * as index from "../../lib/index/mod.ts";
import { type Inputs, Random } from "./_inputs.ts";
import { parts } from "./_marks.ts";
import { byType, type Cases } from "./_table.ts";

const TYPES = ["u8", "u16", "i16", "f16", "f32"] as const;
const [DEPTH, HEIGHT, WIDTH] = [40, 48, 56];
const THRESHOLD = { threshold: 20 } as const;
const IN_TABLE = { ...THRESHOLD, brick: 8, slots: "table" } as const;
const CAMERA = {
  eye: [-60, 8, 9],
  forward: [2, 0.25, 0.125],
  right: [0, 1, 0],
  up: [0, 0, 1],
} as const;

/** Dense voxels: a ball with noise, 0 around it, [z, y, x]. */
const VOXELS: readonly number[] = (() => {
  const random = new Random(41);
  return Array.from({ length: DEPTH * HEIGHT * WIDTH }, (_, n) => {
    const [x, y] = [n % WIDTH - 25, (n / WIDTH | 0) % HEIGHT - 22];
    const z = (n / WIDTH / HEIGHT | 0) - 18;
    const height = 220 - x * x - y * y - z * z;
    return height < 0 ? 0 : (height >> 1) + random.whole(0, 20);
  });
})();

/** Colors by value: nothing at first, then ever less transparent. */
const COLORS = Float32Array.from({ length: 1024 }, (_, n) => {
  const value = n >> 2;
  return value < 64 ? 0 : n % 4 === 3 ? value / 1024 : (value * (n % 4 + 1) % 256) / 255;
});

/** Slabs of seven slices and a last one of five. */
function* slabs(voxels: TypedArrayOf<"u8">): Generator<TypedArrayOf<"u8">> {
  const slice = HEIGHT * WIDTH;
  for (let z = 0; z < DEPTH; z += 7) yield voxels.slice(z * slice, (z + 7) * slice);
}

/** Cases of all operators on bricked volumes. */
export function brickCases(inputs: Inputs): Record<string, Cases> {
  const { context, own } = inputs;
  const dense = <D extends index.VoxelType>(dtype: D): Tensor<D> =>
    inputs.keep(`volume ${dtype}`, () => inputs.tensor(VOXELS, dtype, HEIGHT, WIDTH));
  const bricked = <D extends index.VoxelType>(dtype: D): index.BrickVolume<D> =>
    inputs.keep(
      `bricks ${dtype}`,
      () => index.brickVolume(dense(dtype), { ...THRESHOLD, brick: 8 }),
    );
  const table = own(index.brickVolume(dense("f32"), IN_TABLE));
  const cut = own(index.brickVolume(dense("f32"), IN_TABLE));
  const zeros = inputs.tensor(new Float32Array(8000), "f32", 20, 20);
  index.brickSetBox(cut, zeros, { ijkMin: [10, 8, 5] });
  const ijk = inputs.wholes("i32", [inputs.count(20_000), 3], { low: -2, high: 50 });
  const random = new Random(43);
  const places = Array.from({ length: inputs.count(20_000) * 3 }, () => random.real(0, 40));
  const points = inputs.tensor(places, "f32", 3);
  const bytes = dense("u8").readSync();
  const view = { camera: CAMERA, width: 64, height: 48, depths: true, hits: true };
  const pictures = (options: object): Cases => ({
    ...byType(TYPES, (dtype) => [bricked(dtype), parts({ ...view, ...options }, "depths", "hits")]),
    "f32 dense": [dense("f32"), parts({ ...view, ...options }, "depths", "hits")],
  });
  return {
    brickVolume: {
      ...byType(TYPES, (dtype) => [dense(dtype), parts({ ...THRESHOLD, brick: 8 }, "brick")]),
      "f32 best size, payload": [
        dense("f32"),
        parts({ ...THRESHOLD, coverage: "payload" }, "coverage"),
      ],
      "u8 table, xyz": [
        dense("u8"),
        parts({ ...THRESHOLD, brick: 4, slots: "table", axes: "xyz" }, "brick", "slots", "axes"),
      ],
    },
    brickFromSlabs: {
      "u8": [(): unknown => slabs(bytes), {
        ...{ context, dims: [WIDTH, HEIGHT, DEPTH], dtype: "u8", ...THRESHOLD },
      }],
    },
    brickCompact: { "f32 rank224": [cut, { layout: "rank224" }] },
    brickSetBox: byType(TYPES, (dtype) => () => {
      const bricks = index.brickVolume(dense(dtype), IN_TABLE);
      const values = inputs.tensor(VOXELS.slice(50_000, 50_000 + 24 * 24 * 30), dtype, 24, 24);
      return [bricks, index.brickSetBox(bricks, values, { ijkMin: [0, 20, 7] })];
    }),
    brickStats: byType(TYPES, (dtype) => [dense(dtype), THRESHOLD]),
    brickLookup: {
      ...byType(TYPES, (dtype) => [bricked(dtype), ijk]),
      "f32 table": [table, ijk],
    },
    brickSample: {
      ...byType(TYPES, (dtype) => [bricked(dtype), points]),
      "f32 table": [table, points, { fill: 3 }],
    },
    brickToDense: {
      ...byType(TYPES, (dtype) => [bricked(dtype)]),
      "f32 xyz": [bricked("f32"), { axes: "xyz" }],
    },
    marchIsoSurface: pictures({ isoLevel: 60 }),
    marchTransparent: pictures({ transfer: { low: 0, high: 160, table: COLORS } }),
  };
}
