import { assertEquals } from "@std/assert";
import { crsOfEpsg, readPointCloud } from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { e57Bytes, type E57FieldBytes } from "../../io/e57/_bytes.ts";
import { runMain } from "../_recorder.ts";

/** Some points in a zone of UTM, in a file that is not LAS. */
function scan(system: string): Uint8Array<ArrayBuffer> {
  const float = (name: string, first: number): E57FieldBytes => {
    const values = Array.from({ length: 64 }, (_, n) => first + n * (name.charCodeAt(9) - 86));
    return { name, type: "Float", attributes: { precision: "double" }, values };
  };
  const fields = [
    float("cartesianX", 515_380),
    float("cartesianY", 4_918_360),
    float("cartesianZ", 120),
  ];
  const element = `<coordinateMetadata type="String">${system}</coordinateMetadata>`;
  return e57Bytes({
    scans: [{ fields }],
    changeXml: (xml) => xml.replace("<data3D", `${element}<data3D`),
  });
}

Deno.test("lod and convert carry the coordinate system of files that are not LAS", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  await Deno.writeFile(at("scan.e57"), scan("EPSG:32633"));
  const wkt = crsOfEpsg(32633)?.wkt ?? "";
  const build = async (...more: readonly string[]): Promise<Record<string, unknown>> => {
    const args = ["lod", at("scan.e57"), "--device", "cpu", "--force", "--json", ...more];
    const { code, results, notes } = await runMain(args);
    assertEquals([code, notes], [0, ""]);
    return JSON.parse(results[0] ?? "");
  };
  for (const more of [[], ["--memory", "24M"]]) {
    await build("-o", at("cloud"), "--format", "potree", ...more);
    const { projection } = JSON.parse(await Deno.readTextFile(at("cloud/metadata.json")));
    assertEquals(projection, wkt);
    const { crs, onEarth } = await build("-o", at("tiles"), ...more);
    assertEquals([crs, onEarth], ["EPSG:32633", true]);
    for (const local of [[], ["--local"]]) {
      await build("-o", at("tiles"), ...more, ...local);
      const { results } = await runMain(["info", at("tiles"), "--json"]);
      assertEquals(JSON.parse(results[0] ?? "").crs, "WGS 84 / UTM zone 33N (EPSG:32633)");
    }
    await build("-o", at("one"), "--format", "dvlod", ...more);
    const { results } = await runMain(["info", at("one"), "--json"]);
    assertEquals(JSON.parse(results[0] ?? "").crs, "WGS 84 / UTM zone 33N (EPSG:32633)");
  }
  assertEquals((await runMain(["convert", at("scan.e57"), at("scan.las")])).code, 0);
  const { crs } = await readPointCloud(await Deno.readFile(at("scan.las")), { name: "scan.las" });
  assertEquals(crs?.epsg, 32633);
});
