/**
 * Entwine point tiles (EPT): a folder of tiles that are the nodes of an octree.
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../../../ffi/base/options.ts";
import { describeValue } from "../../../ffi/base/words.ts";
import { checkBytes } from "../base/bytes.ts";
import { type EptDimension, type EptSchema, parseObject, readEptSchema } from "./_schema.ts";
import { showJson } from "../base/json.ts";
import { type AllLasColumns, allocateLasColumns, finishLas, lasFactsOf } from "../las/points.ts";
import { readLazColumns } from "../las/laz_columns.ts";
import { checkKey, NODE_SELECTION, nodeFilter, type NodeKey } from "../base/octree_nodes.ts";
import { zlibFor } from "../base/platform.ts";
import { PointColumns } from "../base/point_columns.ts";
import { extentOf } from "../base/bounds.ts";
import { copyScalars } from "../base/scalars.ts";
import { FormatError } from "../base/errors.ts";
import type { LasHeader } from "../las/header.ts";
import type {
  CloudFileFormat,
  NodeSelection,
  OctreeCloud,
  PointCloud,
  ReadFieldsOptions,
  ReadFile,
  ReadPointCloudOptions,
  Triple,
} from "../cloud.ts";

const SUFFIXES = { binary: "bin", laszip: "laz", zstandard: "zst" } as const;

/** A tile. */
interface Tile extends NodeKey {
  readonly path: string;
  readonly count: number;
}

const NAMES = optionNames<NodeSelection & ReadFieldsOptions>({
  bounds: true,
  maxDepth: true,
  resolution: true,
  fields: "boolean",
});

/**
 * Reads tiles of an EPT data set: all, or those down to a level, a resolution or within a box.
 *
 * Every level adds points to those above it, so the root is always among the nodes; whether colors have 8 or 16 bits
 * is decided once for all of them. Tiles may be binary, zstandard or LAZ. Integer coordinates are kept in
 * `lasIntegers`, for LAZ if all tiles have the same scale and offset.
 *
 * @param readFile Reads "ept.json", the files of "ept-hierarchy" and the tiles in "ept-data".
 * @param options Which nodes to read.
 * @returns The points of the nodes, level by level, and the node of each point.
 * @throws {FormatError} If a file cannot be read, is truncated or is inconsistent with itself or the others.
 * @throws {TypeError} If `readFile` is not a function, or returns anything but bytes.
 * @throws {RangeError} If `maxDepth` is negative or `resolution` not positive.
 * @see Entwine Point Tile specification 1.0 and 1.1
 * @category Trees of points
 *
 * @example A folder on a disk
 * ```ts
 * import { type OctreeCloud, readEpt } from "@denovdb/denovdb/io";
 *
 * function overview(folder: string): Promise<OctreeCloud> {
 *   return readEpt((path) => Deno.readFile(`${folder}/${path}`), { maxDepth: 3 });
 * }
 * ```
 */
export async function readEpt(
  readFile: ReadFile,
  options: NodeSelection & ReadFieldsOptions = {},
): Promise<OctreeCloud> {
  checkOptions("readEpt", options, NAMES);
  if (typeof readFile !== "function") {
    const given = describeValue(readFile);
    throw new TypeError(`Cannot read EPT: readFile is ${given}, a function expected`);
  }
  const read: ReadFile = async (path) => {
    const bytes = await tryToRead(readFile, path);
    checkBytes(bytes);
    return bytes;
  };
  const schema = readEptSchema(parseObject(await read("ept.json"), "ept.json"));
  const tiles = await readHierarchy(read, schema, nodeFilter(schema.root, options));
  const count = tiles.reduce((sum, tile) => sum + tile.count, 0);
  if (count > schema.count) {
    throw new FormatError("EPT", `the tiles hold ${count} points, ept.json claims ${schema.count}`);
  }
  const cloud = schema.dataType === "laszip"
    ? await readLazTiles(read, tiles)
    : await readBinaryTiles(read, schema, tiles, options.fields ?? false);
  let first = 0;
  const nodes = tiles.map(({ level, x, y, z, count }) => {
    first += count;
    return { level, x, y, z, first: first - count, count };
  });
  const { crs = cloud.crs } = schema;
  return { ...cloud, format: "ept", nodes, ...(crs === undefined ? {} : { crs }) };
}

