/**
 * A browser for tests: headless Chromium, spoken to by the Chrome DevTools Protocol.
 *
 * @module
 */

import { decode } from "fast-png";

/** Where Chromium lies if it is there and may be started. */
export const CHROMIUM: string | undefined = await findChromium();

async function findChromium(): Promise<string | undefined> {
  for (const path of ["/usr/bin/chromium", "/usr/bin/chromium-browser"]) {
    const isFile = await Deno.stat(path).then((info) => info.isFile, () => false);
    const { state } = await Deno.permissions.query({ name: "run", command: path });
    if (isFile && state === "granted") return path;
  }
}

/** Draws by software, keeps to itself, and listens on a port of its own. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--enable-unsafe-swiftshader",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--disable-dev-shm-usage",
  "--remote-debugging-port=0",
];

/** Pixels of a screenshot, [height, width, channels]. */
export interface Shot {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  readonly data: ArrayLike<number>;
  /** The file. */
  readonly png: Uint8Array;
}

/** Stands for the end of loading among the numbers of messages. */
const LOADED = 0;

type Message = Readonly<Record<string, unknown>>;

/** One page in a browser of its own. */
export class BrowserPage {
  /** What the page said on its console, and the errors that nobody caught. */
  readonly complaints: string[] = [];
  readonly #child: Deno.ChildProcess;
  readonly #socket: WebSocket;
  readonly #stderr: Promise<void>;
  readonly #signal: AbortSignal;
  readonly #waiting = new Map<number, PromiseWithResolvers<Message>>();
  #sessionId: string | undefined;
  #next = 0;

  private constructor(
    child: Deno.ChildProcess,
    socket: WebSocket,
    stderr: Promise<void>,
    signal: AbortSignal,
  ) {
    this.#child = child;
    this.#socket = socket;
    this.#stderr = stderr;
    this.#signal = signal;
    const abort = (): void => this.#rejectAll(new Error("The browser took too long"));
    signal.addEventListener("abort", abort, { once: true });
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = () => this.#rejectAll(new Error("The browser is gone"));
  }

  /**
   * Starts a browser with an empty page.
   *
   * @param options Its size, a folder for the browser's files, and a signal that ends all waiting.
   */
  static async open(
    { width, height, folder, signal }: {
      readonly width: number;
      readonly height: number;
      readonly folder: string;
      readonly signal: AbortSignal;
    },
  ): Promise<BrowserPage> {
    const child = new Deno.Command(CHROMIUM ?? "chromium", {
      args: [...FLAGS, `--user-data-dir=${folder}`, `--window-size=${width},${height}`],
      stdin: "null",
      stdout: "null",
      stderr: "piped",
      clearEnv: true, // what is loaded before the tests shall not be loaded before the browser
      env: { PATH: "/usr/bin:/bin", HOME: folder },
    }).spawn();
    const kill = (): void => {
      try {
        child.kill("SIGKILL");
      } catch {
        // it has ended
      }
    };
    signal.addEventListener("abort", kill, { once: true });
    const address = Promise.withResolvers<string>();
    const stderr = readLines(child.stderr, (line) => {
      const found = /^DevTools listening on (ws:\S+)/.exec(line);
      if (found?.[1] !== undefined) address.resolve(found[1]);
    }).then(() => address.reject(new Error("The browser ended before it listened")));
    address.promise.catch(() => {});
    try {
      const socket = new WebSocket(await address.promise);
      await new Promise((resolve, reject) => {
        socket.onopen = resolve;
        socket.onerror = reject;
      });
      const page = new BrowserPage(child, socket, stderr, signal);
      await page.#attach(width, height);
      return page;
    } catch (error) {
      kill();
      await Promise.all([child.status, stderr]);
      throw error;
    }
  }

