/**
 * Headers of NanoVDB grids, before their nodes.
 *
 * @module
 */
import type { NvdbBytes } from "./_bytes.ts";
import { headChecksum, NO_CHECKSUM, nodesChecksum, tailChecksum } from "./_checksum.ts";
import {
  BLIND_BYTES,
  GRID_BYTES,
  GridFlag,
  type InnerLayout,
  NAME_BYTES,
  NVDB_CLASSES,
  NVDB_CODECS,
  NVDB_TYPES,
  type NvdbClass,
  type NvdbType,
  ROOT_AT,
  TREE_BYTES,
  type TreeLayout,
  treeLayout,
  wideHalfLayout,
} from "./layout.ts";
import { checkMajor, type FileGrid, formatVersion, type GridSource } from "./segments.ts";
import type { Triple } from "../cloud.ts";

/** Place of the nodes of one level. */
export interface NodeRun {
  /** First byte in the grid. */
  readonly at: number;
  readonly count: number;
}

/** The checked header of a grid. */
export interface GridHeader {
  readonly version: number;
  /** The name in the header itself. */
  readonly shortName: string;
  readonly hasLongName: boolean;
  readonly type: NvdbType;
  readonly gridClass: NvdbClass;
  readonly layout: TreeLayout;
  /** Rows of the matrix that takes voxels to the world, before the translation. */
  readonly matrix: readonly number[];
  readonly translation: Triple;
  readonly blindAt: number;
  readonly blindCount: number;
  /** Values that an index grid numbers, the background among them. */
  readonly slotCount: number;
  readonly leaves: NodeRun;
  readonly lowers: NodeRun;
  readonly uppers: NodeRun;
  /** End of all leaves. */
  readonly leavesEnd: number;
  readonly tableSize: number;
  /** Active tiles in lower nodes, in upper nodes and in the root. */
  readonly tileCounts: readonly number[];
  readonly activeCount: number;
  /** Inclusive bounds of the active voxels. */
  readonly bbox: readonly number[];
  readonly checksum: "none" | "partial" | "full";
  /** Checksums that are wrong, a sentence for each. */
  readonly warnings: readonly string[];
}

/** The last version with a checksum for each node. */
const LAST_NODE_SUMS = (32 << 21 | 6 << 10) >>> 0;

/** Reads and checks the header of a grid, and its checksums unless that is not wanted. */
export function readGridHeader(
  { bytes, said }: GridSource,
  { verify, strict }: { readonly verify: boolean; readonly strict: boolean },
): GridHeader {
  checkMajor(bytes, 16);
  const [index, count] = [bytes.u32(24), bytes.u32(28)];
  if (index >= count) bytes.fail(`it is grid ${index} of ${count}`, 24);
  const typeNumber = bytes.u32(636);
  const type = NVDB_TYPES[typeNumber] ?? bytes.fail(`type ${typeNumber} is not known`, 636);
  const classNumber = bytes.u32(632);
  const gridClass = NVDB_CLASSES[classNumber] ??
    bytes.fail(`class ${classNumber} is not known`, 632);
  const blindAt = bytes.i64(640);
  const blindCount = bytes.u32(648);
  bytes.need("blind data", blindAt, blindCount * BLIND_BYTES);
  const flags = bytes.u32(20);
  const layout = layoutOf(bytes, type, blindAt);
  const runs = readRuns(bytes, layout);
  const header: GridHeader = {
    version: bytes.u32(16),
    shortName: bytes.text(40, NAME_BYTES),
    hasLongName: (flags & GridFlag.LONG_NAME) !== 0,
    type,
    gridClass,
    layout,
    ...readMap(bytes),
    blindAt,
    blindCount,
    slotCount: bytes.u64(656),
    ...runs,
    tileCounts: bytes.u32s(GRID_BYTES + 44, 3),
    activeCount: bytes.u64(GRID_BYTES + 56),
    bbox: bytes.i32s(ROOT_AT, 6),
    checksum: bytes.u32(8) === NO_CHECKSUM && bytes.u32(12) === NO_CHECKSUM
      ? "none"
      : bytes.u32(12) === NO_CHECKSUM
      ? "partial"
      : "full",
    warnings: [],
  };
  if (!verify) return header;
  if (said !== undefined) checkSaid(said, bytes, header);
  return { ...header, warnings: checkSums(bytes, header, strict) };
}

