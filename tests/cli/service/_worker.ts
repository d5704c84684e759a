/**
 * A worker that builds tiles of the bytes that it is sent, and ends when it is told to.
 *
 * @module
 */

import { lodToTiles } from "../../../lib/cli/main.ts";

/** What the worker is told: to build, or to end what it builds. */
export type Order =
  | { readonly bytes: Uint8Array<ArrayBuffer>; readonly dir: string; readonly memory?: number }
  | "stop";

/** What the worker tells. */
export type Report =
  | { readonly phase: string; readonly done: number }
  | { readonly points: number; readonly nodes: number }
  | { readonly reason: string };

interface Scope {
  postMessage(report: Report): void;
  onmessage: (event: MessageEvent<Order>) => void;
}

const scope = self as unknown as Scope;
const controller = new AbortController();

scope.onmessage = async ({ data }) => {
  if (data === "stop") return controller.abort(new Error("stopped by its owner"));
  const { bytes, dir, ...options } = data;
  try {
    const { points, nodes } = await lodToTiles(bytes, dir, {
      ...options,
      device: "cpu",
      onProgress: (progress) => scope.postMessage({ ...progress }),
      signal: controller.signal,
    });
    scope.postMessage({ points, nodes });
  } catch (error) {
    scope.postMessage({ reason: error instanceof Error ? error.message : String(error) });
  }
};
