import { assertEquals, assertThrows } from "@std/assert";
import { orderByCode } from "../../lib/attention/mod.ts";
import { jagged, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { randomSource } from "../grid/_oracle.ts";

eachBackend("orderByCode() sorts each list, equal codes by row", (context) => {
  const random = randomSource(3);
  for (const ends of [[0, 1], [0, 0, 700, 700, 1500, 1503, 1503], [0, 2000]]) {
    const n = ends.at(-1) ?? 0;
    const numbers = Array.from({ length: n }, (_, at) => {
      const few = BigInt(Math.floor(random() * 50) - 25);
      return at % 3 === 0 ? few * (2n ** 58n) : few;
    });
    using codes = tensor(BigInt64Array.from(numbers), { context });
    using lists = jagged(codes, { offsets: ends });
    using order = orderByCode(lists);
    const expected = ends.slice(1).flatMap((end, list) => {
      const begin = ends[list] ?? 0;
      const code = (row: number): bigint => numbers[row] ?? 0n;
      return Array.from({ length: end - begin }, (_, at) => begin + at)
        .sort((a, b) => code(a) < code(b) ? -1 : code(a) > code(b) ? 1 : a - b);
    });
    const rows = [...order.rows.data.readSync()].map(Number);
    assertEquals(rows, expected);
    assertEquals([...order.rows.offsets].map(Number), ends);
    const inverse = order.inverse.readSync();
    rows.forEach((row, place) => assertEquals(inverse[row], BigInt(place)));
  }
});

eachBackend("orderByCode() takes a tensor, the extreme codes, and no rows", (context) => {
  using codes = tensor(BigInt64Array.of(2n ** 63n - 1n, 0n, -(2n ** 63n), -1n), { context });
  using order = orderByCode(codes);
  assertEquals([...order.rows.data.readSync()], [2n, 3n, 1n, 0n]);
  using none = tensor(new BigInt64Array(0), { context });
  using empty = orderByCode(none);
  assertEquals([empty.rows.data.shape, empty.inverse.shape], [[0], [0]]);
  using noLists = jagged(none, { offsets: [0] });
  using nothing = orderByCode(noLists);
  assertEquals(nothing.rows.length, 0);
});

eachBackend("orderByCode() refuses other tensors", (context) => {
  using flat = tensor(Int32Array.of(1, 2), { context });
  assertThrows(() => orderByCode(flat as never), TypeError, "codes is i32, i64 expected");
  using square = tensor(new BigInt64Array(4), { context, shape: [2, 2] });
  assertThrows(() => orderByCode(square), RangeError, "codes shape is [2, 2], [n] expected");
});
