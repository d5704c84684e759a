import { assert, assertEquals, assertThrows } from "@std/assert";
import {
  encodeNvdb,
  FormatError,
  nvdbFeatures,
  type NvdbGridInput,
  nvdbIjk,
  readNvdb,
} from "../../../lib/io/mod.ts";
import { dataTest } from "../_data.ts";

function only<T>(things: readonly T[]): T {
  const [thing] = things;
  if (thing === undefined || things.length !== 1) throw new Error(`${things.length} things`);
  return thing;
}

/** Compares without looking for what was moved: a difference of megabytes takes gigabytes to explain. */
function sameBytes(found: Uint8Array, expected: Uint8Array | undefined): void {
  const at = found.findIndex((byte, place) => byte !== expected?.[place]);
  assertEquals([found.length, at], [expected?.length, -1]);
}

dataTest(
  "readNvdb() reads files of other programs: closed forms",
  ["nvdb/test_grid.nvdb", "nvdb/test_int32_grid.nvdb", "nvdb/test_vec_grid.nvdb"],
  (...files) => {
    const forms = [
      (i: number, j: number, k: number) => [i * j * k],
      (i: number, j: number, k: number) => [i * j * k],
      (
        i: number,
        j: number,
        k: number,
      ) => [i + 2 * j + 3 * k, 4 * i + 5 * j + 6 * k, 7 * i + 8 * j + 9 * k],
    ];
    files.forEach((file, n) => {
      const grid = only(readNvdb(file));
      assertEquals([grid.voxelCount, grid.voxelSize, grid.codec], [
        9261,
        [0.25, 0.25, 0.25],
        "zip",
      ]);
      assertEquals(grid.bounds, { min: [-10, -10, -10], max: [10, 10, 10] });
      const ijk = nvdbIjk(grid.leaves);
      const expected = Array.from({ length: 9261 }, (_, row) => {
        const [i = 0, j = 0, k = 0] = ijk.subarray(3 * row, 3 * row + 3);
        return forms[n]?.(i, j, k) ?? [];
      }).flat();
      assert(expected.every((value, at) => value === grid.values[at]));
    });
  },
);

dataTest(
  "readNvdb() reads files of other programs: codecs, several grids, old and damaged heads",
  ["nvdb/smoke-blosc.nvdb", "nvdb/torus.nvdb", "nvdb/batch.nvdb"],
  (smokeFile, torusFile, batchFile) => {
    const smoke = only(readNvdb(smokeFile ?? new Uint8Array()));
    assertEquals([smoke.voxelCount, smoke.codec, smoke.version], [1_049_275, "blosc", "32.4.2"]);
    assertEquals(smoke.bounds, { min: [1, 2, 1], max: [111, 223, 112] });
    const values = smoke.values as Float32Array;
    const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
    const most = values.reduce((found, one) => Math.max(found, one), 0);
    assert(Math.abs(mean - 0.16345) < 1e-5 && Math.abs(most - 5.715) < 1e-3, `${mean} ${most}`);
    const torus = only(readNvdb(torusFile ?? new Uint8Array()));
    assertEquals([torus.name, torus.gridClass, torus.voxelCount], ["surface", "levelSet", 3001]);
    assertEquals(torus.bounds, { min: [-10, -5, -10], max: [10, 5, 10] });
    // Its writer changed the heads of the grids and not their checksums.
    const batch = batchFile ?? new Uint8Array();
    const problem = "the checksum of its head is";
    assertThrows(() => readNvdb(batch, { strict: true }), FormatError, problem);
    const grids = readNvdb(batch);
    assert(grids.some(({ warnings }) => warnings.some((one) => one.startsWith(problem))));
    assertEquals(grids.map(({ voxelCount }) => voxelCount), [774, 764, 622, 548]);
    assertEquals(grids.map(({ name }) => name), ["z", "z", "z", "z"]);
  },
);

