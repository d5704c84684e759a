import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  brickVolume,
  type BrickVolumeOptions,
  IndexError,
  indexLookup,
  indexToBits,
  indexToPaper,
  type VoxelType,
} from "../../lib/index/mod.ts";
import { type Context, DisposedError, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { LAYOUTS, RUNS } from "./_cases.ts";
import {
  assertSame,
  assertVolume,
  brickOf,
  type Dense,
  denseOf,
  gridOf,
  occupancyOf,
  onDevice,
  randomDense,
} from "./_dense.ts";
import { prefixesOf, unpackBits } from "./_oracle.ts";
import { listIn, numberIn, numbersIn, textIn, vectorsOf } from "./_vectors.ts";

const TYPES: readonly VoxelType[] = ["u8", "u16", "i16", "f16", "f32"];

function tripleIn(input: Parameters<typeof numbersIn>[0], name: string): Dense["dims"] {
  const [x = 0, y = 0, z = 0] = numbersIn(input, name);
  return [x, y, z];
}

eachBackend("published bricks: which are filled, their ranks and the index", (context) => {
  for (const { id, input, expect } of vectorsOf("bricks")) {
    const dense = { dims: tripleIn(input, "dims"), data: numbersIn(input, "data") };
    using volume = onDevice(context, dense, "u8");
    const all = expect["byCoverage"] as unknown as Record<string, typeof expect>;
    for (const coverage of ["cells", "payload"] as const) {
      const wanted = all[coverage] ?? {};
      const options = { threshold: numberIn(input, "tau"), coverage } as const;
      using bricks = brickVolume(volume, { ...options, brick: 2 ** numberIn(input, "k") });
      assertEquals(bricks.grid, tripleIn(expect, "bricks"), id);
      assertEquals(bricks.filled, numberIn(wanted, "filled"), id);
      using bits = indexToBits(bricks.index);
      assertEquals(unpackBits(bits.readSync(), bricks.bricks), numbersIn(wanted, "occupancy"), id);
      using keys = tensor(Int32Array.from({ length: bricks.bricks }, (_, k) => k), { context });
      using ranks = indexLookup(bricks.index, keys, { dtype: "i32" });
      assertEquals([...ranks.readSync()], listIn(wanted, "brickIds").map((r) => r ?? -1), id);
      using tree = indexToPaper(bricks.index);
      assertEquals(tree.data.readSync().toHex(), textIn(wanted, "indexHex"), id);
    }
  }
});

eachBackend("published voxels of bricks", (context) => {
  for (const { id, input, expect } of vectorsOf("brick-content")) {
    const dense = denseOf(tripleIn(input, "dims"), (x, y, z) => x + 10 * y + 100 * z);
    using volume = onDevice(context, dense, "u16");
    const edge = 2 ** numberIn(input, "k");
    using bricks = brickVolume(volume, { threshold: -Infinity, brick: edge });
    const [x, y, z] = tripleIn(input, "brick");
    const slot = (z * bricks.grid[1] + y) * bricks.grid[0] + x;
    using brick = bricks.pool.slice(slot, slot + 1);
    assertEquals([...brick.readSync()], numbersIn(expect, "values"), id);
  }
});

eachBackend("published edges that no bricks have", (context) => {
  for (const { id, input, expect } of vectorsOf("brick-error")) {
    using volume = onDevice(context, denseOf(tripleIn(input, "dims"), () => 1), "u8");
    const options = { threshold: 0, brick: 2 ** numberIn(input, "k") };
    const error = assertThrows(() => brickVolume(volume, options), IndexError);
    assertEquals(error.code, textIn(expect, "error"), id);
  }
});

eachBackend("brickVolume() gives bits, masks, table and voxels by definition", (context) => {
  const extents = fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 1, max: 23 })));
  const choice = fc.tuple(
    fc.constantFrom(...TYPES),
    fc.constantFrom(2, 4, 8, 16),
    fc.constantFrom("cells", "payload"),
    fc.constantFrom("zyx", "xyz"),
    fc.constantFrom(0, 0.002, 0.05, 1),
    fc.nat(),
  );
  fc.assert(
    fc.property(extents, choice, (dims, [dtype, brick, coverage, axes, share, seed]) => {
      const [x = 1, y = 1, z = 1] = dims;
      const dense = randomDense([x, y, z], share, seed);
      using volume = onDevice(context, dense, dtype, axes);
      for (const slots of ["rank", "table"] as const) {
        const options = { threshold: 2, brick, coverage, axes, slots } as const;
        using bricks = brickVolume(volume, options);
        assertEquals([bricks.edge, bricks.dtype, bricks.coverage], [brick, dtype, coverage]);
        assertVolume(bricks, dense);
      }
    }),
    { ...RUNS, numRuns: 40 },
  );
});

