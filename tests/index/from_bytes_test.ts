import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { IndexError, indexFromBytes } from "../../lib/index/mod.ts";
import { type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { RUNS, shapes, treeIndex } from "./_cases.ts";
import { coordsOf, levelsOf, packTree, placeOf, sizeOf, trailingOnes } from "./_oracle.ts";

eachBackend("indexFromBytes() takes bytes that are a tree, and no others", (context) => {
  const places = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  let refused = 0;
  fc.assert(
    fc.property(shapes({ most: 6 }), places, ({ bits, ...elements }, at) => {
      const { dims } = elements;
      const bytes = packTree(elements, bits);
      const bit = Math.floor(at * bytes.length * 8);
      using good = tensor(bytes, { context });
      using index = indexFromBytes(good, { dims, bits });
      assertEquals(index.data.readSync(), bytes);
      // A tree with one bit changed may be the tree of other elements: the one that is read from it decides.
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ 1 << (bit & 7);
      const read = readTree(dims, bits, bytes);
      const isTree = bytes.toHex() === packTree({ dims, data: read }, bits).toHex();
      using changed = tensor(bytes, { context });
      if (isTree) return indexFromBytes(changed, { dims, bits })[Symbol.dispose]();
      const error = assertThrows(() => indexFromBytes(changed, { dims, bits }), IndexError);
      assertEquals(error.code, "CORRUPT");
      refused++;
    }),
    RUNS,
  );
  assert(refused > 20, `${refused} refused`);
});

/** The elements that nodes give, modulo 2^bits. */
function readTree(dims: readonly number[], bits: number, bytes: Uint8Array): number[] {
  const size = sizeOf(dims);
  const nodes = Array<bigint>(size).fill(0n);
  for (const { t, counts, width, bitOffset } of levelsOf(dims, bits)) {
    for (let node = 0; node < sizeOf(counts); node++) {
      const coords = coordsOf(counts, node).map((place, axis) => {
        const own = t[axis] ?? 0;
        return place * 2 ** (own + 1) + 2 ** own - 1;
      });
      let value = 0n;
      for (let bit = 0; bit < width; bit++) {
        const at = bitOffset + node * width + bit;
        value |= BigInt((bytes[at >> 3] ?? 0) >> (at & 7) & 1) << BigInt(bit);
      }
      nodes[placeOf(dims, coords)] = value;
    }
  }
  // A node less what its children on one axis after the other hold.
  let stride = 1;
  for (const extent of dims) {
    for (let k = size - 1; k >= 0; k--) {
      const own = Math.floor(k / stride) % extent;
      for (let half = 1; half < 2 ** trailingOnes(own); half *= 2) {
        nodes[k] = (nodes[k] ?? 0n) - (nodes[k - half * stride] ?? 0n);
      }
    }
    stride *= extent;
  }
  return nodes.map((value) => Number(BigInt.asUintN(bits, value)));
}

eachBackend(
  "indexFromBytes() finds wrong sums and padding, and names the first word",
  (context) => {
    const elements = { dims: [11], data: [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5] };
    using tree = treeIndex(context, elements, 4);
    const attempt = (change: (bytes: Uint8Array) => void): IndexError => {
      const bytes = tree.data.readSync();
      change(bytes);
      using host = tensor(bytes, { context });
      return assertThrows(() => indexFromBytes(host, { dims: [11], bits: 4 }), IndexError);
    };
    const padding = attempt((bytes) => bytes[3] = 1);
    assertEquals([padding.code, padding.operator], ["CORRUPT", "indexFromBytes"]);
    assertEquals(
      padding.message,
      "Cannot run indexFromBytes: cannot use bytes: of the words 1 are not those of a tree, the first is " +
        "word 0",
    );
    assertEquals(attempt((bytes) => bytes[4] = 0xc2).code, "CORRUPT");
    assertEquals(attempt((bytes) => bytes[12] = 0xff).code, "CORRUPT");
  },
);

eachBackend("indexFromBytes() names wrong lengths, dtypes and inputs", (context) => {
  using bytes = tensor(new Uint8Array(16), { context });
  const code = (dims: number[], bits?: number): string =>
    assertThrows(() => indexFromBytes(bytes, { dims, ...(bits ? { bits } : {}) }), IndexError).code;
  assertEquals([code([16]), code([]), code([8], 33)], ["LENGTH", "BAD_RANK", "BAD_BITS"]);
  using index = indexFromBytes(bytes, { dims: [8] });
  assertEquals(index.size, 8);
  using floats = tensor([1], { context });
  assertThrows(
    () => indexFromBytes(floats as unknown as Tensor<"u8">, { dims: [8] }),
    TypeError,
    "bytes is f32, u8 expected",
  );
});
