/**
 * Rows of orders and windows.
 *
 * @module
 */
import type { Float, Tensor } from "../../lib/core/mod.ts";
import * as attention from "../../lib/attention/mod.ts";
import { morton } from "../../lib/query/mod.ts";
import { FLOATS, type Inputs } from "./_inputs.ts";
import { options, parts } from "./_marks.ts";
import { byType, type Cases, type Family } from "./_table.ts";

/** The same cases, of which those in 16 bits are multiplied by tensor cores where a device has them. */
function onUnits(cases: Cases): Cases {
  return Object.fromEntries(
    Object.entries(cases).map(([name, one]) => [/^b?f16/.test(name) ? `${name} *` : name, one]),
  );
}

/** Attention in lists, with relative positions, and masked. */
function attentionCases(inputs: Inputs): Readonly<Record<string, Cases>> {
  const n = inputs.count(2000);
  const [heads, depth] = [2, 16];
  const offsets = BigInt64Array.of(0n, BigInt(n >> 2), BigInt(n >> 2), BigInt(n));
  const rows = (dtype: Float, seed: number): Tensor<Float> =>
    inputs.numbers(dtype, [n, heads, depth], seed) as Tensor<Float>;
  const packed = (dtype: Float): Tensor<Float> =>
    inputs.numbers(dtype, [n, 3, heads, depth]) as Tensor<Float>;
  const bias = (dtype: Float): object => ({
    table: inputs.numbers(dtype === "f64" ? "f64" : "f32", [3, 9, heads], 4),
    positions: inputs.wholes("i32", [n, 3], { high: 12 }),
  });
  const operands = (dtype: Float) => [rows(dtype, 1), rows(dtype, 2), rows(dtype, 3)] as const;
  const plain = options({ offsets, scale: 0.25, causal: true });
  const biased = (dtype: Float) => options({ offsets, bias: bias(dtype) });
  return {
    attention: onUnits({
      ...byType(FLOATS, (dtype) => [...operands(dtype), plain]),
      ...byType(FLOATS, (dtype) => [...operands(dtype), biased(dtype)], " with positions"),
    }),
    attentionBackward: onUnits(byType(FLOATS, (dtype) => {
      const [q, k, v] = operands(dtype);
      const found = inputs.own(
        attention.attention(q, k, v, { offsets, scale: 0.25, causal: true }),
      );
      return [q, k, v, found, rows(dtype, 5), plain];
    })),
    packedAttention: onUnits(byType(FLOATS, (dtype) => [packed(dtype), plain])),
    packedAttentionBackward: onUnits(byType(FLOATS, (dtype) => {
      const found = inputs.own(
        attention.packedAttention(packed(dtype), { offsets, scale: 0.25, causal: true }),
      );
      return [packed(dtype), found, rows(dtype, 5), plain];
    })),
  };
}

/** Attention, and orders and windows of rows. */
export const ATTENTION: Family = {
  name: "attention",
  exported: attention,
  cases: (inputs) => {
    const { own, coords, batchCoords } = inputs;
    const n = inputs.count(10_000);
    const codes = own(morton(inputs.wholes("i32", [n, 3], { high: 16 })));
    const lists = inputs.lists(codes, 0, n >> 2, n >> 2, n);
    const order = own(attention.orderByCode(lists)).rows;
    return {
      ...attentionCases(inputs),
      orderByCode: { "codes": [codes], "lists": [lists] },
      groupByCode: { "codes": [codes, options({ shift: 3 })], "lists": [lists, { shift: 3 }] },
      patchWindows: {
        "borrowed": [order, { size: 64 }],
        "short": [order, parts({ size: 64, tails: "short" }, "tails")],
      },
      dilatedWindows: { "lists": [order, { size: 32, dilation: 4 }] },
      windowCodes: {
        "voxels": [coords, { size: 4 }],
        "lists": [batchCoords, parts({ size: [2, 3, 4] }, "size[]")],
      },
      cubicWindows: {
        "voxels": [coords, { size: 4 }],
        "lists, shifted": [
          batchCoords,
          parts({ size: [5, 6, 7], shift: [2, 3, 3] }, "shift", "size[]"),
        ],
      },
    };
  },
};
