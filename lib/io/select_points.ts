/**
 * Some of the points of a cloud.
 *
 * @module
 */
import { checkNumbers, checkParts, refuseKind } from "../../ffi/base/checks.ts";
import { extentOf } from "./base/bounds.ts";
import type { ColumnValues, LasFields, PointCloud } from "./cloud.ts";

const OPERATOR = "selectPoints";

/**
 * Takes some points of a cloud, with all that the cloud knows of them.
 *
 * Triangles stay if all of their corners do; of corners that are taken several times, the first copy is meant. The bounds
 * are those of the points that are taken. If their order is another one, or some are taken twice, scans and nodes are left
 * out, of which rows follow each other; the size of an organized cloud always is.
 *
 * @param cloud The cloud; what concerns no single point is shared by the result.
 * @param maskOrRows Whether to take each point, booleans or bytes; or the rows to take, in order.
 * @returns The points.
 * @throws {RangeError} If a mask has another length than the cloud, or there is no such row.
 * @throws {TypeError} If an operand is of another kind.
 * @category Point clouds
 *
 * @example The points of one class
 * ```ts
 * import { encodePly, readPointCloud, selectPoints } from "@denovdb/denovdb/io";
 * import { assertEquals } from "@std/assert";
 *
 * const positions = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
 * const cloud = await readPointCloud(encodePly({ positions, classifications: Uint8Array.of(2, 5, 2) }));
 * const ground = selectPoints(cloud, cloud.classifications?.map((one) => one === 2 ? 1 : 0) ?? []);
 * assertEquals([...ground.positions], [1, 2, 3, 7, 8, 9]);
 * ```
 */
export function selectPoints(
  cloud: PointCloud,
  maskOrRows:
    | Uint8Array
    | Uint32Array
    | Int32Array
    | readonly boolean[]
    | readonly number[],
): PointCloud {
  checkParts({ operator: OPERATOR, name: "cloud" }, cloud, "what readPointCloud() gave");
  checkNumbers({ operator: OPERATOR, name: "positions of cloud" }, cloud.positions);
  checkNumbers({ operator: OPERATOR, name: "maskOrRows" }, maskOrRows);
  return takeRows(cloud, rowsOf(maskOrRows, cloud.positions.length / 3));
}

function rowsOf(
  given: Uint8Array | Uint32Array | Int32Array | readonly boolean[] | readonly number[],
  count: number,
): Uint32Array {
  if (given instanceof Uint8Array || typeof given[0] === "boolean") {
    if (given.length !== count) {
      throw new RangeError(
        `Cannot run selectPoints: a mask of ${given.length} is given, ${count} expected, one for each point`,
      );
    }
    const rows: number[] = [];
    for (let row = 0; row < count; row++) if (given[row]) rows.push(row);
    return Uint32Array.from(rows);
  }
  const rows = new Uint32Array(given.length);
  for (let at = 0; at < given.length; at++) {
    const row: unknown = given[at];
    if (typeof row !== "number") {
      return refuseKind({ operator: OPERATOR, name: `maskOrRows[${at}]` }, row, "a row");
    }
    if (!(Number.isInteger(row) && row >= 0 && row < count)) {
      throw new RangeError(
        `Cannot run selectPoints: maskOrRows[${at}] is ${row}, a row from 0 to ${
          count - 1
        } expected`,
      );
    }
    rows[at] = row;
  }
  return rows;
}

/** Leaves points out whose coordinates are not all finite, with all that belongs to them. */
export function dropNonFinite<Format extends string>(
  cloud: PointCloud<Format>,
): PointCloud<Format> {
  if (cloud.nonFinite === 0) return cloud;
  const { positions, count } = cloud;
  const rows = new Uint32Array(count - cloud.nonFinite);
  let kept = 0;
  for (let row = 0; row < count; row++) {
    const x = positions[row * 3] ?? NaN;
    const y = positions[row * 3 + 1] ?? NaN;
    const z = positions[row * 3 + 2] ?? NaN;
    // A difference with itself is 0 for finite numbers only.
    if (x - x + (y - y) + (z - z) === 0) rows[kept++] = row;
  }
  // The number of what was left out is still told, and the box is the same.
  return { ...takeRows(cloud, rows), format: cloud.format, nonFinite: cloud.nonFinite };
}

