import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { IndexError, indexFromBits, indexFromValues } from "../../lib/index/mod.ts";
import { type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { RUNS, shapes, treeIndex } from "./_cases.ts";
import { coordsOf, levelsOf, packBits, packTree, placeOf, sizeOf } from "./_oracle.ts";

eachBackend("indexFromValues() gives trees by definition", (context) => {
  fc.assert(
    fc.property(shapes({ most: 9 }), ({ bits, ...elements }) => {
      fc.pre(sizeOf(elements.dims) <= 800);
      using index = treeIndex(context, elements, bits);
      assertEquals(index.data.readSync(), packTree(elements, bits));
    }),
    RUNS,
  );
});

eachBackend("indexFromValues() agrees with itself on bits, bytes and numbers", (context) => {
  for (const dims of [[1000], [70001], [30, 17, 9], [1, 9], [5, 1, 40], [2, 3, 4, 3]]) {
    const data = Array.from(
      { length: sizeOf(dims) },
      (_, k) => (k * k + (k >> 3)) % 3 === 0 ? 1 : 0,
    );
    using packed = tensor(packBits(data), { context });
    using ofBits = indexFromBits(packed, { dims, layout: "paper" });
    for (const dtype of ["bool", "u8", "i32", "i64"] as const) {
      using values = tensor(data, { context, dtype });
      using index = indexFromValues(values, { dims });
      assertEquals(index.data.readSync(), ofBits.data.readSync(), `${dims} of ${dtype}`);
    }
  }
});

eachBackend("indexFromValues() holds the greatest values of every width", (context) => {
  for (let bits = 1; bits <= 32; bits++) {
    for (const dims of [[33], [5, 6]]) {
      const data = Array<number>(sizeOf(dims)).fill(2 ** bits - 1);
      using index = treeIndex(context, { dims, data }, bits);
      assertEquals(index.data.readSync(), packTree({ dims, data }, bits), `${bits} bits`);
    }
  }
});

eachBackend("indexFromValues() does not notice axes of one element", (context) => {
  const data = Array.from({ length: 60 }, (_, k) => k % 7);
  for (const [plain, more] of [[[60], [60, 1, 1]], [[60], [1, 60]], [[5, 12], [5, 1, 12, 1]]]) {
    using one = treeIndex(context, { dims: plain ?? [], data }, 3);
    using other = treeIndex(context, { dims: more ?? [], data }, 3);
    assertEquals(one.data.readSync(), other.data.readSync());
  }
});

eachBackend("indexFromValues() permutes levels when axes are swapped", (context) => {
  const dims = [6, 7];
  const data = Array.from({ length: 42 }, (_, k) => (k * 5) % 8);
  const swapped = data.map((_, k) => {
    const [y = 0, x = 0] = coordsOf([7, 6], k);
    return data[placeOf(dims, [x, y])] ?? 0;
  });
  const fields = (of: readonly number[], bytes: Uint8Array): string[] => {
    const bitAt = (at: number): number => (bytes[at >> 3] ?? 0) >> (at & 7) & 1;
    return levelsOf(of, 3).map(({ t, counts, width, bitOffset }) => {
      const values = Array.from({ length: sizeOf(counts) }, (_, node) => {
        let value = 0;
        for (let bit = 0; bit < width; bit++) value += bitAt(bitOffset + node * width + bit) << bit;
        return value;
      });
      return `${t.toSorted()}: ${values.toSorted((a, b) => a - b)}`;
    }).toSorted();
  };
  using one = treeIndex(context, { dims, data }, 3);
  using other = treeIndex(context, { dims: [7, 6], data: swapped }, 3);
  assertEquals(fields(dims, one.data.readSync()), fields([7, 6], other.data.readSync()));
});

eachBackend("indexFromValues() refuses values that do not fit, or cuts them", (context) => {
  using values = tensor(Int32Array.of(3, 16, -1, 15), { context });
  const error = assertThrows(() => indexFromValues(values, { bits: 4 }), IndexError);
  assertEquals([error.code, error.operator], ["VALUE_RANGE", "indexFromValues"]);
  assertEquals(
    error.message,
    "Cannot run indexFromValues: cannot make index: of 4 values 2 are not in 0 to 15, the first is " +
      "value 1 with 16",
  );
  using cut = indexFromValues(values, { bits: 4, checked: false });
  using wanted = treeIndex(context, { dims: [4], data: [3, 0, 15, 15] }, 4);
  assertEquals(cut.data.readSync(), wanted.data.readSync());
  using wide = tensor(BigInt64Array.of(2n ** 32n, 1n), { context });
  assertThrows(() => indexFromValues(wide, { bits: 32 }), IndexError, "value 0 with 4294967296");
});

eachBackend("indexFromValues() names wrong widths, lengths, dtypes and inputs", (context) => {
  using values = tensor(Int32Array.of(1, 0, 1), { context });
  const code = (options: { dims?: number[]; bits?: number }): string =>
    assertThrows(() => indexFromValues(values, options), IndexError).code;
  for (const bits of [0, 33, 1.5, NaN]) assertEquals(code({ bits }), "BAD_BITS");
  assertEquals(code({ dims: [4] }), "LENGTH");
  assertEquals(code({ dims: [2] }), "LENGTH");
  assertEquals(code({ dims: [2 ** 35], bits: 32 }), "WIDTH_OVERFLOW");
  assertEquals(code({ dims: [2 ** 10, 2 ** 11, 2 ** 11], bits: 32 }), "WIDTH_OVERFLOW");
  for (const wrong of [tensor([1, 2, 3], { context }), tensor([1], { context, dtype: "f64" })]) {
    using of = wrong;
    assertThrows(
      () => indexFromValues(of as unknown as Tensor<"u8">),
      TypeError,
      `values is ${of.dtype}, bool, u8, i32 or i64 expected`,
    );
  }
});
