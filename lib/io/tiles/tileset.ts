/**
 * 3D Tiles writer for points: tilesets with explicit children, and their contents as binary glTF.
 *
 * @module
 */
import {
  checkArray,
  checkClass,
  checkNumber,
  checkParts,
  checkText,
} from "../../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../../ffi/base/options.ts";
import { describeValue } from "../../../ffi/base/words.ts";
import { checkFinites, checkReals } from "../base/operands.ts";
import type { PointBounds, Triple } from "../cloud.ts";

/**
 * Points of one tile, in the tile's own coordinates with z up.
 *
 * @category Trees of points
 */
export interface PointTile {
  /** x, y, z interleaved, [points, 3]. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Red, green, blue and alpha in sRGB, [points, 4]. */
  readonly colors: Uint8Array;
  /**
   * Strength of the return of each point, [points].
   *
   * @default {undefined} The file has no attribute `_INTENSITY`.
   */
  readonly intensities?: Uint16Array;
  /**
   * ASPRS class of each point, [points].
   *
   * @default {undefined} The file has no attribute `_CLASSIFICATION`.
   */
  readonly classifications?: Uint8Array;
}

/**
 * A tile and its children.
 *
 * @category Trees of points
 */
export interface TilesetTile {
  /** Minimum corner of its cube, from which the coordinates of its points count. */
  readonly min: Triple;
  /** Edge length of its cube. */
  readonly edge: number;
  /**
   * The box around its points and those of its children, in the same coordinates as `min`.
   *
   * @default {undefined} The cube.
   */
  readonly box?: PointBounds;
  /** Error in units of the coordinates if this tile is shown without its children. */
  readonly geometricError: number;
  /**
   * URI of its content, relative to the tileset.
   *
   * @default {undefined} It has none, but children do.
   */
  readonly uri?: string;
  /** Tiles that replace it in a closer view. */
  readonly children: readonly TilesetTile[];
}

/**
 * Contents of a tileset besides its tiles.
 *
 * @category Trees of points
 */
export interface EncodeTilesetOptions {
  /**
   * The columns of the 4 x 4 matrix that takes the coordinates of the tiles to Earth-centered, Earth-fixed ones in meters.
   *
   * @default {undefined} Tiles keep their coordinates.
   */
  readonly transform?: readonly number[];
  /**
   * Whether children replace their parents, or are shown together with them.
   *
   * @default {"REPLACE"}
   */
  readonly refine?: "REPLACE" | "ADD";
  /**
   * Further properties, as the `extras` of the asset; anything that JSON can hold.
   *
   * @default {undefined} None.
   */
  readonly extras?: Readonly<Record<string, unknown>>;
}

const TILESET_NAMES = optionNames<EncodeTilesetOptions>({
  transform: true,
  refine: true,
  extras: true,
});

const GLTF_MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const SPACE = 0x20;
const FLOAT = 5126;
const UNSIGNED_BYTE = 5121;
const UNSIGNED_SHORT = 5123;
/** Bytes from one attribute of a vertex to the next have to be a multiple of it. */
const ALIGNMENT = 4;
const ARRAY_BUFFER = 34962;
const POINTS = 0;

/** Cancels the turn from y up to z up that readers of 3D Tiles give to glTF. */
const Z_UP = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];

/**
 * Encodes points as binary glTF: unlit, with vertex colors.
 *
 * Coordinates are unchanged, with z up; a matrix in the file cancels the rotation that readers of 3D Tiles apply.
 * Colors become linear light, 8 bits per channel, as glTF requires. Intensities and classes keep their values, in
 * attributes with the names that point clouds in 3D Tiles use.
 *
 * @param tile The points; at least one.
 * @returns The bytes of the file.
 * @throws {RangeError} If there are no points, the numbers of colors, intensities or classes do not match, or a
 * coordinate is not finite.
 * @throws {TypeError} If a part is of another kind, such as a tensor for an array.
 * @see Khronos Group, glTF 2.0; OGC, 3D Tiles 1.1
 * @category Trees of points
 *
 * @example One point
 * ```ts
 * import { encodePointTile } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const positions = Float32Array.of(1, 2, 3);
 * const file = encodePointTile({ positions, colors: Uint8Array.of(255, 0, 0, 255) });
 * assertEquals(new TextDecoder().decode(file.subarray(0, 4)), "glTF");
 * ```
 */
