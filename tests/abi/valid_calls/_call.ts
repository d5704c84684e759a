/**
 * What a valid call of a native function is made of.
 *
 * @module
 */

import { createBuffer } from "../../../ffi/buffer.ts";
import type { Context } from "../../../ffi/context.ts";
import { handleOf } from "../../../ffi/owned.ts";

/** The arguments that do not follow from the header. */
export interface ValidCall {
  /** Numbers and host arrays, by name. */
  readonly values?: Readonly<Record<string, number | ArrayBufferView>>;
  /** What buffers hold; zeros where nothing is told. */
  readonly contents?: Readonly<Record<string, ArrayBufferView>>;
  /** Makes what the test cannot: handles that the call destroys, buffers without a shape. Who calls it disposes them. */
  readonly make?: Maker;
}

/** Makes handles, by the names of their arguments. */
export type Maker = (context: Context) => Readonly<Record<string, Made>>;

/** A handle, or a list of handles, that is disposed after the calls. */
export interface Made extends Disposable {
  /** What is passed. */
  readonly handle: number | Uint32Array;
  /** Quantities that shapes name. */
  readonly quantities?: Readonly<Record<string, number>>;
}

/** Makes buffers of so many zeros each. */
export function buffers(bytes: Readonly<Record<string, number>>): Maker {
  return (context) =>
    Object.fromEntries(
      Object.entries(bytes).map(([name, length]) => [name, zeros(context, length)]),
    );
}

function zeros(context: Context, bytes: number): Made {
  const buffer = createBuffer(context, bytes);
  if (bytes > 0) buffer.fill(Uint8Array.of(0));
  return { handle: handleOf(buffer), [Symbol.dispose]: () => buffer.dispose() };
}
