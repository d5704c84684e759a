import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import { FormatError, type NrrdType, readNrrd } from "../../../lib/io/mod.ts";
import { assertClose } from "../../_compare.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { dataTest } from "../_data.ts";
import {
  ENCODINGS,
  gzip,
  joined,
  type NrrdBytes,
  nrrdBytes,
  nrrdParts,
  text,
  TYPES,
} from "./_bytes.ts";

/** Samples of each type, its ends among them. */
const SAMPLES: Readonly<Record<NrrdType, readonly (number | bigint)[]>> = {
  i8: [-128, 127, 0, -1, 5, 6],
  u8: [0, 255, 1, 2, 3, 200],
  i16: [-32768, 32767, 258, -2, 5, 6],
  u16: [0, 65535, 258, 3, 4, 5],
  i32: [-2147483648, 2147483647, 16909060, -4, 5, 6],
  u32: [0, 4294967295, 16909060, 4, 5, 6],
  i64: [-(2n ** 63n), 2n ** 63n - 1n, 72623859790382856n, -4n, 5n, 6n],
  u64: [0n, 2n ** 64n - 1n, 72623859790382856n, 4n, 5n, 6n],
  f32: [1.5, -0.25, 2 ** 100, NaN, Infinity, -Infinity],
  f64: [1e-300, -0.1, 1.7976931348623157e308, NaN, Infinity, -Infinity],
};

for (const type of Object.keys(SAMPLES) as NrrdType[]) {
  for (const encoding of ENCODINGS) {
    for (const endian of ["little", "big"] as const) {
      Deno.test(`readNrrd() reads ${type} as ${encoding}, ${endian} endian`, async () => {
        const samples = SAMPLES[type];
        const bytes = await nrrdBytes({ type, sizes: [6], samples, encoding, endian });
        // At an odd offset, so that nothing may rely on how the file lies in memory.
        const shifted = joined(text("."), bytes).subarray(1);
        const { values, shape, header } = await readNrrd(shifted);
        assertEquals([...values], [...samples]);
        assertEquals(values.BYTES_PER_ELEMENT, TYPES[type].bytes);
        assertEquals([header.type, shape], [type, [6, 1, 1]]);
      });
    }
  }
}

Deno.test("readNrrd() puts x first and z last, and channels behind", async () => {
  // The file counts 100 x + 10 y + z, x fastest.
  const samples: number[] = [];
  for (let z = 0; z < 2; z++) {
    for (let y = 0; y < 3; y++) for (let x = 0; x < 2; x++) samples.push(100 * x + 10 * y + z);
  }
  const bytes = await nrrdBytes({ type: "u8", sizes: [2, 3, 2], samples });
  const volume = await readNrrd(bytes);
  assertEquals(volume.shape, [2, 3, 2]);
  assertEquals([...volume.values], [0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121]);

  // Colors of the pixels of an image, which are the fastest axis of the file.
  const image: NrrdBytes = { type: "i64", sizes: [3, 2, 2], samples: [...Array(12).keys()] };
  for (const line of ["kinds: RGB-color domain domain", "space directions: none (1,0) (0,1)"]) {
    const { values, shape } = await readNrrd(await nrrdBytes({ ...image, lines: [line] }));
    assertEquals(shape, [2, 2, 1, 3]);
    assertEquals([...values].map(Number), [0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11]);
  }
  // Four axes without a word: the slowest are the channels.
  const four: NrrdBytes = { type: "u16", sizes: [2, 1, 1, 3], samples: [0, 1, 10, 11, 20, 21] };
  const { values, shape } = await readNrrd(await nrrdBytes(four));
  assertEquals([shape, [...values]], [[2, 1, 1, 3], [0, 10, 20, 1, 11, 21]]);
  // Two axes that are not of space, around it.
  const both = await nrrdBytes({
    ...four,
    sizes: [3, 1, 1, 2],
    lines: ["kinds: list domain domain time"],
  });
  const nested = await readNrrd(both);
  assertEquals([nested.shape, [...nested.values]], [[1, 1, 1, 2, 3], [0, 1, 10, 11, 20, 21]]);
});

