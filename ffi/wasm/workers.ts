/**
 * Workers that join the memory of a module: threads of its contexts, and one that makes asynchronous calls.
 *
 * @module
 */

import { builtin } from "./builtins.ts";
import {
  type CallRequest,
  type JoinRequest,
  WORKER_PROGRAM,
  type WorkerAnswer,
} from "./worker_program.ts";

/** The parts of a module that workers need. */
export interface SharedModule {
  /** The compiled module. */
  readonly module: WebAssembly.Module;
  /** Its memory, which is shared. */
  readonly memory: WebAssembly.Memory;
  /** Allocates a stack; 0 if there is no memory. */
  allocate(bytes: number): number;
  /** Makes a call on this thread. */
  call(name: string, values: readonly (number | bigint)[]): number;
}

/** A worker of any runtime. */
interface Worker {
  send(message: unknown): void;
  /** Whether the process waits for it. */
  hold(held: boolean): void;
  end(): void;
}

/** As large as the stack that the module has for its first thread. */
const STACK_BYTES = 2 << 20;

/** A call that has not ended. */
interface Waiting {
  readonly request: CallRequest;
  readonly resolve: (status: number) => void;
  readonly reject: (error: Error) => void;
}

/** The workers of a module. They end with it. */
export class Workers {
  readonly #shared: SharedModule;
  readonly #threads: Worker[] = [];
  #caller: Worker | undefined;
  /** Whether the one for calls has joined, and whether it is lost. */
  #isReady = false;
  #isLost = false;
  readonly #calls = new Map<number, Waiting>();
  #next = 1;

  /** Starts none. */
  constructor(shared: SharedModule) {
    this.#shared = shared;
  }

  /** Sees to it that there are as many threads, or as many as memory and the runtime grant. */
  grow(threads: number): void {
    while (this.#threads.length < threads) {
      const worker = this.#join(true, () => {}, () => {});
      if (worker === undefined) return;
      this.#threads.push(worker);
    }
  }

  /** Whether calls can be made on another thread. The first question starts it. */
  canCall(): boolean {
    if (this.#isLost) return false;
    this.#caller ??= this.#join(false, (answer) => this.#receive(answer), () => this.#lose());
    return this.#caller !== undefined;
  }

  /** Makes a call on another thread, which may still have to join. Calls are made in order. */
  call(name: string, values: readonly (number | bigint)[]): Promise<number> {
    const request: CallRequest = { id: this.#next++, name, values };
    if (this.#isReady) this.#caller?.send(request);
    this.#caller?.hold(true);
    return new Promise((resolve, reject) =>
      this.#calls.set(request.id, { request, resolve, reject })
    );
  }

  /**
   * Makes the calls on this thread that wait for the other one to join: it may join only when this thread rests, so
   * whatever waits for those calls must not be called before.
   */
  catchUp(): void {
    if (this.#isReady) return;
    for (const { request: { id, name, values } } of [...this.#calls.values()]) {
      try {
        this.#receive({ id, status: this.#shared.call(name, values) });
      } catch (error) {
        this.#receive({ id, error: String(error) });
      }
    }
  }

  /** Ends all of them. */
  end(): void {
    for (const worker of this.#threads) worker.end();
    this.#caller?.end();
    this.#threads.length = 0;
    this.#caller = undefined;
    this.#isReady = false;
    this.#isLost = true;
  }

  /** Goes on without the thread for calls, which could not start or broke down. */
  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    if (!this.#isReady) return this.catchUp();
    for (const id of [...this.#calls.keys()]) this.#receive({ id, error: "the worker broke down" });
  }

  #receive({ id, status = -1, error }: WorkerAnswer): void {
    if (id === undefined) {
      this.#isReady = true;
      for (const { request } of this.#calls.values()) this.#caller?.send(request);
      return;
    }
    const waiting = this.#calls.get(id);
    this.#calls.delete(id);
    if (this.#calls.size === 0) this.#caller?.hold(false);
    if (error === undefined) waiting?.resolve(status);
    else waiting?.reject(new WebAssembly.RuntimeError(error));
  }

  #join(
    serves: boolean,
    receive: (answer: WorkerAnswer) => void,
    lose: () => void,
  ): Worker | undefined {
    const { module, memory } = this.#shared;
    const stack = this.#shared.allocate(STACK_BYTES);
    if (stack === 0) return undefined;
    const worker = startWorker(receive, lose);
    const request: JoinRequest = { module, memory, stack: stack + STACK_BYTES, serves };
    worker?.send(request);
    return worker;
  }
}

/** Starts a worker that does not keep the process alive; `undefined` where there are none. */
function startWorker(
  receive: (answer: WorkerAnswer) => void,
  lose: () => void,
): Worker | undefined {
  const threads = builtin("node:worker_threads");
  if (threads !== undefined) {
    const worker = new threads.Worker(WORKER_PROGRAM, { eval: true });
    worker.on("message", (answer) => receive(answer as WorkerAnswer));
    worker.on("error", lose);
    worker.unref();
    return {
      send: (message) => worker.postMessage(message),
      hold: (held) => held ? worker.ref() : worker.unref(),
      end: () => void worker.terminate(),
    };
  }
  if (typeof globalThis.Worker !== "function") return undefined;
  const url = URL.createObjectURL(new Blob([WORKER_PROGRAM], { type: "text/javascript" }));
  const worker = new globalThis.Worker(url);
  worker.onmessage = ({ data }: MessageEvent<WorkerAnswer>): void => {
    URL.revokeObjectURL(url);
    receive(data);
  };
  worker.onerror = lose;
  return {
    send: (message) => worker.postMessage(message),
    hold: () => {},
    end: () => worker.terminate(),
  };
}
