import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { outFolder } from "../_files.ts";

const EXAMPLES = fromFileUrl(new URL("../../examples/", import.meta.url));

interface Cell {
  readonly "cell_type": string;
  readonly source: readonly string[];
  readonly outputs?: readonly unknown[];
}

/** The cells of a notebook as a program that prints what media types each of them shows. */
function programOf(cells: readonly Cell[]): string {
  const lines = ["const shown: string[][] = [];"];
  for (const { source } of cells) {
    const last = source.at(-1) ?? "";
    const value = last.replace(/;$/, "");
    const show = `(await Reflect.get(${value}, Symbol.for("Jupyter.display")).call(${value}))`;
    lines.push(...source.slice(0, -1), `shown.push(Object.keys(${show}));`);
  }
  return [...lines, "console.log(JSON.stringify(shown));"].join("\n");
}

Deno.test("the notebook of the examples runs, is empty, and shows a table and pictures", async () => {
  using folder = outFolder();
  const { cells } = JSON.parse(Deno.readTextFileSync(`${EXAMPLES}voxels.ipynb`)) as {
    readonly cells: readonly Cell[];
  };
  assertEquals(cells.flatMap(({ outputs = [] }) => outputs), []);
  const program = `${folder.path}/notebook.ts`;
  Deno.writeTextFileSync(program, programOf(cells.filter((cell) => cell.cell_type === "code")));
  const { code, stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-check", "--allow-ffi=build", "--allow-read", "--allow-env=DENOVDB_*"]
      .concat(program),
    cwd: fromFileUrl(new URL("../..", import.meta.url)),
    stdin: "null",
    stderr: "inherit",
  }).output();
  const [text, table, picture] = ["text/plain", "text/html", "image/png"];
  assertEquals(code, 0);
  assertEquals(JSON.parse(new TextDecoder().decode(stdout)), [
    [text, table],
    [text, picture, table],
    [text, table],
    [text], // it is disposed
  ]);
});
