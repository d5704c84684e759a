/**
 * Values of a tape: what a function that is differentiated computes with.
 *
 * @module
 */

import { checkMade } from "../../ffi/base/checks.ts";
import { DisposedError } from "../../ffi/base/errors.ts";
import { type Float, Tensor } from "../core/mod.ts";
import type { Share, Slot } from "./_slot.ts";
import type { Recording } from "./_recording.ts";
import type { Tape } from "./tape.ts";

/** The tape's record of a value. */
export interface Cell {
  readonly recording: Recording;
  readonly slot: Slot;
  /** The value's name in messages. */
  readonly label: string;
  /** Whether its gradient is wanted. */
  readonly isWanted: boolean;
  /** Whether the function that is differentiated can use it. */
  isOpen: boolean;
  /** Element type that its gradient may have beside its own: that of the parameter that it was converted from. */
  gradientDType: Float;
  gradient: Share | undefined;
}

/** The tape's record of a value. */
export let cellOf: (value: Value<Float>) => Cell;

/** Makes the handle of a cell. */
export let makeValue: (cell: Cell) => Value<Float>;

/**
 * A tensor that a tape follows: a parameter, or the result of an operator of such values.
 *
 * Operators take values and tensors alike; tensors are constants. The memory belongs to the tape, which frees it when
 * neither the function nor a backward pass needs it any more.
 *
 * @typeParam D Element type.
 * @category Gradients
 */
export class Value<out D extends Float = Float> implements Disposable {
  static {
    cellOf = (value) => value.#cell;
    makeValue = (cell) => new Value(cell);
  }

  readonly #cell: Cell;

  private constructor(cell: Cell) {
    checkMade("Value", cell, "valueAndGrad");
    this.#cell = cell;
  }

  /** Element type. */
  get dtype(): D {
    return this.#cell.slot.tensor.dtype as D;
  }

  /** Extent of each axis, the last one varying fastest. */
  get shape(): readonly number[] {
    return this.#cell.slot.tensor.shape;
  }

  /** The tape that follows it. */
  get tape(): Tape {
    return this.#cell.recording;
  }

  /**
   * The tensor; the tape keeps it.
   *
   * @throws {DisposedError} If the value has been disposed.
   * @throws {ReferenceError} If its tape has ended.
   */
  get tensor(): Tensor<D> {
    assertOpen("use value", this.#cell);
    return this.#cell.slot.tensor as Tensor<D>;
  }

  /** Says that the function does not use the value again: memory that no backward pass needs is freed now. Idempotent. */
  [Symbol.dispose](): void {
    this.#cell.recording.close(this.#cell);
  }

  /** Element type, shape and origin as text. */
  toString(): string {
    return `Value ${this.dtype} [${this.shape.join(", ")}], ${this.#cell.label}`;
  }
}

/** Rejects values that the function has disposed, and those of tapes that have ended. */
export function assertOpen(operator: string, { recording, isOpen, label }: Cell): void {
  if (recording.hasEnded) {
    throw new ReferenceError(
      `Cannot ${operator.includes(" ") ? "" : "run "}${operator}: the tape of ${label} has ended`,
    );
  }
  if (!isOpen) throw new DisposedError(operator, `${label} has been disposed`);
}

/**
 * An operand of an operator on a tape: a value, or a tensor, which is a borrowed constant.
 *
 * @typeParam D Element type.
 * @category Gradients
 */
export type Operand<D extends Float> = Value<D> | Tensor<D>;

/** Whether something is an operand. */
export function isOperand(value: unknown): value is Operand<Float> {
  return value instanceof Value || value instanceof Tensor;
}

/**
 * Values in the place of the parameters of a tree; what is no tensor of floats is never a value.
 *
 * @typeParam P The parameters.
 * @category Gradients
 */
export type ValuesOf<P> = P extends Tensor<infer D> ? [D] extends [Float] ? Value<D> : never
  : P extends readonly unknown[] ? { readonly [K in keyof P]: ValuesOf<P[K]> }
  : P extends object ? { readonly [K in keyof P as Exclude<K, symbol>]: ValuesOf<P[K]> }
  : P extends undefined ? undefined
  : never;

/**
 * Values in the place of the parameters of a tree, in another element type, but for those of norms: of what has a scale
 * and a shift.
 *
 * @typeParam P The parameters.
 * @typeParam D The element type; undefined for that of each parameter.
 * @category Gradients
 */
export type CastOf<P, D extends Float | undefined> = [D] extends [Float]
  ? P extends { readonly scale: Tensor; readonly shift: Tensor } ? ValuesOf<P>
  : P extends Tensor<infer E> ? [E] extends [Float] ? Value<D> : never
  : P extends readonly unknown[] ? { readonly [K in keyof P]: CastOf<P[K], D> }
  : P extends object ? { readonly [K in keyof P as Exclude<K, symbol>]: CastOf<P[K], D> }
  : P extends undefined ? undefined
  : never
  : ValuesOf<P>;

/**
 * Tensors in the place of the values of a tree.
 *
 * @typeParam K Values.
 * @category Gradients
 */
export type TensorsIn<K> = K extends Value<infer D> ? Tensor<D>
  : K extends readonly unknown[] ? { readonly [N in keyof K]: TensorsIn<K[N]> }
  : K extends object ? { readonly [N in keyof K as Exclude<N, symbol>]: TensorsIn<K[N]> }
  : K;

/**
 * The tensors of a list of operands.
 *
 * @typeParam I The operands.
 * @category Operators with gradients
 */
export type TensorsOf<I extends readonly Operand<Float>[]> = {
  readonly [K in keyof I]: Tensor<I[K]["dtype"]>;
};

/**
 * Gradients of a list of operands: undefined where none is wanted. They have the type of the operand, or the one that
 * {@linkcode BackwardInput} names.
 *
 * @typeParam I The operands.
 * @category Operators with gradients
 */
export type GradientsOf<I extends readonly Operand<Float>[]> = {
  readonly [K in keyof I]: Tensor<I[K]["dtype"] | "f32"> | undefined;
};

/**
 * Whether the gradient of each operand is wanted: those of constants are not.
 *
 * @typeParam I The operands.
 * @category Operators with gradients
 */
export type Wanted<I extends readonly Operand<Float>[]> = { readonly [K in keyof I]: boolean };
