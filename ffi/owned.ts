/**
 * Ownership of device resources.
 *
 * @module
 */

import type {
  BufferHandle,
  ContextHandle,
  ConvPlanHandle,
  EventHandle,
  GridHandle,
  LodHandle,
  Native,
  Status,
} from "./_generated/native.ts";
import { StatusCode } from "./_generated/symbols.ts";
import { checkMade, checkResource } from "./base/checks.ts";
import { checkStatus, Context, contextHandle, leakNotes, nativeOf } from "./context.ts";
import { cannot, DisposedError } from "./base/errors.ts";
import { type Remains, unwatch, watch } from "./finalizer.ts";
import { type LeakNote, noteCallers } from "./leaks.ts";
import { CallHandles, currentScope, type ScopeHandles } from "./scopes.ts";

/**
 * A device resource that can be used until it is disposed.
 *
 * @category Ownership
 */
export interface DeviceResource extends Disposable {
  /** Context that holds it. */
  readonly context: Context;
  /** Whether it was disposed or moved, or its context has been disposed. */
  readonly disposed: boolean;
  /** Disposes it; idempotent. */
  dispose(): void;
  /** Throws, naming the operation, if it has been disposed. */
  assertUsable(operator: string): void;
}

/** The native handles, by what messages call their owners. */
interface Handles {
  readonly buffer: BufferHandle;
  readonly event: EventHandle;
  readonly grid: GridHandle;
  readonly plan: ConvPlanHandle;
  readonly "LOD tree": LodHandle;
}

/**
 * The kinds of native handles.
 *
 * @category Ownership
 */
export type HandleKind = "buffer" | "event" | "grid" | "plan" | "LOD tree";

/** Functions that make owners of handles. */
const MAKERS: Readonly<Record<HandleKind, string>> = {
  buffer: "createBuffer",
  event: "recordEvent",
  grid: "gridFromPoints",
  plan: "convPlan",
  "LOD tree": "buildLod",
};

/** Destroys native handles. */
const FREE: {
  readonly [Kind in HandleKind]: (
    native: Native,
    context: ContextHandle,
    handle: Handles[Kind],
  ) => Status;
} = {
  buffer: (native, context, handle) => native.bufferDestroy({ context, buffer: handle }),
  event: (native, context, handle) => native.eventDestroy({ context, event: handle }),
  grid: (native, context, handle) => native.gridDestroy({ context, grid: handle }),
  plan: (native, context, handle) => native.convPlanDestroy({ context, plan: handle }),
  "LOD tree": (native, context, lod) => native.lodDestroy({ context, lod }),
};

/** Destroys the handle of an owner that is gone. */
function freeRemains({ context, noun, handle }: Remains): void {
  FREE[noun as HandleKind](nativeOf(context), contextHandle(context), handle as never);
}

let usableHandle: <Kind extends HandleKind>(
  owner: HandleOwner<Kind>,
  operator?: string,
) => Handles[Kind];

/** Gives an owner to a scope, or to none; it leaves the one that it was in. */
export let giveToScope: (
  owner: HandleOwner<HandleKind>,
  scope: ScopeHandles | undefined,
) => void;

/** Says that an owner is disposed, and leaves it to the caller to destroy its handle; 0 if it was disposed before. */
export let endHandle: <Kind extends HandleKind>(owner: HandleOwner<Kind>) => Handles[Kind];

/** Takes an owner from its scope for a holder that disposes it in any case, or gives it to another scope. */
export let hold: (owner: HandleOwner<HandleKind>) => void;

/** Lets a new owner take the place of another one, whose scope it then belongs to. */
export let takePlaceOf: (
  made: HandleOwner<HandleKind>,
  replaced: HandleOwner<HandleKind>,
) => void;

/** Releases ownership of a native handle; its owner is then disposed. */
export let releaseHandle: <Kind extends HandleKind>(owner: HandleOwner<Kind>) => Handles[Kind];

/**
 * The native handle of a context, which is not public.
 *
 * @throws {DisposedError} If the context has been disposed.
 */
export function handleOf(owner: Context): ContextHandle;
/**
 * The native handle of a resource, which is not public.
 *
 * @param operator The operation, for the message.
 * @throws {DisposedError} If the resource has been disposed.
 */
export function handleOf<Kind extends HandleKind>(
  owner: HandleOwner<Kind>,
  operator?: string,
): Handles[Kind];
export function handleOf(
  owner: Context | HandleOwner<HandleKind>,
  operator?: string,
): ContextHandle | Handles[HandleKind] {
  return owner instanceof Context ? contextHandle(owner) : usableHandle(owner, operator);
}