  async #attach(width: number, height: number): Promise<void> {
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank" });
    const attached = await this.send("Target.attachToTarget", { targetId, flatten: true });
    this.#sessionId = String(attached.sessionId);
    for (const domain of ["Runtime", "Log", "Page"]) await this.send(`${domain}.enable`);
    const metrics = { width, height, deviceScaleFactor: 1, mobile: false };
    await this.send("Emulation.setDeviceMetricsOverride", metrics);
  }

  /** Goes to a page and waits until it is loaded. */
  async visit(url: string): Promise<void> {
    const loaded = Promise.withResolvers<Message>();
    this.#waiting.set(LOADED, loaded);
    await this.send("Page.navigate", { url });
    await loaded.promise;
  }

  /** Presses and releases a key. */
  async press(key: string, windowsVirtualKeyCode: number): Promise<void> {
    const event = { key, code: key, windowsVirtualKeyCode };
    await this.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...event });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...event });
  }

  /** Presses the mouse at the first place, moves it through the others, and releases it at the last. */
  async drag(...places: readonly (readonly [x: number, y: number])[]): Promise<void> {
    for (const [n, [x, y]] of [...places, places.at(-1) ?? [0, 0]].entries()) {
      const type = n === 0 ? "mousePressed" : n === places.length ? "mouseReleased" : "mouseMoved";
      const button = { button: "left", buttons: 1, clickCount: 1 };
      await this.send("Input.dispatchMouseEvent", { type, x, y, ...button });
    }
  }

  /** Calls a method of the protocol. */
  async send(method: string, params: Message = {}): Promise<Message> {
    this.#signal.throwIfAborted();
    const id = ++this.#next;
    const waiting = Promise.withResolvers<Message>();
    this.#waiting.set(id, waiting);
    const sessionId = this.#sessionId;
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) }));
    return await waiting.promise;
  }

  /** The value of an expression in the page; promises are waited for. */
  async evaluate<T>(expression: string): Promise<T> {
    const options = { awaitPromise: true, returnByValue: true };
    const answer = await this.send("Runtime.evaluate", { expression, ...options });
    const { exceptionDetails } = answer;
    if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails));
    return (answer.result as { readonly value: T }).value;
  }

  /** What is to be seen. */
  async shoot(): Promise<Shot> {
    const { data } = await this.send("Page.captureScreenshot", { format: "png" });
    const png = Uint8Array.fromBase64(String(data));
    const { width, height, channels, data: pixels } = decode(png);
    return { width, height, channels, data: pixels, png };
  }

  /** Ends the browser and waits until it is gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#sessionId = undefined;
    await this.send("Browser.close").catch(() => {});
    await this.#child.status;
    await this.#stderr;
    await closed(this.#socket);
  }

  #take(message: Message): void {
    const { id, error, result, method, params } = message as {
      readonly id?: number;
      readonly error?: unknown;
      readonly result?: Message;
      readonly method?: string;
      readonly params?: unknown;
    };
    if (id !== undefined) {
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error !== undefined) waiting?.reject(new Error(JSON.stringify(error)));
      else waiting?.resolve(result ?? {});
    } else if (method === "Page.loadEventFired") {
      this.#take({ id: LOADED });
    } else if (isComplaint(method, params)) {
      this.complaints.push(JSON.stringify(params));
    }
  }

  #rejectAll(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}

function closed(socket: WebSocket): Promise<void> {
  if (socket.readyState === WebSocket.CLOSED) return Promise.resolve();
  return new Promise((resolve) => {
    socket.onclose = () => resolve();
    socket.close();
  });
}

async function readLines(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (line: string) => void,
): Promise<void> {
  let rest = "";
  for await (const text of stream.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    lines.forEach(take);
  }
}

function isComplaint(method: string | undefined, params: unknown): boolean {
  if (method === "Runtime.exceptionThrown") return true;
  if (method === "Runtime.consoleAPICalled") return (params as { type?: string }).type === "error";
  return method === "Log.entryAdded" &&
    (params as { entry?: { level?: string } }).entry?.level === "error";
}
