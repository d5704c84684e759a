/**
 * Small images of cubes, seen from a corner.
 *
 * @module
 */

/** Colors from the lowest cubes to the highest. */
const LOW: readonly number[] = [38, 84, 124];
const HIGH: readonly number[] = [120, 200, 160];
/** Light on a cube's top, on its side towards +x and on its side towards +y, in 256ths. */
const LIGHT: readonly number[] = [256, 200, 150];

/** Options for drawing cubes. */
export interface CubeOptions {
  /** Edge lengths of a cube. */
  readonly edges: readonly number[];
  /** Width and height of the image in pixels. */
  readonly pixels: number;
}

/**
 * Draws cubes in parallel projection: x runs to the lower left, y to the lower right, z up.
 *
 * Work is bounded by the numbers of cubes and pixels; a depth buffer resolves occlusion.
 *
 * @param cells The cubes, [n, 3].
 * @param options Edge lengths and size.
 * @returns Red, green, blue and opacity, [pixels, pixels, 4]; all 0 where there is no cube.
 */
export function drawCubes(
  cells: Int32Array,
  { edges, pixels }: CubeOptions,
): Uint8Array<ArrayBuffer> {
  const picture = new Uint8Array(pixels * pixels * 4);
  if (cells.length === 0) return picture;
  const view = viewOf(cells, edges, pixels);
  const depths = new Float64Array(pixels * pixels).fill(-Infinity);
  const span = Math.max(1, view.highest - view.lowest);
  for (let at = 0; at < cells.length; at += 3) {
    const [i, j, k] = [cells[at] ?? 0, cells[at + 1] ?? 0, cells[at + 2] ?? 0];
    const height = (k - view.lowest) / span;
    const color = LOW.map((low, c) => low + ((HIGH[c] ?? low) - low) * height);
    drawCube({ picture, depths, pixels }, view, [i, j, k], color);
  }
  return picture;
}

/** Placement of cubes in a picture. */
interface View {
  /** Pixels to the right for a step along each axis. */
  readonly right: readonly number[];
  /** Pixels down for a step along each axis. */
  readonly down: readonly number[];
  /** Start of cell (0, 0, 0). */
  readonly start: readonly [x: number, y: number];
  readonly lowest: number;
  readonly highest: number;
}

const COS = Math.sqrt(3) / 2;
const SIN = 0.5;

function viewOf(cells: Int32Array, edges: readonly number[], pixels: number): View {
  const largest = Math.max(...edges);
  const [a, b, c] = [0, 1, 2].map((axis) => (edges[axis] ?? 1) / largest);
  const right = [-(a ?? 1) * COS, (b ?? 1) * COS, 0];
  const down = [(a ?? 1) * SIN, (b ?? 1) * SIN, -(c ?? 1)];
  const bounds = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  let [lowest, highest] = [Infinity, -Infinity];
  const dot = (steps: readonly number[], at: number): number =>
    (steps[0] ?? 0) * (cells[at] ?? 0) + (steps[1] ?? 0) * (cells[at + 1] ?? 0) +
    (steps[2] ?? 0) * (cells[at + 2] ?? 0);
  for (let at = 0; at < cells.length; at += 3) {
    const [x, y, k] = [dot(right, at), dot(down, at), cells[at + 2] ?? 0];
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x);
    bounds.top = Math.min(bounds.top, y);
    bounds.bottom = Math.max(bounds.bottom, y);
    lowest = Math.min(lowest, k);
    highest = Math.max(highest, k);
  }
  // A cube reaches one step along each axis from its cell.
  bounds.left += right[0] ?? 0;
  bounds.right += right[1] ?? 0;
  bounds.top += down[2] ?? 0;
  bounds.bottom += (down[0] ?? 0) + (down[1] ?? 0);
  const [width, height] = [bounds.right - bounds.left, bounds.bottom - bounds.top];
  const scale = (pixels - 2) / Math.max(width, height);
  return {
    right: right.map((step) => step * scale),
    down: down.map((step) => step * scale),
    start: [
      (pixels - width * scale) / 2 - bounds.left * scale,
      (pixels - height * scale) / 2 - bounds.top * scale,
    ],
    lowest,
    highest,
  };
}

interface Canvas {
  readonly picture: Uint8Array;
  readonly depths: Float64Array;
  readonly pixels: number;
}

/** Draws the pixels whose centers the cube covers, and the one at its middle however small it is. */
function drawCube(
  { picture, depths, pixels }: Canvas,
  { right, down, start }: View,
  [i, j, k]: readonly [number, number, number],
  color: readonly number[],
): void {
  const [ax = 0, bx = 0] = right;
  const [ay = 0, by = 0, cy = 0] = down;
  // The corner in which the three sides that are seen meet.
  const x = start[0] + (i + 1) * ax + (j + 1) * bx;
  const y = start[1] + (i + 1) * ay + (j + 1) * by + (k + 1) * cy;
  const depth = i + j + k;
  const put = (column: number, row: number, side: number): void => {
    const at = row * pixels + column;
    if (column < 0 || row < 0 || column >= pixels || row >= pixels) return;
    if (depth <= (depths[at] ?? 0)) return;
    depths[at] = depth;
    const light = (LIGHT[side] ?? 0) / 256;
    for (let c = 0; c < 3; c++) picture[at * 4 + c] = Math.round((color[c] ?? 0) * light);
    picture[at * 4 + 3] = 255;
  };
  put(Math.floor(x), Math.floor(y - (ay + by) / 2), 0);
  const [top, bottom] = [Math.floor(y - ay - by), Math.ceil(y - cy)];
  for (let row = top; row <= bottom; row++) {
    for (let column = Math.floor(x - bx); column <= Math.ceil(x - ax); column++) {
      const side = sideAt(column + 0.5 - x, row + 0.5 - y, { ax, bx, ay, by, cy });
      if (side >= 0) put(column, row, side);
    }
  }
}

/** Which side covers a place seen from the corner between them: 0 the top, 1 towards +x, 2 towards +y, or -1. */
function sideAt(
  dx: number,
  dy: number,
  { ax, bx, ay, by, cy }: Readonly<Record<"ax" | "bx" | "ay" | "by" | "cy", number>>,
): number {
  const inside = (u: number, v: number): boolean => u >= 0 && u < 1 && v >= 0 && v < 1;
  // The top: back along x and y.
  const area = ax * by - bx * ay;
  if (inside((bx * dy - by * dx) / area, (ay * dx - ax * dy) / area)) return 0;
  // Towards +x: back along y, and down.
  const along = -dx / bx;
  if (inside(along, (dy + along * by) / -cy)) return 1;
  // Towards +y: back along x, and down.
  const across = -dx / ax;
  return inside(across, (dy + across * ay) / -cy) ? 2 : -1;
}
