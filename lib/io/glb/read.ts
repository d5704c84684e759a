/**
 * Binary glTF 2.0 reader for points and triangles.
 *
 * @module
 */
import { extentOf } from "../base/bounds.ts";
import { checkBytes, textOf } from "../base/bytes.ts";
import { failGlb, GlbFile, listOf, type Matrix } from "./_scene.ts";
import { isObject } from "../base/json.ts";
import type { CloudFileFormat, PointCloud } from "../cloud.ts";

/** Triangles and points of all meshes together may have as many vertices. */
const MOST_VERTICES = 2 ** 28;

/** Ways in which corners make triangles. */
const POINTS = 0;
const TRIANGLES = 4;
const STRIP = 5;
const FAN = 6;

/** A part that is drawn at once. */
interface Part {
  readonly matrix: Matrix;
  readonly positions: unknown;
  readonly colors: unknown;
  readonly indices: unknown;
  readonly mode: number;
  readonly count: number;
  /** Further attributes of its vertices. */
  readonly others: readonly string[];
}

/**
 * Reads the meshes of the scene of a binary glTF file (.glb).
 *
 * All nodes are transformed to world space. Triangles, strips and fans become triangles; points have no faces; lines
 * are ignored. Vertex colors are kept if all vertices have them, converted to sRGB bytes. Materials, textures, skins
 * and animations are ignored, and compressed meshes are rejected.
 *
 * @param bytes The whole file.
 * @returns The vertices, and triangles if there are any.
 * @throws {FormatError} If the file is truncated or inconsistent, refers to external data, or has no vertices.
 * @see Khronos Group, "glTF 2.0 Specification"
 * @category Meshes
 */
export function readGlb(bytes: Uint8Array): PointCloud {
  checkBytes(bytes);
  const file = new GlbFile(bytes);
  const parts = partsOf(file);
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  if (count === 0) failGlb("the scene has no vertices");
  const positions = new Float64Array(3 * count);
  const colored = parts.filter((part) => part.colors !== undefined);
  const colors = colored.length === parts.length ? new Uint8Array(3 * count) : undefined;
  const others = parts.flatMap((part) => part.others);
  const hasSome = colors === undefined && colored.length > 0;
  const unread = [...new Set(hasSome ? [...others, "COLOR_0"] : others)];
  const faces: Uint32Array[] = [];
  let first = 0;
  for (const part of parts) {
    place(
      file.numbers(part.positions),
      part.matrix,
      positions.subarray(3 * first, 3 * (first + part.count)),
    );
    if (colors !== undefined) colors.set(bytesOf(file, part), 3 * first);
    faces.push(facesOf(file, part, first));
    first += part.count;
  }
  const triangles = joined(faces);
  return {
    format: "glb",
    count,
    positions,
    ...extentOf(positions),
    ...(colors === undefined ? {} : { colors, colorBits: 8 }),
    ...(triangles.length === 0 ? {} : { faces: triangles }),
    ...(unread.length === 0 ? {} : { unread }),
  };
}

function partsOf(file: GlbFile): Part[] {
  const parts: Part[] = [];
  let total = 0;
  for (const { mesh, matrix } of file.meshes()) {
    for (const primitive of listOf(mesh.primitives)) {
      if (!isObject(primitive)) continue;
      const { attributes, indices, mode = TRIANGLES } = primitive;
      const isDrawn = mode === POINTS || mode === TRIANGLES || mode === STRIP || mode === FAN;
      if (!isDrawn || !isObject(attributes) || attributes.POSITION === undefined) continue;
      const { POSITION: at, COLOR_0: colors, ...rest } = attributes;
      const others = [
        ...Object.keys(rest),
        ...(primitive.material === undefined ? [] : ["materials"]),
      ];
      const count = file.count(at);
      total += count + (indices === undefined ? 0 : file.count(indices));
      // A short file may name one mesh many times.
      if (total > MOST_VERTICES) failGlb(`the scene has more than ${MOST_VERTICES} vertices`);
      parts.push({ matrix, positions: at, colors, indices, mode, count, others });
    }
  }
  return parts;
}

/** Moves vertices to the world. */
function place(from: Float64Array, matrix: Matrix, to: Float64Array): void {
  if (from.length !== to.length) failGlb("positions have three numbers each");
  for (let at = 0; at < from.length; at += 3) {
    for (let axis = 0; axis < 3; axis++) {
      let sum = matrix[12 + axis] ?? 0;
      for (let other = 0; other < 3; other++) {
        sum += (matrix[4 * other + axis] ?? 0) * (from[at + other] ?? 0);
      }
      to[at + axis] = sum;
    }
  }
}

/** Linear colors as sRGB bytes. */
function bytesOf(file: GlbFile, { colors, count }: Part): Uint8Array {
  // Before they are read: numbers that are zeros but for some may be many in a short file.
  const colorCount = file.count(colors);
  if (colorCount !== count) failGlb(`there are ${colorCount} colors, ${count} expected`);
  const linear = file.numbers(colors);
  const channels = linear.length / count;
  if (channels !== 3 && channels !== 4) {
    failGlb(`colors have ${channels} numbers, 3 or 4 expected`);
  }
  return Uint8Array.from({ length: 3 * count }, (_, at) => {
    const light = Math.min(1, Math.max(0, linear[Math.floor(at / 3) * channels + at % 3] ?? 0));
    return Math.round(
      255 * (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055),
    );
  });
}

/** Triangles of a part, whose vertices begin at a place. */
function facesOf(
  file: GlbFile,
  { indices, mode, count, matrix }: Part,
  first: number,
): Uint32Array {
  if (mode === POINTS) return new Uint32Array(0);
  const corners = indices === undefined
    ? Uint32Array.from({ length: count }, (_, at) => at)
    : Uint32Array.from(file.numbers(indices));
  const wrong = corners.find((corner) => corner >= count);
  if (wrong !== undefined) failGlb(`a triangle names vertex ${wrong}, there are ${count}`);
  const total = mode === TRIANGLES
    ? Math.floor(corners.length / 3)
    : Math.max(0, corners.length - 2);
  const faces = new Uint32Array(3 * total);
  // A mirror turns triangles over.
  const turned = mirrors(matrix);
  for (let face = 0; face < total; face++) {
    const odd = mode === STRIP && face % 2 === 1;
    const [a, b, c] = mode === TRIANGLES
      ? [3 * face, 3 * face + 1, 3 * face + 2]
      : mode === STRIP
      ? [face, face + 1, face + 2]
      : [0, face + 1, face + 2];
    const flip = odd !== turned;
    faces[3 * face] = first + (corners[a] ?? 0);
    faces[3 * face + 1] = first + (corners[flip ? c : b] ?? 0);
    faces[3 * face + 2] = first + (corners[flip ? b : c] ?? 0);
  }
  return faces;
}

function mirrors(
  [a = 0, b = 0, c = 0, , d = 0, e = 0, f = 0, , g = 0, h = 0, i = 0]: Matrix,
): boolean {
  return a * (e * i - f * h) - d * (b * i - c * h) + g * (b * f - c * e) < 0;
}

function joined(lists: readonly Uint32Array[]): Uint32Array<ArrayBuffer> {
  const all = new Uint32Array(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

/** GLB among the formats of point clouds. */
export const FORMAT: CloudFileFormat<"glb"> = {
  name: "glb",
  title: "GLB",
  faces: true,
  extensions: [".glb"],
  matches: (start) => textOf(start, 4) === "glTF",
  read: readGlb,
};
