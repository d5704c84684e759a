import { assert, assertEquals } from "@std/assert";
import * as root from "../../mod.ts";
import * as attention from "../../lib/attention/mod.ts";
import * as conv from "../../lib/conv/mod.ts";
import * as core from "../../lib/core/mod.ts";
import * as dense from "../../lib/dense/mod.ts";
import * as grad from "../../lib/grad/mod.ts";
import * as grid from "../../lib/grid/mod.ts";
import * as index from "../../lib/index/mod.ts";
import * as inject from "../../lib/inject/mod.ts";
import * as io from "../../lib/io/mod.ts";
import * as jagged from "../../lib/jagged/mod.ts";
import * as lod from "../../lib/lod/mod.ts";
import * as mesh from "../../lib/mesh/mod.ts";
import * as nn from "../../lib/nn/mod.ts";
import * as optim from "../../lib/optim/mod.ts";
import * as pool from "../../lib/pool/mod.ts";
import * as query from "../../lib/query/mod.ts";
import * as rays from "../../lib/rays/mod.ts";
import * as render from "../../lib/render/mod.ts";
import * as sample from "../../lib/sample/mod.ts";
import * as sdf from "../../lib/sdf/mod.ts";
import * as topology from "../../lib/topology/mod.ts";
import { listFiles, ROOT } from "./_tree.ts";
import { DOORS } from "./_typescript.ts";

/** The most names that the root has: what most programs need. */
const MOST_ROOT_NAMES = 70;

const FAMILIES: Readonly<Record<string, object>> = {
  attention,
  conv,
  core,
  dense,
  grad,
  grid,
  index,
  inject,
  io,
  jagged,
  lod,
  mesh,
  nn,
  optim,
  pool,
  query,
  rays,
  render,
  sample,
  sdf,
  topology,
};

/** A module, as `deno doc --json` describes it. */
interface DocumentedModule {
  readonly "module_doc"?: JsDoc;
  readonly symbols: readonly {
    readonly name: string;
    readonly declarations: readonly Declaration[];
  }[];
}

interface JsDoc {
  readonly doc?: string;
  readonly tags?: readonly { readonly kind: string }[];
}

interface Declaration {
  readonly kind: string;
  readonly location: { readonly filename: string };
  readonly jsDoc?: JsDoc;
  readonly def?: unknown;
}

/** What the documentation of modules says; a name that an earlier one of them has is only a reference. */
async function documentationOf(
  ...paths: readonly string[]
): Promise<Readonly<Record<string, DocumentedModule>>> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["doc", "--json", ...paths],
    cwd: ROOT,
    stderr: "null",
  }).output();
  const { nodes } = JSON.parse(new TextDecoder().decode(stdout));
  return nodes;
}

/** The declarations of modules, by their public names. */
function declarationsIn(
  modules: Readonly<Record<string, DocumentedModule>>,
): readonly (Declaration & { readonly name: string })[] {
  return Object.values(modules).flatMap(({ symbols }) =>
    symbols.flatMap(({ name, declarations }) =>
      declarations.filter(({ kind }) => kind !== "reference").map((one) => ({ ...one, name }))
    )
  );
}

/** The types of the bindings that a declaration shows, leaving out what is private. */
function generatedTypes(shown: unknown): string[] {
  if (typeof shown !== "object" || shown === null) return [];
  if ("accessibility" in shown && shown.accessibility === "private") return [];
  const own = "specifier" in shown && String(shown.specifier).includes("_generated/") &&
      "name" in shown
    ? [String(shown.name)]
    : [];
  return [...own, ...Object.values(shown).flatMap(generatedTypes)];
}

/** Names of functions, and the doors that have them. */
function doorsOfFunctions(
  families: Readonly<Record<string, object>>,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [family, door] of Object.entries(families)) {
    for (const [name, value] of Object.entries(door)) {
      if (typeof value !== "function") continue;
      found.set(name, [...found.get(name) ?? [], family]);
    }
  }
  return found;
}

Deno.test("every family has a door, and the root has no more than what most programs need", () => {
  const modules = listFiles("lib").filter((path) => /^lib\/[^/]+\/mod\.ts$/.test(path));
  const doors = [...DOORS.values()];
  assertEquals(modules.filter((path) => !doors.includes(path)), []);
  assertEquals(modules.map((path) => path.split("/")[1]), Object.keys(FAMILIES));
  assertEquals(
    [...DOORS.keys()].slice(1, -1),
    [...DOORS.values()].slice(1, -1).map((path) => `@denovdb/denovdb/${path.split("/")[1]}`),
  );
});

Deno.test("every function and class is behind one door, besides the root and that of networks", () => {
  const { nn: _, ...families } = FAMILIES; // It has operators for tapes under the names of those for tensors.
  const doors = doorsOfFunctions(families);
  assertEquals([...doors].filter(([, families]) => families.length !== 1), []);
  const strangers = Object.entries(root).filter(([name, value]) => {
    if (typeof value !== "function") return false;
    const [family = ""] = doors.get(name) ?? [];
    return FAMILIES[family] === undefined ||
      !(Object.values(FAMILIES[family]) as unknown[]).includes(value);
  });
  assertEquals(strangers.map(([name]) => name), []);
});

Deno.test("the door of networks has all of the tapes, and operators that others name the same", () => {
  const tapes = Object.entries(grad);
  assertEquals(tapes.filter(([name, value]) => Reflect.get(nn, name) !== value), []);
});

Deno.test("public names have a category, doors an example, and neither shows the bindings", async () => {
  const modules = await documentationOf(...DOORS.values());
  const rootNames = Object.entries(modules).find(([path]) => path === `file://${ROOT}mod.ts`)?.[1];
  assert(rootNames !== undefined && rootNames.symbols.length <= MOST_ROOT_NAMES);
  const withoutExample = Object.entries(modules)
    .filter(([path]) => !path.endsWith("/cli/main.ts"))
    .filter(([, { module_doc: doc }]) => !doc?.tags?.some(({ kind }) => kind === "example"));
  assertEquals(withoutExample.map(([path]) => path), []);
  const declarations = declarationsIn(modules);
  assert(declarations.length > 700, `${declarations.length} declarations`);
  const inCategory = new Set(
    declarations
      .filter(({ jsDoc }) => jsDoc?.tags?.some(({ kind }) => kind === "category"))
      .map(({ name }) => name),
  );
  const bare = declarations.filter(({ name, location }) =>
    !inCategory.has(name) && !location.filename.includes("/lib/cli/")
  );
  assertEquals([...new Set(bare.map(({ name }) => name))], [], "names without a category");
  const native = declarations.flatMap(({ name, location, def }) =>
    location.filename.includes("/_generated/")
      ? [`${name} is generated`]
      : generatedTypes(def).map((type) => `${name} shows ${type}`)
  );
  assertEquals(native, []);
});

Deno.test("generatedTypes() names types of the bindings, and doorsOfFunctions() every door", () => {
  const type = { kind: "import", specifier: "../../ffi/_generated/native.ts", name: "Status" };
  const shown = { params: [{ tsType: { value: { resolution: type } } }] };
  assertEquals(generatedTypes({ methods: [shown] }), ["Status"]);
  assertEquals(generatedTypes({ constructors: [{ ...shown, accessibility: "private" }] }), []);
  const doors = doorsOfFunctions({ a: { f: () => 1, n: 1 }, b: { f: () => 1, g: () => 1 } });
  assertEquals([...doors], [["f", ["a", "b"]], ["g", ["b"]]]);
});
