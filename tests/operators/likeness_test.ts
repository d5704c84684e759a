import { cameraLookAt } from "../../lib/core/mod.ts";
import { assertEquals } from "@std/assert";
import { marchIsoSurface } from "../../lib/index/mod.ts";
import { jaggedSelect } from "../../lib/jagged/mod.ts";
import { LodPicker, renderLodNearest, selectLodNodes } from "../../lib/lod/mod.ts";
import { meshDistancesBackward, surfaceNormals } from "../../lib/mesh/mod.ts";
import { Arena, buildLod } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { valuesOn } from "./_operands.ts";

/** A typed array in place of a list, as programs that are not type-checked pass it. */
function typed(list: readonly number[]): never {
  return Float64Array.from(list) as never;
}

eachBackend("operators take typed arrays where they take lists of numbers", (context) => {
  using arena = new Arena();
  const own = <R extends Disposable>(value: R): R => arena.own(value);
  const { nested, cloud, volume } = valuesOn(context, (value) => arena.own(value));
  const rows = (which: readonly number[]): unknown => {
    using some = jaggedSelect(nested, which);
    return [...some.data.readSync()];
  };
  assertEquals(rows(typed([0])), rows([0]));
  const [min, max] = [[0, 0, 0], [16, 16, 16]] as const;
  const { cube } = own(buildLod(cloud, undefined, { box: { min: typed(min), max: typed(max) } }));
  assertEquals(cube, own(buildLod(cloud, undefined, { box: { min, max } })).cube);
  const owned = (path: readonly number[]): unknown => {
    const found: unknown[] = [];
    const frame = { cube: { min: [0, 0, 0], edge: 8, bits: 3 }, gridSize: 2 } as const;
    const picker = new LodPicker({ frame, own: (node, places) => found.push([node, ...places]) });
    picker.take(path, Uint32Array.of(0, 0, 0, 2, 2, 2), new Uint8Array(8));
    picker.finish();
    return found;
  };
  assertEquals(owned(typed([0, 1])), owned([0, 1]));
  const image = (same: (list: readonly number[]) => never): unknown => {
    const camera = {
      eye: same([2, 2, -9]),
      forward: same([0, 0, 1]),
      right: same([0.5, 0, 0]),
      up: same([0, 0.5, 0]),
    };
    const view = { camera, width: 4, height: 4, isoLevel: 0.5 };
    return own(marchIsoSurface(volume, view)).image.readSync();
  };
  assertEquals(image(typed), image((list) => list as never));
});

eachBackend("operators take results of others by their parts", (context) => {
  using arena = new Arena();
  const own = <R extends Disposable>(value: R): R => arena.own(value);
  const values = valuesOn(context, (value) => arena.own(value));
  const { grid, field, surface, vertices, faces, distances, tree } = values;
  assertEquals(
    own(surfaceNormals(grid, field, { ...surface } as never)).data.readSync(),
    own(surfaceNormals(grid, field, surface)).data.readSync(),
  );
  assertEquals(
    own(meshDistancesBackward(grid, vertices, faces, { ...distances } as never, field)).readSync(),
    own(meshDistancesBackward(grid, vertices, faces, distances, field)).readSync(),
  );
  const camera = cameraLookAt({ eye: [30, 6, 9], target: [6, 6, 6], width: 9, height: 7 });
  const selection = own(selectLodNodes(tree, camera));
  assertEquals(
    own(renderLodNearest(tree, camera, { selection: { ...selection } as never })).image.readSync(),
    own(renderLodNearest(tree, camera, { selection })).image.readSync(),
  );
});
