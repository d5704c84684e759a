/**
 * Valid calls of operators on level-of-detail trees and on records of points.
 *
 * @module
 */

import { LodCamera, LodKnown, LodSetting } from "../../../ffi/_generated/symbols.ts";
import { createBuffer } from "../../../ffi/buffer.ts";
import type { Context } from "../../../ffi/context.ts";
import { handleOf } from "../../../ffi/owned.ts";
import { buffers, type Made, type ValidCall } from "./_call.ts";
import { treeToDestroy } from "./_handles.ts";

const PART = { first: 0, count: 2 };

/** Looks down at whole coordinates of 0 to 8, with depths of -z. */
const CAMERA = new Float64Array(LodCamera.CAMERA_COUNT);
CAMERA.set([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], LodCamera.MODEL_VIEW);
CAMERA.set([0.25, 0, 0, 0, 0, -0.25, 0, 0, 0, 0, -1, 0, -1, 1, 0, 1], LodCamera.PROJECTION);

const PICTURE = { camera: CAMERA, width: 8, height: 4 };

/** One point of the first leaf. */
const DRAWING: ValidCall = {
  values: { ...PICTURE, nRuns: 1 },
  contents: { runs: BigInt64Array.of(1n, 0n, 1n) },
};

const SETTINGS = new BigInt64Array(LodSetting.SETTING_COUNT);
SETTINGS[LodSetting.ROWS] = 1n;

/** Two columns of three rows: one byte each, and pairs of two bytes. */
function makeColumns(context: Context): Readonly<Record<string, Made>> {
  const columns = [3, 12].map((bytes) => createBuffer(context, bytes));
  return {
    columns: {
      handle: Uint32Array.from(columns, (column) => handleOf(column)),
      [Symbol.dispose]: () => columns.forEach((column) => column.dispose()),
    },
  };
}

/** The calls, by the name of the method. */
export const LOD_CALLS: Readonly<Record<string, ValidCall>> = {
  buildLod: {
    values: {
      colorChannels: 4,
      box: Float64Array.of(0, 0, 0, 1, 1, 1, 1),
      hasBox: 0,
      settings: SETTINGS,
      nKnown: LodKnown.KNOWN_COUNT,
      known: new BigInt64Array(LodKnown.KNOWN_COUNT),
    },
  },
  lodDestroy: { make: treeToDestroy },
  lodNodes: { values: { nNumbers: 33 } },
  lodPoints: { values: PART },
  lodRows: { values: PART },
  lodVoxels: { values: PART },
  lodAttributes: { make: buffers({ out: 2 * 2 * 4 }) },
  // Rows and their firsts are only told together.
  lodPicks: { values: { outRows: 0, outFirsts: 0 } },
  lodThin: { values: { bits: 4 } },
  selectLodNodes: { values: PICTURE },
  renderLodNearest: DRAWING,
  renderLodBlended: DRAWING,
  decodeLas: { values: { recordLength: 34, format: 3, colorBits: 0 } },
  packRecords: {
    values: {
      nColumns: 2,
      nFields: 6,
      fields: BigInt64Array.of(1n, 1n, 1n, 2n, 2n, 4n),
      nRows: 3,
      recordBytes: 9,
    },
    make: makeColumns,
  },
};
