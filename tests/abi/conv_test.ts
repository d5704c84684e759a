import { assertEquals } from "@std/assert";
import type {
  BufferHandle,
  ConvPlanHandle,
  GridHandle,
  Status,
} from "../../ffi/_generated/native.ts";
import { ConvBackend, ConvCount, Dtype, StatusCode } from "../../ffi/_generated/symbols.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { gridFromIjk, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

const NONE = 0 as BufferHandle;

/** A batch of two voxels, a plan of two taps along z, and tensors that fit one channel in and two out. */
class Convolutions implements Disposable {
  readonly #owned = new DisposableStack();
  readonly #context: Context;
  readonly grid: GridHandle;
  readonly plan: ConvPlanHandle;
  readonly features: BufferHandle;
  readonly weights: BufferHandle;
  readonly results: BufferHandle;

  constructor(context: Context) {
    this.#context = context;
    const floats = (length: number): BufferHandle =>
      handleOf(this.#owned.use(tensor(new Float32Array(length), { context })).buffer);
    const ijk = this.#owned.use(
      tensor(new Int32Array([0, 0, 0, 0, 0, 1]), { context, shape: [2, 3] }),
    );
    this.grid = handleOf(this.#owned.use(gridFromIjk(ijk)));
    [this.features, this.weights, this.results] = [floats(2), floats(4), floats(4)];
    const out = new Uint32Array(1);
    checkStatus(context, this.create({}, out), "make plan");
    this.plan = (out[0] ?? 0) as ConvPlanHandle;
    this.#owned.defer(() => nativeOf(context).convPlanDestroy(handleOf(context), this.plan));
  }

  create(
    { kernel = [1, 1, 2], stride = [1, 1, 1], transposed = 0, target = this.grid }: {
      readonly kernel?: readonly number[];
      readonly stride?: readonly number[];
      readonly transposed?: number;
      readonly target?: GridHandle;
    },
    out: Uint32Array = new Uint32Array(1),
  ): Status {
    const native = nativeOf(this.#context);
    const handle = handleOf(this.#context);
    const [taps, steps] = [Int32Array.from(kernel), Int32Array.from(stride)];
    return native.convPlanCreate(handle, this.grid, target, taps, steps, transposed, out);
  }

  choose(dtype: Dtype, channels: readonly [number, number], backend: number): Status {
    const native = nativeOf(this.#context);
    const handle = handleOf(this.#context);
    const [out, length] = [new Uint32Array(1), new Uint32Array(1)];
    const text = new Uint8Array(64);
    return native.convPlanChoose(
      handle,
      this.plan,
      dtype,
      ...channels,
      backend as ConvBackend,
      out,
      text,
      text.length,
      length,
    );
  }

  forward(
    { dtype = Dtype.F32, channels = [1, 2], activation = 0, backend = 0, weights = this.weights }: {
      readonly dtype?: Dtype;
      readonly channels?: readonly [number, number];
      readonly activation?: number;
      readonly backend?: number;
      readonly weights?: BufferHandle;
    } = {},
  ): Status {
    const native = nativeOf(this.#context);
    const handle = handleOf(this.#context);
    return native.sparseConv(
      handle,
      this.plan,
      this.features,
      weights,
      NONE,
      dtype,
      ...channels,
      activation as 0,
      backend as ConvBackend,
      this.results,
    );
  }

  backward(wanted: number, out: readonly [BufferHandle, BufferHandle, BufferHandle]): Status {
    const native = nativeOf(this.#context);
    const handle = handleOf(this.#context);
    const { plan, features, weights, results } = this;
    const inputs = [handle, plan, features, weights, NONE, results] as const;
    return native.sparseConvBackward(...inputs, Dtype.F32, 1, 2, 0, wanted, ...out);
  }

  [Symbol.dispose](): void {
    this.#owned.dispose();
  }
}

eachBackend("plans of convolutions in C refuse numbers that make no sense", (context) => {
  using conv = new Convolutions(context);
  const bad = StatusCode.INVALID_ARGUMENT;
  assertEquals(conv.create({ kernel: [1, 0, 1] }), bad);
  assertEquals(conv.create({ stride: [1, 1, -1] }), bad);
  assertEquals(conv.create({ transposed: 2 }), bad);
  const large = 2 ** 31 - 1;
  assertEquals(conv.create({ kernel: [large, large, large] }), StatusCode.UNSUPPORTED);
  assertEquals(conv.choose(Dtype.I32, [1, 1], 0), bad);
  assertEquals(conv.choose(Dtype.F32, [-1, 1], 0), bad);
  assertEquals(conv.choose(Dtype.F32, [1, 65537], 0), bad);
  assertEquals(conv.choose(Dtype.F32, [1, 1], 99), bad);
  assertEquals(conv.choose(Dtype.BF16, [65536, 0], ConvBackend.GATHER_SCATTER), StatusCode.OK);
  const native = nativeOf(context);
  const handle = handleOf(context);
  const counts = new BigInt64Array(ConvCount.COUNT);
  const pairs = new BigInt64Array(3);
  assertEquals(native.convPlanCounts(handle, conv.plan, counts, 3, pairs), bad);
  assertEquals(native.convPlanCounts(handle, conv.plan, counts, 0, pairs), StatusCode.OK);
  assertEquals([...pairs, counts[ConvCount.PAIRS]], [0n, 0n, 0n, 3n]);
  assertEquals(native.convPlanMap(handle, conv.plan, conv.features), bad);
});

eachBackend("convolutions in C refuse numbers and sizes that do not fit", (context) => {
  using conv = new Convolutions(context);
  const bad = StatusCode.INVALID_ARGUMENT;
  assertEquals(conv.forward(), StatusCode.OK);
  assertEquals(conv.forward({ dtype: Dtype.F64 }), bad);
  assertEquals(conv.forward({ dtype: Dtype.U8 }), bad);
  assertEquals(conv.forward({ channels: [2, 2] }), bad);
  assertEquals(conv.forward({ channels: [2 ** 40, 2 ** 40] }), bad);
  assertEquals(conv.forward({ activation: 2 }), bad);
  assertEquals(conv.forward({ backend: 99 }), bad);
  assertEquals(conv.forward({ weights: conv.features }), bad);
  const { features, weights, results } = conv;
  assertEquals(conv.backward(7, [features, weights, features]), StatusCode.OK);
  assertEquals(conv.backward(8, [features, weights, features]), bad);
  assertEquals(conv.backward(1, [results, weights, features]), bad);
  assertEquals(conv.backward(2, [features, features, features]), bad);
  assertEquals(conv.backward(4, [features, weights, weights]), bad);
  assertEquals(conv.backward(0, [results, results, results]), StatusCode.OK);
});