eachBackend("brickVolume() gives the same bytes each time", (context) => {
  const dense = randomDense([50, 40, 30], 0.01, 6);
  using volume = onDevice(context, dense, "f16");
  for (const slots of ["rank", "table"] as const) {
    using one = brickVolume(volume, { threshold: 3, slots });
    using two = brickVolume(volume, { threshold: 3, slots });
    assertSame(one, two);
  }
});

eachBackend("brickVolume() ranks bricks alike in every layout", (context) => {
  const dense = randomDense([30, 20, 10], 0.01, 4);
  using volume = onDevice(context, dense, "u8");
  const filled = occupancyOf(dense, 4, { threshold: 0, coverage: "cells" });
  const ranks = prefixesOf(filled).slice(0, -1).map((rank, k) => filled[k] ? rank : -1);
  using keys = tensor(Int32Array.from(filled, (_, k) => k), { context });
  using first = brickVolume(volume, { threshold: 0, brick: 4 });
  for (const layout of LAYOUTS) {
    using bricks = brickVolume(volume, { threshold: 0, brick: 4, layout });
    assertEquals(bricks.index.layout, layout);
    using found = indexLookup(bricks.index, keys, { dtype: "i32" });
    assertEquals([...found.readSync()], ranks);
    assertBits(bricks.pool.readSync(), first.pool.readSync());
  }
});

eachBackend("brickVolume() takes bricks of 64 to 256, larger than the volume or not", (context) => {
  const dense = denseOf([70, 3, 66], (x, y, z) => x === 69 && y === 2 && z > 60 ? z : 0);
  using volume = onDevice(context, dense, "u8");
  for (const brick of [64, 128, 256]) {
    using bricks = brickVolume(volume, { threshold: 61, brick });
    assertEquals(bricks.grid, gridOf(dense, brick));
    const filled = occupancyOf(dense, brick, { threshold: 61, coverage: "cells" });
    using bits = indexToBits(bricks.index);
    assertEquals(unpackBits(bits.readSync(), filled.length), filled);
    using one = bricks.pool.slice(bricks.filled - 1);
    const [x, y, z] = bricks.grid;
    const voxels = one.readSync();
    for (let at = 0; at < voxels.length; at += 97) {
      const wanted = brickVoxel(dense, brick, [x - 1, y - 1, z - 1], at);
      if (voxels[at] !== wanted) assertEquals(voxels[at], wanted, `voxel ${at} of ${brick}^3`);
    }
  }
});

/** One voxel of a brick, without the others. */
function brickVoxel(dense: Dense, edge: number, place: readonly number[], at: number): number {
  const inside = [at % edge, Math.floor(at / edge) % edge, Math.floor(at / edge / edge)];
  const [x = 0, y = 0, z = 0] = inside.map((k, axis) =>
    Math.min((place[axis] ?? 0) * (edge - 1) + k, (dense.dims[axis] ?? 1) - 1)
  );
  return dense.data[(z * dense.dims[1] + y) * dense.dims[0] + x] ?? NaN;
}

