/**
 * What is measured of spatial indexes: one case or several for each operator.
 *
 * @module
 */

import {
  estimateIndex,
  freezeIndex,
  indexAdd,
  indexBox,
  indexFromBits,
  indexFromBytes,
  indexFromPaper,
  indexFromValues,
  type IndexLayout,
  indexLinearRank,
  indexLookup,
  indexOccupied,
  indexPoint,
  indexPrefix,
  indexRange,
  indexSelect,
  indexToBits,
  indexToggle,
  indexToPaper,
  indexToValues,
  thawIndex,
} from "../../lib/index/mod.ts";
import { indexFromKeys, openContext, type Tensor } from "../../mod.ts";
import { benchOperator, equalArrays } from "../_harness.ts";
import { benchSizes, type IndexInput, isSet, makeInput, onesBefore } from "./_inputs.ts";

/** Something to measure. */
export interface Case {
  readonly operator: string;
  /** What it runs on. */
  readonly name: string;
  /** Items that one call handles. */
  readonly items: (input: IndexInput) => number;
  /** Bytes that have to be moved at the least, keys and answers included, or sectors read at random. */
  readonly bytes: (input: IndexInput) => number;
  readonly run: (input: IndexInput) => Disposable;
  /** Whether one call is right; edits are undone. */
  readonly check: (input: IndexInput) => boolean;
}

const LAYOUTS: readonly IndexLayout[] = ["paper", "wide", "rank96", "rank224"];
const FAST = { checked: false } as const;
const SECTOR = 32;

/** Sectors that a lookup reads at random, of layouts in the order of `LAYOUTS`. */
const SECTORS: Readonly<Record<IndexLayout, number>> = { paper: 5, wide: 2, rank96: 1, rank224: 1 };

const elements = ({ size }: IndexInput): number => size;
const asked = ({ count }: IndexInput): number => count;
const keyBytes = ({ keys }: IndexInput): number => keys.byteLength;
const nothing: Disposable = { [Symbol.dispose]: () => {} };

/** Looks at some answers. */
function some(
  answers: Tensor,
  keys: Tensor<"i32" | "i64">,
  isRight: (key: number, answer: number) => boolean,
): boolean {
  using _answers = answers;
  const given = answers.readSync() as ArrayLike<number | bigint>;
  const asked = keys.readSync() as ArrayLike<number | bigint>;
  for (let at = 0; at < given.length; at += Math.ceil(given.length / 64)) {
    if (!isRight(Number(asked[at]), Number(given[at]))) return false;
  }
  return true;
}

/** Cases of one operator for every layout. */
function ofLayouts(
  operator: string,
  run: (input: IndexInput, layout: IndexLayout) => Tensor,
  sectors: (layout: IndexLayout) => number,
  isRight: (input: IndexInput, key: number, answer: number) => boolean,
): Case[] {
  return LAYOUTS.map((layout) => ({
    operator,
    name: `${layout}, keys at random`,
    items: asked,
    bytes: (input) => input.count * SECTOR * sectors(layout) + keyBytes(input),
    run: (input) => run(input, layout),
    check: (input) =>
      some(run(input, layout), input.keys, (key, answer) => isRight(input, key, answer)),
  }));
}

const BUILDS: readonly Case[] = LAYOUTS.map((layout) => ({
  operator: "indexFromBits",
  name: layout,
  items: elements,
  bytes: ({ host, of }) => host.length + of[layout].byteLength,
  run: ({ bits, size }) => indexFromBits(bits, { dims: [size], layout }),
  check: (input) => {
    using index = indexFromBits(input.bits, { dims: [input.size], layout });
    using again = indexToBits(index);
    return equalArrays(again.readSync(), input.host);
  },
}));

