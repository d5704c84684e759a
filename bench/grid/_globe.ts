/**
 * A sphere of triangles.
 *
 * @module
 */

import { type Context, type Tensor, tensor } from "../../mod.ts";

/** A closed mesh. */
export interface Globe {
  readonly vertices: Tensor<"f32">;
  readonly faces: Tensor<"i32">;
}

/** Makes a sphere around the origin of rings of equal rectangles, two triangles each, and caps. */
export function makeGlobe(context: Context, radius: number, rings: number): Globe {
  const columns = 2 * rings;
  const places: number[] = [0, 0, -radius];
  for (let ring = 1; ring < rings; ring++) {
    const latitude = Math.PI * (ring / rings - 0.5);
    for (let column = 0; column < columns; column++) {
      const angle = 2 * Math.PI * column / columns;
      const around = radius * Math.cos(latitude);
      places.push(around * Math.cos(angle), around * Math.sin(angle), radius * Math.sin(latitude));
    }
  }
  places.push(0, 0, radius);
  const last = places.length / 3 - 1;
  const at = (ring: number, column: number): number =>
    ring === 0 ? 0 : ring === rings ? last : 1 + (ring - 1) * columns + column % columns;
  const corners: number[] = [];
  for (let ring = 0; ring < rings; ring++) {
    for (let column = 0; column < columns; column++) {
      const [a, b] = [at(ring, column), at(ring, column + 1)];
      const [c, d] = [at(ring + 1, column), at(ring + 1, column + 1)];
      if (ring > 0) corners.push(a, b, d);
      if (ring + 1 < rings) corners.push(a, d, c);
    }
  }
  return {
    vertices: tensor(places, { context, shape: [places.length / 3, 3] }),
    faces: tensor(new Int32Array(corners), { context, shape: [corners.length / 3, 3] }),
  };
}
