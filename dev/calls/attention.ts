/**
 * Rows of orders and windows.
 *
 * @module
 */
import * as attention from "../../lib/attention/mod.ts";
import { morton } from "../../lib/query/mod.ts";
import { options, parts } from "./_marks.ts";
import type { Family } from "./_table.ts";

/** Orders and windows of rows. */
export const ATTENTION: Family = {
  name: "attention",
  exported: attention,
  cases: (inputs) => {
    const { own, coords, batchCoords } = inputs;
    const n = inputs.count(10_000);
    const codes = own(morton(inputs.wholes("i32", [n, 3], { high: 16 })));
    const lists = inputs.lists(codes, 0, n >> 2, n >> 2, n);
    const order = own(attention.orderByCode(lists)).rows;
    return {
      orderByCode: { "codes": [codes], "lists": [lists] },
      groupByCode: { "codes": [codes, options({ shift: 3 })], "lists": [lists, { shift: 3 }] },
      patchWindows: {
        "borrowed": [order, { size: 64 }],
        "short": [order, parts({ size: 64, tails: "short" }, "tails")],
      },
      dilatedWindows: { "lists": [order, { size: 32, dilation: 4 }] },
      windowCodes: {
        "voxels": [coords, { size: 4 }],
        "lists": [batchCoords, parts({ size: [2, 3, 4] }, "size[]")],
      },
      cubicWindows: {
        "voxels": [coords, { size: 4 }],
        "lists, shifted": [
          batchCoords,
          parts({ size: [5, 6, 7], shift: [2, 3, 3] }, "shift", "size[]"),
        ],
      },
    };
  },
};