eachBackend("brickVolume() compares exactly with what types hold", (context) => {
  const above = <D extends VoxelType>(
    dtype: D,
    values: readonly number[],
    options: Pick<BrickVolumeOptions, "threshold" | "nan">,
  ): number[] => {
    const dims = [values.length, 1, 1] as const;
    using volume = onDevice(context, { dims, data: values }, dtype);
    using bricks = brickVolume(volume, { ...options, brick: 2, coverage: "payload" });
    using bits = indexToBits(bricks.index);
    return unpackBits(bits.readSync(), values.length);
  };
  assertEquals(above("u8", [5, 6, 5], { threshold: 5 }), [0, 1, 0]);
  assertEquals(above("u8", [0, 255], { threshold: 254 }), [0, 1]);
  assertEquals(above("u8", [0, 255], { threshold: 255 }), [0, 0]);
  assertEquals(above("u16", [65534, 65535], { threshold: 65534 }), [0, 1]);
  assertEquals(above("i16", [-32768, -32767, 0], { threshold: -32768 }), [0, 1, 1]);
  assertEquals(above("i16", [-3, -2, 5], { threshold: -3 }), [0, 1, 1]);
  const tenth = Math.fround(0.1);
  assertEquals(above("f32", [tenth, 0.1 - 6e-9, 0.2], { threshold: 0.1 }), [1, 0, 1]);
  assertEquals(above("f32", [tenth, 0.2], { threshold: tenth }), [0, 1]);
  assertEquals(above("f32", [-1e-45, 0, 1e-45], { threshold: 0 }), [0, 0, 1]);
  assertEquals(above("f16", [1, 1 + 2 ** -10], { threshold: 1 + 2 ** -12 }), [0, 1]);
  const ends = [-Infinity, 0, Infinity];
  for (const dtype of ["f16", "f32"] as const) {
    assertEquals(above(dtype, ends, { threshold: -Infinity }), [0, 1, 1]);
    assertEquals(above(dtype, ends, { threshold: Infinity }), [0, 0, 0]);
    const odd = [NaN, 1, NaN, 3];
    assertEquals(above(dtype, odd, { threshold: 0, nan: "empty" }), [0, 1, 0, 1]);
    assertEquals(above(dtype, odd, { threshold: -Infinity, nan: "empty" }), [0, 1, 0, 1]);
  }
  for (const dtype of ["u8", "u16", "i16"] as const) {
    assertEquals(above(dtype, [0, 100], { threshold: -Infinity }), [1, 1]);
    assertEquals(above(dtype, [0, 100], { threshold: Infinity }), [0, 0]);
  }
});

eachBackend("brickVolume() finds NaN in rows of any length and either order", (context) => {
  for (const [x, y, z] of [[1, 1, 1], [31, 3, 2], [32, 2, 2], [33, 2, 3], [64, 1, 2]] as const) {
    for (const dtype of ["f16", "f32"] as const) {
      for (const axes of ["zyx", "xyz"] as const) {
        const n = x * y * z;
        const dense = denseOf([x, y, z], (i, j, k) => (k * y + j) * x + i >= n - 1 ? NaN : 1);
        using volume = onDevice(context, dense, dtype, axes);
        const error = assertThrows(() => brickVolume(volume, { threshold: 0, axes }), IndexError);
        assertEquals(error.code, "NAN_VOXELS");
        const text = `of ${n} 1 are NaN, the first is number ${n - 1}`;
        assert(error.message.includes(text), error.message);
      }
    }
  }
});

eachBackend(
  "brickVolume() makes volumes without and with all bricks, and of one voxel",
  (context) => {
    const empty = denseOf([9, 9, 9], () => 0);
    using zeros = onDevice(context, empty, "f32");
    using none = brickVolume(zeros, { threshold: 0, brick: 4 });
    assertEquals([none.filled, none.pool.shape, none.degenerate], [0, [0, 4, 4, 4], false]);
    assertVolume(none, empty);
    using all = brickVolume(zeros, { threshold: -Infinity, brick: 4 });
    assertEquals([all.filled, all.bricks, all.degenerate], [27, 27, true]);
    assertVolume(all, empty);
    const one = denseOf([1, 1, 1], () => 3);
    using voxel = onDevice(context, one, "u16");
    for (const threshold of [2, 3]) {
      using bricks = brickVolume(voxel, { threshold });
      assertEquals([bricks.filled, bricks.bricks], [3 - threshold, 1]);
      assertVolume(bricks, one);
    }
    assertEquals(brickOf(one, 2, [0, 0, 0]), Array(8).fill(3));
  },
);

eachBackend("brickVolume() takes voxels at any address", (context) => {
  const dense = randomDense([64, 5, 3], 0.1, 8);
  for (const dtype of TYPES) {
    using plain = onDevice(context, dense, dtype);
    const host = plain.readSync();
    for (const offset of [1, 3, 8]) {
      const longer = new (host.constructor as new (n: number) => typeof host)(
        host.length + offset,
      );
      (longer as Uint8Array).set(host as Uint8Array, offset);
      using all = tensor(longer, { context, dtype });
      using some = all.slice(offset);
      using volume = some.reshape([3, 5, 64]);
      using bricks = brickVolume(volume, { threshold: 4, brick: 4 });
      assertVolume(bricks, dense);
    }
  }
});

