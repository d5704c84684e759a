import { assert, assertEquals, assertThrows } from "@std/assert";
import * as library from "../_doors.ts";
import * as io from "../../lib/io/mod.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { readFiles, type SourceFile } from "./_tree.ts";

/** A function, constructor or method that takes options, and the place of them among its parameters. */
interface Taker {
  readonly name: string;
  /** Of a method; it is the class that has the name. */
  readonly method?: string;
  readonly isStatic?: boolean;
  readonly place: number;
}

/** Types of which functions know every name, as `optionNames<T>()` lists them. */
function checkedTypes(files: readonly SourceFile[]): ReadonlySet<string> {
  const lists = files.flatMap(({ text }) => [...text.matchAll(/\boptionNames<(.+?)>\(/g)]);
  return new Set(lists.flatMap(([, types = ""]) => types.match(/\b[A-Z]\w+/g) ?? []));
}

/** The exported functions of a file that take options, and the constructors and methods of exported classes. */
function takersOf(file: SourceFile, checked: ReadonlySet<string>): Taker[] {
  const takers: Taker[] = [];
  const note = (
    { id }: Deno.lint.FunctionDeclaration | Deno.lint.ClassDeclaration,
    params: readonly Param[],
    method: Pick<Taker, "method" | "isStatic"> = {},
  ): void => {
    params.forEach((param, place) => {
      if (id !== null && isOptions(param, checked)) {
        takers.push({ name: id.name, ...method, place });
      }
    });
  };
  const visitor: Deno.lint.LintVisitor = {
    "ExportNamedDeclaration > FunctionDeclaration"(node: Deno.lint.FunctionDeclaration): void {
      note(node, node.params.map(paramOf));
    },
    "ExportNamedDeclaration > ClassDeclaration"(node: Deno.lint.ClassDeclaration): void {
      for (const member of node.body.body) {
        if (member.type !== "MethodDefinition") continue;
        const { kind, key } = member;
        const params = member.value.params.map(paramOf);
        // Parts of results may be left out, too.
        if (kind === "constructor") {
          note(node, params.map((param) => ({ ...param, hasDefaults: false })));
        }
        if (kind !== "method" || key.type !== "Identifier") continue;
        note(node, params, { method: key.name, ...member.static && { isStatic: true } });
      }
    },
  };
  const rule: Deno.lint.Rule = { create: (): Deno.lint.LintVisitor => visitor };
  Deno.lint.runPlugin({ name: "house", rules: { options: rule } }, file.path, file.text);
  return takers;
}

/** A parameter as its function takes it. */
interface Param {
  /** Undefined where it is taken apart. */
  readonly name: string | undefined;
  readonly type: string;
  /** Whether it or one of its names may be left out. */
  readonly hasDefaults: boolean;
}

function paramOf(param: Deno.lint.Parameter): Param {
  const isAssigned = param.type === "AssignmentPattern";
  const named = isAssigned ? param.left : param;
  if (named.type === "Identifier") {
    return { name: named.name, type: typeNameOf(named), hasDefaults: isAssigned };
  }
  if (named.type !== "ObjectPattern") return { name: "", type: "", hasDefaults: false };
  const hasDefaults = isAssigned ||
    named.properties.some((property) =>
      property.type === "Property" && property.value.type === "AssignmentPattern"
    );
  return { name: undefined, type: typeNameOf(named), hasDefaults };
}

/**
 * Whether a parameter is called `options`, has such a type, or is taken apart and has names that may be left out; what is
 * put in, such as a picture, may have more names than are read.
 */
function isOptions({ name, type, hasDefaults }: Param, checked: ReadonlySet<string>): boolean {
  if (name === "options" || checked.has(type)) return true;
  return name === undefined && (/Options$/.test(type) || hasDefaults && !/Input$/.test(type));
}

function typeNameOf({ typeAnnotation }: Deno.lint.ObjectPattern | Deno.lint.Identifier): string {
  const type = typeAnnotation?.typeAnnotation;
  if (type?.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return "";
  return type.typeName.name;
}

/** Calls with one option and nothing else; methods of no object that has been made. What is thrown. */
async function refusal(
  { name, method, isStatic, place }: Taker,
  option: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const args = [...Array<undefined>(place), option];
  const taken = MODULES.get(name);
  assert(typeof taken === "function");
  try {
    if (method !== undefined) {
      const owner = isStatic === true ? taken : Object.create(taken.prototype);
      await Reflect.apply(owner[method], owner, args);
    } else if (/^class\b/.test(String(taken))) Reflect.construct(taken, args);
    else dispose(await Reflect.apply(taken, undefined, args));
  } catch (error) {
    return error;
  }
}

/** Ends what a call made that was not refused, such as a context. */
function dispose(made: Partial<Disposable> | undefined): void {
  made?.[Symbol.dispose]?.();
}

const MODULES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(library),
  ...Object.entries(io),
]);

/** These carry options for what the host's own errors take. */
const NOT_OURS = new Set(["FormatError"]);

const FILES = readFiles([".ts"], "lib", "ffi").filter(({ path }) =>
  !path.includes("/_gen") && !path.startsWith("lib/nn/") // has functions of the same names
);

/** What is exported and takes options. */
function publicTakers(): readonly Taker[] {
  const checked = checkedTypes(FILES);
  return FILES.flatMap((file) => takersOf(file, checked))
    .filter(({ name }) => MODULES.has(name) && !NOT_OURS.has(name));
}

