import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import {
  encodeNrrd,
  encodeNvdb,
  encodePly,
  nvdbFeatures,
  type NvdbGrid,
  type NvdbGridInput,
  nvdbIjk,
  readLas,
  readNvdb,
  readObj,
  readPly,
  readVolume,
} from "../../../lib/io/mod.ts";
import { eachBackend } from "../../_backends.ts";
import { outFolder } from "../../_files.ts";
import { flatFaces, flatVertices, makeBall } from "../../grid/_triangles.ts";
import { readGlb } from "../../io/_meshes.ts";
import { oneLeaf } from "../../io/nvdb/_bytes.ts";
import { SIZES } from "../../io/nvdb/_check.ts";
import { borderOf } from "../../mesh/_oracle.ts";
import { runMain } from "../_recorder.ts";

/** Converts a file that is written first; returns the report and where the result is. */
async function convert(
  folder: string,
  name: string,
  bytes: Uint8Array,
  ...args: string[]
): Promise<Record<string, unknown> & { readonly output: string }> {
  const [out = "", ...more] = args;
  await Deno.writeFile(`${folder}/${name}`, bytes);
  const paths = [`${folder}/${name}`, `${folder}/${out}`];
  const { code, results, notes } = await runMain(["convert", ...paths, ...more, "--json"], true);
  const report = JSON.parse(results[0] ?? "");
  const told = report.losses.map((loss: string) => `denovdb: ${loss}\n`);
  assertEquals([code, notes], [0, told.join("")]);
  return report;
}

async function gridsOf(path: string): Promise<NvdbGrid[]> {
  return readNvdb(await Deno.readFile(path));
}

function only(grids: readonly NvdbGrid[]): NvdbGrid {
  const [grid] = grids;
  if (grid === undefined || grids.length !== 1) throw new Error(`${grids.length} grids`);
  return grid;
}

const POINTS = {
  positions: new Float64Array([0.1, 0, 0, 0.3, 0.1, 0, 5, 5, 5]),
  colors: Uint8Array.of(10, 0, 0, 20, 0, 0, 1, 2, 3),
};

eachBackend(
  "convert makes an index grid of points, with means, and points of that",
  async ({ device }) => {
    using folder = outFolder();
    const { path } = folder;
    const made = await convert(
      path,
      "a.ply",
      encodePly(POINTS),
      "a.nvdb",
      "--voxel-size",
      "2",
      "--device",
      device,
    );
    assertEquals([made.points, made.voxels, made.columns], [3, 2, "color, points"]);
    const grid = only(await gridsOf(made.output));
    assertEquals([grid.type, grid.name, grid.voxelSize], ["onIndex", "a", [2, 2, 2]]);
    const [color, count] = nvdbFeatures(grid);
    assertEquals([...nvdbIjk(grid.leaves)], [0, 0, 0, 3, 3, 3]);
    assertEquals([color?.values, count?.values], [
      Uint8Array.of(15, 0, 0, 1, 2, 3),
      Uint32Array.of(2, 1),
    ]);
    const back = await convert(path, "b.nvdb", await Deno.readFile(made.output), "b.ply");
    const cloud = readPly(await Deno.readFile(back.output));
    assertEquals([[...cloud.positions], cloud.colors], [
      [0, 0, 0, 6, 6, 6],
      Uint8Array.of(15, 0, 0, 1, 2, 3),
    ]);
  },
);

Deno.test("convert writes points and meshes in other formats", async () => {
  using folder = outFolder();
  const { path } = folder;
  const scan = new Float32Array([1, 2, 3, 0.5, NaN, 0, 0, 0, 4, 5, 6, 1]);
  const points = await convert(path, "scan.bin", new Uint8Array(scan.buffer), "scan.ply");
  assertEquals([points.format, points.points, points.dropped], ["kitti", 2, 1]);
  assertEquals([...readPly(await Deno.readFile(points.output)).positions], [1, 2, 3, 4, 5, 6]);
  const las = await convert(path, "scan.bin", new Uint8Array(scan.buffer), "scan.las");
  const kept = readLas(await Deno.readFile(las.output));
  assertEquals([[...kept.positions], [...kept.intensities ?? []]], [
    [1, 2, 3, 4, 5, 6],
    [32768, 65535],
  ]);
  const ball = makeBall([1, 2, 3], 3, 1);
  const mesh = { positions: flatVertices(ball), faces: new Uint32Array(flatFaces(ball)) };
  const obj = await convert(path, "ball.ply", encodePly(mesh), "ball.obj");
  const drawn = readObj(await Deno.readFile(obj.output));
  assertEquals([drawn.positions, drawn.faces], [new Float64Array(mesh.positions), mesh.faces]);
  const glb = await convert(path, "ball.obj", await Deno.readFile(obj.output), "ball.glb");
  assertEquals(readGlb(await Deno.readFile(glb.output)).read(0).length, mesh.positions.length);
  const ply = await convert(path, "again.glb", await Deno.readFile(glb.output), "again.ply");
  assertEquals(readPly(await Deno.readFile(ply.output)).faces, mesh.faces);
  const alone = await convert(path, "ball.ply", encodePly(mesh), "points.ply", "--points");
  assertEquals(readPly(await Deno.readFile(alone.output)).faces, undefined);
});

