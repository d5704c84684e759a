import { assertEquals, assertThrows } from "@std/assert";
import { concat, stack } from "../../lib/jagged/mod.ts";
import { DisposedError, type DType, type Tensor } from "../../mod.ts";
import { eachBackend, openAnother } from "../_backends.ts";
import { failEachAllocation } from "../_failures.ts";
import { bitsOf, counted, placesOf, positionOf, TYPES } from "./_dense.ts";

eachBackend("concat() joins tensors of every type along every axis", (context) => {
  for (const dtype of TYPES) {
    for (const axis of [0, 1, 2, -1, -3]) {
      const place = axis < 0 ? axis + 3 : axis;
      using parts = new DisposableStack();
      const tensors = [3, 0, 1, 5].map((extent, seed) =>
        parts.use(counted(context, dtype, [2, 3, 5].with(place, extent), seed))
      );
      const owners = [3, 0, 1, 5].flatMap((extent, nth) =>
        Array.from({ length: extent }, (_, at) => [nth, at] as const)
      );
      const shape = [2, 3, 5].with(place, 9);
      const values = tensors.map(bitsOf);
      using joined = concat(tensors, { axis });
      assertEquals(joined.shape, shape);
      assertEquals(
        bitsOf(joined),
        placesOf(shape).map((at) => {
          const [nth = 0, inside = 0] = owners[at[place] ?? 0] ?? [];
          return values[nth]?.[positionOf(at.with(place, inside), tensors[nth]?.shape ?? [])];
        }),
      );
    }
  }
});

eachBackend("stack() adds an axis, in front, inside or behind", (context) => {
  for (const shape of [[], [3], [2, 3]]) {
    using a = counted(context, "i16", shape);
    using b = counted(context, "i16", shape, 5);
    const values = [bitsOf(a), bitsOf(b), bitsOf(a)];
    for (let axis = -shape.length - 1; axis <= shape.length; axis++) {
      const place = axis < 0 ? axis + shape.length + 1 : axis;
      const stacked = shape.toSpliced(place, 0, 3);
      using result = stack([a, b, a], { axis });
      assertEquals(result.shape, stacked);
      assertEquals(
        bitsOf(result),
        placesOf(stacked).map((at) =>
          values[at[place] ?? 0]?.[positionOf(at.toSpliced(place, 1), shape)]
        ),
      );
    }
  }
});

eachBackend("concat() and stack() refuse tensors that do not fit together", async (context) => {
  using other = openAnother(context);
  using a = counted(context, "f32", [2, 3]);
  using b = counted(context, "f32", [2, 2]);
  using ints = counted(context, "i32", [2, 3]);
  using foreign = counted(other, "f32", [2, 3]);
  using one = counted(context, "f32", []);
  const message = (run: () => unknown, kind: typeof RangeError): string =>
    assertThrows(run, kind).message;
  assertEquals(
    message(() => concat([a, b]), RangeError),
    "Cannot run concat: tensor 1 shape is [2, 2], [n, 3] expected",
  );
  assertEquals(
    message(() => stack([a, b]), RangeError),
    "Cannot run stack: tensor 1 shape is [2, 2], [2, 3] expected",
  );
  assertEquals(
    message(() => concat<DType>([a, ints]), TypeError),
    "Cannot run concat: tensor 1 is i32, f32 expected",
  );
  assertThrows(() => stack([a, foreign]), TypeError, "different contexts");
  assertThrows(() => concat([]), RangeError, "there are no tensors");
  assertThrows(() => concat([one]), RangeError, "the tensor has no axes");
  assertThrows(() => stack([a], { axis: 3 }), RangeError, "axis 3 is not an axis of [1, 2, 3]");
  assertThrows(() => concat(a as unknown as Tensor[]), TypeError, "tensors");
  using joined = await failEachAllocation(context, () => concat([a, b], { axis: 1 }));
  assertEquals(joined.shape, [2, 5]);
  const gone = a.copy();
  gone.dispose();
  assertEquals(assertThrows(() => concat([a, gone]), DisposedError).operator, "concat");
});
