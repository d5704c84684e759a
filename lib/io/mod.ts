/**
 * Readers of point clouds, meshes, volumes, sparse grids and arrays, and writers of meshes, volumes, sparse grids, arrays
 * and images: bytes in, typed arrays out, and back.
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
export { type PointAttribute, type PointValues, typeOfValues } from "./base/attributes.ts";
export type { MeshArrays } from "./base/mesh.ts";
export {
  type DvlodAbout,
  type DvlodAttribute,
  type DvlodContent,
  DvlodEncoder,
  type DvlodPart,
} from "./dvlod/encode.ts";
export { Dvlod, type DvlodNode, isDvlod, readDvlod } from "./dvlod/read.ts";
export type { ByteSource } from "./base/byte_source.ts";
export { type CopcHeader, isCopc, readCopcHeader, readCopcNodes } from "./las/copc.ts";
export {
  type DepthImage,
  isDepthImage,
  readDepthImage,
  type ReadDepthImageOptions,
} from "./depth_image.ts";
export { encodeGlb } from "./glb/encode.ts";
export { encodeLas } from "./las/encode.ts";
export type { LasInput } from "./las/input.ts";
export { encodeNrrd, type NrrdInput } from "./nrrd/encode.ts";
export { encodeNvdb, type EncodeNvdbOptions } from "./nvdb/encode.ts";
export { encodeObj } from "./obj/encode.ts";
export { encodePly, type PlyInput } from "./ply/encode.ts";
export { readE57 } from "./e57/read.ts";
export { readEpt } from "./ept/read.ts";
export { crsOfEpsg } from "./base/epsg.ts";
export { crsOfWkt } from "./base/wkt.ts";
export { FormatError, type FormatErrorOptions } from "./base/errors.ts";
export { readGlb } from "./glb/read.ts";
export { readKitti } from "./kitti/read.ts";
export type { LasColumnOptions, LasColumns } from "./las/points.ts";
export { readLas, readLasRecords } from "./las/read.ts";
export { lasFrontBytes, type LasHeader, readLasHeader, readLasStart } from "./las/header.ts";
export { readLaz } from "./las/laz.ts";
export { useLazPerf } from "./las/laz_perf.ts";
export { readNpy } from "./npy/read.ts";
export type { NumpyArray } from "./npy/array.ts";
export { readNumpy } from "./npz/arrays.ts";
export { encodeNpy } from "./npy/encode.ts";
export { encodeNpz, type EncodeNpzOptions } from "./npz/encode.ts";
export { encodeSafetensors, type EncodeSafetensorsOptions } from "./safetensors/encode.ts";
export { readSafetensors, type Safetensors } from "./safetensors/read.ts";
export type { ArrayDType, ArrayKinds, NamedArray } from "./base/arrays.ts";
export { readNpz } from "./npz/read.ts";
export { type NrrdVolume, readNrrd, type ReadNrrdOptions } from "./nrrd/read.ts";
export {
  type NrrdAxis,
  type NrrdEncoding,
  type NrrdHeader,
  readNrrdHeader,
} from "./nrrd/header.ts";
export { type NiftiHeader, readNiftiHeader } from "./nifti/header.ts";
export type { NvdbBlindClass, NvdbBlindData } from "./nvdb/blind.ts";
export type { NvdbColumn, NvdbGridInput } from "./nvdb/input.ts";
export type { NvdbClass, NvdbCodec, NvdbType, NvdbWriteType } from "./nvdb/layout.ts";
export { isNvdb } from "./nvdb/segments.ts";
export {
  type NvdbGrid,
  nvdbIjk,
  type NvdbLeaves,
  type NvdbTiles,
  readNvdb,
  type ReadNvdbOptions,
} from "./nvdb/read.ts";
export { type NvdbFeature, nvdbFeatures } from "./nvdb/features.ts";
export { readObj } from "./obj/read.ts";
export { readOff } from "./off/read.ts";
export { readPcd } from "./pcd/read.ts";
export { readPly } from "./ply/read.ts";
export { encodePng, type PngOptions } from "../core/png.ts";
export {
  encodePointTile,
  encodeTileset,
  type EncodeTilesetOptions,
  type PointTile,
  type TilesetTile,
} from "./tiles/tileset.ts";
export type { PointCloudFormat } from "./formats.ts";
export { pointCloudFormat, readPointCloud } from "./point_cloud.ts";
export {
  encodePotreeMetadata,
  type PotreeCloud,
  type PotreeDescription,
  type PotreeEncoding,
} from "./potree/encode.ts";
export {
  encodePotreeHierarchy,
  type PotreeHierarchy,
  type PotreeNode,
} from "./potree/hierarchy.ts";
export { encodePotreeNode } from "./potree/node.ts";
export { readPts } from "./pts/read.ts";
export { readPtx } from "./ptx/read.ts";
export { rawLayoutOfName, sampleType } from "./raw/read.ts";
export { isVolumeName, readVolume } from "./volume.ts";
export { selectPoints } from "./select_points.ts";
export { readXyz } from "./xyz/read.ts";
export type {
  ColumnValues,
  LasFacts,
  LasFields,
  LasIntegers,
  LasVlr,
  NodeSelection,
  OctreeCloud,
  OctreeNode,
  PointBounds,
  PointCloud,
  PointColumn,
  PointCrs,
  PointPose,
  PointScan,
  ReadFieldsOptions,
  ReadFile,
  ReadPointCloudOptions,
  ReadScansOptions,
  Triple,
} from "./cloud.ts";
export type { NrrdArrays, NrrdType, NrrdValues } from "./base/samples.ts";
export type {
  RawLayout,
  ReadVolumeOptions,
  Volume,
  VolumeDims,
  VolumeFormat,
  VolumeSpace,
} from "./volume_data.ts";
