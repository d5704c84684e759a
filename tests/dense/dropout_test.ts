import { assertEquals, assertThrows } from "@std/assert";
import { dropout } from "../../lib/dense/mod.ts";
import { fullTensor, tensor } from "../../mod.ts";
import { numbersOf } from "../_numbers.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { failEachAllocation } from "../_failures.ts";
import { draw, DTYPES, PRECISION } from "./_numbers.ts";
import { philox } from "./_philox.ts";

eachBackend("dropout() of seed 1 and stream 7 keeps the elements that numpy kept", (context) => {
  using x = fullTensor([16], 1, { context, dtype: "f64" });
  const kept = (p: number): string => {
    using result = dropout(x, { p, seed: 1, stream: 7 });
    return Array.from(result.readSync(), (one) => one === 0 ? 0 : 1).join("");
  };
  assertEquals([kept(0.5), kept(0.3)], ["0010111000011000", "0110111000011010"]);
});

for (const dtype of DTYPES) {
  eachBackend(`dropout() is its definition, in ${dtype}`, (context) => {
    using x = draw(context, dtype, [37, 11]);
    using result = dropout(x, { p: 0.25, seed: 5n, stream: 9n });
    const words = Array.from({ length: 102 }, (_, block) => philox(5n, 9n, BigInt(block))).flat();
    const expected = numbersOf(x).map((one, at) =>
      (words[at] ?? 0) >= 0.25 * 2 ** 32 ? one / 0.75 : 0
    );
    assertClose(numbersOf(result), expected, { relative: PRECISION[dtype] });
  });
}

eachBackend("dropout() of p 0 changes nothing, and refuses p of 1", async (context) => {
  using x = tensor([1, -2, 3], { context });
  using same = dropout(x, { p: 0, seed: 1 });
  assertEquals([...same.readSync()], [1, -2, 3]);
  for (const p of [1, -0.1, NaN]) {
    assertThrows(() => dropout(x, { p, seed: 1 }), RangeError, `p is ${p}`);
  }
  using whole = fullTensor([2], 1, { context, dtype: "i32" });
  assertThrows(() => dropout(whole as never, { p: 0.5, seed: 1 }), TypeError, "x is i32");
  using _made = await failEachAllocation(context, () => dropout(x, { p: 0.5, seed: 1 }));
});
