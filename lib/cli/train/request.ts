/**
 * The command line of `denovdb train`.
 *
 * @module
 */

import type { Device } from "../../core/mod.ts";
import { type OptionSpecs, type ParsedArgs, UsageError } from "../shared/args.ts";
import { COMMON_OPTIONS } from "../shared/common.ts";
import { readDevice } from "../shared/device.ts";
import { FORCE_OPTION } from "../shared/whole_file.ts";
import { readFeatures } from "./clouds.ts";
import { DEFAULTS, RULES, SETTING_NAMES, type Settings } from "./settings.ts";

/** What to tell the user along with an error. */
export const HINT = 'Run "denovdb train --help" for the options';

/** Steps from one checkpoint to the next. */
const SAVE_EVERY = 100;

/** The options of the command. */
export const OPTIONS: OptionSpecs = {
  out: { kind: "text", short: "o", value: "FILE", help: "file to write: .safetensors" },
  "voxel-size": {
    kind: "number",
    value: "S",
    help: "edge length of a voxel, in units of the files",
  },
  label: {
    kind: "text",
    value: "NAME",
    help: "field that has the classes of points (that of the format)",
  },
  ignore: { kind: "text", value: "LIST", help: "classes that do not count, such as 0,1 (none)" },
  features: {
    kind: "text",
    value: "LIST",
    help: "what is seen of points: one, height, intensity, color (one)",
  },
  widths: {
    kind: "text",
    value: "LIST",
    help: `channels of the levels, the finest first (${DEFAULTS.widths})`,
  },
  steps: { kind: "count", value: "N", help: `steps of the training (${DEFAULTS.steps})` },
  batch: { kind: "count", value: "N", help: `tiles of a step (${DEFAULTS.batch})` },
  tile: { kind: "count", value: "N", help: `voxels along a side of a tile (${DEFAULTS.tile})` },
  rate: { kind: "number", value: "R", help: `how far a step goes (${DEFAULTS.rate})` },
  seed: { kind: "number", value: "N", help: `seed of all that is random (${DEFAULTS.seed})` },
  holdout: {
    kind: "number",
    value: "P",
    help: `share of the tiles that the network is tried with instead (${DEFAULTS.holdout})`,
  },
  compute: { kind: "text", value: "TYPE", help: `compute in f32 or bf16 (${DEFAULTS.compute})` },
  curve: { kind: "text", value: "FILE", help: "write the losses of all steps as a picture: .png" },
  "save-every": {
    kind: "count",
    value: "N",
    help: `steps from one checkpoint to the next (${SAVE_EVERY})`,
  },
  resume: {
    kind: "text",
    value: "FILE",
    help: "go on with the training of a file; all settings are those of the file",
  },
  force: FORCE_OPTION,
  ...COMMON_OPTIONS,
};

/** What the user asked for, checked. */
export interface TrainRequest {
  readonly inputs: readonly string[];
  readonly out: string;
  /** Whether the file has to be a new one. */
  readonly createNew: boolean;
  readonly curve: string | undefined;
  readonly saveEvery: number;
  /** The file to go on with, or what a new training goes by. */
  readonly start: { readonly resume: string } | { readonly settings: Settings };
  readonly device: Device;
  readonly json: boolean;
}

/**
 * Checks a command line and fills in what it leaves out.
 *
 * @throws {UsageError} If something is missing or out of range.
 */
export function readTrainRequest(parsed: ParsedArgs): TrainRequest {
  const inputs = parsed.positionals;
  if (inputs.length === 0) throw new UsageError("No input file is given", HINT);
  const resume = parsed.text("resume");
  const out = parsed.text("out") ?? resume;
  if (out === undefined) {
    throw new UsageError('Option "--out" is missing: "-o FILE" names what to write', HINT);
  }
  checkEnding("out", out, ".safetensors");
  const curve = parsed.text("curve");
  if (curve !== undefined) checkEnding("curve", curve, ".png");
  return {
    ...{ inputs, out, curve },
    createNew: !parsed.flag("force") && out !== resume,
    saveEvery: parsed.number("save-every") ?? SAVE_EVERY,
    start: resume === undefined ? { settings: readSettings(parsed) } : resumed(parsed, resume),
    device: readDevice(parsed.text("device") ?? "auto", HINT),
    json: parsed.flag("json"),
  };
}

function checkEnding(option: string, path: string, ending: string): void {
  if (path.toLowerCase().endsWith(ending)) return;
  throw new UsageError(`Option "--${option}" takes a ${ending} file, not "${path}"`, HINT);
}

/** The option of a setting. */
function optionOf(name: keyof Settings): string {
  return name === "voxelSize" ? "voxel-size" : name;
}

function resumed(parsed: ParsedArgs, resume: string): { readonly resume: string } {
  const given = SETTING_NAMES.map(optionOf).find((option) => parsed.flag(option));
  if (given === undefined) return { resume };
  throw new UsageError(
    `Option "--${given}" does not go with "--resume", which goes on as it was begun`,
    HINT,
  );
}

function readSettings(parsed: ParsedArgs): Settings {
  const voxelSize = parsed.number("voxel-size");
  if (voxelSize === undefined) {
    throw new UsageError(
      'Option "--voxel-size" is missing: the edge length of a voxel, in units of the files',
      HINT,
    );
  }
  const list = (name: "ignore" | "widths"): readonly number[] | undefined =>
    parsed.text(name)?.split(",").map((part) => /^\s*\d+\s*$/.test(part) ? Number(part) : NaN);
  const names = parsed.text("features");
  const features = names === undefined ? DEFAULTS.features : readFeatures(names);
  if (typeof features === "string") {
    throw new UsageError(`Option "--features" takes ${features}`, HINT);
  }
  const settings = {
    voxelSize,
    features,
    label: parsed.text("label") ?? DEFAULTS.label,
    ignore: list("ignore") ?? DEFAULTS.ignore,
    widths: list("widths") ?? DEFAULTS.widths,
    tile: parsed.number("tile") ?? DEFAULTS.tile,
    steps: parsed.number("steps") ?? DEFAULTS.steps,
    batch: parsed.number("batch") ?? DEFAULTS.batch,
    rate: parsed.number("rate") ?? DEFAULTS.rate,
    seed: parsed.number("seed") ?? DEFAULTS.seed,
    holdout: parsed.number("holdout") ?? DEFAULTS.holdout,
    compute: parsed.text("compute") ?? DEFAULTS.compute,
  };
  for (const name of SETTING_NAMES) {
    if (RULES[name].test(settings[name])) continue;
    const option = optionOf(name);
    const given = parsed.text(option) ?? parsed.number(option);
    throw new UsageError(`Option "--${option}" takes ${RULES[name].expected}, not ${given}`, HINT);
  }
  return settings as Settings;
}
