import { assertEquals, assertThrows } from "@std/assert";
import {
  encodeNvdb,
  FormatError,
  nvdbFeatures,
  type NvdbGrid,
  readNvdb,
} from "../../../lib/io/mod.ts";

/** An index grid of two voxels. */
function pair(): NvdbGrid {
  const [grid] = readNvdb(
    encodeNvdb([{ type: "onIndex", ijk: new Int32Array([0, 0, 0, 5, 5, 5]) }]),
  );
  if (grid === undefined) throw new Error("no grid");
  return grid;
}

/** A tensor as fVDB has it beside a grid: rank, extents, numbers, padding. */
function tensor(
  name: string,
  extents: readonly number[],
  numbers: Float32Array,
): NvdbGrid["blind"][number] {
  const bytes = new Uint8Array(8 + 8 * extents.length + numbers.byteLength + 4);
  const view = new DataView(bytes.buffer);
  [extents.length, ...extents].forEach((one, n) => view.setBigInt64(8 * n, BigInt(one), true));
  bytes.set(new Uint8Array(numbers.buffer), 8 + 8 * extents.length);
  return { name, blindClass: "unknown", semantic: 0, type: "unknown", channels: 1, values: bytes };
}

Deno.test("nvdbFeatures() gathers columns by the numbers of voxels", () => {
  const column = {
    name: "c",
    blindClass: "channelArray",
    semantic: 0,
    type: "float",
    channels: 2,
  } as const;
  const grid: NvdbGrid = {
    ...pair(),
    slotCount: 4,
    values: BigUint64Array.of(3n, 1n),
    blind: [
      { ...column, values: new Float32Array([0, 0, 1, 10, 2, 20, 3, 30]) },
      { ...column, name: "of another length", values: new Float32Array(3) },
    ],
  };
  assertEquals(nvdbFeatures(grid), [{
    name: "c",
    shape: [2],
    values: new Float32Array([3, 30, 1, 10]),
  }]);
});

Deno.test("nvdbFeatures() reads tensors of fVDB", () => {
  const numbers = Float32Array.from({ length: 12 }, (_, n) => n / 8);
  const grid = (extents: readonly number[], name = "fvdb_jdatafloat32"): NvdbGrid => ({
    ...pair(),
    gridClass: "tensorGrid",
    blind: [tensor(name, extents, numbers)],
  });
  assertEquals(nvdbFeatures(grid([2, 3, 2])), [
    { name: "fvdb_jdatafloat32", shape: [3, 2], values: numbers },
  ]);
  assertEquals(nvdbFeatures(grid([2], "fvdb_jdata")), []); // extents only
  for (const extents of [[3, 4], [2, -6], [2, 99], []]) {
    assertThrows(() => nvdbFeatures(grid(extents)), FormatError, "tensor");
  }
});

Deno.test("nvdbFeatures() takes the values of other grids, and none of masks", () => {
  const ijk = new Int32Array([0, 0, 0]);
  const values = new Float32Array([1, 2, 3]);
  const [vector, mask] = readNvdb(
    encodeNvdb([{ type: "vec3f", name: "v", ijk, values }, { type: "mask", ijk }]),
  );
  assertEquals(vector && nvdbFeatures(vector), [{ name: "v", shape: [3], values }]);
  assertEquals(mask && nvdbFeatures(mask), []);
});
