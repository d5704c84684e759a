import { assertEquals } from "@std/assert";
import { DepthBackground, Dtype, Smoothing, StatusCode } from "../../ffi/_generated/symbols.ts";
import type {
  CloseTsdfRequest,
  IntegrateTsdfBackwardRequest,
  IntegrateTsdfRequest,
  RetopologizeSdfWidenRequest,
} from "../../ffi/_generated/native.ts";
import { type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { gridFromDense, type Tensor, tensor } from "../../mod.ts";
import { NO_BUFFER } from "../../lib/core/ownership.ts";
import { eachBackend } from "../_backends.ts";

const { F32 } = Dtype;

/** Two voxels, and an image of two by three pixels. */
class Scene implements Disposable {
  readonly #own = new DisposableStack();
  readonly context: Context;
  readonly grid;
  readonly pair;
  readonly pixels: Tensor<"f32">;
  readonly rows: Tensor<"f32">;
  readonly outs: Tensor<"f32">;

  constructor(context: Context) {
    this.context = context;
    this.grid = this.#own.use(gridFromDense({ context, dims: [1, 1, 2] }));
    this.pair = this.#own.use(gridFromDense({ context, dims: 1, gridCount: 2 }));
    this.pixels = this.#own.use(tensor([1, 1, 1, 1, 1, 1], { context }));
    this.rows = this.#own.use(tensor([0, 0], { context }));
    this.outs = this.#own.use(tensor([0, 0], { context }));
  }

  /** Arguments about images. */
  get images(): Omit<CloseTsdfRequest, "background" | "tsdf" | "weights" | "dtype" | "out"> {
    return {
      context: handleOf(this.context),
      grid: handleOf(this.grid),
      depth: handleOf(this.pixels.buffer),
      depthDtype: F32,
      imageWeights: handleOf(this.pixels.buffer),
      imageWeightDtype: F32,
      nImages: 1,
      height: 2,
      width: 3,
      intrinsics: Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1),
      poses: Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1),
      offsets: BigInt64Array.of(0n, 1n),
      halfWidth: 1,
      maxDepth: 2,
      nGrids: 1,
    };
  }

  /** Arguments of a fusion with one channel of features. */
  get fusion(): Omit<IntegrateTsdfRequest, "outTsdf" | "outWeights" | "outFeatures"> {
    const row = handleOf(this.rows.buffer);
    return {
      ...this.images,
      source: handleOf(this.grid),
      tsdf: row,
      weights: row,
      features: row,
      dtype: F32,
      imageFeatures: handleOf(this.pixels.buffer),
      imageFeatureDtype: F32,
      channels: 1,
    };
  }

  [Symbol.dispose](): void {
    this.#own.dispose();
  }
}

eachBackend("integrateTsdf() in C rejects lengths and grids that make no sense", (context) => {
  using scene = new Scene(context);
  const out = handleOf(scene.outs.buffer);
  const ask = (other: Partial<IntegrateTsdfRequest>): number =>
    nativeOf(context).integrateTsdf({
      ...scene.fusion,
      outTsdf: out,
      outWeights: out,
      outFeatures: out,
      ...other,
    });
  assertEquals(ask({}), StatusCode.OK);
  const none = { features: NO_BUFFER, imageFeatures: NO_BUFFER, outFeatures: NO_BUFFER };
  assertEquals(ask({ channels: 0, ...none }), StatusCode.OK);
  const wrong: readonly Partial<IntegrateTsdfRequest>[] = [
    { halfWidth: NaN },
    { halfWidth: 0 },
    { maxDepth: Infinity },
    { maxDepth: -1 },
    { source: handleOf(scene.pair) },
    { offsets: BigInt64Array.of(0n, 2n) },
    { intrinsics: new Float64Array(9) },
  ];
  for (const options of wrong) {
    assertEquals(ask(options), StatusCode.INVALID_ARGUMENT, Object.keys(options).join());
  }
});

