/**
 * Slopes of functions of many numbers, from differences.
 *
 * @module
 */

/** Sum of the products of two lists of numbers. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < a.length; at++) sum += (a[at] ?? NaN) * (b[at] ?? NaN);
  return sum;
}

/** Central differences of a function of many numbers, by one of them after the other. */
export function differences(
  numbers: readonly number[],
  value: (moved: readonly number[]) => number,
  step: number = 2 ** -16,
): number[] {
  return numbers.map((number, at) => {
    const [above, below] = [number + step, number - step].map((one) =>
      value(numbers.with(at, one))
    );
    return ((above ?? NaN) - (below ?? NaN)) / (2 * step);
  });
}
