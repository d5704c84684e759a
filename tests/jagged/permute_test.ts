import { assertEquals, assertThrows } from "@std/assert";
import { permute, transpose } from "../../lib/jagged/mod.ts";
import { DisposedError } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { bitsOf, counted, placesOf, positionOf, TYPES } from "./_dense.ts";

eachBackend("permute() puts elements where their axes are, of every type", (context) => {
  const cases: [number[], number[]][] = [
    [[], []],
    [[5], [0]],
    [[3, 4], [1, 0]],
    [[2, 3, 4], [2, 0, 1]],
    [[2, 3, 4], [0, -1, 1]],
    [[40, 3, 33], [2, 1, 0]],
    [[3, 0, 2], [1, 2, 0]],
    [[2, 1, 3, 2, 1, 2, 2, 2], [7, 0, 6, 1, 5, 2, 4, 3]],
  ];
  for (const dtype of TYPES) {
    for (const [shape, order] of cases) {
      using x = counted(context, dtype, shape);
      const axes = order.map((axis) => axis < 0 ? axis + shape.length : axis);
      const permuted = axes.map((axis) => shape[axis] ?? 0);
      const values = bitsOf(x);
      const expected = placesOf(permuted).map((place) => {
        const from = shape.map((_, axis) => place[axes.indexOf(axis)] ?? 0);
        return values[positionOf(from, shape)];
      });
      using result = permute(x, order);
      assertEquals([result.dtype, result.shape, bitsOf(result)], [dtype, permuted, expected]);
    }
  }
});

eachBackend("transpose() swaps the last two axes, of many rows", (context) => {
  const rows = 2 ** 16 + 3;
  using x = counted(context, "u16", [rows, 3]);
  using turned = transpose(x);
  const values = x.readSync();
  assertEquals(turned.shape, [3, rows]);
  assertEquals(
    [...turned.readSync()],
    Array.from({ length: 3 * rows }, (_, at) => values[at % rows * 3 + Math.floor(at / rows)]),
  );
  using batch = counted(context, "f32", [2, 9, 70]);
  using same = permute(batch, [0, 2, 1]);
  using swapped = transpose(batch);
  assertEquals(bitsOf(swapped), bitsOf(same));
});

eachBackend("permute() refuses orders that leave axes out", async (context) => {
  using x = counted(context, "f32", [2, 3]);
  const message = (order: number[], kind = RangeError): string =>
    assertThrows(() => permute(x, order), kind).message;
  assertEquals(
    message([0]),
    "Cannot run permute: order is [0], each axis of [2, 3] once expected",
  );
  assertEquals(
    message([1, -1]),
    "Cannot run permute: order is [1, -1], each axis of [2, 3] once expected",
  );
  assertEquals(
    message([0, 2]),
    "Cannot run permute: axis 2 is not an axis of [2, 3], -2 to 1",
  );
  assertThrows(() => permute(x, 1 as unknown as number[]), TypeError, "order");
  using deep = counted(context, "u8", [1, 1, 1, 1, 1, 1, 1, 1, 1]);
  assertThrows(() => transpose(deep), RangeError, "x has 9 axes, at most 8 expected");
  using flat = counted(context, "f32", [2]);
  assertThrows(() => transpose(flat), RangeError, "x shape is [2], two axes or more expected");
  using whole = await failEachAllocation(context, () => permute(x, [1, 0]));
  assertEquals(whole.length, 6);
  const gone = x.copy();
  gone.dispose();
  assertEquals(assertThrows(() => transpose(gone), DisposedError).operator, "transpose");
});
