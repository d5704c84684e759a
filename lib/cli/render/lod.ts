/**
 * `denovdb render --lod`: a point cloud in, a picture of its level-of-detail tree out.
 *
 * @module
 */

import { openContext } from "../../core/mod.ts";
import { type LodPicture, renderLodBlended, renderLodNearest } from "../../lod/mod.ts";
import { type Camera, cameraDirections, cameraMatrices, orbitCamera } from "../picture/camera.ts";
import { framedPoints, localCloud } from "../input/cloud.ts";
import { readCloudFile } from "../input/cloud_file.ts";
import { type LodReport, lodReportTable } from "./lod_report.ts";
import { plantTree } from "../lod/tree.ts";
import type { Output } from "../shared/output.ts";
import { checkTarget, savePicture } from "../picture/file.ts";
import { Progress } from "../shared/progress.ts";
import type { LodPictureRequest } from "./request.ts";
import { backgroundColor, toSrgbByte } from "../picture/shading.ts";

/** Leaves a little room around the picture's content. */
const MARGIN = 0.96;

const MODES = { nearest: renderLodNearest, blended: renderLodBlended } as const;

/** Draws what was asked for, writes it and says what it was. */
export async function renderLodPicture(request: LodPictureRequest, output: Output): Promise<void> {
  const { input, out, strategy, mode, pointSize, width, height } = request;
  await checkTarget(out, request);
  const cloud = localCloud(await readCloudFile(input, request));
  using context = openContext({ device: request.device });
  using progress = new Progress(output, !request.json);
  progress.show("building", 0);
  const built = performance.now();
  using tree = plantTree(context, cloud, request);
  const buildMs = performance.now() - built;

  progress.show("rendering", 0.5);
  const minSize = request.minSize ?? tree.gridSize / 2;
  const camera = frame(cloud.points, request);
  const drawn = performance.now();
  using picture = MODES[mode](tree, cameraMatrices(camera, request), { minSize, pointSize });
  const pixels = overBackground(picture, camera);
  const renderMs = performance.now() - drawn;

  await savePicture(out, pixels, request);
  const { points, nodes, levels, voxels, bytes: treeBytes } = tree.counts;
  const report: LodReport = {
    input,
    output: out,
    device: context.device,
    deviceName: context.deviceName,
    ...(context.fallbackReason === undefined ? {} : { fallbackReason: context.fallbackReason }),
    points,
    droppedPoints: cloud.dropped,
    colors: cloud.colorSource,
    localOrigin: cloud.origin,
    strategy,
    nodes,
    levels,
    voxels,
    treeBytes,
    mode,
    minSize,
    pointSize,
    drawnNodes: picture.counts.nodes,
    drawnPoints: picture.counts.points,
    drawnVoxels: picture.counts.voxels,
    buildMs,
    renderMs,
    width,
    height,
  };
  progress.dispose();
  output.result(request.json ? JSON.stringify(report) : lodReportTable(report, request));
}

function frame(points: Float32Array<ArrayBuffer>, request: LodPictureRequest): Camera {
  const { azimuth, elevation, zoom, width, height } = request;
  return orbitCamera(framedPoints(points), {
    azimuth,
    elevation,
    zoom: zoom * MARGIN,
    fieldOfView: 32,
    aspect: width / height,
  });
}

/** Red, green and blue of a picture, and of the sky where nothing is drawn, [height, width, 3]. */
function overBackground({ image }: LodPicture, camera: Camera): Uint8Array<ArrayBuffer> {
  const [height = 0, width = 0] = image.shape;
  const drawn = image.readSync();
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const line = { width, height, firstRow: row, rows: 1, samples: 1 };
    const directions = cameraDirections(camera, line);
    for (let column = 0; column < width; column++) {
      const pixel = row * width + column;
      const color = drawn[pixel * 4 + 3] !== 0
        ? drawn.subarray(pixel * 4, pixel * 4 + 3)
        : backgroundColor(directions[column * 3 + 2] ?? 0).map(toSrgbByte);
      pixels.set(color, pixel * 3);
    }
  }
  return pixels;
}
