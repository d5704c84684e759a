/**
 * Folders of depth images: a list of their files and cameras.
 *
 * @module
 */

import type { PinholeCamera } from "../../core/mod.ts";
import { join } from "@std/path";

/** Name of the list in a folder. */
export const LIST_NAME: string = "cameras.json";

/** Description of a list for the help text. */
export const LIST_HELP: string = `A folder of depth images holds ${LIST_NAME}:
  { "depthScale": 0.001,          world units per unit of a depth image (1)
    "width": 640, "height": 480,  needed for raw images only
    "intrinsics": [fx, 0, cx, 0, fy, cy, 0, 0, 1],
    "images": [{ "file": "0.png", "pose": [16 numbers], "intrinsics": [optional override] }, ...] }
Poses are camera-to-world matrices in row-major order; cameras look along +z. Images are PNG (gray), NPY, or raw u16 or
f32; a depth of 0 means no measurement.`;

/** Contents of a list. */
export interface DepthList {
  /** World units of the number 1 in images. */
  readonly depthScale: number;
  /** Size of raw images. */
  readonly width?: number;
  /** Size of raw images. */
  readonly height?: number;
  readonly images: readonly { readonly file: string; readonly camera: PinholeCamera }[];
}

/**
 * Reads the list of a folder.
 *
 * @throws {Error} If there is none, or it says something else.
 */
export async function readDepthList(folder: string): Promise<DepthList> {
  const path = join(folder, LIST_NAME);
  const refuse = (problem: string): never => {
    throw new Error(`Cannot use "${path}": ${problem}`);
  };
  const text = await Deno.readTextFile(path).catch((error) =>
    error instanceof Deno.errors.NotFound
      ? refuse("there is no such file, which lists the images of a folder with their cameras")
      : Promise.reject(error)
  );
  const list = fieldsOf(parse(text)) ?? refuse("it is no JSON object");
  const { depthScale = 1, width, height, intrinsics, images } = list;
  if (!isPositive(depthScale)) return refuse("depthScale is no number above 0");
  for (const size of [width, height]) {
    const fits = size === undefined || (isPositive(size) && Number.isSafeInteger(size));
    if (!fits) return refuse("width and height are no whole numbers above 0");
  }
  if (!Array.isArray(images)) return refuse("images is no list");
  const taken = images.map((image, at) => {
    const { file, pose, intrinsics: own = intrinsics } = fieldsOf(image) ?? {};
    if (typeof file !== "string") return refuse(`file of image ${at} is no text`);
    if (!isNumbers(pose, 16)) return refuse(`pose of image ${at} is not 16 numbers`);
    if (!isNumbers(own, 9)) return refuse(`intrinsics of image ${at} is not 9 numbers`);
    return { file, camera: { pose, intrinsics: own } };
  });
  return {
    depthScale,
    ...(isPositive(width) ? { width } : {}),
    ...(isPositive(height) ? { height } : {}),
    images: taken,
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? value as Readonly<Record<string, unknown>>
    : undefined;
}

function isPositive(value: unknown): value is number {
  return typeof value === "number" && value > 0 && value < Infinity;
}

function isNumbers(value: unknown, count: number): value is readonly number[] {
  return Array.isArray(value) && value.length === count &&
    value.every((one) => typeof one === "number");
}
