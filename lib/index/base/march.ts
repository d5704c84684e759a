/**
 * Pictures of volumes: cameras, samples along rays, and results.
 *
 * @module
 */

import type { MarchIsoSurfaceRequest, Native, Status } from "../../../ffi/_generated/native.ts";
import { BrickSlots, MarchForm, VoxelOrder } from "../../../ffi/_generated/symbols.ts";
import { handleOf } from "../../../ffi/owned.ts";
import type { Camera, Tensor, Triple } from "../../core/mod.ts";
import { checkOptions, type OptionKinds, type OptionNames } from "../../../ffi/base/options.ts";
import { checkTensor } from "../../core/checks.ts";
import { checkAnyNumber, checkClass, checkMade, refuse } from "../../../ffi/base/checks.ts";
import { type Caller, computeTensors, type Layout } from "../../core/compute_tensors.ts";
import { dtypeCode } from "../../core/dtype.ts";
import { showAs } from "../../core/inspect.ts";
import { NO_BUFFER, shareContext } from "../../core/ownership.ts";
import { tensorPicture } from "../../core/show_tensor.ts";
import { BrickVolume, nativeBricks } from "./bricks.ts";
import { refuseIndex } from "./errors.ts";
import { type PictureArguments, type PictureFrame, pictureOf } from "./_march_camera.ts";
import {
  checkVoxelType,
  nativeExtents,
  orderOf,
  type VoxelAxes,
  voxelDims,
  type VoxelType,
} from "./voxels.ts";

/**
 * Options common to all renderings of volumes.
 *
 * @category Volume rendering
 */
export interface MarchOptions {
  /** The camera in world space, in which the volume extends from (0, 0, 0) to its extents times `spacing`. */
  readonly camera: Camera;
  /** Image width in pixels. */
  readonly width: number;
  /** Image height in pixels. */
  readonly height: number;
  /**
   * Extents of a voxel along x, y and z in world units.
   *
   * @default {[1, 1, 1]}
   */
  readonly spacing?: Triple;
  /**
   * Distance between samples along a ray in world units.
   *
   * @default {a quarter of a voxel's diagonal}
   */
  readonly stepSize?: number;
  /**
   * Background: red, green, blue and opacity, 0 to 1.
   *
   * @default {[0, 0, 0, 0]}
   */
  readonly background?: readonly [red: number, green: number, blue: number, opacity: number];
  /**
   * Whether to return depths as well.
   *
   * @default {false}
   */
  readonly depths?: boolean;
  /**
   * Whether to also return which voxels are hit.
   *
   * @default {false}
   */
  readonly hits?: boolean;
  /**
   * Bricks of the same volume, which rays through dense voxels use to skip space not above their threshold. Rays
   * through a bricked volume use its own bricks.
   */
  readonly skip?: BrickVolume;
  /**
   * Lower bound: smaller values are rendered as this one. If space is skipped it is the threshold of the bricks, and
   * must not be given.
   *
   * @default {-Infinity}
   */
  readonly floor?: number;
  /**
   * Axes of dense voxels, the last one varying fastest.
   *
   * @default {"zyx"}
   */
  readonly axes?: VoxelAxes;
}

/** Their names, for those of each kind of picture. */
export const MARCH_OPTIONS: OptionKinds<MarchOptions> = {
  camera: true,
  width: true,
  height: true,
  spacing: true,
  stepSize: true,
  background: true,
  depths: "boolean",
  hits: "boolean",
  skip: true,
  floor: true,
  axes: true,
};

/**
 * A rendered image of a volume on its device.
 *
 * @category Volume rendering
 */
export class VolumePicture implements Disposable {
  static {
    showAs(this, {
      text: ({ image }) => `VolumePicture of ${image}`,
      picture: ({ image }) => tensorPicture(image, { premultiplied: true }),
    });
  }

  /** Red, green and blue times opacity, and opacity, u8 [height, width, 4]; owned. */
  readonly image: Tensor<"u8">;
  /**
   * Distance from the start of a ray to its first hit, infinite where there is none, f32 [height, width]; owned. Rays
   * start at the eye or, if parallel, at the eye shifted along the camera's `right` and `up`.
   */
  readonly depths: Tensor<"f32"> | undefined;
  /**
   * Index of the first hit, i64 [height, width], -1 where there is none: of the lowest of the eight voxels around it
   * or, if space is skipped, of the brick; x fastest. Owned.
   */
  readonly hits: Tensor<"i64"> | undefined;

  /** Takes ownership of all parts. */
  constructor(
    image: Tensor<"u8">,
    { depths, hits }: {
      readonly depths?: Tensor<"f32"> | undefined;
      readonly hits?: Tensor<"i64"> | undefined;
    } = {},
  ) {
    checkMade("VolumePicture", image, "marchIsoSurface");
    this.image = image;
    this.depths = depths;
    this.hits = hits;
  }

  /** Whether all parts have been disposed. */
  get disposed(): boolean {
    return this.image.disposed && this.depths?.disposed !== false && this.hits?.disposed !== false;
  }

  /** Disposes all parts; idempotent. */
  dispose(): void {
    this.image.dispose();
    this.depths?.dispose();
    this.hits?.dispose();
  }

