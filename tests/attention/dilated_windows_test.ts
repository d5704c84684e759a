import { assertEquals, assertThrows } from "@std/assert";
import { dilatedWindows, patchWindows } from "../../lib/attention/mod.ts";
import { jagged, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertInverse, assertWindows, rowsOfLists } from "./_orders.ts";

/** The windows of a list: of each block, one for each phase that has rows. */
function windowsOf(rows: readonly number[], size: number, dilation: number): number[][] {
  const windows: number[][] = [];
  for (let begin = 0; begin < rows.length; begin += size * dilation) {
    const block = rows.slice(begin, begin + size * dilation);
    for (let phase = 0; phase < Math.min(dilation, block.length); phase++) {
      windows.push(block.filter((_, at) => at % dilation === phase));
    }
  }
  return windows;
}

eachBackend("dilatedWindows() deals the rows of blocks to windows in turn", (context) => {
  const ends = [0, 0, 1, 9, 13, 13, 45, 1045, 2069];
  const lists = rowsOfLists(ends).map((rows) => rows.toReversed());
  using numbers = tensor(BigInt64Array.from(lists.flat(), BigInt), { context });
  using order = jagged(numbers, { offsets: ends });
  for (const [size, dilation] of [[1, 1], [3, 2], [32, 4], [2, 600], [5000, 3]] as const) {
    using windows = dilatedWindows(order, { size, dilation });
    assertWindows(windows, lists.map((rows) => windowsOf(rows, size, dilation)));
    assertInverse(windows, 2069);
  }
});

eachBackend("dilatedWindows() by 1 are patches with short tails", (context) => {
  using order = tensor(BigInt64Array.from({ length: 77 }, (_, row) => BigInt(76 - row)), {
    context,
  });
  using windows = dilatedWindows(order, { size: 10, dilation: 1 });
  using patches = patchWindows(order, { size: 10, tails: "short" });
  assertEquals(windows.rows.data.readSync(), patches.rows.data.readSync());
  assertEquals(windows.rows.offsets, patches.rows.offsets);
});

eachBackend("dilatedWindows() refuses sizes and steps that are not above 0", (context) => {
  using order = tensor(new BigInt64Array(3), { context });
  for (const odd of [0, -1, 2 ** 25, 0.5]) {
    assertThrows(() => dilatedWindows(order, { size: odd, dilation: 2 }), RangeError, "size is");
    assertThrows(
      () => dilatedWindows(order, { size: 2, dilation: odd }),
      RangeError,
      "dilation is",
    );
  }
});
