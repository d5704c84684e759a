import { assert, assertEquals, assertThrows } from "@std/assert";
import { streamNormal } from "../../lib/dense/mod.ts";
import { streamOf, truncatedNormal } from "../../lib/nn/mod.ts";
import { eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";

eachBackend(
  "truncatedNormal() has the moments of what is left of a normal distribution",
  (context) => {
    using drawn = truncatedNormal([100_000], {
      context,
      dtype: "f32",
      seed: 3,
      stream: streamOf("a"),
      deviation: 0.5,
      most: 0.75,
    });
    const held = Float64Array.from(drawn.readSync());
    assert(held.every((one) => Math.abs(one) <= 0.75));
    assertEquals(held.filter((one) => Math.abs(one) === 0.75).length, 0);
    // Between -c and c: the variance is 1 - 2 c p(c) / (2 P(c) - 1), with c = 1.5.
    const density = Math.exp(-1.5 * 1.5 / 2) / Math.sqrt(2 * Math.PI);
    const variance = 0.25 * (1 - 2 * 1.5 * density / 0.8663855974622838);
    const mean = held.reduce((sum, one) => sum + one, 0) / held.length;
    const squares = held.reduce((sum, one) => sum + one * one, 0) / held.length;
    assertClose([mean], [0], { absolute: 5e-3 });
    assertClose([squares], [variance], { relative: 1e-2 });
  },
);

eachBackend(
  "truncatedNormal() is by default a normal distribution of deviation 0.02",
  (context) => {
    const options = { context, dtype: "f32", seed: 3, stream: 5 } as const;
    using drawn = truncatedNormal([4, 5], options);
    using normal = streamNormal([4, 5], { ...options, deviation: 0.02 });
    assertEquals(drawn.readSync(), normal.readSync());
  },
);

eachBackend("truncatedNormal() refuses limits that leave nothing", (context) => {
  const options = { context, dtype: "f32", seed: 1 } as const;
  assertThrows(() => truncatedNormal([2], { ...options, deviation: 0 }), RangeError, "deviation");
  assertThrows(() => truncatedNormal([2], { ...options, most: 0.01 }), RangeError, "most is 0.01");
});
