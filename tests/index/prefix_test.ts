import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { indexPrefix, indexRange } from "../../lib/index/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { indexOf, LAYOUTS, RUNS, SIZES, someBits, treeIndex } from "./_cases.ts";
import { keysOf, numbersOf, prefixesOf } from "./_oracle.ts";

eachBackend("indexPrefix() sums what is before every key, and all at the end", (context) => {
  for (const n of SIZES) {
    const data = someBits(n, 0.5, n);
    const sums = prefixesOf(data);
    using keys = keysOf(context, sums.map((_, k) => k));
    for (const layout of LAYOUTS) {
      using index = indexOf(context, data, layout);
      using prefixes = indexPrefix(index, keys);
      assertEquals(numbersOf(prefixes), sums, `${layout} of ${n}`);
    }
  }
});

eachBackend("indexPrefix() is right at the borders of all counters", (context) => {
  const n = 3 * 65536;
  const data = someBits(n, 0.9, 5);
  const sums = prefixesOf(data);
  const borders = [255, 256, 257, 4095, 4096, 4097, 65535, 65536, 65537, 131071, 131072, n - 1, n];
  using keys = keysOf(context, borders);
  for (const layout of LAYOUTS) {
    using index = indexOf(context, data, layout);
    using prefixes = indexPrefix(index, keys, { dtype: "i32" });
    assertEquals(numbersOf(prefixes), borders.map((k) => sums[k]), layout);
  }
});

eachBackend("indexRange() sums any range of elements of any width", (context) => {
  const widths = fc.integer({ min: 1, max: 32 });
  const ends = fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 40 });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 700 }),
      widths,
      fc.nat(),
      ends,
      (n, bits, seed, pairs) => {
        const data = someBits(n, 0.7, seed).map((value, k) => value * ((k * 97) % 2 ** bits));
        const sums = prefixesOf(data);
        const ranges = pairs.map(([a, b]) => [a % (n + 1), b % (n + 1)].toSorted((x, y) => x - y));
        using low = keysOf(context, ranges.map(([begin = 0]) => begin));
        using high = keysOf(context, ranges.map(([, end = 0]) => end));
        using tree = treeIndex(context, { dims: [n], data }, bits);
        using given = indexRange(tree, low, high);
        const wanted = ranges.map(([begin = 0, end = 0]) => (sums[end] ?? 0) - (sums[begin] ?? 0));
        assertEquals(numbersOf(given), wanted);
      },
    ),
    RUNS,
  );
});

eachBackend("indexRange() gives the same in every layout", (context) => {
  const data = someBits(70001, 0.3, 2);
  const sums = prefixesOf(data);
  const ranges = Array.from({ length: 300 }, (_, at) => {
    const begin = (at * 7919) % 70001;
    return [begin, begin + (at * 104729) % (70002 - begin)] as const;
  });
  using low = keysOf(context, ranges.map(([begin]) => begin));
  using high = keysOf(context, ranges.map(([, end]) => end));
  for (const layout of LAYOUTS) {
    using index = indexOf(context, data, layout);
    using given = indexRange(index, low, high);
    const wanted = ranges.map(([begin, end]) => (sums[end] ?? 0) - (sums[begin] ?? 0));
    assertEquals(numbersOf(given), wanted, layout);
  }
});

eachBackend("indexPrefix() and indexRange() answer -1 to what is outside", (context) => {
  using keys = tensor(Int32Array.of(-1, 3, 4), { context });
  using zeros = tensor(Int32Array.of(0, 3, 2), { context });
  for (const layout of LAYOUTS) {
    using index = indexOf(context, [1, 0, 1], layout);
    using sums = indexPrefix(index, keys, { checked: false });
    assertEquals(numbersOf(sums), [-1, 2, -1]);
    using ranges = indexRange(index, zeros, keys, { checked: false });
    assertEquals(numbersOf(ranges), [-1, 0, -1]);
  }
});

eachBackend("indexPrefix() sums more than 2^53 without loss", (context) => {
  const data = Array<number>(2 ** 12).fill(2 ** 32 - 1);
  using index = treeIndex(context, { dims: [data.length], data }, 32);
  using keys = keysOf(context, [4095, 4096]);
  using sums = indexPrefix(index, keys);
  assertEquals([...sums.readSync()], [4095n * 4294967295n, 4096n * 4294967295n]);
});
