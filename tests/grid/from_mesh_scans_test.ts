import { assert, assertEquals } from "@std/assert";
import { gridFromMesh, gridIjk, tensor } from "../../mod.ts";
import { checkLeaks, contexts } from "../_backends.ts";
import { dataTest } from "../io/_data.ts";
import {
  distancesFrom,
  extentOf,
  readObjMesh,
  readOff,
  readPlyMesh,
  rowsOf,
  someOf,
} from "../mesh/_scans.ts";
import { keyOf } from "./_oracle.ts";
import { cornersOf, flatFaces, flatVertices } from "./_triangles.ts";

/** Shares of the corners in places on a triangle: corners, middles of edges, the center. */
const SHARES = [0, 1, 2, 3, 6].flatMap((a) =>
  [0, 1, 2, 3, 6].flatMap((b) => {
    const c = 6 - a - b;
    return c < 0 ? [] : [[a / 6, b / 6, c / 6] as const];
  })
);

for (
  const [name, file, read] of [
    ["bunny", "mesh/bunny.off", readOff],
    ["truck", "mesh/truck.obj", readObjMesh],
    ["dragon", "mesh/dragon_vrip_res3.ply.gz", readPlyMesh],
  ] as const
) {
  dataTest(`gridFromMesh() holds a ${name}, and nothing beside it`, [file], async (bytes) => {
    const mesh = read(bytes);
    const voxelSize = extentOf(mesh) / 100;
    const faces = someOf([...mesh.faces.keys()], 2000);
    const samples = faces.flatMap((face) => {
      const corners = cornersOf(mesh, face);
      return SHARES.map((shares) =>
        [0, 1, 2].map((axis) =>
          shares.reduce((sum, share, at) => sum + share * (corners[at]?.[axis] ?? NaN), 0)
        )
      );
    });
    for (const context of contexts) {
      await checkLeaks(context, () => {
        using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
        using corners = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
        using grid = gridFromMesh(vertices, corners, { voxelSize });
        using ijk = gridIjk(grid);
        const voxels = rowsOf(ijk.data.readSync());
        const keys = new Set(voxels.map(keyOf));
        // A sample on the border of two cells may round to either; both are touched, so a hair's breadth does not matter.
        const lost = samples.filter((sample) => {
          const [x = 0, y = 0, z = 0] = sample.map((one) => Math.floor(one / voxelSize + 0.5));
          return !keys.has(keyOf([x, y, z]));
        });
        assertEquals(lost, []);
        assert(samples.length > 10_000);
        const centers = someOf(voxels, 80).map(([x, y, z]) =>
          [x * voxelSize, y * voxelSize, z * voxelSize] as const
        );
        const most = Math.max(...distancesFrom(mesh, centers, 2 * voxelSize));
        assert(most <= voxelSize * Math.sqrt(3) / 2 * (1 + 1e-9), `${most / voxelSize} voxels`);
      });
    }
  });
}
