import { canonical, randomIjk, randomSource } from "../grid/_oracle.ts";

/** Points around voxels of nine leaves, voxel by voxel; `shuffled` brings cells into another order, not their points. */
export function pointsAround(each: number, shuffled: boolean): readonly number[][] {
  const random = randomSource(11);
  const voxels = canonical(randomIjk(random, 700, -5, 12));
  const part = () => (Math.floor(random() * 64) + 0.5) / 64 - 0.5;
  const points = voxels.flatMap((voxel) =>
    Array.from({ length: each }, () => voxel.map((one) => one + part()))
  );
  points.splice(900, 0, [NaN, 0, 0]);
  if (!shuffled) return points;
  const keys = new Map<string, number>();
  const keyAt = (point: readonly number[]) => {
    const cell = point.map(Math.floor).join();
    if (!keys.has(cell)) keys.set(cell, random());
    return keys.get(cell) ?? NaN;
  };
  return points.map((point) => ({ point, key: keyAt(point) }))
    .sort((a, b) => a.key - b.key).map(({ point }) => point);
}
