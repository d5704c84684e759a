import { assertEquals } from "@std/assert";
import type { FunctionType } from "../../ffi/_gen/model.ts";
import { camelCase } from "../../ffi/_gen/names.ts";
import { DECLARATIONS, FUNCTIONS } from "./_calls.ts";
import * as library from "../_doors.ts";
import { plain, readServed } from "../house/_served.ts";
import { readFiles, type SourceFile } from "../house/_tree.ts";

/** The steps of functions that call several entries, behind the name of the function. */
const STEPS: ReadonlyMap<string, string> = new Map([
  ["apply", "makes the change that was planned"],
  ["band", "marks the voxels within the band"],
  ["column", "copies a column of the result"],
  ["count", "says how large the results are"],
  ["fill", "writes results of the size that was counted"],
  ["grid", "makes the grid of the result"],
  ["list", "lists what the plan is about"],
  ["plan", "plans a change"],
  ["rows", "finds the rows of the result"],
  ["runs", "lists the runs of the result"],
  ["widen", "copies a field to a wider grid"],
]);

/** What the library does not call, and why it is there. */
const UNCALLED: ReadonlyMap<string, string> = new Map([
  ["dvdb_index_sizes", "TypeScript computes sizes itself, which tests compare with these"],
  ["dvdb_segments_along_rays_count", "for C programs that allocate results themselves"],
  ["dvdb_segments_along_rays_fill", "for C programs that allocate results themselves"],
]);

/** Names that public functions have, without those of asynchronous twins. */
const PUBLIC: ReadonlySet<string> = new Set(
  Object.entries(library)
    .filter(([name, value]) => typeof value === "function" && /^[a-z]/.test(name))
    .map(([name]) => plain(name)),
);

/** What an object's entries begin with: the types of handles. */
const OBJECTS: readonly string[] = DECLARATIONS.aliases
  .map(({ name }) => name)
  .filter((name) => name !== "dvdb_status" && name !== "dvdb_ticket");

/** Whether an entry makes, reads or destroys the object that its name begins with. */
function isOfObject({ name, parameters }: FunctionType): boolean {
  const object = OBJECTS.find((type) => name.startsWith(`${type}_`));
  const [first, second, third] = parameters;
  const subject = first?.type === object ? first : second?.type === "dvdb_ticket" ? third : second;
  const last = parameters.at(-1);
  return object !== undefined &&
    (subject?.type === object || last?.type === object || `dvdb_${last?.name}` === `${object}s`);
}

/** The functions that the comment of an entry says it serves. */
function statedOf({ doc }: Pick<FunctionType, "doc">): string[] {
  const [, list = ""] = /\bServes: ([^.]+)\.$/.exec(doc.replace(/\s+/g, " ").trim()) ?? [];
  return list === "" ? [] : list.split(", ");
}

/** What is wrong with the name of an entry that these public functions call. */
function problemOf(type: FunctionType, callers: ReadonlySet<string>): string | undefined {
  const { name, family } = type;
  if (family === "abi" || UNCALLED.has(name)) return undefined;
  const own = camelCase(name);
  const stated = statedOf(type);
  const step = /_([a-z0-9]+)$/.exec(name)?.[1] ?? "";
  const owner = camelCase(name.slice(0, -step.length - 1));
  const isStep = STEPS.has(step) && PUBLIC.has(owner);
  if (PUBLIC.has(own) || isStep) {
    const caller = PUBLIC.has(own) ? own : owner;
    if (stated.length > 0) return `${name} says whom it serves, though its name does`;
    return callers.has(caller) ? undefined : `${name} is not called by ${caller}()`;
  }
  if (stated.length === 0 && isOfObject(type)) return undefined;
  const called = [...callers].sort();
  if (called.length === 0) return `${name} is called by nothing`;
  return stated.join() === called.join()
    ? undefined
    : `${name} has to be named after its function, or to say "Serves: ${called.join(", ")}."`;
}

/** The files of the library but for its command line, which calls public functions alone. */
function readLibrary(): SourceFile[] {
  return readFiles([".ts"], "lib").filter(({ path }) => !path.startsWith("lib/cli/"));
}

Deno.test("entries are named after the functions that call them, or say which they serve", () => {
  const exported = new Set(Object.keys(library));
  const methods = new Set(FUNCTIONS.map(({ name }) => camelCase(name)));
  const served = readServed(readLibrary(), methods, exported);
  const problems = FUNCTIONS.flatMap((type) =>
    problemOf(type, served.get(camelCase(type.name)) ?? new Set()) ?? []
  );
  assertEquals(problems, []);
  const called = [...UNCALLED.keys()].filter((name) => served.get(camelCase(name))?.size !== 0);
  assertEquals(called, [], "these are called, or not there");
});

Deno.test("problemOf() finds names that explain nothing", () => {
  const parameters: FunctionType["parameters"] = [];
  const type = (name: string, doc = "Does it."): FunctionType => {
    return { name, doc, family: "grid", checked: true, nonblocking: false, parameters };
  };
  const problem = (one: FunctionType, ...callers: string[]): string | undefined =>
    problemOf(one, new Set(callers));
  assertEquals(problem(type("dvdb_dilated_grid"), "dilatedGrid"), undefined);
  assertEquals(problem(type("dvdb_marching_cubes_count"), "marchingCubes"), undefined);
  assertEquals(problem(type("dvdb_do_it", "It. Serves: add, exp."), "exp", "add"), undefined);
  assertEquals(
    problem(type("dvdb_dilated_grid"), "erodedGrid"),
    "dvdb_dilated_grid is not called by dilatedGrid()",
  );
  const either = 'has to be named after its function, or to say "Serves: dilatedGrid."';
  assertEquals(problem(type("dvdb_grid_dilate"), "dilatedGrid"), `dvdb_grid_dilate ${either}`);
  assertEquals(
    problem(type("dvdb_dilated_grid_more"), "dilatedGrid"),
    `dvdb_dilated_grid_more ${either}`,
  );
  assertEquals(problem(type("dvdb_do_it")), "dvdb_do_it is called by nothing");
  assertEquals(
    problem(type("dvdb_exp", "It. Serves: exp."), "exp"),
    "dvdb_exp says whom it serves, though its name does",
  );
});

Deno.test("readServed() follows calls through files, and methods that are chosen by name", () => {
  const files: SourceFile[] = [
    {
      path: "lib/a/a.ts",
      text: `import { run as start } from "../core/b.ts";
export function one() { return start(); }
export async function oneAsync() { await start(); }
export const two = () => nativeOf(context)[flag ? "second" : "third"]({});
export function three() { return other.first(); }`,
    },
    { path: "lib/core/b.ts", text: "export function run() { native.firstAsync({}); }" },
  ];
  const methods = new Set(["first", "second", "third", "fourth"]);
  const served = readServed(files, methods, new Set(["one", "oneAsync", "two", "three"]));
  assertEquals([...served].map(([name, by]) => [name, ...by].join(" ")), [
    "first one",
    "second two",
    "third two",
    "fourth",
  ]);
});
