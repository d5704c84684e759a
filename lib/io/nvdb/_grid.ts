/**
 * One NanoVDB grid, written: header, nodes and what follows them.
 *
 * @module
 */
import { NVDB_BLIND_CLASSES } from "./blind.ts";
import { determinant, type GridContent, type OrderedColumn, refuseNvdb } from "./input.ts";
import {
  BLIND_BYTES,
  GRID_BYTES,
  GridFlag,
  NAME_BYTES,
  NANO,
  NVDB_CLASSES,
  NVDB_TYPES,
  type NvdbType,
  ROOT_AT,
  TREE_BYTES,
  upTo,
  VALUE_FORMS,
  VDB1,
  WRITTEN_VERSION,
} from "./layout.ts";
import { writeTree } from "./_nodes.ts";
import { GridMemory, planTree, SIDES, type TreePlan } from "./_plan.ts";
import { valuesOf } from "../base/samples.ts";

/** Offset of the map in the header of a grid. */
const MAP_AT = 296;

/** Data behind the nodes. */
interface Blind {
  readonly name: Uint8Array;
  readonly count: number;
  readonly size: number;
  readonly semantic: number;
  readonly classNumber: number;
  readonly typeNumber: number;
  readonly data: Uint8Array;
}

/** A grid, and where its parts go. */
export interface PlannedGrid {
  readonly content: GridContent;
  /** Bytes that it takes. */
  readonly bytes: number;
  readonly plan: TreePlan;
  readonly blind: readonly Blind[];
}

/** Finds out how large a grid is. */
export function planGrid(content: GridContent): PlannedGrid {
  const plan = planTree(content);
  const blind = blindOf(content);
  const bytes = blind.reduce(
    (sum, { data }) => sum + BLIND_BYTES + upTo(data.length, 32),
    plan.end,
  );
  return { content, bytes, plan, blind };
}

/** Writes a grid to memory of its size that is all 0; its checksums and its place among others are left out. */
export function writeGrid(
  { content, plan, blind }: PlannedGrid,
  bytes: Uint8Array<ArrayBuffer>,
): void {
  const memory = new GridMemory(bytes, content);
  const bounds = writeTree(memory, content, plan);
  const { view } = memory;
  writeHeader(memory, content, bounds);
  writeTreeHeader(view, content, plan);
  view.setBigInt64(640, BigInt(plan.end), true);
  view.setUint32(648, blind.length, true);
  writeBlind(memory, blind, plan.end);
}

function writeHeader(
  { view, bytes }: GridMemory,
  content: GridContent,
  bounds: Int32Array,
): void {
  const { name, matrix, origin, gridClass, type, hasStats, voxelCount } = content;
  view.setUint32(0, NANO, true);
  view.setUint32(4, VDB1, true);
  view.setUint32(16, WRITTEN_VERSION, true);
  const stats = hasStats ? GridFlag.MIN_MAX | GridFlag.AVERAGE | GridFlag.DEVIATION : 0;
  const long = name.length < NAME_BYTES ? 0 : GridFlag.LONG_NAME;
  view.setUint32(20, GridFlag.BBOX | GridFlag.BREADTH_FIRST | stats | long, true);
  view.setBigUint64(32, BigInt(bytes.length), true);
  bytes.set(name.subarray(0, NAME_BYTES - 1), 40);
  writeMap(view, matrix, origin);
  worldBox(bounds, content).forEach((one, n) => view.setFloat64(560 + 8 * n, one, true));
  for (const axis of [0, 1, 2]) {
    const size = Math.hypot(...[0, 3, 6].map((row) => matrix[row + axis] ?? 0));
    view.setFloat64(608 + 8 * axis, size, true);
  }
  view.setUint32(632, NVDB_CLASSES.indexOf(gridClass), true);
  view.setUint32(636, NVDB_TYPES.indexOf(type), true);
  if (type === "onIndex") view.setBigUint64(656, BigInt(voxelCount + 1), true);
}

/** Writes the map in single and in double precision. */
function writeMap(view: DataView, matrix: readonly number[], origin: readonly number[]): void {
  const inverse = inverseOf(matrix);
  const numbers = [...matrix, ...inverse, ...origin, 1];
  numbers.forEach((one, n) => {
    view.setFloat32(MAP_AT + 4 * n, one, true);
    view.setFloat64(MAP_AT + 88 + 8 * n, one, true);
  });
}

/** The inverse of a matrix; where it has no slant it is exact to the last bit. */
function inverseOf(matrix: readonly number[]): number[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = matrix;
  if (b === 0 && c === 0 && d === 0 && f === 0 && g === 0 && h === 0) {
    return [1 / a, 0, 0, 0, 1 / e, 0, 0, 0, 1 / i];
  }
  const all = determinant(matrix);
  const minors = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
  return minors.map((one) => one / all);
}

