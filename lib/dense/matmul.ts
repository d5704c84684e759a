/**
 * Products of matrices.
 *
 * @module
 */

import type { Context, Float, Tensor } from "../core/mod.ts";
import { handleOf } from "../../ffi/owned.ts";
import { type Bundle, bundle } from "../core/bundle.ts";
import { checkDType, checkShape, checkTensor } from "../core/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { checkWanted, refuse } from "../../ffi/base/checks.ts";
import { computeTensor } from "../core/native_call.ts";
import { dtypeCode, FLOATS } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";
import { DisposableStack } from "../../ffi/base/disposable_stack.ts";

/**
 * Options for {@linkcode matmul}.
 *
 * @category Dense layers
 */
export interface MatmulOptions {
  /**
   * Whether `a` is given as [k, m].
   *
   * @default {false}
   */
  readonly transposeA?: boolean;
  /**
   * Whether `b` is given as [n, k].
   *
   * @default {false}
   */
  readonly transposeB?: boolean;
}

const NAMES = optionNames<MatmulOptions>({ transposeA: "boolean", transposeB: "boolean" });

/** The sizes of products, and who asks. */
interface Products<D extends Float> {
  readonly operator: string;
  readonly context: Context;
  readonly dtype: D;
  /** Leading axis of shapes, if there is one. */
  readonly lead: readonly number[];
  readonly batches: number;
  readonly m: number;
  readonly k: number;
  readonly n: number;
  readonly transposeA: boolean;
  readonly transposeB: boolean;
}

/** Takes the operands of products. */
function takeProducts<D extends Float>(
  operator: string,
  a: Tensor<D>,
  b: Tensor<D>,
  { transposeA = false, transposeB = false }: MatmulOptions,
): Products<D> {
  checkTensor({ operator, name: "a" }, a);
  checkDType({ operator, name: "a" }, a, FLOATS);
  checkTensor({ operator, name: "b" }, b);
  checkDType({ operator, name: "b" }, b, [a.dtype]);
  const lead = a.shape.slice(0, -2);
  if (a.shape.length < 2 || lead.length > 1) {
    refuse(
      operator,
      `a shape is [${a.shape.join(", ")}], a matrix or a batch of matrices expected`,
    );
  }
  const [rows = 0, columns = 0] = a.shape.slice(-2);
  const [m, k] = transposeA ? [columns, rows] : [rows, columns];
  const n = b.shape.at(transposeB ? -2 : -1) ?? 0;
  checkShape({ operator, name: "b" }, b, [...lead, ...transposeB ? [n, k] : [k, n]]);
  const context = shareContext(operator, a, b);
  const [batches = 1] = lead;
  const sizes = { lead, batches, m, k, n, transposeA, transposeB };
  return { operator, context, dtype: a.dtype, ...sizes };
}

/** Multiplies operands that have been checked. */
function multiply<D extends Float>(
  { operator, context, dtype, lead, batches, m, k, n, transposeA, transposeB }: Products<D>,
  a: Tensor<D>,
  b: Tensor<D>,
): Tensor<D> {
  return computeTensor(
    { operator, context, dtype, shape: [...lead, m, n] },
    (native, request) =>
      native.matmul({
        ...request,
        left: handleOf(a.buffer),
        right: handleOf(b.buffer),
        dtype: dtypeCode(dtype),
        batches,
        m,
        k,
        n,
        leftTransposed: transposeA ? 1 : 0,
        rightTransposed: transposeB ? 1 : 0,
      }),
  );
}

/**
 * Product of two matrices, or of each two of two batches.
 *
 * f32 and f64 are summed over k in chunks of 256, each from 0 by fused multiply-adds in order; where results are few,
 * parts of k are summed apart, in a way that depends on sizes alone. f16 and bf16 are summed in f32, on tensor cores
 * where the device has them, and rounded once.
 *
 * @typeParam D Element type.
 * @param a Left operand, f16, bf16, f32 or f64 [m, k] or [batch, m, k]; borrowed, as is the other.
 * @param b Right operand, [k, n] or [batch, k, n].
 * @param options Which operands are given transposed.
 * @returns The product, [m, n] or [batch, m, n]; the caller owns it.
 * @throws {RangeError} If shapes do not match.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Dense layers
 *
 * @example A row of two numbers times a matrix
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { matmul } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([1, 2], { context, shape: [1, 2] });
 * using b = tensor([3, 4, 5, 6], { context, shape: [2, 2] });
 * using product = matmul(a, b);
 * assertEquals([...await product.read()], [13, 16]);
 * using other = matmul(a, b, { transposeB: true });
 * assertEquals([...await other.read()], [11, 17]);
 * ```
 */
