/**
 * The light of the pictures: sun, sky, haze and the way to 8-bit sRGB. Colors are linear RGB.
 *
 * @module
 */

import { skyDirection, type Vector } from "./camera.ts";

/** A color in linear RGB; bright colors are compressed when they are shown. */
export type Color = readonly [red: number, green: number, blue: number];

/** Position of the sun, and the strengths of lights. */
export interface Light {
  /** Unit direction towards the sun. */
  readonly sun: Vector;
  /** Light of the sun on a surface that faces it. */
  readonly sunColor: Color;
  /** Light of the open sky on a surface that faces up. */
  readonly skyColor: Color;
  /** Light on a surface that faces down. */
  readonly groundColor: Color;
}

/** Afternoon light: a warm sun and a blue sky that adds up to a little more than white. */
export function daylight(azimuth: number, elevation: number): Light {
  return {
    sun: skyDirection(azimuth, elevation),
    sunColor: [1.8, 1.6, 1.26],
    skyColor: [0.42, 0.52, 0.68],
    groundColor: [0.3, 0.27, 0.22],
  };
}

/** Outward normals of the faces that `firstActiveVoxel` reports, -x, +x, -y, +y, -z, +z. */
const FACE_NORMALS: readonly Vector[] = [
  [-1, 0, 0],
  [1, 0, 0],
  [0, -1, 0],
  [0, 1, 0],
  [0, 0, -1],
  [0, 0, 1],
];

/**
 * Returns the outward normal of a voxel's face.
 *
 * @param face 0 to 5 as `firstActiveVoxel` numbers them; 6, a ray that starts inside, faces up.
 */
export function faceNormal(face: number): Vector {
  return FACE_NORMALS[face] ?? [0, 0, 1];
}

/** Share of the lights that reaches a place: 0 is none, 1 is all. */
export interface Visibility {
  /** Share of the sun. */
  readonly sun: number;
  /** Share of the sky. */
  readonly sky: number;
}

/**
 * Lights a face.
 *
 * @param albedo Share of light that the face returns.
 * @param normal Outward unit normal.
 * @param light The lights.
 * @param visibility What of them reaches the face.
 * @returns The color that the face sends out.
 */
export function lightFace(
  albedo: Color,
  normal: Vector,
  light: Light,
  visibility: Visibility,
): Color {
  const facing = normal[0] * light.sun[0] + normal[1] * light.sun[1] + normal[2] * light.sun[2];
  const sun = Math.max(0, facing) * visibility.sun;
  const upward = (normal[2] + 1) / 2;
  const channel = (c: 0 | 1 | 2): number => {
    const ambient = light.groundColor[c] * (1 - upward) + light.skyColor[c] * upward;
    return albedo[c] * (sun * light.sunColor[c] + visibility.sky * ambient);
  };
  return [channel(0), channel(1), channel(2)];
}

/** A light like {@linkcode Light} with another one from the other side, for smooth things that shine a little. */
export interface Studio extends Light {
  /** Unit direction towards the weaker light. */
  readonly fill: Vector;
  /** Its light on a surface that faces it. */
  readonly fillColor: Color;
}

/** Strength and narrowness of highlights. */
const GLOSS = { strength: 0.28, exponent: 60 } as const;

/**
 * Places a warm key light, a cool fill light on the other side, and an even sky.
 *
 * @param azimuth Degrees counter-clockwise from +x, seen from above, at which the viewer stands.
 */
export function studio(azimuth: number): Studio {
  return {
    sun: skyDirection(azimuth + 42, 48),
    sunColor: [1.36, 1.27, 1.12],
    skyColor: [0.44, 0.49, 0.56],
    groundColor: [0.3, 0.28, 0.27],
    fill: skyDirection(azimuth - 60, 15),
    fillColor: [0.2, 0.25, 0.33],
  };
}

/**
 * Lights a place on a smooth surface.
 *
 * @param albedo Share of light that the surface returns.
 * @param place Its outward unit normal, and the unit direction in which it is seen.
 * @param light The lights.
 * @param visibility What of them reaches the place; the fill light comes with the sky.
 * @returns The color that the place sends out.
 */
