/**
 * The formats that readers know: one line for each, and their names.
 *
 * A file belongs to the first format in the list that has its signature. Messages and help texts name formats in this
 * order.
 *
 * @module
 */
import type { CloudFileFormat } from "./cloud.ts";
import { FORMAT as E57 } from "./e57/read.ts";
import { FORMAT as EPT } from "./ept/read.ts";
import { FORMAT as GLB } from "./glb/read.ts";
import { FORMAT as KITTI } from "./kitti/read.ts";
import { FORMAT as LAZ } from "./las/laz.ts";
import { FORMAT as LAS } from "./las/read.ts";
import { FORMAT as NIFTI } from "./nifti/read.ts";
import { FORMAT as NPY } from "./npy/read.ts";
import { FORMAT as NPY_VOLUME } from "./npy/volume.ts";
import { FORMAT as NPZ } from "./npz/read.ts";
import { FORMAT as NPZ_VOLUME } from "./npz/volume.ts";
import { FORMAT as NRRD } from "./nrrd/read.ts";
import { FORMAT as NVDB } from "./nvdb/read.ts";
import { FORMAT as OBJ } from "./obj/read.ts";
import { FORMAT as OFF } from "./off/read.ts";
import { FORMAT as PCD } from "./pcd/read.ts";
import { FORMAT as PLY } from "./ply/read.ts";
import { FORMAT as PTS } from "./pts/read.ts";
import { FORMAT as PTX } from "./ptx/read.ts";
import { FORMAT as RAW } from "./raw/read.ts";
import type { VolumeFileFormat } from "./volume_data.ts";
import { FORMAT as XYZ } from "./xyz/read.ts";

/**
 * The formats that {@linkcode readPointCloud} supports.
 *
 * LAS, LAZ, PLY, GLB, PCD, E57, NPZ and NPY with rows of three or four numbers are recognized by their first bytes; the
 * others, which have no signature, by their names: .obj, .off, .bin (KITTI), .xyz, .txt, .csv and .asc (XYZ), .pts,
 * .ptx, and ept.json (EPT). All but LAZ, NPZ and EPT, which compress themselves, may be compressed by gzip as a whole, with .gz
 * behind their names or without.
 *
 * @category Point clouds
 */
export type PointCloudFormat =
  | "las"
  | "laz"
  | "ply"
  | "obj"
  | "off"
  | "glb"
  | "kitti"
  | "npy"
  | "npz"
  | "pcd"
  | "xyz"
  | "pts"
  | "ptx"
  | "e57"
  | "ept";

/** Point clouds and meshes, for `readPointCloud`. */
export const CLOUD_FORMATS: readonly CloudFileFormat<PointCloudFormat>[] = [
  LAS, // a file that ends before it tells LAS from LAZ is LAS, unless its name says otherwise
  LAZ,
  PLY,
  OBJ,
  OFF,
  GLB,
  PCD,
  E57,
  NPY,
  NPZ,
  KITTI,
  XYZ,
  PTS,
  PTX,
  EPT,
];

/** Those that can hold triangles. */
export const MESH_FORMATS: readonly CloudFileFormat<PointCloudFormat>[] = CLOUD_FORMATS.filter((
  { faces },
) => faces);

/** Volumes, for `readVolume`. */
export const VOLUME_FORMATS: readonly VolumeFileFormat[] = [
  NRRD,
  NIFTI,
  NPY_VOLUME,
  NPZ_VOLUME,
  RAW, // what nothing else tells
];

/** Sparse grids; with a single format, in the shape of that one. */
export const GRID_FORMATS: readonly (typeof NVDB)[] = [NVDB];
