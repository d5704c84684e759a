/**
 * Point clouds read a part at a time.
 *
 * @module
 */

import type { PointAttribute, PointValues } from "../../../io/base/attributes.ts";
import {
  allocateLasColumns,
  type LasColumnOptions,
  type LasColumns,
} from "../../../io/las/points.ts";
import { readLasRecords } from "../../../io/las/read.ts";
import type { LasHeader } from "../../../io/las/header.ts";
import { LAS_TIME_FORMATS, type LodBox, type LodChunk, type LodSource } from "../../../lod/mod.ts";
import type { LodInput } from "./inputs.ts";
import { type LasFile, LasPlaces, openLasFiles, readRecords } from "./las_files.ts";
import { type LodCloud, type LodCloudOptions, readLodCloud } from "./cloud.ts";
import { attributesIn, type Strengths, strengthsAmong } from "./attributes.ts";
import { ExtraLayout } from "./extras.ts";
import { naming } from "../../shared/naming.ts";
import { colorBetween, type HeightRange } from "../../input/cloud.ts";
import { tellsColors } from "../../input/colors.ts";
import { heightRange } from "./heights.ts";
import type { Triple } from "../../../io/cloud.ts";

/** Points of a part. */
const ROWS = 1 << 18;

/** A cloud in parts. Places in the world are `origin + point * unit`. */
export interface LodParts extends LodSource {
  /** Points of all parts. */
  readonly count: number;
  /** Length of a unit of points. */
  readonly unit: number;
  /** Place of point 0, 0, 0. */
  readonly origin: Triple;
  /** Points left out because a coordinate is NaN or infinite. */
  readonly dropped: number;
  /** The files. */
  readonly inputs: readonly LodInput[];
  /** Whether points are integers that files store. */
  readonly isWhole: boolean;
  /** Box of all points, where it is known. */
  readonly box?: LodBox;
  /** Whether files have colors; else they tell heights. */
  readonly isColored: boolean;
  /** Further attributes of points. */
  readonly extras: ExtraLayout;
  /** Classes of points, ascending, where those go along. */
  readonly classes: readonly number[];
}

/** Parts of points that are read. */
export interface LodPartsOptions extends LodCloudOptions {
  /** Further attributes of points: all that files have of them, or those that tiles have. */
  readonly carries: "all" | "strengths";
}

/**
 * Opens files. LAS files of one scale stay on disk and are read a part at a time; other files are read as a whole.
 *
 * Points without colors are colored by height.
 *
 * @param paths The files.
 * @param options What is read.
 * @returns The cloud.
 * @throws {RangeError} If there is no finite point.
 * @throws {FormatError} If a file is not what it should be.
 */
export async function openLodParts(
  paths: readonly string[],
  options: LodPartsOptions,
): Promise<LodParts> {
  const files = options.levels === undefined ? await LasParts.open(paths, options) : undefined;
  return files ?? inParts(await readLodCloud(paths, options), options);
}

function inParts(
  { count, points, colors, unit, origin, dropped, inputs, attributes }: LodCloud,
  { carries }: LodPartsOptions,
): LodParts {
  const columns = carries === "all"
    ? attributes.filter(({ name }) => name !== "rgb")
    : strengthColumns(attributesIn(strengthsAmong(attributes)));
  const layout = new ExtraLayout(columns);
  return {
    isColored: attributes.some(({ name }) => name === "rgb"),
    extras: layout,
    classes: classesAmong(columns),
    count,
    unit,
    origin,
    dropped,
    inputs,
    isWhole: points instanceof Int32Array,
    *chunks(): Generator<LodChunk> {
      for (let first = 0; first < count; first += ROWS) {
        const end = Math.min(count, first + ROWS);
        const rgb = colors.subarray(first * 3, end * 3);
        const own = columns.map(({ name, values, width }) => (
          { name, width, values: values.subarray(first * width, end * width) }
        ));
        const extras = layout.pack(own, end - first);
        yield { points: points.slice(first * 3, end * 3), colors: widen(rgb, 0), extras };
      }
    },
  };
}

