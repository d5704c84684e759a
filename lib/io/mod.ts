/**
 * Readers of point clouds, meshes, volumes and sparse grids, and writers of meshes, volumes, sparse grids and images:
 * bytes in, typed arrays out, and back.
 *
 * Nothing here accesses files, devices or the network. Readers validate their input: invalid bytes always result in a
 * {@linkcode FormatError}. What is no bytes, and columns of another kind, throw a `TypeError`.
 *
 * @example Reading a scan
 * ```ts
 * import { readPointCloud } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const scan = new Float32Array([1, 2, 3, 0.5, 4, 5, 6, 0.25]);
 * const cloud = await readPointCloud(new Uint8Array(scan.buffer), { name: "0000000000.bin" });
 * assertEquals(cloud.count, 2);
 * assertEquals(cloud.bounds, { min: [1, 2, 3], max: [4, 5, 6] });
 * ```
 *
 * @module
 */
export { type PointAttribute, type PointValues, typeOfValues } from "./_attributes.ts";
export type { MeshArrays } from "./_mesh.ts";
export { type DvlodAbout, type DvlodAttribute, type DvlodContent, DvlodEncoder } from "./dvlod.ts";
export { Dvlod, type DvlodNode, isDvlod, readDvlod } from "./dvlod_reader.ts";
export type { NodeSelection, OctreeCloud, OctreeNode } from "./_octree_nodes.ts";
export type { ByteSource } from "./byte_source.ts";
export { type CopcHeader, isCopc, readCopcHeader, readCopcNodes } from "./copc.ts";
export {
  type DepthImage,
  isDepthImage,
  readDepthImage,
  type ReadDepthImageOptions,
} from "./depth_image.ts";
export { encodeGlb } from "./encode_glb.ts";
export { encodeLas, type LasInput } from "./encode_las.ts";
export { encodeNrrd, type NrrdInput } from "./encode_nrrd.ts";
export { encodeNvdb, type EncodeNvdbOptions } from "./encode_nvdb.ts";
export { encodeObj } from "./encode_obj.ts";
export { encodePly, type PlyInput } from "./encode_ply.ts";
export { readE57 } from "./e57.ts";
export { readEpt, type ReadFile } from "./ept.ts";
export { FormatError, type FormatErrorOptions } from "./errors.ts";
export { readGlb } from "./glb.ts";
export { readKitti } from "./kitti.ts";
export type { LasColumnOptions, LasColumns } from "./_las_points.ts";
export { readLas, readLasRecords } from "./las.ts";
export {
  lasFrontBytes,
  type LasHeader,
  type LasVlr,
  readLasHeader,
  readLasStart,
} from "./las_header.ts";
export { readLaz } from "./laz.ts";
export { readNpy } from "./npy.ts";
export {
  type NrrdArrays,
  type NrrdValues,
  type NrrdVolume,
  readNrrd,
  type ReadNrrdOptions,
} from "./nrrd.ts";
export {
  type NrrdAxis,
  type NrrdEncoding,
  type NrrdHeader,
  type NrrdType,
  readNrrdHeader,
} from "./nrrd_header.ts";
export { type NiftiHeader, readNiftiHeader } from "./nifti_header.ts";
export type { NvdbBlindClass, NvdbBlindData } from "./_nvdb_blind.ts";
export type { NvdbColumn, NvdbGridInput } from "./_nvdb_input.ts";
export type { NvdbClass, NvdbCodec, NvdbType, NvdbWriteType } from "./_nvdb_layout.ts";
export { isNvdb } from "./_nvdb_segments.ts";
export {
  type NvdbGrid,
  nvdbIjk,
  type NvdbLeaves,
  type NvdbTiles,
  readNvdb,
  type ReadNvdbOptions,
} from "./nvdb.ts";
export { type NvdbFeature, nvdbFeatures } from "./nvdb_features.ts";
export { readObj } from "./obj.ts";
export { readOff } from "./off.ts";
export { readPcd } from "./pcd.ts";
export { readPly } from "./ply.ts";
export { encodePng, type PngOptions } from "../core/png.ts";
export { encodePointTile, encodeTileset, type PointTile, type TilesetTile } from "./tileset.ts";
export {
  type LasFacts,
  type LasFields,
  type LasIntegers,
  type PointBounds,
  type PointCloud,
  type PointCloudFormat,
  pointCloudFormat,
  type PointPose,
  type PointScan,
  readPointCloud,
  type ReadPointCloudOptions,
  type ReadScansOptions,
  type Triple,
} from "./point_cloud.ts";
export {
  encodePotreeHierarchy,
  encodePotreeMetadata,
  type PotreeCloud,
  type PotreeDescription,
  type PotreeEncoding,
  type PotreeHierarchy,
  type PotreeNode,
} from "./potree.ts";
export { encodePotreeNode } from "./potree_node.ts";
export { readPts } from "./pts.ts";
export { readPtx } from "./ptx.ts";
export { type RawLayout, rawLayoutOfName, sampleType, type VolumeDims } from "./raw_volume.ts";
export {
  isVolumeName,
  readVolume,
  type ReadVolumeOptions,
  type Volume,
  type VolumeFormat,
} from "./volume.ts";
export type { VolumeSpace } from "./_nrrd_layout.ts";
export { readXyz } from "./xyz.ts";