export function encodePointTile(tile: PointTile): Uint8Array<ArrayBuffer> {
  const operator = "encode tile";
  checkParts({ operator, name: "the tile" }, tile, "an object with positions and colors");
  const { positions, colors, intensities, classifications } = tile;
  checkClass({ operator, name: "positions" }, positions, Float32Array);
  checkReals({ operator, name: "colors" }, colors);
  for (const [name, values] of Object.entries({ intensities, classifications })) {
    if (values !== undefined) checkReals({ operator, name }, values);
  }
  const count = positions.length / 3;
  if (count === 0 || !Number.isInteger(count)) {
    throw new RangeError(
      `Cannot encode tile: ${positions.length} coordinates given, three for each point expected`,
    );
  }
  if (colors.length !== count * 4) {
    throw new RangeError(
      `Cannot encode tile: ${colors.length} bytes of colors given, ${count * 4} expected`,
    );
  }
  const scalars = [
    ...scalarOf("_INTENSITY", UNSIGNED_SHORT, intensities),
    ...scalarOf("_CLASSIFICATION", UNSIGNED_BYTE, classifications),
  ];
  const binary = new Uint8Array(count * (16 + scalars.length * ALIGNMENT));
  binary.set(new Uint8Array(positions.buffer, positions.byteOffset, positions.byteLength));
  for (let at = 0; at < colors.length; at++) {
    const value = colors[at] ?? 0;
    binary[count * 12 + at] = at % 4 === 3 ? value : LINEAR[value] ?? 0;
  }
  for (const [n, { name, values }] of scalars.entries()) {
    if (values.length !== count) {
      throw new RangeError(
        `Cannot encode tile: ${values.length} values of ${name} given, ${count} expected`,
      );
    }
    const start = count * (16 + n * ALIGNMENT);
    const view = new DataView(binary.buffer, start, count * ALIGNMENT);
    values.forEach((value, at) => view.setUint32(at * ALIGNMENT, value, true));
  }
  const [min, max] = boundsOf(positions);
  if (![...min, ...max].every(Number.isFinite)) {
    throw new RangeError(
      `Cannot encode tile: points reach from ${min.join(", ")} to ${max.join(", ")} in f32`,
    );
  }
  const json = {
    asset: { version: "2.0" },
    extensionsUsed: ["KHR_materials_unlit"],
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0, matrix: Z_UP }],
    meshes: [{
      primitives: [{
        attributes: {
          POSITION: 0,
          COLOR_0: 1,
          ...Object.fromEntries(scalars.map(({ name }, n) => [name, 2 + n])),
        },
        mode: POINTS,
        material: 0,
      }],
    }],
    materials: [{ extensions: { KHR_materials_unlit: {} } }],
    accessors: [
      { bufferView: 0, componentType: FLOAT, count, type: "VEC3", min, max },
      { bufferView: 1, componentType: UNSIGNED_BYTE, normalized: true, count, type: "VEC4" },
      ...scalars.map(({ componentType }, n) => ({
        bufferView: 2 + n,
        componentType,
        count,
        type: "SCALAR",
      })),
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: count * 12, target: ARRAY_BUFFER },
      { buffer: 0, byteOffset: count * 12, byteLength: count * 4, target: ARRAY_BUFFER },
      ...scalars.map((_, n) => ({
        buffer: 0,
        byteOffset: count * (16 + n * ALIGNMENT),
        byteLength: count * ALIGNMENT,
        byteStride: ALIGNMENT,
        target: ARRAY_BUFFER,
      })),
    ],
    buffers: [{ byteLength: binary.length }],
  };
  return joinGlb(new TextEncoder().encode(JSON.stringify(json)), binary);
}

/**
 * Encodes a tree of tiles whose children replace their parents, or are added to them.
 *
 * @param root The root tile.
 * @param options A transform to the Earth, and further properties.
 * @returns The text of `tileset.json`.
 * @throws {RangeError} If a number is not finite, which JSON cannot hold, or the transform has not 16 numbers.
 * @throws {TypeError} If a part of a tile or an option is of another kind.
 * @see OGC, 3D Tiles 1.1
 * @category Trees of points
 *
 * @example A single tile
 * ```ts
 * import { encodeTileset } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const root = { min: [5, 5, 5], edge: 2, geometricError: 0, uri: "0.glb", children: [] } as const;
 * const { asset, root: tile } = JSON.parse(encodeTileset(root));
 * assertEquals([asset.version, tile.refine], ["1.1", "REPLACE"]);
 * assertEquals(tile.transform.slice(12), [5, 5, 5, 1]);
 * ```
 */
export function encodeTileset(root: TilesetTile, options: EncodeTilesetOptions = {}): string {
  const { transform, refine = "REPLACE", extras } = checkOptions(
    "encodeTileset",
    options,
    TILESET_NAMES,
  );
  if (refine !== "REPLACE" && refine !== "ADD") {
    throw new RangeError(
      `Cannot encode tileset: refine is ${describeValue(refine)}, REPLACE or ADD expected`,
    );
  }
  const tree = { ...describeTile(root, [0, 0, 0]), refine };
  return JSON.stringify({
    asset: { version: "1.1", ...(extras === undefined ? {} : { extras }) },
    geometricError: root.edge,
    root: transform === undefined ? tree : { ...tree, transform: movedBy(transform, root.min) },
  });
}

