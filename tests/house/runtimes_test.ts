import { assertEquals } from "@std/assert";
import { join } from "@std/path";
import { ROOT } from "./_tree.ts";

Deno.test("every door but that of the command line opens in browsers: without Deno and process", async () => {
  const configuration = await Deno.readTextFile(join(ROOT, "deno.json"));
  const { exports } = JSON.parse(configuration.replaceAll(/^\s*\/\/.*$/gm, ""));
  const urls = Object.entries<string>(exports)
    .filter(([door]) => door !== "./cli")
    .map(([, path]) => new URL(`../../${path}`, import.meta.url).href);
  const worker = new Worker(new URL("_without_deno.ts", import.meta.url), { type: "module" });
  try {
    const answer = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = (event) => {
        event.preventDefault();
        reject(event.error ?? new Error(event.message));
      };
      worker.postMessage(urls);
    });
    assertEquals(answer, { isBrowser: true, failures: [] });
  } finally {
    worker.terminate();
  }
});
