import { assert, assertEquals } from "@std/assert";
import { readObj } from "../../lib/io/mod.ts";
import {
  type Context,
  gridFromMesh,
  marchingCubes,
  meshDistances,
  signedMeshDistances,
  tensor,
} from "../../mod.ts";
import { checkLeaks, contexts, eachBackend } from "../_backends.ts";
import {
  cornersOf,
  distanceTo,
  flatFaces,
  flatVertices,
  type Mesh,
  type Place,
} from "../grid/_triangles.ts";
import { dataTest } from "../io/_data.ts";
import { borderOf, pick, volumeOf } from "./_oracle.ts";
import { SOLIDS } from "./_solids.ts";

/** Rows of three numbers. */
function rowsOf<T>(flat: ArrayLike<T>): [T, T, T][] {
  return Array.from(
    { length: flat.length / 3 },
    (_, n) => [pick(flat, 3 * n), pick(flat, 3 * n + 1), pick(flat, 3 * n + 2)],
  );
}

/** Draws the surface of the signed distance from a closed mesh. */
function redraw(context: Context, mesh: Mesh, voxelSize: number): Mesh {
  using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
  using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
  // Corners of a cut cell are at most a diagonal from the surface.
  const maxDistance = 2 * voxelSize;
  using grid = gridFromMesh(vertices, faces, { voxelSize, halfWidth: maxDistance });
  using found = signedMeshDistances(grid, vertices, faces, { maxDistance });
  assertEquals(found.distances.readSync().every(Number.isFinite), true, "all of the band is near");
  using surface = marchingCubes(grid, found.distances);
  return {
    vertices: rowsOf(surface.vertices.data.readSync()),
    faces: rowsOf(Array.from(surface.faces.data.readSync(), Number)),
  };
}

/** The furthest of some of the vertices of a mesh from another mesh. */
function furthest(from: readonly Place[], to: Mesh, samples: number): number {
  const step = Math.max(1, Math.floor(from.length / samples));
  let most = 0;
  for (let at = 0; at < from.length; at += step) {
    let least = Infinity;
    for (let face = 0; face < to.faces.length; face++) {
      least = Math.min(least, distanceTo(cornersOf(to, face), pick(from, at)));
    }
    most = Math.max(most, least);
  }
  return most;
}

/** The Hausdorff distance, at some vertices of both. */
function apart(a: Mesh, b: Mesh, samples: number): number {
  return Math.max(furthest(a.vertices, b, samples), furthest(b.vertices, a, samples));
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
    assert(furthest(drawn.vertices, mesh, 100) < voxelSize);
    const [before, after] = [volume(mesh), volume(drawn)];
    assert(Math.abs(after / before - 1) < 0.05, `${before} and ${after}`);
  });
}

/** Reads the text form of an OFF file. */
function readOff(bytes: Uint8Array): Mesh {
  const [, header = "", ...lines] = new TextDecoder().decode(bytes).split("\n");
  const [vertices = 0, faces = 0] = header.split(" ").map(Number);
  const numbers = lines.map((line) => line.trim().split(/\s+/).map(Number));
  return {
    vertices: numbers.slice(0, vertices).map(([x, y, z]) => [x ?? NaN, y ?? NaN, z ?? NaN]),
    faces: numbers.slice(vertices, vertices + faces)
      .map(([, a, b, c]) => [a ?? NaN, b ?? NaN, c ?? NaN]),
  };
}

function readCow(bytes: Uint8Array): Mesh {
  const { positions, faces } = readObj(bytes);
  return { vertices: rowsOf(positions), faces: rowsOf(faces ?? []) };
}

for (
  const [name, file, read] of [
    ["bunny", "mesh/bunny.off", readOff],
    ["cow", "mesh/spot.obj", readCow],
  ] as const
) {
  dataTest(`a ${name} comes back closed from its signed distance`, [file], async (bytes) => {
    const mesh = read(bytes);
    const low = [0, 1, 2].map((axis) => Math.min(...mesh.vertices.map((one) => pick(one, axis))));
    const high = [0, 1, 2].map((axis) => Math.max(...mesh.vertices.map((one) => pick(one, axis))));
    const voxelSize = Math.max(...high.map((one, axis) => one - pick(low, axis))) / 40;
    for (const context of contexts) {
      await checkLeaks(context, () => {
        const drawn = redraw(context, mesh, voxelSize);
        assertEquals(borderOf(drawn.faces.flat()), []);
        const distance = apart(mesh, drawn, 50);
        assert(distance < voxelSize, `${distance / voxelSize} voxels apart`);
        const [before, after] = [volume(mesh), volume(drawn)];
        assert(before > 0 && Math.abs(after / before - 1) < 0.02, `${before} and ${after}`);
        // The surface lies on the mesh for an oracle that knows no signs too.
        using vertices = tensor(flatVertices(mesh), { context, shape: [mesh.vertices.length, 3] });
        using faces = tensor(flatFaces(mesh), { context, shape: [mesh.faces.length, 3] });
        using shell = gridFromMesh(vertices, faces, { voxelSize });
        using found = meshDistances(shell, vertices, faces, { maxDistance: voxelSize });
        const most = Math.max(...found.distances.readSync());
        assert(most <= voxelSize * Math.sqrt(3) / 2 + 1e-12, `${most / voxelSize} voxels`);
      });
    }
  });
}
