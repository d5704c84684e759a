import { assertEquals, assertThrows } from "@std/assert";
import { FormatError, readNrrdHeader } from "../../../lib/io/mod.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { text } from "./_bytes.ts";

const FULL = `NRRD0005
# a comment
TYPE:   Unsigned  Short
dimension: 4
sizes: 3 4 5 6
space: left-posterior-superior
space directions: none (0.5,0,0) (0,0,-2) (0, 1e1 ,0)
space origin: (1,2,-3.5)
kinds: vector domain domain domain
labels: "a b" "x:=1" "" "z"
centerings: ??? cell node cell
units: "" "mm" "mm" "mm"
thicknesses: nan 1 NaN 2
measurement frame: (1,0,0) (0,1,0) (0,0,1)
old min: 0
endian: big
content: a: scan
encoding: gz
lineskip: 2
byte skip: 7
modality:=CT
DWMRI:gradient:=0 0 1: x
long key:=one\\ntwo\\\\three

`;

Deno.test("readNrrdHeader() reads every field", () => {
  const header = readNrrdHeader(text(FULL + "data"));
  const { keyValues, ...rest } = header;
  assertEquals(rest, {
    version: 5,
    type: "u16",
    encoding: "gzip",
    endian: "big",
    axes: [
      { size: 3, kind: "vector" },
      { size: 4, kind: "domain", center: "cell", direction: [0.5, 0, 0] },
      { size: 5, kind: "domain", center: "node", direction: [0, 0, -2] },
      { size: 6, kind: "domain", center: "cell", direction: [0, 10, 0] },
    ],
    directed: true,
    space: "left-posterior-superior",
    spaceOrigin: [1, 2, -3.5],
    content: "a: scan",
    comments: ["a comment"],
    lineSkip: 2,
    byteSkip: 7,
    dataOffset: FULL.length,
  });
  assertEquals([...keyValues], [["modality", "CT"], ["DWMRI:gradient", "0 0 1: x"], [
    "long key",
    "one\ntwo\\three",
  ]]);
  const dos = readNrrdHeader(text(FULL.replaceAll("\n", "\r\n")));
  assertEquals({ ...dos, dataOffset: FULL.length }, header);
});

Deno.test("readNrrdHeader() takes a header that names its data file, with or without an empty line", () => {
  const short = "NRRD0001\ntype: float\ndimension: 1\nsizes: 2\nencoding: txt\ndata file: a b.txt";
  for (const end of ["", "\n", "\n\n"]) {
    const header = readNrrdHeader(text(short + end));
    assertEquals([header.dataFile, header.endian], ["a b.txt", undefined]);
    assertEquals(header.dataOffset, (short + end).length);
  }
});

const SMALL = [
  "NRRD0004",
  "type: short",
  "dimension: 2",
  "sizes: 2 3",
  "endian: little",
  "encoding: raw",
] as const;

/** The small header with lines replaced by name, added, or left out where there is no value. */
function changed(changes: Readonly<Record<string, string | undefined>>): Uint8Array {
  const names = Object.keys(changes);
  const kept = SMALL.filter((line) => !names.some((name) => line.startsWith(`${name}:`)));
  const added = names.flatMap((name) =>
    changes[name] === undefined ? [] : [`${name}: ${changes[name]}`]
  );
  return text([...kept, ...added, "", ""].join("\n"));
}

