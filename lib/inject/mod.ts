/**
 * Feature transfer between voxels and dense boxes, lists of coordinates, or the voxels of other grids.
 *
 * @module
 */

export type { DType, GridBatch, Lists, Tensor } from "../core/mod.ts";
export type { IjkPerGrid, IjkTriple } from "./_boxes.ts";
export {
  type FromDenseOptions,
  injectFromDenseCmajor,
  injectFromDenseCminor,
} from "./from_dense.ts";
export { injectFromIjk, injectFromIjkInto } from "./from_ijk.ts";
export { inject, injectInto, type InjectOptions } from "./inject.ts";
export { injectToDenseCmajor, injectToDenseCminor, type ToDenseOptions } from "./to_dense.ts";
