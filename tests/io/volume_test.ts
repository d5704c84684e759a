import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  FormatError,
  isVolumeName,
  type NrrdType,
  readVolume,
  type ReadVolumeOptions,
} from "../../lib/io/mod.ts";
import { assertClose } from "../_compare.ts";
import { corrupt, readableCuts } from "./_damage.ts";
import { dataTest } from "./_data.ts";
import { niftiBytes } from "./nifti/_bytes.ts";
import { gzip, joined, nrrdBytes, nrrdParts, text, TYPES } from "./nrrd/_bytes.ts";

/** A volume that counts 100 x + 10 y + z, x fastest, and with z fastest. */
const DIMS = [3, 2, 4] as const;
const BY_X = Array.from({ length: 24 }, (_, n) => {
  const [x, y, z] = [n % 3, Math.floor(n / 3) % 2, Math.floor(n / 6)];
  return 100 * x + 10 * y + z;
});
const BY_Z = Array.from({ length: 24 }, (_, n) => {
  const [x, y, z] = [Math.floor(n / 8), Math.floor(n / 4) % 2, n % 4];
  return 100 * x + 10 * y + z;
});

function rawBytes(
  type: NrrdType,
  samples: readonly number[],
  little = true,
): Uint8Array<ArrayBuffer> {
  const { bytes: width, write } = TYPES[type];
  const bytes = new Uint8Array(samples.length * width);
  const view = new DataView(bytes.buffer);
  samples.forEach((one, at) => write(view, at * width, one, little));
  return bytes;
}

const refuses = (
  bytes: Uint8Array,
  options: ReadVolumeOptions,
  problem: string,
): Promise<unknown> => assertRejects(() => readVolume(bytes, options), FormatError, problem);

for (const type of Object.keys(TYPES) as NrrdType[]) {
  // The greatest sample has to fit.
  const [byX, byZ] = type === "i8"
    ? [BY_X.map((n) => n - 120), BY_Z.map((n) => n - 120)]
    : [BY_X, BY_Z];
  for (const little of [true, false]) {
    const title = `${type}, little endian: ${little}`;
    const endian = little ? "little" : "big";
    const check = async (bytes: Uint8Array, options: ReadVolumeOptions, format: string) => {
      // At an odd offset, so that nothing may rely on how the file lies in memory.
      const shifted = joined(text("."), bytes).subarray(1);
      const volume = await readVolume(shifted, options);
      assertEquals([volume.format, volume.type, volume.dims], [format, type, DIMS]);
      assertEquals(Array.from<number | bigint, number>(volume.values, Number), byX);
      assertEquals(volume.values.BYTES_PER_ELEMENT, TYPES[type].bytes);
      const across = await readVolume(shifted, { ...options, fastest: "z" });
      assertEquals(Array.from<number | bigint, number>(across.values, Number), byZ);
      assertEquals(across.dims, DIMS);
    };

    Deno.test(`readVolume() reads raw ${title}`, async () => {
      const bytes = rawBytes(type, byX, little);
      await check(bytes, { dims: DIMS, type, endian }, "raw");
      await check(await gzip(bytes), { dims: DIMS, type, endian, name: "a.raw.gz" }, "raw");
      const parts = joined(await gzip(bytes.slice(0, 3)), await gzip(bytes.slice(3)));
      await check(parts, { dims: DIMS, type, endian }, "raw");
      const behind = joined(text("comment"), bytes);
      await check(behind, { dims: DIMS, type, endian, skip: 7 }, "raw");
    });

    Deno.test(`readVolume() reads NRRD ${title}`, async () => {
      const bytes = await nrrdBytes({ type, sizes: [...DIMS], samples: byX, endian });
      await check(bytes, {}, "nrrd");
      await check(bytes, { name: "a.nrrd" }, "nrrd");
    });

    for (const version of [1, 2] as const) {
      Deno.test(`readVolume() reads NIfTI-${version} ${title}`, async () => {
        const bytes = niftiBytes({ version, little, type, dims: DIMS, samples: byX });
        await check(bytes, {}, "nifti");
        await check(await gzip(bytes), {}, "nifti");
        await check(await gzip(bytes), { name: "a.nii.gz" }, "nifti");
        const far = niftiBytes({
          version,
          little,
          type,
          dims: DIMS,
          samples: byX,
          voxOffset: 1001,
        });
        await check(far, { name: "A.NII" }, "nifti");
      });
    }
  }
}

