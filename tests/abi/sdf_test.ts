import { assertEquals } from "@std/assert";
import {
  type DepthBackground,
  Dtype,
  Smoothing,
  StatusCode,
} from "../../ffi/_generated/symbols.ts";
import type { BufferHandle, Status } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { gridFromDense, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { NO_BUFFER } from "../../lib/core/ownership.ts";
import { eachBackend } from "../_backends.ts";

eachBackend(
  "integrateTsdf() in C rejects sizes, dtypes and grids that make no sense",
  (context) => {
    const native = nativeOf(context);
    const handle = handleOf(context);
    using grid = gridFromDense({ context, dims: [1, 1, 2] });
    using pair = gridFromDense({ context, dims: 1, gridCount: 2 });
    using pixels = tensor([1, 1, 1, 1, 1, 1], { context });
    using rows = tensor([0, 0], { context });
    using outs = tensor([0, 0], { context });
    const lens = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
    const pose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    const ask = (
      {
        depthDtype = dtypeCode("f32"),
        weightDtype = dtypeCode("f32"),
        dtype = dtypeCode("f32"),
        featureDtype = dtypeCode("f32"),
        height = 2,
        width = 3,
        channels = 1,
        truncation = 1,
        maxDepth = 2,
        source = grid,
      }: {
        readonly depthDtype?: Dtype;
        readonly weightDtype?: Dtype;
        readonly dtype?: Dtype;
        readonly featureDtype?: Dtype;
        readonly height?: number;
        readonly width?: number;
        readonly channels?: number;
        readonly truncation?: number;
        readonly maxDepth?: number;
        readonly source?: typeof grid;
      },
    ): Status => {
      const from = handleOf(pixels.buffer);
      const [row, out] = [handleOf(rows.buffer), handleOf(outs.buffer)];
      const images = [from, depthDtype, from, weightDtype, 1, height, width, lens, pose] as const;
      const range = [BigInt64Array.of(0n, 1n), truncation, maxDepth, 1] as const;
      const held = [row, row, row, dtype, from, featureDtype, channels] as const;
      const grids = [handle, handleOf(grid), handleOf(source)] as const;
      return native.integrateTsdf(...grids, ...images, ...range, ...held, out, out, out);
    };
    assertEquals(ask({}), StatusCode.OK);
    const wrong: readonly Parameters<typeof ask>[0][] = [
      { depthDtype: dtypeCode("u8") },
      { weightDtype: dtypeCode("i32") },
      { dtype: dtypeCode("bf16") },
      { featureDtype: 77 as Dtype },
      { height: 1 },
      { width: -1 },
      { height: 2 ** 40, width: 2 ** 40 },
      { channels: 2 },
      { channels: -1 },
      { channels: 2 ** 52 },
      { truncation: NaN },
      { maxDepth: Infinity },
      { source: pair },
    ];
    for (const options of wrong) {
      assertEquals(ask(options), StatusCode.INVALID_ARGUMENT, Object.keys(options).join());
    }
  },
);

eachBackend(
  "integrateTsdfBackward() in C rejects what is not there and dtypes that make no sense",
  (context) => {
    const native = nativeOf(context);
    const handle = handleOf(context);
    using grid = gridFromDense({ context, dims: [1, 1, 2] });
    using pixels = tensor([1, 1, 1, 1, 1, 1], { context });
    using rows = tensor([0, 0], { context });
    const lens = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
    const pose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    const { F32 } = Dtype;
    const [from, row] = [handleOf(pixels.buffer), handleOf(rows.buffer)];
    const ask = (
      {
        weights = from,
        featureDtype = F32,
        width = 3,
        channels = 1,
        given = [row, row, row],
        out = [row, row, row, from, from, from],
      }: {
        readonly weights?: BufferHandle;
        readonly featureDtype?: Dtype;
        readonly width?: number;
        readonly channels?: number;
        readonly given?: readonly [BufferHandle, BufferHandle, BufferHandle];
        readonly out?: readonly [
          ...[BufferHandle, BufferHandle, BufferHandle],
          ...[BufferHandle, BufferHandle, BufferHandle],
        ];
      },
    ): Status => {
      const images = [from, F32, weights, F32, 1, 2, width, lens, pose] as const;
      const range = [BigInt64Array.of(0n, 1n), 1, 2, 1] as const;
      const held = [row, row, row, F32, from, featureDtype, channels] as const;
      const grids = [handle, handleOf(grid), handleOf(grid)] as const;
      return native.integrateTsdfBackward(...grids, ...images, ...range, ...held, ...given, ...out);
    };
    const none = NO_BUFFER;
    assertEquals(ask({}), StatusCode.OK);
    assertEquals(ask({ given: [none, none, none] }), StatusCode.OK);
    assertEquals(ask({ out: [none, none, none, none, none, none] }), StatusCode.OK);
    const wrong: readonly Parameters<typeof ask>[0][] = [
      { weights: none },
      { featureDtype: Dtype.I32 },
      { width: 4 },
      { channels: 2 },
      { given: [from, row, row] },
      { given: [row, from, row] },
      { given: [row, row, from] },
      { out: [from, row, row, from, from, from] },
      { out: [row, from, row, from, from, from] },
      { out: [row, row, from, from, from, from] },
      { out: [row, row, row, row, from, from] },
      { out: [row, row, row, from, row, from] },
      { out: [row, row, row, from, from, row] },
    ];
    for (const options of wrong) {
      assertEquals(ask(options), StatusCode.INVALID_ARGUMENT, JSON.stringify(options));
    }
  },
);

eachBackend(
  "closeTsdf() in C rejects sizes, dtypes and backgrounds that make no sense",
  (context) => {
    const native = nativeOf(context);
    const handle = handleOf(context);
    using grid = gridFromDense({ context, dims: [1, 1, 2] });
    using pixels = tensor([1, 1, 1, 1, 1, 1], { context });
    using rows = tensor([0, 0], { context });
    using outs = tensor([0, 0], { context });
    const lens = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
    const pose = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
    const f32 = dtypeCode("f32");
    const ask = ({ height = 2, gridCount = 1, background = 1, dtype = Number(f32) }): Status => {
      const images = [
        handleOf(pixels.buffer),
        f32,
        handleOf(pixels.buffer),
        f32,
        1,
        height,
        3,
      ] as const;
      const range = [lens, pose, BigInt64Array.of(0n, 1n, 1n), 1, 2, gridCount] as const;
      const held = [handleOf(rows.buffer), handleOf(rows.buffer), dtype as Dtype] as const;
      return native.closeTsdf(
        handle,
        handleOf(grid),
        ...images,
        ...range,
        background as DepthBackground,
        ...held,
        handleOf(outs.buffer),
      );
    };
    assertEquals(ask({}), StatusCode.OK);
    const wrong = [{ height: 1 }, { height: -1 }, { gridCount: 2 }, { background: 2 }, {
      dtype: 77,
    }];
    for (const options of wrong) {
      assertEquals(ask(options), StatusCode.INVALID_ARGUMENT, Object.keys(options).join());
    }
  },
);

eachBackend(
  "reinitializeSdf() in C rejects bands, orders and smoothings that make no sense",
  (context) => {
    const native = nativeOf(context);
    const handle = handleOf(context);
    using grid = gridFromDense({ context, dims: [1, 1, 2] });
    using pair = gridFromDense({ context, dims: 1, gridCount: 2 });
    using field = tensor([-1, 1], { context });
    using out = tensor([0, 0], { context });
    const { F32: dtype } = Dtype;
    const [from, to] = [handleOf(field.buffer), handleOf(out.buffer)];
    const flow = (band: number, order: number, smoothing: number): Status =>
      native.reinitializeSdf(
        ...[handle, handleOf(grid), from, dtype, band, order, 1, 1] as const,
        smoothing as Smoothing,
        to,
      );
    assertEquals(flow(1, 2, Smoothing.TAUBIN), StatusCode.OK);
    const bad = StatusCode.INVALID_ARGUMENT;
    for (const band of [0, -1, NaN, Infinity]) assertEquals(flow(band, 1, 0), bad);
    assertEquals([flow(1, 0, 0), flow(1, 4, 0), flow(1, 1, 2)], [bad, bad, bad]);
    const first = [handle, handleOf(grid)] as const;
    assertEquals(native.widenSdf(...first, handleOf(grid), from, dtype, 1, 1, to), StatusCode.OK);
    assertEquals(native.widenSdf(...first, handleOf(pair), from, dtype, 1, 1, to), bad);
    assertEquals(native.widenSdf(...first, handleOf(grid), from, dtype, NaN, 1, to), bad);
    assertEquals(native.sdfBand(...first, from, dtype, 0, to), bad);
    assertEquals(native.sdfBand(...first, from, Dtype.U8, 1, to), bad);
  },
);
