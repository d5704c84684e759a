/**
 * Modules that not every command needs.
 *
 * @module
 */

/**
 * Loads a module when it is needed. Named in an import it would be fetched and looked through before anything runs,
 * with all that it needs itself, which for small files takes longer than the work.
 *
 * @typeParam Module `typeof import(path)`.
 * @param path Where it is, seen from this folder.
 * @returns The module.
 */
export async function load<Module>(path: string): Promise<Module> {
  return await import(path) as Module;
}
