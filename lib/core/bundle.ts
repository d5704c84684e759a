/**
 * Results of several parts that are disposed as one.
 *
 * @module
 */

/**
 * A result of several parts; it owns those that can be disposed.
 *
 * @category Ownership
 */
export interface Bundle extends Disposable {
  /** Whether all parts that it owns have been disposed. */
  readonly disposed: boolean;
  /** Disposes all parts that it owns; idempotent. */
  dispose(): void;
}

/** Members that bundles own. */
type Owned = Pick<Bundle, "disposed" | "dispose">;

class Parts implements Bundle {
  constructor(parts: object) {
    Object.assign(this, parts);
  }

  get disposed(): boolean {
    return ownedBy(this).every(({ disposed }) => disposed);
  }

  dispose(): void {
    for (const part of ownedBy(this)) part.dispose();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }
}

/** One class for each name, so that consoles and messages show it. */
const KINDS = new Map<string, typeof Parts>();

/**
 * Bundles the parts of a result.
 *
 * The bundle takes ownership of tensors, lists and grids among the parts, also of those in an array. Other values and
 * missing parts are kept as they are.
 *
 * @param name Name of its interface, for consoles and messages.
 * @param parts The parts by name.
 * @returns The parts and how to dispose them; the caller owns it.
 */
export function bundle<P extends object>(name: string, parts: P): Readonly<P> & Bundle {
  const Kind = KINDS.get(name) ?? { [name]: class extends Parts {} }[name] ?? Parts;
  KINDS.set(name, Kind);
  return new Kind(parts) as object as Readonly<P> & Bundle;
}

function ownedBy(parts: object): Owned[] {
  return Object.values(parts).flat().filter(isOwned);
}

function isOwned(part: unknown): part is Owned {
  return typeof part === "object" && part !== null && Symbol.dispose in part;
}