/** The native handle of a resource, or 0, which stands for a missing one where a native function accepts that. */
export function handleOrNone<Kind extends HandleKind>(
  owner: HandleOwner<Kind> | undefined,
): Handles[Kind] {
  return owner === undefined ? 0 as Handles[Kind] : handleOf(owner);
}

/**
 * Owner of one native handle.
 *
 * @category Ownership
 */
export abstract class HandleOwner<Kind extends HandleKind> implements DeviceResource {
  static {
    usableHandle = (owner, operator = `use ${owner.#noun}`) => {
      owner.assertUsable(operator);
      return owner.#handle;
    };
    releaseHandle = (owner) => {
      owner.assertUsable(`move ${owner.#noun}`);
      owner.#finish("moved");
      return owner.#handle;
    };
    endHandle = (owner) => {
      if (owner.disposed) return 0 as never;
      owner.#finish("disposed");
      return owner.#handle;
    };
    giveToScope = (owner, scope) => {
      owner.#scope?.delete(owner);
      owner.#scope = scope;
      scope?.add(owner);
      owner.#watch();
    };
    hold = (owner) => {
      owner.#scope?.delete(owner);
      owner.#scope = undefined;
    };
    takePlaceOf = (made, replaced) => giveToScope(made, replaced.#scope);
  }

  /** Context that holds it. */
  readonly context: Context;
  readonly #noun: Kind;
  readonly #handle: Handles[Kind];
  #end: "disposed" | "moved" | undefined;
  #scope: ScopeHandles | undefined = currentScope();
  #note: LeakNote | undefined;
  #isWatched = false;

  /** Takes ownership of a handle; messages use the noun for it. */
  protected constructor(context: Context, handle: number, noun: Kind) {
    if (typeof context !== "object") {
      checkMade(new.target.name, context, MAKERS[noun] ?? MAKERS.buffer);
    }
    this.context = context;
    this.#handle = handle as Handles[Kind];
    this.#noun = noun;
    this.#scope?.add(this);
    const notes = leakNotes(context);
    if (notes !== undefined) notes.add(this.#note = noteCallers(noun, new.target));
    this.#watch();
  }

  /** Has the garbage collector free the handle once nobody can, unless a scope does. */
  #watch(): void {
    if (this.#isWatched || this.#end !== undefined || this.#scope instanceof CallHandles) return;
    this.#isWatched = true;
    watch(this, {
      context: this.context,
      noun: this.#noun,
      note: this.#note,
      handle: this.#handle,
      free: freeRemains,
    });
  }

  /** Whether it was disposed or moved, or its context has been disposed. */
  get disposed(): boolean {
    return this.#end !== undefined || this.context.disposed;
  }

  /**
   * Throws if it has been disposed.
   *
   * @param noun What the message calls it.
   */
  assertUsable(operator: string, noun: string = this.#noun): void {
    if (this.#end !== undefined) {
      const subject = operator.endsWith(` ${noun}`) ? "it" : `the ${noun}`;
      throw new DisposedError(operator, `${subject} has been ${this.#end}`);
    }
    this.context.assertUsable(operator);
  }

  /** Destroys the handle; idempotent. */
  dispose(): void {
    if (this.disposed) return;
    this.#finish("disposed");
    if (this.context.lost) return;
    const { context } = this;
    const status = FREE[this.#noun](nativeOf(context), contextHandle(context), this.#handle);
    if (status !== StatusCode.DEVICE_FAULT) checkStatus(context, status, `dispose ${this.#noun}`);
  }

  /** Destroys the handle; idempotent. */
  [Symbol.dispose](): void {
    this.dispose();
  }

  #finish(end: "disposed" | "moved"): void {
    this.#end = end;
    this.#scope?.delete(this);
    if (this.#isWatched) unwatch(this);
    if (this.#note !== undefined) leakNotes(this.context)?.delete(this.#note);
  }
}

/**
 * Throws if resources have been disposed, belong to several contexts, or are not device resources.
 *
 * @returns The context of all.
 */
export function shareContext(
  operator: string,
  first: DeviceResource,
  ...others: readonly DeviceResource[]
): Context {
  checkResource(operator, first);
  for (const other of others) {
    checkResource(operator, other);
    if (other.context !== first.context) {
      throw new TypeError(
        `${cannot(operator)}: one input is on ${first.context.device} and another on ` +
          `${other.context.device}, in different contexts; make both in one`,
      );
    }
  }
  return first.context;
}
