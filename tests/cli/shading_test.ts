import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import {
  daylight,
  faceNormal,
  fromSrgb,
  heightColour,
  lightFace,
  toSrgbByte,
} from "../../lib/cli/shading.ts";

Deno.test("toSrgbByte() undoes fromSrgb() for the darker values and never leaves a byte", () => {
  for (let byte = 0; byte <= 215; byte++) assertEquals(toSrgbByte(fromSrgb(byte / 255)), byte);
  assertEquals(toSrgbByte(-1), 0);
  assertEquals(toSrgbByte(1e9), 255);
  let last = 0;
  for (let step = 0; step <= 300; step++) {
    const byte = toSrgbByte(step / 100);
    assert(byte >= last, "brighter light gives a darker byte");
    last = byte;
  }
});

Deno.test("faceNormal() numbers faces -x, +x, -y, +y, -z, +z", () => {
  assertEquals([0, 1, 2, 3, 4, 5].map(faceNormal), [
    [-1, 0, 0],
    [1, 0, 0],
    [0, -1, 0],
    [0, 1, 0],
    [0, 0, -1],
    [0, 0, 1],
  ]);
});

Deno.test("lightFace() adds sun only where it shines and scales with the albedo", () => {
  const light = daylight(0, 90);
  const open = { sun: 1, sky: 1 };
  const [lit] = lightFace([1, 1, 1], [0, 0, 1], light, open);
  const [shadow] = lightFace([1, 1, 1], [0, 0, 1], light, { sun: 0, sky: 1 });
  const [below] = lightFace([1, 1, 1], [0, 0, -1], light, open);
  assertAlmostEquals(lit - shadow, light.sunColour[0], 1e-12);
  assertAlmostEquals(below, light.groundColour[0], 1e-12);
  const [half] = lightFace([0.5, 1, 1], [0, 0, 1], light, open);
  assertAlmostEquals(half, lit / 2, 1e-12);
  assertEquals(lightFace([1, 1, 1], [0, 0, 1], light, { sun: 0, sky: 0 }), [0, 0, 0]);
});

Deno.test("heightColour() runs through bytes and clamps its ends", () => {
  assertEquals(heightColour(-1), heightColour(0));
  assertEquals(heightColour(2), heightColour(1));
  for (let step = 0; step <= 50; step++) {
    for (const channel of heightColour(step / 50)) {
      assert(Number.isInteger(channel) && channel >= 0 && channel <= 255);
    }
  }
});
