/**
 * PLY point clouds and meshes, as text or binary of either byte order.
 *
 * @module
 */
import { checkOptions, optionNames, pickOptions } from "../../../ffi/base/options.ts";
import { readPlyHeader } from "./_header.ts";
import { type PlyTargets, readPlyRows, type TakeList } from "./_rows.ts";
import { missingCoordinate, PointColumns } from "../base/point_columns.ts";
import { TriangleList } from "../base/triangles.ts";
import { FormatError } from "../base/errors.ts";
import type { CloudFileFormat, PointCloud, ReadFieldsOptions } from "../cloud.ts";
import { textOf } from "../base/bytes.ts";

const INDEX_NAMES = ["vertex_indices", "vertex_index"];

const NAMES = optionNames<ReadFieldsOptions>({ fields: "boolean" });

/**
 * Reads a PLY file, ascii, binary_little_endian or binary_big_endian.
 *
 * Elements may come in any order, and lists may be anywhere. Points are the element "vertex"; colors may be named red,
 * green, blue, or r, g, b, or diffuse_red and so on. Floating-point colors are 0..1 unless one exceeds 1. Polygons of
 * the element "face" become triangle fans, and those with fewer than three corners are skipped; strips of the element
 * "tristrips", separated by -1, become triangles, too. NaN and infinite coordinates are kept, but excluded from the
 * bounds. A row of text must hold exactly its properties on one line.
 *
 * @param bytes The whole file.
 * @param options Whether to read what a cloud has no name for.
 * @returns The points and, if the file has them, colors, normals, intensities, classes and faces.
 * @throws {FormatError} If the file is truncated, longer than its header says, or otherwise inconsistent with it.
 * @see G. Turk, "The PLY Polygon File Format", 1994
 * @category Point clouds
 */
export function readPly(bytes: Uint8Array, options: ReadFieldsOptions = {}): PointCloud {
  const { fields = false } = checkOptions("readPly", options, NAMES);
  const header = readPlyHeader(bytes);
  const vertex = header.elements.find((element) => element.name === "vertex");
  if (vertex === undefined) {
    throw new FormatError("PLY", 'the header has no element "vertex"', { offset: 0 });
  }
  const scalars = new Map(
    vertex.properties.filter((one) => one.countType === undefined)
      .map((one) => [one.name, one.type]),
  );
  const missing = missingCoordinate(scalars.keys());
  if (missing !== undefined) {
    throw new FormatError("PLY", `element "vertex" has no scalar property "${missing}"`, {
      offset: 0,
    });
  }
  const points = new PointColumns(vertex.count, scalars, fields);
  const targets = new Map<string, PlyTargets>([["vertex", { columns: points.columns }]]);
  const triangles = new TriangleList();
  for (const { name, properties } of header.elements) {
    const take = TAKERS.get(name);
    const list = properties.find((property) =>
      property.countType !== undefined && INDEX_NAMES.includes(property.name)
    );
    if (take === undefined || list === undefined) continue;
    targets.set(name, { lists: new Map([[list.name, take(triangles, vertex.count)]]) });
  }
  readPlyRows(bytes, header, targets);
  const { unread: scalarsUnread = [], ...found } = points.finish();
  const lists = vertex.properties.filter((one) => one.countType !== undefined);
  const unread = [...scalarsUnread, ...lists.map(({ name }) => name)];
  return {
    format: "ply",
    count: vertex.count,
    ...found,
    ...(unread.length === 0 ? {} : { unread }),
    ...(targets.size === 1 ? {} : { faces: triangles.finish() }),
  };
}

/** Makes what takes the lists of an element that says where triangles are. */
type MakeTaker = (triangles: TriangleList, vertexCount: number) => TakeList;

/** Checks the corners of each polygon and adds it. */
const takePolygons: MakeTaker = (triangles, vertexCount) => (corners, count, offset) => {
  for (let corner = 0; corner < count; corner++) {
    checkCorner(corners[corner] ?? -1, vertexCount, offset);
  }
  if (count >= 3) triangles.addPolygon(corners, count);
};

/** Adds the triangles of strips, which -1 separates; every second one is turned over. */
const takeStrips: MakeTaker = (triangles, vertexCount) => (corners, count, offset) => {
  let start = 0;
  for (let corner = 0; corner < count; corner++) {
    const row = corners[corner] ?? -1;
    if (row === -1) start = corner + 1;
    else checkCorner(row, vertexCount, offset);
    if (corner < start + 2) continue;
    const [a = 0, b = 0] = [corners[corner - 2], corners[corner - 1]];
    triangles.addPolygon((corner - start) % 2 === 0 ? [a, b, row] : [b, a, row], 3);
  }
};

const TAKERS: ReadonlyMap<string, MakeTaker> = new Map([
  ["face", takePolygons],
  ["tristrips", takeStrips],
]);

function checkCorner(row: number, vertexCount: number, offset: number): void {
  if (Number.isInteger(row) && row >= 0 && row < vertexCount) return;
  throw new FormatError("PLY", `a face names vertex ${row}, there are ${vertexCount}`, { offset });
}

/** PLY among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"ply"> = {
  name: "ply",
  title: "PLY",
  faces: true,
  extensions: [".ply"],
  matches: (start) => /^ply[\r\n]?$/.test(textOf(start, 4)),
  read: (bytes, options) => readPly(bytes, pickOptions(options, ["fields"])),
};
