/**
 * `denovdb render --lod`: a point cloud in, a picture of its level-of-detail tree out.
 *
 * @module
 */

import { openContext } from "../../core/mod.ts";
import { type LodPicture, renderLodBlended, renderLodNearest } from "../../lod/mod.ts";
import type { Vector } from "../picture/camera.ts";
import { framedPoints, type LocalCloud, localCloud } from "../input/cloud.ts";
import { readCloudFile } from "../input/cloud_file.ts";
import { cloudTurnedUp, turnedUp } from "../input/up.ts";
import { type LodReport, lodReportTable } from "./lod_report.ts";
import { doubtsAboutTree } from "../lod/points/inputs.ts";
import { plantTree } from "../lod/tree.ts";
import { pointColors } from "./colors.ts";
import { type Output, warn } from "../shared/output.ts";
import { checkTarget, savePicture } from "../picture/file.ts";
import { drawLegend } from "../picture/legend.ts";
import { cameraRays, lookCamera, vectorCamera, type ViewCamera } from "../picture/look.ts";
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
  const { color, up } = request;
  const read = await readCloudFile(input, {
    ...request,
    nonFinite: "drop",
    fields: color === "return",
  });
  const file = cloudTurnedUp(read, up);
  const local = localCloud(file, input);
  const { colors, legend } = pointColors(file, local, color);
  const cloud: LocalCloud = { ...local, colors, dropped: file.nonFinite };
  using context = openContext({ device: request.device });
  using progress = new Progress(output, !request.json);
  progress.show("building", 0);
  const built = performance.now();
  using tree = plantTree(context, cloud, request);
  const buildMs = performance.now() - built;

  progress.show("rendering", 0.5);
  const minSize = request.minSize ?? tree.gridSize / 2;
  const camera = frame(cloud, request);
  const drawn = performance.now();
  const view = { ...vectorCamera(camera), width, height };
  using picture = MODES[mode](tree, view, { minSize, pointSize });
  const pixels = request.background === "none"
    ? picture.image.readSync()
    : overBackground(picture, camera);
  const renderMs = performance.now() - drawn;
  if (legend !== undefined) drawLegend({ pixels, width, height }, legend);

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
  doubtsAboutTree(tree).forEach((one) => warn(output, one));
  output.result(request.json ? JSON.stringify(report) : lodReportTable(report, request));
}

function frame({ points, origin }: LocalCloud, request: LodPictureRequest): ViewCamera {
  const { up, zoom, width, height } = request;
  const place = (at: Vector | undefined): Vector | undefined => {
    if (at === undefined) return undefined;
    const [x, y, z] = turnedUp(at, up);
    return [x - origin[0], y - origin[1], z - origin[2]];
  };
  const eye = place(request.eye);
  return lookCamera(framedPoints(points), {
    ...request,
    eye,
    target: place(request.target),
    zoom: zoom * (eye === undefined ? MARGIN : 1),
    aspect: width / height,
  });
}

/** Red, green and blue of a picture, and of the sky where nothing is drawn, [height, width, 3]. */
function overBackground({ image }: LodPicture, camera: ViewCamera): Uint8Array<ArrayBuffer> {
  const [height = 0, width = 0] = image.shape;
  const drawn = image.readSync();
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row++) {
    const line = { width, height, firstRow: row, rows: 1, samples: 1 };
    const { directions } = cameraRays(camera, line);
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