/** The box in the world around the voxels and one more behind the last, as NanoVDB has it. */
function worldBox(bounds: Int32Array, { matrix, origin }: GridContent): number[] {
  const [low, high] = [[0, 1, 2], [3, 4, 5]].map((part) => part.map((at) => bounds[at] ?? 0));
  const most = Number.MAX_VALUE;
  if ((low?.[0] ?? 0) > (high?.[0] ?? 0)) return [most, most, most, -most, -most, -most];
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let corner = 0; corner < 8; corner++) {
    const ijk = [0, 1, 2].map((axis) =>
      (corner >> axis & 1) === 0 ? low?.[axis] ?? 0 : (high?.[axis] ?? 0) + 1
    );
    for (const axis of [0, 1, 2]) {
      const place = [0, 1, 2].reduceRight(
        (sum, column) => sum + (matrix[3 * axis + column] ?? 0) * (ijk[column] ?? 0),
        origin[axis] ?? 0,
      );
      min[axis] = Math.min(min[axis] ?? place, place);
      max[axis] = Math.max(max[axis] ?? place, place);
    }
  }
  return [...min, ...max];
}

function writeTreeHeader(view: DataView, { voxelCount }: GridContent, plan: TreePlan): void {
  const { leafAt, lowerAt, upperAt, leafCount, lowers, uppers, tileCounts } = plan;
  const runs = [[leafAt, leafCount], [lowerAt, lowers.count], [upperAt, uppers.count]] as const;
  runs.forEach(([at, count], level) => {
    const offset = count === 0 ? 0 : at - GRID_BYTES;
    view.setBigUint64(GRID_BYTES + 8 * level, BigInt(offset), true);
    view.setUint32(GRID_BYTES + 32 + 4 * level, count, true);
  });
  view.setBigUint64(GRID_BYTES + 24, BigInt(ROOT_AT - GRID_BYTES), true);
  let active = voxelCount;
  tileCounts.forEach((count, level) => {
    view.setUint32(GRID_BYTES + 44 + 4 * level, count, true);
    active += count * (SIDES[level] ?? 0) ** 3;
  });
  view.setBigUint64(GRID_BYTES + TREE_BYTES - 8, BigInt(active), true);
}

function blindOf({ name, columns, voxelCount }: GridContent): Blind[] {
  const blind = columns.map((column) => columnBlind(column, voxelCount));
  if (name.length < NAME_BYTES) return blind;
  const data = new Uint8Array(name.length + 1);
  data.set(name);
  const classNumber = NVDB_BLIND_CLASSES.indexOf("gridName");
  const label = new TextEncoder().encode("grid name");
  return [...blind, {
    name: label,
    count: data.length,
    size: 1,
    semantic: 0,
    classNumber,
    typeNumber: 0,
    data,
  }];
}

/** A column behind a row of zeros, which belongs to the background. */
function columnBlind(
  { name, values, channels, semantic = 0, blindClass = "channelArray" }: OrderedColumn,
  voxelCount: number,
): Blind {
  const size = channels * values.BYTES_PER_ELEMENT;
  const data = new Uint8Array(size * (voxelCount + 1));
  data.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), size);
  const type = COLUMN_TYPES.find((one) => {
    const { array, channels: wanted } = VALUE_FORMS[one];
    return wanted === channels &&
      valuesOf(array, new ArrayBuffer(0)).constructor === values.constructor;
  });
  if (type === undefined && !(values instanceof Float32Array)) {
    refuseNvdb(
      `column "${name}" has ${channels} channels of ${values.constructor.name}, which NanoVDB has no type for`,
    );
  }
  return {
    name: new TextEncoder().encode(name),
    count: voxelCount + 1,
    size,
    semantic,
    classNumber: NVDB_BLIND_CLASSES.indexOf(blindClass),
    typeNumber: type === undefined ? 0 : NVDB_TYPES.indexOf(type),
    data,
  };
}

/** The types that columns may have. */
const COLUMN_TYPES: readonly NvdbType[] = [
  "float",
  "double",
  "int16",
  "int32",
  "int64",
  "uint32",
  "uint8",
  "vec3f",
  "vec3d",
  "vec4f",
  "vec4d",
  "vec3u8",
  "vec3u16",
  "rgba8",
];

function writeBlind({ view, bytes }: GridMemory, blind: readonly Blind[], at: number): void {
  let dataAt = at + blind.length * BLIND_BYTES;
  blind.forEach(({ name, count, size, semantic, classNumber, typeNumber, data }, block) => {
    const head = at + block * BLIND_BYTES;
    view.setBigInt64(head, BigInt(dataAt - head), true);
    view.setBigUint64(head + 8, BigInt(count), true);
    [size, semantic, classNumber, typeNumber].forEach((one, n) =>
      view.setUint32(head + 16 + 4 * n, one, true)
    );
    bytes.set(name, head + 32);
    bytes.set(data, dataAt);
    dataAt += upTo(data.length, 32);
  });
}
