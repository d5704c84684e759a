import { assertEquals } from "@std/assert";
import { lossesOfFloats } from "../../../lib/cli/convert/losses.ts";
import {
  encodeLas,
  encodeNrrd,
  encodeNvdb,
  encodePly,
  type LasFields,
  type MeshArrays,
  type NrrdInput,
  type NrrdValues,
  type NvdbColumn,
  nvdbFeatures,
  readNvdb,
} from "../../../lib/io/mod.ts";
import { outFolder } from "../../_files.ts";
import { lasBytes } from "../../io/las/_bytes.ts";
import { runMain } from "../_recorder.ts";

/** Converts a file that is written first; returns what is told beside the result. */
async function losses(
  bytes: Uint8Array,
  name: string,
  out: string,
  ...more: string[]
): Promise<string[]> {
  using folder = outFolder();
  const paths = [`${folder.path}/${name}`, `${folder.path}/out${out}`];
  await Deno.writeFile(paths[0] ?? "", bytes);
  const { code, results, notes } = await runMain(["convert", ...paths, ...more, "--json"], true);
  assertEquals(code, 0, notes);
  const told: string[] = JSON.parse(results[0] ?? "").losses;
  assertEquals(notes, told.map((loss) => `denovdb: ${loss}\n`).join(""));
  return told;
}

const TRIANGLE: MeshArrays = {
  positions: new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]),
  faces: Uint32Array.of(0, 1, 2),
  normals: new Float32Array([0, 0, 1, 0, 0, 1, 0, 0, 1]),
  colors: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9),
};

Deno.test("convert says what of a mesh is left out", async () => {
  const ply = encodePly(TRIANGLE);
  assertEquals(await losses(ply, "a.ply", ".las"), [
    "triangles are left out",
    "normals are left out",
    "positions are rounded to multiples of 0.00001",
  ]);
  for (const same of [".ply", ".obj", ".glb"]) assertEquals(await losses(ply, "a.ply", same), []);
  const size = ["--voxel-size", "0.5", "--device", "cpu"];
  assertEquals(await losses(ply, "a.ply", ".nvdb", ...size, "--unsigned"), [
    "colors are left out",
    "normals are left out",
  ]);
  assertEquals(await losses(ply, "a.ply", ".nvdb", ...size, "--points"), ["normals are left out"]);
  const { normals: _, ...bare } = TRIANGLE;
  const far = { ...bare, positions: new Float64Array([0, 0, 0, 16777217, 0, 0, 0, 1, 0]) };
  assertEquals(await losses(encodePly(far), "a.ply", ".glb"), [
    "positions are rounded to f32, by up to 1",
  ]);
});

Deno.test("convert says what of scanned points is left out", async () => {
  const las = encodeLas({
    positions: new Float64Array([0, 0, 0, 1, 2, 3]),
    colors: Uint8Array.of(0, 0, 0, 9, 9, 9),
    intensities: Uint16Array.of(1, 2),
    classifications: Uint8Array.of(2, 6),
  });
  for (const same of [".las", ".ply"]) assertEquals(await losses(las, "a.las", same), []);
  assertEquals(await losses(las, "a.las", ".obj"), [
    "intensities are left out",
    "classes are left out",
  ]);
  const data = new Uint8Array(9);
  const infrared = lasBytes({
    format: 8,
    points: [{ at: [1, 2, 3], rgb: [1, 2, 3], intensity: 4 }],
    extraBytes: 5,
    vlrs: [{ userId: "LASF_Projection", recordId: 2112, data }],
  });
  assertEquals(await losses(infrared, "a.las", ".las"), []);
  assertEquals(await losses(infrared, "a.las", ".obj"), [
    "intensities are left out",
    "also left out: near infrared, extra bytes",
    "the coordinate system is left out",
    "returns, sources, times, angles, flags and user data are left out",
  ]);
  const kitti = new Uint8Array(new Float32Array([1, 2, 3, 0.5]).buffer);
  assertEquals(await losses(kitti, "a.bin", ".obj"), ["intensities are left out"]);
  assertEquals(await losses(kitti, "a.bin", ".las"), [
    "intensities become 16 bits",
    "positions are rounded to multiples of 0.001",
  ]);
});

