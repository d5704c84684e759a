import { assert, assertEquals } from "@std/assert";
import * as library from "../_doors.ts";
import * as nn from "../../lib/nn/mod.ts";
import { readFiles } from "./_tree.ts";

/** Functions with a backward pass that networks have no function of the same name for. */
function withoutWrapper(names: readonly string[], wrapped: object): string[] {
  return names.filter((name) => name.endsWith("Backward"))
    .map((name) => name.slice(0, -"Backward".length))
    .filter((name) => typeof Reflect.get(wrapped, name) !== "function");
}

/** Functions of networks, besides those that make tapes, whose gradients no test compares with differences. */
function unchecked(names: readonly string[], tests: readonly string[]): string[] {
  const checked = tests.flatMap((text) =>
    [...text.matchAll(/checkBoth|checkGradients/g)].length > 0 ? text : []
  );
  return names.filter((name) =>
    !checked.some((text) =>
      new RegExp(`\\bnn\\.${name}\\b|"${name}"|\\b${name}WithGrad\\b`).test(text)
    )
  );
}

Deno.test("every backward pass has an operator for tapes", () => {
  const names = Object.keys(library);
  assert(names.filter((name) => name.endsWith("Backward")).length >= 18);
  assertEquals(withoutWrapper(names, nn), []);
});

Deno.test("every operator for tapes has gradients that a test compares with differences", () => {
  const files = readFiles([".ts"], "lib/nn").filter(({ text }) => /\bapply(?:Many)?\(/.test(text));
  const own = files.flatMap(({ text }) =>
    [...text.matchAll(/^export function (\w+)/gm)].map(([, name = ""]) => name)
  ).filter((name) => name in nn && name !== "asType"); // conversions from f64 have no small steps
  const names = [...new Set(own)].map((name) => name.replace(/WithGrad$/, ""));
  const tests = readFiles([".ts"], "tests/nn").map(({ text }) => text);
  assert(names.length > 30, `${names.length} operators`);
  assertEquals(unchecked(names, tests), []);
});

Deno.test("what has no operator for tapes, or no check, is found", () => {
  assertEquals(withoutWrapper(["pool", "poolBackward", "rays"], {}), ["pool"]);
  assertEquals(withoutWrapper(["pool", "poolBackward"], { pool: () => 1 }), []);
  assertEquals(unchecked(["pool", "add"], ["checkBoth(nn.pool(x))", "nn.add(x)"]), ["add"]);
});
