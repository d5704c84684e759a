/**
 * Level-of-detail trees the slow way: recursion over lists of points, cells as text, every sample against every voxel.
 *
 * @module
 */

import type { LodStrategy } from "../../lib/lod/mod.ts";

/** A point in whole coordinates. */
export interface PlainPoint {
  readonly place: readonly number[];
  readonly rgba: readonly number[];
}

/** A node as the oracle sees it. */
export interface PlainNode {
  readonly level: number;
  readonly cell: readonly number[];
  readonly points: readonly PlainPoint[];
  readonly children: PlainNode[];
  voxels: PlainVoxel[];
}

/** A voxel with what it was made of. */
export interface PlainVoxel {
  readonly cell: readonly number[];
  rgba: readonly number[];
  /** All points below. */
  readonly points: readonly PlainPoint[];
}

/** How to build. */
export interface PlainOptions {
  readonly bits: number;
  readonly gridSize: number;
  readonly pointsPerLeaf: number;
  readonly maxDepth: number;
  readonly strategy: LodStrategy;
  readonly seed: bigint;
}

/** The Morton code of a cell, x leading. */
function morton(cell: readonly number[], bits: number): bigint {
  let code = 0n;
  for (let bit = bits - 1; bit >= 0; bit--) {
    for (const value of cell) code = code << 1n | BigInt(Math.floor(value / 2 ** bit) % 2);
  }
  return code;
}

function word(rgba: readonly number[]): number {
  const [r = 0, g = 0, b = 0, a = 0] = rgba;
  return r + g * 2 ** 8 + b * 2 ** 16 + a * 2 ** 24;
}

/** Points in the order of a tree. */
export function inOrder(points: readonly PlainPoint[], bits: number): PlainPoint[] {
  return points
    .map((point) => ({ point, code: morton(point.place, bits) }))
    .sort((a, b) =>
      a.code < b.code ? -1 : a.code > b.code ? 1 : word(a.point.rgba) - word(b.point.rgba)
    )
    .map(({ point }) => point);
}

/** Builds a tree; its nodes level after level. */
export function plainLod(points: readonly PlainPoint[], options: PlainOptions): PlainNode[] {
  if (points.length === 0) return [];
  const root = split(inOrder(points, options.bits), 0, [0, 0, 0], options);
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.children);
  if (options.strategy === "none") return nodes;
  const deepest = Math.max(...nodes.map(({ level }) => level));
  for (let level = deepest; level >= 0; level--) {
    const inner = nodes.filter((node) => node.level === level && node.children.length > 0);
    for (const node of inner) node.voxels = voxelsOf(node, options);
    if (options.strategy.startsWith("weighted")) weigh(inner, options);
  }
  return nodes;
}

function split(
  points: readonly PlainPoint[],
  level: number,
  cell: readonly number[],
  options: PlainOptions,
): PlainNode {
  const node: PlainNode = { level, cell, points, children: [], voxels: [] };
  if (points.length < options.pointsPerLeaf || level >= options.maxDepth) return node;
  const scale = 2 ** (options.bits - level - 1);
  for (let octant = 0; octant < 8; octant++) {
    const halves = [octant >> 2, octant >> 1 & 1, octant & 1];
    const own = cell.map((value, axis) => value * 2 + (halves[axis] ?? 0));
    const inside = points.filter(({ place }) =>
      place.every((value, axis) => Math.floor(value / scale) === own[axis])
    );
    if (inside.length > 0) node.children.push(split(inside, level + 1, own, options));
  }
  return node;
}

/** What a voxel is made of: a place in units, a color, and what a random choice goes by. */
interface Sample {
  readonly center: readonly number[];
  readonly rgba: readonly number[];
  readonly hash: bigint;
}

function samplesOf(node: PlainNode, { bits, gridSize, seed }: PlainOptions): Sample[] {
  return node.children.flatMap((child) => {
    if (child.children.length === 0) {
      return child.points.map(({ place, rgba }) => ({
        center: place.map((value) => value + 0.5),
        rgba,
        hash: hash(seed, -1, place, rgba),
      }));
    }
    const side = 2 ** (bits - child.level) / gridSize;
    return child.voxels.map(({ cell, rgba }) => {
      const whole = cell.map((value, axis) => (child.cell[axis] ?? 0) * gridSize + value);
      const center = whole.map((value) => (value + 0.5) * side);
      return { center, rgba, hash: hash(seed, child.level, whole, rgba) };
    });
  });
}

