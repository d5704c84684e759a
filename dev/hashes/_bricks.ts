/**
 * Rows of operators on bricked volumes.
 *
 * @module
 */
import type { Own, Tensor, TypedArrayOf } from "../../lib/core/mod.ts";
import * as fenwick from "../../lib/index/mod.ts";
import { type Inputs, Random } from "./_inputs.ts";
import { byType, type Row, rows } from "./_table.ts";

const TYPES = ["u8", "u16", "i16", "f16", "f32"] as const;
const [DEPTH, HEIGHT, WIDTH] = [40, 48, 56];
const VOXELS = DEPTH * HEIGHT * WIDTH;
const THRESHOLD = { threshold: 20 } as const;
const CAMERA = {
  eye: [-60, 8, 9],
  forward: [2, 0.25, 0.125],
  right: [0, 1, 0],
  up: [0, 0, 1],
} as const;

/** Dense voxels: a ball with noise, 0 around it, [z, y, x]. */
const NUMBERS: readonly number[] = (() => {
  const random = new Random(41);
  return Array.from({ length: VOXELS }, (_, n) => {
    const [x, y, z] = [
      n % WIDTH - 25,
      (n / WIDTH | 0) % HEIGHT - 22,
      (n / WIDTH / HEIGHT | 0) - 18,
    ];
    const height = 220 - x * x - y * y - z * z;
    return height < 0 ? 0 : (height >> 1) + random.whole(0, 20);
  });
})();

function volume<D extends fenwick.VoxelType>(inputs: Inputs, dtype: D): Tensor<D> {
  return inputs.tensor(NUMBERS, dtype, HEIGHT, WIDTH);
}

function bricked<D extends fenwick.VoxelType>(
  inputs: Inputs,
  dtype: D,
  own: Own,
  slots: "rank" | "table" = "rank",
): fenwick.BrickVolume<D> {
  const options = { ...THRESHOLD, brick: 8, slots };
  return own(fenwick.brickVolume(volume(inputs, dtype), options));
}

/** Rows of all operators on bricked volumes. */
export function brickRows(inputs: Inputs): Row[] {
  return [...madeRows(inputs), ...askedRows(inputs), ...pictureRows(inputs)];
}

function madeRows(inputs: Inputs): Row[] {
  const { brickCompact, brickFromSlabs, brickSetBox, brickStats, brickVolume } = fenwick;
  return [
    ...rows("bricks/from dense", brickVolume, {
      ...byType(TYPES, (dtype) => brickVolume(volume(inputs, dtype), { ...THRESHOLD, brick: 8 })),
      "f32 best size, payload": () =>
        brickVolume(volume(inputs, "f32"), { ...THRESHOLD, coverage: "payload" }),
      "u8 table, xyz": () =>
        brickVolume(volume(inputs, "u8"), {
          ...{ ...THRESHOLD, brick: 4, slots: "table", axes: "xyz" },
        }),
    }),
    ...rows("bricks/from slabs", brickFromSlabs, {
      "u8": () =>
        brickFromSlabs(() => slabs(inputs), {
          ...{ context: inputs.context, dims: [WIDTH, HEIGHT, DEPTH], dtype: "u8" },
          ...THRESHOLD,
        }),
    }),
    ...rows("bricks/compact", brickCompact, {
      "f32 rank224": (own) => {
        const bricks = bricked(inputs, "f32", own, "table");
        const zeros = own(inputs.tensor(new Float32Array(8000), "f32", 20, 20));
        brickSetBox(bricks, zeros, { ijkMin: [10, 8, 5] });
        return brickCompact(bricks, { layout: "rank224" });
      },
    }),
    ...rows("bricks/set box", brickSetBox, {
      ...byType(TYPES, (dtype) => {
        const options = { ...THRESHOLD, brick: 8, slots: "table" } as const;
        const bricks = fenwick.brickVolume(volume(inputs, dtype), options);
        const values = inputs.tensor(NUMBERS.slice(50_000, 50_000 + 24 * 24 * 30), dtype, 24, 24);
        const { kept, added, removed } = brickSetBox(bricks, values, { ijkMin: [0, 20, 7] });
        return [bricks, kept, added, removed];
      }),
    }),
    ...rows("bricks/sizes", brickStats, {
      ...byType(TYPES, (dtype) => {
        const { above, sizes, best } = brickStats(volume(inputs, dtype), THRESHOLD);
        const costs = [...sizes, best].flatMap(({ edge, bricks, filled, poolBytes }) => [
          ...[edge, bricks, filled, poolBytes],
        ]);
        return [above, costs];
      }),
    }),
  ];
}

/** Slabs of seven slices and a last one of five. */
function* slabs(inputs: Inputs): Generator<TypedArrayOf<"u8">> {
  const voxels = volume(inputs, "u8").readSync();
  const slice = HEIGHT * WIDTH;
  for (let z = 0; z < DEPTH; z += 7) yield voxels.slice(z * slice, (z + 7) * slice);
}

function askedRows(inputs: Inputs): Row[] {
  const { brickLookup, brickSample, brickToDense } = fenwick;
  const ijk = inputs.wholes("i32", [20_000, 3], { low: -2, high: 50 });
  const points = inputs.tensor(
    (() => {
      const random = new Random(43);
      return Array.from({ length: 60_000 }, () => random.real(0, 40));
    })(),
    "f32",
    3,
  );
  return [
    ...rows("bricks/look up", brickLookup, {
      ...byType(TYPES, (dtype, own) => brickLookup(bricked(inputs, dtype, own), ijk)),
      "f32 table": (own) => brickLookup(bricked(inputs, "f32", own, "table"), ijk),
    }),
    ...rows("bricks/sample", brickSample, {
      ...byType(TYPES, (dtype, own) => brickSample(bricked(inputs, dtype, own), points)),
      "f32 table": (own) => brickSample(bricked(inputs, "f32", own, "table"), points, { fill: 3 }),
    }),
    ...rows("bricks/to dense", brickToDense, {
      ...byType(TYPES, (dtype, own) => brickToDense(bricked(inputs, dtype, own))),
      "f32 xyz": (own) => brickToDense(bricked(inputs, "f32", own), { axes: "xyz" }),
    }),
  ];
}

function pictureRows(inputs: Inputs): Row[] {
  const { marchIsoSurface, marchTransparent } = fenwick;
  const view = { camera: CAMERA, width: 64, height: 48, depths: true, hits: true } as const;
  const table = Float32Array.from({ length: 1024 }, (_, n) => {
    const value = n >> 2;
    return value < 64 ? 0 : n % 4 === 3 ? value / 1024 : (value * (n % 4 + 1) % 256) / 255;
  });
  const transfer = { low: 0, high: 160, table };
  return [
    ...rows("bricks/march iso surface", marchIsoSurface, {
      ...byType(
        TYPES,
        (dtype, own) => marchIsoSurface(bricked(inputs, dtype, own), { ...view, isoLevel: 60 }),
      ),
      "f32 dense": () => marchIsoSurface(volume(inputs, "f32"), { ...view, isoLevel: 60 }),
    }),
    ...rows("bricks/march transparent", marchTransparent, {
      ...byType(
        TYPES,
        (dtype, own) => marchTransparent(bricked(inputs, dtype, own), { ...view, transfer }),
      ),
      "f32 dense": () => marchTransparent(volume(inputs, "f32"), { ...view, transfer }),
    }),
  ];
}
