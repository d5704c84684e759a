/**
 * The losses of a training as a picture.
 *
 * @module
 */

import { drawLegend } from "../picture/legend.ts";
import { savePicture } from "../picture/file.ts";

const [WIDTH, HEIGHT, MARGIN] = [960, 540, 24];
const COLORS = {
  paper: [250, 250, 247],
  line: [224, 224, 220],
  step: [158, 190, 214],
  mean: [22, 84, 140],
} as const;

/** Steps of a running mean, as a share of all. */
const SPREAD = 1 / 20;

/** A picture to draw on. */
interface Paper {
  readonly pixels: Uint8Array<ArrayBuffer>;
}

/** Writes the losses of all steps as a curve, on a scale of powers, with the mean of those around each. */
export async function saveCurve(path: string, losses: readonly number[]): Promise<void> {
  const { pixels } = drawCurve(losses);
  await savePicture(path, pixels, { width: WIDTH, height: HEIGHT });
}

/** Draws the curve, 8-bit sRGB [540, 960, 3]. */
export function drawCurve(losses: readonly number[]): Paper {
  const paper: Paper = { pixels: new Uint8Array(3 * WIDTH * HEIGHT) };
  for (let at = 0; at < paper.pixels.length; at++) paper.pixels[at] = COLORS.paper[at % 3] ?? 0;
  const means = meansOf(losses);
  const shown = [...losses, ...means].filter((loss) => loss > 0).map(Math.log10);
  const [low, high] = [
    Math.floor(shown.reduce((least, one) => Math.min(least, one), Infinity) * 4) / 4,
    Math.ceil(shown.reduce((most, one) => Math.max(most, one), -Infinity) * 4) / 4,
  ];
  const rowOf = (power: number): number =>
    MARGIN + (high - power) / Math.max(high - low, 1e-9) * (HEIGHT - 2 * MARGIN);
  const columnOf = (step: number): number =>
    MARGIN + step / Math.max(losses.length - 1, 1) * (WIDTH - 2 * MARGIN);
  for (let power = low; power <= high; power += 0.25) {
    drawLine(paper, [MARGIN, rowOf(power)], [WIDTH - MARGIN, rowOf(power)], COLORS.line);
  }
  for (const [values, color] of [[losses, COLORS.step], [means, COLORS.mean]] as const) {
    const places = values.flatMap((loss, step) =>
      loss > 0 ? [[columnOf(step), rowOf(Math.log10(loss))] as const] : []
    );
    for (const [nth, place] of places.entries()) {
      drawLine(paper, places[nth - 1] ?? place, place, color);
    }
  }
  const ofPower = (power: number): string => Number((10 ** power).toPrecision(3)).toString();
  drawLegend({ ...paper, width: WIDTH, height: HEIGHT }, {
    title: `loss, ${ofPower(low)} to ${ofPower(high)}`,
    entries: [
      { name: `${losses.length} steps`, color: COLORS.step },
      { name: `mean, last ${shortOf(means.at(-1))}`, color: COLORS.mean },
    ],
  });
  return paper;
}

function shortOf(loss = NaN): string {
  return Number(loss.toPrecision(3)).toString();
}

/** The mean of the losses around each step. */
export function meansOf(losses: readonly number[]): number[] {
  const reach = Math.floor(losses.length * SPREAD / 2);
  const sums = new Float64Array(losses.length + 1);
  for (const [step, loss] of losses.entries()) sums[step + 1] = (sums[step] ?? 0) + loss;
  return losses.map((_, step) => {
    const [first, end] = [Math.max(0, step - reach), Math.min(losses.length, step + reach + 1)];
    return ((sums[end] ?? NaN) - (sums[first] ?? NaN)) / (end - first);
  });
}

function drawLine(
  { pixels }: Paper,
  [x0, y0]: readonly [number, number],
  [x1, y1]: readonly [number, number],
  color: readonly [number, number, number],
): void {
  const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0))));
  for (let step = 0; step <= steps; step++) {
    const column = Math.round(x0 + (x1 - x0) * step / steps);
    const row = Math.round(y0 + (y1 - y0) * step / steps);
    pixels.set(color, 3 * (row * WIDTH + column));
    pixels.set(color, 3 * ((row + 1) * WIDTH + column));
  }
}
