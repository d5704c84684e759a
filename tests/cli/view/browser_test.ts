import { assert, assertEquals } from "@std/assert";
import { encodeNvdb } from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { BrowserPage, CHROMIUM, type Shot } from "./_browser.ts";
import { runMain } from "../_recorder.ts";
import { startView, writeFloors } from "../_viewing.ts";

type Color = readonly [red: number, green: number, blue: number];

const BACKGROUND: Color = [17, 22, 29];
const [RED, GREEN]: readonly Color[] = [[200, 30, 40], [40, 180, 60]];
/** Colors of the ground and of buildings. */
const [GROUND, BUILDING]: readonly Color[] = [[166, 124, 82], [222, 94, 72]];
/** Ends of the ramp of heights. */
const [LOW, HIGH]: readonly Color[] = [[54, 73, 168], [250, 236, 222]];

/** How many pixels right of the panel have nearly a color. */
function countPixels({ width, height, channels, data }: Shot, color: Color = BACKGROUND): number {
  let count = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 300; x < width; x++) {
      const at = (y * width + x) * channels;
      if (color.every((value, c) => Math.abs((data[at + c] ?? 0) - value) <= 3)) count++;
    }
  }
  return count;
}

/** What the page draws once it has everything. */
async function settle(page: BrowserPage): Promise<Readonly<Record<string, unknown>>> {
  return await page.evaluate('import("/main.js").then(() => denovdbSettled())');
}

Deno.test({
  name: `view shows tiles, voxels and meshes in a browser${
    CHROMIUM === undefined ? ": skipped: no /usr/bin/chromium that may be started" : ""
  }`,
  ignore: CHROMIUM === undefined,
  async fn(): Promise<void> {
    using folder = outFolder();
    const [points, tiles] = [`${folder.path}/floors.las`, `${folder.path}/tiles`];
    await writeFloors(points);
    const small = ["--points-per-leaf", "500", "--grid-size", "16", "--device", "cpu"];
    assertEquals((await runMain(["lod", points, "--out", tiles, ...small])).code, 0);
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), 60_000);
    try {
      const { signal } = limit;
      const size = { width: 900, height: 500 };
      await using page = await BrowserPage.open({ ...size, folder: `${folder.path}/b`, signal });
      await showTiles(page, tiles);
      await showBlack(page, folder.path);
      await showWhole(page, points);
      assertEquals(page.complaints, []);
    } finally {
      clearTimeout(timer);
    }
  },
});

async function showTiles(page: BrowserPage, tiles: string): Promise<void> {
  await using viewing = await startView(tiles);
  await page.visit(viewing.address);
  const { points, mode } = await settle(page);
  assertEquals(mode, "rgb");
  assert(Number(points) > 100, `${points} points`);
  const own = await page.shoot();
  const area = 600 * 500;
  assert(area - countPixels(own) > 2000, "nothing is drawn");
  assert(countPixels(own, RED) > 500 && countPixels(own, GREEN) > 100, "colors are missing");
  assertEquals(countPixels(own, LOW), 0);

  await page.evaluate('document.getElementById("color").focus()');
  await page.press("ArrowDown", 40);
  assertEquals((await settle(page)).mode, "elevation");
  const heights = await page.shoot();
  assert(countPixels(heights, LOW) > 500 && countPixels(heights, HIGH) > 100, "no heights");
  assertEquals([countPixels(heights, RED), countPixels(heights, GREEN)], [0, 0]);

  await page.press("ArrowDown", 40);
  assertEquals((await settle(page)).mode, "intensity");
  const strengths = await page.shoot();
  assert(countPixels(strengths, LOW) > 500 && countPixels(strengths, HIGH) > 100, "no strengths");
  await page.press("ArrowDown", 40);
  assertEquals((await settle(page)).mode, "classification");
  const classes = await page.shoot();
  assert(countPixels(classes, GROUND) > 500 && countPixels(classes, BUILDING) > 100, "no classes");
  const legend = await page.evaluate('document.getElementById("legend").innerText');
  assertEquals(String(legend).split("\n"), ["2 ground", "6 building"]);

  await page.drag([600, 300], [640, 300], [700, 340]);
  await settle(page);
  const turned = await page.shoot();
  assert(countPixels(turned, BUILDING) > 0, "the model is gone");
  assert(!sameBytes(turned.png, classes.png), "the model did not turn");

  // The same view shows more points when less error is allowed.
  await page.evaluate(`for (const [id, value] of [["error", 16], ["error", 0.5]]) {
    const input = document.getElementById(id);
    input.value = value;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }`);
  assertEquals((await settle(page)).points, 2041);
}

