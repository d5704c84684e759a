import { assertEquals, assertThrows } from "@std/assert";
import { FormatError, type PointCloud, readPts } from "../../../lib/io/mod.ts";
import { corrupt, readableCuts } from "../_damage.ts";

function read(text: string): PointCloud {
  return readPts(new TextEncoder().encode(text));
}

Deno.test("readPts() reads intensities and colors", () => {
  const cloud = read("2\n1 2 3 -2048 255 0 9\n-4.5 5 6 2047 1 2 3\n");
  assertEquals([cloud.format, cloud.count, cloud.colorBits], ["pts", 2, 8]);
  assertEquals([...cloud.positions], [1, 2, 3, -4.5, 5, 6]);
  assertEquals([...cloud.intensities ?? []], [-2048, 2047]);
  assertEquals([...cloud.colors ?? []], [255, 0, 9, 1, 2, 3]);
  assertEquals(cloud.bounds, { min: [-4.5, 2, 3], max: [1, 5, 6] });
});

Deno.test("readPts() reads rows of 3, 4 and 6 numbers", () => {
  assertEquals([...read("1\r\n1 2 3\r\n").positions], [1, 2, 3]);
  assertEquals([...read("\ufeff1\n1 2 3\n").positions], [1, 2, 3]);
  assertEquals([...read("1\n1 2 3 4").intensities ?? []], [4]);
  const six = read("1\n1 2 3 4 5 6");
  assertEquals([[...six.colors ?? []], six.intensities], [[4, 5, 6], undefined]);
});

Deno.test("readPts() joins several lists, and reads empty ones", () => {
  assertEquals([...read("1\n1 2 3\n0\n2\n4 5 6\n7 8 9\n").positions], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assertEquals(read("0\n").count, 0);
  assertEquals(read("\n").count, 0);
});

Deno.test("readPts() says what is wrong and where", () => {
  const cases: [string, string][] = [
    ["", "the file is empty"],
    ["1 2 3\n", "a line of 3 numbers, one with the number of points expected"],
    ["1.5\n", "one with the number of points expected"],
    ["-1\n", "one with the number of points expected"],
    ["3\n1 2 3\n4 5 6\n", "a list of 3 points ends after 2"],
    ["2\n1 2 3\n1\n4 5 6\n", "a list of 2 points ends after 1"],
    ["1\n1 2 3\n4 5 6\n", "a line of 3 numbers"],
    ["1\n1 2\n", "a row holds 2 numbers, 3, 4, 6 or 7 expected"],
    ["2\n1 2 3\n1 2 3 4\n", "row 2 holds 4 numbers, 3 expected (byte 8)"],
    ["9000000000000\n1 2 3\n", "a list of 9000000000000 points ends after 1"],
    ["points\n1 2 3\n", '"points" is not a number'],
  ];
  for (const [text, message] of cases) assertThrows(() => read(text), FormatError, message);
});

Deno.test("readPts() throws nothing but FormatError on damaged files", async () => {
  const bytes = new TextEncoder().encode(`9\n${"1.5 -2 3e1 -100 1 2 3\n".repeat(9)}`);
  const cuts = await readableCuts(readPts, bytes);
  // The last number may be cut, and the rows may be read to the last one only.
  assertEquals(cuts.filter((length) => length < bytes.length - 1), []);
  await corrupt(readPts, bytes);
});
