/**
 * Spatial indexes. The floor is the bytes that have to be moved, keys and answers included, or sectors read at random.
 *
 * ```sh
 * deno run --allow-ffi=build bench/index/index_bench.ts --device cuda --n 2949120,188743680 --operator indexFrom
 * ```
 *
 * `--n` lists numbers of elements, `--keys` and `--edits` say how many are asked for and edited. On the CPU
 * `DENOVDB_THREADS` (with `--allow-env`) sets the number of threads, which the device's name tells.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import {
  type Context,
  estimateIndex,
  freezeIndex,
  indexBox,
  indexFromBits,
  indexFromBytes,
  indexFromKeys,
  indexFromPaper,
  indexFromValues,
  type IndexLayout,
  indexLinearRank,
  indexLookup,
  indexOccupied,
  indexOfRank,
  indexPoint,
  indexPrefix,
  indexRange,
  indexToBits,
  indexToggle,
  indexToPaper,
  indexToValues,
  indexUpdate,
  type SpatialIndex,
  type Tensor,
  thawIndex,
} from "../_api.ts";
import { type BenchRow, benchTable, equalArrays, type Make, row } from "../_harness.ts";
import { benchSizes, type IndexInput, isSet, makeInput, onesBefore } from "./_inputs.ts";

const LAYOUTS: readonly IndexLayout[] = ["paper", "wide", "rank96", "rank224"];
const FAST = { checked: false } as const;
const SECTOR = 32;

/** Sectors that a lookup reads at random, of layouts in the order of `LAYOUTS`. */
const SECTORS: Readonly<Record<IndexLayout, number>> = { paper: 5, wide: 2, rank96: 1, rank224: 1 };

const elements = ({ size }: IndexInput): number => size;
const asked = ({ count }: IndexInput): number => count;
const keyBytes = ({ keys }: IndexInput): number => keys.byteLength;

type Keys = Tensor<"i32" | "i64">;
type Answer = (input: IndexInput, key: number, answer: number) => boolean;

/** Looks at some answers. */
function some(
  answers: Tensor,
  keys: Keys,
  isRight: (key: number, answer: number) => boolean,
): boolean {
  const given = answers.readSync() as ArrayLike<number | bigint>;
  const asked = keys.readSync() as ArrayLike<number | bigint>;
  for (let at = 0; at < given.length; at += Math.ceil(given.length / 64)) {
    if (!isRight(Number(asked[at]), Number(given[at]))) return false;
  }
  return true;
}

const isBit: Answer = (input, key, answer) => answer === (isSet(input, key) ? 1 : 0);
const isSum: Answer = (input, key, answer) => answer === onesBefore(input, key);
const isRank: Answer = (input, key, answer) =>
  answer === (isSet(input, key) ? onesBefore(input, key) : -1);
const isSelected: Answer = (input, rank, key) =>
  key === -1 || (isSet(input, key) && onesBefore(input, key) === rank);

type Find = (index: SpatialIndex, keys: Keys, options: { readonly checked: boolean }) => Tensor;
type KeyName = "keys" | "ordered" | "ranks";

/** What a lookup of some keys is in every layout. */
function layoutRows(
  find: Find,
  make: Make<IndexInput>,
  isRight: Answer,
  sectors: (layout: IndexLayout) => number,
  of: KeyName = "keys",
): readonly BenchRow[] {
  return LAYOUTS.map((layout) =>
    row(find, make, {
      on: `${layout}, ${of === "ordered" ? "keys in order" : "keys at random"}`,
      items: asked,
      bytes: (input) =>
        keyBytes(input) + input.count * (of === "ordered" ? 1 : SECTOR * sectors(layout)),
      run: ({ of: indexes, [of]: keys }) => find(indexes[layout], keys, FAST),
      check: (answers, input) =>
        some(answers, input[of], (key, answer) => isRight(input, key, answer)),
    })
  );
}

function conversionRow(
  convert: typeof thawIndex,
  make: Make<IndexInput>,
  from: IndexLayout,
  to: IndexLayout,
): BenchRow {
  return row(convert, make, {
    on: `${from} to ${to}`,
    items: elements,
    bytes: ({ of }) => of[from].data.byteLength + of[to].byteLength,
    run: ({ of }) => convert(of[from]),
    check: (made, { of }) => equalArrays(made.data.readSync(), of[to].data.readSync()),
  });
}

const oneBit = (layout: IndexLayout): number => layout === "paper" ? 2 : 1;
const ofLayout = (layout: IndexLayout): number => SECTORS[layout];

