/**
 * Points that keep apart the slow way: each against all that were taken before.
 *
 * @module
 */

/** Rows of places, [n, 3], that are chosen among some: cells of an edge go in eight rounds by their lowest bits. */
export function thinRows(
  among: readonly number[],
  places: ArrayLike<number>,
  size: number,
): number[] {
  const place = (row: number): number[] => [0, 1, 2].map((axis) => places[row * 3 + axis] ?? 0);
  const squares = (a: number[], b: number[]): number =>
    a.reduce((sum, value, axis) => sum + (value - (b[axis] ?? 0)) ** 2, 0);
  const cellOf = (row: number): number[] => place(row).map((value) => Math.floor(value / size));
  const cells = new Map<string, number[]>();
  for (const row of among) {
    const key = cellOf(row).join();
    cells.set(key, [...cells.get(key) ?? [], row]);
  }
  const taken: number[] = [];
  for (let round = 0; round < 8; round++) {
    for (const rows of cells.values()) {
      const cell = cellOf(rows[0] ?? 0);
      if (cell.reduce((sum, value) => sum * 2 + value % 2, 0) !== round) continue;
      const middle = cell.map((value) => value * size + (size - 1) / 2);
      const far = (row: number): number => squares(place(row), middle);
      const best = rows.reduce((least, row) => far(row) < far(least) ? row : least);
      for (const row of [best, ...rows.filter((row) => row !== best)]) {
        if (taken.every((other) => squares(place(row), place(other)) >= size * size)) {
          taken.push(row);
        }
      }
    }
  }
  return taken;
}