Deno.test("readVolume() scales NIfTI samples", async () => {
  const file = { type: "i16", dims: [3], samples: [-2, 0, 5], slope: 0.5, intercept: 10 } as const;
  const { type, values } = await readVolume(niftiBytes(file));
  assertEquals([type, [...values]], ["f32", [9, 10, 12.5]]);
  const wide = await readVolume(niftiBytes({ ...file, type: "i32", samples: [2 ** 30 + 1, 0, 5] }));
  assertEquals([wide.type, [...wide.values]], ["f64", [2 ** 29 + 10.5, 10, 12.5]]);
});

Deno.test("readVolume() tells where samples lie", async () => {
  const nifti = await readVolume(
    niftiBytes({ dims: [1, 1, 1], srows: [0, -2, 0, 10, 3, 0, 0, 20, 0, 0, 4, 30] }),
  );
  assertEquals([nifti.spacing, nifti.origin], [[3, 2, 4], [10, 20, 30]]);
  assertEquals(nifti.space, "right-anterior-superior");
  assertEquals((await readVolume(niftiBytes())).space, undefined);
  for (
    const [name, space] of [
      ["LPS", "left-posterior-superior"],
      ["Left-Posterior-Superior", "left-posterior-superior"],
      ["3D-right-handed", "3D-right-handed"],
      ["left-posterior-superior-time", undefined],
    ] as const
  ) {
    const named = {
      type: "u8",
      sizes: [1, 1, 1],
      samples: [1],
      lines: [`space: ${name}`],
    } as const;
    assertEquals((await readVolume(await nrrdBytes(named))).space, space);
  }
  const lines = ["spacings: 1 2 0.5"];
  const nrrd = await readVolume(
    await nrrdBytes({ type: "u8", sizes: [1, 1, 1], samples: [1], lines }),
  );
  assertEquals([nrrd.spacing, nrrd.directions[1]], [[1, 2, 0.5], [0, 2, 0]]);
  const raw = await readVolume(Uint8Array.of(1), { dims: [1, 1, 1], type: "u8" });
  assertEquals([raw.spacing, raw.origin, raw.directions[2]], [[1, 1, 1], [0, 0, 0], [0, 0, 1]]);
});

Deno.test("readVolume() reads the data file of a detached header", async () => {
  const lines = ["data file: a.bin"];
  const { header, data } = await nrrdParts({
    type: "u16",
    sizes: [2, 1, 1],
    samples: [5, 6],
    lines,
  });
  const volume = await readVolume(header, { name: "a.nhdr", data });
  assertEquals([...volume.values], [5, 6]);
  await refuses(header, { name: "a.nhdr" }, 'the data is in "a.bin", which was not given');
});

Deno.test("readVolume() takes sizes from names, and what is given before them", async () => {
  const bytes = Uint8Array.of(1, 0, 2, 0, 3, 0, 4, 0);
  const named = await readVolume(bytes, { name: "a_2x1x2_uint16.raw" });
  assertEquals([named.dims, [...named.values]], [[2, 1, 2], [1, 2, 3, 4]]);
  const given = await readVolume(bytes, {
    name: "a_2x1x2_uint16.raw",
    dims: [8, 1, 1],
    type: "u8",
  });
  assertEquals([given.dims, given.type], [[8, 1, 1], "u8"]);
  await refuses(bytes, { name: "a.raw" }, "the dims and the type of raw samples are not known");
  await refuses(bytes, { name: "a.raw", dims: [8, 1, 1] }, "the type of raw samples is not known");
  await refuses(bytes, { type: "u8" }, "the dims of raw samples are not known");
  await refuses(bytes, { name: "notes.md" }, "the format is not known; if it is raw, the dims");
  await refuses(bytes, { name: "a_0x1x2_uint16.raw" }, '"a_0x1x2_uint16.raw" has no samples');
});

