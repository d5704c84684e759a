import { assertEquals } from "@std/assert";
import { baseName, listFiles } from "./_tree.ts";

/** Folders of `lib/` that hold no device operators: values, tapes, file formats, commands. */
const NOT_FAMILIES = new Set(["core", "grad", "nn", "io", "cli"]);

/** Operators without a test of the same name, each with the reason. */
const WITHOUT_TEST: ReadonlyMap<string, string> = new Map();

/** The operators, as `family/name`. */
function operatorsOf(paths: readonly string[]): string[] {
  return paths.flatMap((path) => {
    const [top, family = "", file = "", ...rest] = path.split("/");
    if (top !== "lib" || rest.length > 0 || NOT_FAMILIES.has(family)) return [];
    if (!file.endsWith(".ts") || file === "mod.ts" || baseName(file).startsWith("_")) return [];
    return [`${family}/${file.slice(0, -".ts".length)}`];
  });
}

/** The tests that are owed, and the exemptions that nothing needs any more. */
function missingMirrors(
  lib: readonly string[],
  tests: readonly string[],
  withoutTest: ReadonlyMap<string, string>,
): string[] {
  const all = new Set(tests);
  const operators = operatorsOf(lib);
  const owed = operators.filter((operator) =>
    !withoutTest.has(operator) && !all.has(`tests/${operator}_test.ts`)
  );
  const stale = [...withoutTest.keys()].filter((operator) => !operators.includes(operator));
  return [
    ...owed.map((operator) => `tests/${operator}_test.ts`),
    ...stale.map((operator) => `${operator} is exempt and does not exist`),
  ];
}

Deno.test("every operator has a test of the same name", () => {
  assertEquals(missingMirrors(listFiles("lib"), listFiles("tests"), WITHOUT_TEST), []);
});

Deno.test("missingMirrors() names absent tests and stale exemptions", () => {
  const none = new Map<string, string>();
  const lib = ["grid/dilate.ts", "grid/mod.ts", "grid/_box.ts", "core/tensor.ts"];
  const paths = lib.map((path) => `lib/${path}`);
  const test = "tests/grid/dilate_test.ts";
  assertEquals(missingMirrors(paths, [], none), [test]);
  assertEquals(missingMirrors(paths, [test], none), []);
  const exempt = new Map([["grid/dilate", "a reason"]]);
  assertEquals(missingMirrors(paths, [], exempt), []);
  assertEquals(missingMirrors([], [], exempt).length, 1);
});
