import { assert, assertAlmostEquals, assertEquals, assertStringIncludes } from "@std/assert";
import { encodePng, readDvlod, readPointCloud } from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { readGlb } from "../../io/_meshes.ts";
import { runMain } from "../_recorder.ts";
import { startView, writeFloors } from "../_viewing.ts";

const SMALL = ["--points-per-leaf", "500", "--grid-size", "16", "--device", "cpu"];

async function reportOf(input: string): Promise<Readonly<Record<string, unknown>>> {
  const { code, results, notes } = await runMain(["info", input, "--json"]);
  assertEquals([code, notes], [0, ""]);
  return JSON.parse(results[0] ?? "");
}

Deno.test("info says what is in points by level of detail, and view shows one file as tiles", async () => {
  using folder = outFolder();
  const points = `${folder.path}/floors.las`;
  await writeFloors(points);
  for (const format of ["dvlod", "tiles", "potree"]) {
    const args = ["lod", points, "--out", `${folder.path}/${format}`, "--format", format, ...SMALL];
    assertEquals((await runMain(args)).code, 0);
  }
  const file = `${folder.path}/dvlod/cloud.dvlod`;
  const tree = readDvlod(await Deno.readFile(file));
  const inner = tree.nodes.filter(({ kind }) => kind === "inner");
  assert(tree.about.attributes.some(({ name }) => name === "classification"));
  const { edge, min: [x, y, z] } = tree.about;
  const expected = {
    format: "dvlod",
    points: 2041,
    voxels: inner.reduce((sum, { count }) => sum + count, 0),
    nodes: tree.nodes.length,
    levels: 3,
    bounds: { min: [x, y, z], max: [x + edge, y + edge, z + edge] },
    attributes: ["rgb", ...tree.about.attributes.map(({ name }) => name)],
    fileBytes: (await Deno.stat(file)).size,
  };
  for (const input of [file, `${folder.path}/dvlod`]) {
    assertEquals(await reportOf(input), { input, ...expected });
  }
  const tiles = await reportOf(`${folder.path}/tiles`);
  assertEquals([tiles.format, tiles.levels, tiles.points], ["tiles", 3, 2041]);
  assertEquals(await reportOf(`${folder.path}/tiles/tileset.json`), {
    ...tiles,
    input: `${folder.path}/tiles/tileset.json`,
  });
  const { min, max } = tiles.bounds as { min: number[]; max: number[] };
  for (const [axis, least] of [x, y, z].entries()) {
    assertAlmostEquals(min[axis] ?? NaN, least, 1e-6);
    assert((max[axis] ?? NaN) <= least + edge + 1e-6, `${max}`);
  }
  assert((max[0] ?? 0) >= 39, `${max}`);
  const potree = await reportOf(`${folder.path}/potree`);
  assertEquals([potree.format, potree.points], ["potree", 2041]);
  // Where the points end, not the cube around them.
  const { bounds } = await readPointCloud(await Deno.readFile(points));
  assertEquals(potree.bounds, bounds);
  const { results } = await runMain(["info", file]);
  assertStringIncludes(results.join("\n"), "3 levels, dvlod");

  // Tiles that are made as the page asks for them hold what the file holds.
  await using viewing = await startView(`${folder.path}/dvlod`);
  assertEquals([viewing.report.points, viewing.report.tiles], [2041, tree.nodes.length]);
  const { root } = await (await fetch(`${viewing.address}data/tileset.json`)).json();
  let leaves = 0;
  const visit = async (tile: { children?: []; content: { uri: string } }): Promise<void> => {
    const glb = readGlb(await (await fetch(`${viewing.address}data/${tile.content.uri}`)).bytes());
    if ((tile.children ?? []).length === 0) leaves += glb.read(0).length / 3;
    for (const child of tile.children ?? []) await visit(child);
  };
  await visit(root);
  assertEquals(leaves, 2041);
});

