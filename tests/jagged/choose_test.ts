import { assertEquals, assertThrows } from "@std/assert";
import { lerp, where } from "../../lib/jagged/mod.ts";
import { jagged, type Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { checkBinaryRefusals, readNumbers } from "./_elements.ts";
import { makeLists, numbersOf } from "./_lists.ts";

eachBackend("where() chooses between operands of all kinds", (context) => {
  const marks = [1, 0, 1];
  using lists = makeLists(context, "bool", [1, 0, 2], marks);
  using row = makeLists(context, "f32", [1, 0, 2], [1, 2, 3, 4, 5, 6], [2]);
  using chosen = where(lists, row, -1);
  // Marks of rows have no axes of elements: they meet the rows.
  assertEquals([chosen.data.shape, [...chosen.offsets]], [[3, 2], [0n, 1n, 1n, 3n]]);
  assertEquals(numbersOf(chosen), [1, 2, -1, -1, 5, 6]);
  using flags = where(lists.data, true, lists.data);
  assertEquals([flags.dtype, numbersOf(flags)], ["bool", [1, 0, 1]]);
  using whole = where(lists.data, 7, 2n);
  assertEquals([whole.dtype, numbersOf(whole)], ["i64", [7n, 2n, 7n]]);
  using part = where(lists.data, 7, 0.5);
  assertEquals([part.dtype, numbersOf(part)], ["f32", [7, 0.5, 7]]);
  using longs = tensor(BigInt64Array.of(2n ** 60n + 1n, 1n, 2n), { context });
  using exact = where(lists.data, longs, 0);
  assertEquals(numbersOf(exact), [2n ** 60n + 1n, 0n, 2n]);
  using odd = tensor([NaN, 1, Infinity], { context });
  using kept = where(lists.data, odd, 0);
  assertEquals(numbersOf(kept), [NaN, 0, Infinity]);
});

eachBackend("where() refuses conditions that are not bool", (context) => {
  using bytes = tensor(Uint8Array.of(1), { context });
  const wrong = bytes as Tensor<"u8" | "bool"> as Tensor<"bool">;
  const error = assertThrows(() => where(wrong, 1, 2), TypeError);
  assertEquals(error.message, "Cannot run where: condition is u8, bool expected");
  using mask = makeLists(context, "bool", [1, 1], [1, 0]);
  using other = makeLists(context, "f32", [2, 0], [1, 0]);
  assertThrows(
    () => where(mask, other, 1),
    RangeError,
    "Cannot run where: the lists of a have other lengths than those of condition",
  );
});

eachBackend("lerp() is exact at its ends", (context) => {
  const random = new Random(1);
  const [x, y] = [random.floats(100, -1e6, 1e6), random.floats(100, -1, 1)];
  using a = tensor(x, { context });
  using b = tensor(y, { context });
  using start = lerp(a, b, 0);
  using end = lerp(a, b, 1);
  assertEquals(readNumbers(start), [...x]);
  assertEquals(readNumbers(end), [...y]);
  const f = Math.fround;
  for (const weight of [0.25, 0.75]) {
    using mixed = lerp(a, b, weight);
    const expected = Array.from(x, (from, at) => {
      const [to, step] = [y[at] ?? NaN, f((y[at] ?? NaN) - from)];
      return weight < 0.5 ? f(from + f(weight * step)) : f(to - f(step * f(1 - weight)));
    });
    assertEquals(readNumbers(mixed), expected);
  }
});

eachBackend("lerp() takes lists, integers and weights for each row", (context) => {
  using flat = makeLists(context, "i32", [1, 1], [0, 10, 20, 30], [2]);
  using lists = jagged(flat.data, { offsets: flat.offsets, outerOffsets: [0, 1, 2] });
  using weights = makeLists(context, "f32", [1, 1], [0.5, 0.25]);
  using mixed = lerp(lists, 0, weights);
  assertEquals([mixed.dtype, numbersOf(mixed)], ["f32", [0, 5, 15, 22.5]]);
  assertEquals([...mixed.outerOffsets ?? []], [0n, 1n, 2n]);
});

eachBackend("lerp() and where() refuse operands that do not fit", (context) => {
  checkBinaryRefusals(context, "lerp", (a, b) => lerp(a, b, 0.5));
});