eachBackend("convert makes a level set of a mesh and a mesh of that", async ({ device }) => {
  using folder = outFolder();
  const { path } = folder;
  const ball = makeBall([0, 0, 0], 3, 3);
  const bytes = encodePly({ positions: flatVertices(ball), faces: flatFaces(ball) });
  const band = await convert(
    path,
    "ball.ply",
    bytes,
    "ball.nvdb",
    "--voxel-size",
    "0.5",
    "--device",
    device,
  );
  assertEquals(band.distances, "below 0 inside");
  const grid = only(await gridsOf(band.output));
  assertEquals([grid.gridClass, [...grid.background as Float32Array]], ["levelSet", [1.5]]);
  const ijk = nvdbIjk(grid.leaves);
  for (let row = 0; row < grid.voxelCount; row++) {
    const radius = Math.hypot(...ijk.subarray(3 * row, 3 * row + 3)) * 0.5;
    assert(
      Math.abs(Number(grid.values[row]) - (radius - 3)) < 0.05,
      `${radius}: ${grid.values[row]}`,
    );
  }
  const file = await Deno.readFile(band.output);
  for (const [iso, radius] of [["0", 3], ["0.5", 3.5]] as const) {
    const drawn = await convert(
      path,
      "a.nvdb",
      file,
      `ball${iso}.ply`,
      "--iso",
      iso,
      "--device",
      device,
    );
    const { positions, faces = [], count } = readPly(await Deno.readFile(drawn.output));
    assertEquals([drawn.vertices, drawn.triangles], [count, faces.length / 3]);
    assertEquals(borderOf(Array.from(faces)), []);
    for (let at = 0; at < positions.length; at += 3) {
      const found = Math.hypot(...positions.subarray(at, at + 3));
      assert(Math.abs(found - radius) < 0.06, `${found} of ${radius}`);
    }
  }
  // Dense, the inside is below 0 everywhere and the outside above.
  const dense = await convert(path, "b.nvdb", file, "ball.nrrd");
  const volume = await readVolume(await Deno.readFile(dense.output), { name: "a.nrrd" });
  const [nx, ny] = volume.dims;
  volume.values.forEach((value: number | bigint, at: number) => {
    const place = [at % nx, Math.floor(at / nx) % ny, Math.floor(at / nx / ny)];
    const radius = Math.hypot(
      ...place.map((one, axis) => (volume.origin[axis as 0 | 1 | 2]) + 0.5 * one),
    );
    if (Math.abs(radius - 3) > 0.1) assertEquals(Number(value) < 0, radius < 3, `${place}`);
  });
  const open = encodePly({
    positions: new Float32Array([0, 0, 0, 2, 0, 0, 0, 2, 0]),
    faces: new Uint32Array([0, 1, 2]),
  });
  const plain = await convert(
    path,
    "open.ply",
    open,
    "open.nvdb",
    "--voxel-size",
    "1",
    "--unsigned",
    "--device",
    device,
  );
  assertEquals([plain.distances, only(await gridsOf(plain.output)).gridClass], [
    "without sign",
    "unknown",
  ]);
});

