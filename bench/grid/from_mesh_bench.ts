/**
 * Grids of the voxels of a sphere's triangles: many small ones, and few large ones; the shell alone, and bands.
 * DENOVDB_LARGE=1 adds bands of half width 3 of 3 and 48 million voxels.
 */

import { gridFromMesh, openContext } from "../../mod.ts";
import { benchOperator } from "../_harness.ts";
import { makeGlobe } from "./_globe.ts";

const context = openContext();

const cases: readonly (readonly [radius: number, rings: number, halfWidth: number])[] = [
  [200, 256, 0],
  [200, 16, 0],
  [100, 128, 3],
  ...Deno.env.get("DENOVDB_LARGE") === "1" ? [[200, 256, 3], [800, 256, 3]] as const : [],
];
for (const [radius, rings, halfWidth] of cases) {
  const { vertices, faces } = makeGlobe(context, radius, rings);
  const [count = 0] = faces.shape;
  benchOperator(
    `gridFromMesh, ${count} triangles, radius ${radius}, half width ${halfWidth}`,
    context,
    () => gridFromMesh(vertices, faces, { voxelSize: 1, halfWidth }),
    // Cells that a plane touches are 1 thick along an axis and up to sqrt(3) across; bands twice their half width.
    ({ numVoxels }) => {
      const area = 4 * Math.PI * radius ** 2;
      const thick = numVoxels / area;
      return halfWidth === 0 ? thick > 1 && thick < 2 : Math.abs(thick - 2 * halfWidth) < 0.1;
    },
  );
}
