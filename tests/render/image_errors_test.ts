import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { imageErrors } from "../../lib/render/mod.ts";
import { Random } from "../_arrays.ts";

/** Structural similarity of one window, straight from its definition: deviations from weighted means. */
function windowSimilarity(
  a: (u: number, v: number) => number,
  b: (u: number, v: number) => number,
): number {
  const weights: [u: number, v: number, weight: number][] = [];
  for (let v = 0; v < 11; v++) {
    for (let u = 0; u < 11; u++) {
      weights.push([u, v, Math.exp(-((u - 5) ** 2 + (v - 5) ** 2) / 4.5)]);
    }
  }
  const total = weights.reduce((sum, [, , weight]) => sum + weight, 0);
  const mean = (value: (u: number, v: number) => number): number =>
    weights.reduce((sum, [u, v, weight]) => sum + weight / total * value(u, v), 0);
  const [ma, mb] = [mean(a), mean(b)];
  const va = mean((u, v) => (a(u, v) - ma) ** 2);
  const vb = mean((u, v) => (b(u, v) - mb) ** 2);
  const cov = mean((u, v) => (a(u, v) - ma) * (b(u, v) - mb));
  const [c1, c2] = [6.5025, 58.5225];
  return (2 * ma * mb + c1) * (2 * cov + c2) / ((ma ** 2 + mb ** 2 + c1) * (va + vb + c2));
}

Deno.test("imageErrors() gives the numbers of pictures worked out by hand", () => {
  const size = { width: 12, height: 11, channels: 1 } as const;
  const gray = (value: number): Uint8Array => new Uint8Array(132).fill(value);
  const same = imageErrors(gray(7), gray(7), size);
  assertEquals([same.mse, same.psnr], [0, Infinity]);
  assertAlmostEquals(same.ssim, 1, 1e-12);
  const ends = imageErrors(gray(0), gray(255), size);
  assertEquals([ends.mse, ends.psnr], [65025, 0]);
  // Flat pictures: C1 / (255^2 + C1).
  assertAlmostEquals(ends.ssim, 6.5025 / 65031.5025, 1e-12);
  const near = imageErrors(gray(100), gray(110), size);
  assertAlmostEquals(near.psnr, 10 * Math.log10(65025 / 100), 1e-12);
  assertAlmostEquals(near.ssim, (22000 + 6.5025) / (22100 + 6.5025), 1e-9);
});

Deno.test("imageErrors() agrees with each window by itself", () => {
  const random = new Random(4);
  for (const channels of [1, 3, 4] as const) {
    const [width, height] = [19, 14];
    const a = random.bytes(width * height * channels);
    const b = a.map((value) => Math.max(0, Math.min(255, value + random.integer(-60, 60))));
    const mask = Uint8Array.from({ length: width * height }, () => random.integer(0, 3));
    const luma = (image: Uint8Array, pixel: number): number => {
      const at = (channel: number): number => image[pixel * channels + channel] ?? NaN;
      return channels === 1 ? at(0) : 0.299 * at(0) + 0.587 * at(1) + 0.114 * at(2);
    };
    for (const counted of [undefined, mask]) {
      const found: number[] = [];
      for (let y = 0; y + 11 <= height; y++) {
        for (let x = 0; x + 11 <= width; x++) {
          if (counted?.[(y + 5) * width + x + 5] === 0) continue;
          const own = (image: Uint8Array) => (u: number, v: number): number =>
            luma(image, (y + v) * width + x + u);
          found.push(windowSimilarity(own(a), own(b)));
        }
      }
      const squares = [...a].flatMap((value, at) => {
        const isColor = at % channels < 3;
        const counts = counted?.[Math.floor(at / channels)] !== 0;
        return isColor && counts ? [(value - (b[at] ?? NaN)) ** 2] : [];
      });
      const mean = (values: readonly number[]): number =>
        values.reduce((sum, value) => sum + value, 0) / values.length;
      const options = { width, height, channels, ...(counted ? { mask: counted } : {}) };
      const errors = imageErrors(a, b, options);
      assertAlmostEquals(errors.ssim, mean(found), 1e-9);
      assertAlmostEquals(errors.mse, mean(squares), 1e-9);
      assertAlmostEquals(errors.psnr, 20 * Math.log10(255) - 10 * Math.log10(errors.mse), 1e-9);
      assertAlmostEquals(imageErrors(b, a, options).ssim, errors.ssim, 1e-12);
      assert(errors.ssim > 0.2 && errors.ssim < 0.95);
    }
  }
});

Deno.test("imageErrors() has no number where no pixel counts", () => {
  const image = new Uint8Array(121);
  const mask = new Uint8Array(121);
  const { mse, psnr, ssim } = imageErrors(image, image, {
    width: 11,
    height: 11,
    channels: 1,
    mask,
  });
  assertEquals([mse, psnr, ssim], [NaN, NaN, NaN]);
});

Deno.test("imageErrors() refuses pictures of the wrong size", () => {
  const image = new Uint8Array(11 * 11 * 3);
  const size = { width: 11, height: 11 };
  const refused = (
    a: Uint8Array,
    b: Uint8Array,
    options: Parameters<typeof imageErrors>[2],
    problem: string,
  ): void => {
    assertThrows(() => imageErrors(a, b, options), RangeError, problem);
  };
  refused(image, image, { ...size, width: 10 }, "width is 10");
  refused(image, image, { ...size, height: 10.5 }, "height is 10.5");
  refused(image.subarray(1), image, size, "a has 362 numbers, 363 expected");
  refused(image, image, { ...size, channels: 4 }, "a has 363 numbers, 484 expected");
  refused(image, image.subarray(3), size, "b has 360 numbers, 363 expected");
  refused(image, image, { ...size, mask: [1] }, "mask has 1 numbers, 121 expected");
  refused(image, image, { ...size, channels: 2 as 1 }, "channels is 2, 1, 3 or 4 expected");
});
