import { assert, assertEquals, assertThrows } from "@std/assert";
import * as library from "../../mod.ts";
import * as io from "../../lib/io/mod.ts";
import { checkOptions, optionNames } from "../../lib/core/options.ts";
import { readFiles, type SourceFile } from "./_tree.ts";

/** A function or constructor that takes options, and the place of them among its parameters. */
interface Taker {
  readonly name: string;
  readonly place: number;
}

/** The exported functions of a file that take options, and the constructors of exported classes. */
function takersOf(file: SourceFile): Taker[] {
  const takers: Taker[] = [];
  const note = (
    { id }: Deno.lint.FunctionDeclaration | Deno.lint.ClassDeclaration,
    params: readonly Deno.lint.Parameter[],
    isTaken: (param: Deno.lint.Parameter) => boolean,
  ): void => {
    const place = params.findIndex(isTaken);
    if (id !== null && place >= 0) takers.push({ name: id.name, place });
  };
  const visitor: Deno.lint.LintVisitor = {
    "ExportNamedDeclaration > FunctionDeclaration"(node: Deno.lint.FunctionDeclaration): void {
      note(node, node.params, (param) => isOptions(param) || hasDefaults(param));
    },
    "ExportNamedDeclaration > ClassDeclaration"(node: Deno.lint.ClassDeclaration): void {
      for (const member of node.body.body) {
        if (member.type !== "MethodDefinition" || member.kind !== "constructor") continue;
        note(node, member.value.params, isOptions);
      }
    },
  };
  const rule: Deno.lint.Rule = { create: (): Deno.lint.LintVisitor => visitor };
  Deno.lint.runPlugin({ name: "house", rules: { options: rule } }, file.path, file.text);
  return takers;
}

/** Whether a parameter is called `options`, or has such a type. */
function isOptions(param: Deno.lint.Parameter): boolean {
  const named = param.type === "AssignmentPattern" ? param.left : param;
  if (named.type === "Identifier") return named.name === "options";
  return named.type === "ObjectPattern" && /Options$/.test(typeNameOf(named));
}

/** Whether names of a parameter may be left out; what is put in, such as a picture, may have more names than are read. */
function hasDefaults(param: Deno.lint.Parameter): boolean {
  const named = param.type === "AssignmentPattern" ? param.left : param;
  if (named.type !== "ObjectPattern" || /Input$/.test(typeNameOf(named))) return false;
  return param.type === "AssignmentPattern" ||
    named.properties.some((property) =>
      property.type === "Property" && property.value.type === "AssignmentPattern"
    );
}

function typeNameOf({ typeAnnotation }: Deno.lint.ObjectPattern): string {
  const type = typeAnnotation?.typeAnnotation;
  if (type?.type !== "TSTypeReference" || type.typeName.type !== "Identifier") return "";
  return type.typeName.name;
}

/** Calls with a misspelled option and nothing else; what is thrown. */
async function refusal(taken: unknown, place: number): Promise<unknown> {
  const args = [...Array<undefined>(place), { mispeled: 1 }];
  assert(typeof taken === "function");
  try {
    if (/^class\b/.test(String(taken))) Reflect.construct(taken, args);
    else await Reflect.apply(taken, undefined, args);
  } catch (error) {
    return error;
  }
}

const MODULES: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...Object.entries(library),
  ...Object.entries(io),
]);

/** These carry options for what the host's own errors take. */
const NOT_OURS = new Set(["FormatError"]);

Deno.test("every public function refuses options that it does not know, before anything else", async () => {
  const files = readFiles([".ts"], "lib", "ffi").filter(({ path }) => !path.includes("/_gen"));
  const takers = files.flatMap(takersOf)
    .filter(({ name }) => MODULES.has(name) && !NOT_OURS.has(name));
  assert(takers.length > 130, `${takers.length} functions take options`);
  const silent: string[] = [];
  for (const { name, place } of takers) {
    const error = await refusal(MODULES.get(name), place);
    const isTold = error instanceof TypeError &&
      /^Cannot .*: the option "mispeled" is unknown, .* expected$/.test(error.message);
    if (!isTold) silent.push(`${name} says ${error}`);
  }
  assertEquals(silent, []);
});

Deno.test("takersOf() finds options by their name, their type and their defaults", () => {
  const text = `
    export function named(a: number, options: B): void;
    export function named(a: number, options: B = {}): void {}
    export function apart({ a }: SomeOptions): void {}
    export async function defaults(a: A, { b = 1 }: Use): Promise<void> {}
    export function empty(a: A, b: B, { c }: D = {}): void {}
    export function data({ a, b = 1 }: SomeInput): void {}
    export class Made { constructor({ a = 1 }: SomeOptions) {} }
    export class Parts { constructor({ a = 1 }: Several) {} }
    export function others({ rays, times }: Rays): void {}
    function hidden(options: B): void {}
  `;
  assertEquals(takersOf({ path: "a.ts", text }), [
    { name: "named", place: 1 },
    { name: "apart", place: 0 },
    { name: "defaults", place: 1 },
    { name: "empty", place: 2 },
    { name: "Made", place: 0 },
  ]);
});

Deno.test("checkOptions() names what is unknown and what is known", () => {
  interface Options {
    readonly low?: number;
    readonly high?: number;
    readonly wide?: boolean;
  }
  const names = optionNames<Options>({ low: true, high: true, wide: true });
  // @ts-expect-error A name that is left out does not compile.
  optionNames<Options>({ low: true, high: true });
  // @ts-expect-error Nor one too many.
  optionNames<Options>({ low: true, high: true, wide: true, deep: true });
  const both = optionNames<{ readonly a: 1 } | { readonly b?: 2 }>({ a: true, b: true });
  assertEquals([...both], ["a", "b"]);
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
});
