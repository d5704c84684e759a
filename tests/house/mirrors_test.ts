import { assertEquals } from "@std/assert";
import { baseName, listFiles, readFiles, type SourceFile } from "./_tree.ts";

/** Folders of `lib/` that hold no device operators: values, tapes, file formats, commands. */
const NOT_FAMILIES = new Set(["core", "grad", "nn", "io", "cli"]);

/** Operators without a test of the same name, or without a row in a table of benchmarks, each with the reason. */
const WITHOUT_TEST: ReadonlyMap<string, string> = new Map();
const WITHOUT_BENCH: ReadonlyMap<string, string> = new Map([
  ["optim/schedules", "it computes a number on the host"],
]);

/** The operators, as `family/name`. */
function operatorsOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const [top, family = "", file = "", ...rest] = path.split("/");
    if (top !== "lib" || rest.length > 0 || NOT_FAMILIES.has(family)) return [];
    if (!file.endsWith(".ts") || file === "mod.ts" || baseName(file).startsWith("_")) return [];
    return [`${family}/${file.slice(0, -".ts".length)}`];
  });
}

/** What an operator file exports that can run. */
function exportsOf({ text }: SourceFile): string[] {
  return [...text.matchAll(/^export (?:async )?(?:function\*?|class) (\w+)/gm)].map((found) =>
    found[1] ?? ""
  );
}

/** The functions that the tables of benchmarks have rows of: `row(name`, `someRow(name`,
 * `rows([name, other]` or `operator: name`. */
function rowsOf({ text }: SourceFile): string[] {
  const single = [...text.matchAll(/\b(?:row|\w+Rows?)\(\s*(\w+)|\boperator: (\w+)/g)].map((
    found,
  ) => found[1] ?? found[2] ?? "");
  const lists = [...text.matchAll(/\brows\(\s*\[([\w\s,]+)\]/g)].flatMap((found) =>
    found[1]?.split(",").map((name) => name.trim()) ?? []
  );
  return [...single, ...lists];
}

/** The tests and rows of benchmarks that are owed, and the exemptions that nothing needs any more. */
function missingMirrors(
  lib: readonly SourceFile[],
  tests: readonly string[],
  benchmarks: readonly SourceFile[],
  withoutTest: ReadonlyMap<string, string>,
  withoutBench: ReadonlyMap<string, string>,
): string[] {
  const all = new Set(tests);
  const sources = new Map(lib.map((file) => [file.path, file]));
  const operators = operatorsOf([...sources.keys()]);
  const owed = operators.flatMap((operator) => {
    const [family = ""] = operator.split("/");
    const source = sources.get(`lib/${operator}.ts`);
    const measured = new Set(
      benchmarks.filter(({ path }) => path.startsWith(`bench/${family}/`)).flatMap(rowsOf),
    );
    const hasRow = source !== undefined && exportsOf(source).some((name) => measured.has(name));
    return [
      ...(withoutTest.has(operator) || all.has(`tests/${operator}_test.ts`)
        ? []
        : [`tests/${operator}_test.ts`]),
      ...(withoutBench.has(operator) || hasRow ? [] : [`a row of ${operator} in bench/${family}`]),
    ];
  });
  const stale = [...withoutTest.keys(), ...withoutBench.keys()]
    .filter((operator) => !operators.includes(operator))
    .map((operator) => `${operator} is exempt and does not exist`);
  return [...owed, ...stale];
}

Deno.test("every operator has a test of the same name and a row in a table of benchmarks", () => {
  const missing = missingMirrors(
    readFiles([".ts"], "lib"),
    listFiles("tests"),
    readFiles([".ts"], "bench"),
    WITHOUT_TEST,
    WITHOUT_BENCH,
  );
  assertEquals(missing, []);
});

Deno.test("missingMirrors() names absent tests and rows and stale exemptions", () => {
  const none = new Map<string, string>();
  const lib = [
    { path: "lib/grid/dilate.ts", text: "export function dilatedGrid(): void {}" },
    { path: "lib/grid/mod.ts", text: "" },
    { path: "lib/grid/_box.ts", text: "export function box(): void {}" },
    { path: "lib/core/tensor.ts", text: "export class Tensor {}" },
  ];
  const [test, owed] = ["tests/grid/dilate_test.ts", "a row of grid/dilate in bench/grid"];
  const bench = (text: string, path = "bench/grid/grid_bench.ts"): SourceFile[] => [{ path, text }];
  assertEquals(missingMirrors(lib, [], [], none, none), [test, owed]);
  assertEquals(missingMirrors(lib, [test], [], none, none), [owed]);
  for (
    const text of [
      "row(dilatedGrid, x)",
      "fastRows(dilatedGrid)",
      "rows([\n a, dilatedGrid], x)",
      "operator: dilatedGrid",
    ]
  ) {
    assertEquals(missingMirrors(lib, [test], bench(text), none, none), [], text);
  }
  assertEquals(missingMirrors(lib, [test], bench("row(dilated, x)"), none, none), [owed]);
  const elsewhere = bench(
    "row(dilatedGrid, x)",
    "bench/query/query_bench.ts",
  );
  assertEquals(missingMirrors(lib, [test], elsewhere, none, none), [owed]);
  const exempt = new Map([["grid/dilate", "a reason"]]);
  assertEquals(missingMirrors(lib, [], [], exempt, exempt), []);
  assertEquals(missingMirrors([], [], [], exempt, none).length, 1);
});
