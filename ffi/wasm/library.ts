/**
 * Opens modules as libraries.
 *
 * @module
 */

import { createNative, type Native } from "../_generated/native.ts";
import { compileModule } from "./compiled.ts";
import { canShare, Machine, type MachineOptions } from "./machine.ts";
import { bindSymbols } from "./symbols.ts";

/** A module that runs. */
export interface OpenModule {
  /** Its functions. */
  readonly native: Native;
  /** Features that it lacks here, for people; `undefined` if none. */
  readonly note: string | undefined;
  /** Ends its workers. */
  close(): void;
}

/**
 * Starts a module.
 *
 * @param path Its file, or the name of the module inside of the package.
 */
export function openModule(path: string, options: MachineOptions = {}): OpenModule {
  const shared = options.shared ?? canShare();
  const machine = new Machine(compileModule(path, shared), options);
  return {
    native: createNative(bindSymbols(machine)),
    note: shared ? undefined : "there is no SharedArrayBuffer here",
    close: () => machine.workers?.end(),
  };
}
