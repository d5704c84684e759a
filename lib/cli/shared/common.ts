/**
 * Options that commands share.
 *
 * @module
 */

import type { OptionSpec } from "./args.ts";

/** The options of all commands: where to work, and how to report. */
export const COMMON_OPTIONS: Readonly<
  Record<"device" | "verbose" | "json" | "help", OptionSpec>
> = {
  device: {
    kind: "text",
    value: "NAME",
    help: "device to run on: auto, cpu, cuda, cuda:N or wasm (auto)",
  },
  verbose: {
    kind: "flag",
    short: "v",
    help: "also say why CUDA is not used, and where an error comes from",
  },
  json: { kind: "flag", help: "print one JSON object instead of a table" },
  help: { kind: "flag", short: "h", help: "show this text" },
};
