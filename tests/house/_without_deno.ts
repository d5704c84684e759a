/**
 * A worker without `Deno` and `process`, as in browsers: imports the modules that it is sent.
 *
 * @module
 */

declare const self: DedicatedWorkerGlobalScope & { Deno?: unknown; process?: unknown };

/** What is used of the scope of a worker. */
interface DedicatedWorkerGlobalScope {
  onmessage: ((event: MessageEvent<readonly string[]>) => void) | null;
  postMessage(message: unknown): void;
}

delete self.Deno;
delete self.process;

self.onmessage = async ({ data }) => {
  const failures: string[] = [];
  for (const url of data) {
    try {
      await import(url);
    } catch (error) {
      failures.push(`${url}: ${error}`);
    }
  }
  self.postMessage({ isBrowser: !("Deno" in self || "process" in self), failures });
};