/** The columns of a matrix behind a shift. */
function movedBy(transform: readonly number[], shift: Triple): number[] {
  checkFinites({ operator: "encode tileset", name: "transform" }, transform, 16);
  if (transform.length !== 16 || !transform.every(Number.isFinite)) {
    throw new RangeError(
      `Cannot encode tileset: transform is [${transform.join(", ")}], 16 finite numbers expected`,
    );
  }
  const place = [0, 1, 2, 3].map((row) =>
    [0, 1, 2].reduce(
      (sum, column) => sum + (transform[4 * column + row] ?? 0) * (shift[column] ?? 0),
      transform[12 + row] ?? 0,
    )
  );
  return [...transform.slice(0, 12), ...place];
}

/** A tile's own coordinates begin at its least corner, so that single precision is enough. */
function describeTile(tile: TilesetTile, corner: Triple): Record<string, unknown> {
  const operator = "encode tileset";
  checkParts({ operator, name: "a tile" }, tile, "an object with min, edge and children");
  const { min, edge, box, geometricError, uri, children } = tile;
  checkFinites({ operator, name: "min of a tile" }, min, 3);
  checkArray({ operator, name: "children of a tile" }, children);
  checkNumber({ operator, name: "edge of a tile" }, edge);
  checkNumber({ operator, name: "geometricError of a tile" }, geometricError);
  if (uri !== undefined) checkText({ operator, name: "uri of a tile" }, uri);
  if (box !== undefined) {
    checkParts({ operator, name: "box of a tile" }, box, "an object with min and max");
  }
  const cube = { min, max: [min[0] + edge, min[1] + edge, min[2] + edge] as const };
  const { min: low, max: high } = box === undefined ? cube : box;
  checkFinites({ operator, name: "min of the box of a tile" }, low, 3);
  checkFinites({ operator, name: "max of the box of a tile" }, high, 3);
  const middle = ([0, 1, 2] as const).map((axis) => (low[axis] + high[axis]) / 2 - min[axis]);
  const half = ([0, 1, 2] as const).map((axis) => (high[axis] - low[axis]) / 2);
  if (![...middle, ...half].every(Number.isFinite)) {
    throw new RangeError(
      `Cannot encode tileset: the box of a tile is [${low}] to [${high}], finite numbers expected`,
    );
  }
  const [x, y, z] = half;
  const shift = min.map((value, axis) => value - (corner[axis] ?? 0));
  return {
    transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, ...shift, 1],
    boundingVolume: { box: [...middle, x, 0, 0, 0, y, 0, 0, 0, z] },
    geometricError,
    ...(uri === undefined ? {} : { content: { uri } }),
    ...(children.length === 0 ? {} : {
      children: children.map((child) => describeTile(child, min)),
    }),
  };
}

/** One number for each point. */
interface Scalar {
  readonly name: string;
  readonly componentType: number;
  readonly values: Uint16Array | Uint8Array;
}

function scalarOf(
  name: string,
  componentType: number,
  values: Uint16Array | Uint8Array | undefined,
): Scalar[] {
  return values === undefined ? [] : [{ name, componentType, values }];
}

/** Bytes of sRGB in linear light. */
const LINEAR: Uint8Array = Uint8Array.from({ length: 256 }, (_, value) => {
  const share = value / 255;
  const light = share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  return Math.round(light * 255);
});

function boundsOf(positions: Float32Array): [number[], number[]] {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let at = 0; at < positions.length; at++) {
    const value = positions[at] ?? 0;
    min[at % 3] = Math.min(min[at % 3] ?? value, value);
    max[at % 3] = Math.max(max[at % 3] ?? value, value);
  }
  return [min, max];
}

function joinGlb(json: Uint8Array, binary: Uint8Array): Uint8Array<ArrayBuffer> {
  const jsonLength = Math.ceil(json.length / 4) * 4;
  const length = 12 + 8 + jsonLength + 8 + binary.length;
  const file = new Uint8Array(length);
  const view = new DataView(file.buffer);
  const words = [GLTF_MAGIC, 2, length, jsonLength, JSON_CHUNK];
  words.forEach((word, at) => view.setUint32(at * 4, word, true));
  file.fill(SPACE, 20, 20 + jsonLength).set(json, 20);
  view.setUint32(20 + jsonLength, binary.length, true);
  view.setUint32(24 + jsonLength, BINARY_CHUNK, true);
  file.set(binary, 28 + jsonLength);
  return file;
}
