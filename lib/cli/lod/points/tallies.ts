/**
 * Intensities and classes of tiles whose points come a part at a time.
 *
 * @module
 */

import type { LodTally } from "../../../lod/mod.ts";
import { type Attributes, strengthsAmong } from "./attributes.ts";
import type { ExtraLayout } from "./extras.ts";

/** Counts points, adds their intensities, and counts those of each class, in this order. */
export class TileTally implements LodTally {
  readonly width: number;
  readonly #layout: ExtraLayout;
  readonly #classes: readonly number[];
  /** Intensities that are added: 1 or none. */
  readonly #strengths: number;

  /**
   * Adds up what goes along with points.
   *
   * @param layout Which columns do: intensities, classes, or both.
   * @param classes All classes of the points, ascending; none where they do not go along.
   */
  constructor(layout: ExtraLayout, classes: readonly number[]) {
    this.#layout = layout;
    this.#classes = classes;
    this.#strengths = layout.fields.filter(({ name }) => name === "intensity").length;
    this.width = 1 + this.#strengths + classes.length;
  }

  /** Numbers of points. */
  of(extras: Uint8Array): Float64Array<ArrayBuffer> {
    const { intensities, classifications } = this.pointsOf(extras);
    const count = extras.length / this.#layout.bytes;
    const out = new Float64Array(count * this.width);
    const places = new Uint16Array(256);
    this.#classes.forEach((one, at) => places[one] = 1 + this.#strengths + at);
    for (let n = 0; n < count; n++) {
      const at = n * this.width;
      out[at] = 1;
      if (intensities !== undefined) out[at + 1] = intensities[n] ?? 0;
      if (classifications !== undefined) out[at + (places[classifications[n] ?? 0] ?? 0)] = 1;
    }
    return out;
  }

  /** Intensities and classes of the points of a leaf. */
  pointsOf(extras: Uint8Array): Attributes {
    return strengthsAmong(this.#layout.unpack(extras));
  }

  /** The mean intensity and the most frequent class of voxels; of several the least. */
  voxelsOf(tallies: Float64Array): Attributes {
    const count = tallies.length / this.width;
    const number = (voxel: number, at: number): number => tallies[voxel * this.width + at] ?? 0;
    const first = 1 + this.#strengths;
    const common = (voxel: number): number => {
      let best = 0;
      for (let at = 1; at < this.#classes.length; at++) {
        if (number(voxel, first + at) > number(voxel, first + best)) best = at;
      }
      return this.#classes[best] ?? 0;
    };
    // Means are rounded to f32 first, as the tree rounds them.
    const mean = (voxel: number): number =>
      Math.round(Math.fround(number(voxel, 1) / number(voxel, 0)));
    const voxels = Array.from({ length: count }, (_, voxel) => voxel);
    return {
      ...(this.#strengths > 0 ? { intensities: Uint16Array.from(voxels, mean) } : {}),
      ...(this.#classes.length > 0 ? { classifications: Uint8Array.from(voxels, common) } : {}),
    };
  }
}
