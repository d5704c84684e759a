/**
 * Command lines: options declared once, parsed into typed values, described for `--help`.
 *
 * @module
 */

import { oneOf } from "../../../ffi/base/words.ts";
import { didYouMean } from "./similar.ts";

/** A command line that the user has to change; the CLI exits with status 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";

  /** Makes an error with the one line that says how to go on. */
  constructor(message: string, readonly hint: string) {
    super(message);
  }
}

/** One option of a command: how it is written, what it takes and what it is for. */
export interface OptionSpec {
  /** Kind of the word behind the option; `flag` takes none. */
  readonly kind: "flag" | "text" | "number" | "count";
  /** Name of the value in the help text. */
  readonly value?: string;
  /** A letter that stands for the option behind a single dash. */
  readonly short?: string;
  /** One line for the help text. */
  readonly help: string;
}

/** The options of a command, by name without the dashes. */
export type OptionSpecs = Readonly<Record<string, OptionSpec>>;

/** A parsed command line. */
export interface ParsedArgs {
  /** Arguments that are not options, in order. */
  readonly positionals: readonly string[];
  /** Says whether a flag was given. */
  flag(name: string): boolean;
  /** Returns the text of an option, or undefined. */
  text(name: string): string | undefined;
  /** Returns the finite number of an option, or undefined. */
  number(name: string): number | undefined;
}

/**
 * Parses a command line.
 *
 * `--name value` and `--name=value` are the same, a letter stands for an option that has one, as `-h` for `--help`, and `--`
 * ends the options. A number may be negative.
 *
 * @param args The arguments behind the command's name.
 * @param specs The options that the command knows.
 * @param hint What to tell the user along with an error.
 * @returns The positionals and the values.
 * @throws {UsageError} For an unknown or repeated option, a missing value or a value of the wrong kind.
 */
export function parseArgs(args: readonly string[], specs: OptionSpecs, hint: string): ParsedArgs {
  const positionals: string[] = [];
  const values = new Map<string, string>();
  const shorts = new Map([
    ["h", "help"],
    ...Object.entries(specs).map(([name, { short = "" }]) => [short, name] as const),
  ]);
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    if (arg === "--") {
      positionals.push(...args.slice(at + 1));
      break;
    }
    if (!arg.startsWith("-") || arg === "-") {
      positionals.push(arg);
      continue;
    }
    const equals = arg.indexOf("=");
    const given = (equals < 0 ? arg : arg.slice(0, equals)).replace(/^--?/, "");
    const name = shorts.get(given) ?? given;
    const spec = Object.hasOwn(specs, name) ? specs[name] : undefined;
    if (spec === undefined) {
      const meant = didYouMean(`--${given}`, Object.keys(specs).map((known) => `--${known}`));
      throw new UsageError(`Unknown option "${arg}"${given.length < 2 ? "" : meant}`, hint);
    }
    if (values.has(name)) throw new UsageError(`Option "--${name}" is given twice`, hint);
    if (spec.kind === "flag") {
      if (equals >= 0) throw new UsageError(`Option "--${name}" takes no value`, hint);
      values.set(name, "");
      continue;
    }
    const value = equals < 0 ? args[++at] : arg.slice(equals + 1);
    if (value === undefined || value === "") {
      throw new UsageError(`Option "--${name}" needs a value`, hint);
    }
    checkValue(name, spec, value, hint);
    values.set(name, value);
  }
  return {
    positionals,
    flag: (name) => values.has(name),
    text: (name) => values.get(name),
    number: (name) => {
      const value = values.get(name);
      return value === undefined ? undefined : Number(value);
    },
  };
}

function checkValue(name: string, spec: OptionSpec, value: string, hint: string): void {
  if (spec.kind === "text") return;
  const number = Number(value);
  if (!Number.isFinite(number) || value.trim() !== value) {
    throw new UsageError(`Option "--${name}" takes a number, not "${value}"`, hint);
  }
  if (spec.kind === "count" && (!Number.isSafeInteger(number) || number < 1)) {
    throw new UsageError(`Option "--${name}" takes a positive whole number, not "${value}"`, hint);
  }
}

/**
 * Describes options in aligned columns.
 *
 * @param specs The options of a command.
 * @returns One line per option.
 */
export function describeOptions(specs: OptionSpecs): string {
  const rows = Object.entries(specs).map(([name, { short, value, help }]): [string, string] => {
    const names = short === undefined ? `--${name}` : `-${short}, --${name}`;
    return [value === undefined ? names : `${names} ${value}`, help];
  });
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
}

/** The word for stdin among files that are read, and for stdout among those that are written. */
export const PIPE = "-";

/**
 * Takes an option that has a few values.
 *
 * @param parsed The command line.
 * @param name The option.
 * @param values What it takes.
 * @param hint What to tell the user along with an error.
 * @returns The value; nothing where the option is not given.
 * @throws {UsageError} If it is given another one.
 */
export function chooseValue<T extends string>(
  parsed: ParsedArgs,
  name: string,
  values: readonly T[],
  hint: string,
): T | undefined {
  const given = parsed.text(name);
  const found = values.find((one) => one === given);
  if (found !== undefined || given === undefined) return found;
  throw new UsageError(wrongValue(name, values, given), hint);
}

/** Says which values an option takes, and which of them may be meant. */
export function wrongValue(name: string, values: readonly string[], given: string): string {
  return `Option "--${name}" takes ${oneOf(values)}, not "${given}"${didYouMean(given, values)}`;
}

/**
 * Lays out examples of command lines for a help text.
 *
 * @param examples Command lines behind "denovdb", each with what it does.
 */
export function describeExamples(
  examples: readonly (readonly [line: string, what: string])[],
): string {
  const lines = examples.map(([line, what]) => `  # ${what}\n  denovdb ${line}`);
  return `Examples:\n${lines.join("\n")}`;
}