/** Columns of a cloud by the number of their values of each point. */
const PARTS = [["colors", 3], ["normals", 3], ["intensities", 1], ["classifications", 1]] as const;

/** Takes rows, which are those of the cloud. */
function takeRows(cloud: PointCloud, rows: Uint32Array): PointCloud {
  const { positions, faces, scans, nodes, grid: _grid, lasIntegers, lasFields, columns } = cloud;
  const { scans: _scans, nodes: _nodes, grid: _size, ...rest } = cloud;
  const taken = pick(positions, rows, 3);
  const ascends = rows.every((row, at) => at === 0 || row > (rows[at - 1] ?? 0));
  const moveRun = <T extends Run>(run: T): T => ({ ...run, ...movedRun(run, rows) });
  return {
    ...rest,
    count: rows.length,
    positions: taken,
    ...Object.fromEntries(PARTS.flatMap(([name, width]) => {
      const values = cloud[name];
      return values === undefined ? [] : [[name, pick(values, rows, width)]];
    })),
    ...(faces === undefined ? {} : { faces: renumber(faces, rows, cloud.count) }),
    ...(scans === undefined || !ascends ? {} : { scans: scans.map(moveRun) }),
    ...(nodes === undefined || !ascends ? {} : { nodes: nodes.map(moveRun) }),
    ...(lasIntegers === undefined
      ? {}
      : { lasIntegers: { ...lasIntegers, coordinates: pick(lasIntegers.coordinates, rows, 3) } }),
    ...(lasFields === undefined ? {} : { lasFields: pickFields(lasFields, rows) }),
    ...(columns === undefined ? {} : {
      columns: columns.map((column) => ({
        ...column,
        values: pick(column.values, rows, column.width),
      })),
    }),
    ...extentOf(taken),
  };
}

/** Rows that follow each other. */
interface Run {
  readonly first: number;
  readonly count: number;
}

/** Place of the points of a run among rows that ascend. */
function movedRun({ first, count }: Run, rows: Uint32Array): Run {
  const before = placeIn(rows, first);
  return { first: before, count: placeIn(rows, first + count) - before };
}

/** Number of ascending rows before one. */
function placeIn(rows: Uint32Array, row: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = low + high >>> 1;
    if ((rows[middle] ?? 0) < row) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pickFields(fields: LasFields, rows: Uint32Array): LasFields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, values]: [string, ColumnValues | undefined]) =>
      values === undefined ? [] : [[name, pick(values, rows, 1)]]
    ),
  ) as unknown as LasFields;
}

function pick<T extends ColumnValues>(values: T, rows: Uint32Array, width: number): T {
  const Kind = values.constructor as new (length: number) => T;
  const picked = new Kind(rows.length * width);
  for (let row = 0; row < rows.length; row++) {
    const from = (rows[row] ?? 0) * width;
    for (let at = 0; at < width; at++) picked[row * width + at] = values[from + at] ?? 0;
  }
  return picked;
}

/** The triangles whose corners are all taken, in the new numbers of rows. */
function renumber(faces: Uint32Array, rows: Uint32Array, count: number): Uint32Array {
  /** One more than the new number of each row, or 0 if it is left out. */
  const places = new Uint32Array(count);
  for (let at = rows.length - 1; at >= 0; at--) places[rows[at] ?? 0] = at + 1;
  const kept = new Uint32Array(faces.length);
  let length = 0;
  for (let at = 0; at + 2 < faces.length; at += 3) {
    const corners = faces.subarray(at, at + 3).map((row) => places[row] ?? 0);
    if (corners.includes(0)) continue;
    for (const place of corners) kept[length++] = place - 1;
  }
  return kept.slice(0, length);
}