async function tryToRead(readFile: ReadFile, path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    if (cause instanceof FormatError) throw cause;
    throw new FormatError("EPT", `${path} cannot be read`, { cause });
  }
}

/** Lists the wanted tiles with points, in the order of their levels. */
async function readHierarchy(
  read: ReadFile,
  { dataType }: EptSchema,
  isWanted: (key: NodeKey) => boolean,
): Promise<Tile[]> {
  const tiles: Tile[] = [];
  const seen = new Set<string>();
  const pages = ["0-0-0-0"];
  // A page that names itself, or one before it, would never end.
  const seenPages = new Set(pages);
  for (let page = pages.pop(); page !== undefined; page = pages.pop()) {
    const path = `ept-hierarchy/${page}.json`;
    const entries = parseObject(await read(path), path);
    for (const [name, count] of Object.entries(entries)) {
      const key = parseKey(name, path);
      if (typeof count !== "number" || !Number.isSafeInteger(count) || count < -1) {
        throw new FormatError("EPT", `${path} gives node ${name} ${showJson(count)} points`);
      }
      const isPage = count === -1;
      if (seen.has(name) || (isPage && seenPages.has(name))) {
        throw new FormatError("EPT", `${path} names node ${name} twice`);
      }
      (isPage ? seenPages : seen).add(name);
      if (count === 0 || !isWanted(key)) continue;
      if (isPage) pages.push(name);
      else tiles.push({ ...key, count, path: `ept-data/${name}.${SUFFIXES[dataType]}` });
    }
  }
  const order = (a: NodeKey, b: NodeKey): number =>
    a.level - b.level || a.z - b.z || a.y - b.y || a.x - b.x;
  return tiles.sort(order);
}

function parseKey(name: string, path: string): NodeKey {
  const words = /^(\d{1,10})-(\d{1,10})-(\d{1,10})-(\d{1,10})$/.exec(name);
  if (words === null) throw new FormatError("EPT", `${path} names a node ${name.slice(0, 60)}`);
  const [level = 0, x = 0, y = 0, z = 0] = words.slice(1).map(Number);
  const key = { level, x, y, z };
  checkKey("EPT", key);
  return key;
}

/** A tile's bytes, none before the one before it was taken in. */
async function readBinaryTiles(
  read: ReadFile,
  { dataType, dimensions, recordLength }: EptSchema,
  tiles: readonly Tile[],
  fields: boolean,
): Promise<PointCloud> {
  const loaded: DataView[] = [];
  for (const tile of tiles) {
    const needed = tile.count * recordLength;
    const bytes = await read(tile.path);
    const plain = dataType === "binary" ? bytes : unpack(bytes, tile.path, needed);
    if (plain.length !== needed) {
      throw new FormatError(
        "EPT",
        `${tile.path} holds ${plain.length} bytes, ${tile.count} points take ${needed}`,
      );
    }
    loaded.push(new DataView(plain.buffer, plain.byteOffset, plain.length));
  }
  const count = tiles.reduce((sum, tile) => sum + tile.count, 0);
  const points = new PointColumns(
    count,
    new Map(dimensions.map(({ name, type }) => [name, type])),
    fields,
  );
  for (const { name, type, at } of dimensions) {
    const column = points.columns.get(name);
    if (column === undefined) continue;
    let row = 0;
    for (const view of loaded) {
      const run = { view, type, little: true, at, step: recordLength };
      const count = view.byteLength / recordLength;
      copyScalars({ ...run, count }, { ...column, first: column.first + row * column.stride });
      row += count;
    }
  }
  const { positions, bounds: _bounds, nonFinite: _nonFinite, ...found } = points.finish();
  const axes = ["X", "Y", "Z"].flatMap((name) => dimensions.find((one) => one.name === name) ?? []);
  const stored = axes.every(({ type }) => ["i8", "i16", "i32"].includes(type))
    ? { lasIntegers: { coordinates: Int32Array.from(positions), ...transformOf(axes) } }
    : {};
  axes.forEach(({ scale, offset }, axis) => {
    for (let at = axis; at < positions.length; at += 3) {
      positions[at] = (positions[at] ?? NaN) * scale + offset;
    }
  });
  return { format: "ept", count, positions, ...found, ...extentOf(positions), ...stored };
}