export function lightSurface(
  albedo: Color,
  { normal, view }: { readonly normal: Vector; readonly view: Vector },
  light: Studio,
  visibility: Visibility,
): Color {
  const face = lightFace(albedo, normal, light, visibility);
  const fill = Math.max(0, dot(normal, light.fill)) * visibility.sky;
  // Blinn, "Models of light reflection for computer synthesized pictures", 1977.
  const half: Vector = [light.sun[0] - view[0], light.sun[1] - view[1], light.sun[2] - view[2]];
  const mirror = Math.max(0, dot(normal, half)) / Math.max(1e-9, Math.sqrt(dot(half, half)));
  const shine = visibility.sun * GLOSS.strength * mirror ** GLOSS.exponent;
  const channel = (c: 0 | 1 | 2): number =>
    face[c] + fill * albedo[c] * light.fillColor[c] + shine * light.sunColor[c];
  return [channel(0), channel(1), channel(2)];
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/**
 * Returns the color of the background behind a direction.
 *
 * @param vertical The direction's z component, -1 to 1.
 */
export function backgroundColor(vertical: number): Color {
  // The horizon is pale; both ends are deeper. The ends are linear values of soft blue-grays.
  const horizon: Color = [0.88, 0.91, 0.92];
  const end: Color = vertical < 0 ? [0.36, 0.53, 0.68] : [0.16, 0.34, 0.68];
  const share = 1 - Math.exp(-1.6 * Math.abs(vertical));
  return mix(horizon, end, share);
}

/**
 * Blends two colors.
 *
 * @param a The color at share 0.
 * @param b The color at share 1.
 * @param share The share of `b`.
 */
export function mix(a: Color, b: Color, share: number): Color {
  return [
    a[0] + (b[0] - a[0]) * share,
    a[1] + (b[1] - a[1]) * share,
    a[2] + (b[2] - a[2]) * share,
  ];
}

/**
 * Turns an sRGB value into linear light (IEC 61966-2-1).
 *
 * @param value 0 to 1.
 */
export function fromSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Up to here light is shown as it is. */
const KNEE = 0.7;

/**
 * The light that is shown as white; what is brighter is, too. White in sun and sky sends out 2.2 at most, and so keeps its
 * shading.
 */
export const BRIGHTEST = 2.4;

/** Bend of the curve between the two; so much makes it leave the knee as steep as it got there. */
const BEND = 9.460126084599494;

/** The logarithm that the curve ends with. */
const LOG_END = Math.log(1 + BEND * (BRIGHTEST - KNEE));

/**
 * Turns linear light into sRGB (IEC 61966-2-1). Bright light is compressed first, by a logarithm from 0.7 to 2.4, which is
 * white: white surfaces are shaded from 218 to 255 instead of being all alike.
 *
 * @param value 0 or more.
 * @returns 0 to 255, not rounded.
 */
export function toSrgb(value: number): number {
  const over = Math.min(value, BRIGHTEST) - KNEE;
  const shown = over <= 0
    ? Math.max(0, value)
    : KNEE + (1 - KNEE) * Math.log(1 + BEND * over) / LOG_END;
  const encoded = shown <= 0.0031308 ? shown * 12.92 : 1.055 * shown ** (1 / 2.4) - 0.055;
  return Math.min(1, encoded) * 255;
}

/**
 * Returns the light that is shown as an sRGB value: the inverse of {@linkcode toSrgb}.
 *
 * @param value 0 to 1.
 */
export function shownAs(value: number): number {
  const shown = fromSrgb(value);
  if (shown <= KNEE) return shown;
  return KNEE + (Math.exp((shown - KNEE) / (1 - KNEE) * LOG_END) - 1) / BEND;
}

/**
 * Turns linear light into an 8-bit sRGB value; bright light is compressed as by {@linkcode toSrgb}.
 *
 * @param value 0 or more.
 * @returns A whole number from 0 to 255.
 */
export function toSrgbByte(value: number): number {
  return Math.round(toSrgb(value));
}

/**
 * Returns the 8-bit sRGB color of a height, from deep green over sand to white.
 *
 * @param share 0 for the lowest point, 1 for the highest.
 */
export function heightColor(share: number): Color {
  const stops: readonly Color[] = [
    [38, 70, 83],
    [42, 120, 110],
    [122, 160, 88],
    [222, 190, 120],
    [214, 128, 88],
    [246, 238, 228],
  ];
  const place = Math.min(1, Math.max(0, share)) * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(place));
  const from = stops[below] ?? [0, 0, 0];
  const to = stops[below + 1] ?? from;
  const [red, green, blue] = mix(from, to, place - below);
  return [Math.round(red), Math.round(green), Math.round(blue)];
}
