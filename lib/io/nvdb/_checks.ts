/**
 * Checks of what kind the parts of a grid are that is to be written to a NanoVDB file.
 *
 * @module
 */
import { describeValue, oneOf } from "../../../ffi/base/words.ts";
import { NVDB_BLIND_CLASSES } from "./blind.ts";
import { NVDB_CLASSES } from "./layout.ts";
import {
  checkArray,
  checkClass,
  checkNumber,
  checkParts,
  checkText,
  checkView,
} from "../../../ffi/base/checks.ts";
import { checkReals } from "../base/operands.ts";
import type { NvdbGridInput } from "./input.ts";

const operator = "encode NanoVDB";

function checkOneOf(what: string, value: string, known: readonly string[]): void {
  if (known.includes(value)) return;
  throw new RangeError(
    `Cannot encode NanoVDB: ${what} is ${describeValue(value)}, ${oneOf(known)} expected`,
  );
}

/**
 * Rejects a grid with a part of another kind, such as a tensor, of which no number is on the host.
 *
 * @param which Its place among the grids, for messages.
 * @throws {TypeError} If it has one.
 */
export function checkGridKinds(grid: NvdbGridInput, which: number): void {
  checkParts({ operator, name: `grid ${which}` }, grid);
  const { type, name, voxelSize, matrix, origin, ijk, leaves, values, tiles, background } = grid;
  checkText({ operator, name: "type" }, type);
  if (name !== undefined) checkText({ operator, name: "name" }, name);
  if (ijk !== undefined) checkClass({ operator, name: "ijk" }, ijk, Int32Array);
  for (const [part, array] of Object.entries({ values, background })) {
    if (array !== undefined) checkView({ operator, name: part }, array);
  }
  for (const [part, list] of Object.entries({ matrix, origin })) {
    if (list !== undefined) checkReals({ operator, name: part }, list);
  }
  if (voxelSize !== undefined && typeof voxelSize !== "number") {
    checkReals({ operator, name: "voxelSize" }, voxelSize);
  }
  if (leaves !== undefined) {
    checkParts({ operator, name: "leaves" }, leaves);
    checkClass({ operator, name: "origins of leaves" }, leaves.origins, Int32Array);
    checkClass({ operator, name: "masks of leaves" }, leaves.masks, Uint32Array);
  }
  if (tiles !== undefined) {
    checkParts({ operator, name: "tiles" }, tiles);
    checkClass({ operator, name: "origins of tiles" }, tiles.origins, Int32Array);
    checkReals({ operator, name: "sides of tiles" }, tiles.sides);
    checkView({ operator, name: "values of tiles" }, tiles.values);
  }
  const { gridClass = "unknown" } = grid;
  checkOneOf("gridClass", gridClass, NVDB_CLASSES);
  checkColumns(grid);
}

function checkColumns({ columns }: NvdbGridInput): void {
  if (columns === undefined) return;
  checkArray({ operator, name: "columns" }, columns);
  for (const [at, column] of columns.entries()) {
    checkParts({ operator, name: `column ${at}` }, column);
    checkText({ operator, name: `name of column ${at}` }, column.name);
    checkView({ operator, name: `values of column ${at}` }, column.values);
    const { semantic = 0, blindClass = "channelArray" } = column;
    checkNumber({ operator, name: `semantic of column ${at}` }, semantic);
    checkOneOf(`blindClass of column ${at}`, blindClass, NVDB_BLIND_CLASSES);
  }
}