Deno.test("info takes tiles whose parts are of other kinds as tiles without them", async () => {
  using folder = outFolder();
  const file = `${folder.path}/tileset.json`;
  const box = [1, 2, 3, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const told = async (root: unknown): Promise<unknown> => {
    await Deno.writeTextFile(file, JSON.stringify({ root }));
    return (await reportOf(file)).bounds;
  };
  const bounds = { min: [0, 1, 2], max: [2, 3, 4] };
  assertEquals(await told({ boundingVolume: { box } }), bounds);
  const odd = [null, "x".repeat(16), {}, 16, Array(16).fill(null)];
  for (const transform of odd) {
    assertEquals(await told({ boundingVolume: { box }, transform }), undefined);
  }
  for (const box of [null, "x".repeat(12), { length: 12 }]) {
    assertEquals(await told({ boundingVolume: { box } }), undefined);
  }
  await Deno.writeTextFile(file, JSON.stringify({ root: null }));
  const { code, notes } = await runMain(["info", file]);
  assertEquals(code, 1);
  assertStringIncludes(notes, "its tileset.json has no root");
});

Deno.test("info says what is in depth images", async () => {
  using folder = outFolder();
  const npy = (numbers: readonly number[]): Uint8Array => {
    const head = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 2), }".padEnd(117) + "\n";
    return new Uint8Array([
      ...[0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, 118, 0],
      ...new TextEncoder().encode(head),
      ...new Uint8Array(Float32Array.from(numbers).buffer),
    ]);
  };
  await Deno.writeFile(`${folder.path}/0.npy`, npy([0, 2, 4, NaN]));
  await Deno.writeFile(`${folder.path}/1.npy`, npy([1, 2, 8, 3]));
  const one = { images: 1, pixels: 4, size: [2, 2], measured: 2, range: [2, 4] };
  const input = `${folder.path}/0.npy`;
  assertEquals(await reportOf(input), { input, format: "depth image", ...one });
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const images = [0, 1].map((n) => ({ file: `${n}.npy`, pose }));
  const list = { depthScale: 0.5, intrinsics: [1, 0, 1, 0, 1, 1, 0, 0, 1], images };
  await Deno.writeTextFile(`${folder.path}/cameras.json`, JSON.stringify(list));
  for (const input of [folder.path, `${folder.path}/cameras.json`]) {
    const all = { images: 2, pixels: 8, size: [2, 2], measured: 6, range: [0.5, 4] };
    assertEquals(await reportOf(input), { input, format: "depth images", ...all });
  }
  const table = (await runMain(["info", folder.path])).results.join("\n");
  assertStringIncludes(table, "75.00% of the pixels");
});

Deno.test("info and convert say what they cannot read", async () => {
  using folder = outFolder();
  const path = (name: string): string => `${folder.path}/${name}`;
  for (const name of ["empty", "torn", "old", "bare"]) Deno.mkdirSync(path(name));
  Deno.writeTextFileSync(path("torn/metadata.json"), "{");
  Deno.writeTextFileSync(path("old/metadata.json"), "{}");
  Deno.writeTextFileSync(path("bare/tileset.json"), "[]");
  Deno.writeFileSync(path("cut.dvlod"), Uint8Array.of(100, 118, 108, 111, 100, 13, 10, 1));
  const pixels = new Uint8Array(3);
  Deno.writeFileSync(
    path("color.png"),
    await encodePng(pixels, { width: 1, height: 1, channels: 3 }),
  );
  for (
    const [args, status, message] of [
      [["info", path("absent")], 1, "absent"],
      [["info", path("empty")], 1, "it has no tileset.json, cloud.dvlod, metadata.json"],
      [["info", path("torn")], 1, "it is not JSON"],
      [["info", path("old")], 1, "those of Potree 2 expected"],
      [["info", path("bare")], 1, "its tileset.json has no root"],
      [["info", path("cut.dvlod")], 1, 'cut.dvlod" as dvlod'],
      [["info", path("color.png")], 1, "gray pixels of 8 or 16 bits"],
      [["convert", path("cut.dvlod"), path("a.ply")], 2, "level of detail are no file to convert"],
      [["convert", path("color.png"), path("a.ply")], 2, '"denovdb mesh" makes surfaces'],
    ] as const
  ) {
    const { code, results, notes } = await runMain(args);
    assertEquals([code, results], [status, []], args.join(" "));
    assertStringIncludes(notes, message);
  }
});

