/**
 * Opens a context and prints what came of it: `device [library]`.
 *
 * @module
 */

import type { Device } from "../../ffi/context_options.ts";
import { openContext } from "../../ffi/open_context.ts";
import { LibraryError } from "../../ffi/base/errors.ts";
import { printJson } from "../_child.ts";

/** What the script prints, as JSON. */
export interface Outcome {
  readonly device?: string;
  readonly fallbackReason?: string | undefined;
  readonly error?: string;
  readonly message?: string;
  readonly tried?: readonly { readonly path: string; readonly reason: string }[];
}

/** Opens a context, closes it, and says what came of it. */
export function openOnce(device: string, library?: string): Outcome {
  try {
    const options = { device: device as Device };
    using context = openContext(library === undefined ? options : { ...options, library });
    return { device: context.device, fallbackReason: context.fallbackReason };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const tried = error instanceof LibraryError ? error.tried : [];
    return { error: error.name, message: error.message, tried };
  }
}

if (import.meta.main) {
  const [device = "auto", library] = Deno.args;
  printJson(openOnce(device, library));
}