dataTest(
  "readNvdb() reads files of NanoVDB itself: raw, packed, in segments, with names and columns",
  [
    "float_sphere20_raw",
    "float_sphere20_full",
    "float_sphere20_zip",
    "float_longname",
    "multi_2segments_3grids",
    "onindex_sphere20_ch1",
  ]
    .map((name) => `nvdb/${name}.nvdb`),
  (...files) => {
    const [raw, full, zip, long, multi, index] = files.map((file) => readNvdb(file));
    const sphere = only(raw ?? []);
    assertEquals([sphere.voxelCount, sphere.gridClass, sphere.checksum], [
      30254,
      "levelSet",
      "full",
    ]);
    for (const same of [full, zip]) assertEquals(only(same ?? []).values, sphere.values);
    // Distances from a sphere of radius 20, as floats.
    const ijk = nvdbIjk(sphere.leaves);
    for (let row = 0; row < 30254; row++) {
      const radius = Math.hypot(...ijk.subarray(3 * row, 3 * row + 3));
      assert(Math.abs(Number(sphere.values[row]) - (radius - 20)) < 2e-6);
    }
    assertEquals(only(long ?? []).name, "L".repeat(300));
    assertEquals(
      (multi ?? []).map((
        { name, type, voxelCount, activeCount, tiles },
      ) => [name, type, voxelCount, activeCount, tiles.sides.length]),
      [
        ["A", "float", 4982, 4982, 0],
        ["B_fog", "float", 41905, 57777, 31],
        ["C_double", "double", 151444, 151444, 0],
      ],
    );
    assert((multi?.[1]?.tiles.values as Float32Array).every((value) => value === 1));
    const column = nvdbFeatures(only(index ?? []))[0];
    assertEquals([column?.name, column?.shape], ["channel_0", []]);
    assertEquals(column?.values, sphere.values);
  },
);

dataTest(
  "encodeNvdb() writes what NanoVDB wrote of the same voxels, byte for byte",
  [
    "nvdb/float_sphere20_full.nvdb",
    "nvdb/onindex_sphere20_ch1.nvdb",
    "nvdb/multi_2segments_3grids.nvdb",
  ],
  (full, index, multi) => {
    const sphere = only(readNvdb(full ?? new Uint8Array()));
    sameBytes(encodeNvdb([sphere as NvdbGridInput]), full);
    // Voxels in another order make the same file.
    const ijk = nvdbIjk(sphere.leaves);
    const count = ijk.length / 3;
    const mixed = Array.from({ length: count }, (_, n) => n * 7919 % count);
    const { leaves: _, ...shuffled } = {
      ...sphere,
      ijk: Int32Array.from(
        { length: ijk.length },
        (_, at) => ijk[3 * (mixed[Math.floor(at / 3)] ?? 0) + at % 3] ?? 0,
      ),
      values: Float32Array.from(mixed, (n) => Number(sphere.values[n])),
    };
    sameBytes(encodeNvdb([shuffled as NvdbGridInput]), full);

    const numbered = only(readNvdb(index ?? new Uint8Array()));
    const columns = nvdbFeatures(numbered).map(({ name, values }) => ({
      name,
      values,
      semantic: 10,
    }));
    const { leaves, name, matrix } = numbered;
    const again = encodeNvdb([{ type: "onIndex", leaves, name, matrix, columns }], {
      checksum: "partial",
    });
    // All but the first number of the column, which belongs to the background.
    const differing = Array.from(again.keys()).filter((at) => again[at] !== index?.[at]);
    assert(
      again.length === index?.length &&
        differing.every((at) => at >= 2450304 + 201 + 288 && at < 2450304 + 201 + 292),
    );

    // The second segment: a level set of doubles in the shape of a torus.
    const torus = readNvdb(multi ?? new Uint8Array())[2] as NvdbGridInput;
    const segment = encodeNvdb([torus], { checksum: "partial" });
    sameBytes(segment, multi?.slice(multi.length - segment.length));
  },
);