Deno.test("info says where the box of a turned tileset is in the world", async () => {
  using folder = outFolder();
  const box = [10, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 5];
  // A quarter turn about z, twice as large, at (100, 200, 300).
  const transform = [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 100, 200, 300, 1];
  const root = { boundingVolume: { box }, geometricError: 1, transform };
  const list = `${folder.path}/tileset.json`;
  const write = (content: unknown): Promise<void> =>
    Deno.writeTextFile(list, JSON.stringify({ asset: { version: "1.1" }, root: content }));
  await write(root);
  assertEquals((await reportOf(list)).bounds, { min: [94, 216, 290], max: [106, 224, 310] });
  await write({ ...root, transform: undefined });
  assertEquals((await reportOf(list)).bounds, { min: [8, -3, -5], max: [12, 3, 5] });
  await write({ ...root, transform: [1, 2] });
  assertEquals((await reportOf(list)).bounds, undefined);
});

Deno.test("info refuses lists of tiles that are none, and takes trees of any depth", async () => {
  using folder = outFolder();
  const file = `${folder.path}/tileset.json`;
  const say = async (text: string): Promise<string> => {
    await Deno.writeTextFile(file, text);
    const { code, notes } = await runMain(["info", file]);
    assertEquals(code, 1);
    return notes;
  };
  for (const children of [null, 7, "ab", { length: 1 }]) {
    const message = `children of a tile are ${JSON.stringify(children)}, a list expected`;
    const tile = { children: [{}, { children }] };
    assertStringIncludes(await say(JSON.stringify({ root: tile })), message);
    assertStringIncludes(await say(JSON.stringify({ root: { children } })), message);
  }
  for (const child of [null, 7, "ab", []]) {
    const message = `a tile is ${JSON.stringify(child)}; "denovdb lod" makes such folders`;
    assertStringIncludes(await say(JSON.stringify({ root: { children: [child] } })), message);
  }
  for (const text of ["null", "3", "[]", '{"root":[]}', '{"root":"a"}']) {
    assertStringIncludes(await say(text), "its tileset.json has no root");
  }
  const depth = 100_000;
  const deep = `{"root":${'{"children":['.repeat(depth)}{}${"]}".repeat(depth)}}`;
  await Deno.writeTextFile(file, deep);
  const { nodes, levels } = await reportOf(file);
  assertEquals([nodes, levels], [depth + 1, depth + 1]);
});

Deno.test("info refuses lists of Potree whose parts are of other kinds", async () => {
  using folder = outFolder();
  const file = `${folder.path}/metadata.json`;
  await Deno.writeFile(`${folder.path}/hierarchy.bin`, new Uint8Array(44));
  const good = { points: 5, hierarchy: { depth: 1 }, attributes: [{ name: "rgb" }] };
  const write = (changes: object): Promise<void> =>
    Deno.writeTextFile(file, JSON.stringify({ ...good, ...changes }));
  for (const boundingBox of [undefined, null, 5, [], { min: 5, max: [1] }, { min: null }]) {
    await write({ boundingBox });
    const { nodes, levels, attributes, bounds } = await reportOf(file);
    assertEquals([nodes, levels, attributes, bounds], [2, 2, ["rgb"], undefined]);
  }
  const count = "it has no points and no hierarchy";
  const names = "a list of those with names expected";
  for (
    const [changes, message] of [
      [{ points: -1 }, count],
      [{ points: "5" }, count],
      [{ hierarchy: null }, count],
      [{ hierarchy: { depth: 0.5 } }, count],
      [{ attributes: null }, `its attributes are null, ${names}`],
      [{ attributes: [null] }, names],
      [{ attributes: [{ name: { toString: 1 } }] }, names],
    ] as const
  ) {
    await write(changes);
    const { code, notes } = await runMain(["info", file]);
    assertEquals(code, 1);
    assertStringIncludes(notes, message);
  }
  for (const text of ["null", "[]", "3"]) {
    await Deno.writeTextFile(file, text);
    assertStringIncludes((await runMain(["info", file])).notes, count);
  }
});
