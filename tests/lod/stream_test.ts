import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  type BuildLodOptions,
  type LodChunk,
  lodMean,
  lodPoints,
  lodRows,
  type LodSource,
  type LodStrategy,
  type LodStreamNode,
  type LodTally,
  type LodTree,
  lodVoxels,
  streamLod,
  type StreamLodOptions,
} from "../../lib/lod/mod.ts";
import { buildLod, type Context, NativeError, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { cube, scatter, shuffled, STRATEGIES } from "./_clouds.ts";
import type { PlainPoint } from "./_oracle.ts";

/** A node by where it is, and all that it holds. */
function nodeText(
  { level, cell, kind, coordinates, colors }: Omit<LodStreamNode, "extras" | "tallies">,
): string {
  return `${level}/${cell} ${kind} ${coordinates} ${colors}`;
}

/** Nodes of a tree in memory, as they would be handed on. */
function textsOf(tree: LodTree): string[] {
  using points = lodPoints(tree);
  using voxels = lodVoxels(tree);
  const low = tree.isWhole ? tree.cube.min : [0, 0, 0];
  const places = new Uint32Array(points.coordinates.readSync().buffer)
    .map((value, at) => value - (low[at % 3] ?? 0));
  const cells = new Uint32Array(voxels.coordinates.readSync().buffer);
  const [pointColors, voxelColors] = [points.colors.readSync(), voxels.colors.readSync()];
  return [...tree.nodes()].map((node) => {
    const isLeaf = node.kind === "leaf";
    const [first, count] = isLeaf
      ? [node.firstPoint, node.pointCount]
      : [node.firstVoxel, node.voxelCount];
    return nodeText({
      ...node,
      coordinates: (isLeaf ? places : cells).slice(first * 3, (first + count) * 3),
      colors: (isLeaf ? pointColors : voxelColors).slice(first * 4, (first + count) * 4),
    });
  });
}

type Places = Int32Array<ArrayBuffer> | Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>;

interface Cloud {
  readonly places: Places;
  readonly colors: Uint8Array<ArrayBuffer>;
}

function cloudOf(points: readonly PlainPoint[]): Cloud {
  return {
    places: Int32Array.from(points.flatMap(({ place }) => place)),
    colors: Uint8Array.from(points.flatMap(({ rgba }) => rgba)),
  };
}

/** Hands a cloud out in pieces of uneven size. */
function sourceOf({ places, colors }: Cloud, rows = 333): LodSource {
  return {
    *chunks(): Generator<LodChunk> {
      for (let first = 0; first * 3 < places.length; first += rows) {
        const points = places.slice(first * 3, (first + rows) * 3);
        yield { points, colors: colors.slice(first * 4, (first + rows) * 4) };
      }
    },
  };
}

/** Streams a cloud; its nodes as text, sorted, and what was said of the tree. */
async function stream(
  source: LodSource,
  options: StreamLodOptions,
): Promise<{ texts: string[]; result: Awaited<ReturnType<typeof streamLod>> }> {
  const texts: string[] = [];
  const sink = {
    begin: (): void => {},
    node: (node: LodStreamNode) => void texts.push(nodeText(node)),
  };
  const result = await streamLod(source, sink, options);
  return { texts: texts.sort(), result };
}

/** Builds a cloud in memory. */
function whole(context: Context, { places, colors }: Cloud, options: BuildLodOptions): LodTree {
  const count = colors.length / 4;
  using rgba = tensor(colors, { context, shape: [count, 4] });
  using points = tensor(places as Float64Array<ArrayBuffer>, { context, shape: [count, 3] });
  return buildLod(points, rgba, options);
}

/** Limits that are enough for so many samples at once, in grids of two cells and leaves of ten points or so. */
function limitFor(samples: number, strategy: LodStrategy): number {
  const each = { none: 72, pointMean: 256, weighted: 200, weightedAcross: 208 * 8 };
  return 64 * 1024 + samples * (each[strategy as "none"] ?? 112);
}

for (const strategy of STRATEGIES) {
  eachBackend(`streamLod() gives the nodes of buildLod(): ${strategy}`, async (context) => {
    // Grids of two cells have few voxels, so that several bands of levels are built; but everything is around a cell.
    const looksAcross = strategy === "weightedAcross";
    const [gridSize, limits] = looksAcross ? [4, [640]] : [2, [2000, 100]];
    const points = scatter(11, 1600, 12);
    const options = { ...cube(12), pointsPerLeaf: 12, gridSize, strategy, seed: 77n };
    using tree = whole(context, cloudOf(points), options);
    const wanted = textsOf(tree).sort();
    assert(tree.counts.levels > 4, "the tree is flat");
    for (const samples of limits) {
      const cloud = cloudOf(samples === 100 ? shuffled(points, 3) : points);
      const memoryLimit = limitFor(samples, strategy);
      const { texts, result } = await stream(sourceOf(cloud), { ...options, context, memoryLimit });
      assertEquals(texts, wanted);
      const { bytes: _, ...counts } = tree.counts;
      const { bytes, ...streamed } = result.counts;
      assertEquals(streamed, counts);
      assertEquals([result.cube, result.gridSize], [tree.cube, tree.gridSize]);
      assert(bytes > 0 && bytes <= memoryLimit, `${bytes} bytes of ${memoryLimit} were used`);
    }
  });
}

for (const strategy of ["none", "pointMean", "weightedAcross"] as const) {
  eachBackend(`streamLod() takes along what points have: ${strategy}`, async (context) => {
    // Many are alike in place and color: only rows tell their order.
    const some = scatter(9, 700, 9);
    const points = [...some, ...some.slice(100, 500), ...some.slice(300, 600)];
    const looksAcross = strategy === "weightedAcross";
    const options = { ...cube(9), pointsPerLeaf: 12, gridSize: looksAcross ? 4 : 2, strategy };
    const cloud = cloudOf(points);
    using tree = whole(context, cloud, { ...options, keepRows: true });
    const wanted = new Map<string, number[]>();
    const wantedMeans = new Map<string, number[]>();
    const wantedCounts = new Map<string, number>();
    const numbers = Uint8Array.from({ length: points.length }, (_, row) => row % 251);
    using values = tensor(numbers, { context, shape: [points.length, 1] });
    using means = lodMean(tree, values);
    const ownMeans = [...means.readSync()];
    for (const node of tree.nodes()) {
      const { kind, level, cell, firstPoint, pointCount, firstVoxel, voxelCount } = node;
      if (kind === "inner") {
        wantedMeans.set(`${level}/${cell}`, ownMeans.slice(firstVoxel, firstVoxel + voxelCount));
        wantedCounts.set(`${level}/${cell}`, voxelCount === 0 ? 0 : pointCount);
        continue;
      }
      using rows = lodRows(tree, { first: firstPoint, count: pointCount });
      wanted.set(`${level}/${cell}`, [...rows.readSync()].map(Number));
    }
    // Five bytes: the row, and one that follows from it.
    const extraBytes = 5;
    const source = {
      *chunks(): Generator<LodChunk> {
        let row = 0;
        for (
          const { points, colors = new Uint8Array() } of sourceOf(cloud).chunks() as LodChunk[]
        ) {
          const extras = new Uint8Array(points.length / 3 * extraBytes);
          const view = new DataView(extras.buffer);
          for (let n = 0; n < points.length / 3; n++, row++) {
            view.setUint32(n * extraBytes, row);
            view.setUint8(n * extraBytes + 4, row % 251);
          }
          yield { points, colors, extras };
        }
      },
    };
    const seen = new Map<string, number[]>();
    const seenMeans = new Map<string, number[]>();
    const seenCounts = new Map<string, number>();
    const tally = {
      width: 2,
      of: (extras: Uint8Array): Float64Array<ArrayBuffer> =>
        Float64Array.from(
          { length: extras.length / extraBytes * 2 },
          (_, at) => at % 2 === 0 ? 1 : extras[(at >> 1) * extraBytes + 4] ?? NaN,
        ),
    };
    const sink = {
      begin: (): void => {},
      node: ({ level, cell, kind, colors, extras, tallies }: LodStreamNode): void => {
        const own = Array.from({ length: tallies.length / 2 }, (_, n) => tallies.subarray(2 * n));
        assertEquals(own.length, kind === "leaf" ? 0 : colors.length / 4);
        if (kind === "inner") {
          const ratios = own.map(([count = NaN, sum = NaN]) => Math.fround(sum / count));
          seenMeans.set(`${level}/${cell}`, ratios);
          seenCounts.set(`${level}/${cell}`, own.reduce((sum, [count = NaN]) => sum + count, 0));
        }
        const view = new DataView(extras.buffer, extras.byteOffset, extras.byteLength);
        const count = kind === "leaf" ? colors.length / 4 : 0;
        assertEquals(extras.length, count * extraBytes);
        const rows = Array.from({ length: count }, (_, n) => view.getUint32(n * extraBytes));
        rows.forEach((row, n) => assertEquals(view.getUint8(n * extraBytes + 4), row % 251));
        if (kind === "leaf") seen.set(`${level}/${cell}`, rows);
      },
    };
    const memoryLimit = limitFor(looksAcross ? 600 : 150, strategy);
    const { counts } = await streamLod(source, sink, {
      ...options,
      context,
      memoryLimit,
      extraBytes,
      tally,
    });
    assertEquals(seen, wanted);
    assertEquals(seenMeans, wantedMeans);
    assertEquals(seenCounts, wantedCounts);
    assert(counts.bytes <= memoryLimit, `${counts.bytes} bytes of ${memoryLimit} were used`);
  });
}

eachBackend("streamLod() takes integers and reals, and finds their box", async (context) => {
  const points = scatter(5, 400, 10);
  const colors = Uint8Array.from(points.flatMap(({ rgba }) => rgba));
  const flat = points.flatMap(({ place }) => place);
  const clouds: Cloud[] = [
    { colors, places: Int32Array.from(flat, (value) => value - 700) },
    { colors, places: Int32Array.from(flat, (value) => (value - 512) * 4194303) },
    { colors, places: Float32Array.from(flat, (value) => value / 7 - 20) },
    { colors, places: Float64Array.from(flat, (value) => value / 3 + 1e6) },
    { colors: colors.slice(0, 12), places: Float64Array.of(2, 3, 4, 2, 3, 4, 2, 3, 4) },
  ];
  for (const cloud of clouds) {
    const options = { pointsPerLeaf: 20, gridSize: 2, strategy: "pointMean" } as const;
    using tree = whole(context, cloud, options);
    const memoryLimit = limitFor(130, "pointMean");
    const { texts, result } = await stream(sourceOf(cloud, 90), {
      ...options,
      context,
      memoryLimit,
    });
    assertEquals(texts, textsOf(tree).sort());
    assertEquals(result.cube, tree.cube);
  }
});

eachBackend(
  "streamLod() takes nothing, colors none, and keeps what waits in a store",
  async (context) => {
    const none = await stream({ chunks: () => [] }, { context, memoryLimit: 1e6 });
    assertEquals([none.texts, none.result.counts.nodes], [[], 0]);
    const held = new Map<string, Uint8Array<ArrayBuffer>[]>();
    const store = {
      append: (name: string, bytes: Uint8Array<ArrayBuffer>): void =>
        void held.set(name, [...held.get(name) ?? [], bytes.slice()]),
      read: (name: string): Promise<Uint8Array<ArrayBuffer>> => {
        const parts = held.get(name) ?? [];
        return Promise.resolve(Uint8Array.from(parts.flatMap((part) => [...part])));
      },
      remove: (name: string): void => void held.delete(name),
    };
    const points = Int32Array.from({ length: 900 }, (_, n) => n * 7 % 64);
    const options = { context, store, pointsPerLeaf: 10, gridSize: 2 } as const;
    const { texts, result } = await stream({ chunks: () => [{ points }] }, {
      ...options,
      memoryLimit: limitFor(100, "average"),
    });
    assertEquals(result.counts.points, 300);
    assert(texts.every((text) => text.endsWith("255")));
    assertEquals(held.size, 0);
  },
);

eachBackend("streamLod() says what is wrong", async (context) => {
  const run = (source: LodSource, more: Partial<StreamLodOptions> = {}): Promise<unknown> =>
    stream(source, { context, memoryLimit: 1e6, pointsPerLeaf: 4, gridSize: 2, ...more });
  const of = (...values: number[]): LodSource => ({
    chunks: () => [{ points: Float64Array.from(values) }],
  });
  await assertRejects(() => run(of(1, 2, 3), { memoryLimit: 10 }), RangeError, "bytes expected");
  await assertRejects(() => run(of(1, 2, 3), { memoryLimit: 0.5 }), RangeError, "memoryLimit");
  await assertRejects(
    () => run(of(1, NaN, 3, 1, 2, 3)),
    RangeError,
    "of 2 points 1 are not finite",
  );
  await assertRejects(() => run(of(1, 2)), RangeError, "a chunk has 2 coordinates");
  await assertRejects(
    () => run(of(1, 2, 3), { extraBytes: 2 }),
    RangeError,
    "a chunk of 1 points has 0 extra bytes, 2 for each expected",
  );
  await assertRejects(() => run(of(1, 2, 3), { extraBytes: -1 }), RangeError, "extraBytes");
  const tally = { width: 1, of: () => new Float64Array(1) };
  await assertRejects(() => run(of(1, 2, 3), { tally }), RangeError, "extraBytes is 0");
  const marked = { chunks: () => [{ points: Int32Array.of(1, 2, 3), extras: new Uint8Array(2) }] };
  const tallied = (wrong: Partial<LodTally>) => () =>
    run(marked, { extraBytes: 2, tally: { ...tally, ...wrong } });
  await assertRejects(tallied({ width: 0 }), RangeError, "width of the tally");
  await assertRejects(
    tallied({ of: () => new Float64Array(3) }),
    RangeError,
    "the tally has 3 numbers, 1 expected",
  );
  const box = { min: [0, 0, 0], max: [1, 1, 1] } as const;
  await assertRejects(() => run(of(0, 0, 2), { box }), NativeError, "1 lie outside the box");
  const alike = { chunks: () => [{ points: new Int32Array(3 * 500) }] };
  const memoryLimit = limitFor(100, "average");
  await assertRejects(() => run(alike, { memoryLimit }), RangeError, "500 points lie in one cell");
  // Of 500 points in leaves of less than 400, one has at least 50.
  const scattered = sourceOf(cloudOf(scatter(3, 500, 8)));
  let reads = 0;
  const counted = {
    chunks: () => {
      reads++;
      return scattered.chunks();
    },
  };
  const leafy = { pointsPerLeaf: 400, box: { min: [0, 0, 0], max: [255, 255, 255] } } as const;
  const least = 64 * 1024 + 50 * (72 + 16);
  await assertRejects(
    () => run(counted, { ...leafy, memoryLimit: least - 1 }),
    RangeError,
    `memoryLimit is ${least - 1}, at least ${least} bytes expected`,
  );
  assertEquals(reads, 1);
  await run(scattered, { ...leafy, memoryLimit: limitFor(500, "average") });
  const failing = {
    begin: (): void => {},
    node: (): void => {
      throw new Error("disk full");
    },
  };
  const options = { context, memoryLimit: 1e6 };
  await assertRejects(() => streamLod(of(1, 2, 3), failing, options), Error, "disk full");
});

eachBackend("streamLod() leaves nothing behind when an allocation fails", async (context) => {
  const cloud = cloudOf(scatter(4, 60, 8));
  const options = { ...cube(8), pointsPerLeaf: 20, gridSize: 2, strategy: "pointMean" } as const;
  const { result } = await failEachAllocation(
    context,
    () => stream(sourceOf(cloud), { ...options, context, memoryLimit: 1e6 }),
    8,
  );
  assertEquals(result.counts.points, 60);
});
