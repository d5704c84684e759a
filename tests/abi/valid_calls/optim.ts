/**
 * Valid calls of optimizers, and of what else takes all tensors of a model.
 *
 * @module
 */

import { Dtype } from "../../../ffi/_generated/symbols.ts";
import { createBuffer } from "../../../ffi/buffer.ts";
import type { Context } from "../../../ffi/context.ts";
import { handleOf } from "../../../ffi/owned.ts";
import type { Made, ValidCall } from "./_call.ts";

/** Two tensors of f32, of three elements and of none. */
const MODEL = {
  nTensors: 2,
  counts: BigInt64Array.of(3n, 0n),
  dtypes: Uint32Array.of(Dtype.F32, Dtype.F32),
};

const NO_MASTERS = new Uint32Array(2);

/** The buffers of lists of such tensors. */
function makeLists(
  ...names: readonly string[]
): (context: Context) => Readonly<Record<string, Made>> {
  return (context) =>
    Object.fromEntries(names.map((name) => {
      const buffers = [12, 0].map((bytes) => createBuffer(context, bytes));
      buffers[0]?.fill(Uint8Array.of(0));
      return [name, {
        handle: Uint32Array.from(buffers, (buffer) => handleOf(buffer)),
        [Symbol.dispose]: () => buffers.forEach((buffer) => buffer.dispose()),
      }];
    }));
}

/** The calls, by the name of the method. */
export const OPTIM_CALLS: Readonly<Record<string, ValidCall>> = {
  sgdInto: {
    values: {
      ...MODEL,
      masters: NO_MASTERS,
      decays: new Float64Array(2),
      rate: 1,
      momentum: 0,
      nesterov: 0,
    },
    make: makeLists("parameters", "gradients", "momenta"),
  },
  adamUpdate: {
    values: {
      ...MODEL,
      masters: NO_MASTERS,
      decays: new Float64Array(2),
      rate: 1,
      beta1: 0.5,
      beta2: 0.5,
      epsilon: 1,
      decoupled: 0,
    },
    make: makeLists("parameters", "gradients", "means", "squares"),
  },
  emaInto: { values: { ...MODEL, decay: 0.5 }, make: makeLists("shadows", "parameters") },
  convertTensors: {
    values: { ...MODEL, outDtypes: Uint32Array.of(Dtype.F32, Dtype.BF16) },
    make: makeLists("tensors", "out"),
  },
  clipFactor: { values: { ...MODEL, most: 1 }, make: makeLists("gradients") },
};
