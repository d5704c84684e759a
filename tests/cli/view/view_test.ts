import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { encodeNvdb, encodePly } from "../../../lib/io/mod.ts";
import { PACKAGES } from "../../../lib/cli/view/page.ts";
import { outFolder } from "../../_files.ts";
import { contexts } from "../../_backends.ts";
import { readGlb } from "../../io/_meshes.ts";
import { runMain } from "../_recorder.ts";
import { startView, type Viewing, writeFloors } from "../_viewing.ts";

const ROOT = fromFileUrl(new URL("../../..", import.meta.url));

interface Scene {
  readonly kind: string;
  readonly source: string;
  readonly up: string;
  readonly origin?: readonly number[];
  readonly edges?: readonly number[];
  readonly count?: number;
}

async function sceneOf({ address }: Viewing): Promise<Scene> {
  return await (await fetch(`${address}scene.json`)).json();
}

async function dataOf(viewing: Viewing, { source }: Scene): Promise<Uint8Array<ArrayBuffer>> {
  return await (await fetch(new URL(source, viewing.address))).bytes();
}

/** The colors and places of voxels, each as text, in order. */
function voxelsOf(
  bytes: Uint8Array<ArrayBuffer>,
  { count = 0, edges = [], origin = [] }: Scene,
): string[] {
  const cells = new Float32Array(bytes.buffer, 0, count * 3);
  return Array.from({ length: count }, (_, n) => {
    const place = [0, 1, 2].map((axis) =>
      (cells[n * 3 + axis] ?? NaN) * (edges[axis] ?? NaN) + (origin[axis] ?? NaN)
    );
    return `${place} ${bytes.subarray(count * 12 + n * 4, count * 12 + n * 4 + 4)}`;
  }).sort();
}

Deno.test("view serves a page, its packages and tiles as they lie on disk", async () => {
  using folder = outFolder();
  const [points, tiles] = [`${folder.path}/floors.las`, `${folder.path}/tiles`];
  await writeFloors(points);
  const small = ["--points-per-leaf", "500", "--grid-size", "16", "--device", "cpu"];
  assertEquals((await runMain(["lod", points, "--out", tiles, ...small])).code, 0);
  for (const input of [tiles, `${tiles}/tileset.json`]) {
    await using viewing = await startView(input, "--up", "y");
    const { title, kind, levels } = viewing.report;
    assertEquals([title, kind, levels], ["tiles", "tiles", 3]);
    const scene = await sceneOf(viewing);
    assertEquals([scene.kind, scene.source, scene.up], ["tiles", "/data/tileset.json", "y"]);
    assertEquals(await dataOf(viewing, scene), await Deno.readFile(`${tiles}/tileset.json`));
    const page = await (await fetch(viewing.address)).text();
    const map = /<script type="importmap">(.*?)<\/script>/s.exec(page)?.[1] ?? "";
    const { imports } = JSON.parse(map) as { readonly imports: Readonly<Record<string, string>> };
    const paths = Object.values(imports).map((path) =>
      path.replace(/\/$/, "/loaders/GLTFLoader.js")
    );
    for (const path of [...paths, "/main.js", "/layers.js", "/paint.js", "/panel.js"]) {
      const response = await fetch(new URL(path, viewing.address));
      assertEquals([response.status, path], [200, path]);
      assertStringIncludes(response.headers.get("content-type") ?? "", "text/javascript");
      assert((await response.text()).includes("import"), path);
    }
  }
});

Deno.test("view takes its packages in the versions of deno.json", () => {
  const { imports } = JSON.parse(
    Deno.readTextFileSync(`${ROOT}deno.json`).replace(/^ *\/\/.*$/gm, ""),
  );
  for (const [name, specifier] of Object.entries(PACKAGES)) {
    assertEquals(specifier.startsWith(imports[name]), true, specifier);
  }
});