/** Leaves of half precision were of single precision once, which only their sizes tell. */
function layoutOf(bytes: NvdbBytes, type: NvdbType, blindAt: number): TreeLayout {
  const layout = treeLayout(type);
  if (type !== "half") return layout;
  const room = blindAt - GRID_BYTES - bytes.u64(GRID_BYTES);
  const isNarrow = room === bytes.u32(GRID_BYTES + 32) * layout.leaf.bytes;
  return isNarrow ? layout : wideHalfLayout();
}

type Runs = Pick<GridHeader, "leaves" | "lowers" | "uppers" | "leavesEnd" | "tableSize">;

function readRuns(bytes: NvdbBytes, layout: TreeLayout): Runs {
  const rootOffset = bytes.u64(GRID_BYTES + 24);
  if (rootOffset !== TREE_BYTES) {
    bytes.fail(`the root lies ${rootOffset} bytes behind the tree, 64 expected`, GRID_BYTES + 24);
  }
  const { root, upper, lower, leaf } = layout;
  bytes.need("the root", ROOT_AT, root.bytes);
  const tableSize = bytes.u32(ROOT_AT + 24);
  bytes.need(`a root of ${tableSize} tiles`, ROOT_AT, root.bytes + tableSize * root.tileBytes);
  const run = (level: number, name: string, size: number): NodeRun => {
    const count = bytes.u32(GRID_BYTES + 32 + 4 * level);
    const at = GRID_BYTES + bytes.u64(GRID_BYTES + 8 * level);
    if (count === 0) return { at: 0, count };
    if (at < ROOT_AT || at % 8 !== 0) bytes.fail(`${name} lie at ${at}`, GRID_BYTES + 8 * level);
    bytes.need(`${count} ${name}`, at, count * size);
    return { at, count };
  };
  // Leaves that differ in size have 96 bytes and values at least.
  const leaves = run(0, "leaves", leaf.bytes === 0 ? 96 : leaf.bytes);
  const leavesEnd = leaf.bytes === 0 ? bytes.length : leaves.at + leaves.count * leaf.bytes;
  const lowers = run(1, "lower nodes", lower.bytes);
  const uppers = run(2, "upper nodes", upper.bytes);
  return { leaves, lowers, uppers, leavesEnd, tableSize };
}

function readMap(bytes: NvdbBytes): Pick<GridHeader, "matrix" | "translation"> {
  const matrix = bytes.f64s(296 + 88, 9);
  const [x = NaN, y = NaN, z = NaN] = bytes.f64s(296 + 232, 3);
  const sizes = [0, 1, 2].map((axis) => Math.hypot(...[0, 3, 6].map((n) => matrix[n + axis] ?? 0)));
  if (!sizes.every((size) => size > 0 && size < Infinity)) {
    bytes.fail(`voxels have sizes ${sizes.join(", ")}, positive numbers expected`, 296 + 88);
  }
  if (!Number.isFinite(x + y + z)) {
    bytes.fail(`the origin is ${x}, ${y}, ${z}, finite numbers expected`, 296 + 232);
  }
  return { matrix, translation: [x, y, z] };
}

