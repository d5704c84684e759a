import { assertEquals, assertThrows } from "@std/assert";
import { fullLike, onesLike, zerosLike } from "../../lib/jagged/mod.ts";
import { DTYPES, jagged, JaggedTensor, Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { readNumbers } from "./_elements.ts";
import { makeLists } from "./_lists.ts";

eachBackend("zerosLike(), onesLike() and fullLike() keep shape, lists and type", (context) => {
  using flat = makeLists(context, "f16", [2, 0], [1, 2, 3, 4], [2]);
  using lists = jagged(flat.data, { offsets: flat.offsets, outerOffsets: [0, 1, 2] });
  for (const [make, value] of [[zerosLike, 0], [onesLike, 1]] as const) {
    using same = make(lists);
    assertEquals([same instanceof JaggedTensor, same.dtype, same.data.shape], [true, "f16", [
      2,
      2,
    ]]);
    assertEquals([...same.offsets, ...same.outerOffsets ?? []], [0n, 2n, 2n, 0n, 1n, 2n]);
    assertEquals(readNumbers(same), Array(4).fill(value));
    for (const dtype of DTYPES) {
      using other = make(lists.data, { dtype });
      assertEquals([other instanceof Tensor, other.dtype], [true, dtype]);
      assertEquals(readNumbers(other), Array(4).fill(value));
    }
  }
  using sevens = fullLike(lists, 7, { dtype: "i64" });
  assertEquals([sevens.dtype, readNumbers(sevens)], ["i64", [7, 7, 7, 7]]);
  using empty = tensor([], { context, shape: [0, 3] });
  using none = onesLike(empty);
  assertEquals(none.shape, [0, 3]);
});

eachBackend("fullLike() refuses numbers that do not fit", (context) => {
  using a = tensor(Uint8Array.of(1), { context });
  assertThrows(() => fullLike(a, 256), RangeError, "element 0 is 256");
});