Deno.test("every public function refuses options that it does not know, before anything else", async () => {
  const takers = publicTakers();
  assert(takers.length > 130, `${takers.length} functions take options`);
  assert(takers.some(({ method }) => method === "explain"));
  const silent: string[] = [];
  for (const taker of takers) {
    const error = await refusal(taker, { mispeled: 1 });
    const isTold = error instanceof TypeError &&
      /^Cannot .*: the (option|gradient) "mispeled" is unknown, .* expected$/.test(error.message);
    if (!isTold) silent.push(`${taker.name}.${taker.method ?? "()"} says ${error}`);
  }
  assertEquals(silent, []);
});

/** Names of options that are true or false, as they are declared, whatever is checked of them. */
function booleanNames(): ReadonlySet<string> {
  const declared = FILES.filter(({ path }) => !path.startsWith("lib/cli/")).flatMap(({ text }) => [
    ...text.matchAll(/\breadonly (\w+)(?:\?: boolean|: true);/g),
  ]);
  return new Set(declared.flatMap(([, name = ""]) => name));
}

/** Of the names that an error says are expected, those that are true or false. */
function booleansIn(error: unknown, names: ReadonlySet<string>): readonly string[] {
  const [, known = ""] = / is unknown, (.+) expected$/.exec(String(error)) ?? [];
  return known.split(/, | or /).filter((name) => names.has(name));
}

Deno.test("every public function refuses what is neither true nor false where it has to be", async () => {
  const names = booleanNames();
  const silent: string[] = [];
  let asked = 0;
  for (const taker of publicTakers()) {
    for (const option of booleansIn(await refusal(taker, { mispeled: 1 }), names)) {
      asked++;
      for (const [value, shown] of [[1, "1"], ["no", '"no"'], [null, "null"]] as const) {
        const error = await refusal(taker, { [option]: value });
        const problem = `: ${option} is ${shown}, true or false expected`;
        const isTold = error instanceof TypeError && error.message.startsWith("Cannot ") &&
          error.message.endsWith(problem);
        if (!isTold) silent.push(`${taker.name}.${taker.method ?? "()"} says ${error}`);
      }
      const error = await refusal(taker, { [option]: undefined });
      assert(!String(error).includes(`${option} is undefined`), `${taker.name} says ${error}`);
    }
  }
  assertEquals(silent, []);
  assert(asked > 60, `${asked} options are true or false`);
});

Deno.test("takersOf() finds options of functions and methods by their name, their type and their defaults", () => {
  const text = `
    export function named(a: number, options: B): void;
    export function named(a: number, options: B = {}): void {}
    export function apart({ a }: SomeOptions): void {}
    export async function defaults(a: A, { b = 1 }: Use): Promise<void> {}
    export function empty(a: A, b: B, { c }: D = {}): void {}
    export function data({ a, b = 1 }: SomeInput): void {}
    export class Made { constructor({ a = 1 }: SomeOptions) {} }
    export class Parts { constructor({ a = 1 }: Several) {} }
    export class Methods {
      static make(a: A, options: B): Methods { return new Methods(); }
      use(a: A, { b }: UseOptions): void {}
      async *list({ b = 1 }: Use = {}): AsyncGenerator<number> {}
      put({ a, b }: C): void {}
      explain(layer: Layer = {}): void {}
      get a(): number { return 1; }
      #hidden(options: B): void {}
    }
    export function others({ rays, times }: Rays): void {}
    function hidden(options: B): void {}
  `;
  assertEquals(takersOf({ path: "a.ts", text }, new Set(["Layer"])), [
    { name: "named", place: 1 },
    { name: "apart", place: 0 },
    { name: "defaults", place: 1 },
    { name: "empty", place: 2 },
    { name: "Made", place: 0 },
    { name: "Methods", method: "make", isStatic: true, place: 1 },
    { name: "Methods", method: "use", place: 1 },
    { name: "Methods", method: "list", place: 0 },
    { name: "Methods", method: "explain", place: 0 },
  ]);
});

Deno.test("checkOptions() names what is unknown and what is known", () => {
  interface Options {
    readonly low?: number;
    readonly high?: number;
    readonly wide?: boolean;
  }
  const names = optionNames<Options>({ low: true, high: true, wide: "boolean" });
  // @ts-expect-error A name that is left out does not compile.
  optionNames<Options>({ low: true, high: true });
  // @ts-expect-error Nor one too many.
  optionNames<Options>({ low: true, high: true, wide: "boolean", deep: true });
  // @ts-expect-error Nor one that is true or false, if nothing says so.
  optionNames<Options>({ low: true, high: true, wide: true });
  // @ts-expect-error Nor one that is not, if something says so.
  optionNames<Options>({ low: "boolean", high: true, wide: "boolean" });
  const both = optionNames<{ readonly a: 1 } | { readonly b?: 2 }>({ a: true, b: true });
  assertEquals([...both.keys()], ["a", "b"]);
  const options: Options = { low: 1 };
  assertEquals(checkOptions("stretch", options, names), options);
  const wrong = (given: object): string =>
    assertThrows(() => checkOptions("stretch", given as Options, names), TypeError).message;
  assertEquals(
    wrong({ low: 1, hgih: 2 }),
    'Cannot run stretch: the option "hgih" is unknown, low, high or wide expected',
  );
  assertEquals(
    wrong({ toString: 1 }),
    'Cannot run stretch: the option "toString" is unknown, low, high or wide expected',
  );
  assertEquals(checkOptions<Options>("stretch", { wide: false }, names), { wide: false });
  assertEquals(wrong({ wide: 0 }), "Cannot run stretch: wide is 0, true or false expected");
});
