/**
 * Rows of numbers gathered into the columns of a point cloud.
 *
 * @module
 */
import { type ColumnType, PointColumns, type PointFields } from "./point_columns.ts";
import type { Column } from "./scalars.ts";
import type { PointColumn } from "../cloud.ts";

/** Rows are spread over the columns in runs of so many, one column at a time. */
const RUN_ROWS = 2048;

/** Says of each column whether a point cloud keeps nothing of it. */
export function unusedColumns(names: readonly string[]): boolean[] {
  const { columns } = columnsOf(names, 0, false);
  return names.map((name) => !columns.has(name));
}

function columnsOf(names: readonly string[], most: number, fields: boolean): PointColumns {
  const types = new Map(names.map((name): [string, ColumnType] => [name, "text"]));
  return new PointColumns(most, types, fields);
}

/** Takes rows whose columns have names. */
export class PointRows {
  /** Number of rows taken. */
  count = 0;
  readonly #points: PointColumns;
  readonly #columns: readonly (Column | undefined)[];
  readonly #run: Float64Array;

  /**
   * Allocates the columns.
   *
   * @param names What each number of a row is.
   * @param most How many rows there are at most.
   * @param fields Whether columns are kept that clouds have no name for.
   */
  constructor(names: readonly string[], most: number, fields = false) {
    this.#points = columnsOf(names, most, fields);
    this.#columns = names.map((name) => this.#points.columns.get(name));
    this.#run = new Float64Array(names.length * RUN_ROWS);
  }

  /** Takes the first numbers of a row. */
  take(values: Float64Array): void {
    const width = this.#columns.length;
    const at = this.count % RUN_ROWS * width;
    for (let column = 0; column < width; column++) this.#run[at + column] = values[column] ?? NaN;
    this.count++;
    if (this.count % RUN_ROWS === 0) this.#spread(RUN_ROWS);
  }

  /** Gives the points. */
  finish(): PointFields {
    this.#spread(this.count % RUN_ROWS);
    const { columns = [], unread = [], ...rest } = this.#points.finish(this.count);
    // Columns of words have no numbers.
    const isWords = ({ values }: PointColumn): boolean =>
      values.length > 0 && (values as Float64Array).every(Number.isNaN);
    const kept = columns.filter((column) => !isWords(column));
    const left = [...unread, ...columns.filter(isWords).map(({ name }) => name)];
    return {
      ...rest,
      ...(kept.length === 0 ? {} : { columns: kept }),
      ...(left.length === 0 ? {} : { unread: left }),
    };
  }

  #spread(rows: number): void {
    const run = this.#run;
    const width = this.#columns.length;
    const firstRow = this.count - rows;
    this.#columns.forEach((column, which) => {
      if (column === undefined) return;
      const { values, first, stride } = column;
      for (let row = 0; row < rows; row++) {
        values[first + (firstRow + row) * stride] = run[row * width + which] ?? NaN;
      }
    });
  }
}