/** All cases. */
export const CASES: readonly Case[] = [
  ...BUILDS,
  {
    operator: "indexFromValues",
    name: "four bits",
    items: ({ values }) => values.length,
    bytes: ({ values, nibbles }) => values.byteLength + nibbles.byteLength,
    run: ({ values }) => indexFromValues(values, { bits: 4, ...FAST }),
    check: ({ values, nibbles }) => {
      using again = indexToValues(nibbles, { dtype: "u8" });
      return equalArrays(again.readSync(), values.readSync());
    },
  },
  {
    operator: "indexFromKeys",
    name: "wide, keys at random",
    items: asked,
    bytes: (input) => keyBytes(input) + input.count * SECTOR + input.of.wide.byteLength,
    run: ({ keys, size }) => indexFromKeys(keys, { dims: [size], ...FAST }),
    check: (input) => {
      using index = indexFromKeys(input.keys, { dims: [input.size] });
      return some(indexPoint(index, input.keys), input.keys, (_, answer) => answer === 1);
    },
  },
  {
    operator: "indexFromBytes",
    name: "a tree of one bit",
    items: elements,
    bytes: ({ of }) => 4 * of.paper.byteLength,
    run: ({ of, size }) => indexFromBytes(of.paper.data, { dims: [size] }),
    check: ({ of, size }) => {
      using index = indexFromBytes(of.paper.data, { dims: [size] });
      return equalArrays(index.data.readSync(), of.paper.data.readSync());
    },
  },
  ...ofLayouts(
    "indexPoint",
    ({ of, keys }, layout) => indexPoint(of[layout], keys, { dtype: "i32", ...FAST }),
    (layout) => layout === "paper" ? 2 : 1,
    (input, key, answer) => answer === (isSet(input, key) ? 1 : 0),
  ),
  ...LAYOUTS.map((layout): Case => ({
    operator: "indexOccupied",
    name: `${layout}, keys in order`,
    items: asked,
    bytes: (input) => keyBytes(input) + input.count,
    run: ({ of, ordered }) => indexOccupied(of[layout], ordered, FAST),
    check: (input) =>
      some(
        indexOccupied(input.of[layout], input.ordered),
        input.ordered,
        (key, answer) => answer === (isSet(input, key) ? 1 : 0),
      ),
  })),
  ...ofLayouts(
    "indexOccupied",
    ({ of, keys }, layout) => indexOccupied(of[layout], keys, FAST),
    (layout) => layout === "paper" ? 2 : 1,
    (input, key, answer) => answer === (isSet(input, key) ? 1 : 0),
  ),
  ...ofLayouts(
    "indexPrefix",
    ({ of, keys }, layout) => indexPrefix(of[layout], keys, FAST),
    (layout) => SECTORS[layout],
    (input, key, answer) => answer === onesBefore(input, key),
  ),
  ...ofLayouts(
    "indexLookup",
    ({ of, keys }, layout) => indexLookup(of[layout], keys, FAST),
    (layout) => SECTORS[layout],
    (input, key, answer) => answer === (isSet(input, key) ? onesBefore(input, key) : -1),
  ),
  ...ofLayouts(
    "indexSelect",
    ({ of, ranks }, layout) => indexSelect(of[layout], ranks, FAST),
    () => 2,
    () => true,
  ).map((each) => ({
    ...each,
    check: (input: IndexInput) => {
      const layout = LAYOUTS.find((name) => each.name.startsWith(name)) ?? "paper";
      return some(
        indexSelect(input.of[layout], input.ranks),
        input.ranks,
        (rank, k) => k === -1 || (isSet(input, k) && onesBefore(input, k) === rank),
      );
    },
  })),
  {
    operator: "indexRange",
    name: "paper",
    items: asked,
    bytes: (input) => 2 * keyBytes(input) + input.count * SECTOR * 2 * SECTORS.paper,
    run: ({ of, keys, ends }) => indexRange(of.paper, keys, ends, FAST),
    check: ({ of, keys, ends }) => {
      using one = indexRange(of.paper, keys, ends);
      using other = indexRange(of.rank224, keys, ends);
      return equalArrays(one.readSync(), other.readSync());
    },
  },
  {
    operator: "indexBox",
    name: "three axes",
    items: ({ low }) => low.length / 3,
    bytes: ({ low, box }) => 2 * low.byteLength + box.byteLength,
    run: ({ box, low, high }) => indexBox(box, low, high, FAST),
    check: (input) => {
      const { box, low, high } = input;
      using first = low.slice(0, 1);
      using last = high.slice(0, 1);
      using sums = indexBox(box, first, last);
      const [from, to] = [low.readSync(), high.readSync()];
      const [x, y] = box.dims as [number, number, number];
      let sum = 0;
      for (let k = from[2] ?? 0; k < (to[2] ?? 0); k++) {
        for (let j = from[1] ?? 0; j < (to[1] ?? 0); j++) {
          for (let i = from[0] ?? 0; i < (to[0] ?? 0); i++) {
            sum += isSet(input, (k * y + j) * x + i) ? 1 : 0;
          }
        }
      }
      return sums.readSync()[0] === BigInt(sum);
    },
  },
  {
    operator: "indexLinearRank",
    name: "three axes",
    items: ({ low }) => low.length / 3,
    bytes: ({ low, box }) => low.byteLength + box.byteLength,
    run: ({ box, low }) => indexLinearRank(box, low, FAST),
    check: (input) => {
      const { box, low } = input;
      using first = low.slice(0, 1);
      using ranks = indexLinearRank(box, first);
      const [x = 0, y = 0, z = 0] = low.readSync();
      const [width = 0, height = 0] = box.dims;
      return ranks.readSync()[0] === BigInt(onesBefore(input, (z * height + y) * width + x));
    },
  },
  {
    operator: "indexAdd",
    name: "zeros",
    items: ({ edits }) => edits.length,
    bytes: ({ edits }) => edits.byteLength * 2,
    run: ({ of, edits, deltas }) => {
      indexAdd(of.paper, edits, deltas, FAST);
      return nothing;
    },
    check: ({ of, edits, deltas }) => {
      using before = of.paper.copy();
      indexAdd(of.paper, edits, deltas);
      return equalArrays(of.paper.data.readSync(), before.data.readSync());
    },
  },
  ...LAYOUTS.map((layout): Case => ({
    operator: "indexToBits",
    name: layout,
    items: elements,
    bytes: ({ host, of }) => host.length + of[layout].data.byteLength,
    run: ({ of }) => indexToBits(of[layout]),
    check: ({ of, host }) => {
      using bits = indexToBits(of[layout]);
      return equalArrays(bits.readSync(), host);
    },
  })),
  {
    operator: "indexToValues",
    name: "four bits",
    items: ({ values }) => values.length,
    bytes: ({ values, nibbles }) => values.byteLength + nibbles.byteLength,
    run: ({ nibbles }) => indexToValues(nibbles, { dtype: "u8" }),
    check: ({ values, nibbles }) => {
      using again = indexToValues(nibbles, { dtype: "u8" });
      return equalArrays(again.readSync(), values.readSync());
    },
  },
  conversion("freezeIndex", "wide", "rank96", freezeIndex),
  conversion("thawIndex", "rank96", "wide", thawIndex),
  conversion("indexToPaper", "wide", "paper", indexToPaper),
  conversion("indexFromPaper", "paper", "wide", indexFromPaper),
  {
    operator: "estimateIndex",
    name: "three axes",
    items: () => 1,
    bytes: () => 0,
    run: () => {
      estimateIndex({ dims: [512, 512, 512] });
      return nothing;
    },
    check: () => estimateIndex({ dims: [512, 512, 512] }).bytes === 67010668,
  },
  // The last ones: runs that are measured leave the bits turned over.
  ...(["wide", "paper"] as const).map((layout): Case => ({
    operator: "indexToggle",
    name: `${layout}, keys at random`,
    items: ({ edits }) => edits.length,
    bytes: ({ edits }) => edits.byteLength + edits.length * SECTOR * (layout === "wide" ? 6 : 28),
    run: ({ of, edits }) => {
      indexToggle(of[layout], edits, FAST);
      return nothing;
    },
    check: ({ of, edits, bits }) => {
      indexToggle(of[layout], edits);
      using changed = indexToBits(of[layout]);
      const isOther = !equalArrays(changed.readSync(), bits.readSync());
      indexToggle(of[layout], edits);
      using again = indexToBits(of[layout]);
      return isOther && equalArrays(again.readSync(), bits.readSync());
    },
  })),
];

function conversion(
  operator: string,
  from: IndexLayout,
  to: IndexLayout,
  convert: typeof thawIndex,
): Case {
  return {
    operator,
    name: `${from} to ${to}`,
    items: elements,
    bytes: ({ of }) => of[from].data.byteLength + of[to].byteLength,
    run: ({ of }) => convert(of[from]),
    check: ({ of }) => {
      using made = convert(of[from]);
      return equalArrays(made.data.readSync(), of[to].data.readSync());
    },
  };
}

/** Registers the cases of some operators with `deno bench`. */
export function benchCases(...operators: readonly string[]): void {
  const context = openContext();
  const input = makeInput(context, benchSizes(context));
  for (const one of CASES) {
    if (!operators.includes(one.operator)) continue;
    let right: boolean | undefined;
    benchOperator(
      `${one.operator}, ${one.name}, ${one.items(input)} items`,
      context,
      () => {
        right ??= one.check(input);
        return one.run(input);
      },
      () => right === true,
    );
  }
}
