import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { fromFileUrl, join } from "@std/path";
import { encodeNvdb, readLaz, useLazPerf } from "../../lib/io/mod.ts";
import { outFolder } from "../_files.ts";
import { readExample } from "./_data.ts";

const LAZ = "autzen_trim.laz";
const ROOT = fromFileUrl(new URL("../../", import.meta.url));

interface Ran {
  readonly code: number;
  readonly text: string;
}

/** Runs Deno. */
function deno(...args: readonly string[]): Ran {
  const { code, stdout, stderr } = new Deno.Command(Deno.execPath(), {
    args: [...args],
    env: { NO_COLOR: "1" },
  }).outputSync();
  const text = new TextDecoder();
  return { code, text: text.decode(code === 0 ? stdout : stderr) };
}

/** Bundles a program for browsers. */
function bundle(folder: string, program: string): Ran & { readonly out: string } {
  const [entry, out] = [join(folder, "entry.ts"), join(folder, "out.js")];
  Deno.writeTextFileSync(entry, program);
  return { ...deno("bundle", "--quiet", "--platform=browser", "-o", out, entry), out };
}

/** Whether the bundler of Deno is there, which is a program of its own. */
function hasBundler(): boolean {
  using folder = outFolder();
  return bundle(folder.path, "export const one = 1;\n").code === 0;
}

Deno.test({
  name: "the door ./io can be bundled for browsers, and the bundle reads files",
  ignore: !hasBundler(),
  fn(): void {
    using folder = outFolder();
    const door = new URL("../../lib/io/mod.ts", import.meta.url).href;
    const made = bundle(
      folder.path,
      `import { encodeNvdb, encodePly, readNvdb, readPointCloud, readVolume } from ${
        JSON.stringify(door)
      };
// As in a browser: what Deno and Node.js have is not there.
delete globalThis.process;
const positions = new Float64Array([1, 2, 3, 4, 5, 6]);
const cloud = await readPointCloud(encodePly({ positions }));
console.log(cloud.count, cloud.bounds.max.join());
const grid = { type: "float", ijk: new Int32Array([7, 8, 9]), values: new Float32Array([0.5]) };
const file = encodeNvdb([grid]);
console.log(file.join(), readNvdb(file)[0].values.join());
const packed = new Blob([new Uint8Array([9, 8])]).stream().pipeThrough(new CompressionStream("gzip"));
const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
const { values } = await readVolume(bytes, { dims: [2, 1, 1], type: "u8" });
const text = new Blob(["1 2 3\\n"]).stream().pipeThrough(new CompressionStream("gzip"));
const table = new Uint8Array(await new Response(text).arrayBuffer());
const { count } = await readPointCloud(table, { name: "a.xyz.gz" });
console.log(values.join(), count);
try {
  encodeNvdb([grid], { codec: "zip" });
} catch (error) {
  console.log(error.message);
}
`,
    );
    assertEquals([made.code, made.text], [0, ""]);
    const script = Deno.readTextFileSync(made.out);
    assertEquals(script.match(/^\s*import\s.*$|\bfrom "node:.*$/gm), null);
    const ran = deno("run", "--no-prompt", "--no-config", made.out);
    const grid = {
      type: "float",
      ijk: Int32Array.of(7, 8, 9),
      values: Float32Array.of(0.5),
    } as const;
    assertEquals([ran.code, ran.text.split("\n")], [0, [
      "2 4,5,6",
      `${encodeNvdb([grid]).join()} 0.5`, // checksums included
      "9,8 1",
      "Cannot encode NanoVDB: this platform has no node:zlib, Deno or Node.js expected",
      "",
    ]]);
  },
});

Deno.test("no file of lib/io loads a package before it is needed, or in a way that bundlers do not know", () => {
  const found: string[] = [];
  const visit = (folder: string): void => {
    for (const { name, isDirectory } of Deno.readDirSync(folder)) {
      const path = join(folder, name);
      if (isDirectory) visit(path);
      else found.push(...wrongLines(Deno.readTextFileSync(path)).map((line) => `${path}: ${line}`));
    }
  };
  visit(join(ROOT, "lib/io"));
  assertEquals(found, []);
  assertEquals(wrongLines('import type { A } from "node:a";\nconst a = await import("a");\n'), []);
  assertEquals(
    wrongLines('import a from "laz-perf";\nimport source b from "./b.wasm";\n').length,
    2,
  );
  assertEquals(wrongLines('const a = await import.source("a");\n').length, 1);
});

/** Lines of a program that import more than its own files and types, or by other syntax. */
function wrongLines(text: string): string[] {
  return text.split("\n").filter((line) =>
    /^(import|\}) (?!type ).*from "[^.]/.test(line) || /^import source/.test(line) ||
    /^(?!.*`export const).*\bimport\.source\(/.test(line)
  );
}

Deno.test("the decoder of LAZ files is that of the package that deno.json names", () => {
  const config = Deno.readTextFileSync(join(ROOT, "deno.json"));
  const [, version = "none"] = /"laz-perf": "(npm:laz-perf@[^"]+)"/.exec(config) ?? [];
  const decoder = Deno.readTextFileSync(join(ROOT, "lib/io/las/laz_perf.ts"));
  assertStringIncludes(decoder, `"${version}/lib/laz-perf.wasm"`);
});

Deno.test("readLaz() loads its decoder without permission to read files", async () => {
  using folder = outFolder();
  const door = new URL("../../lib/io/mod.ts", import.meta.url).href;
  const file = join(ROOT, "examples/data", LAZ);
  const entry = join(folder.path, "entry.ts");
  Deno.writeTextFileSync(
    entry,
    `import { readLaz } from ${JSON.stringify(door)};
const { count } = await readLaz(Deno.readFileSync(${JSON.stringify(file)}));
console.log(count);
`,
  );
  const config = join(ROOT, "deno.json");
  const ran = deno(
    "run",
    "--no-prompt",
    "--no-check",
    `--config=${config}`,
    `--allow-read=${file}`,
    entry,
  );
  const { count } = await readLaz(await readExample(LAZ));
  assertEquals([ran.code, ran.text], [0, `${count}\n`]);
  assert(count > 0);
});

Deno.test("useLazPerf() takes compiled code only", () => {
  let refused: unknown;
  try {
    useLazPerf(new Uint8Array(8) as never);
  } catch (error) {
    refused = error;
  }
  assertEquals(
    String(refused),
    "TypeError: Cannot run useLazPerf: code is a Uint8Array, a Module expected",
  );
});
