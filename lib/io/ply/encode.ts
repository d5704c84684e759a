/**
 * PLY writer for meshes and points.
 *
 * @module
 */
import { checkMesh, joinBytes, type MeshArrays } from "../base/mesh.ts";
import { checkColumns, checkReals } from "../base/operands.ts";
import { describeValue } from "../../../ffi/base/words.ts";
import type { PointColumn } from "../cloud.ts";

/**
 * A mesh or a point cloud to write.
 *
 * @category Meshes
 */
export interface PlyInput extends MeshArrays {
  /**
   * Strength of each point, [points].
   *
   * @default {undefined} None.
   */
  readonly intensities?: Uint16Array | Float32Array;
  /**
   * Class of each point, [points].
   *
   * @default {undefined} None.
   */
  readonly classifications?: Uint8Array;
  /**
   * Further attributes of each point.
   *
   * @default {undefined} None.
   */
  readonly columns?: readonly PointColumn[];
}

/** Numbers of each vertex, and how one of them is written. */
interface VertexColumn {
  readonly names: readonly string[];
  readonly type: keyof typeof WRITERS;
  readonly values: ArrayLike<number>;
}

const WRITERS = {
  double: {
    bytes: 8,
    write: (to: DataView, at: number, one: number) => to.setFloat64(at, one, true),
  },
  float: {
    bytes: 4,
    write: (to: DataView, at: number, one: number) => to.setFloat32(at, one, true),
  },
  int: { bytes: 4, write: (to: DataView, at: number, one: number) => to.setInt32(at, one, true) },
  uint: { bytes: 4, write: (to: DataView, at: number, one: number) => to.setUint32(at, one, true) },
  short: { bytes: 2, write: (to: DataView, at: number, one: number) => to.setInt16(at, one, true) },
  char: { bytes: 1, write: (to: DataView, at: number, one: number) => to.setInt8(at, one) },
  ushort: {
    bytes: 2,
    write: (to: DataView, at: number, one: number) => to.setUint16(at, one, true),
  },
  uchar: { bytes: 1, write: (to: DataView, at: number, one: number) => to.setUint8(at, one) },
} as const;

/**
 * Encodes a mesh, or points, as a binary little-endian PLY file.
 *
 * Positions in f64 stay f64; others, and normals, become f32. Intensities are called "intensity", classes
 * "classification". Other columns keep their names, with "_" for blanks, and their types; "_0" and so on tell the values
 * of a point apart. Scaled ones, and whole numbers of 64 bits, become doubles.
 *
 * @param mesh The mesh to write.
 * @returns The bytes of the file.
 * @throws {RangeError} If the arrays do not match, or a number is not finite.
 * @throws {TypeError} If a part is of another kind, such as a tensor for an array.
 * @see G. Turk, "The PLY Polygon File Format", 1994
 * @category Meshes
 *
 * @example Written and read
 * ```ts
 * import { encodePly, readPly } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const positions = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]);
 * const file = encodePly({ positions, faces: new Uint32Array([0, 1, 2]) });
 * assertEquals([...readPly(file).faces ?? []], [0, 1, 2]);
 * ```
 */
