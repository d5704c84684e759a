/**
 * Alignment of operands.
 *
 * @module
 */

import { type DType, JaggedTensor, type Lists, Tensor } from "../core/mod.ts";
import { refuse } from "../../ffi/base/checks.ts";
import { elementCount, formatShape, sameShape } from "../core/shape.ts";
import { sameOffsets } from "./_lists.ts";
import type { Operand } from "./arithmetic.ts";

/** Whether an operand is a tensor or lists, not a number. */
export function isLists(operand: Operand): operand is Lists<DType> {
  return operand instanceof Tensor || operand instanceof JaggedTensor;
}

/** The result's shape, and each operand's shape laid against it: as many axes, 1 where it repeats. */
export interface Alignment {
  readonly lists: JaggedTensor | undefined;
  readonly shape: readonly number[];
  readonly laid: readonly (readonly number[])[];
}

/** Lays operands against each other from the last axis, and refuses those that do not fit together. */
export function align(
  operator: string,
  operands: readonly Operand[],
  names: readonly string[],
): Alignment {
  const common = commonShape(operands);
  if (common !== undefined) {
    const laid = operands.map((operand) => operand instanceof Tensor ? common : []);
    return { lists: undefined, shape: common, laid };
  }
  let lists: JaggedTensor | undefined;
  let listsName = "";
  for (const [place, operand] of operands.entries()) {
    if (!(operand instanceof JaggedTensor)) continue;
    if (lists !== undefined && !sameOffsets(lists.offsets, operand.offsets)) {
      refuse(
        operator,
        `the lists of ${names[place]} have other lengths than those of ${listsName}`,
      );
    }
    lists ??= operand;
    listsName ||= names[place] ?? "";
  }
  const shapes = operands.map((operand) => {
    if (operand instanceof JaggedTensor) return operand.data.shape;
    return operand instanceof Tensor ? operand.shape : [];
  });
  const rank = Math.max(...shapes.map(({ length }) => length));
  const laid = shapes.map((shape, place) => {
    const missing = Array<number>(rank - shape.length).fill(1);
    // Rows of lists meet rows, whatever the elements' axes; tensors are laid against the last axes.
    const [rows = 1, ...row] = shape;
    return operands[place] instanceof JaggedTensor
      ? [rows, ...missing, ...row]
      : [...missing, ...shape];
  });
  const shape = Array.from({ length: rank }, (_, axis) => {
    const extents = laid.map((of) => of[axis] ?? 1).filter((extent) => extent !== 1);
    return extents[0] ?? 1;
  });
  const rows = lists?.data.shape[0];
  const clash = laid.findIndex((of) =>
    of.some((extent, axis) => extent !== 1 && extent !== shape[axis])
  );
  if (clash >= 0 || (rows !== undefined && shape[0] !== rows)) {
    const list = shapes.flatMap((of, place) =>
      isLists(operands[place] ?? 0) ? [`${names[place]} ${formatShape(of)}`] : []
    );
    refuse(operator, `the shapes of ${list.join(" and ")} do not fit together`);
  }
  return { lists, shape, laid };
}

/** The shape of all tensors, if they have the same one and there are no lists: most operands need no more than that. */
function commonShape(operands: readonly Operand[]): readonly number[] | undefined {
  let common: readonly number[] | undefined;
  for (const operand of operands) {
    if (operand instanceof JaggedTensor) return undefined;
    if (!(operand instanceof Tensor)) continue;
    common ??= operand.shape;
    if (!sameShape(common, operand.shape)) return undefined;
  }
  return common;
}

/** Axes as the native call takes them: as few as possible. */
export interface Walk {
  readonly shape: BigInt64Array<ArrayBuffer>;
  readonly strides: BigInt64Array<ArrayBuffer>;
}

const MOST_AXES = 6;

/** Leaves out axes of extent 1 and joins axes that all operands walk as one. */
export function walk(operator: string, { shape, laid }: Alignment): Walk {
  if (laid.every((of) => of === shape || of.length === 0)) {
    const extent = elementCount(shape);
    const step = (of: readonly number[] | undefined): bigint =>
      of === shape && extent > 1 ? 1n : 0n;
    return {
      shape: BigInt64Array.of(BigInt(extent)),
      strides: BigInt64Array.of(step(laid[0]), step(laid[1]), step(laid[2])),
    };
  }
  const strides = laid.map((of) => {
    let step = 1;
    return of.toReversed().map((extent) => {
      const stride = extent === 1 ? 0 : step;
      step *= extent;
      return stride;
    }).toReversed();
  });
  const axes: { extent: number; strides: number[] }[] = [];
  for (const [axis, extent] of shape.entries()) {
    if (extent === 1) continue;
    const steps = strides.map((of) => of[axis] ?? 0);
    const last = axes.at(-1);
    if (
      last !== undefined && last.strides.every((step, of) => step === (steps[of] ?? 0) * extent)
    ) {
      last.extent *= extent;
      last.strides = steps;
    } else {
      axes.push({ extent, strides: steps });
    }
  }
  if (axes.length > MOST_AXES) {
    refuse(operator, `${axes.length} axes repeat in different ways, ${MOST_AXES} at most`);
  }
  const kept = axes.length > 0 ? axes : [{ extent: 1, strides: strides.map(() => 0) }];
  const flat = [0, 1, 2].flatMap((of) => kept.map((axis) => axis.strides[of] ?? 0));
  return {
    shape: BigInt64Array.from(kept, ({ extent }) => BigInt(extent)),
    strides: BigInt64Array.from(flat, BigInt),
  };
}
