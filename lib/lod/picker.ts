/**
 * Points that move up to inner nodes, for trees that are processed node by node.
 *
 * @module
 */

import { describeValue } from "../../ffi/base/words.ts";
import { checkOptions, optionNames } from "../../ffi/base/options.ts";
import {
  checkClass,
  checkFunction,
  checkNumber,
  checkNumbers,
  refuse,
  refuseKind,
} from "../../ffi/base/checks.ts";
import { seedWords, wholeNumber } from "../../ffi/base/numbers.ts";
import { Climber, type LodCellPick, WAITING_ROWS } from "./base/climber.ts";
import { gatherExtras, MOST_EXTRA_BYTES } from "./_samples.ts";
import type { LodPicksOptions } from "./picks.ts";
import type { LodStreamFrame } from "./stream.ts";

/**
 * Options for {@linkcode LodPicker}.
 *
 * @category Level of detail
 */
export interface LodPickerOptions extends Pick<LodPicksOptions, "seed"> {
  /**
   * Which point of a cell moves up.
   *
   * @default {"central"}
   */
  readonly pick?: LodCellPick;
  /** Position and resolution of the tree. */
  readonly frame: LodStreamFrame;
  /**
   * Extra bytes per point.
   *
   * @default {0}
   */
  readonly extraBytes?: number;
  /** Receives points, [n, 3], [n, 4] and [n, extraBytes], with the number of the node that owns them. */
  readonly own: (
    node: number,
    places: Uint32Array<ArrayBuffer>,
    colors: Uint8Array<ArrayBuffer>,
    extras: Uint8Array<ArrayBuffer>,
  ) => void;
}

const NAMES = optionNames<LodPickerOptions>({
  pick: true,
  seed: true,
  frame: true,
  extraBytes: true,
  own: true,
});

/**
 * Distributes points among nodes like {@linkcode lodPicks}, leaf by leaf, keeping only a few points in memory. Points
 * with a minimum distance across leaf boundaries are chosen by {@linkcode lodThin}.
 *
 * @category Level of detail
 *
 * @example A root and two leaves
 * ```ts
 * import { LodPicker } from "@denovdb/denovdb/lod";
 * import { assertEquals } from "@std/assert";
 *
 * const frame = { cube: { min: [0, 0, 0], edge: 8, bits: 3 }, gridSize: 2 } as const;
 * const owned: [number, ...number[]][] = [];
 * const picker = new LodPicker({ frame, own: (node, places) => void owned.push([node, ...places]) });
 * picker.take([0, 1], Uint32Array.of(0, 0, 0, 2, 2, 2), new Uint8Array(8));
 * picker.take([0, 2], Uint32Array.of(7, 7, 7), new Uint8Array(4));
 * picker.finish();
 * assertEquals(owned, [[1, 0, 0, 0], [0, 2, 2, 2], [0, 7, 7, 7]]);
 * ```
 */
export class LodPicker {
  readonly #own: LodPickerOptions["own"];
  readonly #climber: Climber;
  readonly #rows = new Map<number, number[]>();
  #places: Uint32Array<ArrayBuffer> = new Uint32Array(WAITING_ROWS * 3);
  #colors: Uint8Array<ArrayBuffer> = new Uint8Array(WAITING_ROWS * 4);
  readonly #extraBytes: number;
  #extras: Uint8Array<ArrayBuffer>;

