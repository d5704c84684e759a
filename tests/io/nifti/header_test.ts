import { assertEquals, assertThrows } from "@std/assert";
import { FormatError, readNiftiHeader } from "../../../lib/io/mod.ts";
import { assertClose } from "../../_compare.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { type NiftiBytes, niftiBytes } from "./_bytes.ts";

for (const version of [1, 2] as const) {
  for (const little of [true, false]) {
    Deno.test(`readNiftiHeader() reads version ${version}, little endian: ${little}`, () => {
      const file = { version, little, type: "i16", dims: [5, 3, 2, 1], pixdim: [1, 0.5, 2, 3] };
      const bytes = niftiBytes({ ...file, type: "i16", samples: Array(30).fill(1), slope: 2 });
      const header = readNiftiHeader(bytes);
      assertEquals(header, {
        version,
        endian: little ? "little" : "big",
        type: "i16",
        dims: [5, 3, 2],
        slope: 2,
        intercept: 0,
        dataOffset: version === 1 ? 352 : 544,
        directions: [[0.5, 0, 0], [0, 2, 0], [0, 0, 3]],
        origin: [0, 0, 0],
        oriented: false,
      });
    });

    Deno.test(`readNiftiHeader() takes places from rows and turns, version ${version}, little endian: ${little}`, () => {
      const srows = [0, -2, 0, 10, 3, 0, 0, 20, 0, 0, 4, 30];
      const rows = readNiftiHeader(niftiBytes({ version, little, srows, quatern: [0, 0, 0] }));
      assertEquals(rows.directions, [[0, 3, 0], [-2, 0, 0], [0, 0, 4]]);
      assertEquals(rows.origin, [10, 20, 30]);

      // A quarter turn about z, which takes x to y; the first pixdim mirrors z.
      const quatern = [0, 0, Math.SQRT1_2, 1, 2, 3];
      const turned = readNiftiHeader(
        niftiBytes({ version, little, quatern, pixdim: [-1, 2, 3, 4] }),
      );
      const expected = [[0, 2, 0], [-3, 0, 0], [0, 0, -4]];
      assertClose(turned.directions.flat(), expected.flat(), { absolute: 1e-6 });
      assertEquals(turned.origin, [1, 2, 3]);
    });
  }
}

Deno.test("readNiftiHeader() takes missing axes for one sample, and a slope of 0 for none", () => {
  const header = readNiftiHeader(niftiBytes({ dims: [4], samples: [1, 2, 3, 4], intercept: 9 }));
  assertEquals([header.dims, header.slope, header.intercept], [[4, 1, 1], 1, 0]);
});

Deno.test("readNiftiHeader() takes slopes and steps that a file leaves open for none and for 1", () => {
  for (const version of [1, 2] as const) {
    for (const slope of [NaN, Infinity]) {
      const scaled = readNiftiHeader(niftiBytes({ version, slope, intercept: NaN }));
      assertEquals([scaled.slope, scaled.intercept], [1, 0]);
    }
    for (const step of [0, NaN]) {
      const flat = { version, dims: [2, 2], samples: [1, 2, 3, 4], pixdim: [1, 2, 3, step] };
      assertEquals(readNiftiHeader(niftiBytes(flat)).directions, [[2, 0, 0], [0, 3, 0], [0, 0, 1]]);
      const turned = readNiftiHeader(niftiBytes({ ...flat, quatern: [0, 0, 0, 5, 6, 7] }));
      assertEquals(turned.directions, [[2, 0, 0], [0, 3, 0], [0, 0, 1]]);
    }
  }
});

const BAD: readonly (readonly [string, NiftiBytes, string])[] = [
  ["no axes", { dims: [] }, "there are 0 axes, 1 to 7 expected"],
  ["too many axes", { dims: Array(8).fill(1) }, "there are 8 axes, 1 to 7 expected"],
  ["an axis without samples", { dims: [1, 0, 1] }, "axis 2 has 0 samples, 1 or more expected"],
  ["a negative axis", { dims: [-3, 1, 1] }, "axis 1 has -3 samples"],
  ["a series", { dims: [1, 1, 1, 2] }, "axis 4 has 2 samples, one volume expected"],
  ["samples in the header", { voxOffset: 348 }, "the samples begin at byte 348, 352 or later"],
  [
    "an infinite intercept",
    { slope: 1, intercept: Infinity },
    "values are scaled by 1 and Infinity",
  ],
  ["no distance", { pixdim: [1, 1, 0, 1] }, "a spacing of 0 is not above 0"],
  ["a distance that is no number", { pixdim: [1, NaN, 1, 1] }, "a spacing of NaN is not above 0"],
  ["flat rows", { srows: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0] }, "a spacing of 0 is not above 0"],
  ["an infinite place", { quatern: [0, 0, 0, Infinity] }, "the first sample is at Infinity, 0, 0"],
];

for (const [what, file, problem] of BAD) {
  Deno.test(`readNiftiHeader() refuses ${what}`, () => {
    assertThrows(
      () => readNiftiHeader(niftiBytes(file)),
      FormatError,
      `Cannot read NIfTI: ${problem}`,
    );
  });
}

Deno.test("readNiftiHeader() refuses foreign marks, types and widths", () => {
  const refuses = (change: (view: DataView) => void, problem: string): void => {
    const bytes = niftiBytes();
    change(new DataView(bytes.buffer));
    assertThrows(() => readNiftiHeader(bytes), FormatError, problem);
  };
  refuses((view) => view.setInt32(0, 349, true), "the first number is 349, 348 or 540 expected");
  refuses((view) => view.setUint8(344, 65), 'the mark is "A+1\\u0000", "n+1" expected');
  refuses((view) => view.setUint8(345, 105), "the samples are in a file of their own");
  refuses((view) => view.setInt16(70, 128, true), "datatype 128 is not supported");
  refuses((view) => view.setInt16(72, 16, true), "a sample has 16 bits, 8 expected of u8");
});

Deno.test("readNiftiHeader() refuses headers that end early, and survives damage", async () => {
  for (const version of [1, 2] as const) {
    const bytes = niftiBytes({ version });
    const size = version === 1 ? 348 : 540;
    const whole = await readableCuts(readNiftiHeader, bytes);
    assertEquals(whole[0], size);
    await corrupt(readNiftiHeader, bytes, { before: size });
  }
});