/** Tiles and points whose colors are all 0: there is nothing "as in the file", and nothing is drawn black. */
async function showBlack(page: BrowserPage, folder: string): Promise<void> {
  const [points, tiles, file] = [`${folder}/black.las`, `${folder}/black`, `${folder}/black1`];
  await writeFloors(points, { isBlack: true });
  const build = ["lod", points, "--device", "cpu", "--out"];
  assertEquals((await runMain([...build, tiles])).code, 0);
  assertEquals((await runMain([...build, file, "--format", "dvlod"])).code, 0);
  for (const input of [tiles, file, points]) {
    await using viewing = await startView(input);
    await page.visit(viewing.address);
    assertEquals((await settle(page)).mode === "rgb", false, input);
    const options = await page.evaluate('document.getElementById("color").innerText');
    assertEquals(String(options).includes("as in the file"), false, input);
    const shot = await page.shoot();
    assert(600 * 500 - countPixels(shot) > 2000, "nothing is drawn");
    assertEquals(countPixels(shot, [0, 0, 0]), 0, input);
  }
}

async function showWhole(page: BrowserPage, points: string): Promise<void> {
  {
    await using voxels = await startView(points, "--voxel-size", "2", "--device", "cpu");
    await page.visit(voxels.address);
    const { triangles } = await settle(page);
    assertEquals(triangles, 6 * Number(voxels.report["at the surface"]));
    assert(600 * 500 - countPixels(await page.shoot()) > 5000, "no voxels are drawn");
  }
  await showGrid(page, points.replace(/las$/, "nvdb"));
  const mesh = points.replace(/las$/, "obj");
  await Deno.writeTextFile(mesh, "v 0 0 0\nv 9 0 0\nv 0 9 0\nv 0 0 9\nf 1 2 3\nf 1 2 4\n");
  await using meshes = await startView(mesh);
  await page.visit(meshes.address);
  assertEquals((await settle(page)).triangles, 2);
  assert(600 * 500 - countPixels(await page.shoot()) > 5000, "no triangles are drawn");
}

/** Two bricks of cold and hot voxels, the hot ones on top: along the x of a grid that is turned. */
async function showGrid(page: BrowserPage, file: string): Promise<void> {
  const ijk = Int32Array.from({ length: 3 * 128 }, (_, at) => {
    const n = Math.floor(at / 3);
    return at % 3 === 0 ? n >> 4 : at % 3 === 1 ? n >> 2 & 3 : n & 3;
  });
  const matrix = [0, 0, 1, 0, 1, 0, 1, 0, 0];
  const heat = Float32Array.from({ length: 128 }, (_, n) => n < 64 ? -1 : 1);
  const columns = [{ name: "heat", values: heat }];
  await Deno.writeFile(file, encodeNvdb([{ type: "onIndex", ijk, columns, matrix }]));
  await using grid = await startView(file, "--device", "cpu");
  await page.visit(grid.address);
  assertEquals((await settle(page)).mode, "column:0");
  const { width, height, channels, data } = await page.shoot();
  // Colors are shaded: cold is blue, hot is nearly white.
  const rows: { readonly [kind: string]: number[] } = { cold: [], hot: [] };
  for (let y = 0; y < height; y++) {
    for (let x = 300; x < width; x++) {
      const [red = 0, , blue = 0] = Array.from(
        { length: 3 },
        (_, c) => data[(y * width + x) * channels + c],
      );
      if (blue > 2 * red && blue > 60) rows.cold?.push(y);
      if (red > blue && red > 60) rows.hot?.push(y);
    }
  }
  const mean = (list: readonly number[] = []): number =>
    list.reduce((sum, one) => sum + one, 0) / list.length;
  assert((rows.cold?.length ?? 0) > 2000 && (rows.hot?.length ?? 0) > 2000, "no two colors");
  assert(mean(rows.hot) < mean(rows.cold) - 20, "x of the grid does not point up");
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}
