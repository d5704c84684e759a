/**
 * Errors that say which file or grid they are about.
 *
 * @module
 */

/**
 * Reads a file; readers see bytes alone, and cannot say whose they are.
 *
 * @param path The file.
 * @param read Reads it, now or later.
 * @returns What that returns.
 * @throws {Error} What that throws; for bytes that are wrong, with the file's name.
 */
export function naming<T>(path: string, read: () => T): T {
  try {
    const result = read();
    if (!(result instanceof Promise)) return result;
    return result.catch((error) => {
      throw named(path, error);
    }) as T;
  } catch (error) {
    throw named(path, error);
  }
}

/** Beginning of the core's message that a mesh is not closed, or not turned one way. */
const UNSIGNED = "Cannot run signedMeshDistances: cannot sign distances: ";

/**
 * Asks for the signs of distances from a mesh.
 *
 * @param path The mesh.
 * @param find Asks.
 * @param advice What to do about a mesh that has no inside.
 * @returns What is found.
 * @throws {Error} What that throws; where there is no inside, with the file's name.
 */
export function namingMesh<T>(path: string, find: () => T, advice = ""): T {
  try {
    return find();
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith(UNSIGNED))) throw error;
    const problem = error.message.slice(UNSIGNED.length);
    throw new Error(`Cannot tell inside from outside of "${path}": ${problem}${advice}`, {
      cause: error,
    });
  }
}

/** A grid as messages name it. */
export function gridNamed({ name }: { readonly name: string }): string {
  return name === "" ? "the grid without a name" : `grid "${name}"`;
}

/** Commands that need no reader do not load the class of the errors of readers. */
function named(path: string, error: unknown): unknown {
  if (!(error instanceof SyntaxError && "format" in error)) return error;
  const start = `Cannot read ${error.format}: `;
  // A function, as "$" in a text stands for what was found.
  const message = error.message.replace(start, () => `Cannot read "${path}" as ${error.format}: `);
  return new Error(inOptions(message), { cause: error });
}

/** Advice of readers to their callers, and what that is on a command line. */
const ADVICE: readonly (readonly [said: string, here: string])[] = [
  ["leave checksums out to read it nevertheless", "--unverified reads it nevertheless"],
  [
    'a name as in "a_4x4x2_uint8.raw" expected',
    'a name as in "a_4x4x2_uint8.raw" or --dims and --type expected',
  ],
];

function inOptions(message: string): string {
  return ADVICE.reduce((text, [said, here]) => text.replace(said, here), message);
}