/** Intensities and classes as columns. */
function strengthColumns({ intensities, classifications }: Strengths): PointAttribute[] {
  const columns = [["intensity", intensities], ["classification", classifications]] as const;
  return columns.flatMap(([name, values]) =>
    values === undefined ? [] : [{ name, values, width: 1 }]
  );
}

/** The classes of a column, ascending. */
function classesAmong(columns: readonly PointAttribute[]): readonly number[] {
  const classes = columns.find(({ name }) => name === "classification")?.values ?? [];
  return [...new Set(classes)].sort((a, b) => a - b);
}

/** Red, green, blue as stored, with alpha, without lower bits. */
function widen(rgb: ArrayLike<number>, shift: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(rgb.length / 3 * 4).fill(255);
  for (let n = 0; n < rgb.length / 3; n++) {
    for (let k = 0; k < 3; k++) out[n * 4 + k] = (rgb[n * 3 + k] ?? 0) >> shift;
  }
  return out;
}

/** The points of files, some at a time, each with the file that they are of. */
async function* partsOf(
  files: readonly LasFile[],
  { places, ...options }: LasColumnOptions & { readonly places?: LasPlaces } = {},
): AsyncGenerator<readonly [LasFile, LasColumns]> {
  for (const file of files) {
    for await (const records of readRecords(file, ROWS)) {
      places?.look(file, records);
      yield [file, naming(file.path, () => readLasRecords(file.header, records, options))];
    }
  }
}

async function* placesOf(files: readonly LasFile[]): AsyncGenerator<Int32Array> {
  for await (const [, { coordinates }] of partsOf(files)) yield coordinates;
}

/** Attributes of records besides places and colors; times only where all files have them. */
function attributesOf(
  { intensities, classifications, fields }: LasColumns,
  { isTimed }: { readonly isTimed: boolean },
): PointAttribute[] {
  const { returnNumbers, returnCounts, pointSources, gpsTimes } = fields ?? {};
  const columns: readonly (readonly [string, PointValues | undefined])[] = [
    ["intensity", intensities],
    ["return number", returnNumbers],
    ["number of returns", returnCounts],
    ["classification", classifications],
    ["point source id", pointSources],
    ["gps-time", isTimed ? gpsTimes : undefined],
  ];
  return columns.flatMap(([name, values]) =>
    values === undefined ? [] : [{ name, values, width: 1 }]
  );
}

function countOf(files: readonly LasFile[]): number {
  return files.reduce((sum, { header }) => sum + header.count, 0);
}

/** Extremes of all points, which have to be known before the first. */
interface LasExtremes {
  readonly box: LodBox;
  /** Greatest value of any channel of any color. */
  readonly mostColor: number;
  /** Whether all files have colors that are not all 0. */
  readonly isColored: boolean;
  /** Whether intensities differ. */
  readonly hasIntensities: boolean;
  /** All classes, ascending. */
  readonly classes: readonly number[];
  /** Places of files. */
  readonly inputs: readonly LodInput[];
}

async function findExtremes(files: readonly LasFile[]): Promise<LasExtremes> {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  let mostColor = 0;
  const uncolored = new Set(files.filter(({ header }) => header.count > 0));
  let intensity: number | undefined;
  let hasIntensities = false;
  const hasClass = new Uint8Array(256);
  const places = new LasPlaces();
  for await (
    const [file, { coordinates, rgb, intensities, classifications }] of partsOf(files, { places })
  ) {
    intensity ??= intensities[0];
    hasIntensities ||= intensities.some((one) => one !== intensity);
    for (const one of classifications) hasClass[one] = 1;
    for (let axis = 0; axis < 3; axis++) {
      let [low, high] = [min[axis] ?? 0, max[axis] ?? 0];
      for (let at = axis; at < coordinates.length; at += 3) {
        const value = coordinates[at] ?? 0;
        if (value < low) low = value;
        if (value > high) high = value;
      }
      [min[axis], max[axis]] = [low, high];
    }
    for (const value of rgb ?? []) if (value > mostColor) mostColor = value;
    if (uncolored.has(file) && tellsColors(rgb ?? [])) uncolored.delete(file);
  }
  const triple = ([x = 0, y = 0, z = 0]: readonly number[]): Triple => [x, y, z];
  const box = { min: triple(min), max: triple(max) };
  const classes = [...hasClass.keys()].filter((one) => hasClass[one] === 1);
  const isColored = uncolored.size === 0;
  return { box, mostColor, isColored, hasIntensities, classes, inputs: places.inputs() };
}

