import { assert, assertEquals } from "@std/assert";
import { contexts } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { lasBytes, type LasPoint } from "../../io/las/_bytes.ts";
import { placesIn, type Tile, visitTiles } from "../lod/files/_tiles.ts";
import { runMain } from "../_recorder.ts";
import { startView } from "../_viewing.ts";

const POINTS = Array.from({ length: 900 }, (_, n): LasPoint => ({
  at: [n * 37 % 1000 - 300, n * 91 % 1000, n * 37 % 1000 >> 3],
  intensity: n,
  classByte: n % 7,
  rgb: [n % 256, n % 255, 255],
}));

for (const { device } of contexts) {
  for (const encoding of ["default", "brotli"]) {
    Deno.test(`view shows all points of a Potree folder: ${encoding} [${device}]`, async () => {
      using folder = outFolder();
      const [scan, out] = [`${folder.path}/scan.las`, `${folder.path}/potree`];
      const file = {
        format: 3,
        points: POINTS,
        scale: [0.5, 0.5, 0.5],
        offset: [9, 8, 7],
      } as const;
      Deno.writeFileSync(scan, lasBytes(file));
      const small = ["--points-per-leaf", "50", "--grid-size", "8", "--device", device];
      const how = ["--format", "potree", "--encoding", encoding, ...small];
      assertEquals((await runMain(["lod", scan, "-o", out, ...how])).code, 0);
      await using viewing = await startView(out);
      assertEquals([viewing.report.kind, viewing.report.points], ["tiles", 900]);
      const get = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
        await (await fetch(new URL(path, viewing.address))).bytes();
      const { root } = JSON.parse(new TextDecoder().decode(await get("data/tileset.json")));
      assertEquals(root.refine, "ADD");
      const tiles: { readonly tile: Tile; readonly at: readonly number[] }[] = [];
      const place = (tile: Tile, above: readonly number[]): void => {
        const at = above.map((value, axis) => value + (tile.transform[12 + axis] ?? NaN));
        tiles.push({ tile, at });
        for (const child of tile.children ?? []) place(child, at);
      };
      place(root, [0, 0, 0]);
      let count = 0;
      visitTiles(root, () => count++);
      assertEquals(tiles.length, count);
      const seen: string[] = [];
      for (const { tile, at } of tiles) {
        if (tile.content === undefined) continue;
        const bytes = await get(`data/${tile.content.uri}`);
        const [, half = NaN] = [0, tile.boundingVolume.box[3]];
        for (const own of placesIn(bytes)) {
          assert(
            own.every((value) => value >= 0 && value <= 2 * half),
            "a point is not in its node",
          );
          seen.push(own.map((value, axis) => value + (at[axis] ?? NaN)).join());
        }
        const text = new TextDecoder().decode(bytes);
        assert(text.includes("_INTENSITY") && text.includes("_CLASSIFICATION"));
      }
      const wanted = POINTS.map(({ at: [x, y, z] }) => [x / 2 + 9, y / 2 + 8, z / 2 + 7].join());
      assertEquals(seen.sort(), wanted.sort());
    });
  }
}

Deno.test("view says what is wrong with a Potree folder", async () => {
  using folder = outFolder();
  const out = folder.path;
  const about = {
    boundingBox: { min: [0, 0, 0], max: [8, 8, 8] },
    scale: [1, 1, 1],
    offset: [0, 0, 0],
    spacing: 1,
    hierarchy: { firstChunkSize: 22 },
    encoding: "DEFAULT",
    attributes: [{ name: "position", type: "int32", size: 12 }],
  };
  const told = async (): Promise<string> => {
    const { code, notes } = await runMain(["view", out]);
    assertEquals(code, 1);
    return notes;
  };
  const metadata = (json: unknown): void =>
    Deno.writeTextFileSync(`${out}/metadata.json`, JSON.stringify(json));
  metadata({ ...about, attributes: [7] });
  assert((await told()).includes("an attribute is 7"));
  metadata(about);
  Deno.writeFileSync(`${out}/hierarchy.bin`, new Uint8Array(21));
  assert((await told()).includes("node r is not in the hierarchy"));
  // A chunk that leads to itself.
  const loop = new Uint8Array(22);
  loop[0] = 2;
  new DataView(loop.buffer).setBigUint64(14, 22n, true);
  Deno.writeFileSync(`${out}/hierarchy.bin`, loop);
  assert((await told()).includes("node r is not in the hierarchy"));
  // Points that are promised, but not there: the tile alone fails.
  const one = new Uint8Array(22);
  const view = new DataView(one.buffer);
  view.setUint8(0, 1);
  view.setUint32(2, 5, true);
  view.setBigUint64(14, 60n, true);
  Deno.writeFileSync(`${out}/hierarchy.bin`, one);
  Deno.writeFileSync(`${out}/octree.bin`, new Uint8Array(10));
  await using viewing = await startView(out);
  const answer = await fetch(new URL("data/tiles/r.glb", viewing.address));
  assertEquals([answer.status, await answer.text()], [
    500,
    "Cannot read Potree: node r has 10 bytes, too few for its points\n",
  ]);
});
