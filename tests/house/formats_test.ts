import { assert, assertEquals } from "@std/assert";
import { dirname, join } from "@std/path";
import { main } from "../../lib/cli/main.ts";
import { endingsOf, type FormatFacts } from "../../lib/io/base/format.ts";
import { CLOUD_FORMATS, GRID_FORMATS, MESH_FORMATS, VOLUME_FORMATS } from "../../lib/io/formats.ts";
import { listFiles, readFiles, ROOT, type SourceFile } from "./_tree.ts";
import { readFacts, resolveImport } from "./_typescript.ts";

const KINDS: Readonly<Record<string, readonly FormatFacts[]>> = {
  points: CLOUD_FORMATS,
  volume: VOLUME_FORMATS,
  grids: GRID_FORMATS,
};

/** The files that export a format. */
function readersOf(files: readonly SourceFile[]): string[] {
  return files.filter((file) => readFacts(file).exported.some(({ name }) => name === "FORMAT"))
    .map(({ path }) => path);
}

/** The files that a file imports. */
function importsOf(file: SourceFile): string[] {
  return readFacts(file).imports.flatMap((one) => resolveImport(one, file.path) ?? []);
}

/** What two formats of a list share that tells them apart. */
function sharedBy(formats: readonly FormatFacts[]): string[] {
  const told = formats.flatMap(({ name, extensions }) => [name, ...extensions]);
  return told.filter((one, at) => told.indexOf(one) !== at);
}

/** The endings that a text does not name: neither as they are nor by a title that says the same. */
function unnamed(text: string, formats: readonly FormatFacts[]): string[] {
  const words = new Set(
    text.split(/[\s,;:()]+/).flatMap((word) => [word, word.replace(/\.$/, "")]),
  );
  return formats.flatMap((format) =>
    endingsOf(format).filter((ending) => {
      const isTitle = ending === `.${format.title.toLowerCase()}`;
      return !(words.has(ending) || (isTitle && words.has(format.title)));
    })
  );
}

/** The circles of imports, each as the way around it. */
function circles(files: readonly SourceFile[]): string[] {
  const imports = new Map(
    files.map((file) => [file.path, importsOf(file)] as const),
  );
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) found.push([...way.slice(way.indexOf(path)), path].join(" > "));
    if (done.has(path) || way.includes(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return found;
}

/** The help of a command. */
async function helpOf(command: string): Promise<string> {
  const lines: string[] = [];
  const output = {
    terminal: false,
    columns: 80,
    result: (line: string): void => void lines.push(line),
    note: (text: string): void => void lines.push(text),
  };
  assertEquals(await main([command, "--help"], output), 0);
  return lines.join("\n");
}

Deno.test("every format that a reader exports is in one list once, and no list has others", () => {
  const files = readFiles([".ts"], "lib/io");
  const list = files.filter(({ path }) => path === "lib/io/formats.ts");
  const imported = list.flatMap((file) => importsOf(file)).sort();
  const readers = readersOf(files);
  assertEquals(imported.filter((path) => readers.includes(path)), readers);
  const listed = Object.values(KINDS).flat();
  assertEquals([listed.length, new Set(listed).size], [readers.length, readers.length]);
  for (const format of MESH_FORMATS) assert(CLOUD_FORMATS.includes(format), format.name);
});

Deno.test("no two formats of a kind share a name or an extension", () => {
  for (const [kind, formats] of Object.entries(KINDS)) assertEquals(sharedBy(formats), [], kind);
});

Deno.test("every reader of a format has a test beside those of its folder", () => {
  const tests = listFiles("tests/io");
  for (const path of readersOf(readFiles([".ts"], "lib/io"))) {
    const folder = `${dirname(path).replace("lib/", "tests/")}/`;
    assert(tests.some((test) => test.startsWith(folder)), `${folder} has no test`);
  }
});

Deno.test("help texts and docs name the extensions of all formats", async () => {
  const asked: readonly [string, readonly FormatFacts[]][] = [
    ["info", Object.values(KINDS).flat()],
    ["convert", [...CLOUD_FORMATS, ...GRID_FORMATS]],
    ["view", [...CLOUD_FORMATS, ...GRID_FORMATS]],
    ["render", Object.values(KINDS).flat()],
    ["voxelize", CLOUD_FORMATS],
    ["lod", CLOUD_FORMATS],
    ["mesh", [...MESH_FORMATS, ...GRID_FORMATS]],
  ];
  for (const [command, formats] of asked) {
    assertEquals(unnamed(await helpOf(command), formats), [], `denovdb ${command} --help`);
  }
  const docs: readonly [string, string, readonly FormatFacts[]][] = [
    ["lib/io/formats.ts", "PointCloudFormat", CLOUD_FORMATS],
    ["lib/io/volume_data.ts", "VolumeFormat", VOLUME_FORMATS],
  ];
  for (const [path, type, formats] of docs) {
    const text = Deno.readTextFileSync(join(ROOT, path)).split(`export type ${type} `)[0] ?? "";
    const doc = text.slice(text.lastIndexOf("/**"));
    assertEquals(unnamed(doc, formats), [], `the docs of ${type}`);
  }
});

Deno.test("no file of lib/io imports itself by way of others", () => {
  assertEquals(circles(readFiles([".ts"], "lib/io")), []);
});

Deno.test("circles(), sharedBy() and unnamed() find what is wrong", () => {
  const file = (path: string, to: string): SourceFile => ({
    path: `lib/io/${path}`,
    text: `import type { A } from "${to}";\nexport const FORMAT: A = 1;\n`,
  });
  const files = [file("a.ts", "./b/c.ts"), file("b/c.ts", "../d.ts"), file("d.ts", "./a.ts")];
  assertEquals(circles(files), ["lib/io/a.ts > lib/io/b/c.ts > lib/io/d.ts > lib/io/a.ts"]);
  assertEquals(circles(files.slice(0, 2)), []);
  assertEquals(readersOf(files).length, 3);
  const [one, two]: FormatFacts[] = [
    { name: "one", title: "ONE", extensions: [".one", ".uno"], packed: true },
    { name: "two", title: "TWO", extensions: [".two", ".uno"] },
  ];
  assertEquals(sharedBy([one, two].filter((format) => format !== undefined)), [".uno"]);
  assertEquals(unnamed("ONE (.one.gz), TWO", [one, two].filter((format) => format !== undefined)), [
    ".uno",
    ".uno.gz",
    ".uno",
  ]);
});
