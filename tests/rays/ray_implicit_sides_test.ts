import { assertEquals } from "@std/assert";
import { eachBackend } from "../_backends.ts";
import { crossingTimes } from "./_field.ts";
import { type Lines, voxelList } from "./_trace.ts";

const TRILINEAR = { accuracy: "trilinear" } as const;

eachBackend(
  "rayImplicitIntersection() keeps the side of small values next to large ones",
  (context) => {
    const line: Lines = [[[-1, 0, 0], [1, 0, 0]]];
    const pairs: readonly [large: number, small: number][] = [
      [2 ** 401, 2 ** -480],
      [2 ** 481, 2 ** -600],
      [2 ** 501, 2 ** -600],
      [Number.MAX_VALUE, Number.MIN_VALUE],
    ];
    for (const [large, small] of pairs) {
      for (const sign of [1, -1]) {
        const values = [large, -small, large].map((value) => value * sign);
        const field = { ...voxelList([[0, 0, 0], [1, 0, 0], [2, 0, 0]]), values };
        // As near to the small value's voxel as doubles tell.
        assertEquals(crossingTimes(context, [field], [line], TRILINEAR), [2], `${values}`);
        const level = { ...field, values: [large * sign, 0, large * sign] };
        const asked = { ...TRILINEAR, isoLevel: small * sign };
        assertEquals(
          crossingTimes(context, [level], [line], asked),
          [2],
          `${values} above a level`,
        );
      }
    }
  },
);
