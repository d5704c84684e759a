/**
 * Checks of the operands of attention, and the arguments that both passes have in common.
 *
 * @module
 */

import type { AttendRequest } from "../../ffi/_generated/native.ts";
import { checkClass, checkNumber, checkParts, refuse } from "../../ffi/base/checks.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import { type Context, type Float, JaggedTensor, type Tensor } from "../core/mod.ts";
import { shareContext } from "../core/ownership.ts";
import { formatShape } from "../core/shape.ts";
import type { Attended, AttentionOptions, ScoreOf } from "./base/attention.ts";

/** The most elements of a head, and the most heads. */
const MOST = 65536;

/** Arguments of both passes but for results. */
export type Operands = Omit<AttendRequest, "context" | "out" | "outLogSums">;

/** Checked operands. */
export interface Attending<D extends Float> {
  readonly operator: string;
  readonly context: Context;
  readonly dtype: D;
  readonly score: ScoreOf<D>;
  /** Shape of the results. */
  readonly shape: readonly [n: number, heads: number, depth: number];
  /** The queries, or packed operands. */
  readonly queries: Tensor<D>;
  readonly table: Tensor<ScoreOf<D>> | undefined;
  readonly request: Operands;
}

/** Queries, keys and values, each [rows, heads, elements], or packed ones, [rows, 3, heads, elements]. */
export type QueryKeyValue<D extends Float> =
  | Readonly<Record<"q" | "k" | "v", Tensor<D>>>
  | { readonly qkv: Tensor<D> };

/** Checks operands and options. */
export function takeOperands<D extends Float>(
  operator: string,
  operands: QueryKeyValue<D>,
  options: AttentionOptions<D>,
): Attending<D> {
  const layout = "qkv" in operands
    ? packedLayout(operator, operands.qkv)
    : layoutOf(operator, operands.q, operands.k, operands.v);
  const { tensors: [q, k, v], n, m, heads, depth, valueDepth, dtype } = layout;
  const { causal = false, scale = 1 / Math.sqrt(depth), bias } = options;
  checkNumber({ operator, name: "scale" }, scale);
  const offsets = listsOf(operator, "offsets", q, options.offsets);
  const keyOffsets = options.keyOffsets === undefined && n === m
    ? offsets
    : listsOf(operator, "keyOffsets", k, options.keyOffsets ?? options.offsets);
  if (keyOffsets.length !== offsets.length) {
    refuse(
      operator,
      `there are ${keyOffsets.length - 1} lists of keys, ${
        offsets.length - 1
      } as of queries expected`,
    );
  }
  const score = (dtype === "f64" ? "f64" : "f32") as ScoreOf<D>;
  if (bias !== undefined) checkBias(operator, bias, { n, m, heads, score });
  const { table, positions, keyPositions = positions } = bias ?? {};
  const others = [table, positions, keyPositions].filter((one) => one !== undefined);
  const context = shareContext(operator, q, k, v, ...others);
  return {
    operator,
    context,
    dtype,
    score,
    shape: [n, heads, valueDepth],
    queries: q,
    table,
    request: {
      q: handleOf(q.buffer),
      k: handleOf(k.buffer),
      v: handleOf(v.buffer),
      strides: BigInt64Array.from(layout.strides, BigInt),
      firsts: BigInt64Array.from(layout.firsts, BigInt),
      dtype: dtypeCode(dtype),
      nQueries: n,
      nKeys: m,
      heads,
      depth,
      valueDepth,
      offsets,
      keyOffsets,
      nLists: offsets.length - 1,
      scale,
      causal: Number(causal),
      reach: table === undefined ? 0 : ((table.shape[1] ?? 1) - 1) / 2,
      table: handleOrNone(table?.buffer),
      positions: handleOrNone(positions?.buffer),
      keyPositions: handleOrNone(keyPositions?.buffer),
    },
  };
}

/** Checks what the forward pass found, and gradients with respect to it. */
export function checkAttended<D extends Float>(
  { operator, queries, dtype, score, shape }: Attending<D>,
  attended: Attended<D>,
  gradients: Tensor<D>,
): void {
  checkParts({ operator, name: "attended" }, attended, "the result of attention");
  const { features, logSums } = attended;
  checkDType({ operator, name: "attended.features" }, features, [dtype]);
  checkShape({ operator, name: "attended.features" }, features, shape);
  checkDType({ operator, name: "attended.logSums" }, logSums, [score]);
  checkShape({ operator, name: "attended.logSums" }, logSums, [shape[1], shape[0]]);
  checkDType({ operator, name: "gradients" }, gradients, [dtype]);
  checkShape({ operator, name: "gradients" }, gradients, shape);
  shareContext(operator, queries, features, logSums, gradients);
}

