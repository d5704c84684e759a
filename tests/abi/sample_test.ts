import { assertEquals, assertThrows } from "@std/assert";
import { type Dtype, StatusCode } from "../../ffi/_generated/symbols.ts";
import type { Status } from "../../ffi/_generated/native.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { gridFromIjk, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("sampleTrilinear() in C rejects sizes and dtypes that make no sense", (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using points = tensor(new Float32Array(3), { context });
  using values = tensor(new Float32Array(2), { context });
  using out = tensor(new Float32Array(2), { context });
  using slopes = tensor(new Float32Array(6), { context });
  const ask = (
    { type = "f32", dtype = dtypeCode("f32"), n = 1, grids = 1, channels = 2 }: {
      readonly type?: "f32" | "i32";
      readonly dtype?: Dtype;
      readonly n?: number;
      readonly grids?: number;
      readonly channels?: number;
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
      0,
      handleOf(out.buffer),
    ] as const;
    return [
      native.sampleTrilinear(...first),
      native.sampleTrilinearWithGrad(...first, handleOf(slopes.buffer)),
    ];
  };
  assertEquals(ask({}), Array<Status>(2).fill(StatusCode.OK));
  const wrong: readonly Parameters<typeof ask>[0][] = [
    { type: "i32" },
    { dtype: dtypeCode("u8") },
    { dtype: 99 as Dtype },
    { dtype: dtypeCode("f64") },
    { n: 2 },
    { grids: 2 },
    { channels: -1 },
    { channels: 1 },
    { channels: 3 },
    { channels: 2 ** 52 },
    { n: 2 ** 52 },
  ];
  for (const options of wrong) {
    const refused = Array<Status>(2).fill(StatusCode.INVALID_ARGUMENT);
    assertEquals(ask(options), refused, JSON.stringify(options));
  }
  assertThrows(
    () => checkStatus(context, ask({ channels: -1 })[0] ?? StatusCode.OK, "sample"),
    RangeError,
    "1 points of -1 channels are out of range",
  );
});
