/**
 * Names of devices as commands take them.
 *
 * @module
 */

import type { Device } from "../../core/mod.ts";
import { UsageError } from "./args.ts";
import { didYouMean } from "./similar.ts";

/** Takes the name of a device, or refuses it with a hint. */
export function readDevice(name: string, hint: string): Device {
  if (name === "auto" || name === "cpu" || name === "cuda" || name === "wasm") {
    return name;
  }
  const ordinal = /^cuda:(\d{1,3})$/.exec(name)?.[1];
  if (ordinal !== undefined) return `cuda:${Number(ordinal)}`;
  const meant = didYouMean(name, ["auto", "cpu", "cuda", "wasm"]);
  throw new UsageError(
    `Option "--device" takes auto, cpu, cuda, cuda:N or wasm, not "${name}"${meant}`,
    hint,
  );
}
