import { assertEquals } from "@std/assert";
import { Dtype, Pooling, StatusCode } from "../../ffi/_generated/symbols.ts";
import { nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { gridFromDense, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("pool() in C rejects batches of different numbers of grids", (context) => {
  const native = nativeOf(context);
  using fine = gridFromDense({ context, dims: 2 });
  using coarse = gridFromDense({ context, dims: 1 });
  using pair = gridFromDense({ context, dims: 1, gridCount: 2 });
  using features = tensor(new Float32Array(8), { context });
  using back = tensor(new Float32Array(8), { context });
  for (const to of [coarse, pair]) {
    using pooled = tensor(new Float32Array(to.numVoxels), { context });
    const request = {
      context: handleOf(context),
      fine: handleOf(fine),
      coarse: handleOf(to),
      features: handleOf(features.buffer),
      dtype: Dtype.F32,
      channels: 1,
      reduction: Pooling.MAX,
      factor: Int32Array.of(2, 2, 2),
      stride: Int32Array.of(2, 2, 2),
      out: handleOf(pooled.buffer),
    };
    const expected = to === coarse ? StatusCode.OK : StatusCode.INVALID_ARGUMENT;
    assertEquals(native.pool(request), expected);
    const gradients = handleOf(pooled.buffer);
    assertEquals(
      native.poolBackward({ ...request, gradients, out: handleOf(back.buffer) }),
      expected,
    );
  }
});
