import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { encodePly, readDvlod } from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { lasBytes, type LasPoint } from "../../io/las/_bytes.ts";
import { runMain } from "../_recorder.ts";

/** A LAS file of a format with colors; without one for its points, all are 0. */
function writeLas(path: string, rgb?: LasPoint["rgb"]): void {
  const points = Array.from({ length: 1000 }, (_, n): LasPoint => ({
    at: [n * 37 % 512, n * 91 % 512, n * n % 1013],
    ...(rgb === undefined ? { rgb: [0, 0, 0] } : { rgb }),
  }));
  Deno.writeFileSync(path, lasBytes({ format: 3, points, scale: [1, 1, 1] }));
}

/** The same points in a file that cannot have colors. */
function writeBare(path: string): void {
  const points = Array.from({ length: 1000 }, (_, n): LasPoint => ({
    at: [n * 37 % 512, n * 91 % 512, n * n % 1013],
  }));
  Deno.writeFileSync(path, lasBytes({ format: 1, points, scale: [1, 1, 1] }));
}

const SMALL = ["--points-per-leaf", "40", "--grid-size", "4"];

eachBackend(
  "lod shows heights where all colors of a file are 0, in memory and in parts",
  async ({ device }) => {
    using folder = outFolder();
    const [black, bare] = [`${folder.path}/black.las`, `${folder.path}/bare.las`];
    writeLas(black);
    writeBare(bare);
    for (const format of ["tiles", "dvlod", "potree"]) {
      const made: string[] = [];
      for (
        const [name, input, ...more] of [
          ["all", black],
          ["parts", black, "--memory", "200K"],
          ["bare", bare],
          ["bare-parts", bare, "--memory", "200K"],
        ] as const
      ) {
        const out = `${folder.path}/${format}-${name}`;
        const args = ["lod", input, "--out", out, "--format", format, "--device", device];
        const { code, notes, results } = await runMain([...args, ...SMALL, ...more, "--json"]);
        assertEquals([code, notes], [0, ""]);
        assertEquals(JSON.parse(results[0] ?? "").colors, "height");
        made.push(colorsIn(out, format));
      }
      // A file that has no colors is the oracle of one whose colors say nothing.
      assertEquals(new Set(made).size, 1, format);
      if (format === "potree") assertEquals(made[0], "no colors");
      else {assert(
          new Set(made[0]?.match(/.{6}(?=ff)/g)).size > 20,
          "there are no colors of heights",
        );}
    }
  },
);

/** All colors of the points of a tree, as text. */
function colorsIn(out: string, format: string): string {
  if (format === "potree") {
    const { attributes } = JSON.parse(Deno.readTextFileSync(`${out}/metadata.json`));
    const names = attributes.map(({ name }: { readonly name: string }) => name);
    return names.includes("rgb") ? "colors" : "no colors";
  }
  if (format === "dvlod") {
    const lod = readDvlod(Deno.readFileSync(`${out}/cloud.dvlod`));
    assertEquals(lod.about.colorSource, "height");
    return lod.nodes.map(({ index }) => lod.read(index).colors.toHex()).join("\n");
  }
  const { asset } = JSON.parse(Deno.readTextFileSync(`${out}/tileset.json`));
  assertEquals(asset.extras.colorSource, "height");
  const names = [...Deno.readDirSync(`${out}/tiles`)].map(({ name }) => name).sort();
  return names.map((name) => glbColors(Deno.readFileSync(`${out}/tiles/${name}`))).join("\n");
}

function glbColors(file: Uint8Array<ArrayBuffer>): string {
  const length = new DataView(file.buffer).getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + length)));
  const { byteOffset, byteLength } = json.bufferViews[1];
  return file.subarray(28 + length + byteOffset, 28 + length + byteOffset + byteLength).toHex();
}

eachBackend("lod keeps colors where one point of a file has some", async ({ device }) => {
  using folder = outFolder();
  const input = `${folder.path}/dark.ply`;
  const positions = Float64Array.from({ length: 300 }, (_, at) => at * 7 % 31);
  const colors = new Uint8Array(300);
  colors[299] = 1;
  await Deno.writeFile(input, encodePly({ positions, colors }));
  const out = `${folder.path}/tiles`;
  const { results } = await runMain(["lod", input, "--out", out, "--device", device, "--json"]);
  assertEquals(JSON.parse(results[0] ?? "").colors, "file");
  const { asset } = JSON.parse(Deno.readTextFileSync(`${out}/tileset.json`));
  assertEquals(asset.extras?.colorSource, undefined);
  colors[299] = 0;
  await Deno.writeFile(input, encodePly({ positions, colors }));
  const black = await runMain(["lod", input, "--out", out, "--device", device, "--force"]);
  assertStringIncludes(black.results.join("\n"), "heights are shown");
});

eachBackend("lod shows heights unless every file has colors", async ({ device }) => {
  using folder = outFolder();
  const [black, red] = [`${folder.path}/black.las`, `${folder.path}/red.las`];
  writeLas(black);
  writeLas(red, [65535, 256, 0]);
  for (const more of [[], ["--memory", "400K"]]) {
    const colors: string[] = [];
    for (const inputs of [[black, red], [red, black], [red, red]]) {
      const out = `${folder.path}/out`;
      const args = ["lod", ...inputs, "--out", out, "--device", device, "--force", "--json"];
      const { code, results } = await runMain([...args, ...SMALL, ...more]);
      assertEquals(code, 0);
      colors.push(JSON.parse(results[0] ?? "").colors);
    }
    assertEquals(colors, ["height", "height", "file"]);
  }
});
