import { assertEquals, assertThrows } from "@std/assert";
import { Dtype, StatusCode } from "../../ffi/_generated/symbols.ts";
import type { Status } from "../../ffi/_generated/native.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { gridFromIjk, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("sampleTrilinear() in C rejects offsets that make no sense", (context) => {
  const native = nativeOf(context);
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using points = tensor(new Float32Array(3), { context });
  using features = tensor(new Float32Array(2), { context });
  using out = tensor(new Float32Array(2), { context });
  using slopes = tensor(new Float32Array(6), { context });
  const ask = (offsets: BigInt64Array, channels = 2): Status[] => {
    const request = {
      context: handleOf(context),
      grid: handleOf(grid),
      points: handleOf(points.buffer),
      pointDtype: Dtype.F32,
      n: 1,
      offsets,
      nGrids: 1,
      features: handleOf(features.buffer),
      dtype: Dtype.F32,
      channels,
      out: handleOf(out.buffer),
    };
    const outGradients = handleOf(slopes.buffer);
    return [
      native.sampleTrilinear(request),
      native.sampleTrilinearWithGrad({ ...request, outGradients }),
    ];
  };
  assertEquals(ask(BigInt64Array.of(0n, 1n)), [StatusCode.OK, StatusCode.OK]);
  const refused = [StatusCode.INVALID_ARGUMENT, StatusCode.INVALID_ARGUMENT];
  for (const offsets of [[0n, 2n], [1n, 1n], [0n, 0n], [0n, -1n]]) {
    assertEquals(ask(BigInt64Array.from(offsets)), refused, offsets.join());
  }
  assertThrows(
    () => checkStatus(context, ask(BigInt64Array.of(0n, 1n), -1)[0] ?? StatusCode.OK, "sample"),
    RangeError,
    "Cannot run sample: cannot use features: a shape of [1, -1] is out of range",
  );
});
