/**
 * Modules that are loaded when they are wanted.
 *
 * @module
 */

/**
 * Loads a module.
 *
 * Before a program runs, Deno reads all that it leads to by imports whose names are plain to see, wanted or not: for
 * this one that is more work than a small task. Here it sees no name, so the module has to be readable when it is wanted,
 * and is not among what `deno cache` fetches or `deno compile` takes along.
 *
 * @typeParam T What the module exports, `typeof import("./name.ts")`.
 * @param name Its path from this folder.
 */
export async function load<T>(name: string): Promise<T> {
  return await import(new URL(name, import.meta.url).href);
}