for (
  const [changes, problem] of [
    [{ type: undefined }, 'the header has no field "type"'],
    [{ dimension: undefined }, 'the header has no field "dimension"'],
    [{ sizes: undefined }, 'the header has no field "sizes"'],
    [{ encoding: undefined }, 'the header has no field "encoding"'],
    [{ endian: undefined }, 'the header has no field "endian"'],
    [{ type: "block" }, 'type "block" is not supported'],
    [{ type: "char" }, 'type "char" is not supported'],
    [{ encoding: "bzip2" }, 'encoding "bzip2" is not supported'],
    [{ endian: "middle" }, 'endian "middle" is not supported'],
    [{ dimension: "0" }, 'dimension "0" is not a whole number of 1 or more'],
    [{ dimension: "5" }, "the data has 5 axes, 1 to 4 are supported"],
    [{ dimension: "3" }, "sizes has 2 entries, 3 expected, one per axis"],
    [{ sizes: "" }, "sizes has 0 entries, 2 expected"],
    [{ sizes: "2 0" }, 'sizes "0" is not a whole number of 1 or more'],
    [{ sizes: "2 -3" }, 'sizes "-3" is not a whole number'],
    [{ sizes: "2 3.5" }, 'sizes "3.5" is not a whole number'],
    [{ sizes: "2 99999999999999999999" }, "is not a whole number of 1 or more"],
    [{ sizes: "94906267 94906267" }, "sizes 94906267 94906267 are too large"],
    [{ "byte skip": "-2" }, 'byte skip "-2" is not a whole number of -1 or more'],
    [{ "byte skip": "-1", encoding: "gzip" }, 'byte skip "-1" is not a whole number of 0 or more'],
    [{ "line skip": "-1" }, 'line skip "-1" is not a whole number of 0 or more'],
    [{ spacings: "1" }, "spacings has 1 entries, 2 expected"],
    [{ spacings: "1 x" }, 'spacings has "x", a finite number expected'],
    [{ spacings: "1 inf" }, 'spacings has "inf", a finite number expected'],
    [{ "axis mins": "1 2 3" }, "axis mins has 3 entries, 2 expected"],
    [{ kinds: "domain" }, "kinds has 1 entries, 2 expected"],
    [{ "space directions": "(1,0) (0,1) (1,1)" }, "space directions has 3 entries, 2 expected"],
    [{ "space directions": "(1,0) 0,1" }, "are not vectors like (1,0,0), or none"],
    [{ "space directions": "(1,0) (0,a)" }, 'space directions has "a", a finite number'],
    [{ "space directions": "(1,0) (0,1,0)" }, "vectors have 3 components, 2 expected"],
    [{ "space directions": "(1,0) (0,0)" }, "a vector of the space directions is zero"],
    [{ "space directions": "(1,0,0,0,1) none" }, "vectors have 5 components, 4 expected"],
    [{ "space origin": "1,2" }, 'space origin "1,2" is not a vector like (1,0,0)'],
    [{ "space dimension": "3", "space origin": "(1,2)" }, "vectors have 2 components, 3 expected"],
    [{ "data file": "LIST" }, 'several data files ("LIST") are not supported'],
    [{ "data file": "a%03d.raw 1 9 1" }, "several data files"],
    [{ "datafile": "a", "data file": "b" }, 'field "data file" is there twice'],
    [{ "color": "red" }, 'field "color" is unknown'],
  ] as const
) {
  Deno.test(`readNrrdHeader() refuses ${JSON.stringify(changes)}`, () => {
    assertThrows(() => readNrrdHeader(changed(changes)), FormatError, problem);
  });
}

Deno.test("readNrrdHeader() refuses what is no NRRD file", () => {
  for (
    const [bytes, problem] of [
      [new Uint8Array(0), "the file is empty"],
      [text("NRRD0006\n\n"), 'the file starts with "NRRD0006", NRRD0001 to NRRD0005 expected'],
      [text("NRRD0000\n\n"), 'the file starts with "NRRD0000"'],
      [text("PK\x03\x04"), 'the file starts with "PK??"'],
      [text(SMALL.join("\n")), "the header does not end, an empty line expected"],
      [text(`${SMALL[0]}\nnothing\n\n`), "header line 2 is neither a field nor a key with a value"],
      [text(`${SMALL[0]}\n${"a".repeat(2 ** 20 + 1)}`), "header line 2 does not end"],
    ] as const
  ) assertThrows(() => readNrrdHeader(bytes), FormatError, problem);
});

Deno.test("readNrrdHeader() refuses a header that is cut off anywhere, and survives damage", async () => {
  const bytes = text(FULL);
  assertEquals(await readableCuts(readNrrdHeader, bytes), []);
  await corrupt(readNrrdHeader, bytes);
});