  /** Disposes all parts; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** The arguments by which native functions know what is marched through. */
type VolumeArguments = Omit<
  MarchRequest,
  keyof PictureArguments | "outImage" | "outDepths" | "outHits"
>;

/** Checked arguments of a picture. */
export interface March extends PictureFrame, Caller {
  /** Values at or below it are seen as this. */
  readonly floor: number;
  /** Whether space that is not above the floor is skipped. */
  readonly skips: boolean;
  readonly volume: VolumeArguments;
}

const MOST_EXTENT = 2 ** 24;

/** Checks what all pictures take. */
export function checkMarch<O extends MarchOptions>(
  operator: string,
  volume: Tensor<VoxelType> | BrickVolume,
  options: O,
  names: OptionNames<O>,
): March {
  checkOptions<O>(operator, options, names);
  const { skip, floor } = options;
  if (floor !== undefined) checkAnyNumber({ operator, name: "floor" }, floor);
  const context = shareContext(operator, volume, ...skip === undefined ? [] : [skip]);
  const held = volume instanceof BrickVolume
    ? bricksOf(operator, volume, options)
    : densesOf(operator, volume, options);
  const dims = Array.from(held.volume.extents, Number);
  dims.forEach((extent, axis) => {
    if (extent <= MOST_EXTENT) return;
    const name = "xyz"[axis];
    refuseIndex("TOO_LARGE", operator, `${extent} voxels along ${name}, ${MOST_EXTENT} at most`);
  });
  return { operator, context, ...held, ...pictureOf(operator, options, dims) };
}

/** The volume that is marched through, of which there are two kinds. */
type Held = Pick<March, "volume" | "floor" | "skips">;

function bricksOf(
  operator: string,
  volume: BrickVolume,
  { skip, floor, axes }: MarchOptions,
): Held {
  for (const [name, given] of Object.entries({ skip, floor, axes })) {
    if (given === undefined) continue;
    throw new TypeError(`Cannot run ${operator}: ${name} is for dense voxels`);
  }
  const { pool, ...bricks } = nativeBricks(volume);
  const { threshold } = volume;
  return {
    floor: threshold,
    skips: true,
    volume: {
      ...bricks,
      form: MarchForm.BRICKS,
      order: VoxelOrder.X_FASTEST,
      voxels: pool,
      floor: threshold,
    },
  };
}

function densesOf(
  operator: string,
  volume: Tensor<VoxelType>,
  { skip, floor = -Infinity, axes = "zyx" }: MarchOptions,
): Held {
  checkTensor({ operator, name: "volume" }, volume);
  checkVoxelType(operator, volume.dtype);
  const order = orderOf(operator, axes);
  const dims = voxelDims(operator, volume, order);
  const dense = {
    context: handleOf(volume.context),
    form: MarchForm.DENSE,
    extents: nativeExtents(dims),
    order,
    voxels: handleOf(volume.buffer),
    dtype: dtypeCode(volume.dtype),
    log2Edge: 1,
    masks: NO_BUFFER,
    slots: BrickSlots.PAPER,
    data: NO_BUFFER,
    counters: NO_BUFFER,
    nSlots: 0,
    floor,
  };
  if (skip === undefined) {
    if (Number.isNaN(floor)) refuseIndex("BAD_THRESHOLD", operator, "floor is NaN");
    return { floor, skips: false, volume: dense };
  }
  if (floor !== -Infinity) {
    throw new TypeError(`Cannot run ${operator}: floor is that of the bricks, none expected`);
  }
  checkClass({ operator, name: "skip" }, skip, BrickVolume);
  if (skip.dims.some((extent, axis) => extent !== dims[axis])) {
    const [held, wanted] = [skip.dims, dims].map((extents) => extents.join(" x "));
    refuse(operator, `skip is of ${held} voxels, the volume has ${wanted}`);
  }
  const { threshold } = skip;
  return {
    floor: threshold,
    skips: true,
    volume: {
      ...dense,
      form: MarchForm.MASKED,
      log2Edge: Math.log2(skip.edge),
      masks: handleOf(skip.masks.buffer),
      floor: threshold,
    },
  };
}

/** Native arguments of a picture: the volume, the camera, and the outputs that are asked for. */
export type MarchRequest = Omit<MarchIsoSurfaceRequest, "isoLevel" | "light" | "color">;

/** Allocates a picture and draws it. */
export function drawPicture(
  march: March,
  { depths, hits }: MarchOptions,
  draw: (native: Native, request: MarchRequest) => Status,
): VolumePicture {
  const { volume, picture } = march;
  const size = [picture.height, picture.width];
  const layouts: {
    readonly image: Layout<"u8">;
    readonly depths: Layout<"f32"> | undefined;
    readonly hits: Layout<"i64"> | undefined;
  } = {
    image: ["u8", [...size, 4]],
    depths: depths === true ? ["f32", size] : undefined,
    hits: hits === true ? ["i64", size] : undefined,
  };
  const parts = computeTensors(march, layouts, (native, out) => {
    const outputs = { outImage: out.image, outDepths: out.depths, outHits: out.hits };
    return draw(native, { ...volume, ...picture, ...outputs });
  });
  return new VolumePicture(parts.image, parts);
}
