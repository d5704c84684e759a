import { assertEquals, assertRejects } from "@std/assert";
import {
  encodeGlb,
  encodeLas,
  encodeNrrd,
  encodeObj,
  encodePly,
  FormatError,
  pointCloudFormat,
  readPointCloud,
  readVolume,
} from "../../lib/io/mod.ts";
import { CLOUD_FORMATS, VOLUME_FORMATS } from "../../lib/io/formats.ts";
import { e57Bytes } from "./e57/_bytes.ts";
import { niftiBytes } from "./nifti/_bytes.ts";
import { npy } from "./npy/_bytes.ts";
import { gzip } from "./nrrd/_bytes.ts";
import { pcdBytes } from "./pcd/_bytes.ts";

const PTX = "1\n1\n1 2 3\n1 0 0\n0 1 0\n0 0 1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n1 2 3 0.5\n";

/** A small file of each format that does not compress itself. */
function clouds(): Readonly<Record<string, Uint8Array>> {
  const text = (words: string): Uint8Array => new TextEncoder().encode(words);
  const mesh = { positions: new Float32Array(9), faces: Uint32Array.of(0, 1, 2) };
  return {
    las: encodeLas({ positions: new Float64Array(9) }),
    ply: encodePly(mesh),
    obj: encodeObj(mesh),
    off: text("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"),
    glb: encodeGlb(mesh),
    pcd: pcdBytes({
      fields: ["x", "y", "z"].map((name) => ({ name, kind: "F4" })),
      rows: [[1, 2, 3]],
      data: "binary",
    }),
    e57: e57Bytes({
      scans: [{
        fields: ["X", "Y", "Z"].map((axis) => ({
          name: `cartesian${axis}`,
          type: "Float",
          values: [1],
        })),
      }],
    }),
    npy: npy("<f4", [1, 3], Float32Array.of(1, 2, 3)),
    kitti: new Uint8Array(32),
    xyz: text("1 2 3\n"),
    pts: text("1\n1 2 3 4 5 6 7\n"),
    ptx: text(PTX),
  };
}

Deno.test("readPointCloud() unpacks every format that does not compress itself", async () => {
  const files = clouds();
  const plain = CLOUD_FORMATS.filter(({ compressed }) => !compressed);
  assertEquals(Object.keys(files).sort(), plain.map(({ name }) => name).sort());
  for (const { name, extensions: [extension = ".npy"], matches } of plain) {
    const file = new Uint8Array(files[name] ?? []);
    const packed = await gzip(file);
    const whole = await readPointCloud(file, { name: `a${extension}` });
    assertEquals(await readPointCloud(packed, { name: `a${extension}.gz` }), whole, name);
    assertEquals(pointCloudFormat(packed.subarray(0, 200), `a${extension}.gz`), name);
    if (matches === undefined) continue;
    assertEquals(await readPointCloud(packed), whole, name);
    assertEquals(pointCloudFormat(packed.subarray(0, 200)), name);
  }
});

Deno.test("readPointCloud() joins the parts of a gzip file, and says where one is cut off or damaged", async () => {
  const text = (words: string) => new TextEncoder().encode(words);
  const parts = [await gzip(text("1 2 3\n4 5")), await gzip(text(" 6\n"))];
  const file = Uint8Array.from(parts.flatMap((part) => [...part]));
  const cloud = await readPointCloud(file, { name: "a.xyz.gz" });
  assertEquals([...cloud.positions], [1, 2, 3, 4, 5, 6]);
  const long = await gzip(text("1 2 3\n".repeat(50000)));
  const { message } = await assertRejects(
    () => readPointCloud(long.slice(0, -20), { name: "a.xyz.gz" }),
    FormatError,
  );
  assertEquals(
    /^Cannot read XYZ: the compressed data is cut off after \d+ bytes$/.test(message),
    true,
    message,
  );
  const wrong = long.slice();
  wrong[wrong.length - 6] = (wrong[wrong.length - 6] ?? 0) ^ 1; // of the checksum
  await assertRejects(
    () => readPointCloud(wrong, { name: "a.xyz.gz" }),
    FormatError,
    "the compressed data is damaged after ",
  );
});

Deno.test("readPointCloud() takes bytes of KITTI that look like gzip for what they are", async () => {
  const scan = new Uint8Array(16);
  scan.set([0x1f, 0x8b, 8, 0x41]);
  const { count, positions } = await readPointCloud(scan, { name: "0000000000.bin" });
  assertEquals([count, positions[1]], [1, 0]);
  await assertRejects(
    () => readPointCloud(scan, { name: "0000000000.bin.gz" }),
    FormatError,
    "damaged",
  );
});

Deno.test("readVolume() unpacks every format that does not compress itself", async () => {
  const values = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
  const files: Readonly<Record<string, readonly [string, Uint8Array]>> = {
    nrrd: ["a.nrrd", encodeNrrd({ values, dims: [2, 2, 2] })],
    nifti: ["a.nii", niftiBytes()],
    npy: ["a.npy", npy("|u1", [2, 2, 2], values)],
    raw: ["a_2x2x2_uint8.raw", values],
  };
  const plain = VOLUME_FORMATS.filter(({ compressed }) => !compressed);
  assertEquals(Object.keys(files).sort(), plain.map(({ name }) => name).sort());
  for (const [format, [name, file]] of Object.entries(files)) {
    const whole = await readVolume(file, { name });
    assertEquals(whole.format, format);
    const packed = await gzip(new Uint8Array(file));
    assertEquals(await readVolume(packed, { name: `${name}.gz` }), whole, format);
    if (format !== "raw") assertEquals(await readVolume(packed), whole, format);
  }
});
