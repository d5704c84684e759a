import { assert, assertEquals } from "@std/assert";
import * as library from "../_doors.ts";
import { readFiles, type SourceFile } from "./_tree.ts";

/** Names of the parameters of exported functions. */
function parametersOf(file: SourceFile): [name: string, params: string[]][] {
  const found: [string, string[]][] = [];
  const visitor: Deno.lint.LintVisitor = {
    "ExportNamedDeclaration > FunctionDeclaration"(
      { id, params }: Deno.lint.FunctionDeclaration,
    ): void {
      if (id !== null) found.push([id.name, params.map(nameOf)]);
    },
  };
  const rule: Deno.lint.Rule = { create: (): Deno.lint.LintVisitor => visitor };
  Deno.lint.runPlugin({ name: "house", rules: { parameters: rule } }, file.path, file.text);
  return found;
}

function nameOf(param: Deno.lint.Parameter): string {
  const named = param.type === "AssignmentPattern" ? param.left : param;
  return named.type === "Identifier" ? named.name : "";
}

/** What functions give that gradients need, by the name that it has among the parameters. */
const RESULTS: ReadonlyMap<string, string> = new Map([
  ["attentionBackward", "attended"],
  ["packedAttentionBackward", "attended"],
  ["batchNormBackward", "normalized"],
  ["groupNormBackward", "normalized"],
  ["softmaxBackward", "result"],
  ["logSoftmaxBackward", "result"],
  ["marchingCubesBackward", "surface"],
  ["meshDistancesBackward", "found"],
  ["signedMeshDistancesBackward", "found"],
  ["integrateTsdfBackward", "volume"],
]);

/** What is wrong with the parameters of a backward function, if anything. */
function problemOf(
  name: string,
  params: readonly string[],
  forward: readonly string[] | undefined,
): string | undefined {
  if (forward === undefined) return `${name}() has no forward function`;
  const at = params.indexOf("gradients");
  const rest = params.slice(at + 1);
  if (at < 0 || rest.length > 1 || rest.some((one) => one !== "options")) {
    return `${name}(${params.join(", ")}) does not end with gradients, or gradients and options`;
  }
  const allowed = forward.filter((one) => one !== "options");
  const result = RESULTS.get(name);
  const taken = result === undefined ? allowed : [...allowed, result];
  const given = params.slice(0, at);
  const inOrder = taken.filter((one) => given.includes(one));
  if (inOrder.join() === given.join()) return undefined;
  return `${name}(${params.join(", ")}) does not begin as ${taken.join(", ")}`;
}

Deno.test("backward functions take what the forward ones take, then gradients, then options", () => {
  // Of overloads the last counts, which has all parameters.
  // Those for tapes have the same names, and private files names of their own.
  const files = readFiles([".ts"], "lib").filter(({ path }) => !/\/nn\/|\/_/.test(path));
  const functions = new Map(files.flatMap(parametersOf));
  const backward = [...functions].filter(([name]) => /Backward$/.test(name) && name in library);
  assert(backward.length >= 13, `${backward.length} functions end in Backward`);
  const problems = backward.map(([name, params]) =>
    problemOf(name, params, functions.get(name.replace(/Backward$/, "")))
  );
  assertEquals(problems.filter((problem) => problem !== undefined), []);
});

Deno.test("problemOf() finds what is out of order", () => {
  const forward = ["grid", "points", "values", "options"];
  assertEquals(
    problemOf("fBackward", ["grid", "values", "gradients", "options"], forward),
    undefined,
  );
  assertEquals(problemOf("fBackward", ["grid", "gradients"], forward), undefined);
  assertEquals(
    problemOf("fBackward", ["values", "grid", "gradients"], forward),
    "fBackward(values, grid, gradients) does not begin as grid, points, values",
  );
  assertEquals(
    problemOf("fBackward", ["input", "gradients"], forward),
    "fBackward(input, gradients) does not begin as grid, points, values",
  );
  assertEquals(
    problemOf("fBackward", ["grid", "options"], forward),
    "fBackward(grid, options) does not end with gradients, or gradients and options",
  );
});
