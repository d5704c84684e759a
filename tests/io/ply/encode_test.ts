import { assertEquals, assertThrows } from "@std/assert";
import { encodePly, readPly } from "../../../lib/io/mod.ts";
import { randomMesh, WRONG } from "../_meshes.ts";

Deno.test("encodePly() writes the bytes that the format asks for", () => {
  const file = encodePly({
    positions: new Float32Array([1, 2, 3]),
    normals: new Float64Array([0, 0, 1]),
    colors: new Uint8Array([7, 8, 9]),
    faces: new Int32Array([0, 0, 0]),
  });
  const header = [
    "ply",
    "format binary_little_endian 1.0",
    "element vertex 1",
    "property float x",
    "property float y",
    "property float z",
    "property float nx",
    "property float ny",
    "property float nz",
    "property uchar red",
    "property uchar green",
    "property uchar blue",
    "element face 1",
    "property list uchar uint vertex_indices",
    "end_header\n",
  ].join("\n");
  const text = new TextDecoder().decode(file.subarray(0, header.length));
  assertEquals(text, header);
  assertEquals([...file.subarray(header.length)], [
    ...[0, 0, 128, 63, 0, 0, 0, 64, 0, 0, 64, 64],
    ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 128, 63],
    ...[7, 8, 9],
    ...[3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
  ]);
});

Deno.test("encodePly() writes what readPly() reads", () => {
  const mesh = randomMesh(1000, 2000);
  const cloud = readPly(encodePly(mesh));
  assertEquals(cloud.positions, Float64Array.from(mesh.positions));
  assertEquals(cloud.faces, mesh.faces);
  assertEquals(cloud.colors, mesh.colors);
  const wide = Float64Array.from(mesh.positions, (one) => one + Math.PI);
  const points = readPly(encodePly({ positions: wide }));
  assertEquals([points.positions, points.faces, points.colors], [wide, undefined, undefined]);
  const halves = readPly(encodePly({ positions: new Float16Array([0.5, 1, 2]) }));
  assertEquals([...halves.positions], [0.5, 1, 2]);
  const none = readPly(encodePly({ positions: new Float32Array(0), faces: new Uint32Array(0) }));
  assertEquals([none.count, none.faces?.length], [0, 0]);
});

Deno.test("encodePly() writes strengths and classes of points", () => {
  const points = { positions: Float64Array.of(1e9 + 0.125, 2, 3, 4, 5, 6) };
  const classifications = Uint8Array.of(2, 255);
  for (const intensities of [Uint16Array.of(65535, 0), Float32Array.of(0.1, -3)]) {
    const cloud = readPly(encodePly({ ...points, intensities, classifications }));
    assertEquals([...cloud.positions], [...points.positions]);
    assertEquals([cloud.intensities, cloud.classifications], [intensities, classifications]);
  }
  assertThrows(
    () => encodePly({ ...points, classifications: new Uint8Array(3) }),
    RangeError,
    "Cannot encode PLY: 3 numbers of classification are given for 2 points",
  );
});

Deno.test("encodePly() refuses meshes that cannot be", () => {
  for (const [mesh, problem] of WRONG) {
    const { message } = assertThrows(() => encodePly(mesh), RangeError);
    assertEquals(message, `Cannot encode PLY: ${problem}`);
  }
});
