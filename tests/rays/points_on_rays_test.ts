import { assertEquals, assertThrows } from "@std/assert";
import { pointsOnRays } from "../../lib/rays/mod.ts";
import {
  gridFromDense,
  jagged,
  JaggedTensor,
  scope,
  tensor,
  uniformRaySamples,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { at, input, OFFSETS, plain, rayOf, tensors } from "./_ray_times.ts";

for (const dtype of ["f16", "f32", "f64"] as const) {
  eachBackend(`pointsOnRays() is o + t d of the ray of each time, ${dtype}`, async (context) => {
    await scope(async (own) => {
      const numbers = input(3);
      const { origins, directions, ts, gradients } = tensors(context, dtype, numbers);
      [origins, directions, ts, gradients].forEach(own);
      const points = own(pointsOnRays(origins, directions, ts));
      const expected = numbers.ts.flatMap((t, time) =>
        [0, 1, 2].map((axis) => {
          const place = 3 * rayOf(time) + axis;
          return at(numbers.origins, place) + t * at(numbers.directions, place);
        })
      );
      assertEquals([...points.offsets].map(Number), OFFSETS);
      assertEquals(points.dtype, dtype);
      assertEquals(plain(await points.data.read()), plain(expected));
    });
  });
}

eachBackend("pointsOnRays() rounds once from double precision", async (context) => {
  // In single precision the product would be rounded to 2^24 before 1 is subtracted.
  using origins = tensor([-1, 0, 0], { context, shape: [1, 3] });
  using directions = tensor([4097, 1, 0], { context, shape: [1, 3] });
  using ts = tensor([4095.000244140625], { context });
  using points = pointsOnRays(origins, directions, ts);
  const exact = 4097 * 4095.000244140625 - 1;
  assertEquals([...await points.read()].slice(0, 1), [Math.fround(exact)]);
});

eachBackend("pointsOnRays() keeps the outer lists of samples of a batch", (context) => {
  scope((own) => {
    const grid = own(gridFromDense({ context, dims: [2, 2, 2], gridCount: 2 }));
    const vectors = (numbers: number[]) =>
      own(jagged(own(tensor(numbers, { context, shape: [3, 3] })), { offsets: [0, 1, 3] }));
    const origins = vectors([-2, 0.1, 0.2, -2, 1, 1, 9, 9, 9]);
    const directions = vectors([1, 0, 0, 1, 0.1, 0, 1, 0, 0]);
    const ts = own(uniformRaySamples(grid, origins, directions, 0, 9, {
      stepSize: 0.5,
      midpoints: true,
    }));
    const points = own(pointsOnRays(origins, directions, ts));
    assertEquals(points.outerOffsets, ts.outerOffsets);
    assertEquals(points.lshape, ts.lshape);
    const single = own(tensor(new Float32Array(9), { context, shape: [3, 3] }));
    const other = new JaggedTensor(single, BigInt64Array.of(0n, 2n, 3n));
    assertThrows(
      () => pointsOnRays(other, directions, ts),
      RangeError,
      "the outer lists of ts and origins have different offsets",
    );
    assertThrows(
      () => pointsOnRays(origins, other, ts),
      RangeError,
      "the outer lists of ts and directions have different offsets",
    );
  });
});

eachBackend("pointsOnRays() takes no rays and no times", (context) => {
  scope((own) => {
    const none = own(tensor([], { context, shape: [0, 3] }));
    const noTimes = own(tensor([], { context }));
    const noRays = own(jagged(noTimes, { offsets: [0] }));
    const points = own(pointsOnRays(none, none, noRays));
    assertEquals(points.data.shape, [0, 3]);
    assertEquals([...points.offsets], [0n]);
  });
});

eachBackend("pointsOnRays() refuses what does not fit", (context) => {
  scope((own) => {
    const origins = own(tensor([0, 0, 0, 0, 0, 0], { context, shape: [2, 3] }));
    const one = own(tensor([0, 0, 0], { context, shape: [1, 3] }));
    const times = own(tensor([1, 2, 3], { context }));
    const ts = own(jagged(times, { offsets: [0, 1, 3] }));
    const wide = own(tensor([0, 0, 0, 0, 0, 0], { context, shape: [2, 3], dtype: "f64" }));
    const columns = own(jagged(origins, { offsets: [0, 1, 2] }));
    assertThrows(() => pointsOnRays(one, origins, ts), RangeError, "origins shape is [1, 3]");
    assertThrows(() => pointsOnRays(origins, one, ts), RangeError, "directions shape is [1, 3]");
    assertThrows(() => pointsOnRays(origins, origins, columns), RangeError, "ts shape is [2, 3]");
    assertThrows(() => pointsOnRays(origins, origins, times), RangeError, "[1, 3] expected");
    assertThrows(() => pointsOnRays(wide as never, origins, ts), TypeError, "origins is f64");
  });
});
