import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { FormatError, type PointCloud, readXyz } from "../../../lib/io/mod.ts";
import { corrupt, readableCuts } from "../_damage.ts";

function read(text: string): PointCloud {
  return readXyz(new TextEncoder().encode(text));
}

Deno.test("readXyz() takes blanks, tabs, commas and semicolons, and skips comments", () => {
  const rows = [1.5, -2, 3, 4, 5e3, -0.25];
  for (
    const text of [
      "1.5 -2 3\n4 5e3 -.25\n",
      "\ufeff1.5,-2,3\r\n4,5000,-0.25",
      " 1.5 ;\t-2; +3.\n\n\n4;5E+3;-2.5e-1\n",
      "# a scan\n// of mine\n1.5\t-2\t3 # the first\n4 5e3 -.25 // and last",
      "2\n1.5 -2 3\n4 5e3 -.25\n",
      "1.5 -2 3\r4 5e3 -.25\r",
      "1.5 -2 3\n4 5e3 -.25\r4 4 4",
    ]
  ) {
    const { positions, count, bounds } = read(text);
    assertEquals([...positions.subarray(0, 6)], rows, text);
    assertEquals([count, bounds.min], [positions.length / 3, [1.5, -2, -0.25]]);
  }
});

Deno.test("readXyz() knows rows of 3, 4, 6 and 7 numbers", () => {
  assertEquals(Object.keys(read("1 2 3")).sort(), [
    ...["bounds", "count", "format", "nonFinite", "positions"],
  ]);
  assertEquals([...read("1 2 3 -0.5").intensities ?? []], [-0.5]);
  const six = read("1 2 3 255 0 7");
  assertEquals([[...six.colors ?? []], six.colorBits, six.normals], [[255, 0, 7], 8, undefined]);
  const seven = read("1 2 3 900 1 0 0.5\n1 2 3 -4 0 0 0");
  assertEquals([...seven.colors ?? []], [255, 0, 128, 0, 0, 0]);
  assertEquals([...seven.intensities ?? []], [900, -4]);
  const normals = read("1 2 3 0 0 1\n1 2 3 0 -1 0\n");
  assertEquals([[...normals.normals ?? []], normals.colors], [[0, 0, 1, 0, -1, 0], undefined]);
});

Deno.test("readXyz() decides the width of colors once for the file", () => {
  const rows = Array.from({ length: 5000 }, (_, n) => `${n} 0 0 1 0 ${n % 2}\n`);
  const dark = read(rows.join(""));
  assertEquals([dark.colorBits, dark.colors?.[5]], [8, 1]);
  const wide = read(rows.join("") + "0 0 0 1 0 512\n");
  assertEquals([wide.colorBits, wide.colors?.[5], wide.colors?.at(-1)], [16, 0, 2]);
  const half = read(rows.join("") + "0 0 0 1 0 0.5\n");
  assertEquals([half.colorBits, half.colors?.[5], half.colors?.at(-1)], [8, 255, 128]);
});

Deno.test("readXyz() takes columns by the names in a first line", () => {
  for (
    const head of [
      "Class,Z,X,Y,Classification,Intensity,R,G,B",
      '//"class" "Z" "X" "Y" "classification" "i" "red" "green" "blue"',
      "# class;z;x;y;scalar_Classification;scalar_Intensity;red;green;blue",
    ]
  ) {
    const cloud = read(`${head}\n9 3 1 2 6 0.5 10 20 30\n`);
    assertEquals([...cloud.positions], [1, 2, 3], head);
    assertEquals([...cloud.colors ?? []], [10, 20, 30]);
    assertEquals([...cloud.classifications ?? [], ...cloud.intensities ?? []], [6, 0.5]);
  }
  assertEquals([...read("x y z nx ny nz\n1 2 3 0 0 1").normals ?? []], [0, 0, 1]);
});

Deno.test("readXyz() skips other columns, words or numbers, and the number of points behind the names", () => {
  const named = read("id,x,y,z,day\na1,1,2,3,2020-01-01\n,4,5,6,\n");
  assertEquals([...named.positions], [1, 2, 3, 4, 5, 6]);
  assertEquals([named.unread, read("1 2 3").unread], [["id", "day"], undefined]);
  assertThrows(() => read("id,x,y,z\n1,2,3,a\n"), FormatError, '"a" is not a number');
  // As CloudCompare writes both.
  const counted = read("//X Y Z Scalar_field Nx Ny Nz\n2\n1 2 3 9 0 0 1\n4 5 6 9 0 1 0\n");
  assertEquals([...counted.positions], [1, 2, 3, 4, 5, 6]);
  assertEquals([...counted.normals ?? []], [0, 0, 1, 0, 1, 0]);
});

