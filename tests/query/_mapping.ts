/**
 * What the maps between voxel space and the world have in common.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { gridFromIjk, jaggedFromList, tensor, type voxelToWorld } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { randomSource } from "../grid/_oracle.ts";
import { buildBatch, LISTS, ORIGINS, REAL_ARRAYS, SIZES } from "./_batch.ts";

/** A map and its formula for one number, in doubles. */
export interface Mapping {
  readonly name: string;
  readonly map: typeof voxelToWorld;
  readonly formula: (value: number, size: number, origin: number) => number;
}

/** Registers the tests of a map. */
export function testMapping({ name, map, formula }: Mapping): void {
  for (const dtype of ["f16", "f32", "f64"] as const) {
    eachBackend(`${name}() computes ${dtype} points in doubles, rounding once`, (context) => {
      const random = randomSource(60);
      const lists = LISTS.map((_, b) =>
        new REAL_ARRAYS[dtype](Array.from({ length: (b + 1) * 300 }, () => (random() - 0.5) * 2000))
      );
      using grid = buildBatch(context);
      using points = jaggedFromList(lists, { context, dtype, shape: [3] });
      using mapped = map(grid, points);
      assertEquals(mapped.data.dtype, dtype);
      assertEquals(mapped.data.shape, points.data.shape);
      assertEquals([...mapped.offsets], [...points.offsets]);
      const expected = lists.flatMap((list, b) => {
        const out = new REAL_ARRAYS[dtype](list.length);
        for (let at = 0; at < list.length; at++) {
          const size = SIZES[b]?.[at % 3] ?? NaN;
          const origin = ORIGINS[b]?.[at % 3] ?? NaN;
          out[at] = formula(list[at] ?? NaN, size, origin);
        }
        return [...out];
      });
      assertEquals([...mapped.data.readSync()], expected);
    });
  }

  eachBackend(`${name}() passes on what is not a number`, (context) => {
    using ijk = tensor(new Int32Array(3), { context, shape: [1, 3] });
    using grid = gridFromIjk(ijk, { voxelSize: 0.5, origin: 1 });
    using points = tensor(new Float32Array([NaN, Infinity, -Infinity]), { context, shape: [1, 3] });
    using mapped = map(grid, points);
    assertEquals([...mapped.readSync()], [NaN, Infinity, -Infinity]);
  });
}