Deno.test("readVolume() refuses lengths that sizes do not have", async () => {
  const eight = new Uint8Array(8);
  const layout = { dims: [2, 2, 2], type: "u8" } as const;
  await refuses(
    eight.subarray(1),
    layout,
    "2 x 2 x 2 samples of type u8 take 8 bytes, the file has 7",
  );
  await refuses(new Uint8Array(9), layout, "take 8 bytes, the file has 9");
  await refuses(eight, { ...layout, skip: 1 }, "take 8 bytes behind 1 others, the file has 8");
  await refuses(eight, { ...layout, type: "f64" }, "take 64 bytes, the file has 8");
  const huge = { dims: [2 ** 20, 2 ** 20, 2 ** 20], type: "f64" } as const;
  await refuses(eight, huge, "the file has 8");
  await refuses(await gzip(eight), huge, "compressed bytes cannot hold");
  await refuses(await gzip(new Uint8Array(2 ** 24)), layout, "more are compressed");
  await refuses(
    niftiBytes({ dims: [2] }),
    {},
    "the samples take 2 bytes from byte 352 on, the file has 353",
  );
  await refuses(niftiBytes({ samples: [1, 2] }), {}, "the samples take 1 bytes from byte 352 on");
  const lie = niftiBytes({ version: 2, dims: [2 ** 40, 2 ** 12, 1] });
  await refuses(lie, {}, "the file has 545");
  await refuses(await gzip(lie), {}, "compressed bytes cannot hold");
  for (const dims of [[1, 2], [1, 2, 0], [1.5, 1, 1], [-1, 1, 1]]) {
    const options = { dims, type: "u8" } as unknown as ReadVolumeOptions;
    await assertRejects(
      () => readVolume(eight, options),
      RangeError,
      "three whole numbers from 1 to 2^53 - 1 expected",
    );
  }
  for (const skip of [-1, 0.5, NaN]) {
    await assertRejects(
      () => readVolume(eight, { ...layout, skip }),
      RangeError,
      `skip is ${skip}`,
    );
  }
});

Deno.test("readVolume() refuses names that the bytes contradict, and channels", async () => {
  const nrrd = await nrrdBytes({ type: "u8", sizes: [1], samples: [1] });
  await refuses(nrrd, { name: "a.nii" }, '"a.nii" holds NRRD');
  await refuses(niftiBytes(), { name: "a.nrrd" }, '"a.nrrd" holds NIFTI');
  await refuses(text("hello"), { name: "a.nii" }, "the first number is");
  await refuses(new Uint8Array(), { name: "a.nii" }, "the file is empty");
  const colors = await nrrdBytes({
    type: "u8",
    sizes: [3, 1, 1],
    samples: [1, 2, 3],
    lines: ["kinds: RGB-color domain domain"],
  });
  await refuses(colors, {}, "the samples have 3 channels, one number expected");
  const one = await nrrdBytes({
    type: "u8",
    sizes: [1, 3, 1, 1],
    samples: [1, 2, 3],
    lines: ["kinds: scalar domain domain domain"],
  });
  assertEquals([...(await readVolume(one)).values], [1, 2, 3]);
  assertEquals(["a.nrrd", "b.NII.gz", "c/d.raw", "e.nhdr"].map(isVolumeName), Array(4).fill(true));
  assertEquals(["a.las", "nii", "a.gz", "", "a.raw/b"].map(isVolumeName), Array(5).fill(false));
});

Deno.test("readVolume() survives damaged and shortened files", async () => {
  const options = { fastest: "z" } as const;
  const read = (bytes: Uint8Array) => readVolume(bytes, options);
  for (const version of [1, 2] as const) {
    const bytes = niftiBytes({ version, type: "i16", dims: DIMS, samples: BY_X, slope: 2 });
    assertEquals(await readableCuts(read, bytes), []);
    await corrupt(read, bytes, { runs: 200 });
    await corrupt(read, await gzip(bytes), { runs: 100 });
  }
});

dataTest(
  "readVolume() reads real scans",
  ["volume/engine.nii.gz", "volume/fuel.nii.gz", "volume/aneurism.raw.gz"],
  async (engineBytes = new Uint8Array(), fuelBytes = new Uint8Array(), raw = new Uint8Array()) => {
    const share = (values: ArrayLike<number | bigint>, has: (value: number) => boolean): number => {
      let count = 0;
      for (let at = 0; at < values.length; at++) if (has(Number(values[at]))) count++;
      return count / values.length * 100;
    };
    const engine = await readVolume(engineBytes, { name: "engine.nii" });
    assertEquals([engine.dims, engine.type, engine.spacing], [[256, 256, 128], "u8", [1, 1, 1]]);
    assertClose([share(engine.values, (one) => one === 0)], [81], { absolute: 0.05 });
    assertClose([share(engine.values, (one) => one > 40)], [15.8], { absolute: 0.05 });
    const fuel = await readVolume(fuelBytes);
    assertEquals(fuel.dims, [64, 33, 32]);
    assertClose([share(fuel.values, (one) => one === 0)], [79.7], { absolute: 0.05 });
    const aneurism = await readVolume(raw, { dims: [256, 256, 256], type: "u8" });
    assertClose([share(aneurism.values, (one) => one >= 93)], [0.43], { absolute: 0.005 });
    assert(aneurism.values instanceof Uint8Array);
  },
);
