import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { IndexError, indexToBits, indexToValues } from "../../lib/index/mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { indexOf, LAYOUTS, RUNS, shapes, SIZES, someBits, treeIndex } from "./_cases.ts";
import { numbersOf, packBits } from "./_oracle.ts";

eachBackend("indexToBits() gives back the bits of every layout", (context) => {
  for (const n of [...SIZES, 65535, 65537, 2 ** 18 + 1]) {
    for (const share of [0.5, 1]) {
      const data = someBits(n, share, n);
      const wanted = packBits(data);
      for (const layout of LAYOUTS) {
        using index = indexOf(context, data, layout);
        using bits = indexToBits(index);
        assertEquals(bits.readSync(), wanted, `${layout} of ${n}`);
      }
    }
  }
});

eachBackend("indexToValues() gives back elements of any shape and width", (context) => {
  fc.assert(
    fc.property(shapes({ most: 8 }), ({ bits, ...elements }) => {
      using index = treeIndex(context, elements, bits);
      using values = indexToValues(index);
      assertEquals([values.dtype, numbersOf(values)], ["i64", [...elements.data]]);
      if (bits < 32) {
        using small = indexToValues(index, { dtype: "i32" });
        assertEquals(numbersOf(small), [...elements.data]);
      }
      if (bits > 1) return;
      using packed = indexToBits(index);
      assertEquals(packed.readSync(), packBits(elements.data));
    }),
    RUNS,
  );
});

eachBackend("indexToBits() gives back bits along several axes", (context) => {
  for (const dims of [[3, 5], [33, 2], [5, 4, 3], [2, 3, 2, 3]]) {
    const data = Array.from({ length: dims.reduce((a, b) => a * b) }, (_, k) => (k * k) % 3 & 1);
    using index = treeIndex(context, { dims, data }, 1);
    using bits = indexToBits(index);
    assertEquals(bits.readSync(), packBits(data));
    using bytes = indexToValues(index, { dtype: "u8" });
    assertEquals(numbersOf(bytes), data);
  }
});

eachBackend("indexToBits() and indexToValues() name what they cannot do", (context) => {
  using wide = treeIndex(context, { dims: [3], data: [300, 0, 1] }, 9);
  using frozen = indexOf(context, [1, 0], "rank224");
  using full = treeIndex(context, { dims: [2], data: [1, 2] }, 32);
  assertEquals(assertThrows(() => indexToBits(wide), IndexError).code, "CAPABILITY");
  assertEquals(assertThrows(() => indexToValues(frozen), IndexError).code, "CAPABILITY");
  for (const [index, dtype] of [[wide, "u8"], [full, "i32"]] as const) {
    const error = assertThrows(() => indexToValues(index, { dtype }), IndexError);
    assertEquals([error.code, error.operator], ["VALUE_RANGE", "indexToValues"]);
  }
  assertThrows(
    () => indexToValues(wide, { dtype: "f32" as "u8" }),
    TypeError,
    "dtype is f32, u8, i32 or i64 expected",
  );
});

eachBackend("indexToBits() frees everything when an allocation fails", async (context) => {
  using tree = treeIndex(context, { dims: [5, 5], data: Array<number>(25).fill(1) }, 1);
  using _bits = await failEachAllocation(context, () => indexToBits(tree), 2);
  using _values = await failEachAllocation(context, () => indexToValues(tree), 2);
});
