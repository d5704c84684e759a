import { assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { FormatError, readKitti } from "../../../lib/io/mod.ts";
import { assertClose } from "../../_compare.ts";
import { readableCuts } from "../_damage.ts";
import { dataTest } from "../_data.ts";

/** Little-endian float32 on any machine. */
function floats(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, at) => view.setFloat32(at * 4, value, true));
  return new Uint8Array(view.buffer);
}

Deno.test("readKitti() gives x, y, z and reflectance in order", () => {
  const cloud = readKitti(floats([1.5, -2, 3, 0.25, 4, 5, -6.5, 1]));
  assertEquals(cloud.format, "kitti");
  assertEquals(cloud.count, 2);
  assertEquals([...cloud.positions], [1.5, -2, 3, 4, 5, -6.5]);
  assertEquals([...cloud.intensities ?? []], [0.25, 1]);
  assertEquals(cloud.bounds, { min: [1.5, -2, -6.5], max: [4, 5, 3] });
  assertEquals(cloud.colors, undefined);
});

Deno.test("readKitti() reads a view that does not start at a multiple of four bytes", () => {
  const shifted = new Uint8Array(17 + 3);
  shifted.set(floats([1, 2, 3, 0.5]), 3);
  assertEquals([...readKitti(shifted.subarray(3, 19)).positions], [1, 2, 3]);
});

Deno.test("readKitti() keeps coordinates that are not finite and leaves them out of the bounds", () => {
  const cloud = readKitti(floats([NaN, 9, 9, 0, 1, 2, 3, 0, Infinity, -9, -9, 0]));
  assertEquals([...cloud.positions], [NaN, 9, 9, 1, 2, 3, Infinity, -9, -9]);
  assertEquals(cloud.bounds, { min: [1, 2, 3], max: [1, 2, 3] });
});

Deno.test("readKitti() gives an empty box when no point is finite", () => {
  const { bounds } = readKitti(floats([NaN, 1, 1, 0]));
  assertEquals(bounds.min, [Infinity, Infinity, Infinity]);
  assertEquals(bounds.max, [-Infinity, -Infinity, -Infinity]);
});

Deno.test("readKitti() gives back every float32", () => {
  const value = fc.float({ noNaN: false });
  const points = fc.array(fc.tuple(value, value, value, value), { minLength: 1, maxLength: 20 });
  fc.assert(fc.property(points, (rows) => {
    const cloud = readKitti(floats(rows.flat()));
    assertEquals([...cloud.positions], rows.flatMap(([x, y, z]) => [x, y, z]));
    assertEquals([...cloud.intensities ?? []], rows.map(([, , , reflectance]) => reflectance));
  }));
});

Deno.test("readKitti() refuses empty files and lengths that are not a multiple of 16", async () => {
  assertThrows(() => readKitti(new Uint8Array(0)), FormatError, "the file is empty");
  const error = assertThrows(
    () => readKitti(new Uint8Array(33)),
    FormatError,
    "33 bytes are not a whole number of points, 16 bytes each expected",
  );
  assertEquals(error.offset, 32);
  assertEquals(await readableCuts(readKitti, new Uint8Array(64)), [16, 32, 48]);
});

dataTest(
  "readKitti() gives the counts and boxes of real scans",
  ["lidar/kitti_0000000000.bin", "lidar/os1_128_frame0.bin", "lidar/os2_128_frame0.bin"],
  (...scans) => {
    const stated = [
      [122626, -73.9, -72.1, -7.4, 76.4, 62.6, 2.8],
      [107647, -216.6, -42.1, -4.3, 181.1, 64.8, 17.4],
      [119682, -331.1, -101.5, -6.4, 291.8, 54.9, 16.7],
    ];
    scans.forEach((bytes, scan) => {
      const { count, bounds } = readKitti(bytes);
      const facts = [count, ...bounds.min, ...bounds.max];
      assertClose(facts, stated[scan] ?? [], { absolute: 0.06 });
    });
  },
);