/** LAS files that stay on disk. */
class LasParts implements LodParts {
  readonly count: number;
  readonly unit: number;
  readonly origin: Triple;
  readonly dropped = 0;
  readonly inputs: readonly LodInput[];
  readonly isWhole = true;
  readonly box: LodBox;
  readonly isColored: boolean;
  readonly extras: ExtraLayout;
  readonly classes: readonly number[];
  readonly #carries: LodPartsOptions["carries"];
  readonly #files: readonly LasFile[];
  readonly #shift: number;
  readonly #isTimed: boolean;
  readonly #heights: HeightRange;

  private constructor(
    files: readonly LasFile[],
    { header, seen, heights, carries }: {
      readonly header: LasHeader;
      readonly seen: LasExtremes;
      readonly heights: HeightRange;
      readonly carries: LodPartsOptions["carries"];
    },
  ) {
    this.#files = files;
    this.inputs = seen.inputs;
    this.#heights = heights;
    this.count = countOf(files);
    this.unit = header.scale[0];
    this.origin = header.offset;
    this.box = seen.box;
    // The width of colors is decided once for all.
    this.#shift = seen.mostColor > 255 ? 8 : 0;
    this.isColored = seen.isColored;
    this.#isTimed = files.every(({ header }) => LAS_TIME_FORMATS.includes(header.pointFormat));
    const none = allocateLasColumns({ ...header, count: 0 }, { fields: true });
    const all = attributesOf(none, { isTimed: this.#isTimed });
    const differs = (name: string): boolean =>
      name === "intensity"
        ? seen.hasIntensities
        : name === "classification" && seen.classes.length > 1;
    this.extras = new ExtraLayout(
      carries === "all" ? all : all.filter(({ name }) => differs(name)),
    );
    this.classes = differs("classification") ? seen.classes : [];
    this.#carries = carries;
  }

  /** Opens files; nothing unless all are LAS files that store places alike. */
  static async open(
    paths: readonly string[],
    { carries }: LodPartsOptions,
  ): Promise<LasParts | undefined> {
    const files = openLasFiles(paths);
    const [first] = files ?? [];
    if (files === undefined || first === undefined) return undefined;
    const seen = await findExtremes(files);
    const [low, high] = [seen.box.min[2], seen.box.max[2]];
    const heights = seen.isColored
      ? { low, high }
      : await heightRange(() => placesOf(files), { count: countOf(files), low, high });
    return new LasParts(files, { header: first.header, seen, heights, carries });
  }

  async *chunks(): AsyncGenerator<LodChunk> {
    const names = new Set(this.extras.fields.map(({ name }) => name));
    for await (const [, columns] of partsOf(this.#files, { fields: this.#carries === "all" })) {
      const { coordinates, rgb } = columns;
      const colors = this.isColored
        ? widen(rgb ?? [], this.#shift)
        : this.#heightColors(coordinates);
      const all = attributesOf(columns, { isTimed: this.#isTimed });
      const own = all.filter(({ name }) => names.has(name));
      yield { points: coordinates, colors, extras: this.extras.pack(own, coordinates.length / 3) };
    }
  }

  #heightColors(places: Int32Array): Uint8Array<ArrayBuffer> {
    const out = new Uint8Array(places.length / 3 * 4).fill(255);
    for (let n = 0; n < places.length / 3; n++) {
      out.set(colorBetween(this.#heights, Math.fround(places[n * 3 + 2] ?? 0)), n * 4);
    }
    return out;
  }
}
