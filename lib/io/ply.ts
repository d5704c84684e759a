/**
 * PLY point clouds and meshes, as text or binary of either byte order.
 *
 * @module
 */
import { boundsOf } from "./_bounds.ts";
import { packFloatColors, packIntegerColors } from "./_colors.ts";
import { type PlyElement, readPlyHeader } from "./_ply_header.ts";
import { type PlyColumn, type PlyTargets, readPlyRows, type TakeList } from "./_ply_rows.ts";
import { TriangleList } from "./_triangles.ts";
import { FormatError } from "./errors.ts";
import type { PointCloud } from "./point_cloud.ts";

const COLOR_NAMES = [
  ["red", "green", "blue"],
  ["r", "g", "b"],
  ["diffuse_red", "diffuse_green", "diffuse_blue"],
] as const;
const INTENSITY_NAMES = ["intensity", "scalar_intensity", "scalar_Intensity"];
const CLASS_NAMES = ["classification", "scalar_classification", "scalar_Classification"];
const INDEX_NAMES = ["vertex_indices", "vertex_index"];

/**
 * Reads a PLY file, ascii, binary_little_endian or binary_big_endian.
 *
 * Elements may come in any order and lists may stand anywhere. Points are the element "vertex";
 * colours may be named red, green, blue, or r, g, b, or diffuse_red and so on. Floating-point
 * colours are 0..1 unless one exceeds 1. Polygons of the element "face" become fans of triangles,
 * those with fewer than three corners are skipped. NaN and infinite coordinates are kept and left
 * out of the bounds. A row of text holds exactly its properties on one line.
 *
 * @param bytes The whole file.
 * @returns The points and, where the file has them, colours, intensities, classes and faces.
 * @throws {FormatError} If the file is truncated, or is longer or otherwise than its header says.
 * @see G. Turk, "The PLY Polygon File Format", 1994
 */
export function readPly(bytes: Uint8Array): PointCloud {
  const header = readPlyHeader(bytes);
  const vertex = header.elements.find((element) => element.name === "vertex");
  if (vertex === undefined) {
    throw new FormatError("PLY", 'the header has no element "vertex"', { offset: 0 });
  }
  const points = new VertexColumns(vertex);
  const targets = new Map<string, PlyTargets>([["vertex", { columns: points.columns }]]);
  const face = header.elements.find((element) => element.name === "face");
  const indexName = face?.properties.find((property) =>
    property.countType !== undefined && INDEX_NAMES.includes(property.name)
  )?.name;
  const triangles = new TriangleList();
  if (indexName !== undefined) {
    const lists = new Map([[indexName, takePolygons(triangles, vertex.count)]]);
    targets.set("face", { lists });
  }
  readPlyRows(bytes, header, targets);
  return {
    format: "ply",
    count: vertex.count,
    ...points.finish(),
    ...(indexName === undefined ? {} : { faces: triangles.finish() }),
  };
}

/** The columns of the element "vertex" that a point cloud keeps. */
class VertexColumns {
  readonly columns: Map<string, PlyColumn> = new Map();
  readonly #positions: Float64Array;
  readonly #colors: Float32Array | Uint16Array | undefined;
  readonly #floatColors: boolean = false;
  readonly #intensities: Float32Array | Uint16Array | undefined;
  readonly #classifications: Uint8ClampedArray | undefined;

  constructor({ count, properties }: PlyElement) {
    const scalars = new Map(
      properties.filter((one) => one.countType === undefined).map((one) => [one.name, one.type]),
    );
    const names = ["x", "y", "z"];
    for (const name of names) {
      if (!scalars.has(name)) {
        throw new FormatError("PLY", `element "vertex" has no scalar property "${name}"`, {
          offset: 0,
        });
      }
    }
    this.#positions = new Float64Array(count * 3);
    this.#interleave(names, this.#positions);
    const colors = COLOR_NAMES.find((three) => three.every((name) => scalars.has(name)));
    if (colors !== undefined) {
      const narrow = colors.every((name) => ["u8", "u16"].includes(scalars.get(name) ?? ""));
      this.#colors = narrow ? new Uint16Array(count * 3) : new Float32Array(count * 3);
      this.#interleave(colors, this.#colors);
      this.#floatColors = colors.some((name) => (scalars.get(name) ?? "").startsWith("f"));
    }
    const intensity = INTENSITY_NAMES.find((name) => scalars.has(name));
    if (intensity !== undefined) {
      const narrow = ["u8", "u16"].includes(scalars.get(intensity) ?? "");
      this.#intensities = narrow ? new Uint16Array(count) : new Float32Array(count);
      this.#interleave([intensity], this.#intensities);
    }
    const classes = CLASS_NAMES.find((name) => scalars.has(name));
    if (classes !== undefined) {
      this.#classifications = new Uint8ClampedArray(count);
      this.#interleave([classes], this.#classifications);
    }
  }

  finish(): Omit<PointCloud, "format" | "count" | "faces"> {
    const positions = this.#positions;
    const colors = this.#colors;
    const intensities = this.#intensities;
    const classes = this.#classifications;
    const packed = colors === undefined
      ? {}
      : colors instanceof Float32Array && this.#floatColors
      ? packFloatColors(colors)
      : packIntegerColors(colors);
    return {
      positions,
      ...packed,
      ...(intensities === undefined ? {} : { intensities }),
      ...(classes === undefined ? {} : { classifications: new Uint8Array(classes.buffer) }),
      bounds: boundsOf(positions),
    };
  }

  #interleave(names: readonly string[], values: PlyColumn["values"]): void {
    names.forEach((name, first) => this.columns.set(name, { values, first, stride: names.length }));
  }
}

/** Checks the corners of each polygon and adds it. */
function takePolygons(triangles: TriangleList, vertexCount: number): TakeList {
  return (corners, count, offset) => {
    for (let corner = 0; corner < count; corner++) {
      const row = corners[corner] ?? -1;
      if (!Number.isInteger(row) || row < 0 || row >= vertexCount) {
        throw new FormatError("PLY", `a face names vertex ${row}, there are ${vertexCount}`, {
          offset,
        });
      }
    }
    if (count >= 3) triangles.addPolygon(corners, count);
  };
}
