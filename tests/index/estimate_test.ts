import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import {
  chooseIndexLayout,
  estimateIndex,
  IndexError,
  type IndexLayout,
} from "../../lib/index/mod.ts";
import { eachBackend } from "../_backends.ts";
import { indexOf, LAYOUTS, RUNS, shapes, someBits, treeIndex } from "./_cases.ts";

/** Volumes, payloads of their bricks, and bytes of their indexes as published. */
const PUBLISHED: readonly (readonly [string, readonly number[], number, number])[] = [
  ["Aneurysm", [512, 512, 512], 3, 1_250_092],
  ["Angiography", [416, 512, 112], 3, 225_840],
  ["Backpack", [512, 512, 373], 7, 73_964],
  ["Bonsai", [256, 256, 256], 7, 12_692],
  ["King Snake", [1024, 1024, 795], 31, 7_544],
  ["Pawpawsaurus", [958, 646, 1088], 15, 51_420],
  ["Present", [492, 492, 442], 7, 80_688],
  ["Stag Beetle", [832, 832, 494], 7, 251_388],
  ["Vessel", [1024, 1024, 1024], 3, 10_000_476],
  ["Xmas Tree", [512, 499, 512], 3, 1_220_852],
];

Deno.test("estimateIndex() gives the ten published sizes, and half of them for wide", () => {
  for (const [name, extents, payload, bytes] of PUBLISHED) {
    const bricks = extents.reduce((count, extent) => count * Math.ceil(extent / payload), 1);
    assertEquals(estimateIndex({ dims: [bricks], layout: "paper" }).bytes, bytes, name);
    const wide = estimateIndex({ dims: [bricks] }).bytes / bytes;
    assert(wide > 0.5 && wide < 0.56, `${name}: ${wide}`);
  }
});

Deno.test("estimateIndex() knows sizes that nobody allocates", () => {
  assertEquals(estimateIndex({ dims: [2 ** 33], layout: "paper" }).bytes, 2147483660);
  assertEquals(estimateIndex({ dims: [512, 512, 512] }).bytes, 67010668);
  assertEquals(estimateIndex({ dims: [2 ** 40] }).size, 2 ** 40);
  assertEquals(
    estimateIndex({ dims: [2 ** 33], layout: "rank96" }).bitsPerElement.toFixed(3),
    "1.333",
  );
  assertEquals(estimateIndex({ dims: [2 ** 33] }).bitsPerElement.toFixed(3), "1.067");
});

eachBackend("estimateIndex() says what indexes take", (context) => {
  fc.assert(
    fc.property(shapes({ most: 9 }), ({ bits, ...elements }) => {
      using index = treeIndex(context, elements, bits);
      const { dims } = elements;
      assertEquals(estimateIndex({ dims, bits, layout: "paper" }), index.stats());
      const { liveBytes } = context.stats();
      assertEquals(index.byteLength <= liveBytes, true);
    }),
    RUNS,
  );
  for (const n of [1, 255, 256, 257, 4096, 4097, 65536, 65537]) {
    for (const layout of LAYOUTS) {
      using index = indexOf(context, someBits(n, 0.5, n), layout);
      assertEquals(estimateIndex({ dims: [n], layout }), index.stats());
    }
  }
});

Deno.test("estimateIndex() names wrong extents, widths and layouts", () => {
  const code = (options: { dims: number[]; bits?: number; layout?: IndexLayout }): string =>
    assertThrows(() => estimateIndex(options), IndexError).code;
  assertEquals(code({ dims: [] }), "BAD_RANK");
  assertEquals(code({ dims: [2.5] }), "NOT_INTEGER");
  assertEquals(code({ dims: [-1] }), "NOT_INTEGER_POSITIVE");
  assertEquals(code({ dims: [3, 0] }), "EMPTY_DIMENSION");
  assertEquals(code({ dims: [2 ** 40 + 1] }), "TOO_LARGE");
  assertEquals(code({ dims: [3], bits: 0 }), "BAD_BITS");
  assertEquals(code({ dims: [2 ** 35], bits: 32 }), "WIDTH_OVERFLOW");
  assertEquals(code({ dims: [3], bits: 2, layout: "wide" }), "CAPABILITY");
  assertThrows(() => estimateIndex({ dims: [3], layout: "flat" as IndexLayout }), TypeError);
});

Deno.test("chooseIndexLayout() follows the use", () => {
  assertEquals(chooseIndexLayout({}), "rank96");
  assertEquals(chooseIndexLayout({ compact: true }), "rank224");
  assertEquals(chooseIndexLayout({ edits: true, compact: true }), "wide");
  assertEquals(chooseIndexLayout({ edits: true, sums: true }), "paper");
});
