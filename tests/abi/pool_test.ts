import { assertEquals } from "@std/assert";
import { type Dtype, Pooling, StatusCode } from "../../ffi/_generated/symbols.ts";
import type { Status } from "../../ffi/_generated/native.ts";
import { handleOf } from "../../ffi/owned.ts";
import { nativeOf } from "../../ffi/context.ts";
import { gridFromDense, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("pool() in C rejects sizes, windows and dtypes that make no sense", (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  using fine = gridFromDense({ context, dims: 2 });
  using coarse = gridFromDense({ context, dims: 1 });
  using pair = gridFromDense({ context, dims: 1, gridCount: 2 });
  using values = tensor(new Float32Array(8), { context });
  using out = tensor(new Float32Array(1), { context });
  using back = tensor(new Float32Array(8), { context });
  const ask = (
    {
      dtype = dtypeCode("f32"),
      channels = 1,
      pooling = Pooling.MAX,
      factor = 2,
      stride = 2,
      to = coarse,
    }: {
      readonly dtype?: Dtype;
      readonly channels?: number;
      readonly pooling?: Pooling;
      readonly factor?: number;
      readonly stride?: number;
      readonly to?: typeof coarse;
    },
  ): Status[] => {
    const windows = [
      dtype,
      channels,
      pooling,
      Int32Array.of(2, factor, 2),
      Int32Array.of(2, 2, stride),
    ] as const;
    const grids = [handle, handleOf(fine), handleOf(to), handleOf(values.buffer)] as const;
    return [
      native.pool(...grids, ...windows, handleOf(out.buffer)),
      native.poolBackward(...grids, handleOf(out.buffer), ...windows, handleOf(back.buffer)),
    ];
  };
  for (const pooling of Object.values(Pooling)) {
    assertEquals(ask({ pooling }), [StatusCode.OK, StatusCode.OK]);
  }
  const wrong: readonly Parameters<typeof ask>[0][] = [
    { dtype: dtypeCode("u8") },
    { dtype: dtypeCode("f64") },
    { channels: 2 },
    { channels: -1 },
    { channels: 2 ** 52 },
    { pooling: 3 as Pooling },
    { factor: 0 },
    { stride: -1 },
    { to: pair },
  ];
  for (const options of wrong) {
    const refused = Array<Status>(2).fill(StatusCode.INVALID_ARGUMENT);
    assertEquals(ask(options), refused, Object.keys(options).join());
  }
});
