/**
 * The scene of a binary glTF file: its parts, checked, and where its meshes are.
 *
 * @module
 */
import { isObject, type Json, showJson } from "../base/json.ts";
import { FormatError } from "../base/errors.ts";

/** A matrix of four columns of four numbers. */
export type Matrix = readonly number[];

/** Throws for a file that is wrong. */
export function failGlb(problem: string, offset?: number): never {
  throw new FormatError("GLB", problem, offset === undefined ? {} : { offset });
}

const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Reader of a component of an accessor, and its divisor where components are normalized. */
interface Component {
  readonly bytes: number;
  readonly one: number;
  readonly read: (view: DataView, at: number) => number;
}

const COMPONENTS: ReadonlyMap<unknown, Component> = new Map<unknown, Component>([
  [5120, { bytes: 1, one: 127, read: (view, at) => view.getInt8(at) }],
  [5121, { bytes: 1, one: 255, read: (view, at) => view.getUint8(at) }],
  [5122, { bytes: 2, one: 32767, read: (view, at) => view.getInt16(at, true) }],
  [5123, { bytes: 2, one: 65535, read: (view, at) => view.getUint16(at, true) }],
  [5125, { bytes: 4, one: 1, read: (view, at) => view.getUint32(at, true) }],
  [5126, { bytes: 4, one: 1, read: (view, at) => view.getFloat32(at, true) }],
]);
/** Extensions that a file may need: those of types of numbers that are read, and of what is not looked at. */
const KNOWN_EXTENSIONS = /^(KHR_mesh_quantization|(KHR|EXT)_(materials|texture|lights)_\w+)$/;
const CHANNELS: ReadonlyMap<unknown, number> = new Map([["SCALAR", 1], ["VEC3", 3], ["VEC4", 4]]);

/** A file taken apart. */
export class GlbFile {
  readonly #json: Json;
  readonly #binary: DataView;
  /** Buffers that have been asked for, by their numbers. */
  readonly #buffers = new Map<number, DataView>();

  /** Takes a file apart. */
  constructor(bytes: Uint8Array) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (bytes.length < 20 || view.getUint32(0, true) !== 0x46546c67) {
      failGlb('the file does not start with "glTF"', 0);
    }
    if (view.getUint32(4, true) !== 2) {
      failGlb(`version is ${view.getUint32(4, true)}, 2 expected`, 4);
    }
    const length = view.getUint32(8, true);
    if (length !== bytes.length) {
      failGlb(`it has ${length} bytes, the file holds ${bytes.length}`, 8);
    }
    const chunks = new Map<number, DataView>();
    for (let at = 12; at < length;) {
      if (at + 8 > length) failGlb("a chunk has no header", at);
      const size = view.getUint32(at, true);
      if (at + 8 + size > length) {
        failGlb(`a chunk ends at byte ${at + 8 + size}, the file holds ${length}`, at);
      }
      const type = view.getUint32(at + 4, true);
      if (!chunks.has(type)) {
        chunks.set(type, new DataView(bytes.buffer, bytes.byteOffset + at + 8, size));
      }
      at += 8 + size;
    }
    this.#json = parse(chunks.get(JSON_CHUNK) ?? failGlb("there is no JSON chunk", 12));
    this.#binary = chunks.get(BINARY_CHUNK) ?? new DataView(new ArrayBuffer(0));
    const needs = listOf(this.#json.extensionsRequired ?? [])
      .filter((name) => typeof name !== "string" || !KNOWN_EXTENSIONS.test(name));
    if (needs.length > 0) failGlb(`it needs ${showJson(needs)}, which is not supported`);
  }

  /** One of the things of a kind, or nothing. */
  item(kind: string, which: unknown): Json {
    const list = this.#json[kind];
    const found: unknown = Array.isArray(list) && typeof which === "number"
      ? list[which]
      : undefined;
    if (!isObject(found)) failGlb(`there is no ${showJson(which)} of ${kind}`);
    return found;
  }

