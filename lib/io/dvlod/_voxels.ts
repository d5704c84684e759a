/**
 * Cells of voxels by what is below each cell of the next coarser grid: one byte each, a bit for each of eight.
 *
 * @module
 */

/** Bits of a number, each followed by two zeros. */
function spread(value: number): number {
  let v = value & 0x3ff;
  v = (v | v << 16) & 0x030000ff;
  v = (v | v << 8) & 0x0300f00f;
  v = (v | v << 4) & 0x030c30c3;
  return (v | v << 2) & 0x09249249;
}

/** Every third bit of a number. */
function gather(code: number): number {
  let v = code & 0x09249249;
  v = (v | v >> 2) & 0x030c30c3;
  v = (v | v >> 4) & 0x0300f00f;
  v = (v | v >> 8) & 0x030000ff;
  return (v | v >> 16) & 0x3ff;
}

/** Morton codes of cells [n, 3], x the leading bit of each triple. */
export function codesOfCells(cells: Uint32Array): Uint32Array<ArrayBuffer> {
  const codes = new Uint32Array(cells.length / 3);
  for (let n = 0; n < codes.length; n++) {
    codes[n] = spread(cells[n * 3] ?? 0) << 2 | spread(cells[n * 3 + 1] ?? 0) << 1 |
      spread(cells[n * 3 + 2] ?? 0);
  }
  return codes;
}

/** Cells [n, 3] of Morton codes. */
export function cellsOfCodes(codes: Uint32Array): Uint32Array<ArrayBuffer> {
  const cells = new Uint32Array(codes.length * 3);
  for (let n = 0; n < codes.length; n++) {
    const code = codes[n] ?? 0;
    cells[n * 3] = gather(code >>> 2);
    cells[n * 3 + 1] = gather(code >>> 1);
    cells[n * 3 + 2] = gather(code);
  }
  return cells;
}

/**
 * Tells which of the eight parts of their parents ascending codes are.
 *
 * @param codes The cells.
 * @returns A byte for each parent, and the parents' codes.
 */
export function foldCodes(
  codes: Uint32Array,
): { readonly masks: Uint8Array<ArrayBuffer>; readonly parents: Uint32Array<ArrayBuffer> } {
  const masks = new Uint8Array(codes.length);
  const parents = new Uint32Array(codes.length);
  let count = 0;
  for (let n = 0; n < codes.length; n++) {
    const code = codes[n] ?? 0;
    if (n === 0 || code >>> 3 !== parents[count - 1]) parents[count++] = code >>> 3;
    masks[count - 1] = (masks[count - 1] ?? 0) | 1 << (code & 7);
  }
  return { masks: masks.slice(0, count), parents: parents.slice(0, count) };
}

/**
 * Finds the codes that masks tell of.
 *
 * @param parents Codes of the parents.
 * @param masks A byte for each; none is 0.
 * @returns The codes, or nothing where a mask is 0.
 */
export function unfoldMasks(
  parents: Uint32Array,
  masks: Uint8Array,
): Uint32Array<ArrayBuffer> | undefined {
  let count = 0;
  for (const mask of masks) {
    if (mask === 0) return undefined;
    for (let bits = mask; bits !== 0; bits &= bits - 1) count++;
  }
  const codes = new Uint32Array(count);
  let at = 0;
  for (let n = 0; n < parents.length; n++) {
    const first = (parents[n] ?? 0) << 3;
    const mask = masks[n] ?? 0;
    for (let octant = 0; octant < 8; octant++) {
      if ((mask >> octant & 1) === 1) codes[at++] = first | octant;
    }
  }
  return codes;
}
