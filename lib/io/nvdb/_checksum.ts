/**
 * Checksums of NanoVDB grids: one of the head, and one of everything else in blocks.
 *
 * @module
 */
import { crc32 } from "../base/platform.ts";
import { GRID_BYTES, ROOT_AT, TREE_BYTES } from "./layout.ts";

/** Mark of a checksum that is left out. */
export const NO_CHECKSUM = 0xffffffff;

/** Bytes of a block; the last one has what is left over, too. */
const BLOCK = 4096;

/** The checksum of a grid's head: all but the magic number and the checksums, and the head of the tree. */
export function headChecksum(grid: Uint8Array, end: number = GRID_BYTES + TREE_BYTES): number {
  return crc32(grid.subarray(16, end));
}

/** The checksum of what comes behind the head. */
export function tailChecksum(grid: Uint8Array): number {
  const length = grid.length - ROOT_AT;
  if (length === 0) return NO_CHECKSUM;
  const blocks = Math.floor(length / BLOCK);
  const sums = new DataView(new ArrayBuffer(4 * blocks));
  for (let block = 0; block < blocks; block++) {
    const at = ROOT_AT + block * BLOCK;
    const end = block === blocks - 1 ? grid.length : at + BLOCK;
    sums.setUint32(4 * block, crc32(grid.subarray(at, end)), true);
  }
  return crc32(new Uint8Array(sums.buffer));
}

/** The checksum of nodes as versions up to 32.6.0 have it: one of each node, and one of those. */
export function nodesChecksum(nodes: Iterable<Uint8Array>): number {
  let sum = 0;
  const word = new DataView(new ArrayBuffer(4));
  for (const node of nodes) {
    word.setUint32(0, crc32(node), true);
    sum = crc32(new Uint8Array(word.buffer), sum);
  }
  return sum;
}