  /** The nodes that have meshes, and where these are in the world; each node once. */
  *meshes(): Generator<{ readonly mesh: Json; readonly matrix: Matrix }> {
    const scenes = this.#json.scenes;
    if (!Array.isArray(scenes) || scenes.length === 0) failGlb("there is no scene");
    const { nodes = [] } = this.item("scenes", this.#json.scene ?? 0);
    const seen = new Set<unknown>();
    const waiting = listOf(nodes).map((node): readonly [unknown, Matrix] => [node, IDENTITY]);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const [which, above] = next;
      if (seen.has(which)) failGlb(`node ${showJson(which)} has two parents`);
      seen.add(which);
      const node = this.item("nodes", which);
      const matrix = product(above, matrixOf(node));
      if (node.mesh !== undefined) yield { mesh: this.item("meshes", node.mesh), matrix };
      for (const child of listOf(node.children ?? []).toReversed()) waiting.push([child, matrix]);
    }
  }

  /** The number of elements of an accessor, if its data can be there. */
  count(which: unknown): number {
    return this.#accessor(which).count;
  }

  /** The numbers of an accessor; those that are normalized reach from 0 or -1 to 1. */
  numbers(which: unknown): Float64Array {
    const { region, sparse, normalized, channels, count, component } = this.#accessor(which);
    const values = region === undefined ? new Float64Array(count * channels) : this.#read(region);
    if (sparse !== undefined) {
      const rows = this.#read(sparse.rows);
      const changes = this.#read(sparse.values);
      rows.forEach((row, at) => {
        if (!(Number.isInteger(row) && row >= 0 && row < count)) {
          failGlb(`accessor ${which} changes element ${row}, there are ${count}`);
        }
        values.set(changes.subarray(at * channels, (at + 1) * channels), row * channels);
      });
    }
    if (!normalized || component.one === 1) return values;
    return values.map((value) => Math.max(value / component.one, -1));
  }

  #read(region: Region): Float64Array {
    const { data, at, stride, channels, count, component: { bytes, read } } = region;
    const values = new Float64Array(count * channels);
    for (let n = 0; n < values.length; n++) {
      values[n] = read(data, at + Math.floor(n / channels) * stride + n % channels * bytes);
    }
    return values;
  }

  #accessor(which: unknown): Accessor {
    const accessor = this.item("accessors", which);
    const channels = CHANNELS.get(accessor.type) ??
      failGlb(`accessor ${which} is of type ${showJson(accessor.type)}`);
    const count = whole(accessor.count, "a count");
    const component = componentOf(accessor.componentType);
    const shape = { component, channels, count };
    const region = accessor.bufferView === undefined && accessor.sparse !== undefined
      ? undefined
      : this.#region(`accessor ${which}`, accessor, shape);
    const known = { ...shape, region, normalized: accessor.normalized === true };
    if (accessor.sparse === undefined) return { ...known, sparse: undefined };
    const changes = objectOf(accessor.sparse);
    const [rows, values] = [objectOf(changes.indices), objectOf(changes.values)];
    const changed = whole(changes.count, "a count");
    const name = `what accessor ${which} changes`;
    const sparse = {
      rows: this.#region(name, rows, {
        component: componentOf(rows.componentType),
        channels: 1,
        count: changed,
      }),
      values: this.#region(name, values, { ...shape, count: changed }),
    };
    return { ...known, sparse };
  }

  /** The bytes of a buffer: those of the first are a chunk of the file, those of others are text, or not here. */
  #buffer(which: unknown): DataView {
    const { uri } = this.item("buffers", which);
    if (uri === undefined && which === 0) return this.#binary;
    const number = Number(which);
    const data = this.#buffers.get(number) ?? decode(uri);
    this.#buffers.set(number, data);
    return data;
  }

  /** The region of numbers, checked to be there. */
  #region(
    name: string,
    { bufferView, byteOffset }: Json,
    { component, channels, count }: Shape,
  ): Region {
    if (bufferView === undefined) failGlb(`${name} has no data, which is not supported`);
    const view = this.item("bufferViews", bufferView);
    const data = this.#buffer(view.buffer ?? 0);
    const width = component.bytes * channels;
    const start = whole(view.byteOffset ?? 0, "an offset");
    const at = start + whole(byteOffset ?? 0, "an offset");
    const stride = whole(view.byteStride ?? width, "a stride");
    const end = count === 0 ? at : at + (count - 1) * stride + width;
    const limit = Math.min(start + whole(view.byteLength, "a length"), data.byteLength);
    if (end > limit || (stride < width && count > 1)) {
      failGlb(`${name} ends at byte ${end} of the data, ${limit} are there`);
    }
    return { data, at, stride, channels, count, component };
  }
}