Deno.test("readXyz() takes what is missing for NaN, counted and left out of the bounds", () => {
  const cloud = read("1,,3\n,5,6\nnan nan nan\n1 2 -inf\n7;8;9\n");
  assertEquals([...cloud.positions.subarray(0, 6)], [1, NaN, 3, NaN, 5, 6]);
  assertEquals([cloud.count, cloud.nonFinite], [5, 4]);
  assertEquals(cloud.bounds, { min: [7, 8, 9], max: [7, 8, 9] });
  assertEquals([...read("1,2,3,\n4,5,6,\n").positions], [1, 2, 3, 4, 5, 6]);
});

Deno.test("readXyz() gives no points for files without rows", () => {
  for (const text of ["\n", "# nothing", "x,y,z\n", "0\n"]) assertEquals(read(text).count, 0);
});

Deno.test("readXyz() rounds every number correctly", () => {
  const words = [
    ...["9007199254740993", "9007199254740991", "1e22", "1e23", "123456789012345678e-30"],
    ...["0.1", "0.30000000000000004", "5e-324", "1.7976931348623157e308", "1e999", "-0"],
    ...["179769313486231580793e289", ".5", "5.", "00012.50", "4503599627370496.5", "1e-22"],
  ];
  for (const word of words) assertEquals([...read(`0 0 ${word}`).positions][2], Number(word), word);
  const number = fc.oneof(
    fc.double({ noNaN: true }).map(String),
    fc.tuple(fc.integer(), fc.nat(), fc.integer({ min: -40, max: 40 }))
      .map(([whole, part, power]) => `${whole}.${part}e${power}`),
  );
  fc.assert(
    fc.property(fc.array(number, { minLength: 3, maxLength: 3 }), (row) => {
      const expected = row.map(Number);
      assertEquals([...read(row.join(" ").replaceAll("Infinity", "inf")).positions], expected);
    }),
    { numRuns: 300 },
  );
});

Deno.test("readXyz() says what is wrong and where", () => {
  const cases: [string, string][] = [
    ["", "the file is empty"],
    ["1 2\n", "a row holds 2 numbers, 3, 4, 6 or 7 expected"],
    ["1 2 3 4 5\n", "a row holds 5 numbers, 3, 4, 6 or 7 expected"],
    ["1 2 3\n4 5\n", "row 2 holds 2 numbers, 3 expected (byte 6)"],
    ["1 2 3\n4 5 6 7\n", "row 2 holds 4 numbers, 3 expected"],
    ["1 2 3\n4 abc 6\n", '"abc" is not a number (byte 8)'],
    ["1 2 3\n4 5 6e\n", '"6e" is not a number'],
    ["1 2 3\n4 5 1.2.3\n", '"1.2.3" is not a number'],
    ["1 2 3\n4 5 -\n", '"-" is not a number'],
    ["1 2 3\n4 5 0x10\n", '"0x10" is not a number'],
    ["east north z\n1 2 3\n", 'the first line names no column "x"'],
    ["x y z\nx y z\n", "a second line names columns"],
    ["1 ".repeat(65), "a row holds more than 64 numbers"],
    ["1,5;2,5;3,5\n", "a row has commas besides other separators, decimals as in 1.5 expected"],
    ["1 2 3\n1,5 2,5 3,5\n", "a row has commas besides other separators"],
    ["x y z\n1,5\t2,5\t3,5\n", "a row has commas besides other separators"],
  ];
  for (const [text, message] of cases) assertThrows(() => read(text), FormatError, message);
});

Deno.test("readXyz() throws nothing but FormatError on damaged files", async () => {
  const text = Array.from({ length: 40 }, (_, n) => `${n}.5,-${n},1e${n},3\n`).join("");
  const bytes = new TextEncoder().encode(`x,y,z,i\n${text}`);
  await corrupt(readXyz, bytes);
  await readableCuts(readXyz, bytes);
});
