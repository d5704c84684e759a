import { assertEquals, assertThrows } from "@std/assert";
import { FormatError, readPointCloud, readPtx } from "../../../lib/io/mod.ts";
import { corrupt, readableCuts } from "../_damage.ts";

const POSE = "1 2 3\n1 0 0\n0 1 0\n0 0 1\n";
const STAY = "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n";
/** A quarter turn from x to y, then a step. */
const TURN = "0 1 0 0\n-1 0 0 0\n0 0 1 0\n100 200 300 1\n";

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

Deno.test("readPtx() applies the transform of every scan", () => {
  const first = `2\n1\n${POSE}${STAY}1 2 3 0.5 255 0 0\n4 5 6 0.25 0 255 0\n`;
  const second = `1\n2\n${POSE}${TURN}1 0 0 0.125 0 0 255\n0 2 5 1 1 2 3\n`;
  const cloud = readPtx(bytes(first + second));
  assertEquals([...cloud.positions], [1, 2, 3, 4, 5, 6, 100, 201, 300, 98, 200, 305]);
  assertEquals([...cloud.intensities ?? []], [0.5, 0.25, 0.125, 1]);
  assertEquals([...cloud.colors ?? []], [255, 0, 0, 0, 255, 0, 0, 0, 255, 1, 2, 3]);
  assertEquals(cloud.scans, [{ first: 0, count: 2 }, { first: 2, count: 2 }]);
  assertEquals([cloud.format, cloud.missing, cloud.nonFinite], ["ptx", 0, 0]);
  assertEquals(readPtx(bytes(`\ufeff${first}`)).count, 2);
});

Deno.test("readPtx() moves points as other programs do", () => {
  // A registered scan, and what CloudCompare and Cyclone make of it to a thousandth.
  const matrix = "-0.955179 0.296021 -0.002106 0\n-0.296023 -0.955180 0.001152 0\n" +
    "-0.001670 0.001724 0.999997 0\n3.847211 12.235314 -0.425777 1\n";
  const records = "1.111111 2.111111 3.111 0.111\n0 0 0 0\n1.666666 2.666666 3.666 0.678\n";
  const { positions } = readPtx(bytes(`1\n3\n${POSE}${matrix}${records}`));
  const rounded = [...positions].map((value) => Math.round(value * 1000) / 1000);
  assertEquals(rounded, [2.156, 10.553, 2.685, 1.46, 10.188, 3.24]);
});

Deno.test("readPtx() leaves records without a point out, or keeps them as NaN", async () => {
  const scan = bytes(`1\n3\n${POSE}${TURN}0 0 0 0.5\n1 0 0 1\n0 0 0 0.5\n`.repeat(2));
  const cloud = readPtx(scan);
  assertEquals([cloud.count, cloud.missing, ...cloud.intensities ?? []], [2, 4, 1, 1]);
  assertEquals([...cloud.positions], [100, 201, 300, 100, 201, 300]);
  assertEquals(cloud.scans, [{ first: 0, count: 1 }, { first: 1, count: 1 }]);
  const whole = await readPointCloud(scan, { name: "a.ptx", missing: "keep" });
  assertEquals([whole.count, whole.missing, whole.nonFinite], [6, 4, 4]);
  assertEquals([...whole.positions.subarray(0, 6)], [NaN, NaN, NaN, 100, 201, 300]);
  const name = "a.ptx";
  const dropped = await readPointCloud(scan, { name, missing: "keep", nonFinite: "drop" });
  assertEquals({ ...dropped, nonFinite: 0 }, cloud);
});

Deno.test("readPtx() reads scans of no records", () => {
  assertEquals(readPtx(bytes(`0\n5\n${POSE}${STAY}`)).scans, [{ first: 0, count: 0 }]);
  assertEquals(readPtx(bytes("\n")).count, 0);
});

Deno.test("readPtx() says what is wrong and where", () => {
  const cases: [string, string][] = [
    ["", "the file is empty"],
    ["1 2\n", "a line of 2 numbers, one with the number of columns expected"],
    ["1\n1.5\n", "one with the number of rows expected"],
    ["1\n", "a line of 0 numbers, one with the number of rows expected"],
    [`1\n1\n1 2\n`, "line 3 of a scan holds 2 numbers, 3 expected"],
    [`1\n1\n${POSE}1 0 0\n`, "line 7 of a scan holds 3 numbers, 4 expected"],
    [`1\n1\n${POSE}nan 0 0 0\n${STAY.slice(8)}`, "the transform of a scan is not finite"],
    [`1\n2\n${POSE}${STAY}1 2 3 4\n`, "a scan of 2 records ends after 1"],
    [`1\n1\n${POSE}${STAY}1 2 3\n`, "a record holds 3 numbers, 4 or 7 expected"],
    [`2\n1\n${POSE}${STAY}1 2 3 4\n1 2 3 4 5 6 7\n`, "record 2 holds 7 numbers, 4 expected"],
    [`1\n1\n${POSE}${STAY}1 2 3 4\n1 2 3 4\n`, "a line of 4 numbers"],
    [`9007199254740991\n9\n${POSE}${STAY}`, "records is claimed"],
  ];
  for (const [text, message] of cases) {
    assertThrows(() => readPtx(bytes(text)), FormatError, message);
  }
});

Deno.test("readPtx() throws nothing but FormatError on damaged files", async () => {
  const file = bytes(`2\n3\n${POSE}${TURN}${"1.5 -2 3e1 0.5\n".repeat(6)}`);
  const cuts = await readableCuts(readPtx, file);
  assertEquals(cuts.filter((length) => length < file.length - 3), []);
  await corrupt(readPtx, file);
});
