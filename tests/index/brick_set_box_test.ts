import { assert, assertEquals, assertInstanceOf, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  brickCompact,
  type BrickCoverage,
  brickSetBox,
  type BrickSetBoxOptions,
  brickToDense,
  type BrickVolume,
  brickVolume,
  IndexError,
  type VoxelType,
} from "../../lib/index/mod.ts";
import { NativeError, type Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend, living } from "../_backends.ts";
import { RUNS } from "./_cases.ts";
import {
  assertSame,
  brickOf,
  type Dense,
  denseOf,
  gridOf,
  masksOf,
  occupancyOf,
  onDevice,
  randomDense,
} from "./_dense.ts";

/** What is compared, and how. */
interface Rule {
  readonly threshold: number;
  readonly coverage: BrickCoverage;
}

/** Voxels without those that are in no payload of a filled brick. */
function kept(dense: Dense, edge: number, rule: Rule): Dense {
  const filled = occupancyOf(dense, edge, rule);
  const [nx, ny] = gridOf(dense, edge);
  return denseOf(dense.dims, (x, y, z) => {
    const [a = 0, b = 0, c = 0] = [x, y, z].map((at) => Math.floor(at / (edge - 1)));
    return filled[(c * ny + b) * nx + a] ? dense.data[at(dense, x, y, z)] ?? NaN : 0;
  });
}

function at({ dims }: Dense, x: number, y: number, z: number): number {
  return (z * dims[1] + y) * dims[0] + x;
}

/** Voxels with a box of others in their place. */
function withBox(dense: Dense, box: Dense, low: readonly number[]): Dense {
  return denseOf(dense.dims, (x, y, z) => {
    const [i = 0, j = 0, k = 0] = [x, y, z].map((voxel, axis) => voxel - (low[axis] ?? 0));
    const inside = [i, j, k].every((own, axis) => own >= 0 && own < (box.dims[axis] ?? 0));
    return (inside ? box.data[at(box, i, j, k)] : dense.data[at(dense, x, y, z)]) ?? NaN;
  });
}

/** Checks all parts of a volume with a table, whose bricks may be anywhere in the pool. */
function assertEdited(volume: BrickVolume, wanted: Dense, rule: Rule): void {
  const { edge, grid, table, pool, filled } = volume;
  const occupied = occupancyOf(wanted, edge, rule);
  const places = [...table?.readSync() ?? []];
  assertEquals(places.map((place) => place < 0 ? 0 : 1), occupied);
  const used = places.filter((place) => place >= 0);
  assertEquals(used.length, filled);
  assertEquals(new Set(used).size, filled);
  assert(used.every((place) => place < (pool.shape[0] ?? 0)));
  const fine = masksOf(grid, (brick) => occupied[brick] === 1);
  const coarse = masksOf(grid.map((n) => Math.ceil(n / 4)), (word) => fine[word] !== 0n);
  assertEquals([...volume.masks.readSync()].map((mask) => BigInt.asUintN(64, mask)), [
    ...fine,
    ...coarse,
  ]);
  const voxels = [...pool.readSync()].map(Number);
  for (const [brick, place] of places.entries()) {
    if (place < 0) continue;
    const [nx, ny] = grid;
    const own = brickOf(wanted, edge, [
      brick % nx,
      Math.floor(brick / nx) % ny,
      Math.floor(brick / nx / ny),
    ]);
    for (const [inside, value] of own.entries()) {
      const given = voxels[place * edge ** 3 + inside] ?? NaN;
      const low = value <= rule.threshold && given <= rule.threshold;
      assert(low || given === value, `brick ${brick}, voxel ${inside}: ${given} is not ${value}`);
    }
  }
  using again = brickToDense(volume);
  assertEquals([...again.readSync()].map(Number), wanted.data);
}

