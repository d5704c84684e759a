/**
 * Spatial indexes: which elements are occupied, and sums of them.
 *
 * @module
 */

import { checkMade } from "../../../ffi/base/checks.ts";
import type { IndexAskRequest } from "../../../ffi/_generated/native.ts";
import { handleOf, handleOrNone } from "../../../ffi/owned.ts";
import { type Context, createBuffer, emptyTensor, type Movable, Tensor } from "../../core/mod.ts";
import { inspectAsText } from "../../core/inspect.ts";
import { disposeOnError } from "../../core/ownership.ts";
import { refuseIndex } from "./errors.ts";
import { indexBytes, type IndexLayout, type IndexShape, LAYOUT_CODES } from "./shape.ts";

/**
 * Operations that an index supports.
 *
 * - `point`: one element, and whether it is occupied
 * - `prefix`, `range`: sums along one axis
 * - `lookup`, `select`: ranks of elements, and elements by rank
 * - `box`, `linearRank`: box sums, and ranks from them
 * - `flip`: setting, clearing and toggling elements of one bit
 * - `add`: adding to elements
 *
 * @category Spatial indexes
 */
export type IndexCapability =
  | "point"
  | "prefix"
  | "range"
  | "lookup"
  | "select"
  | "box"
  | "linearRank"
  | "flip"
  | "add";

/**
 * Sizes of an index, for {@linkcode SpatialIndex.stats}.
 *
 * @category Spatial indexes
 */
export interface IndexStats {
  /** Number of elements. */
  readonly size: number;
  /** Device bytes. */
  readonly bytes: number;
  /** Device bits per element. */
  readonly bitsPerElement: number;
}

/**
 * Options of queries by key.
 *
 * @category Spatial indexes
 */
export interface CheckOptions {
  /**
   * Whether invalid keys are an error, which the calling thread waits for. If false, their result is -1, or 0 for
   * occupancy, and nothing waits.
   *
   * @default {true}
   */
  readonly checked?: boolean;
}

/**
 * Elements of one or more bits on a device, with fast sums: a Fenwick tree, or bits with counters.
 *
 * Operators that edit an index do so in place; no others modify it. See {@linkcode IndexLayout}.
 *
 * @category Spatial indexes
 */
export class SpatialIndex implements Movable<SpatialIndex>, IndexShape {
  static {
    inspectAsText(this);
  }

  /** Its layout. */
  readonly layout: IndexLayout;
  /** Extents, the first varying fastest. */
  readonly dims: readonly number[];
  /** Number of elements. */
  readonly size: number;
  /** Bits per element. */
  readonly bits: number;
  /** The tree, the bits or the cells; owned by the index, little-endian. */
  readonly data: Tensor<"u8">;
  /** Counters that accompany them, if any; owned by the index. */
  readonly counters: Tensor<"u8"> | undefined;

  /** Takes ownership of memory that holds an index. */
  constructor(
    layout: IndexLayout,
    shape: IndexShape,
    data: Tensor<"u8">,
    counters: Tensor<"u8"> | undefined,
  ) {
    checkMade("SpatialIndex", data, "indexFromKeys");
    this.layout = layout;
    this.dims = shape.dims;
    this.size = shape.size;
    this.bits = shape.bits;
    this.data = data;
    this.counters = counters;
  }

  /** Context that holds it. */
  get context(): Context {
    return this.data.context;
  }

  /** Whether it was disposed or moved, or its context has been disposed. */
  get disposed(): boolean {
    return this.data.disposed;
  }

  /** Size in bytes. */
  get byteLength(): number {
    return this.data.byteLength + (this.counters?.byteLength ?? 0);
  }

  /** The operations that it supports. */
  get capabilities(): readonly IndexCapability[] {
    const flip: readonly IndexCapability[] = this.bits === 1 ? ["flip"] : [];
    if (this.layout !== "paper") {
      const common: readonly IndexCapability[] = ["point", "prefix", "range", "lookup", "select"];
      return this.layout === "wide" ? [...common, ...flip] : common;
    }
    const line: readonly IndexCapability[] = this.dims.length === 1
      ? ["prefix", "range", "lookup", "select"]
      : [];
    return ["point", ...line, "box", "linearRank", ...flip, "add"];
  }

  /** Its size. */
  stats(): IndexStats {
    const { size, byteLength } = this;
    return { size, bytes: byteLength, bitsPerElement: byteLength * 8 / size };
  }

  /** Throws, naming the operation, on an index that has been disposed. */
  assertUsable(operator: string, noun = "index"): void {
    this.data.assertUsable(operator, noun);
  }

  /** Frees the memory; idempotent. */
  dispose(): void {
    this.data.dispose();
    this.counters?.dispose();
  }

  /** Frees the memory; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  /** Transfers ownership to a new index, which the caller owns; this one is then disposed. */
  move(): SpatialIndex {
    this.assertUsable("move index");
    return new SpatialIndex(this.layout, this, this.data.move(), this.counters?.move());
  }

  /**
   * Copies the index on the device, for instance to edit it.
   *
   * @returns A new index; the caller owns it.
   */
  copy(): SpatialIndex {
    this.assertUsable("copy index");
    const { context, layout } = this;
    const made = emptyIndex(context, layout, this);
    return disposeOnError(made, () => {
      made.data.buffer.copyFrom(this.data.buffer);
      if (this.counters !== undefined) made.counters?.buffer.copyFrom(this.counters.buffer);
      return made;
    });
  }

  /** Layout, extents and device as text. */
  toString(): string {
    const place = this.disposed ? "disposed" : `on ${this.context.device}`;
    return `SpatialIndex ${this.layout} [${this.dims.join(", ")}] of ${this.bits} bit ${place}`;
  }
}

/** An index whose contents are undefined. */
export function emptyIndex(context: Context, layout: IndexLayout, shape: IndexShape): SpatialIndex {
  const bytes = indexBytes(layout, shape);
  const data = emptyTensor([bytes.data], { context, dtype: "u8" });
  return disposeOnError(data, () => {
    const counters = bytes.counters === 0
      ? undefined
      : new Tensor(createBuffer(context, bytes.counters), "u8", [bytes.counters]);
    return new SpatialIndex(layout, shape, data, counters);
  });
}

/** Extents as native functions take them. */
export function nativeDims({ dims }: IndexShape): BigInt64Array<ArrayBuffer> {
  return BigInt64Array.from(dims, BigInt);
}

/** The native arguments for an index. */
export type IndexArguments = Pick<
  IndexAskRequest,
  "context" | "layout" | "dims" | "nDims" | "bits" | "data" | "counters"
>;

/** Native arguments that describe an index. */
export function nativeIndex(index: SpatialIndex): IndexArguments {
  const { context, layout, dims, bits, data, counters } = index;
  return {
    context: handleOf(context),
    layout: LAYOUT_CODES[layout],
    dims: nativeDims(index),
    nDims: dims.length,
    bits,
    data: handleOf(data.buffer),
    counters: handleOrNone(counters?.buffer),
  };
}

/**
 * Refuses what an index cannot do.
 *
 * @throws {IndexError} If it cannot.
 */
export function requireCapability(
  operator: string,
  index: SpatialIndex,
  capability: IndexCapability,
): void {
  if (index.capabilities.includes(capability)) return;
  const axes = index.dims.length === 1 ? "1 axis" : `${index.dims.length} axes`;
  const bits = index.bits === 1 ? "1 bit" : `${index.bits} bits`;
  refuseIndex(
    "CAPABILITY",
    operator,
    `an index of layout ${index.layout} with ${axes} and ${bits} cannot ${capability}`,
  );
}
