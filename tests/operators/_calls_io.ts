/**
 * Calls of the public functions that read and write files.
 *
 * @module
 */
import {
  DvlodEncoder,
  encodeLas,
  encodeNrrd,
  encodeNvdb,
  type LasHeader,
  readNvdb,
} from "../../lib/io/mod.ts";
import { copcBytes } from "../io/las/_copc_bytes.ts";
import { e57Bytes } from "../io/e57/_bytes.ts";
import { eptFiles } from "../io/ept/_files.ts";
import { given, options, or, parts } from "../../dev/calls/_marks.ts";
import { alike, type Calls } from "./_operands.ts";

const LAZ_PERF = import.meta.resolve("laz-perf/lib/laz-perf.wasm");
const POTREE = {
  coordinates: Int32Array.of(1, 2, 3),
  scale: [0.5, 0.5, 0.25],
  offset: [10, 20, 30],
  attributes: [{ name: "rgb", values: Uint16Array.of(255, 0, 1), width: 3 }],
};
const ROOT = { level: 0, children: 0, firstChild: 0, points: 1, byteOffset: 0, byteSize: 18 };
const ABOUT = { min: [0, 0, 0] as const, edge: 8, bits: 3, gridSize: 2, attributes: [] };
const NODE = {
  level: 0,
  cell: [0, 0, 0],
  kind: "leaf",
  coordinates: Uint32Array.of(1, 2, 7),
  colors: Uint8Array.of(9, 8, 7, 255),
  attributes: [],
};
const RECORD = {
  userId: "LASF_Projection",
  recordId: 2112,
  description: "",
  extended: false,
  data: new Uint8Array(3),
};
/** A point with all that a LAS file can say of it. */
const LAS_POINT = {
  positions: new Float64Array(3),
  lasIntegers: { coordinates: new Int32Array(3), scale: [1, 1, 1], offset: [0, 0, 0] },
  colors: new Uint8Array(3),
  intensities: new Uint16Array(1),
  classifications: new Uint8Array(1),
  lasFields: {
    returnNumbers: new Uint8Array(1),
    returnCounts: new Uint8Array(1),
    pointSources: new Uint16Array(1),
  },
  lasFacts: { projection: [RECORD], sourceId: 1, standardTimes: true },
};
/** A grid with all that an index grid can have. */
const INDEX_GRID = {
  type: "onIndex",
  name: "one",
  gridClass: "indexGrid",
  voxelSize: 2,
  matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  origin: [0, 0, 0],
  ijk: Int32Array.of(0, 0, 0),
  columns: [{ name: "column", values: Float32Array.of(1) }],
};

const NUMBERS = { name: "a", shape: [2], dtype: "f32", values: Float32Array.of(1, 2) };
const PTX = "1\n1\n1 2 3\n1 0 0\n0 1 0\n0 0 1\n" +
  "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n1 2 3 0.5\n";

/** Calls of writers and of readers: with small files where there are options, else with bytes of no format. */
export function fileCalls(): Calls {
  const bytes = new Uint8Array(64);
  const mesh = {
    positions: new Float32Array(9),
    faces: Uint32Array.of(0, 1, 2),
    normals: new Float32Array(9),
    colors: new Uint8Array(9),
  };
  const voxels = {
    type: "float" as const,
    ijk: Int32Array.of(0, 0, 0),
    values: Float32Array.of(1),
  };
  const [grid] = readNvdb(encodeNvdb([voxels]));
  const volume = {
    values: bytes,
    dims: [4, 4, 4],
    channels: 1,
    origin: [0, 0, 0],
    directions: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    space: "right-anterior-superior",
  };
  const las = encodeLas({ positions: new Float64Array(3) });
  const nrrd = encodeNrrd({ values: bytes, dims: [4, 4, 4] });
  const ept = eptFiles({
    dataType: "binary",
    schema: ["X", "Y", "Z"].map((name) => ({ name, type: "signed", size: 4, scale: 1, offset: 0 })),
    tiles: { "0-0-0-0": [[1, 2, 3]] },
  });
  const { bytes: copc } = copcBytes({ format: 6, nodes: [{ key: [0, 0, 0, 0] }] });
  const e57 = e57Bytes({
    scans: [{
      fields: ["X", "Y", "Z"].map((axis) => ({
        name: `cartesian${axis}`,
        type: "Float",
        values: [1],
      })),
    }],
  });
  const tile = {
    positions: new Float32Array(3),
    colors: new Uint8Array(4),
    intensities: new Uint16Array(1),
    classifications: new Uint8Array(1),
  };
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
    ...alike("readDvlod readGlb readKitti readNpy readObj readOff", bytes),
    ...alike("readPts readLasHeader readNiftiHeader readNrrdHeader", bytes),
    ...alike("readCopcHeader readNumpy readSafetensors", bytes),
    ...alike("readDepthImage readLaz readNpz readPcd readPly readXyz", bytes, options()),
    readCopcNodes: [copc, options()],
    readE57: [e57, options()],
    ...alike("readLas readPointCloud", las, options()),
    ...alike("readNrrd readVolume", nrrd, options()),
    readNvdb: [encodeNvdb([voxels]), options()],
    readPtx: [new TextEncoder().encode(PTX), options()],
    readLasStart: [las, las.length],
    readLasRecords: [given(header), new Uint8Array(20), options()],
    readEpt: [
      (path: string): Promise<Uint8Array> => Promise.resolve(ept.get(path) ?? bytes),
      options(),
    ],
    pointCloudFormat: [bytes, or("a.ply", "missing")],
    ...alike("isVolumeName rawLayoutOfName", "a_1x1x1_uint8.raw"),
    sampleType: ["uint8"],
    typeOfValues: [new Float32Array(1)],
    nvdbIjk: [grid?.leaves],
    crsOfEpsg: [or(4326, "number")],
    crsOfWkt: ['GEOGCS["a"]'],
    selectPoints: [given({ positions: new Float64Array(3), count: 1 }), [0]],
    useLazPerf: [new WebAssembly.Module(Deno.readFileSync(new URL(LAZ_PERF)))],
    nvdbFeatures: [given(grid ?? {})],
    encodeGlb: [parts(mesh, "faces", "normals", "colors")],
    encodeObj: [parts(mesh, "faces", "normals", "colors")],
    encodePly: [parts(mesh, "faces", "normals", "colors")],
    encodeLas: [
      parts(LAS_POINT, ...Object.keys(LAS_POINT).filter((name) => name !== "positions")),
    ],
    encodeNrrd: [parts(volume, "channels", "origin", "directions", "space")],
    encodeNpy: [NUMBERS],
    ...alike("encodeNpz encodeSafetensors", [NUMBERS], options()),
    encodeNvdb: [
      parts([INDEX_GRID], ...Object.keys(INDEX_GRID).filter((name) => !/^(type|ijk)$/.test(name))),
      options(),
    ],
    encodePng: [new Uint8Array(6), { width: 3, height: 2, channels: 1 }],
    encodePointTile: [parts(tile, "intensities", "classifications")],
    encodeTileset: [
      parts(
        {
          min: [0, 0, 0],
          edge: 1,
          geometricError: 1,
          uri: "a",
          box: { min: [0, 0, 0], max: [1, 1, 1] },
          children: [],
        },
        "uri",
        "box",
      ),
      options(),
    ],
    encodePotreeHierarchy: [[ROOT]],
    encodePotreeMetadata: [POTREE, about],
    encodePotreeNode: [POTREE, Uint32Array.of(0), "default"],
    "DvlodEncoder.node": [new DvlodEncoder(ABOUT), parts(NODE, "attributes")],
  };
}
