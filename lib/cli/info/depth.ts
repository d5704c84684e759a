/**
 * Reports of `denovdb info` about depth images.
 *
 * @module
 */

import { readInput, statInput } from "../input/bytes.ts";
import { basename, dirname, join } from "@std/path";
import { type DepthImage, readDepthImage } from "../../io/mod.ts";
import { LIST_NAME, readDepthList } from "../input/depth_list.ts";
import { naming } from "../shared/naming.ts";
import type { Progress } from "../shared/progress.ts";
import { formatCount, formatTable, shortNumber } from "../shared/table.ts";

/** The numbers of a depth image, or of those of a list; `--json` prints them as they are. */
export interface DepthReport {
  /** The file or folder that was read. */
  readonly input: string;
  readonly format: "depth image" | "depth images";
  readonly images: number;
  /** Pixels of all images. */
  readonly pixels: number;
  /** Size of an image, where all have one. */
  readonly size?: readonly [width: number, height: number];
  /** Pixels with a measurement. */
  readonly measured: number;
  /** The least and the greatest measurement, in world units where a list has a scale; absent without any. */
  readonly range?: readonly [least: number, most: number];
}

/**
 * Looks at a depth image, or at all of a folder with a list of cameras.
 *
 * @param input An image, a folder, or its list.
 * @param progress Says how far it is.
 */
export async function describeDepth(input: string, progress: Progress): Promise<DepthReport> {
  const { isDirectory } = await statInput(input);
  if (!isDirectory && basename(input) !== LIST_NAME) {
    const bytes = await readInput(input);
    const image = await naming(input, () => readDepthImage(bytes));
    return { input, format: "depth image", ...summaryOf([measure(image, 1)]) };
  }
  const folder = isDirectory ? input : dirname(input);
  const { images, depthScale, ...size } = await readDepthList(folder);
  const measures: Measures[] = [];
  for (const [at, { file }] of images.entries()) {
    progress.show("reading", at / images.length);
    const path = join(folder, file);
    const bytes = await Deno.readFile(path);
    const image = await naming(path, () => readDepthImage(bytes, size));
    measures.push(measure(image, depthScale));
  }
  return { input, format: "depth images", ...summaryOf(measures) };
}

interface Measures {
  readonly width: number;
  readonly height: number;
  readonly measured: number;
  readonly least: number;
  readonly most: number;
}

function measure({ width, height, values }: DepthImage, scale: number): Measures {
  let [measured, least, most] = [0, Infinity, -Infinity];
  for (const value of values) {
    if (!(value > 0 && value < Infinity)) continue;
    measured++;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return { width, height, measured, least: least * scale, most: most * scale };
}

function summaryOf(all: readonly Measures[]): Omit<DepthReport, "input" | "format"> {
  const sum = (take: (one: Measures) => number): number =>
    all.reduce((total, one) => total + take(one), 0);
  const [first] = all;
  const isOneSize = all.every(({ width, height }) =>
    width === first?.width && height === first.height
  );
  const [least, most] = [
    Math.min(...all.map((one) => one.least)),
    Math.max(...all.map((one) => one.most)),
  ];
  return {
    images: all.length,
    pixels: sum(({ width, height }) => width * height),
    ...(first !== undefined && isOneSize ? { size: [first.width, first.height] as const } : {}),
    measured: sum(({ measured }) => measured),
    ...(least <= most ? { range: [least, most] as const } : {}),
  };
}

/**
 * Formats a report for people.
 *
 * @param report The numbers.
 * @returns An aligned table.
 */
export function depthTable(report: DepthReport): string {
  const { images, pixels, size, measured, range } = report;
  const share = pixels === 0 ? 0 : measured / pixels * 100;
  return formatTable([
    ["images", formatCount(images), size === undefined ? "" : `${size.join(" x ")} pixels`],
    ["measured", formatCount(measured), `${share.toFixed(2)}% of the pixels`],
    ...(range === undefined ? [] : [["depths", range.map(shortNumber).join(" to ")] as const]),
  ]);
}
