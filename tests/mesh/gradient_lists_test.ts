import { assertEquals, assertThrows } from "@std/assert";
import {
  marchingCubesBackward,
  surfaceFeaturesBackward,
  surfaceNormalsBackward,
} from "../../lib/mesh/mod.ts";
import { jagged, type Lists, type Tensor, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertBits } from "../_compare.ts";
import { draw, randomNumbers, VOXELS } from "./_fields.ts";

/** Backward passes of surfaces: each gives the gradient by the field. */
const PASSES = ["marchingCubesBackward", "surfaceNormalsBackward", "surfaceFeaturesBackward"];

for (const operator of PASSES) {
  eachBackend(`${operator}() takes gradients as one list or in those of the surface`, (context) => {
    using drawn = draw(context, "f64");
    const { grid, field, surface } = drawn;
    using features = tensor(randomNumbers(VOXELS.length * 3, 5), {
      context,
      shape: [VOXELS.length, 3],
    });
    const run = (gradients: Lists<"f64">): Tensor<"f64"> => {
      if (operator === "marchingCubesBackward") {
        return marchingCubesBackward(grid, field, surface, gradients);
      }
      if (operator === "surfaceNormalsBackward") {
        return surfaceNormalsBackward(grid, field, surface, gradients);
      }
      const back = surfaceFeaturesBackward(grid, field, surface, features, gradients);
      back.features.dispose();
      return back.field;
    };
    const { shape } = surface.vertices.data;
    const [count = 0] = shape;
    using rows = tensor(randomNumbers(count * 3, 6), { context, shape });
    using lists = jagged(rows, { offsets: surface.ends.offsets });
    using ofOne = run(rows);
    using ofLists = run(lists);
    assertBits(ofLists.readSync(), ofOne.readSync());
    const [, first = 0n, ...others] = surface.ends.offsets;
    for (const offsets of [[0n, first - 1n, ...others], [0, count], [0, 0, ...others, count]]) {
      using shifted = jagged(rows, { offsets });
      assertEquals(
        assertThrows(() => run(shifted), RangeError).message,
        `Cannot run ${operator}: surface and gradients have different offsets`,
      );
    }
  });
}
