import { assert, assertEquals, assertThrows } from "@std/assert";
import { encodeGlb } from "../../../lib/io/mod.ts";
import { randomMesh, readGlb, WRONG } from "../_meshes.ts";

Deno.test("encodeGlb() writes a scene of one mesh", () => {
  const mesh = randomMesh(101, 203);
  const { json, read } = readGlb(encodeGlb(mesh));
  assertEquals([json.scene, json.scenes, json.nodes], [0, [{ nodes: [0] }], [{ mesh: 0 }]]);
  assertEquals(json.meshes, [{
    primitives: [{ attributes: { POSITION: 0, NORMAL: 1, COLOR_0: 2 }, indices: 3, mode: 4 }],
  }]);
  const places = read(0);
  assertEquals(places, [...mesh.positions]);
  assertEquals(read(3), [...mesh.faces]);
  const [accessor] = json.accessors as { readonly min: number[]; readonly max: number[] }[];
  const along = (axis: number): number[] => places.filter((_, at) => at % 3 === axis);
  assertEquals(accessor?.min, [0, 1, 2].map((axis) => Math.min(...along(axis))));
  assertEquals(accessor?.max, [0, 1, 2].map((axis) => Math.max(...along(axis))));
  const normals = read(1);
  for (let at = 0; at < normals.length; at += 3) {
    const [unit, given] = [normals, mesh.normals].map((all) => [...all.slice(at, at + 3)]);
    assert(Math.abs(Math.hypot(...unit ?? []) - 1) < 1e-6);
    const length = Math.hypot(...given ?? []);
    unit?.forEach((one, axis) => assert(Math.abs(one * length - (given?.[axis] ?? NaN)) < 1e-3));
  }
});

Deno.test("encodeGlb() turns sRGB into linear light", () => {
  const colors = new Uint8Array([0, 10, 128, 188, 255, 1]);
  const { read, json } = readGlb(encodeGlb({ positions: new Float32Array(6), colors }));
  // IEC 61966-2-1: 10 / 255 / 12.92; ((v + 0.055) / 1.055)^2.4 above 0.04045.
  const linear = [0, 0.0030353, 0.2158605, 0.5028865, 1, 0.0003035];
  const wanted = [...linear.slice(0, 3), 1, ...linear.slice(3), 1];
  read(1).forEach((value, at) => assert(Math.abs(value / 65535 - (wanted[at] ?? NaN)) < 1e-5));
  const [, accessor] = json.accessors as { readonly normalized: boolean }[];
  assertEquals(accessor?.normalized, true);
  assertEquals(json.meshes, [{
    primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 }, mode: 0 }],
  }]);
});

Deno.test("encodeGlb() takes normals without length as up, and no vertices as no mesh", () => {
  const { read } = readGlb(
    encodeGlb({ positions: new Float64Array(3), normals: new Float32Array(3) }),
  );
  assertEquals(read(1), [0, 1, 0]);
  const { json } = readGlb(
    encodeGlb({ positions: new Float32Array(0), faces: new Uint32Array(0) }),
  );
  assertEquals([json.scenes, json.meshes, json.buffers], [[{}], undefined, undefined]);
  const points = readGlb(encodeGlb({ positions: new Float32Array(3), faces: new Uint32Array(0) }));
  assertEquals(points.json.meshes, [{ primitives: [{ attributes: { POSITION: 0 }, mode: 0 }] }]);
});

Deno.test("encodeGlb() refuses meshes that cannot be", () => {
  for (const [mesh, problem] of WRONG) {
    const { message } = assertThrows(() => encodeGlb(mesh), RangeError);
    assertEquals(message, `Cannot encode GLB: ${problem}`);
  }
});

Deno.test("encodeGlb() refuses positions that f32 does not reach", () => {
  const { message } = assertThrows(
    () => encodeGlb({ positions: new Float64Array([0, 0, 0, 1, -1e39, 0]) }),
    RangeError,
  );
  assertEquals(
    message,
    "Cannot encode GLB: positions holds -1e+39 at 4, which f32 does not reach",
  );
});
