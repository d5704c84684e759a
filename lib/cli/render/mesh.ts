/**
 * `denovdb render MESH`: triangles in, a picture of them with smooth shading out.
 *
 * @module
 */

import type { PointCloud } from "../../io/mod.ts";
import { localCloud } from "../input/cloud.ts";
import { knownColors } from "../input/colors.ts";
import { turnedUp } from "../input/up.ts";
import type { Tile, Vector } from "../picture/camera.ts";
import { cameraRays, lookCamera, type ViewCamera } from "../picture/look.ts";
import { rasterize, seeMesh, vertexNormals } from "../picture/raster.ts";
import { backgroundColor, type Color, fromSrgb, lightSurface, studio } from "../picture/shading.ts";
import { savePicture, type SeenSamples } from "../picture/file.ts";
import { drawLegend } from "../picture/legend.ts";
import { paintPicture } from "../picture/tiles.ts";
import type { Output } from "../shared/output.ts";
import { Progress } from "../shared/progress.ts";
import { formatCount, formatTable, formatTime } from "../shared/table.ts";
import type { RenderRequest } from "./request.ts";
import { type SurfaceColor, type SurfacePaint, surfacePaint } from "./surface_colors.ts";

/** Color of meshes without colors. */
const CLAY: Color = [0.46, 0.445, 0.42];

/** Leaves a little room around the picture's content. */
const MARGIN = 0.94;

/** Most samples that are drawn together. */
const TILE_SAMPLES = 1 << 18;

/** Draws the triangles of a file that was read, its upward axis turned to z. */
export async function renderMesh(
  file: PointCloud,
  faces: Uint32Array,
  { mode, ...request }: RenderRequest & { readonly mode: SurfaceColor | undefined },
  output: Output,
): Promise<void> {
  using progress = new Progress(output, !request.json);
  progress.show("rendering", 0);
  const drawn = performance.now();
  const { min, max } = file.bounds;
  const origin: Vector = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2, (min[2] + max[2]) / 2];
  const positions = Float32Array.from(file.positions, (value, at) => value - (origin[at % 3] ?? 0));
  const place = (at: Vector | undefined): Vector | undefined => {
    if (at === undefined) return undefined;
    const [x, y, z] = turnedUp(at, request.up);
    return [x - origin[0], y - origin[1], z - origin[2]];
  };
  const camera = lookCamera(localCloud(file, request.input).points, {
    ...request,
    eye: place(request.eye),
    target: place(request.target),
    zoom: request.zoom * (request.eye === undefined ? MARGIN : 1),
    aspect: request.width / request.height,
  });
  const colors = knownColors(file.colors);
  const normals = file.normals ?? vertexNormals(positions, faces);
  const range = { low: min[2] - origin[2], high: max[2] - origin[2] };
  const painted = surfacePaint(mode, range, origin[2]);
  const paint = painter({ positions, faces, normals, colors, painted }, camera, request);
  const canvas = {
    ...request,
    onProgress: (done: number): void => progress.show("rendering", done),
  };
  const parts = { mostSamples: TILE_SAMPLES, dither: true, background: request.background };
  const pixels = paintPicture(canvas, parts, paint);
  if (painted !== undefined) drawLegend({ ...request, pixels }, painted.legend);
  const renderMs = performance.now() - drawn;
  await savePicture(request.out, pixels, request);
  progress.dispose();
  const { input, out, width, height } = request;
  const report = {
    input,
    output: out,
    vertices: file.count,
    triangles: faces.length / 3,
    colors: painted === undefined ? colors === undefined ? "none" : "file" : mode,
    renderMs,
    width,
    height,
  };
  if (request.json) return output.result(JSON.stringify(report));
  const table = formatTable([
    ["vertices", formatCount(report.vertices)],
    ["triangles", formatCount(report.triangles), "--voxel-size draws voxels"],
    ["render", formatTime(renderMs)],
  ]);
  output.result(`${table}\n\n${out}: ${width} x ${height} pixels`);
}

/** A mesh with what is needed to light it. */
interface LitMesh {
  readonly positions: Float32Array;
  readonly faces: Uint32Array;
  readonly normals: Float32Array;
  readonly colors: Uint8Array | undefined;
  /** Colors that it gets instead. */
  readonly painted: SurfacePaint | undefined;
}

/** Function that colors the samples of a tile. */
function painter(
  mesh: LitMesh,
  camera: ViewCamera,
  { width, height, samples, azimuth, background }: RenderRequest,
): (tile: Tile) => SeenSamples {
  const { positions, faces, normals, colors, painted } = mesh;
  const seen = seeMesh(mesh, camera, { columns: width * samples, rows: height * samples });
  const light = studio(azimuth);
  const all = { sun: 1, sky: 1 };
  return (tile) => {
    const { faces: nearest, shares } = rasterize(seen, tile);
    const { directions } = cameraRays(camera, tile);
    const linear = new Float32Array(nearest.length * 3);
    const opacity = new Uint8Array(nearest.length);
    for (const [sample, face] of nearest.entries()) {
      const view: Vector = [
        directions[sample * 3] ?? 0,
        directions[sample * 3 + 1] ?? 0,
        directions[sample * 3 + 2] ?? 0,
      ];
      if (face < 0) {
        if (background === "sky") linear.set(backgroundColor(view[2]), sample * 3);
        continue;
      }
      opacity[sample] = 1;
      const mean = (of: (vertex: number, axis: number) => number): Vector => {
        const sum = (axis: number): number =>
          [0, 1, 2].reduce(
            (all, k) => all + (shares[sample * 3 + k] ?? 0) * of(faces[3 * face + k] ?? 0, axis),
            0,
          );
        return [sum(0), sum(1), sum(2)];
      };
      const normal = facing(mean((vertex, axis) => unitPart(normals, vertex, axis)), view);
      const albedo = painted !== undefined
        ? painted.color(mean((vertex, axis) => positions[vertex * 3 + axis] ?? 0), normal)
        : colors === undefined
        ? CLAY
        : mean((vertex, axis) => fromSrgb((colors[vertex * 3 + axis] ?? 0) / 255));
      linear.set(lightSurface(albedo, { normal, view }, light, all), sample * 3);
    }
    return { linear, opacity };
  };
}

/** A part of a vertex's normal, whatever its length. */
function unitPart(normals: Float32Array, vertex: number, axis: number): number {
  const [x = 0, y = 0, z = 0] = normals.subarray(vertex * 3, vertex * 3 + 3);
  const length = Math.hypot(x, y, z);
  return length > 0 ? ([x, y, z][axis] ?? 0) / length : 0;
}

/** The unit vector along a normal, on the side that is looked at. */
function facing([x, y, z]: Vector, view: Vector): Vector {
  const length = Math.hypot(x, y, z) || 1;
  const sign = x * view[0] + y * view[1] + z * view[2] > 0 ? -1 : 1;
  return [sign * x / length, sign * y / length, sign * z / length];
}
