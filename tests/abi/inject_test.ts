import { assertEquals, assertThrows } from "@std/assert";
import { type Dtype, StatusCode } from "../../ffi/_generated/symbols.ts";
import type { Status } from "../../ffi/_generated/native.ts";
import { type GridBatch, gridFromIjk, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { eachBackend } from "../_backends.ts";

/** Calls the four functions that have a dense box, on buffers of 8 bytes. */
function callDense(
  context: Context,
  grid: GridBatch,
  { dtype = dtypeCode("u8"), channels = 1, size = [2, 2, 2], grids = 1 }: {
    readonly dtype?: Dtype;
    readonly channels?: number;
    readonly size?: readonly number[];
    readonly grids?: number;
  },
): Status[] {
  const native = nativeOf(context);
  const handle = handleOf(context);
  using cells = tensor(new Uint8Array(8), { context });
  using rows = tensor(new Uint8Array(1), { context });
  const [dense, data] = [handleOf(cells.buffer), handleOf(rows.buffer)];
  const middle = [
    dtype,
    channels,
    BigInt64Array.from(size, BigInt),
    new Int32Array(grids * 3),
    grids,
  ] as const;
  return [
    native.injectFromDenseCminor(handle, handleOf(grid), dense, ...middle, data),
    native.injectFromDenseCmajor(handle, handleOf(grid), dense, ...middle, data),
    native.injectToDenseCminor(handle, handleOf(grid), data, ...middle, dense),
    native.injectToDenseCmajor(handle, handleOf(grid), data, ...middle, dense),
  ];
}

eachBackend("injections reject sizes, dtypes and channels that make no sense", (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  assertEquals(callDense(context, grid, {}), Array<Status>(4).fill(StatusCode.OK));
  const huge = 2 ** 52;
  const wrong: readonly Parameters<typeof callDense>[2][] = [
    { size: [huge, huge, huge] },
    { size: [huge, 2 ** 11, 1] },
    { size: [-2, -2, 2] },
    { size: [2, 2, -2] },
    { size: [2, 2, 3] },
    { channels: -1 },
    { channels: 2 },
    { channels: 2 ** 52 },
    { dtype: 99 as Dtype },
    { dtype: dtypeCode("i32") },
    { grids: 2 },
  ];
  for (const options of wrong) {
    const statuses = callDense(context, grid, options);
    assertEquals(
      statuses,
      Array<Status>(4).fill(StatusCode.INVALID_ARGUMENT),
      JSON.stringify(options),
    );
  }
  callDense(context, grid, { dtype: 99 as Dtype });
  assertThrows(
    () => checkStatus(context, StatusCode.INVALID_ARGUMENT, "inject"),
    RangeError,
    "Cannot run inject: cannot use rows: dtype 99 is unknown",
  );
});