/** The rows of an input. */
function rowsOf(make: Make<IndexInput>): readonly BenchRow[] {
  return [
    ...LAYOUTS.map((layout) =>
      row(indexFromBits, make, {
        on: layout,
        items: elements,
        bytes: ({ host, of }) => host.length + of[layout].byteLength,
        run: ({ bits, size }) => indexFromBits(bits, { dims: [size], layout }),
        check: (index, { host }) => {
          using again = indexToBits(index);
          return equalArrays(again.readSync(), host);
        },
      })
    ),
    row(indexFromValues, make, {
      on: "four bits",
      items: ({ values }) => values.length,
      bytes: ({ values, nibbles }) => values.byteLength + nibbles.byteLength,
      run: ({ values }) => indexFromValues(values, { bits: 4, ...FAST }),
      check: (index, { values }) => {
        using again = indexToValues(index, { dtype: "u8" });
        return equalArrays(again.readSync(), values.readSync());
      },
    }),
    row(indexFromKeys, make, {
      on: "wide, keys at random",
      items: asked,
      bytes: (input) => keyBytes(input) + input.count * SECTOR + input.of.wide.byteLength,
      run: ({ keys, size }) => indexFromKeys(keys, { dims: [size], ...FAST }),
      check: (index, { keys }) => {
        using bits = indexPoint(index, keys);
        return some(bits, keys, (_, answer) => answer === 1);
      },
    }),
    row(indexFromBytes, make, {
      on: "a tree of one bit",
      items: elements,
      bytes: ({ of }) => 4 * of.paper.byteLength,
      run: ({ of, size }) => indexFromBytes(of.paper.data, { dims: [size] }),
      check: ({ data }, { of }) => equalArrays(data.readSync(), of.paper.data.readSync()),
    }),
    ...LAYOUTS.map((layout) =>
      row(indexPoint, make, {
        on: `${layout}, keys at random`,
        items: asked,
        bytes: (input) => keyBytes(input) + input.count * SECTOR * oneBit(layout),
        run: ({ of, keys }) => indexPoint(of[layout], keys, { dtype: "i32", ...FAST }),
        check: (answers, input) =>
          some(answers, input.keys, (key, answer) => isBit(input, key, answer)),
      })
    ),
    ...layoutRows(indexOccupied, make, isBit, oneBit, "ordered"),
    ...layoutRows(indexOccupied, make, isBit, oneBit),
    ...layoutRows(indexPrefix, make, isSum, ofLayout),
    ...layoutRows(indexLookup, make, isRank, ofLayout),
    ...layoutRows(indexOfRank, make, isSelected, () => 2, "ranks"),
    row(indexRange, make, {
      on: "paper",
      items: asked,
      bytes: (input) => 2 * keyBytes(input) + input.count * SECTOR * 2 * SECTORS.paper,
      run: ({ of, keys, ends }) => indexRange(of.paper, keys, ends, FAST),
      check: (one, { of, keys, ends }) => {
        using other = indexRange(of.rank224, keys, ends);
        return equalArrays(one.readSync(), other.readSync());
      },
    }),
    row(indexBox, make, {
      on: "three axes",
      items: ({ low }) => low.length / 3,
      bytes: ({ low, box }) => 2 * low.byteLength + box.byteLength,
      run: ({ box, low, high }) => indexBox(box, low, high, FAST),
      check: (sums, input) => {
        const [from, to] = [input.low.readSync(), input.high.readSync()];
        const [x, y] = input.box.dims as [number, number, number];
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
    }),
    row(indexLinearRank, make, {
      on: "three axes",
      items: ({ low }) => low.length / 3,
      bytes: ({ low, box }) => low.byteLength + box.byteLength,
      run: ({ box, low }) => indexLinearRank(box, low, FAST),
      check: (ranks, input) => {
        const [x = 0, y = 0, z = 0] = input.low.readSync();
        const [width = 0, height = 0] = input.box.dims;
        return ranks.readSync()[0] === BigInt(onesBefore(input, (z * height + y) * width + x));
      },
    }),
    row(indexUpdate, make, {
      on: "zeros",
      items: ({ edits }) => edits.length,
      bytes: ({ edits }) => edits.byteLength * 2,
      run: ({ of, edits, deltas }) => indexUpdate(of.paper, edits, deltas, FAST),
      check: (_, { of, bits, size }) => {
        using fresh = indexFromBits(bits, { dims: [size], layout: "paper" });
        return equalArrays(of.paper.data.readSync(), fresh.data.readSync());
      },
    }),
    ...LAYOUTS.map((layout) =>
      row(indexToBits, make, {
        on: layout,
        items: elements,
        bytes: ({ host, of }) => host.length + of[layout].data.byteLength,
        run: ({ of }) => indexToBits(of[layout]),
        check: (bits, { host }) => equalArrays(bits.readSync(), host),
      })
    ),
    row(indexToValues, make, {
      on: "four bits",
      items: ({ values }) => values.length,
      bytes: ({ values, nibbles }) => values.byteLength + nibbles.byteLength,
      run: ({ nibbles }) => indexToValues(nibbles, { dtype: "u8" }),
      check: (again, { values }) => equalArrays(again.readSync(), values.readSync()),
    }),
    conversionRow(freezeIndex, make, "wide", "rank96"),
    conversionRow(thawIndex, make, "rank96", "wide"),
    conversionRow(indexToPaper, make, "wide", "paper"),
    conversionRow(indexFromPaper, make, "paper", "wide"),
    row(estimateIndex, make, {
      on: "three axes",
      items: () => 1,
      bytes: () => 0,
      run: () => estimateIndex({ dims: [512, 512, 512] }),
      check: ({ bytes }) => bytes === 67010668,
    }),
    // The last ones: runs that are measured leave the bits turned over.
    ...(["wide", "paper"] as const).map((layout) =>
      row(indexToggle, make, {
        on: `${layout}, keys at random`,
        items: ({ edits }) => edits.length,
        bytes: ({ edits }) =>
          edits.byteLength + edits.length * SECTOR * (layout === "wide" ? 6 : 28),
        run: ({ of, edits }) => indexToggle(of[layout], edits, FAST),
        check: (_, { of, edits, host }) => {
          using changed = indexToBits(of[layout]);
          indexToggle(of[layout], edits);
          using again = indexToBits(of[layout]);
          return !equalArrays(changed.readSync(), host) && equalArrays(again.readSync(), host);
        },
      })
    ),
  ];
}

const args = parseArgs(Deno.args, { string: ["n", "keys", "edits"] });
const sizes: readonly (number | undefined)[] = args.n?.split(",").map(Number) ?? [undefined];

await benchTable(
  import.meta.main,
  sizes.flatMap((size) =>
    rowsOf((context: Context) => {
      const usual = benchSizes(context);
      const count = Number(args.keys ?? usual.count);
      const edits = Number(args.edits ?? usual.edits);
      return makeInput(context, { size: size ?? usual.size, count, edits });
    })
  ),
);
