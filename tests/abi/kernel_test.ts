import { assertEquals } from "@std/assert";
import { type Dtype, Kernel, StatusCode } from "../../ffi/_generated/symbols.ts";
import type { Status } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { gridFromIjk, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("kernels in C reject sizes, kernels and dtypes that make no sense", (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using points = tensor(new Float32Array(3), { context });
  using values = tensor(new Float32Array(2), { context });
  using out = tensor(new Float32Array(2), { context });
  using slopes = tensor(new Float32Array(6), { context });
  using moves = tensor(new Float32Array(3), { context });
  const ask = (
    {
      type = "f32",
      dtype = dtypeCode("f32"),
      n = 1,
      grids = 1,
      channels = 2,
      kernel = Kernel.TRILINEAR,
    }: {
      readonly type?: "f32" | "i32";
      readonly dtype?: Dtype;
      readonly n?: number;
      readonly grids?: number;
      readonly channels?: number;
      readonly kernel?: Kernel;
    },
  ): Status[] => {
    const offsets = new BigInt64Array(grids + 1).fill(BigInt(n), 1);
    const first = [
      handle,
      handleOf(grid),
      handleOf(points.buffer),
      dtypeCode(type),
      n,
      offsets,
      grids,
      handleOf(values.buffer),
      dtype,
      channels,
      kernel,
    ] as const;
    return [
      native.sampleKernel(...first, handleOf(out.buffer)),
      native.sampleKernelWithGrad(...first, handleOf(out.buffer), handleOf(slopes.buffer)),
      native.samplePointGradients(...first, 0, handleOf(out.buffer), handleOf(moves.buffer)),
      native.splat(...first, handleOf(out.buffer)),
    ];
  };
  assertEquals(ask({}), Array<Status>(4).fill(StatusCode.OK));
  for (const kernel of Object.values(Kernel)) {
    assertEquals(ask({ kernel }), Array<Status>(4).fill(StatusCode.OK));
  }
  const wrong: readonly Parameters<typeof ask>[0][] = [
    { type: "i32" },
    { dtype: dtypeCode("u8") },
    { dtype: 99 as Dtype },
    { dtype: dtypeCode("f64") },
    { n: 2 },
    { n: -1 },
    { grids: 2 },
    { channels: -1 },
    { channels: 1 },
    { channels: 3 },
    { channels: 2 ** 52 },
    { n: 2 ** 52 },
    { kernel: 4 as Kernel },
  ];
  for (const options of wrong) {
    const refused = Array<Status>(4).fill(StatusCode.INVALID_ARGUMENT);
    assertEquals(ask(options), refused, JSON.stringify(options));
  }
});
