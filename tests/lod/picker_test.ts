import { assertEquals, assertThrows } from "@std/assert";
import { LodPicker, lodPicks, lodPoints } from "../../lib/lod/mod.ts";
import { buildLod } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { cloudOf, cube, rowTexts, scatter } from "./_clouds.ts";

for (const pick of ["central", "random"] as const) {
  eachBackend(`LodPicker shares points out as lodPicks(): ${pick}`, async (context) => {
    using cloud = cloudOf(context, scatter(6, 1200, 10));
    const options = { ...cube(10), pointsPerLeaf: 9, gridSize: 4, strategy: "none" } as const;
    using tree = buildLod(cloud.points, cloud.colors, options);
    using points = lodPoints(tree);
    const places = new Uint32Array(points.coordinates.readSync().buffer);
    const colors = points.colors.readSync();
    const texts = (own: Uint32Array, rgba: Uint8Array): string[] => {
      const tints = rowTexts(rgba, 4);
      return rowTexts(own, 3).map((place, n) => `${place} ${tints[n]}`);
    };
    const all = texts(places, colors);
    const owners = await lodPicks(tree, { pick, seed: 9 });
    const wanted = Array.from(owners, (node, row) => `${node}: ${all[row]}`);
    const seen: string[] = [];
    const picker = new LodPicker({
      frame: tree,
      pick,
      seed: 9,
      own: (node, own, rgba) =>
        void seen.push(...texts(own, rgba).map((text) => `${node}: ${text}`)),
    });
    const visit = (index: number, above: readonly number[]): void => {
      const { kind, children, firstPoint: first, pointCount } = tree.node(index);
      const end = first + pointCount;
      const path = [...above, index];
      if (kind === "leaf") {
        picker.take(path, places.slice(first * 3, end * 3), colors.slice(first * 4, end * 4));
      }
      for (const child of children) visit(child, path);
    };
    visit(0, []);
    picker.finish();
    assertEquals(seen.sort(), wanted.sort());
  });
}

Deno.test("LodPicker refuses what does not fit", () => {
  const frame = { cube: { min: [0, 0, 0], edge: 8, bits: 3 }, gridSize: 2 } as const;
  const own = (): void => {};
  assertThrows(
    () => new LodPicker({ frame, own, pick: "best" as "random" }),
    RangeError,
    'pick is "best"',
  );
  const picker = new LodPicker({ frame, own });
  assertThrows(
    () => picker.take([0], new Uint32Array(3), new Uint8Array(3)),
    RangeError,
    "4 expected",
  );
});
