import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import {
  FormatError,
  isDepthImage,
  pointCloudFormat,
  readNpy,
  readPointCloud,
  readVolume,
} from "../../../lib/io/mod.ts";
import { readableCuts } from "../_damage.ts";
import { npy } from "./_bytes.ts";

Deno.test("readNpy() reads every type in either order of bytes and axes", () => {
  const numbers = [1, 2, 3, 100, 0, 7];
  const kinds = [
    ["i1", Int8Array],
    ["u1", Uint8Array],
    ["i2", Int16Array],
    ["u2", Uint16Array],
    ["i4", Int32Array],
    ["u4", Uint32Array],
    ["f2", Float16Array],
    ["f4", Float32Array],
    ["f8", Float64Array],
  ] as const;
  for (const [type, Kind] of kinds) {
    const rows = Kind.from(numbers);
    const columns = Kind.from([1, 100, 2, 0, 3, 7]);
    const swapped = rows.slice();
    const flat = new Uint8Array(swapped.buffer);
    for (let at = 0; at < flat.length; at += rows.BYTES_PER_ELEMENT) {
      flat.subarray(at, at + rows.BYTES_PER_ELEMENT).reverse();
    }
    const wide = rows.BYTES_PER_ELEMENT > 1;
    const files = [
      npy(`${wide ? "<" : "|"}${type}`, [2, 3], rows),
      npy(`${wide ? ">" : "|"}${type}`, [2, 3], swapped),
      npy(`${wide ? "<" : "|"}${type}`, [2, 3], columns, { isFortran: true, major: 2 }),
    ];
    for (const file of files) {
      const cloud = readNpy(file);
      assertEquals([cloud.format, cloud.count, ...cloud.positions], ["npy", 2, ...numbers], type);
      assertEquals(cloud.intensities, undefined);
      assertEquals(cloud.bounds, { min: [1, 0, 3], max: [100, 2, 7] });
    }
  }
});

Deno.test("readNpy() takes a fourth column for strengths, and keeps what is not finite", () => {
  const cloud = readNpy(npy("<f4", [2, 4], Float32Array.of(1, 2, 3, 0.5, NaN, 5, 6, 0.25)));
  assertEquals([...cloud.positions], [1, 2, 3, NaN, 5, 6]);
  assertEquals([...cloud.intensities ?? []], [0.5, 0.25]);
  assertEquals([cloud.nonFinite, cloud.bounds.max], [1, [1, 2, 3]]);
  assertEquals(readNpy(npy("<f8", [0, 3], new Float64Array())).count, 0);
});

Deno.test("readPointCloud() knows arrays of points from depth images", async () => {
  const points = npy("<f4", [1, 3], Float32Array.of(1, 2, 3));
  assertEquals((await readPointCloud(points)).format, "npy");
  assertEquals(pointCloudFormat(points.subarray(0, 128), "a.npy"), "npy");
  const image = npy("<f4", [2, 5], new Float32Array(10));
  assertEquals(pointCloudFormat(image, "a.npy"), undefined);
  assert(isDepthImage(image));
  const dropped = await readPointCloud(npy("<f8", [2, 3], Float64Array.of(1, 2, 3, 4, NaN, 6)), {
    nonFinite: "drop",
  });
  assertEquals([...dropped.positions], [1, 2, 3]);
});

Deno.test("readNpy() refuses other arrays and damaged files", async () => {
  const good = npy("<f4", [4, 3], new Float32Array(12));
  for (
    const [file, message] of [
      [npy("<f4", [12], new Float32Array(12)), "the array is [12], an array of two axes expected"],
      [npy("<f4", [2, 3, 2], new Float32Array(12)), "an array of two axes expected"],
      [npy("<f4", [6, 2], new Float32Array(12)), "the array is [6, 2], [points, 3] or 4 expected"],
      [npy("<c8", [1, 3], new Float64Array(3)), "type <c8 is not i1, u1, i2"],
      [npy("|O", [1, 3], new Float64Array(3)), "type |O is not i1, u1, i2"],
      [npy("<c16", [2, 3], new Float64Array(12)), "type <c16 is not i1, u1, i2"],
      [npy("|b1", [1, 3], new Uint8Array(3)), "i8, u8, f2, f4 or f8"],
      [npy("<f4", [5, 3], new Float32Array(12)), "5 rows of 3 numbers of type <f4 expected"],
      [new Uint8Array(9), "the header ends too soon"],
    ] as const
  ) {
    assertThrows(() => readNpy(file), FormatError, message);
  }
  assertEquals(await readableCuts(readNpy, good), []);
});

