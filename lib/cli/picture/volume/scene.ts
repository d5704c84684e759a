/**
 * Scenes of volumes, drawn in whichever way.
 *
 * @module
 */

import type { GridReport } from "../../shared/run_report.ts";
import { airThreshold, histogramOf, quantileAbove } from "../../input/histogram.ts";
import type { LoadedVolume } from "../../input/volume_file.ts";
import type { Background, CanvasOptions } from "../tiles.ts";
import type { Color } from "../shading.ts";
import type { VolumeView } from "./upright.ts";

/** The share of the samples above the threshold that colors tell apart; a few bright ones may be far off. */
const COLORED = 0.999;

/** Which samples are seen. */
export interface SeenValues {
  /** Samples up to this are not seen. */
  readonly threshold: number;
  /** Samples from this on have the last color. */
  readonly brightest: number;
}

/** Facts about a volume in bricks. */
export interface MarchParts {
  /** Voxels of a brick along each axis. */
  readonly brick: number;
  /** Number of bricks. */
  readonly bricks: number;
  /** Bricks that are kept. */
  readonly filled: number;
  /** Device bytes of the index over the bricks. */
  readonly indexBytes: number;
  /** Device bytes in all. */
  readonly brickBytes: number;
  /** Bytes of the dense volume for each of those of bricks and index. */
  readonly ratio: number;
}

/** A finished picture. */
export interface Drawn {
  /** 8-bit sRGB, [height, width, 3], with opacity where there is no background, [height, width, 4]. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** Rays cast for it. */
  readonly rays: number;
  /** Samples along them, where they are counted. */
  readonly samples?: number;
}

/** Options of drawing a volume. */
export interface DrawOptions extends CanvasOptions {
  readonly background: Background;
  /** Colors of a surface by the height along the axis that points up; its own when left out. */
  readonly colorOfHeight?: ((height: number) => Color) | undefined;
}

/** A volume on a device, ready to be drawn. */
export interface VolumeScene extends Disposable {
  /** Its part of the report. */
  readonly parts: GridReport | MarchParts;
  /** Draws it. */
  readonly draw: (view: VolumeView, options: DrawOptions) => Drawn;
}

/** Finds the samples that are seen: those above what is asked for, or above air. */
export function seenOf({ values }: LoadedVolume, given: number | undefined): SeenValues {
  const histogram = histogramOf(values);
  const threshold = given ?? airThreshold(histogram);
  const brightest = Math.max(quantileAbove(histogram, threshold, COLORED), threshold);
  return { threshold, brightest };
}
