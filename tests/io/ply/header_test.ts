import { assertThrows } from "@std/assert";
import { FormatError, readPly } from "../../../lib/io/mod.ts";
import { type ElementBytes, ENCODINGS, plyBytes } from "./_bytes.ts";

/** Reads a text file made of lines. */
function readText(...lines: string[]): void {
  readPly(new TextEncoder().encode(lines.join("\n")));
}

const HEAD = ["ply", "format ascii 1.0"];
const VERTEX = ["element vertex 1", "property float x", "property float y", "property float z"];

Deno.test("readPly() says what is wrong with a header", () => {
  const cases: [string[], string][] = [
    [[], "the file is empty"],
    [["plyx"], 'the file does not start with "ply"'],
    [["ply", "format text 1.0"], 'format "text 1.0" is unknown'],
    [["ply", "format ascii 2.0"], 'format "ascii 2.0" is unknown'],
    [["ply", ...VERTEX, "end_header", "1 2 3"], "the header has no format"],
    [[...HEAD, "property float x"], "a property comes before any element"],
    [[...HEAD, "element vertex -1"], 'element "vertex" has count "-1", a whole number expected'],
    [[...HEAD, "element vertex 1e3"], 'has count "1e3"'],
    [[...HEAD, "element vertex 99999999999999999999"], "a whole number expected"],
    [[...HEAD, "element vertex"], 'has count ""'],
    [[...HEAD, "element a 1", "element a 1"], 'element "a" is declared twice'],
    [[...HEAD, "element a 1", "property half x"], 'type "half" of element "a" is unknown'],
    [[...HEAD, "element a 1", "property float"], 'a property of element "a" has no name'],
    [[...HEAD, ...VERTEX, "property int x"], 'property "x" of element "vertex" is declared twice'],
    [[...HEAD, "element a 1", "property list float int b"], 'list "b" has lengths of type "float"'],
    [[...HEAD, "elements vertex 1"], 'header line 3 starts with "elements"'],
    [[...HEAD, ...VERTEX], 'the header does not end, "end_header" expected'],
    [[...HEAD, "end_header"], 'the header has no element "vertex"'],
    [[...HEAD, ...VERTEX.slice(0, 3), "end_header", "1 2"], 'has no scalar property "z"'],
    [[...HEAD, `comment ${"a".repeat(70000)}`], "header line 3 does not end"],
  ];
  for (const [lines, message] of cases) {
    assertThrows(() => readText(...lines), FormatError, message);
  }
});

Deno.test("readPly() refuses counts that exceed the file without allocating for them", () => {
  const corners: ElementBytes = {
    name: "vertex",
    properties: ["x", "y", "z"].map((name) => ({ name, type: "float" })),
    rows: [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 2, 0.5]],
  };
  for (const encoding of ENCODINGS) {
    for (const count of [6, 4_000_000_000, 9_007_199_254_740_991]) {
      const bytes = plyBytes({ encoding, elements: [{ ...corners, count }] });
      assertThrows(() => readPly(bytes), FormatError);
    }
  }
  assertThrows(
    () => readText(...HEAD, "element vertex 4000000000", ...VERTEX.slice(1), "end_header", "1 2 3"),
    FormatError,
    "the elements take 23999999999 bytes or more, 5 follow the header",
  );
});
