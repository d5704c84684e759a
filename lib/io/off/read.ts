/**
 * OFF meshes: vertices, their colors and normals, and polygons.
 *
 * @module
 */
import { extentOf } from "../base/bounds.ts";
import { checkBytes } from "../base/bytes.ts";
import { packFloatColors, packIntegerColors } from "../base/colors.ts";
import { LineScanner } from "../base/text.ts";
import { TriangleList } from "../base/triangles.ts";
import { FormatError } from "../base/errors.ts";
import type { CloudFileFormat, PointCloud } from "../cloud.ts";

/** Bytes that a vertex takes at the least, "0 0 0" and a line break; a face takes more. */
const LEAST_BYTES = 6;

/**
 * Reads the vertices and faces of an OFF file in text form.
 *
 * The first line says OFF, preceded by C for colors and N for normals of the vertices, which follow the coordinates:
 * first normals, then red green blue, 0..1 unless one exceeds 1, and an opacity that is skipped. NCOFF is written by
 * MeshLab, and puts the colors first, four integers of 0..255. ST indicates texture coordinates after everything else,
 * which are skipped. The numbers of vertices, faces and edges may be on the same line or the next one. Polygons become
 * triangle fans; their colors are skipped, as are comments.
 *
 * @param bytes The whole file.
 * @returns The vertices as points, in file order, and the faces if there are any.
 * @throws {FormatError} If the first line is another one, lines are missing, a number is malformed or a face names a
 * vertex that does not exist.
 * @see The Geometry Center, Geomview manual, "OFF Files"; VCGLib, wrap/io_trimesh/export_off.h, for what MeshLab writes
 * @category Meshes
 */
export function readOff(bytes: Uint8Array): PointCloud {
  checkBytes(bytes);
  if (bytes.length === 0) throw new FormatError("OFF", "the file is empty", { offset: 0 });
  const scanner = new LineScanner(bytes, { format: "OFF", comments: true });
  const { colored, hasNormals, colorsFirst, vertexCount, faceCount } = readHead(
    scanner,
    bytes.length,
  );
  const positions = new Float64Array(vertexCount * 3);
  const normals = hasNormals ? new Float32Array(vertexCount * 3) : undefined;
  const colors = colored ? new Float32Array(vertexCount * 3) : undefined;
  for (let at = 0; at < positions.length; at += 3) {
    nextLine(scanner, `vertex ${at / 3} of ${vertexCount}`);
    readThree(scanner, positions, at);
    if (colorsFirst && colors !== undefined) readBytes(scanner, colors, at);
    if (normals !== undefined) readThree(scanner, normals, at);
    if (!colorsFirst && colors !== undefined) readThree(scanner, colors, at);
  }
  const faces = readFaces(scanner, vertexCount, faceCount);
  return {
    format: "off",
    count: vertexCount,
    positions,
    ...extentOf(positions),
    ...colors && (colorsFirst ? packIntegerColors(colors) : packFloatColors(colors)),
    ...normals && { normals },
    ...faces && { faces },
  };
}

function readThree(scanner: LineScanner, numbers: Float64Array | Float32Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) numbers[at + axis] = scanner.number();
}

/** Reads a color as MeshLab writes it; what has its normal there is refused and not mistaken for one. */
function readBytes(scanner: LineScanner, colors: Float32Array, at: number): void {
  for (let channel = 0; channel < 4; channel++) {
    const value = scanner.number();
    if (!Number.isInteger(value) || value < 0 || value > 255) {
      scanner.fail(
        `vertex ${
          at / 3
        } of the NCOFF file has ${value} where a color of four whole numbers, 0 to 255, is expected; ` +
          "where normals come first the word is CNOFF",
      );
    }
    if (channel < 3) colors[at + channel] = value;
  }
}

/** Contents of the first lines. */
interface Head {
  readonly colored: boolean;
  readonly hasNormals: boolean;
  /** Whether the colors precede the normals. */
  readonly colorsFirst: boolean;
  readonly vertexCount: number;
  readonly faceCount: number;
}

function readHead(scanner: LineScanner, length: number): Head {
  nextLine(scanner, "the head");
  const at = scanner.offset;
  const word = scanner.word();
  // Geomview's words say [ST][C][N]OFF, MeshLab's [N][C][ST]OFF. Some files have no blank between the word and a number.
  const [, kind, attached] = /^((?:ST)?C?N?|N?C?(?:ST)?)OFF(\d*)$/.exec(word) ?? [];
  if (kind === undefined) {
    throw new FormatError(
      "OFF",
      `the file starts with "${word.slice(0, 20)}", OFF, COFF, NOFF, CNOFF or NCOFF expected`,
      { offset: at },
    );
  }
  const counts = attached === "" ? [] : [Number(attached)];
  while (counts.length < 2) {
    if (!scanner.hasWord()) nextLine(scanner, "the line with the numbers of vertices and faces");
    counts.push(scanner.integer() ?? scanner.fail("a number of vertices or faces is missing"));
    if (!scanner.endsWord()) scanner.fail("a number of vertices or faces is not whole");
  }
  const [vertexCount = 0, faceCount = 0] = counts;
  const most = Math.ceil(length / LEAST_BYTES);
  if (vertexCount < 1 || faceCount < 0 || vertexCount + faceCount > most) {
    scanner.fail(
      `there are ${vertexCount} vertices and ${faceCount} faces, which ${length} bytes cannot hold`,
    );
  }
  return {
    colored: kind.includes("C"),
    hasNormals: kind.includes("N"),
    colorsFirst: kind.includes("NC"),
    vertexCount,
    faceCount,
  };
}

function readFaces(
  scanner: LineScanner,
  vertexCount: number,
  faceCount: number,
): Uint32Array | undefined {
  if (faceCount === 0) return undefined;
  const triangles = new TriangleList();
  const corners: number[] = [];
  for (let face = 0; face < faceCount; face++) {
    nextLine(scanner, `face ${face} of ${faceCount}`);
    const count = wordAsInteger(scanner);
    if (count < 3) scanner.fail(`face ${face} has ${count} corners, 3 or more expected`);
    for (let corner = 0; corner < count; corner++) {
      const row = wordAsInteger(scanner);
      if (row < 0 || row >= vertexCount) {
        scanner.fail(`face ${face} names vertex ${row}, there are ${vertexCount}`);
      }
      corners[corner] = row;
    }
    triangles.addPolygon(corners, count);
  }
  return triangles.finish();
}

function wordAsInteger(scanner: LineScanner): number {
  if (!scanner.hasWord()) scanner.fail("a line of a face ends too early");
  const number = scanner.integer();
  if (number === undefined || !scanner.endsWord()) scanner.fail("a corner is not a whole number");
  return number;
}

function nextLine(scanner: LineScanner, what: string): void {
  if (!scanner.nextLine()) scanner.fail(`${what} is missing`);
}

/** OFF among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"off"> = {
  name: "off",
  title: "OFF",
  faces: true,
  extensions: [".off"],
  read: readOff,
};
