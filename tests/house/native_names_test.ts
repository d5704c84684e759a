import { assertEquals } from "@std/assert";
import { baseName, isGenerated, readFiles, type SourceFile } from "./_tree.ts";

/** A constant or a type at the outermost level of a file. */
const NAMES =
  /^(?:(?:inline )?constexpr [\w:<> ]+?\b(k\w+) *[=[{]|(?:struct|class) (?!alignas)(\w+)(?!:|\w))/gm;

/**
 * Names that a file has for itself although a header of its family has them, too. Where the files of a family are compiled
 * together, functions of the namespace of the header would take the header's without a word.
 */
function namesakes(files: readonly SourceFile[]): string[] {
  const headers = files.filter(({ path }) => path.endsWith(".hpp"));
  return files.filter(({ path }) => path.endsWith(".cpp")).flatMap((file) => {
    const family = familyOf(file);
    const taken = new Map(
      headers.filter((header) => familyOf(header) === family).flatMap((header) =>
        namesIn(header).map((name) => [name, header.path] as const)
      ),
    );
    return namesIn(file).flatMap((name) => {
      const other = taken.get(name);
      return other === undefined ? [] : [`${file.path}: ${name} of ${baseName(other)}`];
    });
  });
}

function namesIn({ text }: SourceFile): string[] {
  return [...text.matchAll(NAMES)].flatMap(([, constant, type]) => constant ?? type ?? []);
}

/** The family, or the room of the core: their files may be compiled together. */
function familyOf({ path }: SourceFile): string | undefined {
  return /^cuda\/((?:core\/)?\w+)\//.exec(path)?.[1];
}

Deno.test("native files have no name for themselves that a header of their family has", () => {
  const files = readFiles([".hpp", ".cpp"], "cuda").filter(({ path }) =>
    !isGenerated(path) && !path.startsWith("cuda/backend/")
  );
  assertEquals(namesakes(files), []);
});

Deno.test("a name that a header of the family has is found", () => {
  const files = [
    { path: "cuda/a/b.hpp", text: "inline constexpr int64_t kRun = 1;\nstruct Sum {\n" },
    { path: "cuda/a/c.cpp", text: "constexpr int kRun = 2;\nstruct Sum {\nstruct Other {\n" },
    { path: "cuda/d/e.cpp", text: "constexpr int kRun = 2;\n" },
  ];
  assertEquals(namesakes(files), ["cuda/a/c.cpp: kRun of b.hpp", "cuda/a/c.cpp: Sum of b.hpp"]);
});
