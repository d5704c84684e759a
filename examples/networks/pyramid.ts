/**
 * Grids of several resolutions with the plans of convolutions among them, as U-Nets have them.
 *
 * @module
 */

import { type ConvPlan, convPlan } from "../../lib/conv/mod.ts";
import { ownTree } from "../../lib/nn/mod.ts";
import { coarsenedGrids } from "../../lib/topology/mod.ts";
import { type GridBatch, scope } from "../../mod.ts";

/** Plans that begin at a grid. */
export interface Level {
  /** To itself, 3 x 3 x 3. */
  readonly same: ConvPlan;
  /** To the next coarser one, 2 x 2 x 2 with a stride of 2, and back. */
  readonly down: ConvPlan | undefined;
  readonly up: ConvPlan | undefined;
}

/** Levels, the finest first. */
export interface Pyramid {
  /** The grids of all levels but the finest. */
  readonly coarse: readonly GridBatch[];
  readonly levels: readonly Level[];
  /** From the finest grid to itself, 5 x 5 x 5. */
  readonly wide: ConvPlan | undefined;
}

/**
 * Makes the levels of a grid.
 *
 * @param finest The finest grid; borrowed.
 * @param count How many levels there are.
 * @param options Whether the first convolution has 5 x 5 x 5 taps.
 * @returns Coarser grids and plans; the caller owns them all.
 */
export function makePyramid(
  finest: GridBatch,
  count: number,
  { wide = false }: { readonly wide?: boolean } = {},
): Pyramid & Disposable {
  return ownTree(scope(() => {
    // Together, so that the host waits for the device as often as for one of them.
    const { levels: coarser } = coarsenedGrids(finest, { factor: 2, levels: count - 1 });
    const grids = [finest, ...coarser];
    const levels = grids.map((grid, at): Level => {
      const coarse = grids[at + 1];
      const down = coarse && convPlan(grid, { kernel: 2, stride: 2, target: coarse });
      return { same: convPlan(grid, { kernel: 3, target: grid }), down, up: down?.reverse() };
    });
    const coarse = grids.slice(1);
    return {
      coarse,
      levels,
      wide: wide ? convPlan(finest, { kernel: 5, target: finest }) : undefined,
    };
  }));
}