eachBackend("brickSetBox() adds, keeps and removes bricks, and moves no other", (context) => {
  const extents = fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 1, max: 14 })));
  const choice = fc.tuple(
    fc.constantFrom<VoxelType>("u8", "u16", "i16", "f16", "f32"),
    fc.constantFrom(2, 4, 8, 32),
    fc.constantFrom<BrickCoverage>("cells", "payload"),
    fc.constantFrom(0, 3),
    fc.nat(),
  );
  fc.assert(
    fc.property(extents, choice, (dims, [dtype, brick, coverage, threshold, seed]) => {
      const [x = 1, y = 1, z = 1] = dims;
      const random = new Random(seed);
      const rule = { threshold, coverage } as const;
      let model = randomDense([x, y, z], 0.03, seed);
      using dense = onDevice(context, model, dtype);
      using volume = brickVolume(dense, { ...rule, brick, slots: "table" });
      model = kept(model, brick, rule);
      for (let turn = 0; turn < 4; turn++) {
        const low = dims.map((extent) => random.integer(0, extent - 1));
        const [i = 0, j = 0, k = 0] = low;
        const size = dims.map((extent, axis) => random.integer(1, extent - (low[axis] ?? 0)));
        const [a = 1, b = 1, c = 1] = size;
        const box = randomDense([a, b, c], turn % 2 ? 0 : 0.1, seed + turn);
        const axes = turn < 2 ? "zyx" : "xyz";
        using values = onDevice(context, box, dtype, axes);
        const before = [...volume.table?.readSync() ?? []];
        const changes = brickSetBox(volume, values, { ijkMin: [i, j, k], axes });
        const set = withBox(model, box, low);
        const occupied = occupancyOf(set, brick, rule);
        model = kept(set, brick, rule);
        assertEdited(volume, model, rule);
        const after = [...volume.table?.readSync() ?? []];
        for (const [at, place] of before.entries()) {
          if (place >= 0 && occupied[at]) assertEquals(after[at], place, "a brick has moved");
        }
        const count = (is: (was: boolean, will: boolean) => boolean): number =>
          before.filter((place, at) => is(place >= 0, (after[at] ?? -1) >= 0)).length;
        assertEquals(changes.added, count((was, will) => !was && will));
        assertEquals(changes.removed, count((was, will) => was && !will));
        assert(changes.kept <= count((was, will) => was && will));
      }
      if (threshold > 0) return;
      using compact = brickCompact(volume, { slots: "table" });
      using last = onDevice(context, model, dtype);
      using wanted = brickVolume(last, { ...rule, brick, slots: "table" });
      assertSame(compact, wanted);
    }),
    { ...RUNS, numRuns: 30 },
  );
});

eachBackend("brickSetBox() fills free places first, and lets the pool grow by half", (context) => {
  using dense = onDevice(context, denseOf([30, 1, 1], (x) => x < 9 ? 1 : 0), "u8");
  using volume = brickVolume(dense, { threshold: 0, brick: 4, slots: "table" });
  const places = (): number[] => [...volume.table?.readSync() ?? []];
  const set = (low: number, ...numbers: number[]): void => {
    using values = tensor(Uint8Array.from(numbers), { context, shape: [1, 1, numbers.length] });
    brickSetBox(volume, values, { ijkMin: [low, 0, 0] });
  };
  assertEquals(places(), [0, 1, 2, -1, -1, -1, -1, -1, -1, -1]);
  set(0, ...Array(7).fill(0));
  assertEquals(places(), [-1, -1, 2, -1, -1, -1, -1, -1, -1, -1]);
  set(13, 7);
  assertEquals([places(), volume.pool.shape[0]], [[-1, -1, 2, -1, 0, -1, -1, -1, -1, -1], 3]);
  set(16, 7, 0, 7);
  assertEquals([places(), volume.pool.shape[0]], [[-1, -1, 2, -1, 0, 1, 3, -1, -1, -1], 5]);
  set(28, 1);
  assertEquals([places(), volume.pool.shape[0]], [[-1, -1, 2, -1, 0, 1, 3, -1, -1, 4], 5]);
  assertEquals(volume.filled, 5);
});

