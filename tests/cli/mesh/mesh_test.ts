import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { encodePly, readObj, readPly } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { flatFaces, flatVertices, makeBall } from "../../grid/_triangles.ts";
import { readGlb } from "../../io/_meshes.ts";
import { borderOf, volumeOf } from "../../mesh/_oracle.ts";
import { boxViews } from "../../sdf/_scenes.ts";
import { runMain } from "../_recorder.ts";

const RADIUS = 3;

async function writeBall(folder: string): Promise<string> {
  const path = `${folder}/ball.ply`;
  const ball = makeBall([0, 0, 0], RADIUS, 3);
  const faces = flatFaces(ball);
  await Deno.writeFile(path, encodePly({ positions: flatVertices(ball), faces }));
  return path;
}

eachBackend("mesh draws a closed mesh anew, at any distance", async ({ device }) => {
  using folder = outFolder();
  const file = await writeBall(folder.path);
  for (const offset of [0, 0.8, -1.5]) {
    const out = `${folder.path}/drawn.ply`;
    const args = ["mesh", file, "--voxel-size", "0.5", "--out", out, "--force", "--device", device];
    const { code, results, notes } = await runMain([...args, "--json", `--offset=${offset}`]);
    assertEquals([code, notes], [0, ""]);
    const report = JSON.parse(results[0] ?? "");
    const { positions, faces = [], count } = readPly(await Deno.readFile(out));
    assertEquals([report.drawnVertices, report.drawnTriangles], [count, faces.length / 3]);
    assertEquals(borderOf(Array.from(faces)), []);
    assertEquals(count - faces.length / 6, 2); // Euler: a sphere
    for (let at = 0; at < positions.length; at += 3) {
      const radius = Math.hypot(...positions.subarray(at, at + 3));
      assert(Math.abs(radius - RADIUS - offset) < 0.15, `${radius} at ${offset}`);
    }
  }
});

eachBackend("mesh writes OBJ and GLB, and prints a table", async ({ device }) => {
  using folder = outFolder();
  const file = await writeBall(folder.path);
  const counts: number[] = [];
  for (const ending of ["obj", "glb"]) {
    const out = `${folder.path}/drawn.${ending}`;
    const args = ["mesh", file, "--voxel-size", "1", "--out", out, "--force", "--device", device];
    const { code, results } = await runMain(args);
    assertEquals(code, 0);
    assertStringIncludes(results[0] ?? "", "vertices");
    const bytes = await Deno.readFile(out);
    counts.push(ending === "obj" ? readObj(bytes).count : readGlb(bytes).read(0).length / 3);
  }
  assertEquals(counts[0], counts[1]);
  assert((counts[0] ?? 0) > 100);
});

