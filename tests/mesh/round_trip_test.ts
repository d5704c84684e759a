import { assert, assertEquals } from "@std/assert";
import { meshDistances, signedMeshDistances } from "../../lib/mesh/mod.ts";
import { type Context, gridFromMesh, gridIjk, marchingCubes, tensor } from "../../mod.ts";
import { checkLeaks, contexts, eachBackend } from "../_backends.ts";
import { assertClose } from "../_compare.ts";
import { flatFaces, flatVertices, type Mesh } from "../grid/_triangles.ts";
import { dataTest } from "../io/_data.ts";
import { borderOf, pick, volumeOf } from "./_oracle.ts";
import {
  apart,
  distancesFrom,
  extentOf,
  readObjMesh,
  readOff,
  rowsOf,
  someOf,
  windingOf,
} from "./_scans.ts";
import { SOLIDS } from "./_solids.ts";

/** Draws the surface of the signed distance from a closed mesh. */
function redraw(context: Context, mesh: Mesh, voxelSize: number): Mesh {
  using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
  using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
  // Corners of a cut cell are at most a diagonal from the surface.
  const halfWidth = 2 * voxelSize;
  using grid = gridFromMesh(vertices, faces, { voxelSize, halfWidth });
  using found = signedMeshDistances(grid, vertices, faces, { halfWidth });
  assertEquals(found.distances.readSync().every(Number.isFinite), true, "all of the band is near");
  using surface = marchingCubes(grid, found.distances);
  return {
    vertices: rowsOf(surface.vertices.data.readSync()),
    faces: rowsOf(Array.from(surface.faces.data.readSync(), Number)),
  };
}

function volume({ vertices, faces }: Mesh): number {
  return volumeOf(vertices.flat(), faces.flat());
}

for (const name of ["ball", "burr"]) {
  eachBackend(`a ${name} comes back closed from its signed distance`, (context) => {
    const mesh = SOLIDS[name];
    assert(mesh !== undefined);
    const voxelSize = 0.25;
    const drawn = redraw(context, mesh, voxelSize);
    assertEquals(borderOf(drawn.faces.flat()), []);
    assert(Math.max(...distancesFrom(mesh, someOf(drawn.vertices, 100), 1)) < voxelSize);
    const [before, after] = [volume(mesh), volume(drawn)];
    assert(Math.abs(after / before - 1) < 0.05, `${before} and ${after}`);
  });
}

for (
  const [name, file, read] of [
    ["bunny", "mesh/bunny.off", readOff],
    ["cow", "mesh/spot.obj", readObjMesh],
  ] as const
) {
  dataTest(`a ${name} comes back closed from its signed distance`, [file], async (bytes) => {
    const mesh = read(bytes);
    const voxelSize = extentOf(mesh) / 40;
    for (const context of contexts) {
      await checkLeaks(context, () => {
        const drawn = redraw(context, mesh, voxelSize);
        assertEquals(borderOf(drawn.faces.flat()), []);
        const distance = apart(mesh, drawn, 2 * voxelSize);
        assert(distance < voxelSize, `${distance / voxelSize} voxels apart`);
        const [before, after] = [volume(mesh), volume(drawn)];
        assert(before > 0 && Math.abs(after / before - 1) < 0.02, `${before} and ${after}`);
        // The surface lies on the mesh for an oracle that knows no signs too.
        using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
        using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
        using shell = gridFromMesh(vertices, faces, { voxelSize });
        using found = meshDistances(shell, vertices, faces, { halfWidth: voxelSize });
        const most = Math.max(...found.distances.readSync());
        assert(most <= voxelSize * Math.sqrt(3) / 2 + 1e-12, `${most / voxelSize} voxels`);
      });
    }
  });
}

dataTest(
  "signedMeshDistances() of a bunny are those of all its triangles",
  ["mesh/bunny.off"],
  async (bytes) => {
    const mesh = readOff(bytes);
    const voxelSize = extentOf(mesh) / 30;
    const halfWidth = 2.5 * voxelSize;
    for (const context of contexts) {
      await checkLeaks(context, () => {
        using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
        using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
        using grid = gridFromMesh(vertices, faces, { voxelSize, halfWidth });
        using found = signedMeshDistances(grid, vertices, faces, { halfWidth });
        using ijk = gridIjk(grid);
        const places = rowsOf(Array.from(ijk.data.readSync(), (one) => one * voxelSize));
        const rows = someOf([...places.keys()], 60);
        const asked = rows.map((row) => pick(places, row));
        const expected = distancesFrom(mesh, asked, 2 * halfWidth).map((one, at) =>
          windingOf(mesh, pick(asked, at)) > 0.5 ? -one : one
        );
        const signed = found.distances.readSync();
        assertClose(rows.map((row) => signed[row] ?? NaN), expected, { absolute: 1e-12 });
        for (const side of [-1, 1]) assert(expected.filter((one) => one * side > 0).length > 10);
      });
    }
  },
);
