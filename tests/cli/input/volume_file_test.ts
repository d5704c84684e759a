import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { parseArgs, UsageError } from "../../../lib/cli/shared/args.ts";
import {
  contentBox,
  loadVolume,
  readRawLayout,
  VOLUME_OPTIONS,
} from "../../../lib/cli/input/volume_file.ts";
import { readVolume } from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { niftiBytes } from "../../io/nifti/_bytes.ts";
import { gzip, nrrdParts } from "../../io/nrrd/_bytes.ts";

const layoutOf = (...args: readonly string[]) =>
  readRawLayout(parseArgs(args, VOLUME_OPTIONS, "hint"), "hint");

Deno.test("readRawLayout() reads what raw files do not say", () => {
  assertEquals(layoutOf(), {});
  const all = ["--dims", "12x3x400", "--type", "uint16", "--endian", "big", "--skip", "7"];
  assertEquals(layoutOf(...all), { dims: [12, 3, 400], type: "u16", endian: "big", skip: 7 });
  const bad = (option: string, value: string): string =>
    assertThrows(() => layoutOf(option, value), UsageError).message;
  for (const dims of ["1x2", "0x1x2", "1x2x00", "1x2x3x4", "ax2x3", "-1x2x3"]) {
    assertEquals(
      bad("--dims", dims),
      `Option "--dims" takes three sizes as in 256x256x128, not "${dims}"`,
    );
  }
  assertEquals(bad("--type", "u7"), 'Option "--type" takes a type such as u8 or f32, not "u7"');
  assertEquals(bad("--endian", "mid"), 'Option "--endian" takes little or big, not "mid"');
  assertEquals(bad("--skip", "-1"), 'Option "--skip" takes a number of bytes, not "-1"');
});

Deno.test("loadVolume() reads files, and data files beside headers", async () => {
  using folder = outFolder();
  const at = (name: string): string => `${folder.path}/${name}`;
  await Deno.writeFile(at("a.nii.gz"), await gzip(niftiBytes({ dims: [2], samples: [3, 4] })));
  const nifti = await loadVolume({ input: at("a.nii.gz"), layout: {} }, "x");
  assertEquals([nifti.format, [...nifti.values]], ["nifti", [3, 4]]);
  const lines = ["data file: b.bin"];
  const parts = await nrrdParts({ type: "u8", sizes: [2, 1, 1], samples: [5, 6], lines });
  await Deno.writeFile(at("b.nhdr"), parts.header);
  await assertRejects(
    () => loadVolume({ input: at("b.nhdr"), layout: {} }, "x"),
    Error,
    `Cannot read "${at("b.nhdr")}": its data are in "${at("b.bin")}", which is not there`,
  );
  await Deno.writeFile(at("b.bin"), parts.data);
  const nrrd = await loadVolume({ input: at("b.nhdr"), layout: {} }, "z");
  assertEquals([...nrrd.values], [5, 6]);
  const whole = await nrrdParts({
    type: "u8",
    sizes: [2, 1, 1],
    samples: [5, 6],
    lines: [`data file: ${await Deno.realPath(at("b.bin"))}`],
  });
  await Deno.writeFile(at("d.nhdr"), whole.header);
  assertEquals((await loadVolume({ input: at("d.nhdr"), layout: {} }, "z")).values, nrrd.values);
  for (const name of [".", "/dev/zero"]) {
    const lines = [`data file: ${name}`];
    const { header } = await nrrdParts({ type: "u8", sizes: [2, 1, 1], samples: [5, 6], lines });
    await Deno.writeFile(at("e.nhdr"), header);
    const refused = () => loadVolume({ input: at("e.nhdr"), layout: {} }, "z");
    await assertRejects(refused, Error, `Cannot read "${at("e.nhdr")}": its data are in "`);
    await assertRejects(refused, Error, `", which is no file`);
  }
  await Deno.writeFile(at("c.raw"), Uint8Array.of(9, 0, 1, 0, 2));
  const layout = { dims: [1, 2, 1], type: "u16", endian: "big", skip: 1 } as const;
  const raw = await loadVolume({ input: at("c.raw"), layout }, "x");
  assertEquals([...raw.values], [1, 2]);
  await assertRejects(
    () => loadVolume({ input: at("c.raw"), layout: {} }, "x"),
    Error,
    `Cannot read "${at("c.raw")}" as volume: the dims`,
  );
});

Deno.test("contentBox() finds the samples above a threshold, in either order", async () => {
  const dims = [4, 3, 2] as const;
  const values = new Uint8Array(24);
  const set = (x: number, y: number, z: number, value: number): void => {
    values[(z * 3 + y) * 4 + x] = value;
  };
  set(1, 2, 0, 9);
  set(3, 1, 0, 5);
  set(2, 1, 1, 7);
  for (const fastest of ["x", "z"] as const) {
    const volume = await readVolume(values, { dims, type: "u8", fastest });
    const boxOf = (threshold: number) => contentBox(volume, fastest, threshold);
    assertEquals(boxOf(0), { voxels: 3, box: { low: [1, 1, 0], high: [3, 2, 1] } });
    assertEquals(boxOf(5), { voxels: 2, box: { low: [1, 1, 0], high: [2, 2, 1] } });
    assertEquals(boxOf(8), { voxels: 1, box: { low: [1, 2, 0], high: [1, 2, 0] } });
    assertEquals(boxOf(9), undefined);
    assertEquals(boxOf(-1)?.voxels, 24);
  }
  const real = Float64Array.of(NaN, -Infinity, Infinity, 1);
  const bytes = new Uint8Array(real.buffer);
  const volume = await readVolume(bytes, { dims: [4, 1, 1], type: "f64" });
  const content = contentBox(volume, "x", 0);
  assert(content !== undefined);
  assertEquals([content.voxels, content.box.low[0], content.box.high[0]], [2, 2, 3]);
});
