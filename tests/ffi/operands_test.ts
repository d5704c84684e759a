import { assertEquals, assertThrows } from "@std/assert";
import { recordEvent, toBf16 } from "../../lib/core/mod.ts";
import { gridFromDense, integrateTsdf, maxPool, move, scope, tensor } from "../../mod.ts";
import { encodeNrrd, encodePly } from "../../lib/io/mod.ts";
import {
  checkClass,
  checkNumbers,
  checkParts,
  checkText,
  checkUsable,
} from "../../ffi/base/checks.ts";
import { concatenateGrids, cumVoxels } from "../../lib/grid/mod.ts";
import { brickToDense, indexFromValues, indexRange, indexUpdate } from "../../lib/index/mod.ts";
import { jaggedAt } from "../../lib/jagged/mod.ts";
import { lodPoints } from "../../lib/lod/mod.ts";
import { surfaceNormals } from "../../lib/mesh/mod.ts";
import { maxPoolBackward } from "../../lib/pool/mod.ts";
import { eachBackend } from "../_backends.ts";

/** Lets a value through that the compiler refuses, as a program does that nobody checked. */
type Wrong = never;

const wrong = (value: unknown): Wrong => value as Wrong;

const ARGUMENT = { operator: "stretch", name: "tree" };

function told(call: () => unknown): string {
  return assertThrows(call, TypeError).message;
}

Deno.test("checkClass() says what was given and what was expected", () => {
  checkClass(ARGUMENT, new Map(), Map);
  const said = (value: unknown): string => told(() => checkClass(ARGUMENT, value, Map));
  assertEquals(said(undefined), "Cannot run stretch: tree is missing, a Map expected");
  assertEquals(said(null), "Cannot run stretch: tree is null, a Map expected");
  assertEquals(said("a"), 'Cannot run stretch: tree is "a", a Map expected');
  assertEquals(
    said(Promise.resolve()),
    "Cannot run stretch: tree is a Promise, a Map expected; await it first",
  );
  assertEquals(
    told(() => checkClass(ARGUMENT, 1, Error)),
    "Cannot run stretch: tree is 1, an Error expected",
  );
});

eachBackend("checkNumbers(), checkParts() and checkText() take what is like it", (context) => {
  using numbers = tensor([1, 2], { context });
  using grid = gridFromDense({ context, dims: 1 });
  class Own {
    readonly min = 0;
  }
  for (const value of [[], new Float32Array(1), { length: 1, 0: 5 }]) checkNumbers(ARGUMENT, value);
  for (
    const value of [numbers, "12", 12, null, {}, { length: 3 }, new DataView(new ArrayBuffer(1))]
  ) {
    told(() => checkNumbers(ARGUMENT, value));
  }
  for (const value of [{}, new Own(), Object.create(null)]) checkParts(ARGUMENT, value);
  for (const value of [numbers, grid, [], new Map(), "", 0, null, Promise.resolve(), () => 1]) {
    told(() => checkParts(ARGUMENT, value));
  }
  checkText(ARGUMENT, "");
  told(() => checkText(ARGUMENT, ["a"]));
});

eachBackend("checkUsable() tells what is gone from what is something else", (context) => {
  const event = recordEvent(context);
  checkUsable(ARGUMENT, event, event.constructor);
  event.dispose();
  assertThrows(() => checkUsable(ARGUMENT, event, event.constructor), ReferenceError, "disposed");
  told(() => checkUsable(ARGUMENT, event, Map));
});

eachBackend("operators name the operand that is of another kind", (context) => {
  using grid = gridFromDense({ context, dims: 2 });
  using field = tensor(new Float32Array(8), { context });
  using values = tensor(new Int32Array(8), { context });
  using sums = indexFromValues(values, { bits: 8 });
  const awaited = Promise.resolve(grid);
  const cases: readonly (readonly [string, () => unknown])[] = [
    ["jaggedAt: lists is a Tensor, a JaggedTensor", () => jaggedAt(wrong(field), 0)],
    ["lodPoints: tree is missing, a LodTree", () => lodPoints(wrong(undefined))],
    ["brickToDense: volume is a Tensor, a BrickVolume", () => brickToDense(wrong(field))],
    [
      "surfaceNormals: ends of surface is missing, a JaggedTensor",
      () => surfaceNormals(grid, field, wrong({})),
    ],
    ["concatenateGrids: batches is a GridBatch, a list", () => concatenateGrids(wrong(grid))],
    [
      "maxPool: grids is a GridBatch, an object with a fine and a coarse batch",
      () => maxPool(wrong(grid), field, { factor: 1 }),
    ],
    [
      "maxPoolBackward: features is missing, a tensor",
      () => maxPoolBackward({ fine: grid, coarse: grid }, wrong(undefined), field, { factor: 1 }),
    ],
    [
      "indexUpdate: an input is missing, something on a device",
      () => indexUpdate(sums, values, wrong(undefined)),
    ],
    [
      "indexRange: an input is missing, something on a device",
      () => indexRange(sums, values, wrong(undefined)),
    ],
    [
      "integrateTsdf: state is missing, an object with a grid, tsdf and weights",
      () => integrateTsdf(wrong(undefined), wrong({}), { halfWidth: 1, maxDepth: 1 }),
    ],
    ["move: value is 3, something on a device", () => move(wrong(3))],
    ["scope: body is missing, a function", () => scope(wrong(undefined))],
    ["toBf16: values is a Tensor, a list of numbers", () => toBf16(wrong(field))],
  ];
  for (const [message, call] of cases) assertEquals(told(call), `Cannot run ${message} expected`);
  assertEquals(
    told(() => cumVoxels(wrong(awaited))),
    "Cannot run cumVoxels: the grid is a Promise, a GridBatch expected; await it first",
  );
  // Who has numbers learns what makes a tensor of them.
  const advice = "; tensor(values, { context }) makes a tensor of numbers";
  for (const numbers of [[0, 1, 2], Float32Array.of(0, 1, 2)]) {
    const given = numbers instanceof Float32Array ? "a Float32Array" : "an Array";
    assertEquals(
      told(() => indexUpdate(sums, values, wrong(numbers))),
      `Cannot run indexUpdate: an input is ${given}, something on a device expected${advice}`,
    );
    assertEquals(
      told(() =>
        maxPoolBackward({ fine: grid, coarse: grid }, wrong(numbers), field, { factor: 1 })
      ),
      `Cannot run maxPoolBackward: features is ${given}, a tensor expected${advice}`,
    );
  }
  assertEquals(
    told(() => encodePly(wrong([0, 0, 0]))),
    "Cannot encode PLY: the mesh is an Array, an object with positions expected",
  );
  assertEquals(
    told(() => encodeNrrd(wrong({ values: [1], dims: [1, 1, 1] }))),
    "Cannot encode NRRD: values is an Array, a typed array expected",
  );
});
