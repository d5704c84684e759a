/**
 * Binary glTF 2.0 writer for scenes of one mesh.
 *
 * @module
 */
import { type CheckedMesh, checkMesh, joinBytes, type MeshArrays } from "../base/mesh.ts";
import { glbPlaces } from "./places.ts";

/** Numbers of the format. */
const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const UNSIGNED_SHORT = 5123;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
const POINTS = 0;
const TRIANGLES = 4;

/**
 * Encodes a mesh, or points, as a binary glTF 2.0 file (.glb): one scene, one node, one primitive.
 *
 * Positions and normals become floats, and normals are normalized; those of zero length point up. Positions in f64 that
 * are far from the world's origin for their extents, as in projected coordinates, become floats from an origin near
 * them, which is the translation of the node: they are off by at most 2^-24 of the extents, about. Colors are converted
 * to linear light in 16 bits. Without vertices the scene is empty. The axes are unchanged: glTF viewers treat +y as up.
 *
 * @param mesh The mesh to write.
 * @returns The bytes of the file.
 * @throws {RangeError} If the arrays do not match, a number is not finite or a position beyond f32, or the file would
 * have 4 GiB or more.
 * @see Khronos Group, "glTF 2.0 Specification"
 * @category Meshes
 *
 * @example One triangle
 * ```ts
 * import { encodeGlb } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
 * const file = encodeGlb({ positions, faces: new Uint32Array([0, 1, 2]) });
 * assertEquals(new TextDecoder().decode(file.subarray(0, 4)), "glTF");
 * ```
 */
export function encodeGlb(mesh: MeshArrays): Uint8Array<ArrayBuffer> {
  const checked = checkMesh("GLB", mesh);
  const { places, translation } = glbPlaces(checked.positions);
  const parts = checked.vertexCount === 0 ? [] : partsOf(checked, places);
  const scene = new TextEncoder().encode(JSON.stringify(describe(parts, translation)));
  const binary = joinBytes(parts.map(({ bytes }) => bytes)); // every part is a multiple of 4 long
  const chunks = [
    chunk(JSON_CHUNK, scene, 0x20),
    ...(parts.length > 0 ? [chunk(BINARY_CHUNK, binary, 0)] : []),
  ];
  const length = 12 + chunks.reduce((sum, one) => sum + one.length, 0);
  if (length >= 2 ** 32) {
    throw new RangeError(
      `Cannot encode GLB: the file has ${length} bytes, fewer than 4 GiB expected`,
    );
  }
  const header = new DataView(new ArrayBuffer(12));
  [MAGIC, 2, length].forEach((word, at) => header.setUint32(4 * at, word, true));
  return joinBytes([new Uint8Array(header.buffer), ...chunks]);
}

/** An accessor with a view of its own. */
interface Part {
  /** The attribute, or undefined for the corners of triangles. */
  readonly name?: "POSITION" | "NORMAL" | "COLOR_0";
  readonly bytes: Uint8Array;
  readonly accessor: Readonly<Record<string, unknown>>;
}

function partsOf(
  { positions, vertexCount: count, corners, hasFaces, normals, colors }: CheckedMesh,
  places: Float32Array,
): Part[] {
  const far = places.findIndex((number) => !Number.isFinite(number));
  if (far >= 0) {
    throw new RangeError(
      `Cannot encode GLB: positions holds ${positions[far]} at ${far}, which f32 does not reach`,
    );
  }
  const parts: Part[] = [{
    name: "POSITION",
    bytes: littleEndian(places),
    accessor: { componentType: FLOAT, count, type: "VEC3", ...boundsOf(places) },
  }];
  if (normals !== undefined) {
    const bytes = littleEndian(unitVectors(normals));
    parts.push({ name: "NORMAL", bytes, accessor: { componentType: FLOAT, count, type: "VEC3" } });
  }
  if (colors !== undefined) {
    const accessor = { componentType: UNSIGNED_SHORT, normalized: true, count, type: "VEC4" };
    parts.push({ name: "COLOR_0", bytes: littleEndian(linearColors(colors)), accessor });
  }
  if (hasFaces && corners.length > 0) {
    const accessor = { componentType: UNSIGNED_INT, count: corners.length, type: "SCALAR" };
    parts.push({ bytes: littleEndian(corners), accessor });
  }
  return parts;
}

/** The scene as JSON. */
function describe(parts: readonly Part[], translation: readonly number[] | undefined): unknown {
  const asset = { version: "2.0", generator: "denovdb" };
  if (parts.length === 0) return { asset, scene: 0, scenes: [{}] };
  let byteOffset = 0;
  const bufferViews = parts.map(({ name, bytes }) => {
    const target = name === undefined ? ELEMENT_ARRAY_BUFFER : ARRAY_BUFFER;
    const view = { buffer: 0, byteOffset, byteLength: bytes.length, target };
    byteOffset += bytes.length;
    return view;
  });
  const attributes = Object.fromEntries(
    parts.flatMap(({ name }, at) => name === undefined ? [] : [[name, at]]),
  );
  const indices = parts.findIndex(({ name }) => name === undefined);
  const primitive = indices < 0
    ? { attributes, mode: POINTS }
    : { attributes, indices, mode: TRIANGLES };
  return {
    asset,
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, ...(translation === undefined ? {} : { translation }) }],
    meshes: [{ primitives: [primitive] }],
    accessors: parts.map(({ accessor }, bufferView) => ({ bufferView, ...accessor })),
    bufferViews,
    buffers: [{ byteLength: byteOffset }],
  };
}

function chunk(type: number, data: Uint8Array, padding: number): Uint8Array {
  const length = Math.ceil(data.length / 4) * 4;
  const bytes = new Uint8Array(8 + length).fill(padding, 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, length, true);
  view.setUint32(4, type, true);
  bytes.set(data, 8);
  return bytes;
}

/** The bytes of an array in the order of the format, on any machine. */
function littleEndian(array: Float32Array | Uint32Array | Uint16Array): Uint8Array {
  const bytes = new Uint8Array(array.byteLength);
  const view = new DataView(bytes.buffer);
  const size = array.BYTES_PER_ELEMENT;
  array.forEach((value, at) => {
    if (array instanceof Float32Array) view.setFloat32(at * size, value, true);
    else if (array instanceof Uint32Array) view.setUint32(at * size, value, true);
    else view.setUint16(at * size, value, true);
  });
  return bytes;
}

/** Least and greatest coordinates. */
function boundsOf(places: Float32Array): { readonly min: number[]; readonly max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  places.forEach((value, at) => {
    const axis = at % 3;
    min[axis] = Math.min(min[axis] ?? NaN, value);
    max[axis] = Math.max(max[axis] ?? NaN, value);
  });
  return { min, max };
}

function unitVectors(vectors: ArrayLike<number>): Float32Array {
  const units = new Float32Array(vectors.length);
  for (let at = 0; at < units.length; at += 3) {
    const vector = [0, 1, 2].map((axis) => vectors[at + axis] ?? NaN);
    const length = Math.hypot(...vector);
    units.set(length > 0 ? vector.map((one) => one / length) : [0, 1, 0], at);
  }
  return units;
}

/** sRGB bytes as linear light with an opacity of 1, in 16 bits. */
function linearColors(colors: Uint8Array): Uint16Array {
  const linear = new Uint16Array(colors.length / 3 * 4).fill(65535);
  colors.forEach((byte, at) => {
    const value = byte / 255;
    const light = value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    linear[Math.floor(at / 3) * 4 + at % 3] = Math.round(light * 65535);
  });
  return linear;
}
