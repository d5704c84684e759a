/**
 * Pictures of a sphere's shell, as a surface and as what light passes through: dense, with skipped bricks, and in bricks;
 * `march_scans.ts` measures scans.
 *
 * @module
 */

import { type Context, marchIsoSurface, marchTransparent } from "../_api.ts";
import { benchTable, row } from "../_harness.ts";
import {
  drawCase,
  isSame,
  MARCH_CASES,
  type MarchCase,
  type MarchInput,
  type PictureSize,
  placeVolume,
  shellVoxels,
} from "./_march.ts";

interface Scene {
  readonly input: MarchInput;
  readonly size: PictureSize;
}

const scene = (context: Context): Scene => {
  const isCpu = context.device === "cpu";
  const size = isCpu ? { width: 256, height: 192 } : { width: 1024, height: 768 };
  return { input: placeVolume(context, shellVoxels(isCpu ? 96 : 256)), size };
};

const casesOf = (operator: MarchCase["operator"]): readonly MarchCase[] =>
  MARCH_CASES.filter((one) => one.operator === operator);

const drawn = (one: MarchCase) => ({
  on: ({ input, size }: Scene) => `${one.form}, ${input.dims[0]}^3, ${size.width} x ${size.height}`,
  run: ({ input, size }: Scene) => drawCase(input, one, size),
  check: (_: unknown, { input, size }: Scene) => isSame(input, one, size),
});

await benchTable(import.meta.main, [
  ...casesOf("marchIsoSurface").map((one) => row(marchIsoSurface, scene, drawn(one))),
  ...casesOf("marchTransparent").map((one) => row(marchTransparent, scene, drawn(one))),
]);