Deno.test("convert makes voxels of the samples above a threshold, and samples of those", async () => {
  using folder = outFolder();
  const { path } = folder;
  const values = Int16Array.from({ length: 60 }, (_, n) => n % 7 === 0 ? n : 0);
  const directions = [[0, 2, 0], [-1, 0, 0], [0, 0, 3]] as const;
  const bytes = encodeNrrd({ values, dims: [3, 4, 5], origin: [7, 8, 9], directions });
  const sparse = await convert(path, "v.nrrd", bytes, "v.nvdb", "--threshold", "13");
  assertEquals([sparse.voxels, sparse.threshold, sparse.shape], [7, 13, [3, 4, 5]]);
  const grid = only(await gridsOf(sparse.output));
  assertEquals([grid.gridClass, grid.origin, grid.matrix], ["fogVolume", [7, 8, 9], [
    0,
    -1,
    0,
    2,
    0,
    0,
    0,
    0,
    3,
  ]]);
  const dense = await convert(path, "w.nvdb", await Deno.readFile(sparse.output), "w.nrrd");
  const volume = await readVolume(await Deno.readFile(dense.output), { name: "w.nrrd" });
  assertEquals<unknown>(volume.directions, directions);
  // The box around the voxels begins at the first plane that has one.
  const { min } = grid.bounds ?? { min: [0, 0, 0] };
  assertEquals(volume.origin, [7 - min[1], 8 + 2 * min[0], 9 + 3 * min[2]]);
  assertEquals([...volume.values as Float32Array].filter((value) => value > 0), [
    14,
    21,
    28,
    35,
    42,
    49,
    56,
  ]);
  const raw = await convert(path, "x.nrrd", bytes, "x.raw");
  assertEquals(await Deno.readFile(raw.output), new Uint8Array(values.buffer));
  const plain = await convert(path, "a_2x1x1_uint8.raw", Uint8Array.of(3, 9), "a.nrrd");
  assertEquals(plain.type, "u8");
});

Deno.test("convert writes grids anew: other codecs, some of them, and types that hold the same values", async () => {
  using folder = outFolder();
  const { path } = folder;
  const ijk = new Int32Array([5, 6, 7]);
  const tiles = {
    origins: new Int32Array([8, 0, 0]),
    sides: new Uint16Array([8]),
    values: new Float32Array([3]),
  };
  const grids: NvdbGridInput[] = [
    {
      type: "float",
      name: "a",
      ijk,
      values: new Float32Array([2]),
      tiles,
      background: new Float32Array([1]),
    },
    {
      type: "onIndex",
      name: "b",
      ijk,
      columns: [{ name: "c", values: Int32Array.of(9) }],
    },
    { type: "mask", name: "c", ijk },
  ];
  const file = encodeNvdb(grids);
  const zipped = await convert(
    path,
    "a.nvdb",
    file,
    "b.nvdb",
    "--codec",
    "zip",
    "--checksum",
    "partial",
  );
  assertEquals([zipped.grids, zipped.voxels, zipped.types], [3, 515, "float, onIndex, mask"]);
  const read = await gridsOf(zipped.output);
  assertEquals(
    read.map(({ name, codec, checksum }) => [name, codec, checksum]),
    ["a", "b", "c"].map((name) => [name, "zip", "partial"]),
  );
  const plain = await convert(path, "c.nvdb", await Deno.readFile(zipped.output), "d.nvdb");
  assertEquals(await Deno.readFile(plain.output), file);
  const picked = await convert(path, "e.nvdb", file, "f.nvdb", "--grid", "2", "--page-aligned");
  const bytes = await Deno.readFile(picked.output);
  assertEquals([only(readNvdb(bytes)).name, new TextDecoder().decode(bytes.subarray(4096, 4104))], [
    "c",
    "NanoVDB1",
  ]);
  const dense = await convert(path, "g.nvdb", file, "g.raw", "--grid", "a");
  const samples = new Float32Array((await Deno.readFile(dense.output)).buffer);
  // From (5, 0, 0) to (15, 7, 7), x fastest.
  assertEquals<unknown>([dense.shape, samples[5 - 5 + 11 * (6 + 8 * 7)], samples[3], samples[0]], [
    [11, 8, 8],
    2,
    3,
    1,
  ]);
  const packed = oneLeaf({
    size: SIZES.fp8,
    origin: [0, 0, 0],
    active: [0, 9],
    fill: (leaf) => [80, 84].forEach((at) => leaf.setFloat32(at, 0.5, true)),
  });
  const floats = await convert(path, "h.nvdb", packed, "i.nvdb");
  const grid = only(await gridsOf(floats.output));
  assertEquals([grid.type, [...grid.values as Float32Array]], ["float", [0.5, 0.5]]);
});

