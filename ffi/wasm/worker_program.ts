/**
 * The program of workers: it joins a module's memory, then runs what the module has for threads, or the calls that it
 * is sent. It is text, so that no permission is needed and no file has to be found.
 *
 * @module
 */

/** First message to a worker. */
export interface JoinRequest {
  /** The compiled module. */
  readonly module: WebAssembly.Module;
  /** Its memory. */
  readonly memory: WebAssembly.Memory;
  /** End of the stack of the worker; stacks grow downwards. */
  readonly stack: number;
  /** Whether it runs what the module has for threads, and nothing else from then on. */
  readonly serves: boolean;
}

/** Message to a worker for each call. */
export interface CallRequest {
  /** Number of the call. */
  readonly id: number;
  /** The function. */
  readonly name: string;
  /** Its arguments. */
  readonly values: readonly (number | bigint)[];
}

/** Answer of a worker: that it has joined, or how a call ended. */
export interface WorkerAnswer {
  /** Number of the call; absent when the worker has joined. */
  readonly id?: number;
  /** The status that the function returned. */
  readonly status?: number;
  /** Why it did not return. */
  readonly error?: string;
}

/**
 * Answers to what a module asks the program that runs it. Workers have it as text, so it uses nothing of this file.
 *
 * @param maySleep Gives 1 where the thread may sleep, or else 0.
 */
export function makeImports(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
  maySleep: () => number,
): WebAssembly.Imports {
  const given: Record<string, WebAssembly.ImportValue> = {
    memory,
    ["may_sleep"]: maySleep,
    ["proc_exit"]: () => {
      throw new WebAssembly.RuntimeError("the module ended itself");
    },
    ["clock_time_get"]: (clock: number, _precision: bigint, place: number) => {
      const time = clock === 0 ? Date.now() : performance.now();
      new DataView(memory.buffer).setBigUint64(place, BigInt(Math.round(time * 1e6)), true);
      return 0;
    },
  };
  const unsupported = (): number => 52; // as WASI numbers it: there are no files here
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    (imports[from] ??= {})[name] = given[name] ?? unsupported;
  }
  return imports;
}

/** The program of workers. */
export const WORKER_PROGRAM: string = `
const makeImports = ${makeImports};
const isNode = typeof require === "function";
const port = isNode ? require("node:worker_threads").parentPort : self;
let functions;
function receive({ module, memory, stack, serves, id, name, values }) {
  if (module !== undefined) {
    functions = new WebAssembly.Instance(module, makeImports(module, memory, () => 1)).exports;
    functions.__stack_pointer.value = stack;
    port.postMessage({});
    if (serves) functions.wasm_serve();
    return;
  }
  try {
    port.postMessage({ id, status: functions[name](...values) });
  } catch (error) {
    port.postMessage({ id, error: String(error) });
  }
}
if (isNode) port.on("message", receive);
else port.onmessage = (event) => receive(event.data);
`;
