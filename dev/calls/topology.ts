/**
 * Rows of operators that make grids from grids.
 *
 * @module
 */
import type { GridBatch } from "../../lib/core/mod.ts";
import { rowMap, type RowMapOptions } from "../../lib/query/mod.ts";
import * as topology from "../../lib/topology/mod.ts";
import { parts } from "./_marks.ts";
import type { Case, Family } from "./_table.ts";

/** A new batch, with the rows of another for its voxels; or with its rows for the voxels of a finer one. */
function withRows(
  make: () => GridBatch,
  other: GridBatch,
  options: RowMapOptions = {},
  isCoarser = false,
): Case {
  return () => {
    const made = make();
    return { made, rows: isCoarser ? rowMap(other, made, options) : rowMap(made, other, options) };
  };
}

/** Grids from grids. */
export const TOPOLOGY: Family = {
  name: "topology",
  exported: topology,
  cases: (inputs) => {
    const { ball, batch, none, own } = inputs;
    const { clippedGrid, coarsenedGrid, coarsenedGrids, convGrid, convTransposeGrid, dilatedGrid } =
      topology;
    const { dualGrid, erodedGrid, paddedGrid, prunedGrid, refinedGrid } = topology;
    const box = { ijkMin: -10, ijkMax: [3, 4, 5] } as const;
    const side = { ijkMin: [0, -1, 0], ijkMax: [1, 0, 0] } as const;
    const factor = [3, 1, 5] as const;
    const strided = { kernel: 2, stride: 2 } as const;
    const wide = { ijkMin: -1, ijkMax: 1 } as const;
    const half = { divisor: 2 } as const;
    return {
      clippedGrid: {
        "ball": [
          ball,
          parts({ ijkMin: [-9, -30, 2], ijkMax: [30, 11, 21] }, "ijkMin[]", "ijkMax[]"),
        ],
        "batch, rows": withRows(() => clippedGrid(batch, box), batch),
        "empty": [none, { ijkMin: 0, ijkMax: 9 }],
      },
      coarsenedGrid: {
        "ball by 2": [ball, { factor: 2 }],
        "batch by 3, 1, 5, rows": withRows(
          () => coarsenedGrid(batch, { factor }),
          batch,
          { divisor: factor },
          true,
        ),
        "empty": [none, { factor: 2 }],
      },
      coarsenedGrids: {
        "ball by 2, 5 levels": [ball, { factor: 2, levels: 5 }],
        "batch by 3, 1, 5, 2 levels": () => coarsenedGrids(batch, { factor, levels: 2 }),
        "empty": [none, { factor: 2, levels: 2 }],
      },
      convGrid: {
        "ball 3": [ball, { kernel: 3 }],
        "ball 2 stride 2, rows": withRows(() => convGrid(ball, strided), ball, half, true),
        "batch 3, 1, 5": [batch, parts({ kernel: [3, 1, 5] }, "kernel[]")],
        "empty": [none, { kernel: 3 }],
      },
      convTransposeGrid: {
        "ball 3": [ball, { kernel: 3 }],
        "batch 2 stride 2, rows": withRows(() => convTransposeGrid(batch, strided), batch, half),
        "empty": [none, { kernel: 3 }],
      },
      dilatedGrid: {
        "ball": [ball],
        "ball 6 neighbors by 2": [ball, { neighbors: 6, radius: 2 }],
        "batch 18 neighbors, rows": withRows(() => dilatedGrid(batch, { neighbors: 18 }), batch),
        "empty": [none],
      },
      dualGrid: {
        "ball": [ball],
        "batch, no border, rows": withRows(() => dualGrid(batch, { excludeBorder: true }), batch),
        "empty": [none],
      },
      erodedGrid: {
        "ball": [ball],
        "ball 6 neighbors": [ball, { neighbors: 6 }],
        "batch box, rows": withRows(() => erodedGrid(batch, side), batch),
        "empty": [none],
      },
      mergedGrid: {
        "ball and a part of it": [ball, own(clippedGrid(ball, { ijkMin: 0, ijkMax: 40 })), ball],
        "batch": [batch, own(dilatedGrid(batch, { neighbors: 6 }))],
        "empty": [none, ball],
      },
      mergedGridWithRows: { "batch": [batch, own(dualGrid(batch))] },
      paddedGrid: {
        "ball": [ball, parts({ ijkMin: [-1, 0, -2], ijkMax: [1, 3, 0] }, "ijkMax[]")],
        "batch, rows": withRows(() => paddedGrid(batch, wide), batch),
        "ball, without border": [
          ball,
          parts({ ijkMin: 0, ijkMax: 1, excludeBorder: true }, "excludeBorder"),
        ],
        "empty": [none, wide],
      },
      prunedGrid: {
        "ball": [ball, inputs.mask()],
        "batch, rows": withRows(() => prunedGrid(batch, inputs.mask(batch)), batch),
        "empty": [none, inputs.numbers("bool", [0])],
      },
      refinedGrid: {
        "ball by 2": [ball, { factor: 2 }],
        "ball masked by 3, 1, 2": [
          ball,
          parts({ factor: [3, 1, 2], mask: inputs.mask() }, "factor[]", "mask"),
        ],
        "batch by 2, rows": withRows(() => refinedGrid(batch, { factor: 2 }), batch, half),
        "empty": [none, { factor: 2 }],
      },
    };
  },
};
