import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { encodeLas } from "../../../lib/io/mod.ts";
import { plainNumber } from "../../../lib/cli/info/las.ts";
import { outFolder } from "../../_files.ts";
import { copcBytes } from "../../io/las/_copc_bytes.ts";
import { e57Bytes } from "../../io/e57/_bytes.ts";
import { eptFiles } from "../../io/ept/_files.ts";
import { lasBytes } from "../../io/las/_bytes.ts";
import { runMain } from "../_recorder.ts";

Deno.test("info says what is in a point cloud, as JSON", async () => {
  using folder = outFolder();
  const input = `${folder.path}/a.xyz`;
  await Deno.writeTextFile(input, "1 2 3 -5 0 0 255\n4 nan 6 0 0 0 0\n-1 7.5 9 20 0 0 0\n");
  const { code, results, notes } = await runMain(["info", input, "--json"], true);
  assertEquals([code, notes], [0, ""]);
  assertEquals(JSON.parse(results.join("")), {
    input,
    format: "xyz",
    points: 3,
    nonFinite: 1,
    bounds: { min: [-1, 2, 3], max: [1, 7.5, 9] },
    density: 0.1818, // 2 points on 2 x 5.5
    colorBits: 8,
    intensities: [-5, 20],
    normals: false,
    triangles: 0,
  });
});

Deno.test("info takes colors that are all 0 for none", async () => {
  using folder = outFolder();
  const input = `${folder.path}/a.xyz`;
  await Deno.writeTextFile(input, "1 2 3 -5 0 0 0\n4 5 6 0 0 0 0\n");
  const { results } = await runMain(["info", input]);
  assertStringIncludes(results.join("").replace(/ +/g, " "), "colors none all are 0");
  const json = JSON.parse((await runMain(["info", input, "--json"])).results.join(""));
  assertEquals([json.colorBits, json.zeroColors], [8, true]);
});

Deno.test("info names what else a file says of points, and what is not read", async () => {
  using folder = outFolder();
  const input = `${folder.path}/a.csv`;
  await Deno.writeTextFile(input, "x,y,z,a,b,c,d,e,f,g,h,i,j\n1,2,3,0,0,0,0,0,0,0,0,0,word\n");
  const { code, results, notes } = await runMain(["info", input]);
  assertEquals(code, 0, notes);
  const last = results.join("").split("\n").at(-1)?.split(/\s{2,}/);
  assertEquals(last, ["not read", "1", "j"]);
  const json = (await runMain(["info", input, "--json"])).results.join("");
  const { columns, unread } = JSON.parse(json);
  assertEquals([columns, unread], [["a", "b", "c", "d", "e", "f", "g", "h"], ["j"]]);
});

Deno.test("info knows point clouds by their first bytes, and tabulates them", async () => {
  using folder = outFolder();
  const input = `${folder.path}/upload`;
  const points = [{ at: [100, 200, 300], classByte: 2 }, {
    at: [400, 500, 600],
    classByte: 6,
  }] as const;
  await Deno.writeFile(input, lasBytes({ format: 0, points }));
  const { code, results, notes } = await runMain(["info", input]);
  assertEquals(code, 0, notes);
  const lines = results.join("").split("\n").map((line) => line.split(/\s{2,}/).join(" | "));
  assertEquals(lines, [
    "points | 2 | las",
    "not finite | 0",
    "x | 1 to 4",
    "y | 2 to 5",
    "z | 3 to 6",
    "scale | 0.01 x 0.01 x 0.01",
    "density | 0.2222 | points per square unit",
    "LAS version | 1.2 | point format 0",
    "returns | 0 0 0 0 0 2 | by number, from 1 to 6",
    "colors | none",
    "intensities | 0 to 0",
    "classes | 2 6",
    "class 2 | 1 | ground",
    "class 6 | 1 | building",
  ]);
});

