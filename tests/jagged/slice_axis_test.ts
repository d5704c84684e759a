import { assertEquals, assertThrows } from "@std/assert";
import { sliceAxis, type SliceAxisOptions } from "../../lib/jagged/mod.ts";
import { DisposedError } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { bitsOf, counted, placesOf, positionOf, TYPES } from "./_dense.ts";

eachBackend("sliceAxis() takes what Array.slice() takes, along every axis", (context) => {
  const shape = [5, 4, 7];
  for (const dtype of TYPES) {
    using x = counted(context, dtype, shape);
    const values = bitsOf(x);
    for (const axis of [0, 1, 2, -1, -3]) {
      const place = axis < 0 ? axis + 3 : axis;
      const all = Array.from({ length: shape[place] ?? 0 }, (_, at) => at);
      for (const [begin, end] of [[], [1], [1, 3], [-2], [0, -1], [2, 2], [all.length]]) {
        for (const step of [1, 2, 3, 1000]) {
          const range = {
            ...begin === undefined ? {} : { begin },
            ...end === undefined ? {} : { end },
          };
          const taken = all.slice(begin, end).filter((_, nth) => nth % step === 0);
          const sliced = shape.with(place, taken.length);
          const expected = placesOf(sliced).map((at) =>
            values[positionOf(at.with(place, taken[at[place] ?? 0] ?? 0), shape)]
          );
          using result = sliceAxis(x, { axis, step, ...range });
          assertEquals([result.shape, bitsOf(result)], [sliced, expected]);
        }
      }
    }
  }
});

eachBackend("sliceAxis() refuses ranges that are not in the axis", (context) => {
  using x = counted(context, "f32", [2, 3]);
  const message = (options: SliceAxisOptions): string =>
    assertThrows(() => sliceAxis(x, options), RangeError).message;
  assertEquals(
    message({ axis: 1, begin: 1, end: 4 }),
    "Cannot run sliceAxis: places [1, 4) are not in the 3 of axis 1",
  );
  for (const [begin, end] of [[2, 1], [-4, 3], [0.5, 2], [NaN, 2], [0, Infinity]] as const) {
    assertThrows(() => sliceAxis(x, { axis: 1, begin, end }), RangeError, "are not in the 3");
  }
  for (const step of [0, -1, 0.5, NaN]) {
    assertThrows(() => sliceAxis(x, { axis: 1, step }), RangeError, `step is ${step}`);
  }
  assertEquals(
    message({ axis: -3 }),
    "Cannot run sliceAxis: axis -3 is not an axis of [2, 3], -2 to 1",
  );
  using one = counted(context, "f32", []);
  assertThrows(() => sliceAxis(one, { axis: 0 }), RangeError, "the tensor has no axes");
  const gone = x.copy();
  gone.dispose();
  assertEquals(
    assertThrows(() => sliceAxis(gone, { axis: 0 }), DisposedError).operator,
    "sliceAxis",
  );
});