export function encodePly(mesh: PlyInput): Uint8Array<ArrayBuffer> {
  const { positions, vertexCount, corners, hasFaces, normals, colors } = checkMesh("PLY", mesh);
  const { intensities, classifications, columns: others = [] } = mesh;
  checkColumns("encode PLY", others);
  for (const [name, array] of Object.entries({ intensities, classifications })) {
    if (array !== undefined) checkReals({ operator: "encode PLY", name }, array);
  }
  const columns: VertexColumn[] = [{
    names: ["x", "y", "z"],
    type: positions instanceof Float64Array ? "double" : "float",
    values: positions,
  }];
  if (normals !== undefined) {
    columns.push({ names: ["nx", "ny", "nz"], type: "float", values: normals });
  }
  if (colors !== undefined) {
    columns.push({ names: ["red", "green", "blue"], type: "uchar", values: colors });
  }
  if (intensities !== undefined) {
    const type = intensities instanceof Uint16Array ? "ushort" : "float";
    columns.push({ names: ["intensity"], type, values: intensities });
  }
  if (classifications !== undefined) {
    columns.push({ names: ["classification"], type: "uchar", values: classifications });
  }
  for (const column of others) columns.push(describeColumn(column));
  const all = columns.flatMap(({ names }) => names);
  const twice = all.find((name, at) => all.indexOf(name) !== at);
  if (twice !== undefined) {
    throw new RangeError(`Cannot encode PLY: two columns are called ${describeValue(twice)}`);
  }
  for (const { names, values } of columns) {
    if (values.length === vertexCount * names.length) continue;
    const given = `${values.length} numbers of ${names.join(", ")} are given`;
    throw new RangeError(`Cannot encode PLY: ${given} for ${vertexCount} points`);
  }
  const header = [
    "ply",
    "format binary_little_endian 1.0",
    `element vertex ${vertexCount}`,
    ...columns.flatMap(({ names, type }) => names.map((name) => `property ${type} ${name}`)),
    ...(hasFaces
      ? [`element face ${corners.length / 3}`, "property list uchar uint vertex_indices"]
      : []),
    "end_header\n",
  ].join("\n");
  const faces = new DataView(new ArrayBuffer(corners.length / 3 * 13));
  for (let corner = 0; corner < corners.length; corner++) {
    const first = Math.floor(corner / 3) * 13;
    faces.setUint8(first, 3);
    faces.setUint32(first + 1 + 4 * (corner % 3), corners[corner] ?? 0, true);
  }
  const body = [writeRows(columns, vertexCount), new Uint8Array(faces.buffer)];
  return joinBytes([new TextEncoder().encode(header), ...body]);
}

/** The types of arrays. */
const TYPES:
  readonly (readonly [new (count: number) => PointColumn["values"], VertexColumn["type"]])[] = [
    [Int8Array, "char"],
    [Uint8Array, "uchar"],
    [Int16Array, "short"],
    [Uint16Array, "ushort"],
    [Int32Array, "int"],
    [Uint32Array, "uint"],
    [Float32Array, "float"],
  ];

function describeColumn({ name, values, width, scale, offset }: PointColumn): VertexColumn {
  const word = name.trim().replace(/\s+/g, "_");
  const names = width === 1 ? [word] : Array.from({ length: width }, (_, at) => `${word}_${at}`);
  const isScaled = scale !== undefined || offset !== undefined;
  const type = isScaled ? undefined : TYPES.find(([kind]) => values instanceof kind)?.[1];
  if (type !== undefined) return { names, type, values: values as Float64Array };
  const numbers = Float64Array.from(values, Number);
  for (let at = 0; isScaled && at < numbers.length; at++) {
    const part = at % width;
    numbers[at] = (numbers[at] ?? NaN) * (scale?.[part] ?? 1) + (offset?.[part] ?? 0);
  }
  return { names, type: "double", values: numbers };
}

/** The rows of the vertices, written a column at a time. */
function writeRows(columns: readonly VertexColumn[], count: number): Uint8Array {
  const widths = columns.map(({ names, type }) => names.length * WRITERS[type].bytes);
  const stride = widths.reduce((sum, width) => sum + width, 0);
  const rows = new DataView(new ArrayBuffer(count * stride));
  let first = 0;
  columns.forEach(({ names, type, values }, which) => {
    const { bytes, write } = WRITERS[type];
    let from = 0;
    for (let row = 0; row < count; row++) {
      for (let part = 0; part < names.length; part++, from++) {
        write(rows, row * stride + first + part * bytes, values[from] ?? NaN);
      }
    }
    first += widths[which] ?? 0;
  });
  return new Uint8Array(rows.buffer);
}