function cellOf(center: readonly number[], node: PlainNode, options: PlainOptions): number[] {
  const side = 2 ** (options.bits - node.level) / options.gridSize;
  return center.map((value, axis) =>
    Math.floor(value / side) - (node.cell[axis] ?? 0) * options.gridSize
  );
}

function voxelsOf(node: PlainNode, options: PlainOptions): PlainVoxel[] {
  const samples = Map.groupBy(
    samplesOf(node, options),
    ({ center }) => cellOf(center, node, options).join(),
  );
  const points = Map.groupBy(
    node.points,
    ({ place }) => cellOf(place.map((value) => value + 0.5), node, options).join(),
  );
  return [...samples]
    .map(([key, own]) => {
      const below = points.get(key) ?? [];
      return {
        cell: key.split(",").map(Number),
        rgba: colorOf(own, below, options),
        points: below,
      };
    })
    .sort((a, b) => morton(a.cell, 10) < morton(b.cell, 10) ? -1 : 1);
}

function colorOf(
  samples: readonly Sample[],
  points: readonly PlainPoint[],
  { strategy }: PlainOptions,
): readonly number[] {
  const [first] = samples;
  switch (strategy) {
    case "random":
      return samples.reduce((best, one) => one.hash > best.hash ? one : best).rgba;
    case "average":
      return mean(samples.map(({ rgba }) => ({ rgba, weight: 1 })));
    case "pointMean":
      return mean(points.map(({ rgba }) => ({ rgba, weight: 1 })));
    default:
      return first?.rgba ?? [];
  }
}

function mean(parts: readonly { rgba: readonly number[]; weight: number }[]): number[] {
  const total = parts.reduce((sum, { weight }) => sum + weight, 0);
  return [0, 1, 2, 3].map((channel) => {
    const sum = parts.reduce((all, { rgba, weight }) => all + weight * (rgba[channel] ?? 0), 0);
    return Math.floor((sum + Math.floor(total / 2)) / total);
  });
}

/** Recolors the voxels of a level by distance, rounding to single precision after each step. */
function weigh(nodes: readonly PlainNode[], options: PlainOptions): void {
  const { strategy, bits, gridSize } = options;
  const round = Math.fround;
  const samples = new Map(nodes.map((node) => [node, samplesOf(node, options)]));
  const all = [...samples.values()].flat();
  for (const node of nodes) {
    const side = 2 ** (bits - node.level) / gridSize;
    const around = strategy === "weightedAcross" ? all : samples.get(node) ?? [];
    for (const voxel of node.voxels) {
      const center = voxel.cell.map((value, axis) =>
        ((node.cell[axis] ?? 0) * gridSize + value + 0.5) * side
      );
      const parts = around.map((sample) => {
        const [x = 0, y = 0, z = 0] = sample.center.map((value, axis) =>
          round((value - (center[axis] ?? 0)) / side)
        );
        const square = round(round(round(x * x) + round(y * y)) + round(z * z));
        const distance = round(Math.sqrt(square));
        const weight = distance < 1 ? Math.floor(round(round(1 - distance) * 256)) : 0;
        return { rgba: sample.rgba, weight };
      });
      voxel.rgba = mean(parts);
    }
  }
}

const MASK = (1n << 64n) - 1n;

/** SplitMix64 at a place of a sequence. */
function randomBits(seed: bigint, place: bigint): bigint {
  let mixed = (seed + (place + 1n) * 0x9e3779b97f4a7c15n) & MASK;
  mixed = ((mixed ^ mixed >> 30n) * 0xbf58476d1ce4e5b9n) & MASK;
  mixed = ((mixed ^ mixed >> 27n) * 0x94d049bb133111ebn) & MASK;
  return mixed ^ mixed >> 31n;
}

function hash(
  seed: bigint,
  level: number,
  cell: readonly number[],
  rgba: readonly number[],
): bigint {
  const [x = 0n, y = 0n, z = 0n] = cell.map(BigInt);
  const first = randomBits((seed + BigInt(level + 1)) & MASK, x | y << 32n);
  return randomBits(first, z | BigInt(word(rgba)) << 32n);
}
