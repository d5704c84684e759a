import { assertEquals, assertThrows } from "@std/assert";
import {
  injectFromDenseCmajor,
  injectFromDenseCminor,
  injectToDenseCmajor,
  injectToDenseCminor,
} from "../../lib/inject/mod.ts";
import { gridFromDense, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

const PAIRS = [
  [injectToDenseCminor, injectFromDenseCminor],
  [injectToDenseCmajor, injectFromDenseCmajor],
] as const;

/** Lets a value through that the compiler refuses, as a program does that nobody checked. */
type Wrong = never;

const wrong = (value: unknown): Wrong => value as Wrong;

eachBackend("one number places and sizes boxes as three do", async (context) => {
  using grid = gridFromDense({ context, dims: 4 });
  using data = tensor(Float32Array.from({ length: 128 }, (_, at) => at), {
    context,
    shape: [64, 2],
  });
  const read = async (one: Tensor<"f32">): Promise<number[]> => [...await one.read()];
  for (const [toDense, fromDense] of PAIRS) {
    using three = toDense(grid, data, { ijkMin: [1, 1, 1], dims: [2, 2, 2] });
    using one = toDense(grid, data, { ijkMin: 1, dims: 2 });
    using typed = toDense(grid, data, {
      ijkMin: wrong(Int32Array.of(1, 1, 1)),
      dims: wrong(Int32Array.of(2, 2, 2)),
    });
    assertEquals([one.shape, typed.shape], [three.shape, three.shape]);
    assertEquals([await read(one), await read(typed)], [await read(three), await read(three)]);
    using back = fromDense(grid, one, { ijkMin: 1 });
    using same = fromDense(grid, one, { ijkMin: [1, 1, 1] });
    assertEquals(await read(back), await read(same));
  }
});

eachBackend("the options of the way to boxes serve the way back", async (context) => {
  using grid = gridFromDense({ context, dims: 3, ijkMin: -1 });
  using data = tensor(Float32Array.from({ length: 27 }, (_, at) => at + 1), { context });
  for (const [toDense, fromDense] of PAIRS) {
    for (const dims of [3, [3, 3, 4]] as const) {
      const box = { ijkMin: -1, dims };
      using dense = toDense(grid, data, box);
      using back = fromDense(grid, dense, box);
      assertEquals(await back.read(), await data.read());
      assertThrows(
        () => fromDense(grid, dense, { ...box, dims: [3, 3, 2] }),
        RangeError,
        `Cannot run ${fromDense.name}: dims are [3, 3, 2], the box of dense is ` +
          `[3, 3, ${dims === 3 ? 3 : 4}]`,
      );
    }
  }
});

eachBackend("boxes of another kind are refused by name", (context) => {
  using grid = gridFromDense({ context, dims: 2 });
  using data = tensor(new Float32Array(8), { context });
  using dense = tensor(new Float32Array(8), { context, shape: [1, 2, 2, 2] });
  for (const [toDense, fromDense] of PAIRS) {
    for (const [value, what] of [[null, "null"], ["2", '"2"'], [{}, "an Object"]] as const) {
      for (const name of ["ijkMin", "dims"]) {
        const options = wrong({ [name]: value });
        const problem = `${name} is ${what}, one number or three expected`;
        assertThrows(() => toDense(grid, data, options), TypeError, problem);
        assertThrows(() => fromDense(grid, dense, options), TypeError, problem);
      }
    }
    assertThrows(() => toDense(grid, data, { ijkMin: 0.5 }), RangeError, "ijkMin 0.5 is not");
    assertThrows(() => toDense(grid, data, { dims: 0 }), RangeError, "dims is 0, a whole");
    assertThrows(
      () => toDense(grid, data, { ijkMin: wrong([1n, 1n, 1n]) }),
      RangeError,
      "ijkMin 1n is not a whole number of 32 bits",
    );
    assertThrows(
      () => toDense(grid, data, { dims: wrong([1n, 1n, 1n]) }),
      RangeError,
      "dims is 1n",
    );
  }
});
