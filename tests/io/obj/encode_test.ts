import { assertEquals, assertThrows } from "@std/assert";
import { encodeObj, readObj } from "../../../lib/io/mod.ts";
import { randomMesh, WRONG } from "../_meshes.ts";

Deno.test("encodeObj() writes the lines that the format asks for", () => {
  const file = encodeObj({
    positions: new Float32Array([0.1, -2, 1e-20, 4, 5, 6, 16777216, 8, 1 / 3]),
    normals: new Float64Array([0, 0, 1, 0, 1, 0, 1 / 3, 0, 0]),
    colors: new Uint8Array([0, 255, 51, 0, 0, 0, 1, 2, 3]),
    faces: new BigInt64Array([0n, 1n, 2n, 2n, 1n, 0n]),
  });
  assertEquals(new TextDecoder().decode(file).split("\n"), [
    "v 0.1 -2 1e-20 0 1 0.2",
    "v 4 5 6 0 0 0",
    "v 16777216 8 0.33333334 0.0039 0.0078 0.0118",
    "vn 0 0 1",
    "vn 0 1 0",
    "vn 0.3333333333333333 0 0",
    "f 1//1 2//2 3//3",
    "f 3//3 2//2 1//1",
    "",
  ]);
});

Deno.test("encodeObj() writes what readObj() reads", () => {
  const mesh = randomMesh(5000, 9000); // more than one run of lines
  const cloud = readObj(encodeObj(mesh));
  assertEquals(Float32Array.from(cloud.positions), mesh.positions);
  assertEquals(cloud.faces, mesh.faces);
  assertEquals(cloud.colors, mesh.colors);
  const wide = Float64Array.from(mesh.positions, (one) => one + Math.PI);
  const points = readObj(encodeObj({ positions: wide }));
  assertEquals([points.positions, points.faces, points.colors], [wide, undefined, undefined]);
  assertEquals(encodeObj({ positions: new Float32Array(0) }).length, 0);
});

Deno.test("encodeObj() refuses meshes that cannot be", () => {
  for (const [mesh, problem] of WRONG) {
    const { message } = assertThrows(() => encodeObj(mesh), RangeError);
    assertEquals(message, `Cannot encode OBJ: ${problem}`);
  }
});