Deno.test("convert says which fields of scanned points are left out, and no others", async () => {
  const positions = new Float64Array([0, 0, 0, 1, 2, 3]);
  const plain = {
    returnNumbers: Uint8Array.of(1, 1),
    returnCounts: Uint8Array.of(1, 1),
    pointSources: new Uint16Array(2),
  };
  const told = (lasFields: LasFields): Promise<string[]> =>
    losses(encodeLas({ positions, lasFields }), "a.las", ".obj");
  assertEquals(await told(plain), []);
  const cases: readonly (readonly [Partial<LasFields>, string])[] = [
    [{ returnCounts: Uint8Array.of(1, 2) }, "returns are left out"],
    [{ pointSources: Uint16Array.of(0, 7) }, "sources are left out"],
    [{ gpsTimes: Float64Array.of(0, -1.5) }, "times are left out"],
    [{ scanAngles: Int16Array.of(-1, 0) }, "angles are left out"],
    [{ flags: Uint8Array.of(1, 0) }, "flags are left out"],
    [{ userData: Uint8Array.of(0, 255) }, "user data are left out"],
    [{ gpsTimes: Float64Array.of(0, NaN) }, "times are left out"],
  ];
  for (const [fields, words] of cases) assertEquals(await told({ ...plain, ...fields }), [words]);
  const several = { ...plain, returnNumbers: Uint8Array.of(1, 2), flags: Uint8Array.of(0, 1) };
  assertEquals(await told({ ...several, gpsTimes: Float64Array.of(2, 1) }), [
    "returns, times and flags are left out",
  ]);
});

Deno.test("convert says that colors are rounded where more than 8 bits are used", async () => {
  const told = (rgb: readonly [number, number, number]): Promise<string[]> => {
    const points = [{ at: [1, 2, 3], rgb: [0, 0, 0] }, { at: [1, 2, 4], rgb }] as const;
    const file = lasBytes({ format: 2, points });
    return losses(file, "a.las", ".ply");
  };
  assertEquals(await told([1, 2, 255]), []); // bytes in fields of 16 bits
  assertEquals(await told([257, 514, 65535]), []); // bytes, twice each
  assertEquals(await told([256, 512, 65280]), []); // bytes with zeros behind them
  const rounded = ["colors of 16 bits become those of 8"];
  assertEquals(await told([256, 514, 0]), rounded); // neither all the one nor all the other
  assertEquals(await told([300, 0, 0]), rounded);
});

Deno.test("convert names what it does not read", async () => {
  const text = (words: string) => new TextEncoder().encode(words);
  const table = text("x,y,z,a,b,c,d,e,f,g,h,i,j\n1,2,3,0,0,0,0,0,0,0,0,0,0\n");
  assertEquals(await losses(table, "a.csv", ".obj"), [
    "also left out: a, b, c, d, e, f, g, h and 1 more",
  ]);
  assertEquals(await losses(table, "a.csv", ".ply"), []);
  const mesh = text("v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nf 1/1 2/1 3/1\n");
  assertEquals(await losses(mesh, "a.obj", ".ply"), ["also left out: texture coordinates"]);
});

Deno.test("convert says what of samples is left out", async () => {
  const plain: NrrdInput = { values: new Float32Array([0.1, 0, 0.3, NaN]), dims: [2, 2, 1] };
  assertEquals(await losses(encodeNrrd(plain), "a.nrrd", ".raw"), []);
  const placed = { ...plain, origin: [0, 0, 9] } as const;
  assertEquals(await losses(encodeNrrd(placed), "a.nrrd", ".raw"), [
    "the place of the samples in the world is left out",
  ]);
  assertEquals(await losses(encodeNrrd(placed), "a.nrrd", ".nrrd"), []);
  const above = [".nvdb", "--threshold", "0"] as const;
  const turned = encodeNrrd({ ...plain, space: "left-posterior-superior" });
  assertEquals(await losses(turned, "a.nrrd", ".nrrd"), []);
  assertEquals(await losses(turned, "a.nrrd", ...above), [
    "that the axes are left-posterior-superior is left out",
  ]);
  assertEquals(await losses(encodeNrrd(placed), "a.nrrd", ...above), []);
  for (
    const [values, type] of [
      [Float64Array.of(1, 0.1), "f64"],
      [Int32Array.of(1, 16777217), "i32"],
      [BigInt64Array.of(1n, (1n << 60n) + 1n), "i64"],
    ] as const
  ) {
    const exact = encodeNrrd({ values: values.subarray(0, 1), dims: [1, 1, 1] });
    assertEquals(await losses(exact, "a.nrrd", ...above), []);
    const wide = encodeNrrd({ values, dims: [2, 1, 1] });
    assertEquals(await losses(wide, "a.nrrd", ...above), [`numbers of ${type} are rounded to f32`]);
    // What is not written is not rounded.
    assertEquals(await losses(wide, "a.nrrd", ".nvdb", "--threshold", "1e19"), []);
  }
});