  /**
   * Starts before the first leaf.
   *
   * @param options The tree, which points move up, and the receiver.
   * @throws {RangeError} If an option is wrong.
   * @throws {TypeError} If the frame or the receiver is missing or of another type.
   */
  constructor(options: LodPickerOptions) {
    const { frame, own, pick = "central", seed = 0, extraBytes = 0 } = checkOptions(
      "LodPicker",
      options,
      NAMES,
    );
    if (pick !== "central" && pick !== "random") {
      refuse("LodPicker", `pick is ${describeValue(pick)}, central or random expected`);
    }
    checkFunction({ operator: "LodPicker", name: "own" }, own);
    if (!Number.isInteger(frame?.cube?.bits) || !Number.isInteger(frame.gridSize)) {
      const argument = { operator: "LodPicker", name: "frame" };
      refuseKind(argument, frame, "a cube with its bits and a gridSize");
    }
    const [low, high] = seedWords("LodPicker", seed);
    this.#own = own;
    this.#extraBytes = wholeNumber({ operator: "LodPicker", name: "extraBytes" }, extraBytes, {
      least: 0,
      most: MOST_EXTRA_BYTES,
    });
    this.#extras = new Uint8Array(WAITING_ROWS * extraBytes);
    this.#climber = new Climber({
      bits: frame.cube.bits,
      gridSize: frame.gridSize,
      pick,
      seed: low ^ high,
      own: (row, node): void => {
        const rows = this.#rows.get(node);
        if (rows === undefined) this.#rows.set(node, [row]);
        else rows.push(row);
      },
    });
  }

  /**
   * Takes the points of the next leaf in Morton order.
   *
   * @param path Numbers of the nodes from the root to the leaf.
   * @param places Coordinates in units from the cube's corner, in Morton order, [n, 3]; borrowed.
   * @param colors Red, green, blue, alpha, [n, 4]; borrowed.
   * @param extras Extra bytes of the points, [n, extraBytes]; borrowed.
   * @throws {TypeError} If the path is not a list, or the others are not of their types.
   * @throws {RangeError} If the number of colors or of extra bytes does not match the points.
   */
  take(
    path: readonly number[],
    places: Uint32Array,
    colors: Uint8Array,
    extras: Uint8Array = new Uint8Array(),
  ): void {
    checkNumbers({ operator: "LodPicker", name: "path" }, path);
    for (const node of path) checkNumber({ operator: "LodPicker", name: "a node of path" }, node);
    checkClass({ operator: "LodPicker", name: "places" }, places, Uint32Array);
    checkClass({ operator: "LodPicker", name: "colors" }, colors, Uint8Array);
    checkClass({ operator: "LodPicker", name: "extras" }, extras, Uint8Array);
    const count = places.length / 3;
    const width = this.#extraBytes;
    if (colors.length !== count * 4) {
      refuse("LodPicker", `${colors.length} bytes of colors, ${count * 4} expected`);
    }
    if (extras.length !== count * width) {
      refuse("LodPicker", `${extras.length} extra bytes, ${count * width} expected`);
    }
    this.#climber.rebase((row, to) => {
      this.#extras.copyWithin(to * width, row * width, (row + 1) * width);
      this.#places.copyWithin(to * 3, row * 3, row * 3 + 3);
      this.#colors.copyWithin(to * 4, row * 4, row * 4 + 4);
    });
    const allPlaces = new Uint32Array((WAITING_ROWS + count) * 3);
    const allColors = new Uint8Array((WAITING_ROWS + count) * 4);
    allPlaces.set(this.#places.subarray(0, WAITING_ROWS * 3));
    allColors.set(this.#colors.subarray(0, WAITING_ROWS * 4));
    allPlaces.set(places, WAITING_ROWS * 3);
    allColors.set(colors, WAITING_ROWS * 4);
    const allExtras = new Uint8Array((WAITING_ROWS + count) * width);
    allExtras.set(this.#extras.subarray(0, WAITING_ROWS * width));
    allExtras.set(extras, WAITING_ROWS * width);
    this.#extras = allExtras;
    this.#places = allPlaces;
    this.#colors = allColors;
    this.#climber.climb(allPlaces, { path, first: WAITING_ROWS, count });
    this.#give();
  }

  /** Passes the last points to their nodes. */
  finish(): void {
    this.#climber.finish();
    this.#give();
  }

  #give(): void {
    for (const [node, rows] of this.#rows) {
      const places = new Uint32Array(rows.length * 3);
      const colors = new Uint8Array(rows.length * 4);
      rows.forEach((row, n) => {
        places.set(this.#places.subarray(row * 3, row * 3 + 3), n * 3);
        colors.set(this.#colors.subarray(row * 4, row * 4 + 4), n * 4);
      });
      this.#own(node, places, colors, gatherExtras(this.#extras, rows, this.#extraBytes));
    }
    this.#rows.clear();
  }
}
