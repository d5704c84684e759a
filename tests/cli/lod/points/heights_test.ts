import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { heightRange } from "../../../../lib/cli/lod/points/heights.ts";

/** Places with these heights, a few at a time. */
async function* partsOf(heights: readonly number[]): AsyncGenerator<Int32Array> {
  for (let at = 0; at < heights.length; at += 7) {
    yield await Promise.resolve(
      Int32Array.from(heights.slice(at, at + 7).flatMap((height) => [5, 6, height])),
    );
  }
}

Deno.test("heightRange() finds what sorting all heights finds", async () => {
  const height = fc.oneof(
    fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    fc.integer({ min: -100, max: 100 }),
  );
  const property = fc.asyncProperty(
    fc.array(height, { minLength: 1, maxLength: 500 }),
    async (heights) => {
      const count = heights.length;
      const [low, high] = [Math.min(...heights), Math.max(...heights)];
      const found = await heightRange(() => partsOf(heights), { count, low, high });
      const sorted = Float32Array.from(heights).sort();
      const at = (share: number): number | undefined =>
        sorted[Math.min(count - 1, Math.floor(count * share))];
      assertEquals(found, { low: at(0.01), high: at(0.99) } as typeof found);
    },
  );
  await fc.assert(property, { numRuns: 60 });
});