export function matmul<D extends Float>(
  a: Tensor<D>,
  b: Tensor<D>,
  options: MatmulOptions = {},
): Tensor<D> {
  const operator = "matmul";
  return multiply(takeProducts(operator, a, b, checkOptions(operator, options, NAMES)), a, b);
}

/**
 * Inputs of {@linkcode matmul} whose gradients can be computed.
 *
 * @category Dense layers
 */
export type MatmulInputName = "a" | "b";

/**
 * Options for {@linkcode matmulBackward}.
 *
 * @category Dense layers
 */
export interface MatmulBackwardOptions extends MatmulOptions {
  /**
   * Inputs whose gradients are computed.
   *
   * @default {["a", "b"]}
   */
  readonly wanted?: readonly MatmulInputName[];
}

/**
 * Gradients of a loss with respect to the inputs of {@linkcode matmul}.
 *
 * @category Dense layers
 */
export interface MatmulGradients<D extends Float = Float> extends Bundle {
  /** With respect to `a`, in its shape, if wanted; owned. */
  readonly a?: Tensor<D> | undefined;
  /** With respect to `b`, in its shape, if wanted; owned. */
  readonly b?: Tensor<D> | undefined;
}

const BACKWARD_NAMES = optionNames<MatmulBackwardOptions>({
  transposeA: "boolean",
  transposeB: "boolean",
  wanted: true,
});

/**
 * Backward pass of {@linkcode matmul}: products of the gradients with the other operand.
 *
 * @typeParam D Element type.
 * @param a As passed to {@linkcode matmul}; borrowed, as are the others.
 * @param b As passed to {@linkcode matmul}.
 * @param gradients Gradients of a loss with respect to the product, in its shape.
 * @param options As passed to {@linkcode matmul}, and the gradients to compute.
 * @returns Gradients with the shapes of the inputs; the caller owns them.
 * @throws {RangeError} If shapes do not match, or `wanted` names no input.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {DisposedError} If an input has been disposed.
 * @throws {NativeError} If device memory runs out.
 * @determinism Same bits in every run on a device; in f32 and f64 the same on all devices.
 * @category Dense layers
 *
 * @example A product of two numbers
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { matmulBackward } from "@denovdb/denovdb/dense";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using a = tensor([3], { context, shape: [1, 1] });
 * using b = tensor([5], { context, shape: [1, 1] });
 * using gradients = tensor([2], { context, shape: [1, 1] });
 * using back = matmulBackward(a, b, gradients);
 * assertEquals([...await back.a?.read() ?? []], [10]);
 * assertEquals([...await back.b?.read() ?? []], [6]);
 * ```
 */
export function matmulBackward<D extends Float>(
  a: Tensor<D>,
  b: Tensor<D>,
  gradients: Tensor<D>,
  options: MatmulBackwardOptions = {},
): MatmulGradients<D> {
  const operator = "matmulBackward";
  const { wanted = ["a", "b"], ...rest } = checkOptions(operator, options, BACKWARD_NAMES);
  const products = takeProducts(operator, a, b, rest);
  const { dtype, lead, m, n, transposeA, transposeB } = products;
  checkTensor({ operator, name: "gradients" }, gradients);
  checkDType({ operator, name: "gradients" }, gradients, [dtype]);
  checkShape({ operator, name: "gradients" }, gradients, [...lead, m, n]);
  checkWanted(operator, wanted, ["a", "b"]);
  shareContext(operator, a, b, gradients);
  const product = (
    left: Tensor<D>,
    right: Tensor<D>,
    transposed: Required<MatmulOptions>,
  ): Tensor<D> => multiply(takeProducts(operator, left, right, transposed), left, right);
  using stack = new DisposableStack();
  const parts: { -readonly [Name in MatmulInputName]?: Tensor<D> } = {};
  if (wanted.includes("a")) {
    parts.a = stack.use(
      transposeA
        ? product(b, gradients, { transposeA: transposeB, transposeB: true })
        : product(gradients, b, { transposeA: false, transposeB: !transposeB }),
    );
  }
  if (wanted.includes("b")) {
    parts.b = stack.use(
      transposeB
        ? product(gradients, a, { transposeA: true, transposeB: transposeA })
        : product(a, gradients, { transposeA: !transposeA, transposeB: false }),
    );
  }
  stack.move();
  return bundle("MatmulGradients", parts);
}
