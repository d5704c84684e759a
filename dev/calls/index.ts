/**
 * Rows of operators on spatial indexes and bricked volumes.
 *
 * @module
 */
import type { Tensor } from "../../lib/core/mod.ts";
import * as index from "../../lib/index/mod.ts";
import { brickCases } from "./_bricks.ts";
import type { Inputs } from "./_inputs.ts";
import { or, parts } from "./_marks.ts";
import { alike, byType, type Family } from "./_table.ts";

const LAYOUTS = ["wide", "paper", "rank96", "rank224"] as const;

/** The lower or the upper ones of numbers in pairs. */
function ends(
  inputs: Inputs,
  pairs: readonly (readonly number[])[],
): [Tensor<"i32">, Tensor<"i32">] {
  const low = inputs.tensor(pairs.map((pair) => Math.min(...pair)), "i32");
  return [low, inputs.tensor(pairs.map((pair) => Math.max(...pair)), "i32")];
}

/** Spatial indexes and bricked volumes. */
export const INDEX: Family = {
  name: "index",
  exported: index,
  cases: (inputs) => {
    const { own } = inputs;
    const size = inputs.count(200_000);
    const dims = inputs.count(100) > 1 ? [50, 40, 20] : [20, 5, 4];
    // Elements of a line, some of them twice.
    const keys = inputs.wholes("i32", [inputs.count(50_000)], { high: size });
    const line = (layout: index.IndexLayout): index.SpatialIndex =>
      inputs.keep(layout, () => index.indexFromKeys(keys, { dims: [size], layout }));
    const values = inputs.wholes("u8", [inputs.count(40_000)], { high: 64 });
    const box = own(index.indexFromValues(values, { dims, bits: 6 }));
    const flags = own(
      index.indexFromValues(inputs.numbers("bool", [inputs.count(40_000)]), { dims }),
    );
    const asked = inputs.wholes("i32", [inputs.count(20_000)], { high: size, seed: 2 });
    const later = inputs.wholes("i32", [inputs.count(20_000)], { high: size, seed: 3 }).readSync();
    const ranks = inputs.wholes("i64", [inputs.count(20_000)], {
      high: inputs.count(40_000),
      seed: 4,
    });
    const [begins, stops] = ends(
      inputs,
      Array.from(asked.readSync(), (key, n) => [key, later[n] ?? 0]),
    );
    const drawn = inputs.wholes("i32", [inputs.count(5000), 6], { high: Math.min(...dims) })
      .readSync();
    const [low, high] = ends(
      inputs,
      Array.from({ length: inputs.count(5000) * 3 }, (_, n) => {
        const first = (n / 3 | 0) * 6 + n % 3;
        return [drawn[first] ?? 0, drawn[first + 3] ?? 0];
      }),
    ).map((corners) => own(corners.reshape([inputs.count(5000), 3])));
    const changed = inputs.wholes("i32", [inputs.count(3000)], { high: size, seed: 5 });
    const bits = inputs.numbers("u8", [size / 8]);
    const lines = byType(LAYOUTS, (layout) => [line(layout)]);
    const questions = byType(LAYOUTS, (layout) => [line(layout), asked]);
    const edited = (edit: typeof index.indexSet) =>
      byType(["wide", "paper"], (layout) => () => {
        const copy = line(layout).copy();
        edit(copy, changed);
        return copy;
      });
    return {
      indexFromKeys: {
        ...byType(LAYOUTS, (layout) => [keys, parts({ dims: [size], layout }, "layout")]),
        "paper box": [low, { dims, layout: "paper" }],
      },
      indexFromBits: byType(LAYOUTS, (layout) => [bits, parts({ dims: [size], layout }, "layout")]),
      indexFromBytes: { "6 bits, box": [box.data, { dims, bits: 6 }] },
      indexFromValues: {
        "u8 6 bits, box": [values, { dims, bits: 6 }],
        "i32 20 bits": [inputs.wholes("i32", [size], { high: 1 << 20 }), { bits: 20 }],
        "bool": [inputs.numbers("bool", [size])],
      },
      adoptBits: {
        "wide": () => index.adoptBits(inputs.numbers("u8", [25_600]).copy(), { size: 25_600 * 8 }),
      },
      indexPoint: { ...questions, "6 bits, box, i32": [box, high, { dtype: "i32" }] },
      ...alike("indexOccupied indexPrefix indexLookup", questions),
      indexRange: byType(LAYOUTS, (layout) => [line(layout), begins, stops]),
      indexOfRank: byType(LAYOUTS, (layout) => [line(layout), ranks]),
      indexBox: { "6 bits, box": [box, low, high] },
      indexLinearRank: { "1 bit, box": [flags, high] },
      indexSet: edited(index.indexSet),
      indexClear: edited(index.indexClear),
      indexToggle: edited(index.indexToggle),
      indexUpdate: {
        "6 bits, box": (own) => {
          const less = inputs.wholes("u8", [inputs.count(40_000)], { high: 8 });
          const sums = index.indexFromValues(less, { dims, bits: 6 });
          const deltas = own(inputs.wholes("i32", [300], { high: 3 }).slice(0, 200));
          index.indexUpdate(sums, own((high as Tensor<"i32">).slice(0, 200)), deltas);
          return sums;
        },
      },
      freezeIndex: byType(["rank96", "rank224"], (layout) => [line("wide"), { layout }]),
      thawIndex: byType(["rank96", "rank224"], (layout) => [line(layout)]),
      ...alike("indexToPaper indexToBits", lines),
      indexFromPaper: byType(LAYOUTS, (layout) => [line("paper"), { layout }]),
      indexToValues: { "6 bits, box": [box], "6 bits, box, u8": [box, { dtype: "u8" }] },
      estimateIndex: byType(LAYOUTS, (layout) => [or({ dims: [size], layout }, "empty")]),
      chooseIndexLayout: {
        "edits": [or({ edits: true }, "empty")],
        "sums": [or({ sums: true }, "empty")],
        "any": [or({}, "empty")],
        "compact": [or({ compact: true }, "empty")],
      },
      ...brickCases(inputs),
    };
  },
};