Deno.test("convert prints an aligned table, and writes over nothing unless it is told", async () => {
  using folder = outFolder();
  const [input, out] = [`${folder.path}/a.ply`, `${folder.path}/b.obj`];
  await Deno.writeFile(input, encodePly(POINTS));
  const first = await runMain(["convert", input, out], true);
  assertEquals(first.code, 0);
  assertStringIncludes(first.notes, "reading");
  for (const text of ["format", "points", "3", "written", out]) {
    assertStringIncludes(first.results.join(), text);
  }
  const again = await runMain(["convert", input, out]);
  assertEquals([again.code, again.results], [1, []]);
  assertStringIncludes(again.notes, "it exists already; --force overwrites it");
  assertEquals((await runMain(["convert", input, out, "--force"])).code, 0);
});

Deno.test("convert says what makes no sense", async () => {
  using folder = outFolder();
  const at = (name: string) => `${folder.path}/${name}`;
  await Deno.writeFile(at("a.ply"), encodePly(POINTS));
  await Deno.writeFile(
    at("tri.obj"),
    new TextEncoder().encode("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
  );
  const wide: NvdbGridInput = {
    type: "float",
    name: "wide",
    ijk: new Int32Array([0, 0, 0, 2 ** 20, 2 ** 20, 9]),
    values: new Float32Array(2),
  };
  await Deno.writeFile(at("wide.nvdb"), encodeNvdb([wide]));
  await Deno.writeFile(
    at("two.nvdb"),
    encodeNvdb([wide, { ...wide, name: "other", type: "int32", values: new Int32Array(2) }]),
  );
  await Deno.writeFile(
    at("empty.nvdb"),
    encodeNvdb([{ type: "float", ijk: new Int32Array(0), values: new Float32Array(0) }]),
  );
  for (
    const [args, status, message] of [
      [[], 2, "No input file is given"],
      [[at("a.ply")], 2, "No output file is given"],
      [[at("a.ply"), at("b.ply"), "c"], 2, 'Unexpected argument "c"'],
      [[at("a.ply"), at("b.laz")], 2, "points and meshes become .ply, .obj, .glb, .las or .nvdb"],
      [[at("a.ply"), at("b.nrrd")], 2, "points and meshes become"],
      [
        [at("wide.nvdb"), at("b.nii")],
        2,
        "sparse grids become .nvdb, .nrrd, .raw, .ply, .obj or .glb",
      ],
      [[at("a.ply"), at("b.nvdb")], 2, 'Option "--voxel-size" is missing'],
      [[at("a.ply"), at("b.nvdb"), "--voxel-size=-1"], 2, '"--voxel-size" takes a positive number'],
      [
        [at("a.ply"), at("b.nvdb"), "--codec", "blosc"],
        2,
        '"--codec" takes none or zip, not "blosc"',
      ],
      [[at("a.ply"), at("none/b.obj")], 1, "there is no folder"],
      [[at("none.ply"), at("b.obj")], 1, "none.ply"],
      [[at("tri.obj"), at("b.nvdb"), "--voxel-size", "1"], 1, "; --unsigned does without"],
      [
        [at("wide.nvdb"), at("b.nrrd")],
        1,
        "1048577 x 1048577 x 10 samples take 40.0 TiB, 2.00 GiB at most",
      ],
      [
        [at("wide.nvdb"), at("b.ply")],
        2,
        'Option "--iso" is missing, the grid is no level set but "unknown"',
      ],
      [
        [at("two.nvdb"), at("b.ply")],
        1,
        'There are 2 grids, --grid picks one of 0 "wide", 1 "other"',
      ],
      [[at("two.nvdb"), at("b.ply"), "--grid", "x"], 1, 'There is no grid "x"'],
      [
        [at("two.nvdb"), at("b.ply"), "--grid", "1", "--iso", "1"],
        1,
        "its values are int32, float or double expected",
      ],
      [[at("empty.nvdb"), at("b.raw")], 1, "it has no active voxels"],
    ] as const
  ) {
    const { code, results, notes } = await runMain(["convert", ...args]);
    assertEquals([code, results], [status, []], `${args} ${notes}`);
    assertStringIncludes(notes, message);
  }
  assertEquals([...Deno.readDirSync(folder.path)].filter(({ name }) => name.startsWith("b.")), []);
  const { code, results } = await runMain(["convert", "--help"]);
  assertEquals(code, 0);
  assertStringIncludes(results.join("\n"), "Usage: denovdb convert IN OUT");
});
