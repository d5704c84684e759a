/**
 * Compression by several threads.
 *
 * @module
 */

/** Program of a thread; it comes along with the program, so that nothing has to be read for it. */
const SOURCE = `
import { brotliCompressSync, constants } from "node:zlib";
onmessage = ({ data: { bytes, quality } }) => {
  try {
    const params = { [constants.BROTLI_PARAM_QUALITY]: quality };
    const out = new Uint8Array(brotliCompressSync(bytes, { params }));
    postMessage({ out }, [out.buffer]);
  } catch (error) {
    postMessage({ problem: error.message });
  }
};`;

/** Answer of a thread. */
interface Answer {
  readonly out?: Uint8Array<ArrayBuffer>;
  readonly problem?: string;
}

interface Job {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly quality: number;
  readonly resolve: (bytes: Uint8Array<ArrayBuffer>) => void;
  readonly reject: (error: Error) => void;
}

/** Threads that compress, as many as there are processors. Disposing it ends them, with what they are at. */
export class BrotliPool implements Disposable {
  /** Number of pieces that are compressed at once. */
  readonly size: number = navigator.hardwareConcurrency;
  readonly #url: string = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
  readonly #idle: Worker[] = [];
  readonly #all: Worker[] = [];
  readonly #waiting: Job[] = [];

  /**
   * Compresses bytes.
   *
   * @param bytes A whole buffer, which is handed over.
   * @param quality 0 to 11.
   * @returns What Brotli makes of them.
   */
  compress(bytes: Uint8Array<ArrayBuffer>, quality: number): Promise<Uint8Array<ArrayBuffer>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, quality, resolve, reject });
      this.#next();
    });
  }

  /** Ends all threads. */
  [Symbol.dispose](): void {
    for (const worker of this.#all) worker.terminate();
    URL.revokeObjectURL(this.#url);
  }

  #next(): void {
    const [job] = this.#waiting;
    const worker = job === undefined ? undefined : this.#idle.pop() ?? this.#start();
    if (job === undefined || worker === undefined) return;
    this.#waiting.shift();
    worker.onmessage = ({ data: { out, problem } }: MessageEvent<Answer>): void => {
      this.#idle.push(worker);
      if (out === undefined) job.reject(new Error(`Cannot compress: ${problem}`));
      else job.resolve(out);
      this.#next();
    };
    worker.postMessage({ bytes: job.bytes, quality: job.quality }, [job.bytes.buffer]);
  }

  #start(): Worker | undefined {
    if (this.#all.length >= this.size) return undefined;
    const worker = new Worker(this.#url, { type: "module" });
    this.#all.push(worker);
    return worker;
  }
}
