/**
 * Calls of the public functions that read and write files.
 *
 * @module
 */
import { DvlodEncoder, encodeNvdb, type LasHeader, readNvdb } from "../../lib/io/mod.ts";
import { alike, type Calls, given, options, or, parts } from "./_operands.ts";

const POTREE = {
  coordinates: Int32Array.of(1, 2, 3),
  scale: [0.5, 0.5, 0.25],
  offset: [10, 20, 30],
  attributes: [{ name: "rgb", values: Uint16Array.of(255, 0, 1), width: 3 }],
};
const ROOT = { level: 0, children: 0, firstChild: 0, points: 1, byteOffset: 0, byteSize: 18 };
const ABOUT = { min: [0, 0, 0] as const, edge: 8, bits: 3, gridSize: 2, attributes: [] };
const LEAF = {
  level: 0,
  cell: [0, 0, 0],
  kind: "leaf",
  coordinates: Uint32Array.of(1, 2, 7),
  colors: Uint8Array.of(9, 8, 7, 255),
};

/** Calls of readers with bytes of no format, and of writers. */
export function fileCalls(): Calls {
  const bytes = new Uint8Array(64);
  const mesh = { positions: new Float32Array(9), faces: Uint32Array.of(0, 1, 2) };
  const points = { positions: new Float64Array(3) };
  const voxels = {
    type: "float" as const,
    ijk: Int32Array.of(0, 0, 0),
    values: Float32Array.of(1),
  };
  const [grid] = readNvdb(encodeNvdb([voxels]));
  const header: Partial<LasHeader> = {
    pointFormat: 0,
    recordLength: 20,
    count: 1,
    scale: [1, 1, 1],
    offset: [0, 0, 0],
    vlrs: [],
  };
  const about = {
    name: "one",
    points: 1,
    min: [10, 20, 30],
    edge: 64,
    spacing: 0.5,
    encoding: "default",
    hierarchy: { bytes, firstChunkSize: 22, depth: 0 },
  };
  return {
    ...alike("isCopc isDepthImage isDvlod isNvdb lasFrontBytes", bytes),
    ...alike("readDvlod readGlb readKitti readNpy readObj readOff readPcd readPly", bytes),
    ...alike("readPts readXyz readLasHeader readNiftiHeader readNrrdHeader", bytes),
    ...alike("readCopcHeader", bytes),
    ...alike("readCopcNodes readE57 readLas readLaz readNrrd readNvdb readPtx", bytes, options()),
    ...alike("readPointCloud readVolume readDepthImage", bytes, options()),
    readLasStart: [bytes, 64],
    readLasRecords: [given(header), new Uint8Array(20), options()],
    readEpt: [(): Promise<Uint8Array> => Promise.resolve(bytes), options()],
    pointCloudFormat: [bytes, or("a.ply", "missing")],
    ...alike("isVolumeName rawLayoutOfName", "a_1x1x1_uint8.raw"),
    sampleType: ["uint8"],
    typeOfValues: [new Float32Array(1)],
    nvdbIjk: [grid?.leaves],
    nvdbFeatures: [given(grid ?? {})],
    encodeGlb: [parts(mesh, "faces")],
    encodeObj: [parts(mesh, "faces")],
    encodePly: [parts(mesh, "faces")],
    encodeLas: [points],
    encodeNrrd: [{ values: bytes, dims: [4, 4, 4] }],
    encodeNvdb: [[voxels], options()],
    encodePng: [new Uint8Array(6), { width: 3, height: 2, channels: 1 }],
    encodePointTile: [{ positions: new Float32Array(3), colors: new Uint8Array(4) }],
    encodeTileset: [{ min: [0, 0, 0], edge: 1, geometricError: 1, uri: "a", children: [] }],
    encodePotreeHierarchy: [[ROOT]],
    encodePotreeMetadata: [POTREE, about],
    encodePotreeNode: [POTREE, Uint32Array.of(0), "default"],
    "DvlodEncoder.node": [new DvlodEncoder(ABOUT), LEAF],
  };
}
