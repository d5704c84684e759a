import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { indexLookup, indexOfRank } from "../../lib/index/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { indexOf, LAYOUTS, RUNS, SIZES, someBits, treeIndex } from "./_cases.ts";
import { keysOf, numbersOf, prefixesOf } from "./_oracle.ts";

eachBackend("indexOfRank() finds every occupied element, and none behind them", (context) => {
  for (const n of [...SIZES, 65537, 200000]) {
    for (const share of n > 5000 ? [0.01] : [0, 0.4, 1]) {
      const data = someBits(n, share, n + 1);
      const places = data.flatMap((value, k) => value ? [k] : []);
      using ranks = keysOf(context, [...places.keys(), places.length, places.length + 1, 2 ** 40]);
      for (const layout of LAYOUTS) {
        using index = indexOf(context, data, layout);
        using found = indexOfRank(index, ranks, { dtype: "i32" });
        assertEquals(numbersOf(found), [...places, -1, -1, -1], `${layout} of ${n}`);
      }
    }
  }
});

eachBackend("indexOfRank() skips superblocks, groups and blocks without ones", (context) => {
  const n = 300000;
  const data = Array<number>(n).fill(0);
  const places = [0, 70000, 70001, 140000, 262143, 299999];
  for (const k of places) data[k] = 1;
  using ranks = keysOf(context, [0, 1, 2, 3, 4, 5, 6]);
  for (const layout of LAYOUTS) {
    using index = indexOf(context, data, layout);
    using found = indexOfRank(index, ranks);
    assertEquals(numbersOf(found), [...places, -1], layout);
    using keys = keysOf(context, places);
    using back = indexLookup(index, keys);
    assertEquals(numbersOf(back), [0, 1, 2, 3, 4, 5], layout);
  }
});

eachBackend("indexOfRank() finds where running sums of wide elements pass a number", (context) => {
  const values = fc.array(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(values, (data) => {
      const sums = prefixesOf(data);
      const total = sums.at(-1) ?? 0;
      const ranks = Array.from({ length: total + 2 }, (_, rank) => rank);
      using index = treeIndex(context, { dims: [data.length], data }, 4);
      using asked = keysOf(context, ranks);
      using found = indexOfRank(index, asked);
      const wanted = ranks.map((rank) =>
        rank < total ? sums.findLastIndex((sum) => sum <= rank) : -1
      );
      assertEquals(numbersOf(found), wanted);
    }),
    RUNS,
  );
});

eachBackend("indexOfRank() answers -1 to unchecked negative ranks", (context) => {
  using ranks = tensor(Int32Array.of(-1, 0, 2), { context });
  for (const layout of LAYOUTS) {
    using index = indexOf(context, [0, 1, 1], layout);
    using found = indexOfRank(index, ranks, { checked: false });
    assertEquals(numbersOf(found), [-1, 1, -1]);
  }
});
