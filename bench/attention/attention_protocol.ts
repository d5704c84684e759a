/**
 * Attention by lengths of lists: one length, those of patches, and uneven ones, forward and backward.
 *
 * This measures with the device's events, compares a few results with whole rows of scores in f64, and prints a table or,
 * with `--json`, one JSON object:
 *
 * ```sh
 * deno run --allow-ffi=build bench/attention/attention_protocol.ts --device cuda
 * ```
 *
 * `--dtype` is bf16 unless it says otherwise, `--samples` the number of runs, and with `--quick` lists are short. Operations
 * are 4 for each pair of a query and a key and each element of a head, and 10 in the backward pass.
 *
 * @module
 */

import { parseArgs } from "@std/cli/parse-args";
import {
  asType,
  type Attended,
  attention,
  attentionBackward,
  type Context,
  type Device,
  type Float,
  openContext,
  streamNormal,
  type Tensor,
} from "../_api.ts";
import { measure, printJson, printTable, type Row } from "../_harness.ts";

/** Lengths of lists, and sizes of heads. */
interface Layer {
  readonly name: string;
  readonly lengths: readonly number[];
  readonly heads: number;
  readonly depth: number;
}

/** Lengths from `least` to `most`, the same in every run. */
function unevenLengths(count: number, least: number, most: number): number[] {
  let state = 7;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return least + state % (most - least + 1);
  });
}

function layers(isQuick: boolean): readonly Layer[] {
  const by = isQuick ? 64 : 1;
  const alike = (count: number, length: number): number[] =>
    new Array<number>(count).fill(length / by);
  return [
    { name: "lists of 1k", lengths: alike(16, 1024), heads: 32, depth: 64 },
    { name: "lists of 4k", lengths: alike(4, 4096), heads: 32, depth: 64 },
    { name: "lists of 16k", lengths: alike(1, 16_384), heads: 32, depth: 64 },
    { name: "lists of 4k", lengths: alike(4, 4096), heads: 16, depth: 128 },
    { name: "patches of 1k", lengths: alike(80, 1024), heads: 2, depth: 16 },
    { name: "patches of 1k", lengths: alike(24, 1024), heads: 8, depth: 16 },
    {
      name: "uneven lists",
      lengths: unevenLengths(64, 16, Math.max(16, 4096 / by)),
      heads: 16,
      depth: 64,
    },
    {
      name: "uneven windows",
      lengths: unevenLengths(2000, 1, Math.max(4, 256 / by)),
      heads: 8,
      depth: 32,
    },
  ];
}

if (import.meta.main) await main();

async function main(): Promise<void> {
  const args = parseArgs(Deno.args, {
    string: ["device", "dtype", "samples"],
    boolean: ["json", "quick"],
    default: { device: "auto", dtype: "bf16", samples: "10" },
  });
  using context = openContext({ device: args.device as Device });
  const samples = Number(args.samples);
  const rows: Row[] = [];
  for (const layer of layers(args.quick)) {
    rows.push(...await measureLayer(context, layer, args.dtype as Float, samples));
  }
  if (args.json) return printJson(context, rows);
  printTable("attention", context, rows);
}

async function measureLayer(
  context: Context,
  { name, lengths, heads, depth }: Layer,
  dtype: Float,
  samples: number,
): Promise<Row[]> {
  const ends = lengths.reduce((ends, length) => [...ends, (ends.at(-1) ?? 0) + length], [0]);
  const n = ends.at(-1) ?? 0;
  const offsets = BigInt64Array.from(ends, BigInt);
  const numbers = (stream: number): Tensor<Float> =>
    streamNormal([n, heads, depth], { context, dtype, seed: 1, stream });
  using q = numbers(1);
  using k = numbers(2);
  using v = numbers(3);
  using gradients = numbers(4);
  using found = attention(q, k, v, { offsets });
  const isRight = checkRows([q, k, v], found, ends);
  const pairs = lengths.reduce((sum, length) => sum + length ** 2, 0);
  const passes = [
    ["forward", 4, () => attention(q, k, v, { offsets })],
    ["backward", 10, () => attentionBackward(q, k, v, found, gradients, { offsets })],
  ] as const;
  const rows: Row[] = [];
  for (const [pass, each, run] of passes) {
    const { median, spread } = await measure(context, run, { samples });
    rows.push({
      layer: name,
      rows: n,
      heads,
      depth,
      pass,
      ms: median,
      spread,
      "TFLOP/s": each * depth * heads * pairs / median / 1e9,
      right: isRight ? "yes" : "NO",
    });
  }
  return rows;
}

/** Whether the first and the last row are what whole rows of scores give. */
function checkRows(
  operands: readonly [Tensor<Float>, Tensor<Float>, Tensor<Float>],
  { features }: Attended<Float>,
  ends: readonly number[],
): boolean {
  const [, heads = 0, depth = 0] = operands[0].shape;
  const width = heads * depth;
  const listOf = (tensor: Tensor<Float>, begin: number, end: number): number[] => {
    using rows = tensor.slice(begin, end);
    using wide = asType(rows, "f32");
    return Array.from(wide.readSync());
  };
  return [0, ends.length - 2].every((list) => {
    const [begin = 0, end = 0] = [ends[list], ends[list + 1]];
    const [q, k, v] = operands.map((one) => listOf(one, begin, end));
    const result = listOf(features, begin, end);
    const head = heads - 1;
    const at = (of: readonly number[] | undefined, row: number, place: number): number =>
      of?.[row * width + head * depth + place] ?? NaN;
    const row = end - begin - 1;
    const places = Array.from({ length: depth }, (_, place) => place);
    const weights = Array.from({ length: end - begin }, (_, key) =>
      Math.exp(
        places.reduce((dot, place) => dot + at(q, row, place) * at(k, key, place), 0) /
          Math.sqrt(depth),
      ));
    const sum = weights.reduce((sum, one) => sum + one, 0);
    return places.every((place) => {
      const mean = weights.reduce(
        (mean, weight, key) => mean + weight / sum * at(v, key, place),
        0,
      );
      return Math.abs(mean - at(result, row, place)) < 0.02;
    });
  });
}
