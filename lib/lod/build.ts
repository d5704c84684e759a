/**
 * Building level-of-detail trees from points.
 *
 * @module
 */

import type { LodHandle } from "../../ffi/_generated/native.ts";
import { LodSetting, LodStrategy as Code } from "../../ffi/_generated/symbols.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import type { Real, Tensor, Triple } from "../core/mod.ts";
import type { Box } from "../core/boxes.ts";
import { checkDType, checkShape } from "../core/checks.ts";
import { checkOptions, type OptionKinds, optionNames } from "../../ffi/base/options.ts";
import { checkAnyNumber, checkNumbers, checkParts, refuse } from "../../ffi/base/checks.ts";
import { seedWords, wholeNumber } from "../../ffi/base/numbers.ts";
import { dtypeCode } from "../core/dtype.ts";
import { shareContext } from "../core/ownership.ts";
import { callNative } from "../core/native_call.ts";
import { adoptLod, type LodTree } from "./base/tree.ts";
import { describeValue } from "../../ffi/base/words.ts";

/**
 * Colors of voxels. The samples of a voxel are the points and voxels of the node's children in its cell.
 *
 * - `none`: inner nodes have no voxels
 * - `first`: the first sample in Morton order
 * - `random`: one sample, selected by a hash of the seed and the sample itself
 * - `average`: the mean of the samples, each with equal weight
 * - `pointMean`: the mean of all points in the cell, however many levels below
 * - `weighted`: the mean of samples closer than one cell to its center, including those of neighboring cells, with
 *   weights that fall off linearly with distance
 * - `weightedAcross`: the same across node boundaries, where the neighbors are inner nodes of the same level
 *
 * @category Level of detail
 */
export type LodStrategy =
  | "none"
  | "first"
  | "random"
  | "average"
  | "pointMean"
  | "weighted"
  | "weightedAcross";

/**
 * A box around points; no point may lie outside.
 *
 * @category Level of detail
 */
export interface LodBox extends Box<Triple> {
  /**
   * Edge of the cube, which starts at `min`; at least the longest side of the box. For integers a power of two greater
   * than it, from `gridSize` to 2^32.
   *
   * @default {the longest side, or 1 if that is 0} For integers the smallest such power of two.
   */
  readonly edge?: number;
}

/**
 * Options for {@linkcode buildLod}.
 *
 * @category Level of detail
 */
export interface BuildLodOptions {
  /**
   * Number of points from which on a node is split.
   *
   * @default {50_000}
   */
  readonly pointsPerLeaf?: number;
  /**
   * Cells of an inner node along each axis, a power of two from 2 to 1024.
   *
   * @default {128}
   */
  readonly gridSize?: number;
  /**
   * Colors of voxels.
   *
   * @default {"average"}
   */
  readonly strategy?: LodStrategy;
  /**
   * Seed of `random`, 64 bits.
   *
   * @default {0}
   */
  readonly seed?: number | bigint;
  /** Box of the points; if omitted, it is computed in a pass over them. */
  readonly box?: LodBox;
  /**
   * Bits per coordinate, log2(gridSize) to 32. Integers determine their own; this is then ignored.
   *
   * @default {24} For f64 it is 30.
   */
  readonly bits?: number;
  /**
   * Deepest level; its nodes are not split.
   *
   * @default {bits - log2(gridSize) + 1} This is the maximum.
   */
  readonly maxDepth?: number;
  /**
   * The order of the points in a leaf. `any` is faster on GPUs and may differ from run to run; nodes and voxels are the
   * same. Attributes and picks need `morton`. Points are sorted nevertheless in trees with `pointMean`, with `gridSize`
   * above 128, with more than 30 bits below the cells of the root, with `pointsPerLeaf` outside 4096 to 65 000, or with
   * leaves that hold more points because they cannot be split.
   *
   * @default {"morton"}
   */
  readonly order?: "morton" | "any";
  /**
   * Whether the tree keeps each point's row of the input, for {@linkcode lodRows}.
   *
   * @default {false}
   */
  readonly keepRows?: boolean;
}

const STRATEGIES: Readonly<Record<LodStrategy, Code>> = {
  none: Code.NONE,
  first: Code.FIRST,
  random: Code.RANDOM,
  average: Code.AVERAGE,
  pointMean: Code.POINT_MEAN,
  weighted: Code.WEIGHTED,
  weightedAcross: Code.WEIGHTED_ACROSS,
};

const OPERATOR = "buildLod";

