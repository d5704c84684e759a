/**
 * Errors that say which file they are about.
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

/** Commands that need no reader do not load the class of the errors of readers. */
function named(path: string, error: unknown): unknown {
  if (!(error instanceof SyntaxError && "format" in error)) return error;
  const start = `Cannot read ${error.format}: `;
  // A function, as "$" in a text stands for what was found.
  const message = error.message.replace(start, () => `Cannot read "${path}" as ${error.format}: `);
  return new Error(message, { cause: error });
}
