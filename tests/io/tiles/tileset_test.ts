import { assertEquals, assertThrows } from "@std/assert";
import { encodePointTile, encodeTileset, type TilesetTile } from "../../../lib/io/mod.ts";

/** The two chunks of a binary glTF file, taken apart by offsets alone. */
function readGlb(file: Uint8Array<ArrayBuffer>): { json: string; binary: Uint8Array } {
  const view = new DataView(file.buffer);
  const word = (at: number): number => view.getUint32(at, true);
  assertEquals([word(0), word(4), word(8)], [0x46546c67, 2, file.length]);
  const jsonLength = word(12);
  assertEquals([jsonLength % 4, word(16)], [0, 0x4e4f534a]);
  const binaryLength = word(20 + jsonLength);
  assertEquals([binaryLength % 4, word(24 + jsonLength)], [0, 0x004e4942]);
  assertEquals(28 + jsonLength + binaryLength, file.length);
  const json = new TextDecoder().decode(file.subarray(20, 20 + jsonLength));
  return { json, binary: file.slice(28 + jsonLength) };
}

Deno.test("encodePointTile() writes points that a reader of glTF finds", () => {
  const positions = Float32Array.of(1, 2, 3, -4, 5.5, 6, 0, 0, 7);
  const colors = Uint8Array.of(0, 255, 128, 255, 10, 188, 1, 7, 255, 255, 255, 0);
  const { json, binary } = readGlb(encodePointTile({ positions, colors }));
  const gltf = JSON.parse(json);
  assertEquals(gltf.meshes[0].primitives[0].mode, 0);
  const [place, color] = gltf.accessors;
  assertEquals([place.count, place.type, place.componentType], [3, "VEC3", 5126]);
  assertEquals([place.min, place.max], [[-4, 0, 3], [1, 5.5, 7]]);
  assertEquals([color.count, color.type, color.normalized], [3, "VEC4", true]);
  const part = (n: number): Uint8Array => {
    const { byteOffset, byteLength } = gltf.bufferViews[n];
    return binary.slice(byteOffset, byteOffset + byteLength);
  };
  assertEquals(new Float32Array(part(0).buffer as ArrayBuffer), positions);
  // 188 is half of the light, 128 a little more than a fifth; alpha is no light.
  assertEquals([...part(1)], [0, 255, 55, 255, 1, 128, 0, 7, 255, 255, 255, 0]);
  assertEquals(gltf.buffers[0].byteLength, binary.length);
  // Readers turn (x, y, z) into (x, -z, y) afterwards; together nothing moves.
  const m = gltf.nodes[0].matrix;
  const turn = ([x = 0, y = 0, z = 0]: number[]): number[] =>
    [0, 1, 2].map((row) => m[row] * x + m[4 + row] * y + m[8 + row] * z);
  const [x = 0, y = 0, z = 0] = turn([1, 2, 3]);
  assertEquals([x, -z, y], [1, 2, 3]);
});

Deno.test("encodePointTile() writes intensities and classes, each at a multiple of 4 bytes", () => {
  const positions = new Float32Array(6);
  const colors = new Uint8Array(8);
  const intensities = Uint16Array.of(513, 65535);
  const classifications = Uint8Array.of(2, 6);
  const tile = { positions, colors, intensities, classifications };
  const { json, binary } = readGlb(encodePointTile(tile));
  const { meshes, accessors, bufferViews } = JSON.parse(json);
  assertEquals(meshes[0].primitives[0].attributes, {
    POSITION: 0,
    COLOR_0: 1,
    _INTENSITY: 2,
    _CLASSIFICATION: 3,
  });
  assertEquals(accessors[2], { bufferView: 2, componentType: 5123, count: 2, type: "SCALAR" });
  assertEquals(accessors[3], { bufferView: 3, componentType: 5121, count: 2, type: "SCALAR" });
  assertEquals(
    bufferViews.slice(2).map((view: Record<string, number>) => [view.byteOffset, view.byteStride]),
    [[32, 4], [40, 4]],
  );
  assertEquals([...binary.subarray(32)], [1, 2, 0, 0, 255, 255, 0, 0, 2, 0, 0, 0, 6, 0, 0, 0]);
  const alone = JSON.parse(readGlb(encodePointTile({ positions, colors, classifications })).json);
  assertEquals(alone.meshes[0].primitives[0].attributes._CLASSIFICATION, 2);
  for (
    const wrong of [{ intensities: new Uint16Array(1) }, { classifications: new Uint8Array(3) }]
  ) {
    const encode = (): unknown => encodePointTile({ positions, colors, ...wrong });
    assertThrows(encode, RangeError, "2 expected");
  }
});

