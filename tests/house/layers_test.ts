import { assertEquals } from "@std/assert";
import { readFiles, type SourceFile } from "./_tree.ts";
import { readFacts, resolveImport } from "./_typescript.ts";

/**
 * The layer of a file; operator families share one name each, `lib/<family>`.
 */
function layerOf(path: string): string {
  const [top = "", second = "", ...rest] = path.split("/");
  if (path === "mod.ts") return "mod";
  if (top === "ffi") return rest.length > 0 ? `ffi/${second}` : "ffi";
  if (top === "lib") return rest.length > 0 ? `lib/${second}` : "lib";
  if (top === "dev" && second === "calls") return "dev/calls";
  if (path === "tests/_backends.ts") return "tests/abi";
  if (top === "tests") return TESTS_OF_FFI.has(second) ? "tests/abi" : "tests";
  return top;
}

const TESTS_OF_FFI = new Set(["abi", "ffi"]);
const SHARED = new Set(["lib/core", "lib/io", "lib/cli", "lib/nn"]);

/** The arrows of the house. A file may also import its own layer. */
function mayImport(from: string, to: string, target: string): boolean {
  if (from === to) return true;
  if (to === "ffi/base") return /^(?:ffi|lib\/.+|tests|tests\/abi)$/.test(from);
  const isModule = target.endsWith("/mod.ts");
  switch (from) {
    case "mod":
      return to.startsWith("lib/") && to !== "lib/cli" && isModule;
    case "ffi":
      return to === "ffi/_generated" || to === "ffi/wasm";
    case "ffi/wasm":
      return to === "ffi/_generated";
    case "ffi/_gen":
      return false;
    case "ffi/_generated": // Generated wrappers check and convert their arguments by one authored file.
      return target === "ffi/_call.ts";
    case "lib/cli":
      return to.startsWith("lib/");
    case "lib/io":
      return to === "lib/core";
    case "lib/nn": // It stands on the doors of the families, and nothing below stands on it.
      return to === "lib/core" || to === "ffi" ||
        (to.startsWith("lib/") && !SHARED.has(to) && isModule);
    case "lib/core":
      return to === "ffi" || to === "ffi/_generated";
    case "examples":
      return to === "mod" || to.startsWith("lib/");
    case "tests":
      if (to === "dev/calls") return true; // They compare results by their hashes.
      if (/^(?:dev\/web|examples)\//.test(target)) return true;
      if (/^dev\/(?:release\/|tests\/|tasks\/_failures\.ts$)/.test(target)) return true;
      if (target === "bench/_harness.ts") return true; // It tells which operators are measured.
      // falls through
    case "bench":
      if (to === "dev/calls") return true; // Its table measures all of them.
      if (to === "examples") return true; // Steps of training.
      return to === "mod" || to.startsWith("lib/") ||
        (to === "tests/abi" && !target.includes("/abi/"));
    case "tests/abi":
      return to === "tests" || to === "dev/calls" || to === "mod" || to.startsWith("lib/") ||
        to.startsWith("ffi");
    case "dev": // The task that hashes results opens the device that the rows are run on.
      return to === "dev/calls" || target === "lib/core/mod.ts";
    case "dev/calls": // Its rows call every operator of the library.
      return to === "mod" || (to.startsWith("lib/") && isModule);
  }
  const isFamily = from.startsWith("lib/") && !SHARED.has(from);
  return isFamily && (to === "lib/core" || to === "ffi" || to === "ffi/_generated");
}

/** The packages of others that a layer may import, whole or below a prefix; other layers may import none. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  ffi: ["@std/path", "@denovdb/native"],
  "lib/io": ["laz-perf", "node:", "(computed)"], // a program for the code of laz-perf
  "lib/cli": ["@std/path", "3d-tiles-renderer/three", "three"],
  dev: [
    "@std/path",
    "@std/cli/parse-args",
    "@wasm-fmt/clang-format",
    "deno-std/",
    "laz-perf",
    "node:",
    "typescript",
    "(computed)", // what is tested
  ],
  bench: ["@std/cli/parse-args", "@std/path", "node:"],
  tests: ["@std/assert", "@std/path", "fast-check", "fast-png", "node:zlib", "(computed)"], // every door
  "tests/abi": ["@std/assert", "@std/path"],
};

function mayUsePackage(layer: string, specifier: string): boolean {
  const packages = PACKAGES[layer] ?? [];
  return packages.some((name) =>
    /[/:]$/.test(name) ? specifier.startsWith(name) : specifier === name
  );
}

/** The imports that go against the arrows. */
function wrongImports(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const from = layerOf(file.path);
    return readFacts(file).imports.flatMap((specifier) => {
      const target = resolveImport(specifier, file.path);
      const allowed = target === undefined
        ? mayUsePackage(from, specifier)
        : mayImport(from, layerOf(target), target);
      return allowed ? [] : [`${file.path} imports ${target ?? specifier}`];
    });
  });
}

