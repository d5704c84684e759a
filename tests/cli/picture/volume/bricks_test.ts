import { assert, assertEquals } from "@std/assert";
import { levelsOf, transferOf, uploadVoxels } from "../../../../lib/cli/picture/volume/bricks.ts";
import { type NrrdType, readVolume } from "../../../../lib/io/mod.ts";
import { eachBackend } from "../../../_backends.ts";
import { TYPES } from "../../../io/nrrd/_bytes.ts";

Deno.test("levelsOf() keeps the voxels that are above a threshold, and no others", () => {
  for (const dtype of ["u8", "u16", "i16", "f16", "f32"] as const) {
    for (const threshold of [-3.5, -1, 0, 2, 2.25, 2.999, 100]) {
      const levels = levelsOf(dtype, threshold);
      for (const value of [0, 1, 2, 3, 99, 100, 101]) {
        assertEquals(
          value > levels.threshold,
          value > threshold,
          `${dtype}: ${value}, ${threshold}`,
        );
        assertEquals(
          value > levels.threshold,
          value >= levels.isoLevel,
          `${dtype}: ${value}, ${threshold}`,
        );
      }
      assert(Math.fround(levels.isoLevel) > Math.fround(levels.threshold));
    }
  }
  assertEquals(levelsOf("u8", -0.5), { threshold: -Infinity, isoLevel: -0.5 });
  assertEquals(levelsOf("i16", -7.5), { threshold: -8, isoLevel: -7.5 });
  assertEquals(levelsOf("f32", 1), { threshold: 1, isoLevel: 1 + 2 ** -23 });
  assertEquals(levelsOf("f32", -1), { threshold: -1, isoLevel: -1 + 2 ** -24 });
  assertEquals(levelsOf("f32", 0), { threshold: 0, isoLevel: 2 ** -149 });
});

Deno.test("transferOf() is clear at the threshold, and has room above it", () => {
  for (const [threshold, brightest] of [[10.5, 200], [0, 0], [1e9, 1e9], [-5, 1e300]] as const) {
    const { low, high, table } = transferOf(threshold, brightest);
    assertEquals([low, table[3]], [threshold, 0]);
    assert(Math.fround(high) > Math.fround(low) && high < 3.5e38);
    assert(Number.isFinite(Math.fround(table.length / (high - low))));
    assert(table.every((part) => part >= 0 && part <= 1));
    assert((table.at(-1) ?? 0) > 0.5);
  }
});

for (const type of Object.keys(TYPES) as NrrdType[]) {
  eachBackend(`uploadVoxels() takes ${type} samples to a device`, async (context) => {
    const { bytes: width, write } = TYPES[type];
    const bytes = new Uint8Array(6 * width);
    const samples = [0, 1, 2, 100, 5, 6];
    samples.forEach((one, at) => write(new DataView(bytes.buffer), at * width, one, true));
    const volume = await readVolume(bytes, { dims: [3, 2, 1], type });
    using voxels = uploadVoxels(context, volume);
    assertEquals([voxels.shape, [...voxels.readSync()]], [[1, 2, 3], samples]);
    const same = ["u8", "u16", "i16", "f32"].includes(type);
    assertEquals(voxels.dtype, same ? type : type === "i8" ? "i16" : "f32");
  });
}
