import { assertEquals, assertThrows } from "@std/assert";
import { argmax, argmin, max, min, type Ordered } from "../../lib/jagged/mod.ts";
import { DisposedError, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { counted, placesOf, positionOf, TYPES } from "./_dense.ts";
import { readNumbers } from "./_elements.ts";

/** Where the first of the greatest numbers is; NaN is greater than all. */
function firstGreatest(numbers: readonly number[]): number {
  const nan = numbers.findIndex(Number.isNaN);
  return nan >= 0 ? nan : numbers.indexOf(Math.max(...numbers));
}

eachBackend("max(), min(), argmax() and argmin() search every axis of every type", (context) => {
  const types = TYPES.filter((dtype): dtype is Ordered => dtype !== "bool");
  for (const dtype of types) {
    for (const shape of [[], [1], [9], [3, 5], [3, 300, 2], [4, 0]]) {
      using x = counted(context, dtype, shape);
      const values = readNumbers(x);
      for (const axis of [undefined, ...shape.keys(), ...shape.map((_, nth) => -1 - nth)]) {
        const place = axis === undefined ? 0 : axis < 0 ? axis + shape.length : axis;
        const left = axis === undefined ? [] : shape.toSpliced(place, 1);
        const runs = axis === undefined ? [values] : placesOf(left).map((at) =>
          Array.from(
            { length: shape[place] ?? 0 },
            (_, nth) => values[positionOf(at.toSpliced(place, 0, nth), shape)] ?? NaN,
          )
        );
        if (runs.some(({ length }) => length === 0)) {
          assertThrows(() => max(x, { axis }), RangeError, "there is nothing to choose from");
          continue;
        }
        const most = runs.map(firstGreatest);
        const least = runs.map((run) => firstGreatest(run.map((number) => -number)));
        using highest = max(x, { axis });
        using lowest = min(x, { axis, keepdims: true });
        using high = argmax(x, { axis, keepdims: true });
        using low = argmin(x, { axis });
        const kept = axis === undefined ? shape.map(() => 1) : shape.with(place, 1);
        assertEquals([highest.dtype, lowest.dtype, high.dtype], [dtype, dtype, "i64"]);
        assertEquals([highest.shape, low.shape], [left, left]);
        assertEquals([lowest.shape, high.shape], [kept, kept]);
        assertEquals(readNumbers(high), most);
        assertEquals(readNumbers(low), least);
        assertEquals(readNumbers(highest), runs.map((run, at) => run[most[at] ?? 0]));
        assertEquals(readNumbers(lowest), runs.map((run, at) => run[least[at] ?? 0]));
      }
    }
  }
});

eachBackend("argmax() takes the first of equal elements, and of NaN", (context) => {
  using x = tensor([1, 3, 3, NaN, 2, NaN, -0, 0, -0], { context, shape: [3, 3] });
  using high = argmax(x, { axis: 1 });
  using low = argmin(x, { axis: 1 });
  assertEquals([...high.readSync(), ...low.readSync()], [1n, 0n, 0n, 0n, 0n, 0n]);
  using value = max(x);
  using least = min(x);
  using place = argmin(x);
  assertEquals([...value.readSync(), ...least.readSync(), ...place.readSync()], [NaN, NaN, 3n]);
});

eachBackend("argmax() finds one among very many elements", (context) => {
  const numbers = new Float32Array(2 ** 17 + 5);
  numbers[2 ** 16 + 9] = 2;
  numbers[2 ** 17] = 2;
  using x = tensor(numbers, { context });
  using place = argmax(x);
  assertEquals([...place.readSync()], [BigInt(2 ** 16 + 9)]);
});

eachBackend(
  "max() refuses bool, and frees its results when an allocation fails",
  async (context) => {
    using flags = counted(context, "bool", [3]);
    assertThrows(
      () => max(flags as unknown as Tensor<"u8">),
      TypeError,
      "Cannot run max: x is bool",
    );
    using x = tensor([1, 2], { context });
    using highest = await failEachAllocation(context, () => max(x), 2);
    assertEquals([...highest.readSync()], [2]);
    const gone = x.copy();
    gone.dispose();
    assertEquals(assertThrows(() => argmin(gone), DisposedError).operator, "argmin");
  },
);
