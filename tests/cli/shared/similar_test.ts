import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { didYouMean, similarTo, slipsBetween } from "../../../lib/cli/shared/similar.ts";

Deno.test("slipsBetween() counts letters that are added, missing, other or exchanged", () => {
  const cases = [
    ["", "", 0],
    ["render", "render", 0],
    ["rendr", "render", 1],
    ["rrender", "render", 1],
    ["rander", "render", 1],
    ["rednre", "render", 2],
    ["nierder", "render", 3],
    ["", "abc", 3],
    ["kitten", "sitting", 3],
  ] as const;
  for (const [a, b, slips] of cases) assertEquals([a, b, slipsBetween(a, b)], [a, b, slips]);
});

/** The same by trying all that may be done to the first letters. */
function slipsByTrying(a: string, b: string): number {
  if (a === "" || b === "") return a.length + b.length;
  const [next, other] = [a.slice(1), b.slice(1)];
  const isExchange = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
  return Math.min(
    slipsByTrying(next, other) + (a[0] === b[0] ? 0 : 1),
    slipsByTrying(next, b) + 1,
    slipsByTrying(a, other) + 1,
    isExchange ? slipsByTrying(next.slice(1), other.slice(1)) + 1 : Infinity,
  );
}

Deno.test("slipsBetween() finds the least of all ways", () => {
  const letter = fc.constantFrom("a", "b", "c");
  const word = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(""));
  fc.assert(fc.property(word, word, (a, b) => {
    assertEquals(slipsBetween(a, b), slipsByTrying(a, b));
  }));
});

Deno.test("similarTo() finds what is near, and nothing where nothing is", () => {
  const commands = ["convert", "info", "lod", "mesh", "render", "view", "voxelize"];
  const cases = [
    ["rendr", "render"],
    ["RENDER", "render"],
    ["ifno", "info"],
    ["voxelixe", "voxelize"],
    ["lods", "lod"],
    ["draw", undefined],
    ["x", undefined],
    ["", undefined],
  ] as const;
  for (const [word, meant] of cases) {
    assertEquals([word, similarTo(word, commands)], [word, meant] as unknown as string[]);
  }
  assertEquals(didYouMean("veiw", commands), '; did you mean "view"?');
  assertEquals(didYouMean("other", commands), "");
});
