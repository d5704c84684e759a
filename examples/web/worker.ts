/**
 * The worker of the page: it opens a device by WebAssembly and draws the files that it is sent, so that the page stays
 * responsive.
 *
 * @module
 */

import { useLazPerf } from "../../lib/io/mod.ts";
import { type Context, openContext, prepareWasm } from "../../mod.ts";
import { drawCloud } from "./picture.ts";

/** A file to draw. */
export interface Task {
  readonly name: string;
  readonly bytes: ArrayBuffer;
  readonly width: number;
}

/** What came of it. */
export type Answer =
  | { readonly device: string }
  | { readonly error: string }
  | {
    readonly width: number;
    readonly height: number;
    readonly pixels: Uint8ClampedArray<ArrayBuffer>;
    readonly points: number;
    readonly voxels: number;
    readonly milliseconds: number;
  };

/** What is used of the scope of a worker. */
interface Scope {
  onmessage: ((event: MessageEvent<Task>) => void) | null;
  postMessage(message: Answer, transfer?: Transferable[]): void;
}

const scope = globalThis as unknown as Scope;
const opened = open();
opened.catch(() => {}); // told for each file

/** Pages have no files: both modules are fetched from where the page says they are. */
async function open(): Promise<Context> {
  const addresses = new URL(location.href).searchParams;
  const lazPerf = WebAssembly.compileStreaming(fetch(addresses.get("laz") ?? ""));
  await prepareWasm({ module: new URL(addresses.get("wasm") ?? "", location.href) });
  useLazPerf(await lazPerf);
  const context = openContext({ device: "wasm" });
  scope.postMessage({ device: context.deviceName });
  return context;
}

scope.onmessage = async ({ data: { name, bytes, width } }) => {
  try {
    const context = await opened;
    const start = performance.now();
    const picture = await drawCloud(context, new Uint8Array(bytes), name, width);
    const milliseconds = performance.now() - start;
    scope.postMessage({ ...picture, milliseconds }, [picture.pixels.buffer]);
  } catch (error) {
    scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
};