eachBackend("integrateTsdfBackward() in C rejects gradients of what is not there", (context) => {
  using scene = new Scene(context);
  const [from, row] = [handleOf(scene.pixels.buffer), handleOf(scene.rows.buffer)];
  const ask = (other: Partial<IntegrateTsdfBackwardRequest>): number =>
    nativeOf(context).integrateTsdfBackward({
      ...scene.fusion,
      tsdfGradients: row,
      weightGradients: row,
      featureGradients: row,
      outTsdf: row,
      outWeights: row,
      outFeatures: row,
      outDepth: from,
      outImageWeights: from,
      outImageFeatures: from,
      ...other,
    });
  const none = NO_BUFFER;
  assertEquals(ask({}), StatusCode.OK);
  const given = { tsdfGradients: none, weightGradients: none, featureGradients: none };
  assertEquals(ask(given), StatusCode.OK);
  const voxels = { outTsdf: none, outWeights: none, outFeatures: none };
  const images = { outDepth: none, outImageWeights: none, outImageFeatures: none };
  assertEquals(ask({ ...voxels, ...images }), StatusCode.OK);
  assertEquals(ask({ imageWeights: none, outImageWeights: none }), StatusCode.OK);
  assertEquals(ask({ imageWeights: none }), StatusCode.INVALID_ARGUMENT);
  using bytes = tensor(Int32Array.of(1, 1, 1, 1, 1, 1), { context });
  const whole = { imageFeatures: handleOf(bytes.buffer), imageFeatureDtype: Dtype.I32 };
  assertEquals(ask({ ...whole, outImageFeatures: none }), StatusCode.OK);
  assertEquals(ask(whole), StatusCode.INVALID_ARGUMENT);
});

eachBackend("closeTsdf() in C rejects lengths that make no sense", (context) => {
  using scene = new Scene(context);
  const rows = handleOf(scene.rows.buffer);
  const ask = (other: { readonly halfWidth?: number; readonly maxDepth?: number }): number =>
    nativeOf(context).closeTsdf({
      ...scene.images,
      background: DepthBackground.EMPTY,
      tsdf: rows,
      weights: rows,
      dtype: F32,
      out: handleOf(scene.outs.buffer),
      ...other,
    });
  assertEquals(ask({}), StatusCode.OK);
  for (const wrong of [{ halfWidth: 0 }, { maxDepth: NaN }]) {
    assertEquals(ask(wrong), StatusCode.INVALID_ARGUMENT, Object.keys(wrong).join());
  }
});

eachBackend("reinitializeSdf() in C rejects bands and sources that make no sense", (context) => {
  using scene = new Scene(context);
  const native = nativeOf(context);
  const field = (band: number): Omit<RetopologizeSdfWidenRequest, "source" | "rounds"> => ({
    context: handleOf(context),
    grid: handleOf(scene.grid),
    field: handleOf(scene.rows.buffer),
    dtype: F32,
    halfWidthInVoxels: band,
    out: handleOf(scene.outs.buffer),
  });
  const flow = { order: 2, steps: 1, smooth: 1, smoothing: Smoothing.TAUBIN };
  const wide = (band: number, source = scene.grid): number =>
    native.retopologizeSdfWiden({ ...field(band), source: handleOf(source), rounds: 1 });
  assertEquals(native.reinitializeSdf({ ...field(1), ...flow }), StatusCode.OK);
  assertEquals(wide(1), StatusCode.OK);
  const bad = StatusCode.INVALID_ARGUMENT;
  using mask = tensor(new Uint8Array(2), { context });
  for (const band of [0, -1, NaN, Infinity]) {
    assertEquals(native.reinitializeSdf({ ...field(band), ...flow }), bad);
    assertEquals(wide(band), bad);
    assertEquals(native.retopologizeSdfBand({ ...field(band), out: handleOf(mask.buffer) }), bad);
  }
  assertEquals(wide(1, scene.pair), bad);
});
