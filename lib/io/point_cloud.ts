/**
 * Point clouds of any supported format in one shape.
 *
 * @module
 */
import { checkText } from "../../ffi/base/checks.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import { oneOf } from "../../ffi/base/words.ts";
import { checkBytes } from "./base/bytes.ts";
import { FormatError } from "./base/errors.ts";
import { formatOfBytes, formatOfName, isPacked, nameUnpacked } from "./base/format.ts";
import { gunzip, startOfGzip } from "./base/inflate.ts";
import { selectsNodes } from "./base/octree_nodes.ts";
import type { PointCloud, ReadPointCloudOptions } from "./cloud.ts";
import { CLOUD_FORMATS, type PointCloudFormat } from "./formats.ts";
import { dropNonFinite } from "./select_points.ts";

const NAMES = optionNames<ReadPointCloudOptions>({
  missing: true,
  bounds: true,
  maxDepth: true,
  resolution: true,
  name: true,
  readFile: true,
  nonFinite: true,
  fields: "boolean",
});

/**
 * Reads a point cloud of any supported format.
 *
 * Formats with a signature are recognized by their first bytes, the others by the extension of their name;
 * {@linkcode PointCloudFormat} says which. A name with a known extension must agree with the bytes; otherwise the bytes
 * decide. Files that gzip compressed as a whole are unpacked first, to 4 GiB at most.
 *
 * @param file The whole file.
 * @param options The file's name, needed for formats without a signature, and what to drop.
 * @returns The points; the caller owns the arrays.
 * @throws {FormatError} If the format is unknown, the name does not agree or the bytes are invalid, or if nodes are
 * selected in a file without nodes.
 * @category Point clouds
 *
 * @example A triangle
 * ```ts
 * import { readPointCloud } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const text = "v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n";
 * const cloud = await readPointCloud(new TextEncoder().encode(text), { name: "triangle.obj" });
 * assertEquals(cloud.count, 3);
 * assertEquals(cloud.bounds.max, [1, 2, 0]);
 * ```
 */
export async function readPointCloud(
  file: Uint8Array,
  options: ReadPointCloudOptions = {},
): Promise<PointCloud<PointCloudFormat>> {
  checkOptions("readPointCloud", options, NAMES);
  checkBytes(file);
  const { name } = options;
  if (name !== undefined) checkText({ operator: "readPointCloud", name: "name" }, name);
  const named = formatOfName(CLOUD_FORMATS, nameUnpacked(name ?? ""));
  const bytes = isPacked(file, name ?? "", named)
    ? await gunzip(file, named?.title ?? "point cloud")
    : file;
  const marked = named?.matches?.(bytes) ? named : formatOfBytes(CLOUD_FORMATS, bytes);
  const fail = (problem: string): never => {
    throw new FormatError(named?.name.toUpperCase() ?? "point cloud", problem, { offset: 0 });
  };
  if (bytes.length === 0) fail("the file is empty");
  if (named !== undefined && marked !== undefined && named !== marked) {
    fail(`"${name}" holds ${marked.name.toUpperCase()}`);
  }
  const claimed = CLOUD_FORMATS.find(({ claims }) => claims?.(bytes));
  const format = marked ?? named ?? claimed ??
    fail(`the format is not known, ${expected()} expected`);
  if (selectsNodes(options) && !format.nodes?.has(bytes)) {
    const others = CLOUD_FORMATS.flatMap(({ nodes }) => nodes === undefined ? [] : [nodes.title]);
    fail(`it has no nodes to select, as ${others.join(" and ")} do`);
  }
  const { fields = true } = options;
  const cloud = { ...await format.read(bytes, { ...options, fields }), format: format.name };
  return options.nonFinite === "drop" ? dropNonFinite(cloud) : cloud;
}

/** Ways in which the format of a file is known, for messages. */
function expected(): string {
  const marked = CLOUD_FORMATS.filter(({ matches }) => matches !== undefined);
  const titles = marked.map(({ title, detail }) => detail ? `${title} ${detail}` : title);
  const named = CLOUD_FORMATS.filter(({ matches }) => matches === undefined);
  const endings = oneOf(named.flatMap(({ extensions }) => extensions));
  return `${titles.join(", ")}, or a name ending in ${endings}`;
}

/**
 * Tells whether a file is a point cloud, and of which format.
 *
 * @param start The first 128 bytes of the file, or more; it may be compressed by gzip.
 * @param name Its name, for formats without a signature.
 * @returns The format according to the bytes, or else the name; undefined if neither determines it.
 * @category Point clouds
 *
 * @example A text file
 * ```ts
 * import { pointCloudFormat } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const start = new TextEncoder().encode("1 2 3");
 * assertEquals(pointCloudFormat(start, "scan.xyz"), "xyz");
 * assertEquals(pointCloudFormat(start, "scan.raw"), undefined);
 * ```
 */
export function pointCloudFormat(start: Uint8Array, name = ""): PointCloudFormat | undefined {
  checkBytes(start);
  checkText({ operator: "pointCloudFormat", name: "name" }, name);
  const named = formatOfName(CLOUD_FORMATS, nameUnpacked(name));
  const head = isPacked(start, name, named) ? startOfGzip(start) : start;
  return (formatOfBytes(CLOUD_FORMATS, head) ?? named)?.name;
}
