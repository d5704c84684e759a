import { assertEquals, assertRejects } from "@std/assert";
import { FormatError, readPointCloud } from "../../lib/io/mod.ts";
import { corrupt } from "./_damage.ts";
import { readExample } from "./_data.ts";
import { lasBytes } from "./las/_bytes.ts";

const LAS = lasBytes({ format: 2, points: [{ at: [1, 2, 3], rgb: [1, 2, 3] }] });
const PLY = new TextEncoder().encode(
  "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\n" +
    "property float z\nend_header\n1 2 3\n",
);
const OBJ = new TextEncoder().encode("v 1 2 3\n");
const KITTI = new Uint8Array(16);

Deno.test("readPointCloud() knows LAS, LAZ and PLY by their first bytes", async () => {
  assertEquals((await readPointCloud(LAS)).format, "las");
  assertEquals((await readPointCloud(await readExample("autzen_trim.laz"))).format, "laz");
  assertEquals((await readPointCloud(PLY)).format, "ply");
  assertEquals((await readPointCloud(PLY, { name: "a.b/upload" })).format, "ply");
  assertEquals((await readPointCloud(PLY, { name: "scan.dat" })).format, "ply");
});

Deno.test("readPointCloud() knows OBJ and KITTI by their extensions, in any case", async () => {
  assertEquals((await readPointCloud(OBJ, { name: "/a/b.obj" })).format, "obj");
  assertEquals((await readPointCloud(OBJ, { name: "B.OBJ" })).format, "obj");
  assertEquals((await readPointCloud(KITTI, { name: "000001.bin" })).format, "kitti");
  assertEquals((await readPointCloud(LAS, { name: "a.copy.LAS" })).format, "las");
});

Deno.test("readPointCloud() refuses names that do not fit the bytes", async () => {
  const cases: [Uint8Array, string, string][] = [
    [
      LAS,
      "a.laz",
      'Cannot read LAZ: "a.laz" holds LAS',
    ],
    [PLY, "a.obj", 'Cannot read OBJ: "a.obj" holds PLY'],
    [PLY, "a.bin", 'Cannot read KITTI: "a.bin" holds PLY'],
    [await readExample("autzen_trim.laz"), "a.las", 'Cannot read LAS: "a.las" holds LAZ'],
    [OBJ, "a.ply", 'the file does not start with "ply"'],
    [KITTI, "a.las", 'the file does not start with "LASF"'],
    [
      new TextEncoder().encode("LASF and no more"),
      "a.laz",
      "header ends at byte 227, the file holds 16",
    ],
    [OBJ, "a.laz", 'the file does not start with "LASF"'],
  ];
  for (const [bytes, name, message] of cases) {
    await assertRejects(() => readPointCloud(bytes, { name }), FormatError, message);
  }
});

Deno.test("readPointCloud() refuses what it does not know", async () => {
  const message =
    "the format is not known, LAS, LAZ, PLY, GLB, PCD, E57, NPY with 3 or 4 columns, NPZ with an array of points, " +
    "or a name ending in .obj";
  await assertRejects(() => readPointCloud(OBJ), FormatError, `read point cloud: ${message}`);
  await assertRejects(() => readPointCloud(OBJ, { name: "a.xyw" }), FormatError, message);
  await assertRejects(() => readPointCloud(OBJ, { name: "obj" }), FormatError, message);
  const packed = Uint8Array.of(0x1f, 0x8b, 8);
  const problem = "Cannot read PLY: the compressed data is cut off after 0 bytes";
  await assertRejects(() => readPointCloud(packed, { name: "a.ply.gz" }), FormatError, problem);
});

Deno.test("readPointCloud() knows PCD by its first bytes, and text by its extension", async () => {
  const text = (lines: string): Uint8Array => new TextEncoder().encode(lines);
  const pcd =
    "VERSION .7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 1\nHEIGHT 1\nDATA ascii\n1 2 3";
  for (const mark of ["", "# .PCD v0.7 - of a test\n"]) {
    assertEquals((await readPointCloud(text(mark + pcd))).format, "pcd");
  }
  for (const name of ["a.xyz", "a.TXT", "a.csv", "a.asc"]) {
    assertEquals((await readPointCloud(text("1 2 3"), { name })).format, "xyz");
  }
  assertEquals((await readPointCloud(text("1\n1 2 3"), { name: "a.pts" })).format, "pts");
  assertEquals((await readPointCloud(text("\n"), { name: "a.ptx" })).format, "ptx");
  await assertRejects(
    () => readPointCloud(text(pcd), { name: "a.xyz" }),
    FormatError,
    'Cannot read XYZ: "a.xyz" holds PCD',
  );
});

Deno.test("readPointCloud() refuses to select nodes of files without nodes", async () => {
  const message = "it has no nodes to select, as COPC and EPT do";
  for (
    const options of [{ maxDepth: 1 }, { resolution: 2 }, {
      bounds: { min: [0, 0, 0], max: [1, 1, 1] },
    }] as const
  ) {
    await assertRejects(() => readPointCloud(LAS, options), FormatError, message);
  }
});

Deno.test("readPointCloud() leaves points out that are not finite, with all that is theirs", async () => {
  const ply = "ply\nformat ascii 1.0\nelement vertex 5\nproperty float x\nproperty float y\n" +
    "property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n" +
    "property float nx\nproperty float ny\nproperty float nz\nproperty float intensity\n" +
    "property uchar classification\nelement face 3\nproperty list uchar int vertex_indices\n" +
    "end_header\n1 2 3 1 1 1 1 0 0 0.5 1\nnan 2 3 2 2 2 0 1 0 1 2\n4 5 6 3 3 3 0 0 1 1.5 3\n" +
    "7 8 9 4 4 4 0 1 0 2 4\n7 inf 9 4 4 4 0 0 0 2 4\n3 0 2 3\n3 0 1 2\n3 3 2 0\n";
  const bytes = new TextEncoder().encode(ply);
  const whole = await readPointCloud(bytes);
  assertEquals([whole.count, whole.nonFinite, whole.faces?.length], [5, 2, 9]);
  const cloud = await readPointCloud(bytes, { nonFinite: "drop" });
  assertEquals([cloud.count, cloud.nonFinite], [3, 2]);
  assertEquals([...cloud.positions], [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assertEquals([...cloud.colors ?? []], [1, 1, 1, 3, 3, 3, 4, 4, 4]);
  assertEquals([...cloud.normals ?? []], [1, 0, 0, 0, 0, 1, 0, 1, 0]);
  assertEquals([...cloud.intensities ?? [], ...cloud.classifications ?? []], [
    0.5,
    1.5,
    2,
    1,
    3,
    4,
  ]);
  assertEquals([...cloud.faces ?? []], [0, 1, 2, 2, 1, 0]);
  assertEquals(cloud.bounds, whole.bounds);
});

Deno.test("readPointCloud() refuses empty files of any name", async () => {
  for (const name of [undefined, "a.las", "a.laz", "a.ply", "a.obj", "a.bin", "a.txt"]) {
    const read = () => readPointCloud(new Uint8Array(0), name === undefined ? {} : { name });
    await assertRejects(read, FormatError, "the file is empty");
  }
});

Deno.test("readPointCloud() throws nothing but FormatError on corrupted bytes", async () => {
  for (const bytes of [LAS, PLY]) await corrupt(readPointCloud, bytes);
});
