/**
 * Opens a context where packages are installed, and prints what came of it: `packages device`, the packages as JSON.
 *
 * @module
 */

import { openLibrary } from "../../ffi/library.ts";
import { printJson } from "../_child.ts";
import { openOnce, type Outcome } from "./_open.ts";

/** What the script prints, as JSON. */
export interface InstalledOutcome extends Outcome {
  /** The library that was opened. */
  readonly path?: string;
}

function openInstalled(device: string): InstalledOutcome {
  const outcome = openOnce(device);
  if (outcome.error !== undefined) return outcome;
  using library = openLibrary("cpu");
  return { ...outcome, path: library.path };
}

if (import.meta.main) {
  const [packages = "[]", device = "cpu"] = Deno.args;
  Reflect.set(globalThis, Symbol.for("denovdb.native"), JSON.parse(packages));
  printJson(openInstalled(device));
}
