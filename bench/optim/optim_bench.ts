/**
 * Updates of all parameters of a network.
 *
 * @module
 */

import {
  adamInto,
  type AdamState,
  adamState,
  adamwInto,
  clipFactor,
  type Context,
  emaInto,
  emaState,
  type Float,
  fullTensor,
  type KeptTree,
  sgdInto,
  type SgdState,
  sgdState,
  type Tensor,
} from "../_api.ts";
import { type BenchRow, benchTable, row } from "../_harness.ts";

interface Model {
  readonly params: readonly Tensor<Float>[];
  readonly gradients: readonly Tensor<Float>[];
  readonly sgd: SgdState<readonly Tensor<Float>[]>;
  readonly adam: AdamState<readonly Tensor<Float>[]>;
  readonly shadows: KeptTree<readonly Tensor<Float>[]>;
}

/** Sizes as those of a residual U-Net: 56 weights of convolutions, and two parameters for each norm. */
const SIZES = Array.from({ length: 168 }, (_, at) => at % 3 === 0 ? 387_072 : 128);
const N = SIZES.reduce((sum, size) => sum + size, 0);

function modelRows(dtype: "bf16" | "f32"): BenchRow[] {
  const make = (context: Context): Model => {
    const fill = (value: number): Tensor<Float>[] =>
      SIZES.map((size) => fullTensor([size], value, { context, dtype }));
    const params = fill(1);
    const gradients = fill(0.5);
    return {
      params,
      gradients,
      sgd: sgdState(params),
      adam: adamState(params),
      shadows: emaState(params),
    };
  };
  const on = (): string => `${SIZES.length} tensors in ${dtype}`;
  const items = (): number => N;
  const width = dtype === "f32" ? 4 : 2;
  // Parameters in bf16 are written alone, and their masters read and written.
  const own = dtype === "f32" ? 8 : 2 + 8;
  const isFinite = ([first]: readonly Tensor<Float>[]): boolean => {
    using head = first?.slice(0, 8);
    return head?.readSync().every((one) => Number.isFinite(Number(one))) === true;
  };
  const isRight = (_: unknown, { params }: Model): boolean => isFinite(params);
  const adam = { on, items, check: isRight, bytes: () => N * (own + width + 16) };
  return [
    row(sgdInto, make, {
      on,
      items,
      run: ({ params, gradients, sgd }) =>
        sgdInto(params, gradients, sgd, { rate: 1e-6, momentum: 0.9 }),
      check: isRight,
      bytes: () => N * (own + width + 8),
    }),
    row(adamInto, make, {
      ...adam,
      run: ({ params, gradients, adam }) => adamInto(params, gradients, adam, { rate: 1e-6 }),
    }),
    row(adamwInto, make, {
      ...adam,
      run: ({ params, gradients, adam }) => adamwInto(params, gradients, adam, { rate: 1e-6 }),
    }),
    row(emaInto, make, {
      on,
      items,
      run: ({ params, shadows }) => emaInto(shadows, params),
      check: (_, { shadows }) => isFinite(shadows),
      bytes: () => N * (width + 8),
    }),
    row(clipFactor, make, {
      on,
      items,
      run: ({ gradients }) => clipFactor(gradients, 1),
      check: (result) => Math.abs((result.readSync()[2] ?? 0) / (0.5 * Math.sqrt(N)) - 1) < 1e-6,
      bytes: () => N * width,
    }),
  ];
}

await benchTable(import.meta.main, [...modelRows("f32"), ...modelRows("bf16")]);
