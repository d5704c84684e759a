/**
 * Rendering of semi-transparent volumes.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";
import { optionNames } from "../../ffi/base/options.ts";
import { checkClass, checkParts, refuse } from "../../ffi/base/checks.ts";
import type { Tensor } from "../core/mod.ts";
import type { BrickVolume } from "./base/bricks.ts";
import { refuseIndex } from "./base/errors.ts";
import {
  checkMarch,
  drawPicture,
  MARCH_OPTIONS,
  type MarchOptions,
  type VolumePicture,
} from "./base/march.ts";
import type { VoxelType } from "./base/voxels.ts";

/**
 * Maps values to colors and opacities.
 *
 * @category Volume rendering
 */
export interface TransferFunction {
  /** The value of the first entry; lower values have its color. */
  readonly low: number;
  /** The value of the last entry; higher values have its color. */
  readonly high: number;
  /**
   * Red, green, blue and opacity, 0 to 1, for values evenly spaced from `low` to `high`, [entries, 4]; 2 to 2^20
   * entries.
   */
  readonly table: Float32Array<ArrayBuffer>;
}

/**
 * Options for {@linkcode marchTransparent}.
 *
 * @category Volume rendering
 */
export interface MarchTransparentOptions extends MarchOptions {
  /**
   * The transfer function; its opacity must be 0 for values up to the threshold of bricks if empty space is skipped.
   */
  readonly transfer: TransferFunction;
  /**
   * The sample distance for which opacities are given: with another one, a becomes 1 - (1 - a)^(stepSize /
   * referenceStepSize).
   *
   * @default {a quarter of a voxel's diagonal}
   */
  readonly referenceStepSize?: number;
  /**
   * The opacity at which rays end; with 1, they end when fully opaque.
   *
   * @default {1}
   */
  readonly opacityLimit?: number;
}

const MOST_ENTRIES = 2 ** 20;

const NAMES = optionNames<MarchTransparentOptions>({
  ...MARCH_OPTIONS,
  transfer: true,
  referenceStepSize: true,
  opacityLimit: true,
});

/**
 * Renders a semi-transparent volume: samples along camera rays are composited, front to back.
 *
 * Samples are taken as by {@linkcode marchIsoSurface}. Opacities of the table are first corrected for the step;
 * premultiplied colors and opacities are then interpolated linearly between entries.
 *
 * If rays skip space that is not above a threshold, the image is the same, bit for bit, as without skipping, for bricks
 * that cover cells. Depths and hits are those of the first sample with an opacity above 0.
 *
 * @param volume Voxels, u8, u16, i16, f16 or f32 [z, y, x] or [x, y, z], or a bricked volume; borrowed.
 * @param options The camera, the transfer function, and optional outputs.
 * @returns The image and the requested outputs; the caller owns it.
 * @throws {IndexError} As {@linkcode marchIsoSurface} for the camera, the image, the step and the volume, if skipped
 * values have an opacity (TF_NOT_ZERO_BELOW_TAU), or if the table is empty or has values that are not from 0 to 1
 * (LENGTH, VALUE_RANGE).
 * @throws {RangeError} As {@linkcode marchIsoSurface}, or if an option is out of range.
 * @throws As {@linkcode marchIsoSurface}.
 * @determinism Same bits on every backend.
 * @see Max, "Optical models for direct volume rendering", 1995.
 * @category Volume rendering
 *
 * @example Half of the light stops in one sample
 * ```ts
 * import { openContext, tensor } from "@denovdb/denovdb";
 * import { marchTransparent } from "@denovdb/denovdb/index";
 * import { assertEquals } from "@std/assert";
 *
 * using context = openContext();
 * using volume = tensor(Uint8Array.of(100), { context, shape: [1, 1, 1] });
 * const eye = [0.5, 0.5, -10] as const;
 * const camera = { eye, forward: [0, 0, 1], right: [0.01, 0, 0], up: [0, 0.01, 0] } as const;
 * const transfer = { low: 0, high: 100, table: Float32Array.of(0, 0, 0, 0, 1, 0.2, 0, 0.5) };
 * const steps = { stepSize: 1, referenceStepSize: 1 };
 * using picture = marchTransparent(volume, { camera, width: 1, height: 1, transfer, ...steps });
 * assertEquals([...await picture.image.read()], [128, 26, 0, 128]);
 * ```
 */
