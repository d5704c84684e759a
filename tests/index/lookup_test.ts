import { assertEquals } from "@std/assert";
import { indexLookup } from "../../lib/index/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { indexOf, LAYOUTS, SIZES, someBits, treeIndex } from "./_cases.ts";
import { keysOf, numbersOf, prefixesOf } from "./_oracle.ts";

eachBackend("indexLookup() numbers occupied elements in order, and no others", (context) => {
  for (const n of [...SIZES, 65535, 65536, 65537]) {
    for (const share of n > 5000 ? [0.4] : [0, 0.4, 1]) {
      const data = someBits(n, share, n);
      let next = 0;
      const wanted = data.map((value) => value ? next++ : -1);
      using keys = keysOf(context, data.map((_, k) => k));
      for (const layout of LAYOUTS) {
        using index = indexOf(context, data, layout);
        using ranks = indexLookup(index, keys, { dtype: "i32" });
        assertEquals([ranks.dtype, numbersOf(ranks)], ["i32", wanted], `${layout} of ${n}`);
      }
    }
  }
});

eachBackend("indexLookup() gives sums before elements of several bits", (context) => {
  const data = [3, 0, 4, 1, 0, 9, 2, 6, 0, 3, 5];
  const sums = prefixesOf(data);
  using index = treeIndex(context, { dims: [11], data }, 4);
  using keys = keysOf(context, data.map((_, k) => k));
  using ranks = indexLookup(index, keys);
  assertEquals(numbersOf(ranks), data.map((value, k) => value === 0 ? -1 : sums[k]));
});

eachBackend("indexLookup() takes no keys, keys of i32, and keys that are outside", (context) => {
  using none = tensor(new Int32Array(0), { context });
  using keys = tensor(Int32Array.of(-5, 2, 3), { context });
  for (const layout of LAYOUTS) {
    using index = indexOf(context, [1, 0, 1], layout);
    using nothing = indexLookup(index, none);
    assertEquals(nothing.shape, [0]);
    using ranks = indexLookup(index, keys, { checked: false });
    assertEquals(numbersOf(ranks), [-1, 1, -1]);
  }
});
