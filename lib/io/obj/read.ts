/**
 * Wavefront OBJ meshes: vertices, their colors and polygons.
 *
 * @module
 */
import { extentOf } from "../base/bounds.ts";
import { checkBytes } from "../base/bytes.ts";
import { packFloatColors } from "../base/colors.ts";
import { LineScanner } from "../base/text.ts";
import { TriangleList } from "../base/triangles.ts";
import { FormatError } from "../base/errors.ts";
import type { CloudFileFormat, PointCloud } from "../cloud.ts";

const SLASH = 47;
/** Statements about vertices and faces that are skipped, and what they are. */
const UNREAD: ReadonlyMap<string, string> = new Map([
  ["vn", "normals"],
  ["vt", "texture coordinates"],
  ["usemtl", "materials"],
]);
/** Most numbers that a vertex line can hold: x y z w red green blue. */
const VERTEX_NUMBERS = 7;

/**
 * Reads the vertices and faces of an OBJ file.
 *
 * A vertex line holds x y z, optionally w (ignored) and red green blue; colors are 0..1 unless one exceeds 1, and are
 * returned if every vertex has one. Faces may have the forms v, v/vt, v//vn and v/vt/vn, indices may be negative
 * (counted back from the latest vertex), and polygons become triangle fans. A backslash at the end of a line joins it
 * with the next one. Comments and all other statements are skipped.
 *
 * @param bytes The whole file.
 * @returns The vertices as points, in file order, and the faces if there are any.
 * @throws {FormatError} If no vertex is found, a number is malformed or a face names a vertex that
 * does not exist.
 * @see Wavefront Advanced Visualizer manual, appendix B1, "Object Files (.obj)"
 * @category Meshes
 */
export function readObj(bytes: Uint8Array): PointCloud {
  checkBytes(bytes);
  if (bytes.length === 0) throw new FormatError("OBJ", "the file is empty", { offset: 0 });
  const scanner = new LineScanner(bytes, { format: "OBJ", objRules: true });
  const vertices = new VertexList();
  const faces = new FaceList();
  const unread = new Set<string>();
  while (scanner.nextLine()) {
    const keyword = scanner.word();
    if (keyword === "v") vertices.read(scanner);
    else if (keyword === "f") faces.read(scanner, vertices.count);
    else if (UNREAD.has(keyword)) unread.add(UNREAD.get(keyword) ?? keyword);
  }
  if (vertices.count === 0) {
    throw new FormatError("OBJ", 'there is no vertex, a line "v x y z" expected', { offset: 0 });
  }
  return {
    format: "obj",
    count: vertices.count,
    ...vertices.finish(),
    ...faces.finish(vertices),
    ...(unread.size === 0 ? {} : { unread: [...unread] }),
  };
}

/** Collects the vertex lines. */
class VertexList {
  count = 0;
  #colored = 0;
  #positions = new Float64Array(3 * 256);
  #colors = new Float32Array(0);
  readonly #numbers = new Float64Array(VERTEX_NUMBERS);

  read(scanner: LineScanner): void {
    const numbers = this.#numbers;
    let held = 0;
    while (held < VERTEX_NUMBERS && scanner.hasWord()) numbers[held++] = scanner.number();
    if (scanner.hasWord() || held < 3 || held === 5) {
      const given = scanner.hasWord() ? "more than 7" : held;
      scanner.fail(`vertex ${this.count + 1} has ${given} numbers, 3, 4, 6 or 7 expected`);
    }
    const at = this.count * 3;
    this.#positions = grown(this.#positions, at + 3);
    this.#positions.set(numbers.subarray(0, 3), at);
    if (held >= 6) {
      this.#colors = grown(this.#colors, at + 3);
      this.#colors.set(numbers.subarray(held - 3, held), at);
      this.#colored++;
    }
    this.count++;
  }

  finish(): Omit<PointCloud, "format" | "count"> {
    const positions = this.#positions.slice(0, this.count * 3);
    const extent = extentOf(positions);
    if (this.#colored < this.count) return { positions, ...extent };
    return { positions, ...extent, ...packFloatColors(this.#colors.slice(0, this.count * 3)) };
  }
}

/** Collects the face lines. */
class FaceList {
  readonly #triangles = new TriangleList();
  readonly #corners: number[] = [];
  #faces = 0;
  /** The largest vertex index so far, and its position: the vertex may be declared further down. */
  #greatest = -1;
  #greatestAt = 0;

  read(scanner: LineScanner, vertexCount: number): void {
    let count = 0;
    for (; scanner.hasWord(); count++) {
      const at = scanner.offset;
      const given = scanner.integer() ?? scanner.fail("a face corner has no vertex number");
      // What follows a slash names texture coordinates and normals, which are not kept.
      if (scanner.skip(SLASH)) {
        scanner.integer();
        if (scanner.skip(SLASH)) scanner.integer();
      }
      if (!scanner.endsWord()) scanner.fail("a face corner is not v, v/vt, v//vn or v/vt/vn");
      const row = given < 0 ? vertexCount + given : given - 1;
      if (given === 0 || row < 0) {
        scanner.fail(`a face names vertex ${given}, 1 or more or -1 to -${vertexCount} expected`);
      }
      if (row > this.#greatest) {
        this.#greatest = row;
        this.#greatestAt = at;
      }
      this.#corners[count] = row;
    }
    if (count < 3) scanner.fail(`a face has ${count} corners, 3 or more expected`);
    this.#triangles.addPolygon(this.#corners, count);
    this.#faces++;
  }

  finish(vertices: VertexList): Pick<PointCloud, "faces"> {
    if (this.#faces === 0) return {};
    if (this.#greatest >= vertices.count) {
      throw new FormatError(
        "OBJ",
        `a face names vertex ${this.#greatest + 1}, there are ${vertices.count}`,
        { offset: this.#greatestAt },
      );
    }
    return { faces: this.#triangles.finish() };
  }
}

/** Returns the array itself or a copy with room for `length` numbers or more. */
function grown<T extends Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer>>(
  array: T,
  length: number,
): T {
  if (length <= array.length) return array;
  const Kind = array.constructor as new (length: number) => T;
  const larger = new Kind(Math.max(length, 2 * array.length));
  larger.set(array);
  return larger;
}

/** OBJ among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"obj"> = {
  name: "obj",
  title: "OBJ",
  faces: true,
  extensions: [".obj"],
  read: readObj,
};
