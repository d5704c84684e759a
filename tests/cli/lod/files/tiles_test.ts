import { assert, assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { eachBackend } from "../../../_backends.ts";
import { outFolder } from "../../../_files.ts";
import { lasBytes, type LasPoint } from "../../../io/las/_bytes.ts";
import { projectedCrs } from "../../_records.ts";
import { runMain } from "../../_recorder.ts";
import { placesIn, type Tile, visitTiles } from "./_tiles.ts";

const OFFSET = [412_000, 5_654_000, 100] as const;

/** Points of a strip, far from cubes, with steps of a centimeter. */
function strip(): LasPoint[] {
  return Array.from({ length: 2000 }, (_, n): LasPoint => ({
    at: [n * 37 % 50_000, n * 91 % 3000, n * n % 701],
    classByte: n % 5,
  }));
}

function writeStrip(path: string, epsg?: number): void {
  const vlrs = epsg === undefined ? [] : [projectedCrs(epsg)];
  const points = strip();
  Deno.writeFileSync(path, lasBytes({ format: 1, points, offset: OFFSET, vlrs }));
}

const SMALL = ["--points-per-leaf", "60", "--grid-size", "8"];

async function build(
  device: string,
  input: string,
  out: string,
  ...more: string[]
): Promise<Readonly<Record<string, unknown>>> {
  const args = ["lod", input, "--out", out, "--device", device, ...SMALL, "--json", ...more];
  const { code, results, notes } = await runMain(args);
  assertEquals([code, notes], [0, ""]);
  return JSON.parse(results[0] ?? "");
}

eachBackend("lod writes tiles whose boxes are tight around the points", async ({ device }) => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.las`, `${folder.path}/tiles`];
  writeStrip(scan);
  await build(device, scan, out);
  let leaves = 0;
  const visit = (tile: Tile, above: readonly (readonly [number, number])[] | undefined): void => {
    const box = tile.boundingVolume.box;
    const own = [0, 1, 2].map((axis) => {
      const [middle = NaN, half = NaN] = [box[axis], box[3 + 4 * axis]];
      assert(half > 0, "a box is flat");
      return [middle - half, middle + half] as const;
    });
    assertEquals(box.filter((_, at) => at > 2 && (at - 3) % 4 !== 0), [0, 0, 0, 0, 0, 0]);
    const places = placesIn(`${out}/${tile.content.uri}`);
    own.forEach(([low, high], axis) => {
      const values = places.map((place) => place[axis] ?? NaN);
      const [least, most] = [Math.min(...values), Math.max(...values)];
      assert(low <= least && most <= high, "a point lies outside of its box");
      if (tile.children !== undefined) return;
      assertAlmostEquals(low, least, 0.011);
      assertAlmostEquals(high, most, 0.011);
    });
    above?.forEach(([low, high], axis) => {
      const shift = tile.transform[12 + axis] ?? NaN;
      const [least = NaN, most = NaN] = own[axis] ?? [];
      assert(low - 1e-6 <= shift + least && shift + most <= high + 1e-6, "a child sticks out");
    });
    if (tile.children === undefined) leaves++;
    for (const child of tile.children ?? []) visit(child, own);
  };
  const { root } = JSON.parse(Deno.readTextFileSync(`${out}/tileset.json`));
  visit(root, undefined);
  assert(leaves > 20, `${leaves} leaves`);
  // The strip is 500 m long and 30 m wide: boxes are no cubes.
  assert(root.boundingVolume.box[3] > 10 * root.boundingVolume.box[7]);
});

// Computed by PROJ 9: EPSG:32633 at the middle of the strip, and 100 m to the east of it.
const EARTH = [
  [[412_250, 5_654_015, 103.5], [3904251.921942172, 955263.5628877458, 4935793.25137794]],
  [[412_350, 5_654_015, 103.5], [3904226.8681618953, 955360.4009289287, 4935794.319068212]],
] as const;

eachBackend(
  "lod places tiles on the Earth where it knows how, unless --local",
  async ({ device }) => {
    using folder = outFolder();
    const [scan, bare] = [`${folder.path}/utm.las`, `${folder.path}/bare.las`];
    writeStrip(scan, 32633);
    writeStrip(bare);
    const text = (name: string): string =>
      Deno.readTextFileSync(`${folder.path}/${name}/tileset.json`);
    const utm = await build(device, scan, `${folder.path}/utm`);
    assertEquals([utm.crs, utm.onEarth], ["EPSG:32633", true]);
    await build(device, scan, `${folder.path}/parts`, "--memory", "256K");
    assertEquals(text("parts"), text("utm"));
    const own = await build(device, scan, `${folder.path}/own`, "--local");
    assertEquals([own.crs, own.onEarth], ["EPSG:32633", false]);
    assertEquals((await build(device, bare, `${folder.path}/bare`)).crs, undefined);
    const { root, asset } = JSON.parse(text("utm"));
    const { asset: named, root: local } = JSON.parse(text("own"));
    assertEquals(local, JSON.parse(text("bare")).root);
    assertEquals(named.extras.projection, asset.extras.projection);
    assertEquals([named.extras.origin, JSON.parse(text("bare")).asset.extras.projection], [
      undefined,
      undefined,
    ]);
    assertEquals(asset.extras.origin, local.transform.slice(12, 15));
    // Whatever else changes, tiles are the same.
    assertEquals(root.children, local.children);
    const { transform: matrix } = root;
    const placed = (at: readonly number[]): number[] =>
      [0, 1, 2].map((row) =>
        [0, 1, 2].reduce(
          (sum, axis) =>
            sum + matrix[4 * axis + row] * ((at[axis] ?? NaN) - local.transform[12 + axis]),
          matrix[12 + row],
        )
      );
    for (const [at, wanted] of EARTH) {
      placed(at).forEach((value, axis) => assertAlmostEquals(value, wanted[axis] ?? NaN, 0.01));
    }
  },
);

eachBackend(
  "info counts the points of tiles, in the coordinates of the files",
  async ({ device }) => {
    using folder = outFolder();
    const scan = `${folder.path}/scan.las`;
    writeStrip(scan, 32633);
    for (const more of [[], ["--local"]]) {
      const out = `${folder.path}/tiles${more.length}`;
      const { voxels } = await build(device, scan, out, ...more);
      const { results } = await runMain(["info", out, "--json"]);
      const report = JSON.parse(results[0] ?? "");
      assertEquals([report.points, report.voxels], [2000, voxels]);
      strip().forEach(({ at }) =>
        at.forEach((value, axis) => {
          const world = value * 0.01 + (OFFSET[axis] ?? NaN);
          const { min, max } = report.bounds;
          assert(min[axis] - 0.01 <= world && world <= max[axis] + 0.01);
        })
      );
      assert(report.bounds.max[1] - report.bounds.min[1] < 60, "the box is a cube");
    }
    // What is no tile of points has no counts.
    const out = `${folder.path}/tiles0`;
    Deno.writeTextFileSync(`${out}/tiles/r.glb`, "glTF, but not much of it");
    const { code, results } = await runMain(["info", out, "--json"]);
    assertEquals([code, JSON.parse(results[0] ?? "").points], [0, undefined]);
  },
);

Deno.test("lod refuses options of tiles for other formats", async () => {
  for (const option of ["--local", "--page"]) {
    const { code, notes } = await runMain(["lod", "a", "-o", "b", "--format", "dvlod", option]);
    assertEquals(code, 2);
    assertStringIncludes(notes, `Option "${option}" goes with --format tiles only`);
  }
});

Deno.test("visitTiles() finds every tile", () => {
  const leaf = { content: { uri: "b" } };
  const names: string[] = [];
  visitTiles({ content: { uri: "a" }, children: [leaf, leaf] } as unknown as Tile, (tile) => {
    names.push(tile.content.uri);
  });
  assertEquals(names, ["a", "b", "b"]);
});
