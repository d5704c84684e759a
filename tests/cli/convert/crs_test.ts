import { assertEquals, assertStringIncludes } from "@std/assert";
import { crsOfEpsg, encodeLas, readDvlod, readLas } from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { lasBytes } from "../../io/las/_bytes.ts";
import { runMain } from "../_recorder.ts";

/** A file whose coordinate system is that of an EPSG code, in keys of GeoTIFF. */
function lasOf(code: number): Uint8Array {
  const keys = Uint16Array.of(1, 1, 0, 1, 3072, 0, 1, code);
  const data = new Uint8Array(keys.buffer);
  const vlrs = [{ userId: "LASF_Projection", recordId: 34735, data }];
  return lasBytes({ format: 1, points: [{ at: [1, 2, 3] }, { at: [100, 9, 7] }], vlrs });
}

Deno.test("convert carries coordinate systems from LAS to LAS, and takes one by --crs", async () => {
  using folder = outFolder();
  const [known, unknown, wkt, out] = ["known.las", "unknown.las", "a.wkt", "out.las"]
    .map((name) => `${folder.path}/${name}`) as [string, string, string, string];
  await Deno.writeFile(known, lasOf(25832));
  await Deno.writeFile(unknown, lasOf(2992));
  await Deno.writeTextFile(wkt, 'LOCAL_CS["here",UNIT["foot",0.3048]]');
  const systemOf = async (...args: readonly string[]): Promise<string | undefined> => {
    const { code, notes } = await runMain(["convert", ...args, "--out", out, "--force"]);
    assertEquals(code, 0, notes);
    return readLas(await Deno.readFile(out)).crs?.name;
  };
  assertEquals(await systemOf(known), "ETRS89 / UTM zone 32N");
  assertEquals(await systemOf(known, "--crs", "none"), undefined);
  assertEquals(await systemOf(unknown, "--crs", "epsg:2056"), "CH1903+ / LV95");
  assertEquals(await systemOf(unknown, "--crs", wkt), "here");
  for (
    const [args, problem] of [
      [[], "the coordinate system EPSG:2992 has no definition in WKT"],
      [[], ': give one by "--crs", or leave it out by "--crs none"'],
      [["--crs", "EPSG:2992"], "EPSG:2992 is not known here, a file with its WKT expected"],
      [["--crs", `${folder.path}/none`], "none"],
    ] as const
  ) {
    const { code, notes } = await runMain(["convert", unknown, ...args, "--out", out, "--force"]);
    assertEquals(code === 0, false);
    assertStringIncludes(notes, problem);
  }
});

Deno.test("lod writes the coordinate system of its inputs, and info tells it", async () => {
  using folder = outFolder();
  const [one, two] = ["one.las", "two.las"].map((name) => `${folder.path}/${name}`) as [
    string,
    string,
  ];
  const crs = crsOfEpsg(32633);
  if (crs === undefined) throw new Error("no system");
  await Deno.writeFile(one, encodeLas({ positions: Float64Array.of(0, 0, 0, 5, 6, 7), crs }));
  await Deno.writeFile(two, lasOf(32632));
  const lod = async (format: string, memory: readonly string[], ...inputs: readonly string[]) => {
    const out = `${folder.path}/out`;
    const { code, notes } = await runMain(
      ["lod", ...inputs, "--format", format, "--out", out, "--device", "cpu", "--force", ...memory],
    );
    assertEquals(code, 0, notes);
    const { results } = await runMain(["info", out, "--json"]);
    return JSON.parse(results.join("")).crs;
  };
  for (const memory of [[], ["--memory", "1M"]]) {
    for (const format of ["potree", "dvlod"]) {
      assertEquals(await lod(format, memory, one), "WGS 84 / UTM zone 33N (EPSG:32633)");
      assertEquals(await lod(format, memory, one, two), undefined); // not the same
    }
  }
  const { about } = readDvlod(await Deno.readFile(await dvlodOf(folder.path, one)));
  assertEquals(about.projection, crs.wkt);
});

/** Builds a tree in one file. */
async function dvlodOf(folder: string, input: string): Promise<string> {
  const out = `${folder}/tree`;
  await runMain(["lod", input, "--format", "dvlod", "--out", out, "--device", "cpu"]);
  return `${out}/cloud.dvlod`;
}
