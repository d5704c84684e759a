/**
 * Rows of operators on spatial indexes.
 *
 * @module
 */
import type { Own, Tensor } from "../../lib/core/mod.ts";
import * as fenwick from "../../lib/index/mod.ts";
import { brickRows } from "./_bricks.ts";
import type { Inputs } from "./_inputs.ts";
import { byType, type Family, type Row, rows } from "./_table.ts";

const LAYOUTS = ["wide", "paper", "rank96", "rank224"] as const;
const SIZE = 200_000;
const BOX = [50, 40, 20] as const;

/** Elements of a line, 50,000, some of them twice. */
function keys(inputs: Inputs): Tensor<"i32"> {
  return inputs.wholes("i32", [50_000], { high: SIZE });
}

function line(inputs: Inputs, layout: fenwick.IndexLayout, own: Own): fenwick.SpatialIndex {
  return own(fenwick.indexFromKeys(keys(inputs), { dims: [SIZE], layout }));
}

/** Elements of six bits in a box. */
function box(inputs: Inputs, own: Own): fenwick.SpatialIndex {
  const values = inputs.wholes("u8", [40_000], { high: 64 });
  return own(fenwick.indexFromValues(values, { dims: BOX, bits: 6 }));
}

/** Corners of boxes, [5000, 3]: those of the lower ends, or those of the upper. */
function corners(inputs: Inputs, end: "low" | "high"): Tensor<"i32"> {
  const at = inputs.wholes("i32", [5000, 6], { high: 20 }).readSync();
  const numbers = Array.from({ length: 15_000 }, (_, n) => {
    const first = (n / 3 | 0) * 6 + n % 3;
    const pair = [at[first] ?? 0, at[first + 3] ?? 0];
    return end === "low" ? Math.min(...pair) : Math.max(...pair);
  });
  return inputs.tensor(numbers, "i32", 3);
}

function indexRows(inputs: Inputs): Row[] {
  return [
    ...madeRows(inputs),
    ...askedRows(inputs),
    ...editedRows(inputs),
    ...convertedRows(inputs),
    ...brickRows(inputs),
  ];
}

function madeRows(inputs: Inputs): Row[] {
  const { adoptBits, indexFromBits, indexFromBytes, indexFromKeys, indexFromValues } = fenwick;
  const bits = inputs.numbers("u8", [SIZE / 8]);
  return [
    ...rows("index/from keys", indexFromKeys, {
      ...byType(LAYOUTS, (layout) => indexFromKeys(keys(inputs), { dims: [SIZE], layout })),
      "paper box": () => indexFromKeys(corners(inputs, "low"), { dims: BOX, layout: "paper" }),
    }),
    ...rows("index/from bits", indexFromBits, {
      ...byType(LAYOUTS, (layout) => indexFromBits(bits, { dims: [SIZE], layout })),
    }),
    ...rows("index/from bytes", indexFromBytes, {
      "6 bits, box": (own) => indexFromBytes(box(inputs, own).data, { dims: BOX, bits: 6 }),
    }),
    ...rows("index/from values", indexFromValues, {
      "u8 6 bits, box": () =>
        indexFromValues(inputs.wholes("u8", [40_000], { high: 64 }), { dims: BOX, bits: 6 }),
      "i32 20 bits": () =>
        indexFromValues(inputs.wholes("i32", [SIZE], { high: 1 << 20 }), { bits: 20 }),
      "bool": () => indexFromValues(inputs.numbers("bool", [SIZE])),
    }),
    ...rows("index/adopt bits", adoptBits, {
      "wide": () => adoptBits(inputs.numbers("u8", [25_600]).copy(), { size: 25_600 * 8 }),
    }),
  ];
}

function askedRows(inputs: Inputs): Row[] {
  const { indexBox, indexLinearRank, indexLookup, indexOccupied } = fenwick;
  const { indexPoint, indexPrefix, indexRange, indexOfRank } = fenwick;
  const asked = inputs.wholes("i32", [20_000], { high: SIZE, seed: 2 });
  const later = inputs.wholes("i32", [20_000], { high: SIZE, seed: 3 });
  const ranks = inputs.wholes("i64", [20_000], { high: 40_000, seed: 4 });
  const single = [
    ["index/element", indexPoint],
    ["index/occupied", indexOccupied],
    ["index/prefix", indexPrefix],
    ["index/rank", indexLookup],
  ] as const;
  return [
    ...single.flatMap(([title, operator]) =>
      rows(
        title,
        operator,
        byType(LAYOUTS, (layout, own) => operator(line(inputs, layout, own), asked)),
      )
    ),
    ...rows("index/element", indexPoint, {
      "6 bits, box, i32": (own) =>
        indexPoint(box(inputs, own), corners(inputs, "high"), { dtype: "i32" }),
    }),
    ...rows(
      "index/range",
      indexRange,
      byType(LAYOUTS, (layout, own) => {
        const [low, high] = between(inputs, asked, later);
        return indexRange(line(inputs, layout, own), low, high);
      }),
    ),
    ...rows(
      "index/select",
      indexOfRank,
      byType(LAYOUTS, (layout, own) => indexOfRank(line(inputs, layout, own), ranks)),
    ),
    ...rows("index/box sum", indexBox, {
      "6 bits, box": (own) =>
        indexBox(box(inputs, own), corners(inputs, "low"), corners(inputs, "high")),
    }),
    ...rows("index/linear rank", indexLinearRank, {
      "1 bit, box": (own) => {
        const bits = inputs.numbers("bool", [40_000]);
        const index = own(fenwick.indexFromValues(bits, { dims: BOX }));
        return indexLinearRank(index, corners(inputs, "high"));
      },
    }),
  ];
}

