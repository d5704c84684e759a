import { assert, assertEquals, assertMatch } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { drawCloud } from "../../examples/web/picture.ts";
import { contexts } from "../_backends.ts";
import { outFolder } from "../_files.ts";
import { BrowserPage, CHROMIUM } from "../cli/view/_browser.ts";
import { hasModule } from "../ffi/_wasm.ts";
import { servePage } from "./_served.ts";

const SCAN = fromFileUrl(new URL("../../examples/data/autzen_trim.laz", import.meta.url));
const MINUTES = 2;

const reason = CHROMIUM === undefined
  ? ": skipped: no /usr/bin/chromium that may be started"
  : hasModule
  ? ""
  : ": skipped: no module for WebAssembly";

/** Runs a body on the page of the example. */
function pageTest(title: string, args: readonly string[], body: PageBody): void {
  Deno.test({
    name: `${title}${reason}`,
    ignore: reason !== "",
    async fn(): Promise<void> {
      using folder = outFolder();
      const limit = new AbortController();
      const timer = setTimeout(() => limit.abort(), MINUTES * 60_000);
      try {
        await using served = await servePage(...args);
        const { signal } = limit;
        const size = { width: 600, height: 800 };
        await using page = await BrowserPage.open({ ...size, folder: `${folder.path}/b`, signal });
        await page.visit(served.address);
        await body(page, folder.path);
        assertEquals(page.complaints, []);
      } finally {
        clearTimeout(timer);
      }
    },
  });
}

type PageBody = (page: BrowserPage, folder: string) => Promise<void>;

/** Gives the page a file, as a user would, and waits until it is done with it; returns what it says then. */
async function upload(page: BrowserPage, path: string): Promise<string> {
  const { result } = await page.send("Runtime.evaluate", {
    expression: 'delete document.body.dataset.state; document.getElementById("file")',
  });
  const { objectId } = result as { readonly objectId: string };
  await page.send("DOM.setFileInputFiles", { files: [path], objectId });
  return await page.evaluate(`new Promise((resolve) => {
    const look = () => document.body.dataset.state === "done"
      ? resolve(document.getElementById("status").textContent)
      : requestAnimationFrame(look);
    look();
  })`);
}

/** Size and checksum of the picture. */
async function picture(page: BrowserPage): Promise<unknown> {
  return await page.evaluate(`(async () => {
    const { width, height } = document.getElementById("picture");
    const { data } = document.getElementById("picture").getContext("2d")
      .getImageData(0, 0, width, height);
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
    return [width, height, Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("")];
  })()`);
}

/** The same of the picture that this program draws. */
async function expected(): Promise<unknown> {
  const [context] = contexts;
  assert(context !== undefined);
  const { width, height, pixels } = await drawCloud(
    context,
    await Deno.readFile(SCAN),
    "autzen_trim.laz",
    480,
  );
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", pixels));
  return [width, height, sum.toHex()];
}

function device(page: BrowserPage): Promise<string> {
  return page.evaluate('document.getElementById("device").textContent');
}

pageTest(
  "a page draws a LAZ file by itself, with threads, as other programs do, and says what is wrong with others",
  [],
  async (page, folder) => {
    assertEquals(await page.evaluate("crossOriginIsolated"), true);
    assertMatch(await upload(page, SCAN), /^110000 points, \d+ voxels, \d+ ms$/);
    assertMatch(await device(page), /^WebAssembly, \d+ threads?$/);
    assertEquals(await picture(page), await expected());

    const broken = `${folder}/broken.laz`;
    await Deno.writeFile(broken, (await Deno.readFile(SCAN)).slice(0, 9999));
    assertMatch(await upload(page, broken), /^Cannot read LAZ/);
    assertMatch(await upload(page, SCAN), /^110000 points/);
  },
);

pageTest(
  "a page that is not isolated draws the same with one thread, and says so",
  ["--alone"],
  async (page) => {
    assertEquals(await page.evaluate("crossOriginIsolated"), false);
    assertMatch(await upload(page, SCAN), /^110000 points/);
    assertEquals(
      await device(page),
      "WebAssembly, 1 thread, as there is no SharedArrayBuffer here",
    );
    assertEquals(await picture(page), await expected());
  },
);
