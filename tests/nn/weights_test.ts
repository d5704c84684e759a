import { assert, assertEquals, assertThrows } from "@std/assert";
import { readSafetensors } from "../../lib/io/mod.ts";
import { convWeights, type ConvWeightsLayout, type ParameterArray } from "../../lib/nn/mod.ts";
import { EVEN, ODD } from "./_checkpoints.ts";

/** The weights of the checkpoints as `sparseConv` takes them, by their definition. */
function expected([kx, ky, kz]: readonly [number, number, number]): number[] {
  const numbers: number[] = [];
  for (let o = 0; o < 2; o++) {
    for (let i = 0; i < 3; i++) {
      for (let a = 0; a < kx; a++) {
        for (let b = 0; b < ky; b++) {
          for (let c = 0; c < kz; c++) numbers.push(1000 * o + 100 * i + 10 * (a + 3 * b) + c + 1);
        }
      }
    }
  }
  return numbers;
}

for (const [text, kernel] of [[EVEN, [2, 3, 1]], [ODD, [3, 3, 1]]] as const) {
  Deno.test(`convWeights() reorders weights of every library, ${kernel.join(" x ")} taps`, () => {
    const { arrays } = readSafetensors(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
    assertEquals(arrays.length, 8);
    for (const array of arrays) {
      const [layout = "", order] = array.name.split(" ");
      const weights = convWeights(array, {
        layout: layout as ConvWeightsLayout,
        kernel,
        coordinates: order === "zyx" ? "zyx" : "xyz",
      });
      assertEquals(weights.shape, [2, 3, ...kernel], array.name);
      assertEquals([...weights.values as Float32Array], expected(kernel), array.name);
      assert(weights.values instanceof Float32Array);
    }
  });
}

const array = (shape: readonly number[]): ParameterArray => ({
  name: "conv.weight",
  shape,
  dtype: "f32",
  values: Float32Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, at) => at),
});

Deno.test("convWeights() knows how one tap is stored", () => {
  const one = (layout: ConvWeightsLayout, shape: readonly number[]) => {
    const { shape: made, values } = convWeights(array(shape), { layout });
    assertEquals(made, [3, 2, 1, 1, 1]);
    return [...values as Float32Array];
  };
  // spconv 2.2 and later store [in, out] whatever the shape says.
  assertEquals(one("spconv2", [3, 1, 1, 1, 2]), [0, 3, 1, 4, 2, 5]);
  assertEquals(one("fvdb", [3, 2]), [0, 1, 2, 3, 4, 5]);
  assertEquals(one("torchsparse", [2, 3]), [0, 3, 1, 4, 2, 5]);
  assertEquals(one("minkowski", [1, 2, 3]), [0, 3, 1, 4, 2, 5]);
});

Deno.test("convWeights() refuses other layouts, shapes and kernels", () => {
  const refused = (shape: readonly number[], options: object): string =>
    assertThrows(() => convWeights(array(shape), options as { layout: "fvdb" }), RangeError)
      .message;
  const start = "Cannot run convWeights: ";
  assertEquals(
    refused([1], { layout: "torch" }),
    `${start}layout is "torch", fvdb, spconv2, spconv1, spconv1-out-in, torchsparse, minkowski or ` +
      "flexgemm expected",
  );
  assertEquals(
    refused([1, 2], { layout: "spconv2" }),
    `${start}the shape of conv.weight is [1, 2], five axes expected`,
  );
  assertEquals(
    refused([8, 2, 3], { layout: "minkowski" }),
    `${start}the kernel of conv.weight is missing, it has 8 taps`,
  );
  assertEquals(
    refused([8, 2, 3], { layout: "minkowski", kernel: 3 }),
    `${start}the shape of conv.weight is [8, 2, 3], 27 taps expected`,
  );
  assertEquals(
    refused([8], { layout: "torchsparse" }),
    `${start}the shape of conv.weight is [8], [taps, in, out] expected`,
  );
  assertEquals(
    refused([1, 2], { layout: "fvdb", coordinates: "yxz" }),
    `${start}coordinates are "yxz", "xyz" or "zyx" expected`,
  );
  assertThrows(
    () => convWeights(array([1, 2]), { layot: 1 } as never),
    TypeError,
    'the option "layot" is unknown',
  );
  assertThrows(() => convWeights(3 as never, { layout: "fvdb" }), TypeError, "array is 3");
});
