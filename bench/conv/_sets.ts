/**
 * Voxels that convolutions are measured on: shells of all thicknesses, blocks, random voxels and a scan.
 *
 * @module
 */

import { lidarScans } from "./_lidar.ts";

type Coordinates = Int32Array<ArrayBuffer>;

/** A set of voxels, and what it has to hold. */
export interface VoxelSet {
  /** Lists the coordinates, [n, 3]. */
  readonly list: () => Coordinates;
  /** Voxels that it has. */
  readonly voxels: number;
  /** Leaves that they lie in. */
  readonly leaves: number;
  /** Mean number of taps of a 3x3x3 kernel that a voxel has. */
  readonly taps: number;
  /** How far voxels, leaves and taps may be off, as a share: sets from random numbers are not the published ones. */
  readonly tolerance: number;
}

/** The sets by name; numbers of voxels, leaves and taps are those of the published generators. */
export const SETS: Readonly<Record<string, VoxelSet>> = {
  low1: { list: () => lidarScans(1, 4), voxels: 87_672, leaves: 7060, taps: 5.73, tolerance: 0.1 },
  low: { list: () => lidarScans(10), voxels: 852_843, leaves: 82_404, taps: 5.28, tolerance: 0.05 },
  thin: exact(() => gyroidShell(320, 160, 0.87), 1_103_104, 15_968, 16.45),
  band3: exact(() => gyroidShell(248, 124, 1.5), 1_139_184, 10_232, 20.78),
  mid: exact(() => gyroidShell(224, 112, 2), 1_232_608, 8880, 22.25),
  high: exact(() => gyroidShell(176, 176, 6), 1_122_214, 4180, 25.2),
  thick: exact(() => gyroidShell(140, 140, 10), 1_101_570, 3548, 25.7),
  dense: exact(() => denseBox(104), 1_124_864, 2197, 26.48),
  sphere256: exact(() => sphereShell(256), 252_392, 4568, 12.7),
  sphere512: exact(() => sphereShell(512), 1_026_536, 18_776, 12.8),
};

function exact(
  list: () => Coordinates,
  voxels: number,
  leaves: number,
  taps: number,
): VoxelSet {
  return { list, voxels, leaves, taps, tolerance: 0 };
}

/** A list that grows. */
class Triples {
  #held = new Int32Array(3 * 4096);
  #length = 0;

  push(i: number, j: number, k: number): void {
    if (this.#length + 3 > this.#held.length) {
      const more = new Int32Array(this.#held.length * 2);
      more.set(this.#held);
      this.#held = more;
    }
    this.#held[this.#length++] = i;
    this.#held[this.#length++] = j;
    this.#held[this.#length++] = k;
  }

  take(): Coordinates {
    return this.#held.slice(0, this.#length);
  }
}

/**
 * All voxels of a cube of `size` whose centers are within `half` voxels of a gyroid, to first order.
 *
 * @param period Voxels of one period.
 */
function gyroidShell(size: number, period: number, half: number): Coordinates {
  const step = 2 * Math.PI / period;
  const waves = [0.3, 1.1, 2.7].map((phase) => {
    const angles = Float64Array.from({ length: size }, (_, at) => (at + 0.5) * step + phase);
    return [angles.map(Math.sin), angles.map(Math.cos)] as const;
  });
  const [[sinX, cosX], [sinY, cosY], [sinZ, cosZ]] = waves as [Wave, Wave, Wave];
  const list = new Triples();
  for (let i = 0; i < size; i++) {
    const [sx, cx] = [sinX[i] ?? NaN, cosX[i] ?? NaN];
    for (let j = 0; j < size; j++) {
      const [sy, cy] = [sinY[j] ?? NaN, cosY[j] ?? NaN];
      for (let k = 0; k < size; k++) {
        const [sz, cz] = [sinZ[k] ?? NaN, cosZ[k] ?? NaN];
        const value = sx * cy + sy * cz + sz * cx;
        const [gx, gy, gz] = [cx * cy - sz * sx, -sx * sy + cy * cz, -sy * sz + cz * cx];
        const slope = step * Math.sqrt(gx * gx + gy * gy + gz * gz) + 1e-12;
        if (Math.abs(value) <= half * slope) list.push(i, j, k);
      }
    }
  }
  return list.take();
}

type Wave = readonly [sines: Float64Array, cosines: Float64Array];

/** All voxels of a cube of `size` whose centers are at most 1.25 voxels inside the sphere that fits it. */
function sphereShell(size: number): Coordinates {
  const list = new Triples();
  const squares = Float64Array.from({ length: size }, (_, at) => (at - size / 2 + 0.5) ** 2);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) {
      const column = (squares[i] ?? NaN) + (squares[j] ?? NaN);
      if (Math.sqrt(column) > size / 2) continue;
      for (let k = 0; k < size; k++) {
        const distance = Math.sqrt(column + (squares[k] ?? NaN));
        if (distance <= size / 2 && distance >= size / 2 - 1.25) list.push(i, j, k);
      }
    }
  }
  return list.take();
}

function denseBox(size: number): Coordinates {
  const list = new Triples();
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++) for (let k = 0; k < size; k++) list.push(i, j, k);
  }
  return list.take();
}

/**
 * Reads the coordinates of a real scan: a header of four numbers and rows (batch, z, y, x) of int32.
 *
 * @returns Coordinates (x, y, z), [n, 3].
 * @throws {Error} If the file holds something else.
 */
export function readScan(bytes: Uint8Array<ArrayBuffer>): Coordinates {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = Array.from({ length: 5 }, (_, at) => view.getInt32(at * 4, true));
  const [magic, axes, dtype, rows = 0, columns] = header;
  const right = magic === 0x33ff1101 && axes === 2 && dtype === 1 && columns === 4;
  if (!right || bytes.length !== 20 + rows * 16) {
    throw new Error(`Cannot read voxels: int32 [n, 4] expected, not a header of ${header}`);
  }
  const list = new Int32Array(rows * 3);
  for (let row = 0; row < rows; row++) {
    for (let axis = 0; axis < 3; axis++) {
      list[row * 3 + axis] = view.getInt32(20 + row * 16 + (3 - axis) * 4, true);
    }
  }
  return list;
}
