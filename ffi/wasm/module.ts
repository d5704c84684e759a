/**
 * The binary of a module: what memory it imports, and whether it shares it.
 *
 * @module
 */

/** The memory that a module imports. */
export interface MemoryImport {
  /** Pages that it begins with. */
  readonly initial: number;
  /** The most pages that it can grow to. */
  readonly maximum: number;
  /** Whether it is shared with workers. */
  readonly shared: boolean;
  /** The address at which the module says so. */
  readonly place: number;
}

/** A module that was compiled. */
export interface CompiledModule {
  /** The compiled module. */
  readonly module: WebAssembly.Module;
  /** The memory that it imports. */
  readonly memory: MemoryImport;
}

const IMPORTS = 2;
const SHARED = 2;

/** Kinds of imports. */
const FUNCTION = 0;
const MEMORY = 2;

/**
 * Finds the memory that a module imports. Functions come before it, as the linker writes imports of these kinds only.
 *
 * @throws {SyntaxError} If it is no module, or imports no memory.
 */
export function findMemory(bytes: Uint8Array): MemoryImport {
  let at = 8;
  const read = (): number => {
    let value = 0;
    for (let shift = 0;; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
  };
  if (new TextDecoder().decode(bytes.subarray(0, 4)) !== "\0asm") {
    throw new SyntaxError("it is no WebAssembly module");
  }
  while (at < bytes.length) {
    const section = bytes[at++];
    const size = read();
    if (section !== IMPORTS) {
      at += size;
      continue;
    }
    for (let left = read(); left > 0; left--) {
      for (const _ of ["module", "name"]) {
        const length = read(); // moves `at` itself
        at += length;
      }
      const kind = bytes[at++];
      if (kind === MEMORY) {
        const place = at;
        const flags = read();
        const initial = read();
        return { initial, maximum: read(), shared: (flags & SHARED) !== 0, place };
      }
      if (kind !== FUNCTION) break;
      read();
    }
    break;
  }
  throw new SyntaxError("it imports no memory");
}

/**
 * The same module with a memory of its own. All instructions for shared memory may be used on it; only waiting fails,
 * which a single thread never does.
 */
export function withoutSharing(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const { place, shared } = findMemory(bytes);
  if (!shared) return bytes;
  const own = bytes.slice();
  own[place] = (own[place] ?? 0) & ~SHARED;
  return own;
}
