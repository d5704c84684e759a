/**
 * Level-of-detail trees of up to a million points of a made-up surface: building, choosing, drawing, reading; and records of
 * points. `build_protocol.ts`, `files_protocol.ts` and `render_protocol.ts` measure larger ones.
 *
 * @module
 */

import {
  buildLod,
  type BuildLodOptions,
  columnExtremes,
  type Context,
  decodeLas,
  findLodFaults,
  lodMajority,
  lodMean,
  lodNearest,
  lodOwnRows,
  LodPicker,
  lodPicks,
  lodPoints,
  lodRows,
  lodThin,
  lodVoxels,
  packRecords,
  renderLodBlended,
  renderLodNearest,
  selectLodNodes,
  streamLod,
  tensor,
} from "../_api.ts";
import { type BenchRow, benchTable, row, rows, shared } from "../_harness.ts";
import { isRightPicture, layTiles, lowCamera, madeTile } from "./_clouds.ts";

const COUNT = 1_000_000;
const FEW = 100_000;
const STREAMED = 500_000;

const cloudOf = (count: number, order: "scan" | "shuffled") => (context: Context) =>
  layTiles(context, madeTile(count), { tiles: 1, order });
const scan = cloudOf(COUNT, "scan");
const shuffled = cloudOf(COUNT, "shuffled");

/** A tree of a cloud, and the cloud. */
const treeOf = (make: typeof scan, options: BuildLodOptions) => (context: Context) => {
  const cloud = shared(context, make);
  return { cloud, tree: buildLod(cloud.points, cloud.colors, options) };
};
const plain = treeOf(scan, {});
const deep = treeOf(scan, { pointsPerLeaf: 100, gridSize: 8 });
const rowTree = treeOf(shuffled, { keepRows: true });

const attributed = (context: Context) => {
  const { cloud: { points, colors } } = shared(context, plain);
  const bytes = Uint8Array.from({ length: COUNT }, (_, at) => Math.floor(at / 1000) % 7);
  return {
    tree: buildLod(points, colors, { keepRows: true }),
    classes: tensor(bytes, { context, shape: [COUNT, 1] }),
    same: tensor(new Float32Array(COUNT).fill(0.5), { context, shape: [COUNT, 1] }),
  };
};

/** The points of leaves that move up, leaf by leaf. */
const leaves = (context: Context) => {
  const { points, colors } = shared(context, scan);
  const tree = buildLod(points, colors, { strategy: "none", maxDepth: 1, pointsPerLeaf: 2 });
  const all = [...tree.nodes()].filter(({ kind }) => kind === "leaf").map((node) => {
    const columns = lodPoints(tree, { first: node.firstPoint, count: node.pointCount });
    return {
      path: [0, node.index],
      places: new Uint32Array(columns.coordinates.readSync().buffer),
      colors: columns.colors.readSync(),
    };
  });
  return { tree, leaves: all };
};

function share({ tree, leaves: all }: ReturnType<typeof leaves>): number {
  let count = 0;
  const own = (_: number, places: Uint32Array): void => void (count += places.length / 3);
  const picker = new LodPicker({ frame: tree, own });
  for (const { path, places, colors } of all) picker.take(path, places, colors);
  picker.finish();
  return count;
}

const moving = (context: Context) => {
  const { points, colors } = shared(context, shuffled);
  return buildLod(points, colors, { strategy: "none" });
};

const BITS = 20;
/** Points in Morton order: a tree whose cube is a power of two keeps them so. */
const ordered = (context: Context) => {
  const { points, colors, max, edge } = shared(context, scan);
  const box = { min: [0, 0, 0], max, edge } as const;
  using tree = buildLod(points, colors, { strategy: "none", box });
  return lodPoints(tree).coordinates;
};