/** Names of the options that do not depend on how points come. */
export const BUILD_OPTIONS: OptionKinds<Omit<BuildLodOptions, "order" | "keepRows">> = {
  pointsPerLeaf: true,
  gridSize: true,
  strategy: true,
  seed: true,
  box: true,
  bits: true,
  maxDepth: true,
};

const NAMES = optionNames<BuildLodOptions>({ ...BUILD_OPTIONS, order: true, keepRows: "boolean" });

/**
 * Builds a level-of-detail octree of a point cloud.
 *
 * Coordinates are quantized once: `floor((p - min) * scale)`, where `scale` is `2^bits / edge` rounded to double
 * precision, so that a point on a boundary between units may fall into the lower one. For i32 they are the integers
 * themselves, which preserves those of LAS files exactly. A node with `pointsPerLeaf` points or more is an inner node
 * with up to eight children; others are leaves and own their points, which are stored consecutively. Each inner node
 * has at most `gridSize`^3 voxels, one for each cell with points below, computed from its children's points and voxels.
 * Points are in Morton order, x leading, those at one position by color; so the tree does not depend on the input
 * order.
 *
 * Means are rounded half up. A sample at a distance of d < 1 cells from the center has the weight
 * `floor(256 * (1 - d))`, in single precision. All channels are treated alike, including alpha.
 *
 * @param points Points, f16, f32, f64 or i32 [n, 3]; borrowed.
 * @param colors Colors, u8 [n, 3] or [n, 4] with alpha; borrowed. White if omitted.
 * @param options Sizes, strategy and box.
 * @returns A new tree; the caller owns it.
 * @throws {RangeError} If a shape or an option is wrong.
 * @throws {TypeError} If an element type is wrong, or if contexts are mixed.
 * @throws {NativeError} If points are not finite or outside the box ("invalid-data", with their number).
 * @determinism Same bytes on every backend, for any number of threads and any order of the points; with `order: "any"`
 * the same nodes and voxels, and the same points in each leaf.
 * @see Schütz, Kerbl, Klaus, Wimmer, "GPU-Accelerated LOD Generation for Point Clouds", 2023
 * @category Level of detail
 *
 * @example A root of two cells
 * ```ts
 * import { buildLod, openContext, tensor } from "@denovdb/denovdb";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using points = tensor([0, 0, 0, 0.1, 0, 0, 4, 4, 4], { context, shape: [3, 3] });
 * using colors = tensor(new Uint8Array([10, 0, 0, 20, 0, 0, 30, 0, 0]), { context, shape: [3, 3] });
 * using tree = buildLod(points, colors, { pointsPerLeaf: 3, gridSize: 2 });
 * assertEquals(tree.counts.nodes, 3);
 * assertEquals(tree.node(1).pointCount, 2);
 * assertEquals(tree.counts.voxels, 2);
 * ```
 */
export function buildLod(
  points: Tensor<Real | "i32">,
  colors?: Tensor<"u8">,
  options: BuildLodOptions = {},
): LodTree {
  checkOptions(OPERATOR, options, NAMES);
  return buildLodPart(points, colors, options, { rootLevel: 0, known: new BigInt64Array() });
}

/** Properties of a part of a tree that are known before it is built. */
export interface LodPart {
  /** Level of its roots; nodes above are inner and have no voxels. */
  readonly rootLevel: number;
  /** Nodes, [n, 5]: level, cell, and 0 if inner, 1 if its points are its voxels. Others are leaves, if there are any. */
  readonly known: BigInt64Array<ArrayBuffer>;
  /** Colors and number of the points that each point stands for, i64 [n, 5]; borrowed. */
  readonly sums?: Tensor<"i64">;
}

/** Builds a tree, or a part of one: the nodes and voxels that the whole tree has in some cells of the root level. */
export function buildLodPart(
  points: Tensor<Real | "i32">,
  colors: Tensor<"u8"> | undefined,
  options: BuildLodOptions,
  { rootLevel, known, sums }: LodPart,
): LodTree {
  const context = shareContext(OPERATOR, points, ...colors === undefined ? [] : [colors]);
  const [count, channels] = checkShapes(points, colors);
  const settings = settingsOf(options);
  settings[LodSetting.ROOT_LEVEL] = BigInt(rootLevel);
  const outLod = new Uint32Array(1);
  callNative(OPERATOR, context, (native, context) =>
    native.buildLod({
      context,
      points: handleOf(points.buffer),
      dtype: dtypeCode(points.dtype),
      nPoints: count,
      colors: handleOrNone(colors?.buffer),
      colorChannels: channels,
      box: boxNumbers(options.box),
      hasBox: options.box === undefined ? 0 : 1,
      settings,
      nKnown: known.length,
      known,
      sums: handleOrNone(sums?.buffer),
      outLod,
    }));
  return adoptLod(context, outLod[0] as LodHandle, OPERATOR);
}

