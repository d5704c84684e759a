import { assertEquals, assertThrows } from "@std/assert";
import { pointsOnRaysBackward } from "../../lib/rays/mod.ts";
import { jagged, scope, tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { at, input, OFFSETS, plain, rayOf, RAYS, tensors } from "./_ray_times.ts";

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`pointsOnRaysBackward() sums over the times of rays, ${dtype}`, async (context) => {
    await scope(async (own) => {
      const numbers = input(4);
      const { origins, directions, ts, gradients } = tensors(context, dtype, numbers);
      [origins, directions, ts, gradients].forEach(own);
      const found = own(pointsOnRaysBackward(directions, ts, gradients));
      const sums = { origins: Array(3 * RAYS).fill(0), directions: Array(3 * RAYS).fill(0) };
      const projected = numbers.ts.map((t, time) => {
        let sum = 0;
        for (let axis = 0; axis < 3; axis++) {
          const place = 3 * rayOf(time) + axis;
          const g = at(numbers.gradients, 3 * time + axis);
          sums.origins[place] += g;
          sums.directions[place] += t * g;
          sum += g * at(numbers.directions, place);
        }
        return sum;
      });
      const read = async (name: "origins" | "directions" | "ts") =>
        plain(await found[name]?.read() ?? []);
      assertEquals(await read("origins"), plain(sums.origins));
      assertEquals(await read("directions"), plain(sums.directions));
      assertEquals(await read("ts"), plain(projected));
      const lists = own(jagged(gradients, { offsets: [...OFFSETS] }));
      const one = own(pointsOnRaysBackward(directions, ts, lists, { wanted: ["directions"] }));
      assertEquals([one.origins, one.ts], [undefined, undefined]);
      assertEquals(plain(await one.directions?.read() ?? []), plain(sums.directions));
    });
  });
}

eachBackend("pointsOnRaysBackward() is 0 for rays without times", async (context) => {
  await scope(async (own) => {
    const none = own(tensor([], { context, shape: [0, 3] }));
    const rays = own(tensor([1, 2, 3, 4, 5, 6], { context, shape: [2, 3] }));
    const ts = own(jagged(own(tensor([], { context })), { offsets: [0, 0, 0] }));
    const found = own(pointsOnRaysBackward(rays, ts, none));
    assertEquals([...await found.origins?.read() ?? []], [0, 0, 0, 0, 0, 0]);
    assertEquals([...await found.directions?.read() ?? []], [0, 0, 0, 0, 0, 0]);
    assertEquals(found.ts?.shape, [0]);
  });
});

eachBackend("pointsOnRaysBackward() refuses what does not fit", (context) => {
  scope((own) => {
    const rays = own(tensor([0, 0, 0, 0, 0, 0], { context, shape: [2, 3] }));
    const one = own(tensor([0, 0, 0], { context, shape: [1, 3] }));
    const ts = own(jagged(own(tensor([1, 2, 3], { context })), { offsets: [0, 1, 3] }));
    const points = own(tensor(new Float32Array(9), { context, shape: [3, 3] }));
    const lists = own(jagged(points, { offsets: [0, 2, 3] }));
    assertThrows(
      () => pointsOnRaysBackward(rays, ts, one),
      RangeError,
      "gradients shape is [1, 3], [3, 3] expected",
    );
    assertThrows(
      () => pointsOnRaysBackward(rays, ts, points, { wanted: ["points"] } as never),
      RangeError,
      "wanted has points",
    );
    assertThrows(
      () => pointsOnRaysBackward(rays, ts, lists),
      RangeError,
      "ts and gradients have different offsets",
    );
  });
});
