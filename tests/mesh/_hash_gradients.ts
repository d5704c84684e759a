/**
 * A hash of gradients that are sums over many voxels; as a program it prints that of the device in DENOVDB_DEVICE.
 *
 * @module
 */

import {
  meshDistances,
  meshDistancesBackward,
  signedMeshDistances,
  signedMeshDistancesBackward,
} from "../../lib/mesh/mod.ts";
import {
  type Context,
  gridFromDense,
  jaggedFromList,
  openContext,
  scope,
  tensor,
} from "../../mod.ts";
import { flatFaces, flatVertices } from "../grid/_triangles.ts";
import { randomNumbers } from "./_fields.ts";
import { SOLIDS } from "./_solids.ts";

/** Hashes the gradients of distances by vertices of few triangles and many (FNV-1a). */
export function hashGradients(context: Context): string {
  let hash = 0x811c9dc5;
  scope((own) => {
    const solids = Object.values(SOLIDS);
    const gridCount = solids.length;
    const grid = own(
      gridFromDense({ context, gridCount, dims: 33, ijkMin: -16, voxelSize: 0.37 }),
    );
    const vertices = own(jaggedFromList(solids.map(flatVertices), { context, shape: [3] }));
    const faces = own(jaggedFromList(solids.map(flatFaces), { context, shape: [3] }));
    const gradients = own(tensor(randomNumbers(grid.numVoxels, 3), { context }));
    const options = { halfWidth: 4 };
    const near = own(meshDistances(grid, vertices, faces, options));
    const signed = own(signedMeshDistances(grid, vertices, faces, options));
    for (
      const slopes of [
        own(meshDistancesBackward(grid, vertices, faces, near, gradients)),
        own(signedMeshDistancesBackward(grid, vertices, faces, signed, gradients)),
      ]
    ) {
      const { buffer } = slopes.data.readSync();
      for (const byte of new Uint8Array(buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
    }
  });
  return (hash >>> 0).toString(16);
}

if (import.meta.main) {
  using context = openContext();
  await Deno.stdout.write(new TextEncoder().encode(hashGradients(context)));
}