Deno.test("encodePointTile() refuses points without colors, and no points", () => {
  const colors = new Uint8Array(4);
  for (const [length, count] of [[0, 4], [4, 4], [6, 4], [3, 3]] as const) {
    const tile = { positions: new Float32Array(length), colors: colors.subarray(0, count) };
    assertThrows(() => encodePointTile(tile), RangeError, "Cannot encode tile: ");
  }
});

Deno.test("encodeTileset() nests tiles by what lies between their corners", () => {
  const leaf: TilesetTile = {
    min: [12, 20, 31],
    edge: 1,
    geometricError: 0,
    uri: "b.glb",
    children: [],
  };
  const root: TilesetTile = {
    min: [11, 20, 30],
    edge: 2,
    geometricError: 0.25,
    uri: "a.glb",
    children: [leaf],
  };
  const { root: top, geometricError } = JSON.parse(encodeTileset(root));
  assertEquals([geometricError, top.geometricError, top.refine], [2, 0.25, "REPLACE"]);
  assertEquals(top.transform.slice(12), [11, 20, 30, 1]);
  assertEquals(top.boundingVolume.box, [1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
  const [child] = top.children;
  assertEquals(child.transform.slice(12), [1, 0, 1, 1]);
  assertEquals([child.content.uri, child.geometricError, child.children], ["b.glb", 0, undefined]);
});

Deno.test("encodeTileset() takes boxes, a place on the Earth, and how tiles refine", () => {
  const box = { min: [11, 20.5, 30], max: [12, 21, 30.25] } as const;
  const root: TilesetTile = { min: [11, 20, 30], edge: 2, box, geometricError: 1, children: [] };
  // Turns x to y, y to z and z to x, and moves by 100, 200, 300.
  const transform = [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 100, 200, 300, 1];
  const extras = { note: ["any", 1] };
  const options = { transform, refine: "ADD", extras } as const;
  const { root: top, asset } = JSON.parse(encodeTileset(root, options));
  assertEquals([asset.version, asset.extras, top.refine], ["1.1", extras, "ADD"]);
  assertEquals(top.content, undefined);
  assertEquals(top.boundingVolume.box, [0.5, 0.75, 0.125, 0.5, 0, 0, 0, 0.25, 0, 0, 0, 0.125]);
  assertEquals(top.transform, [...transform.slice(0, 12), 130, 211, 320, 1]);
  const wrong = [
    [{ transform: [1, 2] }, "transform is [1, 2], 16 finite numbers expected"],
    [{ transform: transform.with(3, NaN) }, "16 finite numbers expected"],
    [{ refine: "add" as "ADD" }, 'refine is "add", REPLACE or ADD expected'],
  ] as const;
  for (const [options, message] of wrong) {
    assertThrows(() => encodeTileset(root, options), RangeError, message);
  }
  const odd = { ...root, box: { ...box, max: [NaN, 0, 0] as const } };
  assertThrows(
    () => encodeTileset(odd),
    RangeError,
    "max of the box of a tile is [NaN, 0, 0], 3 finite numbers expected",
  );
});

Deno.test("encodePointTile() refuses coordinates that are not finite", () => {
  const colors = Uint8Array.of(0, 0, 0, 255, 0, 0, 0, 255);
  for (const odd of [NaN, Infinity, -Infinity]) {
    const positions = Float32Array.of(0, 0, 0, 1, odd, 2);
    assertThrows(
      () => encodePointTile({ positions, colors }),
      RangeError,
      "Cannot encode tile: points reach",
    );
    const root = { min: [0, 0, 0], edge: 1, geometricError: odd, uri: "a", children: [] } as const;
    assertThrows(
      () => encodeTileset(root),
      RangeError,
      `Cannot encode tileset: geometricError of a tile is ${odd}, a finite number expected`,
    );
  }
});
