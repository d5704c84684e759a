/**
 * The least that a step of a residual U-Net takes: operations of the pairs that exist, and bytes that have to be moved.
 *
 * @module
 */

import type { ConvPlan } from "../../lib/conv/mod.ts";
import type { Residual } from "../../examples/networks/blocks.ts";
import { countParameters } from "../../examples/networks/blocks.ts";
import type { Pyramid } from "../../examples/networks/pyramid.ts";
import type { ResUNet } from "../../examples/networks/res_unet.ts";
import { COPIED_BYTES_PER_MS, OPERATIONS_PER_MS } from "../_harness.ts";

/** Operations and bytes. */
export interface Work {
  readonly operations: number;
  readonly bytes: number;
}

/** What a step takes, and what results alone take. */
export interface NetworkWork {
  readonly step: Work;
  readonly inference: Work;
}

/** Bytes of a parameter in an update: itself, its gradient and two means are read, all but the gradient written. */
const UPDATE_BYTES = 28;

/** A convolution, or a linear layer where each row goes with itself. */
interface Layer {
  readonly pairs: number;
  readonly rows: readonly [from: number, to: number];
  readonly channels: readonly [from: number, to: number];
  readonly taps: number;
  /** Whether what is in front of the norm is added to something. */
  readonly isAdded: boolean;
}

/** Finds what a network has to do on a pyramid, in numbers of some bytes. */
export function workOf(net: ResUNet, { levels }: Pyramid, bytes: number): NetworkWork {
  const layers: Layer[] = [];
  const conv = (plan: ConvPlan | undefined, shape: readonly number[], isAdded = false): void => {
    if (plan === undefined) return;
    const [to = 0, from = 0] = shape;
    layers.push({
      pairs: plan.explain().pairs,
      rows: [plan.source.numVoxels, plan.target.numVoxels],
      channels: [from, to],
      taps: plan.taps,
      isAdded,
    });
  };
  const linear = (rows: number, shape: readonly number[]): void => {
    const [to = 0, from = 0] = shape;
    layers.push({ pairs: rows, rows: [rows, rows], channels: [from, to], taps: 1, isAdded: false });
  };
  const residual = (
    plan: ConvPlan | undefined,
    { first, second, shortcut }: Residual<Shaped, unknown>,
  ): void => {
    conv(plan, first.weight.shape);
    conv(plan, second.weight.shape, true);
    if (shortcut !== undefined) linear(plan?.target.numVoxels ?? 0, shortcut.weight.shape);
  };
  for (const { weight } of net.stem) conv(levels[0]?.same, weight.shape);
  for (const [n, { change, blocks }] of net.down.entries()) {
    conv(levels[n]?.down, change.weight.shape);
    for (const block of blocks) residual(levels[n + 1]?.same, block);
  }
  let joins = 0;
  for (const [n, { change, blocks }] of net.up.entries()) {
    const level = levels[net.down.length - 1 - n];
    conv(level?.up, change.weight.shape);
    const [, joined = 0] = blocks[0]?.first.weight.shape ?? [];
    joins += (level?.same.target.numVoxels ?? 0) * joined;
    for (const block of blocks) residual(level?.same, block);
  }
  const sum = (of: (layer: Layer) => number): number =>
    layers.reduce((all, layer) => all + of(layer), 0);
  const products = sum(({ pairs, channels: [from, to] }) => 2 * pairs * from * to);
  const passed = sum(({ rows: [a, b], channels: [from, to] }) => bytes * (a * from + b * to));
  const weights = sum(({ taps, channels: [from, to] }) => bytes * taps * from * to);
  const maps = sum(({ pairs, taps }) => taps > 1 ? 4 * pairs : 0);
  const normed = sum(({ rows: [, rows], channels: [, to] }) => bytes * rows * to);
  const added = sum(({ isAdded, rows: [, rows], channels: [, to] }) =>
    isAdded ? bytes * rows * to : 0
  );
  const joinBytes = 2 * bytes * joins;
  const [stem] = layers;
  const skipped = stem === undefined ? 0 : 2 * stem.pairs * stem.channels[0] * stem.channels[1];
  return {
    step: {
      // Of the first layer, the gradients of features are not wanted.
      operations: 3 * products - skipped,
      // Norms read their input twice and write it; backwards they read input and gradient twice.
      bytes: 3 * (passed + maps + weights) + 8 * normed + 2 * added + 2 * joinBytes +
        (UPDATE_BYTES + 4 + bytes) * countParameters(net),
    },
    inference: {
      operations: products,
      bytes: passed + maps + weights + added + joinBytes, // norms have been folded
    },
  };
}

interface Shaped {
  readonly shape: readonly number[];
}

/** Milliseconds that one H200 needs at least. */
export function floorOf({ operations, bytes }: Work, dtype: string): number {
  return Math.max(bytes / COPIED_BYTES_PER_MS, operations / (OPERATIONS_PER_MS[dtype] ?? NaN));
}