eachBackend("brickSetBox() edits the last brick, whose last voxel repeats", (context) => {
  using dense = onDevice(context, denseOf([5, 5, 5], () => 1), "f32");
  using volume = brickVolume(dense, { threshold: 0, brick: 4, slots: "table" });
  using values = tensor(Float32Array.of(5), { context, shape: [1, 1, 1] });
  assertEquals(brickSetBox(volume, values, { ijkMin: [4, 4, 4] }), {
    kept: 1,
    added: 0,
    removed: 0,
  });
  using last = volume.pool.slice(7);
  const wanted = denseOf([4, 4, 4], (x, y, z) => Math.min(x, y, z) > 0 ? 5 : 1);
  assertEquals([...last.readSync()], wanted.data);
});

eachBackend("brickSetBox() changes nothing when it refuses or memory runs out", async (context) => {
  const dense = randomDense([12, 12, 12], 0.1, 2);
  using host = onDevice(context, dense, "f32");
  const options = { threshold: 4, brick: 4, slots: "table" } as const;
  using volume = brickVolume(host, options);
  using same = brickVolume(host, options);
  using values = onDevice(context, randomDense([9, 9, 9], 0.5, 3), "f32");
  using odd = tensor(Float32Array.of(9, NaN), { context, shape: [1, 1, 2] });
  const error = assertThrows(() => brickSetBox(volume, odd, { ijkMin: [0, 0, 0] }), IndexError);
  assertEquals(error.code, "NAN_VOXELS");
  assert(error.message.includes("of 2 1 are NaN, the first is number 1"), error.message);
  using wanted = brickToDense(same);
  const before = await living(context);
  let failures = 0;
  for (let failed = true; failed;) {
    context.failAllocation(failures + 1);
    try {
      brickSetBox(volume, values, { ijkMin: [1, 2, 3] });
      failed = false;
    } catch (error) {
      assertInstanceOf(error, NativeError);
      assertEquals(error.kind, "out-of-memory");
      failures++;
    } finally {
      context.failAllocation(0);
    }
    if (!failed) break;
    assertEquals(await living(context), before);
    assertSame(volume, same);
  }
  assert(failures >= 5);
  using edited = brickToDense(volume);
  assert(!edited.readSync().every((value, at) => value === wanted.readSync()[at]));
  assertEquals(brickSetBox(volume, odd, { ijkMin: [0, 0, 0], nan: "empty" }).kept, 1);
});

eachBackend("brickSetBox() names what is wrong", (context) => {
  using dense = onDevice(context, denseOf([6, 5, 4], () => 1), "u8");
  using ranked = brickVolume(dense, { threshold: 0, brick: 4 });
  using volume = brickVolume(dense, { threshold: 0, brick: 4, slots: "table" });
  using values = tensor(new Uint8Array(8), { context, shape: [2, 2, 2] });
  const code = (own: BrickVolume<"u8">, low: readonly unknown[], box = values): string =>
    assertThrows(
      () => brickSetBox(own, box, { ijkMin: low as unknown as BrickSetBoxOptions["ijkMin"] }),
      IndexError,
    ).code;
  assertEquals(code(ranked, [0, 0, 0]), "CAPABILITY");
  for (const low of [[5, 0, 0], [0, 4, 0], [0, 0, 3], [-1, 0, 0], [0.5, 0, 0], [0, NaN, 0], [0]]) {
    assertEquals(code(volume, low), "INDEX_RANGE", String(low));
  }
  assertThrows(
    () => brickSetBox(volume, values, { ijkMin: [5, 0, 0] }),
    IndexError,
    "Cannot run brickSetBox: the box from 5 to 7 on axis 0 is not in 6 voxels",
  );
  using nothing = tensor(new Uint8Array(0), { context, shape: [0, 2, 2] });
  assertEquals(code(volume, [0, 0, 0], nothing), "EMPTY_DIMENSION");
  using flat = tensor(new Uint8Array(8), { context });
  assertThrows(
    () => brickSetBox(volume, flat, { ijkMin: [0, 0, 0] }),
    RangeError,
    "values shape is [8], [z, y, x] expected",
  );
  using shorts = tensor(new Int16Array(1), { context, shape: [1, 1, 1] });
  assertThrows(
    () => brickSetBox(volume, shorts as unknown as Tensor<"u8">, { ijkMin: [0, 0, 0] }),
    TypeError,
    "values is i16, u8 expected",
  );
});
