import { assert, assertAlmostEquals, assertEquals } from "@std/assert";
import {
  daylight,
  faceNormal,
  fromSrgb,
  heightColor,
  lightFace,
  lightSurface,
  shownAs,
  studio,
  toSrgb,
  toSrgbByte,
} from "../../../lib/cli/picture/shading.ts";

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
  assertAlmostEquals(lit - shadow, light.sunColor[0], 1e-12);
  assertAlmostEquals(below, light.groundColor[0], 1e-12);
  const [half] = lightFace([0.5, 1, 1], [0, 0, 1], light, open);
  assertAlmostEquals(half, lit / 2, 1e-12);
  assertEquals(lightFace([1, 1, 1], [0, 0, 1], light, { sun: 0, sky: 0 }), [0, 0, 0]);
});

Deno.test("lightSurface() adds a fill light with the sky and a highlight with the sun", () => {
  const light = { ...studio(0), sun: [0, 0, 1], fill: [1, 0, 0] } as const;
  const white = [1, 1, 1] as const;
  const up = { normal: [0, 0, 1], view: [0, 0, -1] } as const; // the mirror image of the sun
  const side = { normal: [1, 0, 0], view: [-1, 0, 0] } as const; // the sun grazes
  for (const channel of [0, 1, 2] as const) {
    const one = (place: typeof up | typeof side, sun: number, sky: number): number =>
      lightSurface(white, place, light, { sun, sky })[channel];
    const face = (place: typeof up | typeof side, sun: number, sky: number): number =>
      lightFace(white, place.normal, light, { sun, sky })[channel];
    const shine = one(up, 1, 1) - face(up, 1, 1);
    assert(shine > 0.1 * light.sunColor[channel]);
    assertAlmostEquals(one(up, 0, 1), face(up, 0, 1), 1e-12);
    assertAlmostEquals(one(up, 1, 0) - face(up, 1, 0), shine, 1e-12);
    assertAlmostEquals(one(side, 0, 1) - face(side, 0, 1), light.fillColor[channel], 1e-12);
    assertAlmostEquals(one(side, 0, 0.5), one(side, 0, 1) / 2, 1e-12);
    assertAlmostEquals(one(side, 1, 1), one(side, 0, 1), 1e-6);
  }
});

Deno.test("heightColor() runs through bytes and clamps its ends", () => {
  assertEquals(heightColor(-1), heightColor(0));
  assertEquals(heightColor(2), heightColor(1));
  for (let step = 0; step <= 50; step++) {
    for (const channel of heightColor(step / 50)) {
      assert(Number.isInteger(channel) && channel >= 0 && channel <= 255);
    }
  }
});

Deno.test("toSrgb() shows light as it is up to 0.7 and compresses brighter light", () => {
  // 1.055 x^(1 / 2.4) - 0.055 of x, above 0.7 of 0.7 + 0.3 ln(1 + 9.4601 (x - 0.7)) / 2.8380, worked out apart.
  for (
    const [light, byte] of [
      [0.2, 123.55],
      [0.7, 217.848],
      [0.9, 232.672],
      [1, 236.418],
      [1.48, 246.367],
      [1.82, 250.353],
      [2.4, 255],
      [5, 255],
    ] as const
  ) {
    assertAlmostEquals(toSrgb(light), byte, 6e-3);
  }
  // It goes on as steep as it came.
  assertAlmostEquals((toSrgb(0.7001) - toSrgb(0.7)) / (toSrgb(0.7) - toSrgb(0.6999)), 1, 2e-3);
});

Deno.test("shownAs() undoes toSrgb() up to white", () => {
  for (const light of [0, 0.001, 0.3, 0.7, 0.9, 1.5, 2.4]) {
    assertAlmostEquals(shownAs(toSrgb(light) / 255), light, 1e-9);
  }
});

Deno.test("White in sun and sky is not white throughout", () => {
  const light = daylight(0, 36);
  const white = [1, 1, 1] as const;
  const levels = [
    lightFace(white, [0, 0, 1], light, { sun: 1, sky: 1 }),
    lightFace(white, [1, 0, 0], light, { sun: 1, sky: 1 }),
    lightFace(white, [0, 0, 1], light, { sun: 1, sky: 0.5 }),
    lightFace(white, [0, 0, 1], light, { sun: 0, sky: 1 }),
  ].map(([red]) => toSrgbByte(red));
  assertEquals(levels, [246, 250, 243, 173]);
});
