/**
 * Builds the trees that programs ask for.
 *
 * @module
 */

import { basename, dirname, fromFileUrl, join, resolve } from "@std/path";
import { type Argument, checkFunction, refuse, refuseKind } from "../../../ffi/base/checks.ts";
import { checkOptions, type OptionNames, optionNames } from "../../../ffi/base/options.ts";
import { describeValue, oneOf } from "../../../ffi/base/words.ts";
import type { LodFormat } from "../lod/build.ts";
import { buildDataset } from "../lod/dataset.ts";
import { ENCODINGS, PICKS, PLAIN_TREE, STRATEGIES } from "../lod/tree.ts";
import type {
  LodResult,
  LodSourceFile,
  LodToDvlodOptions,
  LodToPotreeOptions,
  LodToTilesOptions,
} from "./lod.ts";

/** The options of all formats. */
type AnyOptions = LodToTilesOptions & LodToPotreeOptions;

const SHARED = {
  pointsPerLeaf: true,
  gridSize: true,
  levels: true,
  memory: true,
  overwrite: "boolean",
  device: true,
  onProgress: true,
  signal: true,
} as const;

const NAMES = {
  tiles: optionNames<LodToTilesOptions>({
    ...SHARED,
    strategy: true,
    local: "boolean",
    page: "boolean",
  }),
  potree: optionNames<LodToPotreeOptions>({ ...SHARED, pick: true, encoding: true }),
  dvlod: optionNames<LodToDvlodOptions>({ ...SHARED, strategy: true }),
} as const;

/** Checks what a program asks for, and builds it. */
export async function buildFor(
  operator: string,
  format: LodFormat,
  input: LodSourceFile | readonly LodSourceFile[],
  dir: string | URL,
  options: AnyOptions,
): Promise<LodResult> {
  checkOptions<AnyOptions>(operator, options, NAMES[format] as OptionNames<AnyOptions>);
  const given: readonly LodSourceFile[] = Array.isArray(input) ? input : [input];
  if (given.length === 0) refuse(operator, "there is no input, one or more expected");
  const tree = {
    ...PLAIN_TREE,
    pointsPerLeaf: wholeFrom1(operator, "pointsPerLeaf", options.pointsPerLeaf) ??
      PLAIN_TREE.pointsPerLeaf,
    gridSize: wholeFrom1(operator, "gridSize", options.gridSize) ?? PLAIN_TREE.gridSize,
    strategy: choose(operator, "strategy", STRATEGIES, options.strategy) ?? PLAIN_TREE.strategy,
  };
  const levels = wholeFrom1(operator, "levels", options.levels);
  const memory = wholeFrom1(operator, "memory", options.memory);
  const pick = choose(operator, "pick", PICKS, options.pick) ?? "central";
  const encoding = choose(operator, "encoding", ENCODINGS, options.encoding) ?? "default";
  const { onProgress, signal } = options;
  if (onProgress !== undefined) checkFunction({ operator, name: "onProgress" }, onProgress);
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    refuseKind({ operator, name: "signal" }, signal, "an AbortSignal");
  }
  signal?.throwIfAborted();
  const out = pathOf({ operator, name: "dir" }, dir, "a path or a file: URL");
  const warnings: string[] = [];
  await using files = await InputFiles.write(operator, given, { out, signal });
  try {
    const summary = await buildDataset({
      ...tree,
      ...(levels === undefined ? {} : { levels }),
      inputs: files.paths,
      out,
      format,
      pick,
      encoding,
      local: options.local ?? false,
      page: options.page ?? false,
      memory,
      overwrite: options.overwrite ?? false,
      device: options.device ?? "auto",
      json: true,
    }, {
      progress: {
        show: (label, done) => onProgress?.({ phase: label.replace(/,.*/, ""), done }),
      },
      warn: (text) => warnings.push(files.asGiven(text)),
      overwriteOption: "the option overwrite",
      signal,
    });
    return { ...summary, inputs: files.paths.map((path) => files.asGiven(path)), warnings };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const message = files.asGiven(error.message);
    // Programs tell a file that is wrong by the error of its reader.
    const { cause } = error;
    const own = cause instanceof SyntaxError && "format" in cause ? cause : error;
    own.message = message;
    throw own;
  }
}

