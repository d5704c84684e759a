import { assertEquals, assertThrows } from "@std/assert";
import {
  brickCompact,
  type BrickCompactOptions,
  brickSetBox,
  brickToDense,
  brickVolume,
  IndexError,
  type VoxelType,
} from "../../lib/index/mod.ts";
import { eachBackend } from "../_backends.ts";
import { LAYOUTS } from "./_cases.ts";
import { assertSame, denseOf, onDevice, randomDense } from "./_dense.ts";

const BOX = denseOf([6, 6, 6], (x, y, z) => x + y + z > 9 ? 7 : 0);

eachBackend(
  "brickCompact() gives what a volume that was edited would be if made anew",
  (context) => {
    for (const dtype of ["u8", "u16", "i16", "f16", "f32"] satisfies VoxelType[]) {
      for (const brick of [2, 4, 8]) {
        const dense = randomDense([17, 13, 11], 0.05, brick);
        using start = onDevice(context, dense, dtype);
        using volume = brickVolume(start, { threshold: 0, brick, slots: "table" });
        using box = onDevice(context, BOX, dtype);
        brickSetBox(volume, box, { ijkMin: [3, 4, 5] });
        using edited = brickToDense(volume);
        for (const layout of LAYOUTS) {
          using wanted = brickVolume(edited, { threshold: 0, brick, layout });
          using compact = brickCompact(volume, { layout });
          assertSame(compact, wanted);
          using table = brickCompact(compact, { slots: "table" });
          using tabled = brickVolume(edited, { threshold: 0, brick, slots: "table" });
          assertSame(table, tabled);
        }
      }
    }
  },
);

eachBackend("brickCompact() keeps what a volume was made with, and takes empty ones", (context) => {
  using start = onDevice(context, randomDense([9, 9, 9], 0.2, 4), "i16");
  const options = { threshold: 20, coverage: "payload", fill: -4, brick: 8 } as const;
  using volume = brickVolume(start, options);
  using compact = brickCompact(volume);
  assertEquals([compact.filled, compact.pool.shape], [0, [0, 8, 8, 8]]);
  assertSame(compact, volume);
});

eachBackend(
  "brickCompact() names what is wrong",
  (context) => {
    using start = onDevice(context, randomDense([9, 9, 9], 0.2, 4), "u8");
    using volume = brickVolume(start, { threshold: 0, brick: 4, slots: "table" });
    const code = (options: unknown): string =>
      assertThrows(() => brickCompact(volume, options as BrickCompactOptions), IndexError).code;
    assertEquals(code({ slots: "table", layout: "paper" }), "CAPABILITY");
    assertThrows(
      () => brickCompact(volume, { slots: "list" as "table" }),
      TypeError,
      "Cannot run brickCompact: slots is list, rank or table expected",
    );
  },
);