for (
  const [lines, spacing, origin, directions] of [
    [[], [1, 1, 1], [0, 0, 0], [[1, 0, 0], [0, 1, 0], [0, 0, 1]]],
    [
      ["spacings: 0.5 nan -2", "axis mins: 1 2 nan"],
      [0.5, 1, 2],
      [1.25, 2.5, 0],
      [[0.5, 0, 0], [0, 1, 0], [0, 0, -2]],
    ],
    [
      ["axis mins: 0 1 2", "axis maxs: 4 4 2", "centers: cell node ???"],
      [2, 3, 1],
      [1, 1, 2.5],
      [[2, 0, 0], [0, 3, 0], [0, 0, 1]],
    ],
    [
      ["space: scanner-xyz", "space directions: (3,4,0) (0,0,2) (0,-1,0)", "space origin: (7,8,9)"],
      [5, 2, 1],
      [7, 8, 9],
      [[3, 4, 0], [0, 0, 2], [0, -1, 0]],
    ],
  ] as const
) {
  Deno.test(`readNrrd() places samples by ${lines.join("; ") || "nothing"}`, async () => {
    const samples = [...Array(8).keys()];
    const bytes = await nrrdBytes({ type: "u8", sizes: [2, 2, 2], samples, lines });
    const volume = await readNrrd(bytes);
    assertEquals<unknown>(volume.spacing, spacing);
    assertEquals<unknown>(volume.origin, origin);
    assertEquals<unknown>(volume.directions, directions);
  });
}

Deno.test("readNrrd() skips lines and bytes, and takes the last bytes with -1", async () => {
  const file: NrrdBytes = { type: "u16", sizes: [2], samples: [258, 772], endian: "big" };
  const junk = text("one\ntwo\n!!!");
  const read = async (lines: string[], more: Partial<NrrdBytes>, front: Uint8Array) => {
    const parts = await nrrdParts({ ...file, lines, ...more });
    return [...(await readNrrd(joined(parts.header, front, parts.data))).values];
  };
  assertEquals(await read(["line skip: 2", "byte skip: 3"], {}, junk), [258, 772]);
  assertEquals(await read(["byte skip: -1"], {}, junk), [258, 772]);
  assertEquals(await read(["line skip: 2", "byte skip: 3"], { encoding: "ascii" }, junk), [
    258,
    772,
  ]);
  assertEquals(await read(["line skip: 2"], { encoding: "gzip" }, junk.subarray(0, 8)), [258, 772]);
  // Of compressed data, bytes are skipped that are inflated.
  const { header } = await nrrdParts({ ...file, encoding: "gzip", lines: ["byte skip: 3"] });
  const packed = await gzip(joined(text("!!!"), Uint8Array.of(1, 2, 3, 4)));
  assertEquals([...(await readNrrd(joined(header, packed))).values], [258, 772]);
});

Deno.test("readNrrd() takes the data of another file", async () => {
  const file: NrrdBytes = {
    type: "i16",
    sizes: [3],
    samples: [1, -2, 3],
    lines: ["data file: a.raw"],
  };
  const { header, data } = await nrrdParts(file);
  assertEquals([...(await readNrrd(header, { data })).values], [1, -2, 3]);
  await assertRejects(() => readNrrd(header), FormatError, 'the data is in "a.raw"');
  const attached = await nrrdBytes({ ...file, lines: [] });
  await assertRejects(() => readNrrd(attached, { data }), FormatError, "the header names none");
});

Deno.test("readNrrd() gives back what a writer wrote, whatever the sizes", async () => {
  const type = fc.constantFrom<NrrdType>("i8", "u16", "f32", "i64", "f64");
  const sizes = fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 3 });
  const form = fc.record({
    type,
    sizes,
    encoding: fc.constantFrom(...ENCODINGS),
    endian: fc.constantFrom("little" as const, "big" as const),
    lineBreak: fc.constantFrom("\n", "\r\n"),
  });
  await fc.assert(
    fc.asyncProperty(form, fc.integer({ min: -99, max: 2 }), async (file, first) => {
      const [nx = 1, ny = 1, nz = 1] = file.sizes;
      const low = file.type === "u16" ? 200 : 0;
      const samples = Array.from({ length: nx * ny * nz }, (_, at) => low + first + at);
      const { values, shape } = await readNrrd(await nrrdBytes({ ...file, samples }));
      assertEquals(shape, [nx, ny, nz]);
      const expected = Array.from({ length: nx * ny * nz }, (_, at) => {
        const [x, y, z] = [Math.floor(at / (ny * nz)), Math.floor(at / nz) % ny, at % nz];
        return samples[x + nx * (y + ny * z)] ?? NaN;
      });
      assertEquals(Array.from<number | bigint, number>(values, Number), expected);
    }),
    { numRuns: 100 },
  );
});

const BOX: NrrdBytes = { type: "i16", sizes: [3, 2], samples: [1, 2, 3, 4, 5, 600] };

Deno.test("readNrrd() refuses files that are cut off anywhere, and survives damage", async () => {
  for (const encoding of ENCODINGS) {
    const bytes = await nrrdBytes({ ...BOX, encoding });
    const cuts = await readableCuts(readNrrd, bytes);
    // Without its blank or its last digits the last number of a text, "600 ", is still one.
    const harmless = encoding === "ascii" ? [3, 2, 1].map((missing) => bytes.length - missing) : [];
    assertEquals(cuts, harmless);
    await corrupt(readNrrd, bytes, { runs: 100 });
  }
});

