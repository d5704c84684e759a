/**
 * What all operators have in common that make a batch of grids from another.
 *
 * @module
 */

export {
  type Derivation,
  derive,
  deriveAsync,
  type LastArguments,
  type Rescale,
  rescale,
  type Transforms,
} from "../core/derive.ts";
