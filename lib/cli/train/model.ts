/**
 * Networks in files: parameters, running statistics, and all that a training needs to go on.
 *
 * @module
 */

import { DisposableStack } from "../../../ffi/base/disposable_stack.ts";
import type { Context } from "../../core/mod.ts";
import {
  encodeSafetensors,
  type NamedArray,
  readSafetensors,
  type Safetensors,
} from "../../io/mod.ts";
import {
  loadParameters,
  ownTree,
  readParameters,
  type RunningStatistics,
  runningStatistics,
} from "../../nn/mod.ts";
import { type AdamState, adamState } from "../../optim/mod.ts";
import { readInput, statInput } from "../input/bytes.ts";
import { naming } from "../shared/naming.ts";
import { channelsOf } from "./clouds.ts";
import { makeNetwork, type Network, type NetworkSizes } from "./network.ts";
import { ordered, type Settings, settingsOf } from "./settings.ts";

/** What a file says besides its arrays. */
export interface ModelFacts {
  readonly settings: Settings;
  /** The classes, in the order of the scores. */
  readonly classes: readonly number[];
  /** Points and tiles that it was trained with. */
  readonly points: number;
  readonly tiles: number;
}

/** A network, and what a training keeps between steps. */
export interface Model extends ModelFacts {
  readonly net: Network;
  readonly running: RunningStatistics;
  readonly adam: AdamState<Network>;
  /** The loss of each step so far. */
  readonly losses: readonly number[];
}

/** The name of the facts among the metadata of a file. */
const FACTS = "denovdb.segmentation";

/** The sizes of a network. */
export function sizesOf({ settings, classes }: ModelFacts): NetworkSizes {
  const { features, widths } = settings;
  return { inputs: channelsOf(features), classes: classes.length, widths };
}

/** Makes a network to be trained; the caller owns it. */
export function makeModel(facts: ModelFacts, context: Context): Model & Disposable {
  using stack = new DisposableStack();
  const net = stack.use(makeNetwork(sizesOf(facts), { context, seed: facts.settings.seed }));
  const running = stack.use(runningStatistics(net, { dtype: "f32" }));
  const adam = stack.use(adamState<Network>(net));
  return owned({ ...facts, net, running, adam, losses: [] }, stack.move());
}

function owned(model: Model, stack: DisposableStack): Model & Disposable {
  return { ...model, [Symbol.dispose]: () => stack.dispose() };
}

/** Writes a model as a file. */
export async function encodeModel(model: Model): Promise<Uint8Array<ArrayBuffer>> {
  const { net, running, adam, losses, settings, classes, points, tiles } = model;
  const arrays = await readParameters({ net, running, adam });
  const values = Float32Array.from(losses);
  const named = [
    ...arrays,
    { name: "losses", shape: [losses.length], dtype: "f32", values } as const,
  ];
  // In the order of the rules, so that a training that goes on writes the same bytes.
  const facts: ModelFacts = { settings: ordered(settings), classes, points, tiles };
  return encodeSafetensors(named, { metadata: { [FACTS]: JSON.stringify(facts) } });
}

/** A file with a model, before there is a device. */
export interface ModelFile extends ModelFacts {
  readonly path: string;
  readonly arrays: readonly NamedArray[];
  readonly losses: readonly number[];
}

/**
 * Reads a file with a model.
 *
 * @throws {Error} If it is none.
 */
export async function readModelFile(path: string): Promise<ModelFile> {
  const { isDirectory } = await statInput(path);
  if (isDirectory) throw new Error(`Cannot read "${path}": it is a folder, a file expected`);
  const bytes = await readInput(path);
  const { arrays, metadata } = await readArrays(path, bytes);
  const text = Object.hasOwn(metadata, FACTS) ? metadata[FACTS] : undefined;
  if (text === undefined) refuse(path, 'it is no file that "denovdb train" wrote');
  const facts = factsOf(text);
  if (typeof facts === "string") refuse(path, facts);
  const losses = arrays.find(({ name }) => name === "losses");
  if (losses?.dtype !== "f32" || losses.shape.length !== 1) {
    refuse(path, "it has no list of losses in f32");
  }
  const others = arrays.filter((array) => array !== losses);
  return { ...facts, path, arrays: others, losses: [...losses.values as Float32Array] };
}

async function readArrays(path: string, bytes: Uint8Array): Promise<Safetensors> {
  try {
    return await naming(path, () => readSafetensors(bytes));
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new Error(`${cause.message}; a file that "denovdb train" wrote is expected`, { cause });
  }
}

function refuse(path: string, problem: string): never {
  throw new RangeError(`Cannot use "${path}": ${problem}`);
}

function factsOf(text: string): ModelFacts | string {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return `its ${FACTS} is no JSON`;
  }
  if (!isRecord(given) || !isRecord(given.settings)) return `its ${FACTS} has no settings`;
  const settings = settingsOf(given.settings);
  if (typeof settings === "string") return settings;
  const { classes, points, tiles } = given;
  const isClass = (one: unknown): boolean =>
    Number.isInteger(one) && Number(one) >= 0 && Number(one) < 256;
  if (!Array.isArray(classes) || classes.length < 2 || !classes.every(isClass)) {
    return `its classes are ${
      JSON.stringify(classes)
    }, two whole numbers from 0 to 255 or more expected`;
  }
  return { settings, classes, points: Number(points), tiles: Number(tiles) };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Puts a training on a device; the caller owns it.
 *
 * @throws {RangeError} If arrays are missing, left over or of other shapes: the message lists all of them.
 */
export function loadModel(file: ModelFile, context: Context): Model & Disposable {
  const { settings, classes, points, tiles, losses } = file;
  const made = makeModel({ settings, classes, points, tiles }, context);
  using stack = new DisposableStack();
  stack.use(made);
  const { net, running, adam } = made;
  load({ net, running, adam }, file, file.arrays);
  stack.move();
  return { ...made, losses, [Symbol.dispose]: () => made[Symbol.dispose]() };
}

/** A network that is not trained any more. */
export type Trained = Pick<Model, "net" | "running">;

/** Puts a network on a device, without what a training needs; the caller owns it. */
export function loadTrained(file: ModelFile, context: Context): Trained & Disposable {
  using stack = new DisposableStack();
  const net = stack.use(makeNetwork(sizesOf(file), { context, seed: 0 }));
  const running = stack.use(runningStatistics(net, { dtype: "f32" }));
  load({ net, running }, file, file.arrays.filter(({ name }) => !name.startsWith("adam.")));
  stack.move();
  return ownTree({ net, running });
}

function load(tree: object, { path }: ModelFile, arrays: readonly NamedArray[]): void {
  try {
    loadParameters(tree, arrays);
  } catch (cause) {
    const isOurs = cause instanceof RangeError || cause instanceof TypeError;
    if (!isOurs) throw cause;
    const problems = cause.message.replace(/^Cannot run loadParameters: /, "");
    throw new RangeError(`Cannot use "${path}": ${problems}`, { cause });
  }
}