/** Keys in pairs, the lower one first. */
function between(
  inputs: Inputs,
  ...both: readonly [Tensor<"i32">, Tensor<"i32">]
): [Tensor<"i32">, Tensor<"i32">] {
  const [a, b] = both.map((keys) => keys.readSync());
  const ends = [Math.min, Math.max].map((end) =>
    inputs.tensor(Array.from(a ?? [], (key, n) => end(key, b?.[n] ?? 0)), "i32")
  );
  return [ends[0] ?? both[0], ends[1] ?? both[1]];
}

function editedRows(inputs: Inputs): Row[] {
  const { indexUpdate, indexClear, indexSet, indexToggle } = fenwick;
  const changed = inputs.wholes("i32", [3000], { high: SIZE, seed: 5 });
  const flips = [
    ["index/set", indexSet],
    ["index/clear", indexClear],
    ["index/toggle", indexToggle],
  ] as const;
  return [
    ...flips.flatMap(([title, operator]) =>
      rows(
        title,
        operator,
        byType(["wide", "paper"], (layout, own) => {
          const index = line(inputs, layout, own).copy();
          operator(index, changed);
          return index;
        }),
      )
    ),
    ...rows("index/add", indexUpdate, {
      "6 bits, box": (own) => {
        const index = fenwick.indexFromValues(
          inputs.wholes("u8", [40_000], { high: 8 }),
          { dims: BOX, bits: 6 },
        );
        own(index);
        const few = own(corners(inputs, "high").slice(0, 200));
        indexUpdate(index, few, own(inputs.wholes("i32", [300], { high: 3 }).slice(0, 200)));
        return index;
      },
    }),
  ];
}

function convertedRows(inputs: Inputs): Row[] {
  const { chooseIndexLayout, estimateIndex, freezeIndex, indexFromPaper } = fenwick;
  const { indexToBits, indexToPaper, indexToValues, thawIndex } = fenwick;
  const frozen = ["rank96", "rank224"] as const;
  return [
    ...rows("index/freeze", freezeIndex, {
      ...byType(frozen, (layout, own) => freezeIndex(line(inputs, "wide", own), { layout })),
    }),
    ...rows("index/thaw", thawIndex, {
      ...byType(frozen, (layout, own) => thawIndex(line(inputs, layout, own))),
    }),
    ...rows("index/to paper", indexToPaper, {
      ...byType(LAYOUTS, (layout, own) => indexToPaper(line(inputs, layout, own))),
    }),
    ...rows("index/from paper", indexFromPaper, {
      ...byType(LAYOUTS, (layout, own) => indexFromPaper(line(inputs, "paper", own), { layout })),
    }),
    ...rows("index/to bits", indexToBits, {
      ...byType(LAYOUTS, (layout, own) => indexToBits(line(inputs, layout, own))),
    }),
    ...rows("index/to values", indexToValues, {
      "6 bits, box": (own) => indexToValues(box(inputs, own)),
      "6 bits, box, u8": (own) => indexToValues(box(inputs, own), { dtype: "u8" }),
    }),
    ...rows("index/estimate", estimateIndex, {
      ...byType(LAYOUTS, (layout) => {
        const { size, bytes, bitsPerElement } = estimateIndex({ dims: [SIZE], layout });
        return [size, bytes, bitsPerElement];
      }),
    }),
    ...rows("index/choose layout", chooseIndexLayout, {
      "uses": () => [
        ...[chooseIndexLayout({ edits: true }), chooseIndexLayout({ sums: true })],
        ...[chooseIndexLayout({}), chooseIndexLayout({ compact: true })],
      ],
    }),
  ];
}

/** Spatial indexes and bricked volumes. */
export const FENWICK: Family = { name: "index", exported: fenwick, rows: indexRows };
