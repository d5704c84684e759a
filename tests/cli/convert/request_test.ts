import { assertEquals, assertStringIncludes } from "@std/assert";
import { encodePly } from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { runMain } from "../_recorder.ts";

Deno.test("convert takes the file to write as its second argument or by --out", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  await Deno.writeFile(at("a.ply"), encodePly({ positions: new Float64Array([1, 2, 3]) }));
  for (
    const args of [
      [at("a.ply"), at("b.obj")],
      [at("a.ply"), "--out", at("c.obj")],
      [`--out=${at("d.obj")}`, at("a.ply")],
    ]
  ) {
    const { code, notes } = await runMain(["convert", ...args], true);
    assertEquals(code, 0, notes);
  }
  const written = await Deno.readFile(at("b.obj"));
  for (const name of ["c.obj", "d.obj"]) {
    assertEquals(await Deno.readFile(at(name)), written);
  }
  const wrong: readonly (readonly [readonly string[], string])[] = [
    [[at("a.ply")], "No output file is given"],
    [["--out", at("e.obj")], "No input file is given"],
    [
      [at("a.ply"), at("e.obj"), "--out", at("f.obj")],
      `Two output files are given, "${at("e.obj")}" and --out "${at("f.obj")}"`,
    ],
    [[at("a.ply"), "--out", at("e.pdf")], `points and meshes become`],
  ];
  for (const [args, message] of wrong) {
    const { code, notes } = await runMain(["convert", ...args]);
    assertEquals(code, 2, notes);
    assertStringIncludes(notes, message);
  }
  assertEquals([...Deno.readDirSync(folder.path)].length, 4);
  const [help = ""] = (await runMain(["convert", "--help"])).results;
  assertStringIncludes(help, "denovdb convert IN --out OUT");
});
