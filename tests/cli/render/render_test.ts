import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { decode } from "fast-png";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";

/** Writes a KITTI scan of points without reflectance. */
function writeScan(path: string, points: readonly (readonly [number, number, number])[]): void {
  const values = new Float32Array(points.flatMap((point) => [...point, 0]));
  Deno.writeFileSync(path, new Uint8Array(values.buffer));
}

/** A ground of 40 x 40 voxels, a pillar in its middle, and a point that is none. */
const SCENE: readonly (readonly [number, number, number])[] = [
  ...Array.from({ length: 1600 }, (_, n): [number, number, number] => [n % 40, n / 40 | 0, 0]),
  ...Array.from({ length: 12 }, (_, n): [number, number, number] => [20, 20, n + 1]),
  [NaN, 0, 0],
];

const VIEW = ["--voxel-size", "1", "--width", "160", "--height", "120"] as const;

eachBackend("render draws a picture and reports its numbers as JSON", async ({ device }) => {
  using folder = outFolder();
  const [scan, picture] = [`${folder.path}/scene.bin`, `${folder.path}/scene.png`];
  writeScan(scan, SCENE);
  const options = [...VIEW, "--out", picture, "--device", device, "--sky-rays", "1", "--json"];
  const { code, results, notes } = await runMain(["render", scan, ...options], true);
  assertEquals([code, notes, results.length], [0, "", 1]);
  const report = JSON.parse(results[0] ?? "");
  assertEquals(report.points, 1612);
  assertEquals(report.droppedPoints, 1);
  assertEquals(report.voxels, 1612);
  assertEquals(report.colors, "height");
  assertEquals(report.device, device);
  assertEquals(report.localOrigin, [19.5, 19.5, 6]);
  assertEquals(report.bytesPerVoxel, report.gridBytes / 1612);
  assert(report.rays > 160 * 120 * 4);
  const image = decode(await Deno.readFile(picture));
  assertEquals([image.width, image.height, image.channels, image.depth], [160, 120, 3, 8]);
  const colors = new Set<string>();
  for (let at = 0; at < image.data.length; at += 3) {
    colors.add(image.data.subarray(at, at + 3).join());
  }
  assert(colors.size > 50, `the picture has ${colors.size} colors only`);
});

eachBackend("render prints a table and wipes its progress bar off", async ({ device }) => {
  using folder = outFolder();
  const [scan, picture] = [`${folder.path}/scene.bin`, `${folder.path}/scene.png`];
  writeScan(scan, SCENE);
  const args = ["render", scan, ...VIEW, "--out", picture, "--device", device, "--samples", "1"];
  const { code, results, notes } = await runMain(args, true);
  assertEquals(code, 0);
  const text = results.join("\n");
  for (const name of ["points", "voxels", "leaves", "bytes/voxel", "rays/s", device, picture]) {
    assertStringIncludes(text, name);
  }
  assertStringIncludes(text, "1 more are not finite and left out");
  assertStringIncludes(notes, "100%");
  assert(/\r +\r$/.test(notes), "the bar stays on the terminal");
  assertEquals((await runMain(args, false)).notes, "");
});

eachBackend("render gives the same picture every time", async ({ device }) => {
  using folder = outFolder();
  const scan = `${folder.path}/scene.bin`;
  writeScan(scan, SCENE);
  const pictures: string[] = [];
  for (const name of ["a", "b"]) {
    const picture = `${folder.path}/${name}.png`;
    await runMain(["render", scan, ...VIEW, "--out", picture, "--device", device]);
    pictures.push((await Deno.readFile(picture)).toHex());
  }
  assertEquals(pictures[0] === pictures[1], true);
});

eachBackend("render draws one point", async ({ device }) => {
  using folder = outFolder();
  const [scan, picture] = [`${folder.path}/one.bin`, `${folder.path}/one.png`];
  writeScan(scan, [[1e6, -1e6, 3]]);
  const args = ["render", scan, ...VIEW, "--out", picture, "--device", device, "--json"];
  const { code, results, notes } = await runMain(args);
  assertEquals([code, notes], [0, ""]);
  assertEquals(JSON.parse(results[0] ?? "").voxels, 1);
});
