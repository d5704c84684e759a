import { assert, assertEquals } from "@std/assert";
import {
  encodeGlb,
  encodeObj,
  encodePly,
  readGlb as readPoints,
  readObj,
  readPly,
} from "../../../lib/io/mod.ts";
import { readGlb } from "../_meshes.ts";

/** A box of 10 by 20 by 2 meters where maps have it, with corners that floats do not hold. */
const CENTER = [515_380.3, 4_918_360.7, 1216.4] as const;
const SIDES = [10, 20, 2] as const;
const CORNERS = Float64Array.from(
  { length: 24 },
  (_, at) =>
    CENTER[at % 3 as 0 | 1 | 2] + ((at / 3 >> at % 3 & 1) - 0.5) * SIDES[at % 3 as 0 | 1 | 2],
);

/** The translation of the only node, and the places of the first accessor. */
function sceneOf(
  positions: Float32Array | Float64Array,
): { readonly translation: readonly number[] | undefined; readonly places: readonly number[] } {
  const { json, read } = readGlb(encodeGlb({ positions }));
  const [node] = json.nodes as { readonly translation?: readonly number[] }[];
  return { translation: node?.translation, places: read(0) };
}

Deno.test("encodeGlb() takes far positions in f64 from an origin near them", () => {
  const { translation = [], places } = sceneOf(CORNERS);
  assertEquals(translation.map(Math.fround), translation, "exact in single precision");
  places.forEach((one, at) => {
    assert(Math.abs(one) <= 20, `${one}`);
    // A float is off by at most 2^-24 of the distance that is left, which is less than twice the longest side.
    const off = Math.abs(one + (translation[at % 3] ?? NaN) - (CORNERS[at] ?? NaN));
    assert(off <= 2 * 20 * 2 ** -24, `${off} off`);
  });
});

Deno.test("encodeGlb() needs no origin for floats, for what floats hold, and for what is near", () => {
  const near = CORNERS.map((one, at) => one - CENTER[at % 3 as 0 | 1 | 2] + 0.1);
  for (const positions of [Float32Array.from(CORNERS), CORNERS.map(Math.round), near]) {
    const { translation, places } = sceneOf(positions);
    assertEquals(translation, undefined);
    assertEquals(places, [...Float32Array.from(positions)]);
  }
  // An axis alone may be far: a map whose heights are near 0.
  const flat = CORNERS.map((one, at) => at % 3 === 2 ? one - CENTER[2] : one);
  assertEquals(sceneOf(flat).translation?.[2], 0);
});

Deno.test("encodeGlb() keeps the place of a single far point", () => {
  const point = Float64Array.of(...CENTER);
  const { translation, places } = sceneOf(point);
  assertEquals([translation, places], [[...CENTER], [0, 0, 0]]);
});

Deno.test("far meshes come back from files: PLY and OBJ exactly, GLB to a millionth of their extents", () => {
  const faces = new Uint32Array([0, 1, 2, 1, 3, 2]);
  const mesh = { positions: CORNERS, faces };
  assertEquals(readPly(encodePly(mesh)).positions, CORNERS);
  assertEquals(readObj(encodeObj(mesh)).positions, CORNERS);
  const { positions, faces: corners } = readPoints(encodeGlb(mesh));
  assertEquals(corners, faces);
  positions.forEach((one, at) => assert(Math.abs(one - (CORNERS[at] ?? NaN)) < 20e-6 / 8));
});