/** The code of the error that options or a volume get. */
function codeOf(volume: Tensor<VoxelType>, options: unknown): string {
  return assertThrows(() => brickVolume(volume, options as BrickVolumeOptions), IndexError).code;
}

eachBackend("brickVolume() names what is wrong", (context: Context) => {
  using volume = tensor(Uint8Array.of(1, 2), { context, shape: [1, 1, 2] });
  for (const threshold of [NaN, undefined, "5", 300, -1, 256, 5.5]) {
    assertEquals(codeOf(volume, { threshold }), "BAD_THRESHOLD", String(threshold));
  }
  assertThrows(
    () => brickVolume(volume, { threshold: 300 }),
    IndexError,
    "Cannot run brickVolume: threshold is 300, a whole number from 0 to 255 expected for u8",
  );
  using shorts = tensor(Int16Array.of(1, 2), { context, shape: [1, 1, 2] });
  for (const threshold of [32768, -32769, 0.5]) {
    assertEquals(codeOf(shorts, { threshold }), "BAD_THRESHOLD", String(threshold));
  }
  using halves = tensor(Float16Array.of(1, 2), { context, shape: [1, 1, 2] });
  assertEquals(codeOf(halves, { threshold: 70000 }), "BAD_THRESHOLD");
  for (const brick of [0, 1, 3, 6, 512, 2.5, NaN, -4, "large", Infinity]) {
    assertEquals(codeOf(volume, { threshold: 0, brick }), "BAD_BRICK", String(brick));
  }
  assertEquals(codeOf(volume, { threshold: 0, fill: 256 }), "VALUE_RANGE");
  const table = { threshold: 0, slots: "table", layout: "rank96" };
  assertEquals(codeOf(volume, table), "CAPABILITY");
  using nothing = tensor(new Uint8Array(0), { context, shape: [4, 0, 4] });
  assertEquals(codeOf(nothing, { threshold: 0 }), "EMPTY_DIMENSION");
  const wrong = (options: unknown): string =>
    assertThrows(() => brickVolume(volume, options as BrickVolumeOptions), TypeError).message
      .replace("Cannot run brickVolume: ", "");
  const threshold = 0;
  assertEquals(
    wrong({ threshold, coverage: "some" }),
    "coverage is some, cells or payload expected",
  );
  assertEquals(wrong({ threshold, nan: "zero" }), "nan is zero, reject or empty expected");
  assertEquals(wrong({ threshold, axes: "yzx" }), "axes is yzx, zyx or xyz expected");
  assertEquals(wrong({ threshold, slots: "list" }), "slots is list, rank or table expected");
  assert(wrong({ threshold, layout: "tall" }).startsWith("layout is tall"));
  using longs = tensor(Int32Array.of(1), { context, shape: [1, 1, 1] });
  assertThrows(
    () => brickVolume(longs as unknown as Tensor<"u8">, { threshold: 0 }),
    TypeError,
    "volume is i32, u8, u16, i16, f16 or f32 expected",
  );
  using flat = tensor(Uint8Array.of(1, 2), { context });
  assertThrows(() => brickVolume(flat, { threshold: 0 }), RangeError, "[z, y, x] expected");
});

eachBackend("a volume in bricks says what it is, and is gone when it is disposed", (context) => {
  using volume = onDevice(context, randomDense([9, 8, 7], 0.5, 1), "u8");
  const bricks = brickVolume(volume, { threshold: 0, brick: 4, slots: "table" });
  const parts = [bricks.index, bricks.masks, bricks.pool, bricks.table];
  const bytes = parts.reduce((sum, part) => sum + (part?.byteLength ?? 0), 0);
  assertEquals(bricks.byteLength, bytes);
  const text = `BrickVolume u8 [9, 8, 7] in ${bricks.filled} of 27 4^3 on ${context.device}`;
  assertEquals(String(bricks), text);
  using moved = bricks.move();
  assertEquals([bricks.disposed, moved.byteLength, moved.filled], [true, bytes, bricks.filled]);
  assertThrows(() => bricks.move(), DisposedError);
  moved.dispose();
  moved.dispose();
  assertEquals(moved.disposed, true);
  assert(String(bricks).endsWith("disposed"));
  assertThrows(() => bricks.assertUsable("march"), DisposedError, "Cannot run march");
});