/** Neighbors in a list of which both were chosen and that are less than a cell's edge apart. */
function tooNear(flags: Uint8Array, places: Int32Array, cellBits: number): number {
  const chosen = [...flags.keys()].filter((at) => flags[at] === 1);
  if (chosen.length < 10) return NaN;
  const place = (at: number, axis: number): number => places[at * 3 + axis] ?? 0;
  return chosen.filter((one, at) => {
    const other = chosen[at + 1] ?? -1;
    const squares = [0, 1, 2].map((axis) => (place(one, axis) - place(other, axis)) ** 2);
    return other >= 0 && squares.reduce((sum, square) => sum + square) < 4 ** cellBits;
  }).length;
}

const streamed = (context: Context) => {
  const { points, colors } = layTiles(context, madeTile(STREAMED), { tiles: 1, order: "scan" });
  const chunk = { points: points.readSync(), colors: colors.readSync() };
  using tree = buildLod(points, colors);
  return {
    context,
    source: { chunks: () => [chunk] },
    sink: { begin: (): void => {}, node: (): void => {} },
    counts: tree.counts,
  };
};

const LAS = { count: 4_000_000, bytes: 26 };
const RECORDS = 2_000_000;

/** Columns of LAS records, of the format that scans mostly have. */
function lasRow(columns: readonly ["coordinates"] | undefined): BenchRow {
  return row(decodeLas, lasRecords, {
    on: `${LAS.count} records, ${columns === undefined ? "all columns" : columns}`,
    run: ({ records }) => {
      const all = decodeLas(records, { format: 2, ...(columns && { columns }) });
      const { coordinates, colorBits: _, ...others } = all;
      for (const values of Object.values(others)) values.dispose();
      return coordinates;
    },
    check: (coordinates, { bytes }) =>
      coordinates?.readSync()[3] === new DataView(bytes.buffer).getInt32(LAS.bytes, true),
  });
}

const lasRecords = (context: Context) => {
  const bytes = new Uint8Array(LAS.count * LAS.bytes).map((_, at) => at % 251);
  return { bytes, records: tensor(bytes, { context, shape: [LAS.count, LAS.bytes] }) };
};