export function marchTransparent(
  volume: Tensor<VoxelType> | BrickVolume,
  options: MarchTransparentOptions,
): VolumePicture {
  const operator = "marchTransparent";
  const march = checkMarch(operator, volume, options, NAMES);
  const { transfer, opacityLimit = 1 } = options;
  const { referenceStepSize = Math.fround(Math.hypot(...march.spacing) / 4) } = options;
  checkParts({ operator, name: "transfer" }, transfer, "an object with a table, low and high");
  checkClass({ operator, name: "table of transfer" }, transfer.table, Float32Array);
  checkTransfer(operator, transfer);
  if (
    !(Number.isFinite(referenceStepSize) && referenceStepSize > 0 &&
      Number.isFinite(march.step / referenceStepSize))
  ) {
    const given = describeValue(referenceStepSize);
    refuse(operator, `referenceStepSize is ${given}, a number above 0 expected`);
  }
  if (!(Number.isFinite(opacityLimit) && opacityLimit >= 0 && opacityLimit <= 1)) {
    refuse(operator, `opacityLimit is ${describeValue(opacityLimit)}, 0 to 1 expected`);
  }
  if (march.skips && march.floor > -Infinity) checkSkipped(operator, transfer, march.floor);
  const { table, low, high } = transfer;
  return drawPicture(march, options, (native, request) =>
    native.marchTransparent({
      ...request,
      nEntries: table.length / 4,
      table,
      low,
      high,
      referenceStepSize,
      opacityLimit,
    }));
}

function checkTransfer(operator: string, { table, low, high }: TransferFunction): void {
  const entries = table.length / 4;
  if (!(Number.isInteger(entries) && entries >= 2 && entries <= MOST_ENTRIES)) {
    const problem = `table has ${table.length} numbers, 4 for each of 2 to ${MOST_ENTRIES} entries`;
    refuseIndex("LENGTH", operator, `${problem} expected`);
  }
  const bad = table.findIndex((part) => !(part >= 0 && part <= 1));
  if (bad >= 0) {
    const problem = `entry ${Math.floor(bad / 4)} of table has ${table[bad]}, 0 to 1 expected`;
    refuseIndex("VALUE_RANGE", operator, problem);
  }
  const isRange = Number.isFinite(low) && Number.isFinite(high) && high > low &&
    Number.isFinite(scaleOf({ table, low, high }));
  if (isRange) return;
  refuseIndex("VALUE_RANGE", operator, `table is for values from ${low} to ${high}`);
}

/** Entries for each unit of value, as the device has it. */
function scaleOf({ table, low, high }: TransferFunction): number {
  return Math.fround((table.length / 4 - 1) / (high - low));
}

/** Refuses to skip what can be seen: all entries that have a part in values up to the threshold are looked at. */
function checkSkipped(operator: string, transfer: TransferFunction, threshold: number): void {
  const { table, low } = transfer;
  const entries = table.length / 4;
  const scaled = Math.fround(
    Math.fround(Math.fround(threshold) - Math.fround(low)) * scaleOf(transfer),
  );
  const last = Math.ceil(Math.min(Math.max(scaled, 0), entries - 1));
  for (let entry = 0; entry <= last; entry++) {
    const opacity = table[entry * 4 + 3] ?? 0;
    if (opacity === 0) continue;
    const value = low + (transfer.high - low) * entry / (entries - 1);
    refuseIndex(
      "TF_NOT_ZERO_BELOW_TAU",
      operator,
      `values up to ${threshold} are skipped, and have a part in entry ${entry} of table, for ` +
        `${value}, with an opacity of ${opacity}; 0 expected`,
    );
  }
}
