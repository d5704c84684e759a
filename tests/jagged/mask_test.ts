import { assertEquals, assertThrows } from "@std/assert";
import { jaggedMask } from "../../lib/jagged/mod.ts";
import { type Lists, Tensor, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";
import { makeLists, randomLengths, rowsOfLists } from "./_lists.ts";

eachBackend("jaggedMask() keeps marked rows in their lists", (context) => {
  const random = new Random(4);
  for (const share of [0, 0.02, 0.5, 1]) {
    const lengths = [...randomLengths(random, 30, 40), 5000, 0];
    const rows = lengths.reduce((sum, length) => sum + length, 0);
    const marks = Array.from({ length: rows }, () => random.number() < share ? 1 : 0);
    using lists = makeLists(
      context,
      "f16",
      lengths,
      Array.from({ length: rows * 3 }, () => random.integer(0, 99)),
      [3],
    );
    using mask = makeLists(context, "bool", lengths, marks);
    using kept = jaggedMask(lists, mask);
    const yes = rowsOfLists(mask);
    const expected = rowsOfLists(lists).map((list, nth) =>
      list.filter((_, row) => yes[nth]?.[row]?.[0] === 1)
    );
    assertEquals(rowsOfLists(kept), expected);
    using same = jaggedMask(lists, mask.data);
    assertEquals(rowsOfLists(same), expected);
    using rowsAlone = jaggedMask(lists.data, mask.data);
    assertEquals(rowsAlone instanceof Tensor, true);
    assertEquals([...rowsAlone.readSync()], [...kept.data.readSync()]);
  }
});

eachBackend("jaggedMask() of nothing is nothing", (context) => {
  using lists = makeLists(context, "f32", [0, 0], [], [2]);
  using mask = makeLists(context, "bool", [0, 0], []);
  using kept = jaggedMask(lists, mask);
  assertEquals([kept.data.shape, [...kept.offsets]], [[0, 2], [0n, 0n, 0n]]);
});

eachBackend("jaggedMask() rejects wrong masks", (context) => {
  using lists = makeLists(context, "f32", [1, 2], [1, 2, 3]);
  using bytes = tensor([1, 0, 1], { context, dtype: "u8" });
  using short = tensor([1, 0], { context, dtype: "bool" });
  using elsewhere = makeLists(context, "bool", [2, 1], [1, 1, 1]);
  const message = (mask: Lists<"u8" | "bool">, kind: typeof RangeError): string =>
    assertThrows(() => jaggedMask(lists, mask as Lists<"bool">), kind).message;
  const start = "Cannot run jaggedMask: ";
  assertEquals(message(bytes, TypeError), `${start}mask is u8, bool expected`);
  assertEquals(message(short, RangeError), `${start}mask shape is [2], [3] expected`);
  assertEquals(message(elsewhere, RangeError), `${start}the lists of mask have other lengths`);
});
