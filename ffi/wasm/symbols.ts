/**
 * The symbols of a native library, driven by the table that opens one, for a WebAssembly module: memory that a call
 * borrows is copied there, and what it writes is copied back.
 *
 * @module
 */

import type { NativeSymbols } from "../_generated/native.ts";
import { StatusCode, SYMBOLS } from "../_generated/symbols.ts";
import type { Machine } from "./machine.ts";
import { Staff } from "./staff.ts";

/** A function of the table. */
interface SymbolType {
  readonly name?: string;
  readonly parameters: readonly string[];
  /** Places of the memory that the function writes. */
  readonly written?: readonly number[];
  readonly nonblocking?: boolean;
}

/** Arguments as callers pass them. */
type Value = number | bigint | ArrayBufferView | null;

/** Arguments as functions of the module take them. */
type Plain = number | bigint;

/** Memory that is larger is written as a whole by calls that succeed, and not at all by those that fail. */
const SMALL_BYTES = 1 << 16;

/** Room for what most calls borrow. */
const SCRATCH_BYTES = 1 << 17;

/** Arrays begin at multiples of it. */
const ALIGNMENT = 16;

/** Functions that take no turn among the calls of a context. */
const NEVER_WAIT: ReadonlySet<string> = new Set<keyof NativeSymbols>([
  "dvdb_context_reserve",
  "dvdb_context_release",
  "dvdb_context_cancel",
  "dvdb_context_stats",
  "dvdb_context_threads",
  "dvdb_last_error",
]);

/** Makes the functions of a module callable as those of an opened library. */
export function bindSymbols(machine: Machine): NativeSymbols {
  const calls = new Calls(machine);
  const staff = new Staff(machine.workers);
  const symbols: Record<string, (...values: Value[]) => number | Promise<number>> = {};
  for (const [key, type] of Object.entries<SymbolType>(SYMBOLS)) {
    symbols[key] = type.nonblocking
      ? (...values) => calls.later(type.name ?? key, type, values)
      : (...values) => calls.now(key, type, values);
  }
  return staff.watch(symbols as unknown as NativeSymbols);
}

/** A borrowed array and where its copy is. */
interface Loan {
  readonly view: ArrayBufferView;
  readonly place: number;
  readonly isWritten: boolean;
}

/** The arguments of a call as a module takes them. */
interface Prepared {
  readonly values: readonly Plain[];
  readonly loans: readonly Loan[];
  /** Memory that is to be freed; 0 if none. */
  readonly own: number;
}

class Calls {
  readonly #machine: Machine;
  #scratch = 0;
  /** Why a call was not made: the module has no text of it. */
  #refusal: string | undefined;

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  now(name: string, type: SymbolType, values: readonly Value[]): number {
    if (!NEVER_WAIT.has(name)) this.#machine.workers?.catchUp();
    const prepared = this.#prepare(type, values, false);
    if (prepared === undefined) return StatusCode.OUT_OF_MEMORY;
    if (name === "dvdb_last_error" && this.#refusal !== undefined) {
      return writeText(this.#refusal, values);
    }
    return this.#finish(prepared, this.#machine.call(name, prepared.values));
  }

  async later(name: string, type: SymbolType, values: readonly Value[]): Promise<number> {
    const { workers } = this.#machine;
    if (workers === undefined || !workers.canCall()) return this.now(name, type, values);
    const prepared = this.#prepare(type, values, true);
    if (prepared === undefined) return StatusCode.OUT_OF_MEMORY;
    return this.#finish(prepared, await workers.call(name, prepared.values));
  }

  #prepare(type: SymbolType, values: readonly Value[], outlives: boolean): Prepared | undefined {
    const { parameters, written = [] } = type;
    const plain: Plain[] = [];
    const borrowed: { readonly at: number; readonly view: ArrayBufferView }[] = [];
    let needed = 0;
    for (const [at, kind] of parameters.entries()) {
      const value = values[at];
      if (kind === "buffer") {
        const view = checkView(value);
        plain.push(0);
        if (view === null || view.byteLength === 0) continue;
        borrowed.push({ at, view });
        needed += roundUp(view.byteLength);
      } else {
        plain.push(checkNumber(kind, value));
      }
    }
    if (borrowed.length === 0) return { values: plain, loans: [], own: 0 };
    const isOwn = outlives || needed > SCRATCH_BYTES;
    let place = isOwn ? this.#machine.allocate(needed) : this.#scratchPlace();
    if (place === 0) {
      this.#refusal = `Cannot allocate ${needed} bytes: the memory of the module has no room for ` +
        "a copy of the arrays of this call";
      return undefined;
    }
    const own = isOwn ? place : 0;
    const { bytes } = this.#machine;
    const loans = borrowed.map(({ at, view }): Loan => {
      const isWritten = written.includes(at);
      if (!isWritten || view.byteLength <= SMALL_BYTES) bytes.set(bytesOf(view), place);
      const loan = { view, place, isWritten };
      plain[at] = place;
      place += roundUp(view.byteLength);
      return loan;
    });
    return { values: plain, loans, own };
  }

  #finish({ loans, own }: Prepared, status: number): number {
    const { bytes } = this.#machine;
    for (const { view, place, isWritten } of loans) {
      const { byteLength } = view;
      if (!isWritten || (byteLength > SMALL_BYTES && status !== StatusCode.OK)) continue;
      bytesOf(view).set(bytes.subarray(place, place + byteLength));
    }
    if (own !== 0) this.#machine.free(own);
    if (status !== StatusCode.OK) this.#refusal = undefined;
    return status;
  }

  #scratchPlace(): number {
    if (this.#scratch === 0) this.#scratch = this.#machine.allocate(SCRATCH_BYTES);
    return this.#scratch;
  }
}

/** Does as dvdb_last_error, with a text of this side. */
function writeText(text: string, [, out, , length]: readonly Value[]): number {
  const bytes = new TextEncoder().encode(text);
  const target = bytesOf(out as ArrayBufferView);
  target.set(bytes.subarray(0, target.length));
  (length as Uint32Array)[0] = bytes.length;
  return StatusCode.OK;
}

function roundUp(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function checkView(value: Value | undefined): ArrayBufferView | null {
  if (value === null || ArrayBuffer.isView(value)) return value;
  throw new TypeError("Invalid FFI buffer type, expected null, ArrayBuffer, or ArrayBufferView");
}

/** As Deno checks numbers that go to a library; a module would take anything. */
function checkNumber(kind: string, value: Value | undefined): Plain {
  if (kind === "u32") {
    if (typeof value === "number" && (value >>> 0) === value) return value;
    throw new TypeError("Invalid FFI u32 type, expected integer");
  }
  if (kind === "i64") {
    if (typeof value === "bigint") return value;
    if (Number.isSafeInteger(value)) return BigInt(value as number);
    throw new TypeError("Invalid FFI i64 type, expected integer");
  }
  if (typeof value === "number") return value;
  throw new TypeError("Invalid FFI f64 type, expected number");
}
