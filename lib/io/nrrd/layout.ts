/**
 * Which axes of an NRRD file are those of space, and where samples lie.
 *
 * @module
 */
import { failNrrd } from "./_fields.ts";
import type { NrrdAxis, NrrdHeader } from "./header.ts";
import type { Triple } from "../cloud.ts";
import type { VolumeSpace } from "../volume_data.ts";

/** The spaces of three axes that NRRD files name, and their short names. */
export const NRRD_SPACES: readonly (readonly [name: VolumeSpace, short?: string])[] = [
  ["right-anterior-superior", "ras"],
  ["left-anterior-superior", "las"],
  ["left-posterior-superior", "lps"],
  ["scanner-xyz"],
  ["3D-right-handed"],
  ["3D-left-handed"],
];

/** Finds the space that a file names, by its long or short name. */
export function spaceOf(name: string | undefined): VolumeSpace | undefined {
  const plain = name?.trim().toLowerCase();
  if (plain === undefined) return undefined;
  return NRRD_SPACES.find(([long, short]) => plain === long.toLowerCase() || plain === short)?.[0];
}

/** Layout of the samples of a file in a volume. */
export interface NrrdLayout {
  /** Extents of the volume: x, y, z, and channels where there are some, the last one varying fastest. */
  readonly shape: readonly number[];
  /** Stride between neighbors along each of these in the file, in samples. */
  readonly strides: readonly number[];
  /** Lengths of the steps from sample to sample. */
  readonly spacing: Triple;
  /** Position of the center of the first sample. */
  readonly origin: Triple;
  /** Steps from sample to sample along x, y and z. */
  readonly directions: readonly [x: Triple, y: Triple, z: Triple];
}

/** An axis and its place among the samples. */
interface PlacedAxis {
  readonly axis: NrrdAxis;
  readonly stride: number;
}

/** Kinds of axes along which space or a picture extends; all others tell channels apart. */
const SPATIAL_KINDS: ReadonlySet<string> = new Set(["domain", "space"]);

/** Finds the axes of space; up to three there are, and what is missing has an extent of 1. */
export function layoutOf(header: NrrdHeader): NrrdLayout {
  let stride = 1;
  const placed = header.axes.map((axis): PlacedAxis => {
    const place = { axis, stride };
    stride *= axis.size;
    return place;
  });
  const spatial = placed.filter(({ axis }) => isSpatial(axis, header.directed));
  // Four axes without a word about them: the slowest is the one that a volume has no place for.
  const last = spatial.length > 3 ? spatial.pop() : undefined;
  const channels = placed.filter((one) => one === last || !spatial.includes(one)).reverse();
  const [x, y, z] = [
    stepAlong(spatial[0]?.axis, 0),
    stepAlong(spatial[1]?.axis, 1),
    stepAlong(spatial[2]?.axis, 2),
  ];
  const spacing: Triple = [Math.hypot(...x), Math.hypot(...y), Math.hypot(...z)];
  for (const length of spacing) {
    if (!(length > 0 && Number.isFinite(length))) {
      failNrrd(`a spacing of ${length} is not above 0`);
    }
  }
  const space = [0, 1, 2].map((at) => spatial[at] ?? { axis: { size: 1 }, stride: 1 });
  const all = [...space, ...channels];
  return {
    shape: all.map(({ axis }) => axis.size),
    strides: all.map((one) => one.stride),
    spacing,
    origin: originOf(header, spatial.map(({ axis }) => axis)),
    directions: [x, y, z],
  };
}

function isSpatial({ direction, kind }: NrrdAxis, directed: boolean): boolean {
  if (directed) return direction !== undefined && direction.slice(0, 3).some((step) => step !== 0);
  return kind === undefined || SPATIAL_KINDS.has(kind.toLowerCase());
}

/** The step from sample to sample along an axis; axes without directions are those of the world. */
function stepAlong(axis: NrrdAxis | undefined, at: 0 | 1 | 2): Triple {
  const direction = axis?.direction;
  if (direction !== undefined) return toTriple(direction);
  const step = axis === undefined ? 1 : spacingOf(axis);
  return [at === 0 ? step : 0, at === 1 ? step : 0, at === 2 ? step : 0];
}

/** Spacing in the file, or from where the axis begins and ends. */
function spacingOf({ spacing, min, max, center, size }: NrrdAxis): number {
  if (spacing !== undefined) return spacing;
  if (min === undefined || max === undefined) return 1;
  const steps = center === "node" ? size - 1 : size;
  return steps > 0 && max !== min ? (max - min) / steps : 1;
}

function originOf({ spaceOrigin }: NrrdHeader, axes: readonly NrrdAxis[]): Triple {
  if (spaceOrigin !== undefined) return toTriple(spaceOrigin);
  return toTriple(axes.map((axis) => {
    if (axis.min === undefined) return 0;
    // Where samples stand for cells, the axis begins at the border of the first one.
    return axis.center === "node" ? axis.min : axis.min + spacingOf(axis) / 2;
  }));
}

function toTriple([x = 0, y = 0, z = 0]: readonly number[]): Triple {
  return [x, y, z];
}
