import { assert, assertEquals, assertThrows } from "@std/assert";
import { encodeNrrd, readNrrd, readVolume } from "../../../lib/io/mod.ts";

Deno.test("encodeNrrd() writes every type, which the reader gives back in its order", async () => {
  for (
    const values of [
      Int8Array.of(-1, 2, 3, 4),
      Uint8Array.of(1, 2, 3, 255),
      Int16Array.of(-300, 2, 3, 4),
      Uint16Array.of(60000, 2, 3, 4),
      Int32Array.of(-70000, 2, 3, 4),
      Uint32Array.of(2 ** 32 - 1, 2, 3, 4),
      BigInt64Array.of(-(2n ** 60n), 2n, 3n, 4n),
      BigUint64Array.of(2n ** 63n, 2n, 3n, 4n),
      Float32Array.of(0.5, NaN, 3, -Infinity),
      Float64Array.of(0.1, 2, 3, 4),
    ]
  ) {
    const volume = await readVolume(encodeNrrd({ values, dims: [2, 1, 2] }), { name: "a.nrrd" });
    assertEquals([volume.dims, volume.values], [[2, 1, 2], values]);
  }
});

Deno.test("encodeNrrd() says where samples are, and keeps channels together", async () => {
  const directions = [[0, 2, 0], [-1, 0, 0], [0, 0, 3]] as const;
  const values = Uint8Array.from({ length: 12 }, (_, n) => n);
  const file = encodeNrrd({
    values,
    dims: [2, 2, 1],
    channels: 3,
    origin: [1, 2, 3.5],
    directions,
  });
  const volume = await readNrrd(file);
  assertEquals([volume.shape, volume.origin], [[2, 2, 1, 3], [1, 2, 3.5]]);
  assertEquals<unknown>(volume.directions, directions);
  assertEquals([...volume.values], [0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11]); // y before x
});

Deno.test("encodeNrrd() names the space", async () => {
  const input = { values: Uint8Array.of(1), dims: [1, 1, 1] } as const;
  const file = encodeNrrd({ ...input, space: "left-posterior-superior", origin: [1, 2, 3] });
  const { space, origin } = await readVolume(file);
  assertEquals([space, origin], ["left-posterior-superior", [1, 2, 3]]);
  assert(!new TextDecoder().decode(file).includes("space dimension"));
  assertThrows(
    () => encodeNrrd({ ...input, space: "lps" as "3D-left-handed" }),
    RangeError,
    'space is "lps", right-anterior-superior, left-anterior-superior',
  );
});

Deno.test("encodeNrrd() refuses sizes that do not fit", () => {
  const values = Uint8Array.of(1, 2);
  assertThrows(
    () => encodeNrrd({ values, dims: [1, 1, 1] }),
    RangeError,
    "there are 2 numbers, 1 expected",
  );
  assertThrows(
    () => encodeNrrd({ values, dims: [2, 1, 0] }),
    RangeError,
    "sizes are 2 x 1 x 0 x 1",
  );
  assertThrows(
    () => encodeNrrd({ values, dims: [2, 1, 1], channels: 0.5 }),
    RangeError,
    "sizes are",
  );
});