/** Rejects what is no whole number from 1. */
function wholeFrom1(operator: string, name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "number") refuseKind({ operator, name }, value, "a number");
  if (Number.isSafeInteger(value) && value >= 1) return value;
  return refuse(operator, `${name} is ${describeValue(value)}, a whole number from 1 expected`);
}

/** Rejects what is none of some words. */
function choose<T extends string>(
  operator: string,
  name: string,
  values: readonly T[],
  value: T | undefined,
): T | undefined {
  if (value === undefined || values.includes(value)) return value;
  return refuse(operator, `${name} is ${describeValue(value)}, ${oneOf(values)} expected`);
}

function pathOf(argument: Argument, place: unknown, expected: string): string {
  if (typeof place === "string" && place !== "") return place;
  if (place instanceof URL && place.protocol === "file:") return fromFileUrl(place);
  return refuseKind(argument, place, expected);
}

/** Files of what programs hand over as bytes, beside the folder that is written, until disposed. */
class InputFiles implements AsyncDisposable {
  /** One for each input. */
  readonly paths: readonly string[];
  readonly #folder: string | undefined;

  private constructor(paths: readonly string[], folder: string | undefined) {
    this.paths = paths;
    this.#folder = folder;
  }

  /** Writes bytes to files; what has a path already stays where it is. */
  static async write(
    operator: string,
    given: readonly LodSourceFile[],
    { out, signal }: { readonly out: string; readonly signal: AbortSignal | undefined },
  ): Promise<InputFiles> {
    const isBytes = (one: unknown): one is Uint8Array | Blob =>
      one instanceof Uint8Array || one instanceof Blob;
    const places = given.map((one, at) =>
      isBytes(one) ? undefined : pathOf(
        { operator, name: given.length > 1 ? `input ${at}` : "input" },
        one,
        "a Uint8Array, a Blob, a path or a file: URL",
      )
    );
    if (!given.some(isBytes)) return new InputFiles(places.map((one) => one ?? ""), undefined);
    const parent = dirname(resolve(out));
    await Deno.mkdir(parent, { recursive: true });
    const folder = join(parent, `.${basename(resolve(out))}-${crypto.randomUUID()}.in`);
    try {
      const paths: string[] = [];
      for (const [at, one] of given.entries()) {
        const place = places[at];
        if (place !== undefined || !isBytes(one)) {
          paths.push(place ?? "");
          continue;
        }
        const path = join(folder, String(at), await nameOf(one));
        await Deno.mkdir(dirname(path), { recursive: true });
        // Deno leaves what listens to a signal open, so what is piped ends by it.
        const through = new TransformStream<Uint8Array, Uint8Array>();
        const content = one instanceof Blob
          ? one.stream().pipeThrough(through, signal === undefined ? {} : { signal })
          : one;
        await Deno.writeFile(path, content);
        signal?.throwIfAborted();
        paths.push(path);
      }
      return new InputFiles(paths, folder);
    } catch (error) {
      await Deno.remove(folder, { recursive: true }).catch(() => {});
      throw error;
    }
  }

  /** A text with the names of files instead of paths that nobody knows. */
  asGiven(text: string): string {
    if (this.#folder === undefined) return text;
    return this.paths.reduce(
      (all, path) =>
        path.startsWith(this.#folder ?? path) ? all.replaceAll(path, basename(path)) : all,
      text,
    );
  }

  /** Takes the files away. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#folder !== undefined) await Deno.remove(this.#folder, { recursive: true });
  }
}

/** The name of a file, or one whose extension says that it is LAS or LAZ: these may stay on disk. */
async function nameOf(input: Uint8Array | Blob): Promise<string> {
  const given = input instanceof File ? basename(input.name) : "";
  if (given !== "") return given;
  const head = input instanceof Blob
    ? new Uint8Array(await input.slice(0, LAS_FORMAT + 1).arrayBuffer())
    : input.subarray(0, LAS_FORMAT + 1);
  if (String.fromCharCode(...head.subarray(0, 4)) !== "LASF") return "cloud";
  return ((head[LAS_FORMAT] ?? 0) & 0xc0) === 0 ? "cloud.las" : "cloud.laz";
}

/** The byte of a LAS header that has the point format, with the highest bits where points are compressed. */
const LAS_FORMAT = 104;
