import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { brickToDense, brickVolume, IndexError, type VoxelType } from "../../lib/index/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { RUNS } from "./_cases.ts";
import { denseOf, gridOf, occupancyOf, onDevice, randomDense } from "./_dense.ts";

eachBackend(
  "brickToDense() gives back what filled bricks hold, and else the fill value",
  (context) => {
    const extents = fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 1, max: 12 })));
    const types = fc.constantFrom<VoxelType>("u8", "u16", "i16", "f16", "f32");
    fc.assert(
      fc.property(
        extents,
        types,
        fc.constantFrom(2, 4, 8),
        fc.nat(),
        (dims, dtype, brick, seed) => {
          const [x = 1, y = 1, z = 1] = dims;
          const dense = randomDense([x, y, z], 0.05, seed);
          using volume = onDevice(context, dense, dtype);
          const options = { threshold: 3, coverage: seed % 2 ? "payload" : "cells" } as const;
          using bricks = brickVolume(volume, { ...options, brick });
          const filled = occupancyOf(dense, brick, options);
          const grid = gridOf(dense, brick);
          const wanted = denseOf([x, y, z], (i, j, k) => {
            const [a = 0, b = 0, c = 0] = [i, j, k].map((at) => Math.floor(at / (brick - 1)));
            const own = filled[(c * grid[1] + b) * grid[0] + a] === 1;
            return own ? dense.data[(k * y + j) * x + i] ?? NaN : 2;
          });
          using again = brickToDense(bricks, { fill: 2 });
          assertEquals([again.dtype, again.shape], [dtype, [z, y, x]]);
          assertEquals([...again.readSync()], wanted.data);
          using turned = brickToDense(bricks, { fill: 2, axes: "xyz" });
          assertEquals(turned.shape, [x, y, z]);
          const given = [...turned.readSync()];
          const back = denseOf([x, y, z], (i, j, k) => given[(i * y + j) * z + k] ?? NaN);
          assertEquals(back.data, wanted.data);
        },
      ),
      { ...RUNS, numRuns: 40 },
    );
  },
);

eachBackend(
  "brickToDense() takes the volume's own fill value unless another is given",
  (context) => {
    const dense = denseOf([5, 1, 1], (x) => [9, 1, 1, 1, 1][x] ?? 0);
    using volume = onDevice(context, dense, "i16");
    const values = (options: Parameters<typeof brickVolume>[1], fill?: number): number[] => {
      using bricks = brickVolume(volume, { brick: 2, ...options });
      using again = brickToDense(bricks, fill === undefined ? {} : { fill });
      return [...again.readSync()];
    };
    assertEquals(values({ threshold: 1 }), [9, 0, 0, 0, 0]);
    assertEquals(values({ threshold: 1, fill: -5 }), [9, -5, -5, -5, -5]);
    assertEquals(values({ threshold: 1, fill: -5 }, 7), [9, 7, 7, 7, 7]);
    assertEquals(values({ threshold: Infinity }), [0, 0, 0, 0, 0]);
  },
);

eachBackend(
  "brickToDense() names what is wrong",
  (context) => {
    using volume = tensor(Uint8Array.of(1, 2), { context, shape: [1, 1, 2] });
    using bricks = brickVolume(volume, { threshold: 0 });
    const error = assertThrows(() => brickToDense(bricks, { fill: 256 }), IndexError);
    assertEquals(error.code, "VALUE_RANGE");
    assertThrows(
      () => brickToDense(bricks, { axes: "yxz" as never }),
      TypeError,
      "axes is yxz, zyx or xyz expected",
    );
  },
);

eachBackend("brickToDense() fills reals with nothing that is above the threshold", (context) => {
  const dense = denseOf([8, 1, 1], (x) => x === 0 ? 9 : -5);
  // Rounded to the nearest, -0.1 rises in f16 and -0.7 in f32, and a number next to 0 in both.
  for (const dtype of ["f16", "f32"] as const) {
    using volume = onDevice(context, dense, dtype);
    for (const threshold of [-0.1, -0.7, -0.5, -1e-60, -4.9]) {
      const options = { threshold, brick: 4 };
      using bricks = brickVolume(volume, options);
      using again = brickToDense(bricks);
      const outside = again.readSync()[7] ?? NaN;
      assertEquals(outside, bricks.fill);
      assert(outside <= threshold && outside > threshold * 1.001 - 1e-7, `${outside}`);
      using twice = brickVolume(again, options);
      assertEquals([bricks.filled, twice.filled], [1, 1]);
    }
  }
});
