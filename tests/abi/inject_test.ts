import { assertEquals, assertThrows } from "@std/assert";
import { StatusCode } from "../../ffi/_generated/symbols.ts";
import type { Status } from "../../ffi/_generated/native.ts";
import { gridFromIjk, tensor } from "../../mod.ts";
import { dtypeCode } from "../../lib/core/dtype.ts";
import { checkStatus, nativeOf } from "../../ffi/context.ts";
import { handleOf } from "../../ffi/owned.ts";
import { eachBackend } from "../_backends.ts";

eachBackend("injections in C reject boxes that make no sense", (context) => {
  using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
  using grid = gridFromIjk(ijk);
  using cells = tensor(new Uint8Array(8), { context });
  using rows = tensor(new Uint8Array(1), { context });
  const [dense, row] = [handleOf(cells.buffer), handleOf(rows.buffer)];
  const callEach = (...size: number[]): Status[] => {
    const native = nativeOf(context);
    const box = {
      context: handleOf(context),
      grid: handleOf(grid),
      dtype: dtypeCode("u8"),
      channels: 1,
      size: BigInt64Array.from(size, BigInt),
      origins: new Int32Array(3),
      nGrids: 1,
    };
    return [
      native.injectFromDenseCminor({ ...box, dense, out: row }),
      native.injectFromDenseCmajor({ ...box, dense, out: row }),
      native.injectToDenseCminor({ ...box, features: row, out: dense }),
      native.injectToDenseCmajor({ ...box, features: row, out: dense }),
    ];
  };
  assertEquals(callEach(2, 2, 2), Array<Status>(4).fill(StatusCode.OK));
  const huge = 2 ** 52;
  const wrong = [[huge, huge, huge], [huge, 2 ** 11, 1], [-2, -2, 2], [2, 2, -2], [2, 2, 3]];
  for (const size of wrong) {
    const refused = Array<Status>(4).fill(StatusCode.INVALID_ARGUMENT);
    assertEquals(callEach(...size), refused, `${size}`);
  }
  callEach(2, 2, -2);
  assertThrows(
    () => checkStatus(context, StatusCode.INVALID_ARGUMENT, "inject"),
    RangeError,
    "Cannot run inject: cannot use out: a shape of [1, 1, 2, 2, -2] is out of range",
  );
});
