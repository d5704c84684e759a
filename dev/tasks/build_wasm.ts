import { buildNative, WASM } from "./_native.ts";
import { main } from "./_shared.ts";

await main(() => buildNative(WASM));
