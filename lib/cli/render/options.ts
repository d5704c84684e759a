/**
 * The options of `denovdb render`, and its help text.
 *
 * @module
 */

import { describeExamples, describeOptions, type OptionSpecs } from "../shared/args.ts";
import { COMMON_OPTIONS } from "../shared/common.ts";
import { LEVELS_OPTION } from "../input/cloud_file.ts";
import { TREE_OPTIONS } from "../lod/tree.ts";
import { COLOR_MODES } from "./colors.ts";
import { LOOK_OPTIONS } from "./look_request.ts";
import { FIELDS } from "./solids.ts";
import { VOLUME_OPTIONS } from "../input/volume_file.ts";
import { CLOUDS, GRIDS, MESHES, VOLUME_FILES } from "../input/formats.ts";
import { CHECK_OPTIONS } from "../input/grids_file.ts";

/** The options of the command. */
export const OPTIONS: OptionSpecs = {
  "voxel-size": {
    kind: "number",
    value: "S",
    help: "edge length of a voxel, in units of the file (points; 1/256 of the extent)",
  },
  levels: LEVELS_OPTION,
  volume: {
    kind: "flag",
    help: "render a volume with an emission-absorption model, like --mode mist",
  },
  mode: {
    kind: "text",
    value: "NAME",
    help:
      "rendering of volumes: iso, transparent or mist (iso); with --lod: nearest or blended (blended)",
  },
  step: {
    kind: "number",
    value: "F",
    help: "distance between samples, in voxel diagonals (--mode iso, transparent; 0.25)",
  },
  lod: {
    kind: "flag",
    help: "build a level-of-detail tree; draw nearby points and distant voxels",
  },
  ...TREE_OPTIONS,
  "min-size": {
    kind: "number",
    value: "PX",
    help: "size on screen above which nodes are drawn in detail (--lod; half the grid size)",
  },
  "point-size": {
    kind: "count",
    value: "PX",
    help: "edge length of a point in pixels, 1 to 64 (--lod; 1)",
  },
  field: {
    kind: "text",
    value: "NAME",
    help: `draw a built-in surface instead of a file: ${FIELDS.join(", ")}`,
  },
  resolution: { kind: "count", value: "N", help: "voxels across, 16 to 2048 (--field; 256)" },
  threshold: {
    kind: "number",
    value: "T",
    help: "ignore samples of T or less (volumes; chosen from the samples)",
  },
  up: {
    kind: "text",
    value: "AXIS",
    help: "axis that points up: x, y, z, -x, -y or -z (volumes, points and meshes; z)",
  },
  ...VOLUME_OPTIONS,
  grid: { kind: "text", value: "NAME", help: "grid to use, by name or by index from 0 (.nvdb)" },
  ...CHECK_OPTIONS,
  out: {
    kind: "text",
    short: "o",
    value: "FILE.png",
    help: "image to write, - for stdout; an existing file is overwritten",
  },
  width: { kind: "count", value: "W", help: "image width in pixels (1600; --field 1024)" },
  height: { kind: "count", value: "H", help: "image height in pixels (900; --field 768)" },
  ...LOOK_OPTIONS,
  color: {
    kind: "text",
    value: "NAME",
    help: `what colors stand for, with a legend: ${COLOR_MODES.join(", ")} (points); ` +
      "rgb, height or normal (meshes, --field); height or value (volumes)",
  },
  samples: {
    kind: "count",
    value: "N",
    help: "N x N samples per pixel, 1 to 8 (2; volumes 1)",
  },
  "sky-rays": {
    kind: "number",
    value: "N",
    help: "rays per sample for ambient light, 0 to 64 (4)",
  },
  ...COMMON_OPTIONS,
};

/** The help text of the command. */
export function renderHelp(): string {
  return `Render a point cloud as voxels or by level of detail, a volume as a surface or semi-transparent, or a field

Usage: denovdb render INPUT --out FILE.png [options]
       denovdb render MESH --out FILE.png [options]
       denovdb render INPUT --lod --out FILE.png [options]
       denovdb render VOLUME --out FILE.png [options]
       denovdb render --field NAME --out FILE.png [options]

INPUT is a point cloud: ${CLOUDS}.
MESH is a file with triangles: ${MESHES}. They are shaded smoothly; with --voxel-size, their vertices
are drawn as voxels.
VOLUME is a volume in ${VOLUME_FILES}, of any name with
--volume or --mode, or a sparse grid in ${GRIDS}: the surface of a level set, the voxels of an
index grid with colors.

INPUT and VOLUME may be - for stdin, if their first bytes tell the format.

Options:
${describeOptions(OPTIONS)}

${
    describeExamples([
      ["render scan.laz -o scan.png", "a scan as voxels of a guessed size"],
      ["render scan.laz --color class --background none -o scan.png", "classes, with a legend"],
      ["render scan.laz --ortho --elevation 89 -o map.png", "from above, in parallel"],
      ["render scan.laz --eye 10,-40,25 --target 0,0,2 -o door.png", "from a place to another"],
      ["render scan.laz --lod --strategy weighted -o scan.png", "by level of detail"],
      ["render ct.nrrd --mode iso --threshold 37 --up y -o ct.png", "the surface of a volume"],
      ["render - --voxel-size 0.2 -o - < scan.laz > scan.png", "in a pipe"],
    ])
  }`;
}
