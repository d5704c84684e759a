import { assertEquals, assertStringIncludes } from "@std/assert";
import { rewriteSpecifiers } from "../../dev/release/pack/specifiers.ts";
import { runScript } from "../_child.ts";
import { jsrPackage } from "../../dev/release/pack/jsr.ts";
import { textFile } from "../../dev/release/pack/tarball.ts";

const decoder = new TextDecoder();

Deno.test("rewriteSpecifiers() names compiled files, and leaves packages and texts alone", () => {
  const text = `import { a } from "./a.ts";
export * from "../b/mod.ts";
import "@std/path";
const later = await import("./later.ts");
const worker = new Worker(new URL("./worker.ts", import.meta.url));
import { three } from "three";
const name = "./a.ts";
`;
  const wanted = `import { a } from "./a.js";
export * from "../b/mod.js";
import "../../lib/std_path.js";
const later = await import("./later.js");
const worker = new Worker(new URL("./worker.js", import.meta.url));
import { three } from "three";
const name = "./a.ts";
`;
  assertEquals(
    rewriteSpecifiers(text, "lib/io/x.ts", { "@std/path": "lib/std_path.ts" }),
    wanted,
  );
});

/** Compiles in a process of its own, as the compiler reads variables of the environment. */
async function compile(source: string): Promise<{ readonly code: number; readonly text: string }> {
  const { code, stdout, stderr } = await runScript("release/_compile.ts", [
    "--allow-env",
    "--allow-read",
  ], [source]);
  return { code, text: code === 0 ? stdout : stderr };
}

Deno.test("javaScriptPackage() has code, types and doors for every source", async () => {
  const { text } = await compile(
    'import { zip } from "zip";\n/** Twice. */\nexport const twice = (x: number): number => zip(2 * x);\n',
  );
  const files: Record<string, string> = JSON.parse(text);
  assertEquals(Object.keys(files).sort(), ["mod.d.ts", "mod.js", "package.json", "page.css"]);
  assertStringIncludes(files["mod.js"] ?? "", "export const twice = (x) => zip(2 * x);");
  assertStringIncludes(
    files["mod.d.ts"] ?? "",
    "export declare const twice: (x: number) => number;",
  );
  const { version, exports, dependencies } = JSON.parse(files["package.json"] ?? "");
  assertEquals(version, "1.2.3");
  assertEquals(exports["."], { types: "./mod.d.ts", default: "./mod.js" });
  assertEquals(dependencies, { zip: "1.0.0" });
});

Deno.test("javaScriptPackage() refuses a source whose types are not written out", async () => {
  const { code, text } = await compile("export const twice = (x: number) => Math.abs(2 * x);\n");
  assertEquals(code, 1);
  assertStringIncludes(text, "Cannot compile mod.ts");
});

Deno.test("jsrPackage() writes out the names of packages", () => {
  const imports = { "@std/path": "jsr:@std/path@^1", three: "npm:three@0.187.0" };
  const text =
    'import { join } from "@std/path/join";\nimport "three";\nimport { x } from "./x.ts";\n';
  const [file] = jsrPackage([textFile("a.ts", text)], imports);
  assertEquals(
    decoder.decode(file?.bytes),
    'import { join } from "jsr:@std/path@^1/join";\nimport "npm:three@0.187.0";\nimport { x } from "./x.ts";\n',
  );
});