Deno.test("info tells scans, holes, sizes and triangles", async () => {
  using folder = outFolder();
  const pose = "0 0 0\n1 0 0\n0 1 0\n0 0 1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n";
  const pcd = "FIELDS x y z normal_x normal_y normal_z\nSIZE 4 4 4 4 4 4\nTYPE F F F F F F\n" +
    "WIDTH 1\nHEIGHT 2\nVIEWPOINT 1.5 2 3 1 0 0 0\nDATA ascii\nnan nan nan 0 0 1\nnan nan nan 0 0 1\n";
  const obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
  for (
    const [name, text, words] of [
      ["a.ptx", `1\n2\n${pose}1 2 3 4\n0 0 0 4\n`, ["missing", "without a point", "scans"]],
      ["a.pcd", pcd, ["not finite  2", "normals", "1 x 2", "1.5, 2, 3"]],
      ["a.obj", obj, ["triangles"]],
    ] as const
  ) {
    await Deno.writeTextFile(`${folder.path}/${name}`, text);
    const { code, results, notes } = await runMain(["info", `${folder.path}/${name}`]);
    assertEquals(code, 0, notes);
    const table = results.join("").replace(/ {3,}/g, "  ");
    for (const word of words) assertStringIncludes(table, word);
    assertEquals(table.includes("\nx "), name !== "a.pcd");
  }
});