for (const { device } of contexts) {
  Deno.test(`view shows points as voxels with their colors [${device}]`, async () => {
    using folder = outFolder();
    const file = `${folder.path}/points.ply`;
    // Two points share a voxel; world coordinates are beyond what single precision resolves.
    const positions = Float64Array.of(5e6, 0, 0, 5e6 + 0.25, 0, 0, 5e6 + 8, 4, 2);
    const colors = Uint8Array.of(255, 0, 0, 255, 0, 0, 0, 255, 255);
    await Deno.writeFile(file, encodePly({ positions, colors }));
    await using viewing = await startView(file, "--voxel-size", "1", "--device", device);
    const { kind, points, voxels } = viewing.report;
    assertEquals([kind, points, voxels], ["voxels", 3, 2]);
    const scene = await sceneOf(viewing);
    assertEquals(scene.edges, [1, 1, 1]);
    const shown = voxelsOf(await dataOf(viewing, scene), scene);
    assertEquals(shown, ["5000000,0,0 255,0,0,255", "5000008,4,2 0,255,255,255"]);
  });

  Deno.test(`view shows no colors where all of them are 0 [${device}]`, async () => {
    using folder = outFolder();
    const [points, mesh, grid] = ["points.ply", "mesh.ply", "grid.nvdb"].map((name) =>
      `${folder.path}/${name}`
    );
    const positions = Float64Array.of(0, 0, 0, 8, 0, 0, 0, 4, 2);
    const [colors, faces] = [new Uint8Array(9), Uint32Array.of(0, 1, 2)];
    const ijk = Int32Array.from(positions);
    const columns = [{ name: "color", values: colors, channels: 3 }];
    await Deno.writeFile(points ?? "", encodePly({ positions, colors }));
    await Deno.writeFile(mesh ?? "", encodePly({ positions, faces, colors }));
    await Deno.writeFile(grid ?? "", encodeNvdb([{ type: "onIndex", ijk, columns }]));
    for (const [input = "", size] of [[points, "--voxel-size=1"], [grid]] as const) {
      const more = size === undefined ? [] : [size];
      await using viewing = await startView(input, ...more, "--device", device);
      // Places alone: no colors lie behind them.
      assertEquals((await dataOf(viewing, await sceneOf(viewing))).length, 36, input);
    }
    await using viewing = await startView(mesh ?? "");
    const text = new TextDecoder().decode(await dataOf(viewing, await sceneOf(viewing)));
    assertEquals([text.includes("POSITION"), text.includes("COLOR_0")], [true, false]);
  });

  Deno.test(`view leaves voxels out that nobody sees [${device}]`, async () => {
    using folder = outFolder();
    const file = `${folder.path}/cube_5x4x3_uint8.raw`;
    // All samples are above the threshold but the first.
    await Deno.writeFile(file, new Uint8Array(60).fill(9).fill(0, 0, 1));
    await using viewing = await startView(file, "--threshold", "5", "--device", device);
    const { voxels, "at the surface": seen } = viewing.report;
    assertEquals([voxels, seen], [59, 53]);
    const scene = await sceneOf(viewing);
    const shown = voxelsOf(await dataOf(viewing, scene), scene);
    assertEquals(shown.length, 53);
    assertEquals(shown.includes("0,0,0 "), false);
    assertEquals(shown.includes("2,2,1 "), false); // inside
    assertEquals(shown.includes("4,3,2 "), true);
  });

  Deno.test(`view shows meshes as triangles or voxels [${device}]`, async () => {
    using folder = outFolder();
    const file = `${folder.path}/mesh.obj`;
    await Deno.writeTextFile(file, "v 10 0 0\nv 14 0 0\nv 10 2 0\nf 1 2 3\n");
    {
      await using viewing = await startView(file);
      const scene = await sceneOf(viewing);
      assertEquals([scene.kind, scene.origin], ["mesh", [12, 1, 0]]);
      const places = readGlb(await dataOf(viewing, scene)).read(0);
      assertEquals([...places], [-2, -1, 0, 2, -1, 0, -2, 1, 0]);
    }
    await using viewing = await startView(file, "--voxel-size", "2", "--device", device);
    const scene = await sceneOf(viewing);
    const shown = voxelsOf(await dataOf(viewing, scene), scene);
    assertEquals(shown.includes("14,0,0 "), true);
    assertEquals(shown.includes("14,2,0 "), false);
  });
}

