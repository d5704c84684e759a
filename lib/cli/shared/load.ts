/**
 * Modules that are loaded when they are wanted.
 *
 * @module
 */

/** Loads a module of type `T`, such as `typeof import("./name.ts")`, by its path from the file that loads it. */
export type Load = <T>(name: string) => Promise<T>;

/**
 * Makes what loads modules for one file.
 *
 * Before a program runs, Deno reads all that it leads to by imports whose names are plain to see, wanted or not: for
 * this one that is more work than a small task. Here it sees no name, so the module has to be readable when it is wanted,
 * and is not among what `deno cache` fetches or `deno compile` takes along.
 *
 * @param from The address of that file, `import.meta.url`.
 */
export function loaderOf(from: string): Load {
  return async (name) => await import(new URL(name, from).href);
}
