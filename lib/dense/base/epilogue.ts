/**
 * Last operations on results.
 *
 * @module
 */

import { Epilogue } from "../../../ffi/_generated/symbols.ts";
import { refuse } from "../../../ffi/base/checks.ts";

const EPILOGUES: ReadonlyMap<unknown, Epilogue> = new Map([
  ["none", Epilogue.NONE],
  ["relu", Epilogue.RELU],
]);

/** The number of an activation. */
export function epilogueOf(operator: string, activation: string): Epilogue {
  const epilogue = EPILOGUES.get(activation);
  if (epilogue === undefined) {
    refuse(operator, `activation is ${String(activation)}, "none" or "relu" expected`);
  }
  return epilogue;
}
