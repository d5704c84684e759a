/**
 * Rows of functions on tensors, lists and cameras.
 *
 * @module
 */
import * as core from "../../lib/core/mod.ts";
import { TYPES } from "./_inputs.ts";
import { given, or } from "./_marks.ts";
import { byType, type Family } from "./_table.ts";

const SIZE = { width: 8, height: 6 };
const VIEW: core.VectorCamera = {
  eye: [1, 2, 3],
  forward: [0.5, 3, 0.25],
  right: [2, 0.5, 0],
  up: [0.25, -0.25, 1.5],
};
const MACHINERY = "it has no result that could be hashed";

/** Tensors, lists and cameras. */
export const CORE: Family = {
  name: "core",
  exported: core,
  cases: (inputs) => {
    const { context } = inputs;
    const halves = Uint16Array.from({ length: 2 ** 16 }, (_, bits) => bits)
      .filter((bits) => (bits & 0x7f80) !== 0x7f80);
    const bits = Array.from({ length: 300 }, (_, n) => n % 2);
    const some = inputs.numbers("f32", [500, 2]);
    return {
      tensor: byType(
        TYPES,
        (dtype) => [bits, or({ context, dtype, shape: [100, 3] }, "resource", "empty")],
      ),
      fullTensor: byType(TYPES, (dtype) => [[50, 3], 1, { context, dtype }]),
      emptyTensor: { "without elements": [[0, 3], { context, dtype: "f32" }] },
      jagged: { "f32": [some, { offsets: [0, 7, 7, 500] }] },
      jaggedFromList: {
        "f32": [[[1.5, 2], [], [3.25]], { context, dtype: "f32" }],
        "i64": [[BigInt64Array.of(1n, -2n), BigInt64Array.of(3n)], { context }],
      },
      move: { "f32": () => core.move(some.copy()) },
      toBf16: { "f32": [inputs.numbers("f32", [5000]).readSync()] },
      fromBf16: { "all finite": [halves] },
      cameraMatrices: { "of vectors": [VIEW, SIZE] },
      cameraVectors: { "of matrices": [given(core.cameraMatrices(VIEW, SIZE))] },
      cameraIntrinsics: { "of vectors": [VIEW, SIZE] },
      cameraLookAt: { "oblique": [{ eye: [9, 8, 7], target: [0, 1, 2], width: 96, height: 72 }] },
    };
  },
  without: {
    openContext: MACHINERY,
    prepareWasm: MACHINERY,
    createBuffer: MACHINERY,
    recordEvent: MACHINERY,
    scope: MACHINERY,
    elapsed: "it measures time",
  },
};
