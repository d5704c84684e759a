import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { adoptBits, IndexError, indexFromBits, type IndexLayout } from "../../lib/index/mod.ts";
import { type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { indexOf, LAYOUTS, packLine, RUNS, SIZES, someBits } from "./_cases.ts";
import { packBits, packTree, prefixesOf, readCounters, wideCounters } from "./_oracle.ts";

/** The cells of a frozen index by definition. */
function cellsOf(data: readonly number[], payload: number): Uint32Array<ArrayBuffer> {
  const sums = prefixesOf(data);
  const words = payload / 32 + 1;
  const cells = new Uint32Array(Math.ceil(data.length / payload) * words);
  for (const [k, value] of data.entries()) {
    const cell = Math.floor(k / payload);
    const at = k % payload;
    cells[cell * words] = sums[cell * payload] ?? 0;
    const word = cell * words + 1 + Math.floor(at / 32);
    if (value) cells[word] = ((cells[word] ?? 0) | 1 << at % 32) >>> 0;
  }
  return cells;
}

Deno.test("packLine() agrees with trees by definition", () => {
  const bits = fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(bits, (data) => {
      assertEquals(packLine(data), packTree({ dims: [data.length], data }, 1));
    }),
    RUNS,
  );
});

eachBackend("indexFromBits() gives trees, counters and cells by definition", (context) => {
  const sizes = [...SIZES, 65535, 65536, 65537, 70000, 2 ** 18 - 1, 2 ** 18 + 1];
  for (const [seed, n] of sizes.entries()) {
    const shares = n < 1000 ? [0, 0.5, 1] : n > 65537 ? [0.3] : [0.5, 1];
    for (const share of shares) {
      const data = someBits(n, share, seed);
      using tree = indexOf(context, data, "paper");
      assertEquals(tree.data.readSync(), packLine(data), `tree of ${n}`);
      using wide = indexOf(context, data, "wide");
      assertEquals(wide.data.readSync(), packBits(data, 32 * Math.ceil(n / 256)));
      assertEquals(readCounters(wide), wideCounters(data), `counters of ${n}`);
      for (const payload of [96, 224] as const) {
        using index = indexOf(context, data, `rank${payload}`);
        assertEquals(new Uint32Array(index.data.readSync().buffer), cellsOf(data, payload));
        const total = BigInt(prefixesOf(data).at(-1) ?? 0);
        const bases = new BigInt64Array(index.counters?.readSync().buffer ?? new ArrayBuffer(0));
        assertEquals([...bases], [0n, total]);
      }
    }
  }
});

eachBackend("indexFromBits() gives trees of millions of elements", (context) => {
  for (const n of [2 ** 20 - 1, 2 ** 20, 2 ** 20 + 1, 2 ** 22, 2 ** 22 + 12345]) {
    const data = someBits(n, 0.2, n);
    using tree = indexOf(context, data, "paper");
    assert(tree.data.readSync().toHex() === packLine(data).toHex(), `tree of ${n}`);
  }
});

eachBackend(
  "indexFromBits() has the size that it says, and the same bytes each time",
  (context) => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9000 }), fc.nat(), (n, seed) => {
        const data = someBits(n, 0.4, seed);
        using one = indexOf(context, data, "paper");
        using two = indexOf(context, data, "paper");
        assertEquals(one.data.readSync(), two.data.readSync());
        const ones = n.toString(2).replaceAll("0", "").length;
        const levels = n.toString(2).length;
        const bits = 2 * n - ones;
        assert(one.byteLength * 8 >= bits && one.byteLength * 8 < bits + 32 * levels);
      }),
      RUNS,
    );
  },
);

eachBackend(
  "indexFromBits() takes bytes at any address, and no bits behind the last",
  (context) => {
    const data = someBits(3001, 0.5, 3);
    const packed = packBits(data);
    packed[375] = (packed[375] ?? 0) | 0xfe;
    for (const offset of [0, 1, 4, 16]) {
      const host = new Uint8Array(packed.length + offset + 3).fill(0xff);
      host.set(packed, offset);
      using all = tensor(host, { context });
      using bits = all.slice(offset, offset + packed.length);
      for (const layout of LAYOUTS) {
        using index = indexFromBits(bits, { dims: [3001], layout });
        using wanted = indexOf(context, data, layout);
        assertEquals(index.data.readSync(), wanted.data.readSync(), `${layout} at ${offset}`);
        assertEquals(index.counters?.readSync(), wanted.counters?.readSync());
      }
    }
  },
);

