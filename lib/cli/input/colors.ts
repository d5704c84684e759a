/**
 * Colors of files that say something: scans without colors fill the fields of formats that have them with zeros.
 *
 * @module
 */

/** Whether any channel of any color is more than 0; black all over stands for no colors. */
export function tellsColors(colors: ArrayLike<number>): boolean {
  for (let at = 0; at < colors.length; at++) if (colors[at] !== 0) return true;
  return false;
}

/** The colors of a file; nothing where there are none, or where all of them are 0. */
export function knownColors<T extends ArrayLike<number>>(colors: T | undefined): T | undefined {
  return colors !== undefined && tellsColors(colors) ? colors : undefined;
}
