import { assert, assertEquals } from "@std/assert";
import { drawCurve, meansOf } from "../../../lib/cli/train/curve.ts";
import { assertClose } from "../../_compare.ts";

const [WIDTH, HEIGHT] = [960, 540];
const EXACT = { absolute: 1e-12 };

Deno.test("drawCurve() draws losses from the left to the right, large ones above", () => {
  const { pixels } = drawCurve([1, 0.1]);
  assertEquals(pixels.length, 3 * WIDTH * HEIGHT);
  /** The first row of a column that is as dark as the line of means. */
  const rowOf = (column: number): number =>
    Array.from({ length: HEIGHT }, (_, row) => row)
      .findIndex((row) => (pixels[3 * (row * WIDTH + column)] ?? 255) < 100);
  const [left, middle, right] = [24, 480, 935].map(rowOf) as [number, number, number];
  assertEquals([left, right], [24, 515]);
  assert(Math.abs(middle - (left + right) / 2) < 3, `${left} ${middle} ${right}`);
});

Deno.test("drawCurve() draws one loss, and leaves out what is no number above 0", () => {
  assert(drawCurve([0.5]).pixels.some((one) => one < 100));
  assert(drawCurve([0.5, 0, NaN, 0.25]).pixels.some((one) => one < 100));
});

Deno.test("meansOf() averages the losses near each step", () => {
  assertEquals(meansOf([1, 3]), [1, 3]);
  const losses = Array.from({ length: 100 }, (_, step) => step % 2);
  const means = meansOf(losses);
  assertClose(means.slice(2, 98), losses.slice(2, 98).map((one) => one === 0 ? 0.4 : 0.6), EXACT);
  assertClose([means[0] ?? NaN], [1 / 3], EXACT);
});
