import { imageErrors } from "../../lib/render/mod.ts";

/** Errors of pictures, on the host. */

const [width, height] = [1280, 720];
const a = Uint8Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251);
const b = a.map((value) => 255 - value);
const { mse, ssim } = imageErrors(a, a, { width, height });
if (mse !== 0 || Math.abs(ssim - 1) > 1e-9) throw new Error("Cannot time imageErrors: it is wrong");

Deno.bench({ name: `imageErrors, ${width}x${height}` }, () => {
  imageErrors(a, b, { width, height });
});