Deno.test("lossesOfFloats() does not look at numbers of types that fit", () => {
  const unread: ProxyHandler<NrrdValues> = {
    get: (_, name) => {
      throw new Error(`${String(name)} is read`);
    },
  };
  for (const Kind of [Uint8Array, Int8Array, Uint16Array, Int16Array, Float32Array]) {
    const values = new Proxy<NrrdValues>(new Kind(1), unread);
    assertEquals(lossesOfFloats({ values, type: "u8" }, -1), []);
  }
});

Deno.test("convert says which columns of a grid are left out", async () => {
  const grid = encodeNvdb([{
    type: "onIndex",
    name: "a",
    ijk: Int32Array.of(0, 0, 0, 1, 0, 0),
    columns: [
      { name: "height", values: Float32Array.of(1, 2) },
      { name: "color", values: new Uint8Array(6), channels: 3 },
    ],
    voxelSize: 2,
  }]);
  assertEquals(await losses(grid, "a.nvdb", ".nvdb"), []);
  assertEquals(await losses(grid, "a.nvdb", ".ply"), ['the column "height" is left out']);
  assertEquals(await losses(grid, "a.nvdb", ".nrrd"), ['the column "color" is left out']);
  assertEquals(await losses(grid, "a.nvdb", ".raw"), [
    'the column "color" is left out',
    "the place of the samples in the world is left out",
  ]);
});

/** Where a file says what blind data of a name is: the last that is called so. */
function blindHead(file: Uint8Array, name: string): number {
  const text = new TextDecoder("latin1").decode(file);
  return text.lastIndexOf(`${name}\0`) - 32;
}

Deno.test("convert says what of blind data is left out or changed between grids", async () => {
  const ijk = Int32Array.of(0, 0, 0, 1, 0, 0);
  const columns: NvdbColumn[] = [
    { name: "short", values: Float32Array.of(1, 2) },
    { name: "fvdb_jdatafloat32", values: new Float64Array(2) },
    { name: "fvdb_jdatafloat16", values: new Float64Array(6), channels: 3 },
    { name: "place", values: Float32Array.of(3, 4), semantic: 1, blindClass: "attributeArray" },
  ];
  const file = encodeNvdb([{ type: "onIndex", name: "a", ijk, columns }]);
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  view.setBigUint64(blindHead(file, "short") + 8, 2n, true);
  for (
    const [name, extents] of [["fvdb_jdatafloat32", [2]], ["fvdb_jdatafloat16", [2, 3]]] as const
  ) {
    const head = blindHead(file, name);
    const at = head + Number(view.getBigInt64(head, true));
    [extents.length, ...extents].forEach((one, n) =>
      view.setBigInt64(at + 8 * n, BigInt(one), true)
    );
    view.setFloat32(at + 8 + 8 * extents.length, 1.5, true);
  }
  using folder = outFolder();
  const paths = [`${folder.path}/a.nvdb`, `${folder.path}/b.nvdb`];
  await Deno.writeFile(paths[0] ?? "", file);
  const { code, results, notes } = await runMain(["convert", ...paths, "--unverified", "--json"]);
  assertEquals(code, 0, notes);
  assertEquals(JSON.parse(results[0] ?? "").losses, [
    'the blind data "short" is left out',
    'the tensor "fvdb_jdatafloat32" becomes numbers in the column "data"',
    'the tensor "fvdb_jdatafloat16" becomes bits of float16 in the column "data"',
  ]);
  const [grid] = readNvdb(await Deno.readFile(paths[1] ?? ""));
  const kept = grid?.blind.map(({ name, semantic, blindClass }) => [name, semantic, blindClass]);
  assertEquals(kept, [
    ["data", 0, "channelArray"],
    ["data", 0, "channelArray"],
    ["place", 1, "attributeArray"],
  ]);
  assertEquals(grid && [...nvdbFeatures(grid)[0]?.values ?? []], [1.5, 0]);
});

Deno.test("convert says what blind data of grids with values is left out", async () => {
  const [ijk, values] = [Int32Array.of(0, 0, 0), Float32Array.of(1)];
  const file = encodeNvdb([{ type: "float", name: "a".repeat(300), ijk, values }]);
  assertEquals(await losses(file, "a.nvdb", ".nvdb"), []);
  const attributeArray = 2; // instead of a name of the grid
  file[blindHead(file, "grid name") + 24] = attributeArray;
  assertEquals(await losses(file, "a.nvdb", ".nvdb", "--unverified"), [
    'the blind data "grid name" is left out',
  ]);
});
