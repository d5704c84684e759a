/**
 * A scan of a slope.
 *
 * @module
 */

/** Writes a KITTI scan: a slope of 60 x 60 points, and one that is none. */
export function writeSlope(path: string): void {
  const points = Array.from({ length: 3600 }, (_, n) => [n % 60, n / 60 | 0, n % 60 / 4, 0]);
  Deno.writeFileSync(
    path,
    new Uint8Array(new Float32Array([...points.flat(), NaN, 0, 0, 0]).buffer),
  );
}
