import { assertEquals } from "@std/assert";
import type { BufferHandle, ConvPlanHandle } from "../../ffi/_generated/native.ts";
import {
  ConvActivation,
  ConvBackend,
  ConvCount,
  Dtype,
  StatusCode,
} from "../../ffi/_generated/symbols.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { emptyTensor, fromBf16 } from "../../lib/core/mod.ts";
import { type GridBatch, gridFromIjk, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

const NONE = 0 as BufferHandle;

/** A batch of two voxels along z. */
function twoVoxels(context: Context): GridBatch {
  using ijk = tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] });
  return gridFromIjk(ijk);
}

/** A native plan of two taps along z. */
class Plan implements Disposable {
  readonly #context: Context;
  readonly plan: ConvPlanHandle;

  constructor(grid: GridBatch) {
    this.#context = grid.context;
    const outPlan = new Uint32Array(1);
    const status = nativeOf(grid.context).convPlanCreate({
      context: handleOf(grid.context),
      source: handleOf(grid),
      target: handleOf(grid),
      kernel: Int32Array.of(1, 1, 2),
      stride: Int32Array.of(1, 1, 1),
      transposed: 0,
      outPlan,
    });
    checkStatus(grid.context, status, "make plan");
    this.plan = (outPlan[0] ?? 0) as ConvPlanHandle;
  }

  [Symbol.dispose](): void {
    const context = handleOf(this.#context);
    nativeOf(this.#context).convPlanDestroy({ context, plan: this.plan });
  }
}

eachBackend("plans of convolutions in C refuse kernels with too many taps", (context) => {
  using grid = twoVoxels(context);
  const large = 2 ** 31 - 1;
  const status = nativeOf(context).convPlanCreate({
    context: handleOf(context),
    source: handleOf(grid),
    target: handleOf(grid),
    kernel: Int32Array.of(large, large, large),
    stride: Int32Array.of(1, 1, 1),
    transposed: 0,
    outPlan: new Uint32Array(1),
  });
  assertEquals(status, StatusCode.UNSUPPORTED);
});

eachBackend("plans of convolutions in C count pairs, of taps if all have room", (context) => {
  using grid = twoVoxels(context);
  using made = new Plan(grid);
  const native = nativeOf(context);
  const outCounts = new BigInt64Array(ConvCount.COUNT);
  const outTapPairs = new BigInt64Array(3);
  const request = { context: handleOf(context), plan: made.plan, outCounts, outTapPairs };
  assertEquals(native.convPlanCounts({ ...request, taps: 3 }), StatusCode.INVALID_ARGUMENT);
  assertEquals(native.convPlanCounts({ ...request, taps: 0 }), StatusCode.OK);
  assertEquals([...outTapPairs, outCounts[ConvCount.PAIRS]], [0n, 0n, 0n, 3n]);
});

eachBackend("plans of convolutions in C choose for as many channels as are possible", (context) => {
  using grid = twoVoxels(context);
  using made = new Plan(grid);
  const status = nativeOf(context).convPlanChoose({
    context: handleOf(context),
    plan: made.plan,
    dtype: Dtype.BF16,
    inChannels: 65536,
    outChannels: 0,
    backend: ConvBackend.GATHER_SCATTER,
    outBackend: new Uint32Array(1),
    outText: new Uint8Array(64),
    capacity: 64,
    outLength: new Uint32Array(1),
  });
  assertEquals(status, StatusCode.OK);
});

eachBackend("convolutions in C need no bias, no residual and no gradients", (context) => {
  using grid = twoVoxels(context);
  using made = new Plan(grid);
  using features = tensor(new Float32Array(2), { context });
  using weights = tensor(new Float32Array(4), { context });
  using results = tensor(new Float32Array(4), { context });
  const native = nativeOf(context);
  const layer = {
    context: handleOf(context),
    plan: made.plan,
    features: handleOf(features.buffer),
    weights: handleOf(weights.buffer),
    dtype: Dtype.F32,
    inChannels: 1,
    outChannels: 2,
    backend: ConvBackend.AUTO,
  };
  const forward = {
    ...layer,
    bias: NONE,
    residual: NONE,
    activation: ConvActivation.NONE,
    out: handleOf(results.buffer),
  };
  assertEquals(native.sparseConv(forward), StatusCode.OK);
  const backward = {
    ...layer,
    results: NONE,
    gradients: handleOf(results.buffer),
    weightsDtype: Dtype.F32,
    outFeatures: NONE,
    outWeights: NONE,
    outBias: NONE,
    outResidual: NONE,
  };
  assertEquals(native.sparseConvBackward(backward), StatusCode.OK);
  // Both voxels read themselves by tap 0, the first one the other by tap 1: gradients of weights, of any type.
  using ones = tensor([1, 1], { context });
  using by = tensor([1, 2, 3, 4], { context });
  for (const dtype of ["f16", "bf16", "f32", "f64"] as const) {
    using made = emptyTensor([2, 1, 2], { context, dtype });
    const request = {
      ...{ ...backward, features: handleOf(ones.buffer), gradients: handleOf(by.buffer) },
      ...{ weightsDtype: dtypeCode(dtype), outWeights: handleOf(made.buffer) },
    };
    assertEquals(native.sparseConvBackward(request), StatusCode.OK);
    const bits = made.readSync();
    const found = bits instanceof Uint16Array ? fromBf16(bits) : bits;
    assertEquals(Array.from(found, Number), [4, 1, 6, 2]);
  }
});
