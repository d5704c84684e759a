import { assertEquals, assertThrows } from "@std/assert";
import {
  estimateIndex,
  indexBox,
  indexClear,
  IndexError,
  indexFromBits,
  indexFromValues,
  indexLinearRank,
  indexLookup,
  indexOccupied,
  indexOfRank,
  indexPoint,
  indexPrefix,
  indexRange,
  indexSet,
  indexToggle,
  indexToValues,
  indexUpdate,
  type SpatialIndex,
} from "../../lib/index/mod.ts";
import { type Context, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import {
  coordKeys,
  coordsOf,
  generate,
  type Generator,
  keysOf,
  levelsOf,
  numbersOf,
  packBits,
  readCounters,
  sha256,
} from "./_oracle.ts";
import { listIn, numberIn, numbersIn, textIn, type Vector, vectorsOf } from "./_vectors.ts";

function fromVector(context: Context, { input }: Vector): SpatialIndex {
  const values = BigInt64Array.from(numbersIn(input, "data"), BigInt);
  using host = tensor(values, { context });
  return indexFromValues(host, { dims: numbersIn(input, "dims"), bits: numberIn(input, "bits") });
}

/** The elements that a vector's generator makes. */
function generated({ input }: Vector, n: number): number[] {
  return generate(input["gen"] as unknown as Generator, n);
}

function bitsOf(data: readonly number[], context: Context, options: object): SpatialIndex {
  using bits = tensor(packBits(data), { context });
  return indexFromBits(bits, { dims: [data.length], ...options });
}

eachBackend("published trees: nodes, levels, bytes and totals", (context) => {
  for (const vector of vectorsOf("build")) {
    const { id, input, expect } = vector;
    const dims = numbersIn(input, "dims");
    const bits = numberIn(input, "bits");
    using index = fromVector(context, vector);
    assertEquals(index.data.readSync().toHex(), textIn(expect, "packedHex"), id);
    assertEquals(index.byteLength, numberIn(expect, "bytes"), id);
    assertEquals(levelsOf(dims, bits) as unknown, expect["levels"] as unknown, id);
    if (bits === 1) {
      using packed = tensor(packBits(numbersIn(input, "data")), { context });
      using again = indexFromBits(packed, { dims, layout: "paper" });
      assertEquals(again.data.readSync().toHex(), textIn(expect, "packedHex"), id);
    }
    using low = coordKeys(context, [dims.map(() => 0)], dims.length);
    using high = coordKeys(context, [dims], dims.length);
    using total = indexBox(index, low, high);
    assertEquals(numbersOf(total), [numberIn(expect, "total")], id);
  }
});

eachBackend("published larger trees: hashes, prefixes, points, boxes", async (context) => {
  for (const vector of vectorsOf("build-hash")) {
    const { id, input, expect } = vector;
    const dims = numbersIn(input, "dims");
    const data = generated(vector, dims.reduce((a, b) => a * b));
    using packed = tensor(packBits(data), { context });
    using index = indexFromBits(packed, { dims, layout: "paper" });
    assertEquals(await sha256(index.data.readSync()), textIn(expect, "sha256"), id);
    const pairs = (name: string): number[][] => listIn(expect, name) as unknown as number[][];
    if (dims.length === 1) {
      using prefixKeys = keysOf(context, pairs("prefixes").map(([k = 0]) => k));
      using prefixes = indexPrefix(index, prefixKeys);
      assertEquals(numbersOf(prefixes), pairs("prefixes").map(([, sum = 0]) => sum), id);
      using pointKeys = keysOf(context, pairs("points").map(([k = 0]) => k));
      using points = indexPoint(index, pointKeys);
      assertEquals(numbersOf(points), pairs("points").map(([, value = 0]) => value), id);
      continue;
    }
    const boxes = listIn(expect, "boxes") as unknown as [number[], number[], number][];
    using low = coordKeys(context, boxes.map(([from]) => from), dims.length);
    using high = coordKeys(context, boxes.map(([, to]) => to), dims.length);
    using sums = indexBox(index, low, high);
    assertEquals(numbersOf(sums), boxes.map(([, , sum]) => sum), id);
    const ranks = listIn(expect, "linearRanks") as unknown as [number[], number][];
    using cells = coordKeys(context, ranks.map(([cell]) => cell), dims.length);
    using linear = indexLinearRank(index, cells);
    assertEquals(numbersOf(linear), ranks.map(([, rank]) => rank), id);
  }
});

eachBackend("published questions along one axis", (context) => {
  for (const vector of vectorsOf("prefix", "point", "lookup", "select", "range")) {
    const { id, kind, expect } = vector;
    using index = fromVector(context, vector);
    const answers = listIn(expect, kind === "range" ? "ranges" : kind);
    if (kind === "range") {
      const ranges = answers as unknown as number[][];
      using low = keysOf(context, ranges.map(([begin = 0]) => begin));
      using high = keysOf(context, ranges.map(([, end = 0]) => end));
      using sums = indexRange(index, low, high);
      assertEquals(numbersOf(sums), ranges.map(([, , sum = 0]) => sum), id);
      continue;
    }
    const pairs = answers.map((answer, at) => Array.isArray(answer) ? answer : [at, answer]);
    const asked = kind === "lookup" ? answers.map((_, k) => k) : pairs.map(([k]) => Number(k));
    using keys = keysOf(context, asked);
    if (kind === "lookup") {
      const found = answers as unknown as { occupied: number; rank: number | null }[];
      using ranks = indexLookup(index, keys);
      using occupied = indexOccupied(index, keys);
      assertEquals(numbersOf(ranks), found.map(({ rank }) => rank ?? -1), id);
      assertEquals(numbersOf(occupied), found.map((each) => each.occupied), id);
      continue;
    }
    const ask = kind === "prefix" ? indexPrefix : kind === "point" ? indexPoint : indexOfRank;
    using given = ask(index, keys);
    assertEquals(numbersOf(given), pairs.map(([, answer]) => Number(answer ?? -1)), id);
  }
});

eachBackend("published boxes, dominance sums and linear ranks", (context) => {
  for (const vector of vectorsOf("box")) {
    const { id, input, expect } = vector;
    const axes = numbersIn(input, "dims").length;
    using index = fromVector(context, vector);
    const boxes = listIn(expect, "boxes") as unknown as [number[], number[], number][];
    const dominance = listIn(expect, "dominance") as unknown as [number[], number][];
    const all = [
      ...boxes,
      ...dominance.map(([k, sum]) => [k.map(() => 0), k, sum] as [number[], number[], number]),
    ];
    using low = coordKeys(context, all.map(([from]) => from), axes);
    using high = coordKeys(context, all.map(([, to]) => to), axes);
    using sums = indexBox(index, low, high);
    assertEquals(numbersOf(sums), all.map(([, , sum]) => sum), id);
  }
  for (const vector of vectorsOf("linear-rank")) {
    const { id, input, expect } = vector;
    const dims = numbersIn(input, "dims");
    using index = fromVector(context, vector);
    const cells = Array.from({ length: index.size }, (_, k) => coordsOf(dims, k));
    using keys = coordKeys(context, cells, dims.length);
    using ranks = indexLinearRank(index, keys);
    assertEquals(numbersOf(ranks), numbersIn(expect, "rank"), id);
    using origin = coordKeys(context, cells.map((cell) => cell.map(() => 0)), dims.length);
    using sums = indexBox(index, origin, keys);
    assertEquals(numbersOf(sums), numbersIn(expect, "dominance"), id);
  }
});

eachBackend("published edits, one by one and in batches", (context) => {
  for (const vector of vectorsOf("update")) {
    const { id, input, expect } = vector;
    const axes = numbersIn(input, "dims").length;
    const updates = listIn(input, "updates") as unknown as [number[], number][];
    using one = fromVector(context, vector);
    for (const [k, delta] of updates) {
      using keys = coordKeys(context, [k], axes);
      using deltas = keysOf(context, [delta]);
      indexUpdate(one, keys, deltas);
    }
    assertEquals(one.data.readSync().toHex(), textIn(expect, "packedHexAfter"), id);
    using values = indexToValues(one);
    assertEquals(numbersOf(values), numbersIn(expect, "dataAfter"), id);
    using batch = fromVector(context, vector);
    using keys = coordKeys(context, updates.map(([k]) => k), axes);
    using deltas = keysOf(context, updates.map(([, delta]) => delta));
    indexUpdate(batch, keys, deltas);
    assertEquals(batch.data.readSync().toHex(), textIn(expect, "packedHexAfter"), id);
  }
  for (const vector of vectorsOf("update-batch")) {
    const { id, input, expect } = vector;
    using index = fromVector(context, vector);
    using keys = keysOf(context, numbersIn(input, "flips"));
    indexToggle(index, keys);
    assertEquals(index.data.readSync().toHex(), textIn(expect, "packedHexAfter"), id);
  }
});

eachBackend("published counters of layout wide, made and edited", async (context) => {
  for (const vector of vectorsOf("wide", "wide-update")) {
    const { id, kind, input, expect } = vector;
    const n = numberIn(input, "n");
    using index = bitsOf(generated(vector, n), context, {});
    if (kind === "wide-update") {
      using flips = keysOf(context, Array.from({ length: 500 }, (_, i) => (i * 7919 + 13) % n));
      indexToggle(index, flips);
    }
    const { g0, g1, top } = readCounters(index);
    assertEquals(await sha256(index.data.readSync()), textIn(expect, "bitsSha256"), id);
    assertEquals(await sha256(g0), textIn(expect, "g0Sha256"), id);
    assertEquals(await sha256(g1), textIn(expect, "g1Sha256"), id);
    assertEquals(await sha256(top.slice(0, -1)), textIn(expect, "topSha256"), id);
    assertEquals(top.at(-1), BigInt(numberIn(expect, "total")), id);
    if (kind !== "wide") continue;
    const ranks = listIn(expect, "rank") as unknown as number[][];
    using keys = keysOf(context, ranks.map(([k = 0]) => k));
    using sums = indexPrefix(index, keys);
    assertEquals(numbersOf(sums), ranks.map(([, rank = 0]) => rank), id);
  }
});

eachBackend("published cells that begin with their rank", (context) => {
  for (const vector of vectorsOf("rank-cell")) {
    const { id, input, expect } = vector;
    const layout = numberIn(input, "payload") === 96 ? "rank96" : "rank224";
    using index = bitsOf(generated(vector, numberIn(input, "n")), context, { layout });
    assertEquals(index.data.readSync().toHex(), textIn(expect, "cellsHex"), id);
    const ranks = listIn(expect, "rank") as unknown as number[][];
    using keys = keysOf(context, ranks.map(([k = 0]) => k));
    using sums = indexPrefix(index, keys);
    assertEquals(numbersOf(sums), ranks.map(([, rank = 0]) => rank), id);
  }
});

Deno.test("published sizes", () => {
  for (const { id, input, expect } of vectorsOf("size")) {
    const count = "n" in input ? numberIn(input, "n") : numberIn(expect, "count");
    if ("payload" in input) {
      const payload = numberIn(input, "payload");
      const bricks = numbersIn(input, "dims").map((extent) => Math.ceil(extent / payload));
      assertEquals(bricks, numbersIn(expect, "bricks"), id);
      assertEquals(bricks.reduce((a, b) => a * b), count, id);
    }
    const { bytes } = estimateIndex({ dims: [count], layout: "paper" });
    assertEquals(bytes, numberIn(expect, "indexBytes"), id);
    if ("levels" in expect) assertEquals(levelsOf([count], 1).length, numberIn(expect, "levels"));
  }
});

eachBackend("published errors", (context) => {
  for (const vector of vectorsOf("error")) {
    const { id, input, expect } = vector;
    const dims = numbersIn(input, "dims");
    const error = assertThrows(
      () => {
        if (!("data" in input)) return estimateIndex({ dims, bits: numberIn(input, "bits") });
        using index = fromVector(context, vector);
        if ("point" in input) {
          using keys = keysOf(context, numbersIn(input, "point"));
          return indexPoint(index, keys)[Symbol.dispose]();
        }
        if ("box" in input) {
          const [from = [], to = []] = listIn(input, "box") as unknown as number[][];
          using low = keysOf(context, from);
          using high = keysOf(context, to);
          return indexBox(index, low, high)[Symbol.dispose]();
        }
        const [k = [], delta = 0] = listIn(input, "update") as unknown as [number[], number];
        using keys = keysOf(context, k);
        using deltas = keysOf(context, [delta]);
        indexUpdate(index, keys, deltas);
      },
      IndexError,
      undefined,
      id,
    );
    assertEquals(error.code, textIn(expect, "error"), id);
  }
});

eachBackend("sets and clears what a batch of toggles gives", (context) => {
  for (const { id, input, expect } of vectorsOf("update-batch")) {
    const before = numbersIn(input, "data");
    const after = numbersIn(expect, "dataAfter");
    for (const layout of ["paper", "wide"] as const) {
      using index = bitsOf(before, context, { layout });
      const changed = (to: number): number[] =>
        after.flatMap((value, k) => value === to && before[k] !== to ? [k] : []);
      using on = keysOf(context, changed(1));
      using off = keysOf(context, changed(0));
      indexSet(index, on);
      indexClear(index, off);
      using wanted = bitsOf(after, context, { layout });
      assertEquals(index.data.readSync(), wanted.data.readSync(), id);
      assertEquals(index.counters?.readSync(), wanted.counters?.readSync(), id);
    }
  }
});
