/**
 * Matrices and their products in plain loops.
 *
 * @module
 */

/** Relative to the largest sum: results are rounded once. */
export const PRECISION = { f16: 1e-3, bf16: 8e-3, f32: 2e-6, f64: 1e-13 } as const;

/** Rows of a matrix [rows, columns]. */
export class Matrix {
  constructor(
    readonly rows: number,
    readonly columns: number,
    readonly at: (row: number, column: number) => number,
  ) {}

  /** Of numbers from a place on, row by row or, where it is transposed, column by column. */
  static of(
    numbers: ArrayLike<number>,
    rows: number,
    columns: number,
    from = 0,
    isTransposed = false,
  ): Matrix {
    const [down, across] = isTransposed ? [1, rows] : [columns, 1];
    return new Matrix(
      rows,
      columns,
      (row, column) => numbers[from + row * down + column * across] ?? NaN,
    );
  }

  get transposed(): Matrix {
    return new Matrix(this.columns, this.rows, (row, column) => this.at(column, row));
  }

  times(other: Matrix): number[] {
    const result: number[] = [];
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < other.columns; column++) {
        let sum = 0;
        for (let k = 0; k < this.columns; k++) sum += this.at(row, k) * other.at(k, column);
        result.push(sum);
      }
    }
    return result;
  }
}
