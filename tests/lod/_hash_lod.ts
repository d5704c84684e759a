/**
 * A hash of everything that trees hold, and of pictures of them; as a program it prints that of the device in DENOVDB_DEVICE.
 *
 * @module
 */

import {
  lodMajority,
  lodMean,
  lodNearest,
  lodPoints,
  lodRows,
  lodVoxels,
  renderLodBlended,
  renderLodNearest,
  selectLodNodes,
} from "../../lib/lod/mod.ts";
import { buildLod, type Context, openContext, scope, tensor } from "../../mod.ts";
import { Random } from "../_arrays.ts";
import { STRATEGIES } from "./_clouds.ts";
import { views } from "./_views.ts";

/** Builds trees of every strategy on seeded points and hashes the bytes of all that they hold, and of pictures (FNV-1a). */
export function hashLod(context: Context): string {
  const random = new Random(31);
  const count = 20_000;
  const flat = Float64Array.from({ length: count * 3 }, () => random.number() ** 4 * 100 - 50);
  // Copies, and more in one place than are sorted at once.
  flat.copyWithin(15_000, 0, 9000);
  flat.fill(flat[0] ?? 0, 30_000, 39_000);
  let hash = 0x811c9dc5;
  const add = ({ buffer }: Float64Array | Int32Array | BigInt64Array | Uint8Array): void => {
    for (const byte of new Uint8Array(buffer)) hash = Math.imul(hash ^ byte, 0x01000193);
  };
  scope((own) => {
    const colors = own(tensor(random.bytes(count * 3), { context, shape: [count, 3] }));
    const classes = own(tensor(random.bytes(count), { context, shape: [count, 1] }));
    const numbers = own(tensor(random.integers(count, -99, 99), { context, shape: [count, 1] }));
    for (const dtype of ["f64", "f32", "f16"] as const) {
      const points = own(tensor(flat, { context, shape: [count, 3], dtype }));
      for (const strategy of dtype === "f64" ? STRATEGIES : ["average" as const]) {
        const options = {
          pointsPerLeaf: 300,
          gridSize: 32,
          strategy,
          seed: 5,
          keepRows: true,
        } as const;
        const tree = own(buildLod(points, colors, options));
        add(tree.table);
        add(Float64Array.of(...tree.cube.min, tree.cube.edge));
        const all = own(lodPoints(tree));
        add(all.coordinates.readSync());
        add(all.colors.readSync());
        add(own(lodRows(tree)).readSync());
        const voxels = own(lodVoxels(tree));
        add(voxels.coordinates.readSync());
        add(voxels.colors.readSync());
        add(own(lodNearest(tree, numbers)).readSync());
        add(own(lodMean(tree, numbers)).readSync());
        add(own(lodMajority(tree, classes)).readSync());
        for (const camera of views(tree)) {
          const selection = own(selectLodNodes(tree, camera, { minSize: 8, pointSize: 2 }));
          add(selection.runs.readSync());
          for (const render of [renderLodNearest, renderLodBlended]) {
            const picture = own(render(tree, camera, { selection, pointSize: 2, depths: true }));
            add(picture.image.readSync());
            add(new Uint8Array(picture.depths?.readSync().buffer ?? []));
          }
        }
      }
    }
  });
  return (hash >>> 0).toString(16);
}

if (import.meta.main) {
  using context = openContext();
  await Deno.stdout.write(new TextEncoder().encode(hashLod(context)));
}