const FOLDERS = ["mod.ts", "ffi", "lib", "bench", "tests", "examples", "dev"];

Deno.test("imports follow the arrows of the house", () => {
  assertEquals(wrongImports(readFiles([".ts"], ...FOLDERS)), []);
});

Deno.test("wrongImports() names imports between families, upwards and of unlisted packages", () => {
  const wrong = (path: string, specifier: string): number =>
    wrongImports([{ path, text: `import { a } from "${specifier}";\n` }]).length;
  assertEquals(wrong("lib/grid/build.ts", "../rays/march.ts"), 1);
  assertEquals(wrong("lib/grid/build.ts", "../io/mod.ts"), 1);
  assertEquals(wrong("lib/grid/build.ts", "../../mod.ts"), 1);
  assertEquals(wrong("lib/core/tensor.ts", "../grid/mod.ts"), 1);
  assertEquals(wrong("lib/conv/sparse_conv.ts", "../nn/mod.ts"), 1);
  assertEquals(wrong("lib/grad/tape.ts", "../conv/mod.ts"), 1);
  assertEquals(wrong("lib/nn/conv.ts", "../conv/sparse_conv.ts"), 1);
  assertEquals(wrong("lib/nn/conv.ts", "../io/mod.ts"), 1);
  assertEquals(wrong("lib/io/ply/read.ts", "../../../ffi/context.ts"), 1);
  assertEquals(wrong("ffi/context.ts", "../lib/core/mod.ts"), 1);
  assertEquals(wrong("ffi/context.ts", "./_gen/emit.ts"), 1);
  assertEquals(wrong("ffi/base/checks.ts", "../context.ts"), 1);
  assertEquals(wrong("mod.ts", "./lib/grid/build.ts"), 1);
  assertEquals(wrong("tests/grid/build_test.ts", "../../ffi/context.ts"), 1);
  assertEquals(wrong("lib/grid/build.ts", "npm:left-pad"), 1);
  assertEquals(wrong("lib/grid/build.ts", "@std/assert"), 1);
  assertEquals(wrong("dev/tasks/build.ts", "../../lib/grid/mod.ts"), 1);
  assertEquals(wrong("dev/calls/grid.ts", "../../lib/grid/ijk.ts"), 1);

  assertEquals(wrong("lib/nn/conv.ts", "../conv/mod.ts"), 0);
  assertEquals(wrong("lib/nn/conv.ts", "../grad/mod.ts"), 0);
  assertEquals(wrong("lib/nn/conv.ts", "../core/checks.ts"), 0);
  assertEquals(wrong("lib/grid/build.ts", "../core/mod.ts"), 0);
  assertEquals(wrong("lib/grid/build.ts", "../../ffi/context.ts"), 0);
  assertEquals(wrong("lib/io/ply/read.ts", "../../../ffi/base/checks.ts"), 0);
  assertEquals(wrong("lib/cli/render/render.ts", "../../grid/mod.ts"), 0);
  assertEquals(wrong("tests/abi/handles_test.ts", "../../ffi/library.ts"), 0);
  assertEquals(wrong("dev/calls/grid.ts", "../../lib/grid/mod.ts"), 0);
  assertEquals(wrong("tests/grid/build_test.ts", "../_backends.ts"), 0);
  assertEquals(wrong("tests/grid/build_test.ts", "@denovdb/denovdb"), 0);
  assertEquals(wrong("tests/grid/build_test.ts", "../../dev/calls/mod.ts"), 0);
});

Deno.test("wrongImports() sees re-exports, dynamic imports and imported types", () => {
  const path = "lib/grid/build.ts";
  const forms = [
    'export * from "../rays/mod.ts";',
    'export { a } from "../rays/mod.ts";',
    'const rays = await import("../rays/mod.ts");',
    'type Ray = import("../rays/mod.ts").Ray;',
    '// deno-lint-ignore-file\nimport "../rays/mod.ts";',
  ];
  for (const text of forms) assertEquals(wrongImports([{ path, text }]).length, 1, text);
});