for (
  const [what, data, encoding, problem] of [
    ["too few bytes", new Uint8Array(11), "raw", "the samples take 12 bytes, 11 are there"],
    ["too many bytes", new Uint8Array(13), "raw", "the samples take 12 bytes, 13 are there"],
    ["too few numbers", text("1 2 3 4 00005"), "ascii", "ask for 6 samples, 5 are there"],
    ["too many numbers", text("1 2 3 4 5 6 7"), "ascii", "ask for 6 samples, 7 are there"],
    ["too little text", text("1 2 3"), "ascii", "6 samples take 11 bytes or more, 5 are there"],
    ["a word", text("1 2 3 4 5 x"), "ascii", '"x" is not a sample of type i16'],
    ["a fraction", text("1 2 3 4 5 6.5"), "ascii", '"6.5" is not a sample of type i16'],
    ["a large number", text("1 2 3 4 5 32768"), "ascii", '"32768" is not a sample of type i16'],
    ["a long word", text("1 2 3 4 5 " + "9".repeat(999)), "ascii", '"99999999999999999999" is not'],
    ["too few digits", text(" ".repeat(9) + "0".repeat(23)), "hex", "take 24 digits, 23 are there"],
    ["too many digits", text("0".repeat(25)), "hex", "take 24 digits, 25 are there"],
    ["no digit", text("0".repeat(23) + "g"), "hex", "byte 23 of the data is no hexadecimal digit"],
    ["no gzip", text("0123456789012345678901234"), "gzip", "the compressed data is damaged"],
    ["nothing", new Uint8Array(0), "gzip", "cut off after 0 bytes"],
  ] as const
) {
  Deno.test(`readNrrd() refuses ${what} in ${encoding} data`, async () => {
    const { header } = await nrrdParts({ ...BOX, encoding });
    await assertRejects(() => readNrrd(joined(header, data)), FormatError, problem);
  });
}

Deno.test("readNrrd() refuses compressed data of another length, and what follows it", async () => {
  const { header } = await nrrdParts({ ...BOX, encoding: "gzip" });
  const refuses = (data: Uint8Array, problem: string) =>
    assertRejects(() => readNrrd(joined(header, data)), FormatError, problem);
  await refuses(await gzip(new Uint8Array(11)), "the samples take 12 bytes, 11 are compressed");
  await refuses(await gzip(new Uint8Array(13)), "the samples take 12 bytes, more are compressed");
  // Much more than the sizes say is not unpacked.
  await refuses(await gzip(new Uint8Array(2 ** 26)), "more are compressed");
  const packed = await gzip(new Uint8Array(12));
  await refuses(joined(packed, text("trailing")), "damaged");
  packed[packed.length - 5] = (packed[packed.length - 5] ?? 0) ^ 1;
  await refuses(packed, "damaged");
});

Deno.test("readNrrd() allocates nothing for sizes that the data cannot have", async () => {
  const sizes = [99999, 99999, 999];
  for (const encoding of ENCODINGS) {
    const { header } = await nrrdParts({ type: "u8", sizes, samples: [], encoding });
    const error = await assertRejects(
      () => readNrrd(joined(header, new Uint8Array(1000))),
      FormatError,
    );
    assert(/9989800\d+|9989700\d+|19979\d+/.test(error.message), error.message);
  }
});

dataTest(
  "readNrrd() reads real scans",
  ["volume/bonsai.nrrd", "volume/stent.nrrd"],
  async (...files) => {
    const [bonsai, stent] = await Promise.all(files.map((file) => readNrrd(file)));
    const share = (values: ArrayLike<number>, has: (value: number) => boolean): number => {
      let count = 0;
      for (let at = 0; at < values.length; at++) if (has(values[at] ?? NaN)) count++;
      return count / values.length * 100;
    };
    const scan = bonsai?.values as Uint8Array;
    assertEquals([bonsai?.shape, bonsai?.spacing], [[256, 256, 256], [1, 1, 1]]);
    assertEquals([bonsai?.origin, bonsai?.header.space], [
      [-128, -128, -128],
      "left-posterior-superior",
    ]);
    assertEquals(scan.reduce((most, value) => Math.max(most, value)), 255);
    assertClose([share(scan, (one) => one === 0)], [79.66], { absolute: 0.005 });
    assertClose([share(scan, (one) => one >= 38)], [10.4], { absolute: 0.05 });
    const floats = stent?.values as Float32Array;
    assertEquals([stent?.shape, stent?.header.type], [[128, 128, 256], "f32"]);
    assertEquals([stent?.origin, stent?.header.space], [[0, 0, 0], undefined]);
    assertEquals(floats.reduce((most, value) => Math.max(most, value)), 1);
    assertEquals(floats.reduce((least, value) => Math.min(least, value)), 0);
    assertClose([share(floats, (one) => one === 0)], [73.62], { absolute: 0.005 });
  },
);