/** Compares checksums; of those that are wrong it refuses the first, or tells all. */
function checkSums(bytes: NvdbBytes, header: GridHeader, strict: boolean): string[] {
  const warnings: string[] = [];
  const [head, tail] = [bytes.u32(8), bytes.u32(12)];
  const { version, uppers, lowers, leaves, layout } = header;
  if (header.checksum === "none") return warnings;
  const isOld = version <= LAST_NODE_SUMS;
  const hex = (sum: number): string => sum.toString(16).padStart(8, "0");
  const check = (what: string, found: number, said: number, at: number): void => {
    if (found === said) return;
    const problem = `the checksum of ${what} is ${hex(found)}, ${hex(said)} expected`;
    if (strict) bytes.fail(problem, at, { advice: "leave checksums out to read it nevertheless" });
    warnings.push(problem);
  };
  const firstNode = [uppers, lowers, leaves].find(({ count }) => count > 0)?.at ?? bytes.length;
  check("its head", headChecksum(bytes.bytes, isOld ? firstNode : undefined), head, 8);
  if (header.checksum === "partial") return warnings;
  if (!isOld) {
    check("its nodes", tailChecksum(bytes.bytes), tail, 12);
    return warnings;
  }
  if (layout.leaf.bytes === 0) return warnings; // those of packed leaves are not written by any old version
  const nodes = [
    ...cut(bytes.bytes, uppers, layout.upper),
    ...cut(bytes.bytes, lowers, layout.lower),
    ...cut(bytes.bytes, leaves, layout.leaf),
  ];
  check("its nodes", nodesChecksum(nodes), tail, 12);
  return warnings;
}

function* cut(
  bytes: Uint8Array,
  { at, count }: NodeRun,
  { bytes: size }: Pick<InnerLayout, "bytes">,
): Generator<Uint8Array> {
  for (let node = 0; node < count; node++) {
    yield bytes.subarray(at + node * size, at + (node + 1) * size);
  }
}

/** Compares what a file says of a grid with what the grid says; each field has a place in both. */
function checkSaid(
  { bytes, at, gridBytes, codec }: FileGrid,
  grid: NvdbBytes,
  header: GridHeader,
): void {
  const check = (what: string, place: number, said: string, found: string): void => {
    if (said === found) return;
    bytes.fail(`the file says that ${what} is ${said}, the grid says ${found}`, at + place);
  };
  const alone = gridBytes === grid.length;
  const codecNumber = NVDB_CODECS.indexOf(codec);
  check("the codec", 168, `${bytes.view.getUint16(at + 168, true)}`, `${codecNumber}`);
  check("the type", 32, String(bytes.u32(at + 32)), String(grid.u32(636)));
  check("the class", 36, String(bytes.u32(at + 36)), String(grid.u32(632)));
  check("the version", 172, formatVersion(bytes.u32(at + 172)), formatVersion(header.version));
  check("the number of voxels", 24, String(bytes.u64(at + 24)), String(header.activeCount));
  check("the bounds", 88, String(bytes.i32s(at + 88, 6)), String(header.bbox));
  check("the box", 40, String(bytes.f64s(at + 40, 6)), String(grid.f64s(560, 6)));
  check("the voxel size", 112, String(bytes.f64s(at + 112, 3)), String(grid.f64s(608, 3)));
  check(
    "the number of nodes",
    140,
    String(bytes.u32s(at + 140, 4)),
    String([...grid.u32s(GRID_BYTES + 32, 3), 1]),
  );
  check("the number of tiles", 156, String(bytes.u32s(at + 156, 3)), String(header.tileCounts));
  if (alone) {
    check(
      "the blind data",
      170,
      String(bytes.view.getUint16(at + 170, true)),
      String(header.blindCount),
    );
  }
}

/** Compares the name that a file gives a grid, and the key made of it, with the name of the grid. */
export function checkSaidName({ bytes, at, nameAt, nameBytes }: FileGrid, name: string): void {
  const said = bytes.text(nameAt, nameBytes);
  if (said !== name) {
    bytes.fail(
      `the file calls the grid "${said.slice(0, 99)}", the grid "${name.slice(0, 99)}"`,
      nameAt,
    );
  }
  const key = bytes.view.getBigUint64(at + 16, true);
  if (key !== 0n && key !== nameKey(new TextEncoder().encode(name))) {
    bytes.fail(
      `the key of the name "${name.slice(0, 99)}" is ${key.toString(16)}, another one expected`,
      at + 16,
    );
  }
}

/** The key of a name, in which grids are looked up: 0 where there is no name. */
export function nameKey(name: Uint8Array): bigint {
  let key = 0n;
  for (const byte of name) {
    key = BigInt.asUintN(64, key * 67n + BigInt(byte) + (key >> 56n));
  }
  return key;
}
