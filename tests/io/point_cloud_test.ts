import { assertEquals, assertRejects } from "@std/assert";
import { FormatError, readPointCloud } from "../../lib/io/mod.ts";
import { corrupt } from "./_damage.ts";
import { readExample } from "./_data.ts";
import { lasBytes } from "./_las_bytes.ts";

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
    [OBJ, "a.laz", 'the file does not start with "LASF"'],
  ];
  for (const [bytes, name, message] of cases) {
    await assertRejects(() => readPointCloud(bytes, { name }), FormatError, message);
  }
});

Deno.test("readPointCloud() refuses what it does not know", async () => {
  const message = "the format is not known, LAS, LAZ, PLY, GLB, or a name ending in .obj or .bin";
  await assertRejects(() => readPointCloud(OBJ), FormatError, `read point cloud: ${message}`);
  await assertRejects(() => readPointCloud(OBJ, { name: "a.xyz" }), FormatError, message);
  await assertRejects(() => readPointCloud(OBJ, { name: "obj" }), FormatError, message);
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
