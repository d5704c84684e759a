import { assertEquals, assertThrows } from "@std/assert";
import { packRecords } from "../../lib/lod/mod.ts";
import { NativeError, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("packRecords() lays values of all sizes next to each other", (context) => {
  const random = new Random(4);
  const bytes = (length: number): Uint8Array<ArrayBuffer> =>
    Uint8Array.from({ length }, () => Math.floor(random.number() * 256));
  const count = 700;
  // Bytes of a value, values of a row, bytes in the record.
  const kinds = [[4, 3, 4], [1, 3, 2], [2, 1, 2], [8, 1, 8], [1, 1, 1], [2, 5, 8], [1, 7, 1]];
  const columns = kinds.map(([size = 1, width = 1]) => bytes(count * size * width));
  const dtypes = { 1: "u8", 2: "u16", 4: "i32", 8: "f64" } as const;
  const arrays = { 1: Uint8Array, 2: Uint16Array, 4: Int32Array, 8: Float64Array } as const;
  const fields = kinds.map(([size = 1, width = 1, written = 1], n) => {
    const own = size as 1 | 2 | 4 | 8;
    const values = new arrays[own](columns[n]?.buffer ?? new ArrayBuffer(0));
    const shape = width === 1 ? [count] : [count, width];
    return {
      values: tensor(values as Uint8Array<ArrayBuffer>, {
        context,
        shape,
        dtype: dtypes[own] as "u8",
      }),
      bytes: written,
    };
  });
  const order = Array.from({ length: 1500 }, () => Math.floor(random.number() * count));
  using rows = tensor(BigInt64Array.from(order, BigInt), { context });
  using records = packRecords(fields, rows);
  const wanted = order.flatMap((row) =>
    kinds.flatMap(([size = 1, width = 1, written = 1], n) =>
      Array.from({ length: width }, (_, k) => {
        const at = (row * width + k) * size;
        const value = [...columns[n]?.subarray(at, at + size) ?? []];
        return [...value, ...new Array<number>(written - size).fill(0)];
      }).flat()
    )
  );
  assertEquals(records.shape, [1500, wanted.length / 1500]);
  assertEquals(records.readSync(), Uint8Array.from(wanted));
  // All rows in order, and of these the same ones.
  using all = packRecords(fields);
  using again = packRecords([{ values: all }], rows);
  assertEquals(all.shape, [count, wanted.length / 1500]);
  assertEquals(again.readSync(), records.readSync());
  for (const { values } of fields) values.dispose();
});

eachBackend("packRecords() of no rows, and wrong input", (context) => {
  using values = tensor(Int32Array.of(1, 2, 3), { context });
  using pairs = tensor(Int32Array.of(1, 2, 3, 4), { context, shape: [2, 2] });
  using rows = tensor(BigInt64Array.of(2n, 0n), { context });
  using none = rows.slice(0, 0);
  using empty = packRecords([{ values }], none);
  assertEquals(empty.shape, [0, 4]);
  const refuse = (fields: Parameters<typeof packRecords>[0], problem: string): unknown =>
    assertThrows(() => packRecords(fields, rows), RangeError, problem);
  refuse([], "0 fields, 1 to 32 expected");
  refuse(new Array(33).fill({ values }), "33 fields");
  refuse([{ values }, { values: pairs }], "field 1 shape is [2, 2], [3, v] expected");
  refuse([{ values, bytes: 3 }], "bytes of field 0");
  refuse([{ values, bytes: 9 }], "bytes of field 0");
  using flat = tensor(new Int32Array(0), { context, shape: [3, 0] });
  refuse([{ values: flat }], "field 0 has no values");
  assertThrows(() => packRecords([{ values }], values as never), TypeError, "rows is i32");
  for (const bad of [3n, -1n, 2n ** 62n]) {
    using wrong = tensor(BigInt64Array.of(0n, bad, 1n), { context });
    const error = assertThrows(() => packRecords([{ values }], wrong), NativeError);
    assertEquals(error.kind, "invalid-data");
  }
  using nothing = values.slice(0, 0);
  assertThrows(() => packRecords([{ values: nothing }], rows), NativeError, "there are no rows");
});