eachBackend(
  "indexFromBits() takes bits that were shared, and misses those that are gone",
  (context) => {
    const shared = new Uint8Array(new SharedArrayBuffer(2));
    shared.set([0b1001, 1]);
    using bits = tensor(shared, { context });
    using index = indexFromBits(bits, { dims: [9] });
    assertEquals([...index.data.readSync().subarray(0, 2)], [0b1001, 1]);
    const host = Uint8Array.of(1, 2);
    structuredClone(host.buffer, { transfer: [host.buffer] });
    using gone = tensor(host, { context });
    const error = assertThrows(() => indexFromBits(gone, { dims: [9] }), IndexError);
    assertEquals(error.code, "LENGTH");
  },
);

eachBackend("adoptBits() counts bits in place", (context) => {
  for (const n of [1, 255, 256, 257, 70001]) {
    const data = someBits(n, 0.5, n);
    const host = packBits(data, 32 * Math.ceil(n / 256));
    const dirty = host.slice();
    if (n % 8 !== 0) dirty[n >> 3] = (dirty[n >> 3] ?? 0) | 0x80;
    const bits = tensor(dirty, { context });
    using index = adoptBits(bits, { size: n });
    assertEquals(bits.disposed, true);
    assertEquals(index.data.readSync(), host);
    assertEquals(readCounters(index), wideCounters(data));
  }
});

eachBackend("indexFromBits() and adoptBits() name what is wrong", (context) => {
  using bits = tensor(new Uint8Array(2), { context });
  const code = (dims: unknown, layout?: IndexLayout): string =>
    assertThrows(
      () => indexFromBits(bits, { dims: dims as number[], ...(layout ? { layout } : {}) }),
      IndexError,
    ).code;
  assertEquals(code([]), "BAD_RANK");
  assertEquals(code(undefined), "BAD_RANK");
  assertEquals(code([2, 2, 2, 2, 1]), "BAD_RANK");
  assertEquals(code([1.5]), "NOT_INTEGER");
  assertEquals(code([NaN]), "NOT_INTEGER");
  assertEquals(code([2 ** 53]), "NOT_INTEGER");
  assertEquals(code([-3]), "NOT_INTEGER_POSITIVE");
  assertEquals(code([4, 0, 3]), "EMPTY_DIMENSION");
  assertEquals(code([2 ** 20, 2 ** 20, 2]), "TOO_LARGE");
  assertEquals(code([8]), "LENGTH");
  assertEquals(code([17]), "LENGTH");
  assertEquals(code([4, 4], "wide"), "CAPABILITY");
  assertThrows(
    () => indexFromBits(bits, { dims: [17] }),
    IndexError,
    "Cannot run indexFromBits: bits has 2 bytes, 3 expected",
  );
  assertThrows(
    () => indexFromBits(bits, { dims: [16], layout: "tall" as IndexLayout }),
    TypeError,
    "layout is tall, paper, wide, rank96 or rank224 expected",
  );
  using floats = tensor([1, 2], { context });
  assertThrows(
    () => indexFromBits(floats as unknown as Tensor<"u8">, { dims: [16] }),
    TypeError,
    "bits is f32, u8 expected",
  );
  const short = assertThrows(() => adoptBits(bits, { size: 16 }), IndexError);
  assertEquals([short.code, short.operator, bits.disposed], ["LENGTH", "adoptBits", false]);
  using large = tensor(new Uint8Array(64), { context });
  using odd = large.slice(1, 33);
  assertThrows(() => adoptBits(odd, { size: 256 }), RangeError, "not aligned");
});

eachBackend("indexFromBits() frees everything when an allocation fails", async (context) => {
  using bits = tensor(packBits(someBits(10000, 0.5, 1)), { context });
  for (const layout of LAYOUTS) {
    using _index = await failEachAllocation(
      context,
      () => indexFromBits(bits, { dims: [10000], layout }),
    );
  }
  using _tree = await failEachAllocation(
    context,
    () => indexFromBits(bits, { dims: [100, 100], layout: "paper" }),
  );
});