function transformOf(axes: readonly EptDimension[]): Pick<LasHeader, "scale" | "offset"> {
  const triple = (part: "scale" | "offset"): Triple => {
    const [x = 1, y = 1, z = 1] = axes.map((axis) => axis[part]);
    return [x, y, z];
  };
  return { scale: triple("scale"), offset: triple("offset") };
}

function unpack(bytes: Uint8Array, path: string, needed: number): Uint8Array {
  const { zstdDecompressSync } = zlibFor("read EPT");
  try {
    return zstdDecompressSync(bytes, { maxOutputLength: Math.max(1, needed) });
  } catch (cause) {
    throw new FormatError("EPT", `${path} cannot be unpacked to ${needed} bytes`, { cause });
  }
}

async function readLazTiles(read: ReadFile, tiles: readonly Tile[]): Promise<PointCloud> {
  const parts: { readonly header: LasHeader; readonly columns: AllLasColumns }[] = [];
  for (const { path, count } of tiles) {
    const part = await readLazTile(read, path);
    if (part.header.count !== count) {
      throw new FormatError(
        "EPT",
        `${path} holds ${part.header.count} points, the hierarchy says ${count}`,
      );
    }
    parts.push(part);
  }
  const [first] = parts;
  if (first === undefined) {
    return { format: "ept", count: 0, ...new PointColumns(0, new Map()).finish() };
  }
  const count = parts.reduce((sum, { header }) => sum + header.count, 0);
  const { scale, offset } = first.header;
  const same = (one: LasHeader): boolean =>
    one.scale.every((value, axis) => value === scale[axis]) &&
    one.offset.every((value, axis) => value === offset[axis]);
  const colored = parts.every(({ columns }) => columns.rgb !== undefined);
  const header = { ...first.header, count, pointFormat: colored ? 7 : 6 };
  const columns = allocateLasColumns(header);
  let row = 0;
  for (const part of parts) {
    columns.coordinates.set(part.columns.coordinates, row * 3);
    columns.intensities.set(part.columns.intensities, row);
    columns.classifications.set(part.columns.classifications, row);
    if (part.columns.rgb !== undefined) columns.rgb?.set(part.columns.rgb, row * 3);
    row += part.header.count;
  }
  // Only what is read of each tile has the format of the header that is made here.
  const cloud = { ...finishLas(header, columns), lasFacts: lasFactsOf(first.header) };
  if (parts.every(({ header }) => same(header))) return cloud;
  // Tiles with scales and offsets of their own have no integers in common.
  row = 0;
  for (const part of parts) {
    cloud.positions.set(finishLas(part.header, part.columns).positions, row * 3);
    row += part.header.count;
  }
  const { lasIntegers: _integers, ...rest } = cloud;
  return { ...rest, ...extentOf(cloud.positions) };
}

async function readLazTile(
  read: ReadFile,
  path: string,
): Promise<{ readonly header: LasHeader; readonly columns: AllLasColumns }> {
  const bytes = await read(path);
  try {
    return await readLazColumns(bytes);
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    const offset = cause.offset === undefined ? {} : { offset: cause.offset };
    throw new FormatError("EPT", `${path}: ${cause.message}`, { cause, ...offset });
  }
}

/** Reads the wanted tiles of the data set whose ept.json is given. */
async function readTiles(bytes: Uint8Array, options: ReadPointCloudOptions): Promise<PointCloud> {
  const { readFile } = options;
  if (readFile === undefined) {
    throw new FormatError("EPT", "the tiles cannot be read without the option readFile");
  }
  return await readEpt(
    (path) => path === "ept.json" ? Promise.resolve(bytes) : readFile(path),
    pickOptions(options, [...NODE_SELECTION, "fields"]),
  );
}

/** EPT among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"ept"> = {
  name: "ept",
  title: "EPT",
  nodes: { title: "EPT", has: () => true },
  extensions: ["ept.json"],
  compressed: true,
  read: readTiles,
};
