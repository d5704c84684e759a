import { assert, assertEquals } from "@std/assert";
import { columnExtremes, decodeLas, lodPoints, lodRows, packRecords } from "../../lib/lod/mod.ts";
import { buildLod, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { assertWindows, sizesOf, spread, windowsOf } from "../_large.ts";

/** Rows of a window. */
const COUNT = 64;

/** Records of 20 bytes, more than 2^32 bytes of them. */
const recordsOf = sizesOf(1997, Math.ceil(2 ** 32 / 20) + 997);
/** Rows of columns. */
const rowsOf = sizesOf(1997, 2 ** 31 + 997);
/** Points of a tree, of more than 2^32 coordinates. */
const pointsOf = sizesOf(1997, Math.ceil(2 ** 32 / 3) + 997);

type On = { readonly device: string };

eachBackend(
  (on: On) => `${recordsOf(on)} records are taken apart and packed to the last`,
  (context) => {
    const n = recordsOf(context);
    const windows = windowsOf(n, COUNT, [20]);
    const pattern = Uint8Array.from(new Random(1).bytes(20 * COUNT));
    const dtype = "u8" as const;
    using records = spread(context, { dtype, shape: [n, 20], filler: 7, windows, pattern });
    using few = tensor(pattern, { context, shape: [COUNT, 20] });
    const options = { format: 0, columns: ["coordinates", "intensities"] } as const;
    const [actual, expected] = [records, few].map((bytes) => decodeLas(bytes, options));
    using own = new DisposableStack();
    const columns = [actual, expected].flatMap((found) => {
      const { coordinates, intensities } = found ?? {};
      assert(coordinates && intensities);
      return [own.use(coordinates), own.use(intensities)];
    });
    const [places, strengths, fewPlaces, fewStrengths] = columns;
    assert(places && strengths && fewPlaces && fewStrengths);
    assertWindows(places, windows, fewPlaces.readSync());
    assertWindows(strengths, windows, fewStrengths.readSync());
    using packed = packRecords([{ values: places }, { values: strengths, bytes: 8 }]);
    using fewPacked = packRecords([{ values: fewPlaces }, { values: fewStrengths, bytes: 8 }]);
    assertWindows(packed, windows, fewPacked.readSync());
  },
);

eachBackend((on: On) => `extremes of ${rowsOf(on)} rows are those of all`, (context) => {
  const n = rowsOf(context);
  for (const window of windowsOf(n, COUNT, [1, 2])) {
    const pattern = Int16Array.from(new Random(window + 1).integers(2 * COUNT, -999, 999));
    const dtype = "i16" as const;
    using values = spread(context, { dtype, shape: [n, 2], filler: 0, windows: [window], pattern });
    const extremes = columnExtremes(values);
    for (const column of [0, 1]) {
      const own = pattern.filter((_, at) => at % 2 === column);
      assertEquals([extremes.min[column], extremes.max[column]], [
        Math.min(...own),
        Math.max(...own),
      ]);
    }
  }
});

eachBackend((on: On) => `a tree of ${pointsOf(on)} points has all of them`, (context) => {
  const n = pointsOf(context);
  const windows = windowsOf(n, COUNT, [1, 3]);
  // Some points apart from each other, and all others in one place behind them.
  const pattern = Int32Array.from({ length: 3 * COUNT }, (_, at) => 2 * Math.floor(at / 3));
  const dtype = "i32" as const;
  using points = spread(context, { dtype, shape: [n, 3], filler: 1000, windows, pattern });
  using tree = buildLod(points, undefined, { pointsPerLeaf: 2, gridSize: 2, keepRows: true });
  assertEquals(tree.counts.points, n);
  const apart = windows.length * COUNT;
  using rows = lodRows(tree, { first: 0, count: apart });
  const expected = Array.from({ length: COUNT }, (_, at) => windows.map((first) => first + at))
    .flat();
  assertEquals(
    [...rows.readSync()].map(Number).sort((a, b) => a - b),
    expected.sort((a, b) => a - b),
  );
  for (const first of windowsOf(n - apart, COUNT, [1, 3])) {
    using some = lodRows(tree, { first: apart + first, count: COUNT });
    const found = [...some.readSync()].map(Number);
    assert(found.every((row) => row >= 0 && row < n && !expected.includes(row)));
    using columns = lodPoints(tree, { first: apart + first, count: COUNT });
    assertBits(columns.coordinates.readSync(), new Int32Array(3 * COUNT).fill(1000));
  }
});