Deno.test("info reads E57, COPC and EPT", async () => {
  using folder = outFolder();
  const points = (name: string): string => `${folder.path}/${name}`;
  const axis = (name: string, values: number[]) => ({ name, type: "Float", values }) as const;
  const fields = [
    axis("cartesianX", [1, 2]),
    axis("cartesianY", [3, NaN]),
    axis("cartesianZ", [5, 6]),
  ];
  await Deno.writeFile(points("a.e57"), e57Bytes({ scans: [{ fields }] }));
  const point = { at: [1, 2, 3], rgb: [256, 0, 0] } as const;
  const { bytes } = copcBytes({ format: 7, nodes: [{ key: [0, 0, 0, 0], point }] });
  await Deno.writeFile(points("a.copc.laz"), bytes);
  const schema = ["X", "Y", "Z"].map((name) => ({ name, type: "signed", size: 4, scale: 0.5 }));
  const tiles = { "0-0-0-0": [[1, 2, 3], [4, 5, 6]] };
  for (const [path, part] of eptFiles({ dataType: "binary", schema, tiles })) {
    await Deno.mkdir(points(`set/${path}`).replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.writeFile(points(`set/${path}`), part);
  }
  for (
    const [name, words] of [
      ["a.e57", ["2 e57", "not finite 1", "x 1 to 1", "scans 1"]],
      ["a.copc.laz", ["1 laz", "colors 16 bits", "scale 0.01 x 0.01 x 0.01", "nodes 1 1 levels"]],
      ["set/ept.json", ["2 ept", "nodes 1 1 levels", "x 0.5 to 2", "scale 0.5 x 0.5 x 0.5"]],
    ] as const
  ) {
    const { code, results, notes } = await runMain(["info", points(name)]);
    assertEquals(code, 0, notes);
    const table = results.join("").replace(/ +/g, " ");
    for (const word of words) assertStringIncludes(table, word);
  }
  for (const name of ["set/ept.json", "a.copc.laz"]) {
    const { results } = await runMain(["info", points(name), "--levels", "1", "--json"]);
    assertEquals(JSON.parse(results.join("")).octree, { nodes: 1, levels: 1 });
  }
  for (
    const [args, status, message] of [
      [["info", points("a.e57"), "--levels", "1"], 1, "it has no nodes to select"],
      [["info", points("a.e57"), "--levels", "33"], 2, '"--levels" takes 1 to 32, not 33'],
      [["info", points("a.e57"), "--levels", "0"], 2, "takes a positive whole number"],
    ] as const
  ) {
    const { code, notes } = await runMain(args);
    assertEquals(code, status);
    assertStringIncludes(notes, message);
  }
  await Deno.remove(points("set/ept-data/0-0-0-0.bin"));
  const { code, notes } = await runMain(["info", points("set/ept.json")]);
  assertEquals(code, 1);
  assertStringIncludes(notes, "as EPT: ept-data/0-0-0-0.bin cannot be read");
});

Deno.test("info says what is wrong with a point cloud, with status 1", async () => {
  using folder = outFolder();
  const input = `${folder.path}/a.pts`;
  await Deno.writeTextFile(input, "3\n1 2 3\n");
  const { code, notes, results } = await runMain(["info", input]);
  assertEquals([code, results], [1, []]);
  const problem = "a list of 3 points ends after 1 (byte 2)";
  assertEquals(notes, `denovdb: Cannot read "${input}" as PTS: ${problem}\n`);
});

Deno.test("info says what LAS files know: system, returns, times, classes, extra bytes", async () => {
  using folder = outFolder();
  const input = `${folder.path}/a.las`;
  const times = Float64Array.of(-5.25, 1e9 + 0.5, 7);
  const bytes = encodeLas({
    positions: Float64Array.of(
      636001.76,
      848935.2,
      406.26,
      636011.76,
      848955.2,
      1.1,
      636001.77,
      848936,
      0,
    ),
    scale: 0.01,
    crs: { name: "", epsg: 26910 },
    classifications: Uint8Array.of(2, 9, 2),
    lasFacts: { projection: [], sourceId: 0, standardTimes: true },
    lasFields: {
      returnNumbers: Uint8Array.of(1, 2, 1),
      returnCounts: Uint8Array.of(1, 2, 2),
      pointSources: new Uint16Array(3),
      gpsTimes: times,
    },
    columns: [
      { name: "height", values: Float32Array.of(1, 2, 3), width: 1 },
      { name: "pulse", values: BigUint64Array.of(1n, 2n, 3n), width: 1 },
    ],
  });
  await Deno.writeFile(input, bytes);
  const report = JSON.parse((await runMain(["info", input, "--json"])).results.join(""));
  assertEquals(report.bounds, {
    min: [636001.76, 848935.2, 0],
    max: [636011.76, 848955.2, 406.26],
  });
  assertEquals(report.crs, { name: "NAD83 / UTM zone 10N", epsg: 26910 });
  assertEquals(report.density, 0.015); // 3 points on 10 x 20
  assertEquals(report.classCounts, [
    { class: 2, name: "ground", points: 2 },
    { class: 9, name: "water", points: 1 },
  ]);
  assertEquals(report.las, {
    version: "1.4",
    pointFormat: 6,
    returns: [2, 1],
    gpsTime: { least: -5.25, most: 1e9 + 0.5, kind: "standard" },
    extraBytes: [{ name: "height", type: "f32" }, { name: "pulse", type: "u64" }],
  });
  const table = (await runMain(["info", input])).results.join("\n").split("\n")
    .map((line) => line.split(/\s{2,}/).join(" | "));
  for (
    const line of [
      "x | 636001.76 to 636011.76",
      "system | NAD83 / UTM zone 10N | EPSG:26910",
      "LAS version | 1.4 | point format 6",
      "returns | 2 1 | by number, from 1 to 2",
      "GPS times | -5.25 to 1000000000.5 | seconds of GPS less 10^9",
      "extra bytes | 2 | height (f32), pulse (u64)",
      "class 9 | 1 | water",
    ]
  ) assert(table.includes(line), `${line} in\n${table.join("\n")}`);
});

Deno.test("plainNumber() takes off what doubles and floats add to decimals", () => {
  assertEquals(plainNumber(0.1 + 0.2, [0.01, 0]), 0.3);
  assertEquals(plainNumber(848935.2000000001, [0.01]), 848935.2);
  assertEquals(plainNumber(226.00000000000003, [1.0000000000000002e-7]), 226);
  assertEquals(plainNumber(1.25, [1, 0.25]), 1.25);
  assertEquals(plainNumber(Math.fround(0.1)), 0.1);
  assertEquals(plainNumber(0.1), 0.1);
  assertEquals(plainNumber(1 / 3), 1 / 3);
});