await benchTable(import.meta.main, [
  ...([["scan", scan], ["shuffled", shuffled]] as const).flatMap(([order, cloud]) =>
    (["none", "first", "average", "weighted"] as const).map((strategy) =>
      row(buildLod, cloud, {
        on: `${strategy}, ${COUNT} points, ${order}`,
        run: ({ points, colors }) => buildLod(points, colors, { strategy }),
        check: (tree) => tree.levels().reduce((sum, level) => sum + level.points, 0) === COUNT,
      })
    )
  ),
  ...[32e6, 512e6].map((memoryLimit) =>
    row(streamLod, streamed, {
      on: `${STREAMED} points, ${memoryLimit / 1e6} MB`,
      run: ({ context, source, sink }) => streamLod(source, sink, { context, memoryLimit }),
      check: ({ counts }, { counts: wanted }) =>
        counts.voxels === wanted.voxels && counts.nodes === wanted.nodes,
    })
  ),
  row(findLodFaults, treeOf(cloudOf(FEW, "scan"), { pointsPerLeaf: 5000 }), {
    on: `${FEW} points`,
    run: ({ tree }) => findLodFaults(tree),
    check: (faults) => faults.length === 0,
  }),
  ...[0, 4, 64].map((minSize) =>
    row(selectLodNodes, deep, {
      on: ({ tree }) => `${tree.counts.nodes} nodes of ${minSize} pixels or more`,
      run: ({ tree, cloud }) =>
        selectLodNodes(tree, lowCamera(cloud, { width: 1920, height: 1080 }), { minSize }),
      check: ({ runs, counts }) => {
        const table = runs.readSync();
        let samples = 0n;
        for (let at = 2; at < table.length; at += 3) samples += table[at] ?? 0n;
        return counts.runs > 0 && Number(samples) === counts.points + counts.voxels;
      },
    })
  ),
  ...rows([renderLodNearest, renderLodBlended], (context) => {
    const { cloud, tree } = shared(context, plain);
    return { tree, camera: lowCamera(cloud, { width: 1280, height: 720 }) };
  }, (draw) => ({
    on: `${COUNT} points, 1280x720`,
    run: ({ tree, camera }) => draw(tree, camera),
    check: (_, { tree, camera }) => isRightPicture(draw, tree, camera, 64),
  })),
  row(lodPoints, rowTree, {
    on: `${COUNT} points`,
    run: ({ tree }) => lodPoints(tree),
    check: ({ coordinates }, { cloud: { points } }) => {
      const sum = (all: Int32Array): number => all.reduce((total, value) => total + value, 0);
      return sum(coordinates.readSync()) === sum(points.readSync());
    },
  }),
  row(lodRows, rowTree, {
    on: `${COUNT} points`,
    run: ({ tree }) => lodRows(tree),
    check: (found) => new Set(found.readSync()).size === COUNT,
  }),
  row(lodOwnRows, rowTree, {
    on: `${COUNT} points`,
    run: ({ tree }) => lodOwnRows(tree).rows,
    check: (found) => new Set(found.readSync()).size === COUNT,
  }),
  row(lodVoxels, plain, {
    on: ({ tree }) => `${tree.counts.voxels} voxels`,
    run: ({ tree }) => lodVoxels(tree),
    check: ({ coordinates }, { tree }) =>
      coordinates.readSync().every((value) => value >= 0 && value < tree.gridSize),
  }),
  ...rows([lodNearest, lodMajority], attributed, (attribute) => ({
    on: `${COUNT} points`,
    run: ({ tree, classes }) => attribute(tree, classes),
    check: (found) => found.readSync().every((value) => value < 7),
  })),
  row(lodMean, attributed, {
    on: `${COUNT} points`,
    run: ({ tree, same }) => lodMean(tree, same),
    check: (found) => found.readSync().every((value) => value === 0.5),
  }),
  row(LodPicker, leaves, {
    on: `${COUNT} points`,
    run: (input) => share(input),
    check: (count) => count === COUNT,
  }),
  ...(["central", "random"] as const).map((pick) =>
    row(lodPicks, moving, {
      on: `${pick}, ${COUNT} points`,
      run: (tree) => lodPicks(tree, { pick }),
      check: (owners, tree) =>
        owners.subarray(0, 10_000).some((owner) => tree.node(owner).kind === "inner"),
    })
  ),
  ...[9, 12].map((cellBits) =>
    row(lodThin, ordered, {
      on: `cells of 2^${cellBits} units, ${COUNT} points`,
      run: (coordinates) => lodThin(coordinates, { bits: BITS, cellBits }),
      check: (flags, places) => tooNear(flags.readSync(), places.readSync(), cellBits) === 0,
    })
  ),
  row(columnExtremes, (context) => {
    const places = new Int32Array(LAS.count * 3).map((_, at) => at);
    return tensor(places, { context, shape: [LAS.count, 3] });
  }, {
    on: `${LAS.count} x 3 integers`,
    bytes: (places) => places.byteLength,
    run: (places) => columnExtremes(places),
    check: ({ min, max }) => min[1] === 1 && max[2] === LAS.count * 3 - 1,
  }),
  ...[undefined, ["coordinates"] as const].map(lasRow),
  // Places, colors and strengths, in an order that is not that of the rows.
  row(packRecords, (context) => {
    const places = new Int32Array(RECORDS * 3).map((_, at) => at);
    const shape = [RECORDS, 3];
    const order = BigInt64Array.from({ length: RECORDS }, (_, n) => BigInt(n * 7919 % RECORDS));
    const fields = [
      { values: tensor(places, { context, shape }) },
      { values: tensor(new Uint8Array(RECORDS * 3).fill(9), { context, shape }), bytes: 2 },
      { values: tensor(new Uint16Array(RECORDS).fill(7), { context, dtype: "u16" }) },
    ];
    return { fields, rows: tensor(order, { context }) };
  }, {
    on: `${RECORDS} records of 20 bytes`,
    run: ({ fields, rows }) => packRecords(fields, rows),
    check: (out) => {
      const view = new DataView(out.readSync().buffer);
      return view.getInt32(20, true) === 7919 * 3 && view.getUint16(38, true) === 7;
    },
  }),
]);
