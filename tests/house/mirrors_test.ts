import { assertEquals } from "@std/assert";
import { baseName, listFiles } from "./_tree.ts";

/** Folders of `lib/` that hold no device operators: values, file formats, commands. */
const NOT_FAMILIES = new Set(["core", "io", "cli"]);

/** Files without a mirror of their own, each with the reason. */
const WITHOUT_TEST: ReadonlyMap<string, string> = new Map();
const WITHOUT_BENCH: ReadonlyMap<string, string> = new Map();

/** The operators, as `family/name`. */
function operatorsOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const [top, family = "", file = "", ...rest] = path.split("/");
    if (top !== "lib" || rest.length > 0 || NOT_FAMILIES.has(family)) return [];
    if (!file.endsWith(".ts") || file === "mod.ts" || baseName(file).startsWith("_")) return [];
    return [`${family}/${file.slice(0, -".ts".length)}`];
  });
}

/** The tests and benchmarks that are owed, and the exemptions that nothing needs any more. */
function missingMirrors(
  paths: readonly string[],
  withoutTest: ReadonlyMap<string, string>,
  withoutBench: ReadonlyMap<string, string>,
): string[] {
  const all = new Set(paths);
  const operators = operatorsOf(paths);
  const owed = operators.flatMap((operator) => [
    ...(withoutTest.has(operator) ? [] : [`tests/${operator}_test.ts`]),
    ...(withoutBench.has(operator) ? [] : [`bench/${operator}_bench.ts`]),
  ]);
  const stale = [...withoutTest.keys(), ...withoutBench.keys()]
    .filter((operator) => !operators.includes(operator))
    .map((operator) => `${operator} is exempt and does not exist`);
  return [...owed.filter((path) => !all.has(path)), ...stale];
}

Deno.test("every operator has a test and a benchmark of the same name", () => {
  const paths = listFiles("lib", "tests", "bench");
  assertEquals(missingMirrors(paths, WITHOUT_TEST, WITHOUT_BENCH), []);
});

Deno.test("missingMirrors() names absent tests and benchmarks and stale exemptions", () => {
  const none = new Map<string, string>();
  const paths = ["lib/grid/dilate.ts", "lib/grid/mod.ts", "lib/grid/_box.ts", "lib/core/tensor.ts"];
  const test = "tests/grid/dilate_test.ts";
  const bench = "bench/grid/dilate_bench.ts";
  assertEquals(missingMirrors(paths, none, none), [test, bench]);
  assertEquals(missingMirrors([...paths, test], none, none), [bench]);
  assertEquals(missingMirrors([...paths, test, bench], none, none), []);
  const exempt = new Map([["grid/dilate", "a reason"]]);
  assertEquals(missingMirrors(paths, exempt, exempt), []);
  assertEquals(missingMirrors([], exempt, none).length, 1);
});