interface OperandLayout<D extends Float> {
  readonly tensors: readonly [q: Tensor<D>, k: Tensor<D>, v: Tensor<D>];
  readonly n: number;
  readonly m: number;
  readonly heads: number;
  readonly depth: number;
  readonly valueDepth: number;
  readonly dtype: D;
  readonly strides: readonly number[];
  readonly firsts: readonly number[];
}

function layoutOf<D extends Float>(
  operator: string,
  q: Tensor<D>,
  k: Tensor<D>,
  v: Tensor<D>,
): OperandLayout<D> {
  shareContext(operator, q, k, v);
  checkDType({ operator, name: "q" }, q, FLOATS);
  checkShape({ operator, name: "q" }, q, ["n", "heads", "depth"]);
  const [n = 0, heads = 0, depth = 0] = q.shape;
  checkExtents(operator, "q", q, heads, depth);
  checkDType({ operator, name: "k" }, k, [q.dtype]);
  checkShape({ operator, name: "k" }, k, ["m", heads, depth]);
  const [m = 0] = k.shape;
  checkDType({ operator, name: "v" }, v, [q.dtype]);
  checkShape({ operator, name: "v" }, v, [m, heads, "depth of v"]);
  const [, , valueDepth = 0] = v.shape;
  checkExtents(operator, "v", v, heads, valueDepth);
  const strides = [heads * depth, heads * depth, heads * valueDepth];
  const { dtype } = q;
  return { tensors: [q, k, v], n, m, heads, depth, valueDepth, dtype, strides, firsts: [0, 0, 0] };
}

function packedLayout<D extends Float>(operator: string, qkv: Tensor<D>): OperandLayout<D> {
  shareContext(operator, qkv);
  checkDType({ operator, name: "qkv" }, qkv, FLOATS);
  checkShape({ operator, name: "qkv" }, qkv, ["n", 3, "heads", "depth"]);
  const [n = 0, , heads = 0, depth = 0] = qkv.shape;
  checkExtents(operator, "qkv", qkv, heads, depth);
  const wide = heads * depth;
  return {
    tensors: [qkv, qkv, qkv],
    n,
    m: n,
    heads,
    depth,
    valueDepth: depth,
    dtype: qkv.dtype,
    strides: [3 * wide, 3 * wide, 3 * wide],
    firsts: [0, wide, 2 * wide],
  };
}

function checkExtents(
  operator: string,
  name: string,
  { shape }: Tensor,
  heads: number,
  depth: number,
): void {
  if (heads >= 1 && heads <= MOST && depth >= 1 && depth <= MOST) return;
  refuse(
    operator,
    `${name} shape is ${formatShape(shape)}, 1 to ${MOST} heads and elements of a head expected`,
  );
}

function listsOf(
  operator: string,
  name: string,
  rows: Tensor,
  offsets = BigInt64Array.of(0n, BigInt(rows.shape[0] ?? 0)),
): BigInt64Array<ArrayBuffer> {
  checkClass({ operator, name }, offsets, BigInt64Array);
  return new JaggedTensor(rows, offsets).offsets; // which checks them
}

/** The numbers that a table has to fit. */
interface Extents {
  readonly n: number;
  readonly m: number;
  readonly heads: number;
  readonly score: "f32" | "f64";
}

function checkBias<D extends Float>(
  operator: string,
  bias: NonNullable<AttentionOptions<D>["bias"]>,
  { n, m, heads, score }: Extents,
): void {
  checkParts({ operator, name: "bias" }, bias, "a table and positions");
  const { table, positions, keyPositions } = bias;
  checkDType({ operator, name: "bias.table" }, table, [score]);
  checkShape({ operator, name: "bias.table" }, table, [3, "2 reach + 1", heads]);
  const [, entries = 0] = table.shape;
  if (entries % 2 === 0 || entries > 2 * 65535 + 1) {
    refuse(operator, `bias.table has ${entries} differences, an odd number up to 131071 expected`);
  }
  checkDType({ operator, name: "bias.positions" }, positions, ["i32"]);
  checkShape({ operator, name: "bias.positions" }, positions, [n, 3]);
  if (keyPositions === undefined && n !== m) {
    refuse(operator, `bias.keyPositions is missing, and there are ${m} keys for ${n} queries`);
  }
  if (keyPositions === undefined) return;
  checkDType({ operator, name: "bias.keyPositions" }, keyPositions, ["i32"]);
  checkShape({ operator, name: "bias.keyPositions" }, keyPositions, [m, 3]);
}
