import { assertThrows } from "@std/assert";
import { patchWindows } from "../../lib/attention/mod.ts";
import { jagged, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertInverse, assertWindows, rowsOfLists } from "./_orders.ts";

const range = (n: number): BigInt64Array<ArrayBuffer> =>
  BigInt64Array.from({ length: n }, (_, row) => BigInt(row));

/** Patches as Point Transformer v3 makes them: the last one is filled up from the one before. */
function patchesOf(rows: readonly number[], size: number, borrows: boolean): number[][] {
  const patches: number[][] = [];
  for (let begin = 0; begin < rows.length; begin += size) {
    const own = rows.slice(begin, begin + size);
    const before = borrows && begin > 0 ? rows.slice(begin - size + own.length, begin) : [];
    patches.push([...own, ...before]);
  }
  return patches;
}

eachBackend("patchWindows() borrows 6 and 7 of ten rows in patches of four", (context) => {
  using order = tensor(range(10), { context });
  using patches = patchWindows(order, { size: 4 });
  assertWindows(patches, [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 6, 7]]]);
  assertInverse(patches, 10);
  using short = patchWindows(order, { size: 4, tails: "short" });
  assertWindows(short, [[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]]]);
  assertInverse(short, 10);
});

eachBackend("patchWindows() cuts lists of any length, in any order", (context) => {
  const ends = [0, 0, 1, 9, 13, 13, 45, 1045, 2069];
  for (const size of [1, 3, 8, 1024, 4096]) {
    // The rows of a list backwards.
    const lists = rowsOfLists(ends).map((rows) => rows.toReversed());
    using numbers = tensor(BigInt64Array.from(lists.flat(), BigInt), { context });
    using order = jagged(numbers, { offsets: ends });
    for (const tails of ["borrow", "short"] as const) {
      using patches = patchWindows(order, { size, tails });
      assertWindows(patches, lists.map((rows) => patchesOf(rows, size, tails === "borrow")));
      assertInverse(patches, 2069);
    }
  }
});

eachBackend("patchWindows() of nothing has no windows", (context) => {
  using none = tensor(new BigInt64Array(0), { context });
  using patches = patchWindows(none, { size: 4 });
  assertWindows(patches, [[]]);
  assertInverse(patches, 0);
});

eachBackend("patchWindows() refuses sizes and tails that there are not", (context) => {
  using order = tensor(range(3), { context });
  for (const size of [0, 2 ** 24 + 1, 1.5]) {
    assertThrows(() => patchWindows(order, { size }), RangeError, "size is");
  }
  assertThrows(
    () => patchWindows(order, { size: 2, tails: "none" as "short" }),
    RangeError,
    'tails is "none", borrow or short expected',
  );
  assertThrows(() => patchWindows(order, {} as { size: number }), RangeError, "size");
});
