import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { gridFromZeroVoxels } from "../../lib/grid/mod.ts";
import { retopologizeSdf, retopologizeSdfAsync } from "../../lib/sdf/mod.ts";
import { emptyTensor, fullTensor, scope, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { build } from "../grid/_grids.ts";
import { type Ijk, keyOf } from "../grid/_oracle.ts";
import { hold, sphereDistance, sphereVoxels, voxelsOf } from "./_fields.ts";
import type { Three } from "./_scenes.ts";

const H = 0.1;
const RADIUS = 0.85;

/** Distances of voxels from the sphere. */
function distancesOf(voxels: readonly Ijk[], size: Three): number[] {
  return voxels.map((ijk) =>
    sphereDistance(ijk.map((one, axis) => one * (size[axis] ?? NaN)), RADIUS)
  );
}

for (const size of [[H, H, H], [H, 1.5 * H, H]] as const) {
  eachBackend(`retopologizeSdf() makes a band of a thin shell of voxels ${size}`, (context) => {
    const voxels = sphereVoxels(size, RADIUS, 1.8 * H);
    const values = distancesOf(voxels, size).map((one) => one / 2);
    using held = hold(context, { voxels, size, values, dtype: "f32" });
    using band = retopologizeSdf(held.grid, held.field, { steps: 20 });
    const made = voxelsOf(band.grid);
    const keys = new Set(made.map(keyOf));
    const all = sphereVoxels(size, RADIUS, 2.5 * H);
    assert(all.every((ijk) => keys.has(keyOf(ijk))), "the band has no holes");
    const [exact, distances] = [distancesOf(made, size), band.field.readSync()];
    for (const [row, one] of exact.entries()) {
      const distance = distances[row] ?? NaN;
      assert(Math.abs(distance) < 3 * 0.9991 * H);
      assert(Math.abs(distance - one) < 0.7 * H, `${distance}, ${one} expected`);
    }
    assertEquals([...band.grid.voxelSizes], [...size]);
  });
}

eachBackend("retopologizeSdfAsync() gives what retopologizeSdf() gives", async (context) => {
  const size = [H, H, H] as const;
  const voxels = sphereVoxels(size, RADIUS, 1.8 * H);
  using held = hold(context, { voxels, size, values: distancesOf(voxels, size), dtype: "f32" });
  for (const options of [{}, { pad: false, smooth: 1 }, { prune: false }]) {
    using expected = retopologizeSdf(held.grid, held.field, options);
    using band = await retopologizeSdfAsync(held.grid, held.field, options);
    assertEquals(voxelsOf(band.grid), voxelsOf(expected.grid));
    assertBits(band.field.readSync(), expected.field.readSync());
  }
  await assertRejects(
    () => retopologizeSdfAsync(held.grid, held.field, { halfWidthInVoxels: 0 }),
    RangeError,
  );
  await failEachAllocation(context, async () => {
    (await retopologizeSdfAsync(held.grid, held.field)).dispose();
  }, 8);
});

eachBackend("retopologizeSdf() keeps and drops what its options say", (context) => {
  const size: Three = [H, H, H];
  const voxels = sphereVoxels(size, RADIUS, 2 * H);
  const values = distancesOf(voxels, size);
  using held = hold(context, { voxels, size, values, dtype: "f64" });
  const still = { halfWidthInVoxels: 1.5, steps: 0 };
  using same = retopologizeSdf(held.grid, held.field, { ...still, pad: false, prune: false });
  assertEquals(voxelsOf(same.grid), voxels);
  const limit = 1.5 * H;
  const cut = values.map((one) => Math.max(-limit, Math.min(limit, one)));
  assertBits(same.field.readSync(), Float64Array.from(cut));

  using pruned = retopologizeSdf(held.grid, held.field, { ...still, pad: false });
  const kept = values.flatMap((one, row) => Math.abs(one) < 0.999 * limit ? [row] : []);
  assert(kept.length > 0 && kept.length < voxels.length);
  assertEquals(voxelsOf(pruned.grid), kept.map((row) => voxels[row]));
  assertBits(pruned.field.readSync(), Float64Array.from(kept, (row) => values[row] ?? NaN));

  // Added voxels are at the end of the band, inside the sphere and outside.
  using wide = retopologizeSdf(held.grid, held.field, { ...still, prune: false });
  const rows = new Map(voxels.map((ijk, row) => [keyOf(ijk), row]));
  const made = voxelsOf(wide.grid);
  const known = made.map((ijk) => rows.get(keyOf(ijk)) ?? -1);
  const exact = distancesOf(made, size);
  assertBits(
    wide.field.readSync(),
    Float64Array.from(known, (row, at) => cut[row] ?? Math.sign(exact[at] ?? NaN) * limit),
  );
  for (const side of [-1, 1]) {
    assert(known.some((row, at) => row < 0 && Math.sign(exact[at] ?? NaN) === side));
  }
  const reached = new Set(voxels.flatMap(([x, y, z]) => {
    const offsets = [-2, -1, 0, 1, 2];
    return offsets.flatMap((i) =>
      offsets.flatMap((j) => offsets.map((k) => keyOf([x + i, y + j, z + k])))
    );
  }));
  assertEquals(new Set(made.map(keyOf)), reached);
});

eachBackend("retopologizeSdf() gives the grids of a batch what each gets alone", (context) => {
  const sizes: readonly Three[] = [[H, H, H], [0.7 * H, H, H]];
  const lists = sizes.map((size) => sphereVoxels(size, RADIUS / 2, 1.6 * H));
  const values = lists.map((list, b) =>
    distancesOf(list, sizes[b] ?? [1, 1, 1]).map((one) => one + RADIUS / 2)
  );
  const options = { halfWidthInVoxels: 2, steps: 4, smooth: 1, smoothing: "taubin" } as const;
  scope((own) => {
    const grid = own(build(context, lists, { voxelSize: sizes }));
    const field = own(tensor(Float32Array.from(values.flat()), { context }));
    const both = own(retopologizeSdf(grid, field, options));
    const apart = lists.map((voxels, b) => {
      const size = sizes[b] ?? [1, 1, 1];
      const held = own(hold(context, { voxels, size, values: values[b] ?? [], dtype: "f32" }));
      return own(retopologizeSdf(held.grid, held.field, options));
    });
    assertEquals(both.grid.voxelCounts, apart.map((one) => one.grid.numVoxels));
    assertEquals(voxelsOf(both.grid), apart.flatMap((one) => voxelsOf(one.grid)));
    const expected = apart.flatMap((one) => [...one.field.readSync()]);
    assert(expected.length > 500);
    assertBits(both.field.readSync(), Float32Array.from(expected));
  });
});

eachBackend("retopologizeSdf() refuses bad input and takes no voxels", (context) => {
  using none = gridFromZeroVoxels({ context });
  using nothing = emptyTensor([0], { context, dtype: "f32" });
  const empty = retopologizeSdf(none, nothing);
  assertEquals(empty.grid.numVoxels, 0);
  empty.dispose();
  assert(empty.disposed);
  const voxels: Ijk[] = [[0, 0, 0], [0, 0, 1]];
  using held = hold(context, { voxels, size: [1, 1, 1], values: [-0.5, 0.5], dtype: "f32" });
  using short = fullTensor([1], 1, { context, dtype: "f32" });
  assertThrows(() => retopologizeSdf(held.grid, short), RangeError, "[2] expected");
  assertThrows(
    () => retopologizeSdf(held.grid, held.field, { halfWidthInVoxels: -1 }),
    RangeError,
    "halfWidthInVoxels is -1",
  );
  for (const halfWidthInVoxels of [2 ** 30, 2 ** 31, 2 ** 32 + 1]) {
    assertThrows(
      () => retopologizeSdf(held.grid, held.field, { halfWidthInVoxels, steps: 1 }),
      RangeError,
      `Cannot run retopologizeSdf: halfWidthInVoxels is ${halfWidthInVoxels}, 536870912 at most expected to add voxels`,
    );
  }
  using far = hold(context, {
    voxels: [[2 ** 31 - 1, 0, 0]],
    size: [1, 1, 1],
    values: [0],
    dtype: "f32",
  });
  assertThrows(() => retopologizeSdf(far.grid, far.field), Error, "retopologizeSdf");
});