Deno.test("view explains itself, and what it cannot show", async () => {
  using folder = outFolder();
  const path = (name: string): string => `${folder.path}/${name}`;
  for (const name of ["empty", "torn", "bare", "potree"]) Deno.mkdirSync(path(name));
  Deno.writeTextFileSync(path("potree/metadata.json"), "{}");
  Deno.writeTextFileSync(path("cut.nvdb"), "NanoVDB2");
  Deno.writeTextFileSync(path("torn/tileset.json"), '{"root": {');
  Deno.writeTextFileSync(path("bare/tileset.json"), "[1]");
  Deno.writeTextFileSync(path("notes.md"), "Hello");
  await Deno.writeFile(path("void_2x2x2_uint8.raw"), new Uint8Array(8));
  const { code, results } = await runMain(["view", "--help"]);
  assertEquals(code, 0);
  assertStringIncludes(results.join("\n"), "Usage: denovdb view INPUT");
  for (
    const [args, status, message] of [
      [[], 2, "No input is given"],
      [["a", "b"], 2, 'Unexpected argument "b"'],
      [["a", "--port", "65536"], 2, 'Option "--port" takes a number from 0 to 65535, not 65536'],
      [["a", "--port", "1.5"], 2, "not 1.5"],
      [["a", "--up", "w"], 2, 'Option "--up" takes x, y or z, not "w"'],
      [["a", "--voxel-size", "0"], 2, 'Option "--voxel-size" takes a positive number, not 0'],
      [["a", "--device", "tpu"], 2, 'not "tpu"'],
      [["a", "--levels", "99"], 2, 'Option "--levels" takes 1 to 32, not 99'],
      [[path("absent")], 1, "there is no such file or folder"],
      [[path("empty")], 1, 'it has no tileset.json; "denovdb lod" makes such folders'],
      [[path("torn")], 1, "its tileset.json is not JSON"],
      [[path("bare")], 1, "its tileset.json has no root"],
      [[path("potree")], 1, "the metadata has no box, scale and offset"],
      [[path("cut.nvdb")], 1, "the header of a segment has bytes 0 to 16, there are 8"],
      [[path("notes.md")], 1, "the format is not known"],
      [[path("void_2x2x2_uint8.raw"), "--threshold", "1"], 1, "there are no voxels"],
    ] as const
  ) {
    const run = await runMain(["view", ...args]);
    assertEquals([run.code, run.results], [status, []], args.join(" "));
    assertStringIncludes(run.notes, message);
  }
});

Deno.test("view says when its port is taken, and ends with status 0 when it is told to", async () => {
  using folder = outFolder();
  const file = `${folder.path}/mesh.obj`;
  await Deno.writeTextFile(file, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    const child = new Deno.Command(Deno.execPath(), {
      args: ["run", "--no-check", "--allow-ffi=build", "--allow-read", "--allow-net=127.0.0.1"]
        .concat("lib/cli/main.ts", "view", file, "--port", "0"),
      cwd: ROOT,
      stdin: "null",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const lines = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const { value = "" } = await lines.read();
    const [, address = "", port = ""] =
      /^mesh\.obj, triangles: (http:\S+:(\d+)\/) \(Ctrl\+C ends\)\n$/.exec(value) ?? [];
    assertEquals(await (await fetch(`${address}data/mesh.glb`)).bytes().then((b) => b[0]), 0x67);
    const taken = await runMain(["view", file, "--port", port]);
    assertEquals(taken.code, 1);
    assertStringIncludes(taken.notes, `Cannot serve: port ${port} is taken`);
    child.kill(signal);
    assertEquals((await lines.read()).done, true);
    assertEquals((await child.status).code, 0);
  }
});
