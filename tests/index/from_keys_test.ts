import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { IndexError } from "../../lib/index/mod.ts";
import { indexFromKeys, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { indexOf, LAYOUTS, RUNS, treeIndex } from "./_cases.ts";
import { coordKeys, coordsOf, keysOf, sizeOf } from "./_oracle.ts";

eachBackend("indexFromKeys() sets what is listed, however often and in any order", (context) => {
  const sizes = fc.integer({ min: 1, max: 3000 });
  const lists = fc.tuple(
    sizes,
    fc.array(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
  );
  fc.assert(
    fc.property(lists, fc.constantFrom("i32", "i64"), ([n, shares], dtype) => {
      const places = shares.map((share) => Math.floor(share * n));
      const data = Array<number>(n).fill(0);
      for (const k of places) data[k] = 1;
      using keys = tensor([...places, ...places.slice(0, 3)], { context, dtype });
      for (const layout of LAYOUTS) {
        using index = indexFromKeys(keys, { dims: [n], layout });
        using wanted = indexOf(context, data, layout);
        assertEquals(index.data.readSync(), wanted.data.readSync());
        assertEquals(index.counters?.readSync(), wanted.counters?.readSync());
      }
    }),
    RUNS,
  );
});

eachBackend("indexFromKeys() takes coordinates and places alike", (context) => {
  for (const dims of [[7, 5], [4, 3, 5], [3, 2, 3, 4]]) {
    const data = Array.from({ length: sizeOf(dims) }, (_, k) => k % 3 === 1 ? 1 : 0);
    const places = data.flatMap((value, k) => value ? [k] : []);
    using wanted = treeIndex(context, { dims, data }, 1);
    using coords = coordKeys(context, places.map((k) => coordsOf(dims, k)), dims.length);
    using list = keysOf(context, places);
    for (const keys of [coords, list]) {
      using index = indexFromKeys(keys, { dims, layout: "paper" });
      assertEquals(index.data.readSync(), wanted.data.readSync());
    }
  }
});

eachBackend("indexFromKeys() refuses keys outside, or leaves them out", (context) => {
  using keys = tensor(Int32Array.of(3, 13, -1, 0), { context });
  const error = assertThrows(() => indexFromKeys(keys, { dims: [13] }), IndexError);
  assertEquals([error.code, error.operator], ["INDEX_RANGE", "indexFromKeys"]);
  assertEquals(
    error.message,
    "Cannot run indexFromKeys: cannot use keys: of 4 2 are not from 0 to below (13), the first is " +
      "number 1 with (13)",
  );
  using left = indexFromKeys(keys, { dims: [13], checked: false });
  using wanted = indexOf(context, [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], "wide");
  assertEquals(left.data.readSync(), wanted.data.readSync());
  using cells = tensor(Int32Array.of(1, 1, 0, 4), { context, shape: [2, 2] });
  const cell = assertThrows(
    () => indexFromKeys(cells, { dims: [3, 4], layout: "paper" }),
    IndexError,
  );
  assertEquals(
    cell.message.slice(-52),
    "not from 0 to below (3, 4), the first is number 1 with (0, 4)".slice(-52),
  );
});

eachBackend("indexFromKeys() makes empty indexes of no keys", (context) => {
  using none = tensor(new Int32Array(0), { context });
  for (const layout of LAYOUTS) {
    using index = indexFromKeys(none, { dims: [300], layout });
    using wanted = indexOf(context, Array<number>(300).fill(0), layout);
    assertEquals(index.data.readSync(), wanted.data.readSync());
  }
});

eachBackend("indexFromKeys() names wrong shapes, dtypes, extents and inputs", (context) => {
  using keys = tensor(Int32Array.of(0, 1, 2, 3, 4, 5), { context });
  const code = (dims: number[]): string =>
    assertThrows(() => indexFromKeys(keys, { dims }), IndexError).code;
  assertEquals([code([]), code([0]), code([4, 4])], ["BAD_RANK", "EMPTY_DIMENSION", "CAPABILITY"]);
  using triples = keys.reshape([2, 3]);
  const shape = assertThrows(
    () => indexFromKeys(triples, { dims: [4, 4], layout: "paper" }),
    RangeError,
  );
  assertEquals(
    shape.message,
    "Cannot run indexFromKeys: keys shape is [2, 3], [n] or [n, 2] expected",
  );
  using floats = tensor([1], { context });
  assertThrows(
    () => indexFromKeys(floats as unknown as Tensor<"i32">, { dims: [4] }),
    TypeError,
    "keys is f32, i32 or i64 expected",
  );
});

eachBackend("indexFromKeys() frees everything when an allocation fails", async (context) => {
  using keys = tensor(Int32Array.of(0, 999), { context });
  for (const layout of LAYOUTS) {
    using _index = await failEachAllocation(
      context,
      () => indexFromKeys(keys, { dims: [1001], layout }),
      3,
    );
  }
});