function checkShapes(points: Tensor, colors: Tensor | undefined): [number, number] {
  checkDType({ operator: OPERATOR, name: "points" }, points, ["f16", "f32", "f64", "i32"]);
  checkShape({ operator: OPERATOR, name: "points" }, points, ["n", 3]);
  const [count = 0] = points.shape;
  if (colors === undefined) return [count, 0];
  checkDType({ operator: OPERATOR, name: "colors" }, colors, ["u8"]);
  checkShape({ operator: OPERATOR, name: "colors" }, colors, [count, "3 or 4"]);
  const [, channels = 0] = colors.shape;
  if (channels !== 3 && channels !== 4) {
    refuse(OPERATOR, `colors has ${channels} channels, 3 or 4 expected`);
  }
  return [count, channels];
}

function settingsOf(options: BuildLodOptions): BigInt64Array<ArrayBuffer> {
  const { pointsPerLeaf = 50_000, gridSize = 128, strategy = "average", seed = 0, bits } = options;
  const { maxDepth, order = "morton", keepRows = false } = options;
  const whole = (name: string, value: number, least: number, most: number): bigint =>
    BigInt(wholeNumber({ operator: OPERATOR, name }, value, { least, most }));
  const code = strategyCode(OPERATOR, strategy);
  if (order !== "any" && order !== "morton") {
    refuse(OPERATOR, `order is ${order}, morton or any expected`);
  }
  if (!(gridSize >= 2 && gridSize <= 1024 && Number.isInteger(Math.log2(gridSize)))) {
    refuse(OPERATOR, `gridSize is ${gridSize}, a power of two from 2 to 1024 expected`);
  }
  const [low, high] = seedWords(OPERATOR, seed);
  const settings = new BigInt64Array(LodSetting.SETTING_COUNT);
  const most = Number.MAX_SAFE_INTEGER;
  settings[LodSetting.POINTS_PER_LEAF] = whole("pointsPerLeaf", pointsPerLeaf, 1, most);
  settings[LodSetting.GRID_SIZE] = BigInt(gridSize);
  settings[LodSetting.BITS] = bits === undefined
    ? 0n
    : whole("bits", bits, Math.log2(gridSize), 32);
  settings[LodSetting.MAX_DEPTH] = maxDepth === undefined ? 0n : whole("maxDepth", maxDepth, 1, 32);
  settings[LodSetting.STRATEGY] = BigInt(code);
  settings[LodSetting.ANY_ORDER] = order === "any" ? 1n : 0n;
  settings[LodSetting.ROWS] = keepRows ? 1n : 0n;
  settings[LodSetting.SEED] = BigInt.asIntN(64, BigInt(high) << 32n | BigInt(low));
  return settings;
}

/**
 * The code of a way to give inner nodes their voxels.
 *
 * @throws {RangeError} If it is not known.
 */
export function strategyCode(operator: string, strategy: LodStrategy): Code {
  if (Object.hasOwn(STRATEGIES, strategy)) return STRATEGIES[strategy];
  return refuse(operator, `strategy is ${describeValue(strategy)}, which is not known`);
}

function boxNumbers(box: LodBox | undefined): Float64Array<ArrayBuffer> {
  if (box === undefined) return new Float64Array(7);
  checkBox(OPERATOR, box);
  const { min, max, edge = 0 } = box;
  return Float64Array.of(...min, ...max, edge);
}

/** Rejects what is no box. */
export function checkBox(operator: string, box: LodBox): void {
  checkParts({ operator, name: "box" }, box, "an object with min and max");
  const { min, max, edge = 0 } = box;
  checkNumbers({ operator, name: "min of box" }, min);
  checkNumbers({ operator, name: "max of box" }, max);
  checkAnyNumber({ operator, name: "edge of box" }, edge);
  if (min.length !== 3 || max.length !== 3) refuse(operator, "box has not three axes");
  const fits = min.every((low, axis) => Number.isFinite(low) && low <= (max[axis] ?? NaN));
  if (!fits || !max.every(Number.isFinite)) {
    refuse(operator, `box is from [${min}] to [${max}], which is no box`);
  }
}
