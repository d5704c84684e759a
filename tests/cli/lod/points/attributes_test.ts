import { assert, assertEquals } from "@std/assert";
import { eachBackend } from "../../../_backends.ts";
import { outFolder } from "../../../_files.ts";
import { lasBytes, type LasPoint } from "../../../io/las/_bytes.ts";
import { runMain } from "../../_recorder.ts";

/** A point or voxel of a tile, in world coordinates. */
interface Vertex {
  readonly place: readonly number[];
  readonly intensity: number;
  readonly class: number;
}

interface Tile {
  readonly vertices: readonly Vertex[];
  /** Edge of a voxel; 0 for points. */
  readonly voxel: number;
}

interface TileJson {
  readonly content: { readonly uri: string };
  readonly children?: readonly TileJson[];
  readonly transform: readonly number[];
  readonly geometricError: number;
}

/** Reads all tiles of a folder. */
function readTiles(folder: string): Tile[] {
  const tiles: Tile[] = [];
  const visit = (tile: TileJson, corner: readonly number[]): void => {
    const start = corner.map((value, axis) => value + (tile.transform[12 + axis] ?? 0));
    const vertices = readVertices(`${folder}/${tile.content.uri}`, start);
    tiles.push({ vertices, voxel: tile.geometricError });
    for (const child of tile.children ?? []) visit(child, start);
  };
  visit(JSON.parse(Deno.readTextFileSync(`${folder}/tileset.json`)).root, [0, 0, 0]);
  return tiles;
}

function readVertices(path: string, start: readonly number[]): Vertex[] {
  const file = Deno.readFileSync(path);
  const view = new DataView(file.buffer);
  const jsonLength = view.getUint32(12, true);
  const gltf = JSON.parse(new TextDecoder().decode(file.subarray(20, 20 + jsonLength)));
  const { attributes } = gltf.meshes[0].primitives[0];
  const field = (name: string, bytes: number, at: number): number => {
    const { bufferView, componentType } = gltf.accessors[attributes[name]];
    const { byteOffset, byteStride = bytes } = gltf.bufferViews[bufferView];
    const place = 28 + jsonLength + byteOffset + at * byteStride;
    if (componentType === 5126) return view.getFloat32(place, true);
    return componentType === 5123 ? view.getUint16(place, true) : view.getUint8(place);
  };
  return Array.from({ length: gltf.accessors[attributes.POSITION].count }, (_, n) => ({
    place: start.map((value, axis) => value + field("POSITION", 4, n * 3 + axis)),
    intensity: field("_INTENSITY", 2, n),
    class: field("_CLASSIFICATION", 1, n),
  }));
}

/** A wave of 12 x 12 points whose coordinates are no borders of voxels. */
function wave(): LasPoint[] {
  return Array.from({ length: 144 }, (_, n) => {
    const [i, j] = [n % 12, Math.floor(n / 12)];
    const at = [i * 137, j * 137, (i * j % 5) * 137] as const;
    return { at, intensity: 100 * i + 7 * j, classByte: n % 3 === 0 ? 6 : i < 6 ? 2 : 5 };
  });
}

eachBackend("lod keeps intensities and classes, and gives voxels their own", async ({ device }) => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.las`, `${folder.path}/tiles`];
  const points = wave();
  await Deno.writeFile(scan, lasBytes({ format: 3, points, scale: [1, 1, 1] }));
  const options = ["--points-per-leaf", "30", "--grid-size", "4", "--device", device];
  assertEquals((await runMain(["lod", scan, "--out", out, ...options])).code, 0);
  const tiles = readTiles(out);
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.5;
  const leaves = tiles.filter(({ voxel }) => voxel === 0).flatMap(({ vertices }) => vertices);
  assertEquals(leaves.length, points.length);
  for (const { at, intensity, classByte } of points) {
    const own = leaves.find(({ place }) =>
      place.every((value, axis) => near(value, at[axis] ?? NaN))
    );
    assertEquals([own?.intensity, own?.class], [intensity, classByte], `${at}`);
  }
  const nodes = tiles.filter(({ voxel }) => voxel > 0);
  assert(nodes.length > 1, "the cloud is not split");
  for (const { vertices, voxel } of nodes) {
    for (const vertex of vertices) {
      const inside = points.filter(({ at }) =>
        vertex.place.every((middle, axis) =>
          Math.abs((at[axis] ?? NaN) - middle) <= voxel / 2 + 0.2
        )
      );
      assert(inside.length > 0, "a voxel has no points");
      const sum = inside.reduce((total, { intensity = 0 }) => total + intensity, 0);
      assertEquals(vertex.intensity, Math.round(sum / inside.length));
      const counts = new Map<number, number>();
      for (const { classByte = 0 } of inside) {
        counts.set(classByte, (counts.get(classByte) ?? 0) + 1);
      }
      const most = Math.max(...counts.values());
      const least = Math.min(...[...counts].flatMap(([one, count]) => count === most ? one : []));
      assertEquals(vertex.class, least);
    }
  }
});

eachBackend("lod leaves out what is the same everywhere", async ({ device }) => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.las`, `${folder.path}/tiles`];
  const points = wave().map(({ at }) => ({ at, intensity: 9, classByte: 2 }));
  await Deno.writeFile(scan, lasBytes({ format: 3, points, scale: [1, 1, 1] }));
  assertEquals((await runMain(["lod", scan, "--out", out, "--device", device])).code, 0);
  const file = Deno.readFileSync(`${out}/tiles/r.glb`);
  assertEquals(new TextDecoder().decode(file).includes("_INTENSITY"), false);
  assertEquals(new TextDecoder().decode(file).includes("_CLASSIFICATION"), false);
});