/** Shape of an array of numbers. */
interface Shape {
  readonly channels: number;
  readonly count: number;
  readonly component: Component;
}

/** Place of an array of numbers. */
interface Region extends Shape {
  readonly data: DataView;
  readonly at: number;
  readonly stride: number;
}

/** Properties of an accessor. */
interface Accessor extends Shape {
  /** Undefined where all numbers are zeros but for those that change. */
  readonly region: Region | undefined;
  /** Which elements have other numbers than the region says, and these. */
  readonly sparse: { readonly rows: Region; readonly values: Region } | undefined;
  readonly normalized: boolean;
}

function componentOf(type: unknown): Component {
  return COMPONENTS.get(type) ??
    failGlb(`component type ${showJson(type)} is not supported`);
}

/** The bytes that a data: URI holds. */
function decode(uri: unknown): DataView {
  if (typeof uri !== "string" || !/^data:/i.test(uri)) failGlb("there is data in other files");
  const comma = uri.indexOf(",");
  if (comma < 0 || !/;base64$/i.test(uri.slice(0, comma))) {
    failGlb(`data is "${uri.slice(0, 40)}...", base64 expected`);
  }
  try {
    const text = atob(uri.slice(comma + 1));
    const bytes = new Uint8Array(text.length);
    for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
    return new DataView(bytes.buffer);
  } catch {
    return failGlb("data is not base64");
  }
}

function parse(chunk: DataView): Json {
  try {
    const json: unknown = JSON.parse(new TextDecoder().decode(chunk));
    if (isObject(json)) return json;
  } catch {
    // Said below.
  }
  return failGlb("the JSON chunk is damaged", 20);
}

/** A list, or what is wrong with it. */
export function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : failGlb("there is no list where one is expected");
}

function objectOf(value: unknown): Json {
  return isObject(value)
    ? value
    : failGlb(`there is ${showJson(value)} where an object is expected`);
}

function whole(value: unknown, what: string): number {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  return failGlb(`${what} is ${showJson(value)}, a whole number expected`);
}

const IDENTITY: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function vectorOf(value: unknown, fallback: readonly number[]): readonly number[] {
  if (value === undefined) return fallback;
  const list = listOf(value);
  if (list.length === fallback.length && list.every((one) => typeof one === "number")) {
    return list as number[];
  }
  return failGlb(`a node has ${showJson(value)}, ${fallback.length} numbers expected`);
}

/** Transform of a node to its parent: a matrix, or a scale, a turn and a shift. */
function matrixOf({ matrix, translation, rotation, scale }: Json): Matrix {
  if (matrix !== undefined) return vectorOf(matrix, IDENTITY);
  const [tx = 0, ty = 0, tz = 0] = vectorOf(translation, [0, 0, 0]);
  const [x = 0, y = 0, z = 0, w = 1] = vectorOf(rotation, [0, 0, 0, 1]);
  const [sx = 1, sy = 1, sz = 1] = vectorOf(scale, [1, 1, 1]);
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)].map((one) => one * sx),
    0,
    ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)].map((one) => one * sy),
    0,
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)].map((one) => one * sz),
    0,
    tx,
    ty,
    tz,
    1,
  ];
}

function product(a: Matrix, b: Matrix): Matrix {
  return IDENTITY.map((_, at) => {
    const [row, column] = [at % 4, at - at % 4];
    return [0, 1, 2, 3].reduce((sum, k) => sum + (a[4 * k + row] ?? 0) * (b[column + k] ?? 0), 0);
  });
}