Deno.test("readNpy() reads integers of 64 bits as far as doubles hold them", () => {
  const numbers = [-3n, 2n ** 53n, -(2n ** 53n), 0n, 1n, 2n ** 40n + 1n];
  const swapped = new BigInt64Array(numbers);
  const view = new DataView(swapped.buffer);
  numbers.forEach((one, at) => view.setBigInt64(8 * at, one));
  for (
    const file of [npy("<i8", [2, 3], new BigInt64Array(numbers)), npy(">i8", [2, 3], swapped)]
  ) {
    assertEquals([...readNpy(file).positions], numbers.map(Number));
  }
  const unsigned = BigUint64Array.of(2n ** 63n, 0n, 2n ** 53n);
  assertEquals([...readNpy(npy("<u8", [1, 3], unsigned)).positions], [2 ** 63, 0, 2 ** 53]);
});

Deno.test("readVolume() reads arrays of three axes, x, y and z", async () => {
  const numbers = Array.from({ length: 24 }, (_, at) => at);
  // Value 12 x + 4 y + z: of C order the values as they are, of Fortran order with x fastest.
  const fortran = Array.from({ length: 24 }, (_, at) => {
    const [x, y, z] = [at % 2, Math.floor(at / 2) % 3, Math.floor(at / 6)];
    return 12 * x + 4 * y + z;
  });
  const kinds = [
    ["|b1", Uint8Array, "u8", 1],
    ["|i1", Int8Array, "i8", 1],
    ["<u2", Uint16Array, "u16", 1],
    [">i4", Int32Array, "i32", 4],
    ["<f2", Float16Array, "f32", 1],
    [">f8", Float64Array, "f64", 8],
  ] as const;
  for (const [type, Kind, name, swap] of kinds) {
    const arrays = [[numbers, false], [fortran, true]] as const;
    for (const [values, isFortran] of arrays) {
      const data = Kind.from(values);
      const bytes = new Uint8Array(data.buffer);
      for (let at = 0; swap > 1 && at < bytes.length; at += swap) {
        bytes.subarray(at, at + swap).reverse();
      }
      const file = npy(type, [2, 3, 4], data, { isFortran });
      const volume = await readVolume(file, { fastest: "z", name: "a.npy" });
      assertEquals([volume.format, volume.type, volume.dims], ["npy", name, [2, 3, 4]]);
      assertEquals(Array.from(volume.values, Number), numbers, `${type} ${isFortran}`);
    }
  }
  for (const [shape, words] of [[[12], "[12]"], [[1, 2, 3, 2], "[1, 2, 3, 2]"]] as const) {
    const other = npy("<f4", [...shape], new Float32Array(12));
    await assertRejects(
      () => readVolume(other),
      FormatError,
      `the array is ${words}, [x, y, z] expected`,
    );
    await assertRejects(
      () => readPointCloud(other),
      FormatError,
      `the array is ${words}, an array of two axes expected`,
    );
  }
  assertEquals(isDepthImage(npy("<f4", [2, 3, 4], new Float32Array(24))), false);
  assertEquals(pointCloudFormat(npy("<f4", [2, 3, 4], new Float32Array(24)), "a.npy"), undefined);
  await assertRejects(
    () => readVolume(npy("<f4", [2, 0, 4], new Float32Array(0))),
    FormatError,
    "the array is [2, 0, 4], [x, y, z] expected",
  );
});
