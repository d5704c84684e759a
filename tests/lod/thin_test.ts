import { assert, assertEquals, assertThrows } from "@std/assert";
import { lodThin, THIN_REACH } from "../../lib/lod/mod.ts";
import { type Context, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { inOrder } from "./_oracle.ts";
import { scatter } from "./_clouds.ts";
import { thinRows } from "./_thin.ts";

/** Places in Morton order. */
function places(seed: number, count: number, bits: number): number[][] {
  return inOrder(scatter(seed, count, bits), bits).map(({ place }) => [...place]);
}

function chosen(
  context: Context,
  all: readonly (readonly number[])[],
  bits: number,
  cellBits: number,
): number[] {
  using points = tensor(new Int32Array(Uint32Array.from(all.flat()).buffer), {
    context,
    shape: [all.length, 3],
  });
  using flags = lodThin(points, { bits, cellBits });
  return [...flags.readSync()];
}

eachBackend("lodThin() chooses points as if they were gone through one by one", (context) => {
  for (const [bits, cellBits] of [[7, 3], [7, 5], [9, 4], [4, 0], [6, 5]] as const) {
    const all = places(bits + cellBits, 700, bits);
    const rows = new Set(thinRows([...all.keys()], all.flat(), 2 ** cellBits));
    const wanted = all.map((_, row) => rows.has(row) ? 1 : 0);
    assertEquals(chosen(context, all, bits, cellBits), wanted, `${bits} and ${cellBits} bits`);
  }
});

eachBackend("lodThin() takes coordinates of 32 bits", (context) => {
  const all = places(5, 300, 8);
  const scale = (value: number): number => value * 2 ** 24 + 2 ** 23;
  const large = all.map((place) => place.map(scale));
  assertEquals(chosen(context, large, 32, 28), chosen(context, all, 8, 4));
});

eachBackend(
  "lodThin() of a part knows what the whole knows, THIN_REACH cells inside",
  (context) => {
    const [bits, cellBits] = [8, 3];
    const random = new Random(8);
    const one = (): number => random.integer(0, 255);
    const cloud = Array.from(
      { length: 20_000 },
      () => ({ place: [one(), one(), one()], rgba: [] }),
    );
    const all = inOrder(cloud, bits).map(({ place }) => place);
    const whole = chosen(context, all, bits, cellBits);
    const [low, high] = [96, 160];
    const margins = THIN_REACH.map((cells) => cells * 2 ** cellBits);
    const isWithin = (place: readonly number[], grown: readonly number[]): boolean =>
      place.every((value, axis) =>
        value >= low - (grown[axis] ?? 0) && value < high + (grown[axis] ?? 0)
      );
    const rows = all.flatMap((place, row) => isWithin(place, margins) ? [row] : []);
    const part = chosen(context, rows.map((row) => all[row] ?? []), bits, cellBits);
    let inside = 0;
    rows.forEach((row, at) => {
      if (!isWithin(all[row] ?? [], [0, 0, 0])) return;
      inside += 1;
      assertEquals(part[at], whole[row], `point ${row}`);
    });
    assert(inside > 200 && rows.length < all.length, `${inside} of ${rows.length} points`);
  },
);

eachBackend("lodThin() of nothing, of points alike, and wrong input", (context) => {
  assertEquals(chosen(context, [], 5, 2), []);
  assertEquals(chosen(context, [[1, 1, 1], [1, 1, 1]], 5, 2), [1, 0]);
  using points = tensor(new Int32Array(6), { context, shape: [2, 3] });
  assertThrows(() => lodThin(points, { bits: 33, cellBits: 2 }), RangeError, "bits is 33");
  assertThrows(() => lodThin(points, { bits: 5, cellBits: 5 }), RangeError, "cellBits is 5");
  using flat = tensor(new Int32Array(6), { context });
  assertThrows(() => lodThin(flat, { bits: 5, cellBits: 2 }), RangeError, "points shape is [6]");
  using real = tensor(new Float32Array(6), { context, shape: [2, 3] });
  assertThrows(() => lodThin(real as never, { bits: 5, cellBits: 2 }), TypeError, "points is f32");
  const gone = points.slice(0);
  gone.dispose();
  assertThrows(() => lodThin(gone, { bits: 5, cellBits: 2 }), Error, "disposed");
});