Deno.test("mesh explains itself, and what it cannot do", async () => {
  using folder = outFolder();
  const open = `${folder.path}/open.obj`;
  await Deno.writeTextFile(open, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const { code, results } = await runMain(["mesh", "--help"]);
  assertEquals(code, 0);
  assertStringIncludes(results.join("\n"), "--offset D");
  const start = ["mesh", open, "--voxel-size", "1"];
  for (
    const [args, status, message] of [
      [["mesh"], 2, "No input file is given"],
      [start, 2, 'Option "--out" is missing'],
      [[...start, "--out", "a.stl"], 2, 'takes a .ply, .obj or .glb file, not "a.stl"'],
      [
        [...start, "--out", `${folder.path}/a.ply`],
        1,
        `Cannot tell inside from outside of "${open}": 3 edges do not join two triangles`,
      ],
    ] as const
  ) {
    const run = await runMain(args);
    assertEquals(run.code, status, args.join(" "));
    assertStringIncludes(run.notes, message);
  }
});

/** Samples of the distance from a ball around the middle of a cube, negative inside, x fastest, as a raw file. */
async function writeVolume(folder: string, sign: number): Promise<string> {
  const side = 24;
  const values = Float32Array.from({ length: side ** 3 }, (_, at) => {
    const place = [at % side, Math.floor(at / side) % side, Math.floor(at / side ** 2)];
    return sign * (Math.hypot(...place.map((one, axis) => one - 11 - axis / 4)) - 7);
  });
  const path = `${folder}/ball_24x24x24_float32.raw`;
  await Deno.writeFile(path, new Uint8Array(values.buffer));
  return path;
}

eachBackend("mesh draws a level of a volume, from below and from above", async ({ device }) => {
  using folder = outFolder();
  const out = `${folder.path}/drawn.ply`;
  for (const [sign, inside] of [[1, "below"], [-1, "above"]] as const) {
    const file = await writeVolume(folder.path, sign);
    const args = ["mesh", file, "--out", out, "--force", "--device", device, "--inside", inside];
    const { code, results, notes } = await runMain([...args, "--json", `--iso=${2 * sign}`]);
    assertEquals([code, notes], [0, ""]);
    const report = JSON.parse(results[0] ?? "");
    assertEquals([report.samples, report.voxelSize, report.inside], [24 ** 3, 1, inside]);
    const { positions, faces = [] } = readPly(await Deno.readFile(out));
    assertEquals(borderOf(Array.from(faces)), []);
    assert(positions.length > 1000);
    for (let at = 0; at < positions.length; at += 3) {
      const [x = 0, y = 0, z = 0] = positions.subarray(at, at + 3);
      assert(Math.abs(Math.hypot(x - 11, y - 11.25, z - 11.5) - 9) < 0.05);
    }
    assert(Math.abs(volumeOf(positions, faces) / (4 / 3 * Math.PI * 9 ** 3) - 1) < 0.02);
  }
});

eachBackend("mesh refuses levels that no surface has, and says why", async ({ device }) => {
  using folder = outFolder();
  const ball = await writeBall(folder.path);
  const upright = await writeVolume(folder.path, 1);
  const wall = `${folder.path}/wall_4x4x4_float32.raw`;
  const walls = Float32Array.from({ length: 64 }, (_, at) => at % 4 === 0 ? 3 : NaN);
  await Deno.writeFile(wall, new Uint8Array(walls.buffer));
  const flat = `${folder.path}/flat_4x4x4_float32.raw`;
  await Deno.writeFile(flat, new Uint8Array(new Float32Array(64).buffer));
  const steps = `${folder.path}/steps_2x2x2_uint8.raw`;
  await Deno.writeFile(steps, Uint8Array.of(0, 0, 0, 0, 9, 9, 9, 9));
  const gaps = `${folder.path}/gaps_2x2x2_float32.raw`;
  await Deno.writeFile(gaps, new Uint8Array(Float32Array.of(0, 9, NaN, 0, 9, 9, 9, 9).buffer));
  const none = `${folder.path}/none_4x4x4_float32.raw`;
  await Deno.writeFile(none, new Uint8Array(new Float32Array(64).fill(NaN).buffer));
  // The corner 23, 23, 23 is furthest from the middle 11, 11.25, 11.5; the voxel 11, 11, 11 or 12 is nearest.
  const low = Math.fround(Math.hypot(0.25, 0.5) - 7);
  const high = Math.fround(Math.hypot(12, 11.75, 11.5) - 7);
  for (
    const [args, message] of [
      [[upright, "--iso=50"], `the level 50 is outside of the values, ${low} to ${high}`],
      [
        [upright, "--iso=-8", "--inside=above"],
        `the level -8 is outside of the values, ${low} to ${high}`,
      ],
      [[ball, "--voxel-size=1", "--offset=-9"], "the level -9 is outside of the values, -2.95"],
      [[flat], "no value is below the level 0, they are 0 to 0"],
      [[steps], "no value is below the level 0, they are 0 to 9; --iso picks another"],
      [
        [steps, "--inside=above", "--iso=9"],
        "no value is above the level 9, they are 0 to 9; --iso",
      ],
      [[steps, "--iso=10"], "the level 10 is outside of the values, 0 to 9; --iso picks another"],
      [[gaps, "--iso=1"], "no cube of eight voxels has values on both sides of the level 1"],
      [[wall, "--iso=1"], "the level 1 is outside of the values, 3 to 3"],
      [[none], "there is no value"],
    ] as const
  ) {
    const out = `${folder.path}/drawn.ply`;
    const run = await runMain(["mesh", ...args, "--out", out, "--force", "--device", device]);
    assertEquals([run.code, run.results], [1, []], run.notes);
    assertStringIncludes(run.notes, `Cannot draw "${args[0]}": ${message}`);
    assertEquals(await Deno.stat(out).then(() => true, () => false), false);
  }
});

/** Writes views of a wall at depth 2, one of them with a hole. */
async function writeImages(folder: string, list: object = {}): Promise<void> {
  const [width, height] = [20, 16];
  const images = ["a.raw", "b.npy"].map((file) => ({
    file,
    pose: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  }));
  const intrinsics = [20, 0, 9.5, 0, 20, 7.5, 0, 0, 1];
  const all = { depthScale: 0.001, width, height, intrinsics, images, ...list };
  await Deno.writeTextFile(`${folder}/cameras.json`, JSON.stringify(all));
  const numbers = new Uint16Array(width * height).fill(2000).fill(0, 0, 40).fill(65535, 40, 43);
  const data = new Uint8Array(numbers.buffer);
  await Deno.writeFile(`${folder}/a.raw`, data);
  const header = `{'descr': '<u2', 'fortran_order': False, 'shape': (16, 20), }`;
  const mark = [0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, header.length, 0];
  const text = new TextEncoder().encode(header);
  await Deno.writeFile(`${folder}/b.npy`, Uint8Array.of(...mark, ...text, ...data));
}

eachBackend("mesh draws what depth images show", async ({ device }) => {
  using folder = outFolder();
  await writeImages(folder.path);
  const out = `${folder.path}/drawn.ply`;
  const args = [
    "mesh",
    folder.path,
    "--voxel-size",
    "0.1",
    "--out",
    out,
    "--force",
    "--device",
    device,
  ];
  const { code, results, notes } = await runMain([...args, "--json"]);
  assertEquals([code, notes], [0, ""]);
  assertEquals(JSON.parse(results[0] ?? "").images, 2);
  const { positions, faces = [] } = readPly(await Deno.readFile(out));
  assert(faces.length > 300);
  // Depth is the same everywhere, so the wall is flat; wild pixels are further than four times the median.
  for (let at = 2; at < positions.length; at += 3) {
    assert(Math.abs((positions[at] ?? NaN) - 2) < 1e-4, `${positions[at]}`);
  }
  const table = await runMain([...args, "--half-width", "0.2", "--max-depth", "3"], true);
  assertStringIncludes(table.results[0] ?? "", "images");
  assertStringIncludes(table.notes, "fusing");
});

eachBackend("mesh closes what depth images show from all sides", async ({ device }) => {
  using folder = outFolder();
  const { cameras, depth } = boxViews(0.5, 64);
  const images = cameras.map(({ intrinsics, pose }, at) => ({
    file: `${at}.raw`,
    intrinsics,
    pose,
  }));
  const list = { width: 64, height: 64, images };
  await Deno.writeTextFile(`${folder.path}/cameras.json`, JSON.stringify(list));
  for (const [at, { buffer }] of depth.entries()) {
    await Deno.writeFile(`${folder.path}/${at}.raw`, new Uint8Array(buffer));
  }
  const out = `${folder.path}/drawn.ply`;
  const args = [
    "mesh",
    folder.path,
    "--voxel-size",
    "0.09",
    "--out",
    out,
    "--force",
    "--device",
    device,
  ];
  for (const [close, isClosed] of [[[], false], [["--close", "empty"], true]] as const) {
    const { code, results, notes } = await runMain([...args, ...close, "--json"]);
    assertEquals([code, notes], [0, ""]);
    assertEquals(JSON.parse(results[0] ?? "").close, close[1]);
    const { positions, faces = [], count } = readPly(await Deno.readFile(out));
    assertEquals(borderOf(Array.from(faces)).length === 0, isClosed);
    if (!isClosed) continue;
    assertEquals(count - faces.length / 6, 2); // Euler: one sphere
    for (let at = 0; at < positions.length; at += 3) {
      const most = Math.max(...Array.from(positions.subarray(at, at + 3), Math.abs));
      assert(Math.abs(most - 0.5) < 0.09 + 0.5 * 2.5 / 76.8, `${most}`); // a voxel and half a pixel
    }
  }
});

Deno.test("mesh says what is wrong with volumes, images and their options", async () => {
  using folder = outFolder();
  const volume = await writeVolume(folder.path, 1);
  const end = ["--out", `${folder.path}/a.ply`, "--device", "cpu"];
  const images = ["mesh", folder.path, "--voxel-size", "1", ...end];
  const run = async (args: readonly string[], code: number, message: string): Promise<void> => {
    const done = await runMain(args);
    assertEquals(done.code, code, args.join(" "));
    assertStringIncludes(done.notes, message);
    assertEquals(done.notes.trimEnd().split("\n").length, code === 2 ? 2 : 1);
  };
  await run(["mesh", volume, "--offset", "1", ...end], 2, '"--offset" is not for volumes');
  await run(["mesh", volume, "--inside", "out", ...end], 2, 'below or above, not "out"');
  await run(["mesh", folder.path, "--iso", "1", ...end], 2, '"--iso" is not for depth images');
  await run(["mesh", folder.path, ...end], 2, '"--voxel-size" is missing');
  await run([...images, "--close", "all"], 2, 'takes empty or unknown, not "all"');
  await run([...images, "--half-width", "0"], 2, "takes a positive number, not 0");
  await run(images, 1, "there is no such file");
  const lists = [
    [{ depthScale: -1 }, "depthScale is no number above 0"],
    [{ width: 0.5 }, "width and height are no whole numbers"],
    [{ images: 1 }, "images is no list"],
    [{ images: [{}] }, "file of image 0 is no text"],
    [{ images: [{ file: "a.raw", pose: [1] }] }, "pose of image 0 is not 16 numbers"],
    [{ intrinsics: "f" }, "intrinsics of image 0 is not 9 numbers"],
    [{ intrinsics: Array(9).fill(0) }, "the last row is not 0, 0, 1"],
    [{ width: 3 }, "3 by 16 pixels of 2 or 4 bytes expected"],
  ] as const;
  for (const [list, message] of lists) {
    await writeImages(folder.path, list);
    await run(images, 1, message);
  }
  await Deno.writeTextFile(`${folder.path}/cameras.json`, "[");
  await run(images, 1, "it is no JSON object");
});
