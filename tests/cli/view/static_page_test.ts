import { assert, assertEquals } from "@std/assert";
import { outFolder } from "../../_files.ts";
import { lasBytes, type LasPoint } from "../../io/las/_bytes.ts";
import { projectedCrs } from "../_records.ts";
import { runMain } from "../_recorder.ts";
import { BrowserPage, CHROMIUM } from "./_browser.ts";

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  js: "text/javascript",
  json: "application/json",
  css: "text/css",
};

/** Serves files of a folder below a path, as plain web servers do. */
function serveFolder(folder: string, asked: Set<string>): Deno.HttpServer<Deno.NetAddr> {
  const hostname = "127.0.0.1";
  return Deno.serve({ hostname, port: 0, onListen: () => {} }, async ({ url }) => {
    const path = new URL(url).pathname.replace(/\/$/, "/index.html");
    asked.add(path);
    try {
      const body = await Deno.readFile(folder + path.replace(/^\/site/, ""));
      const type = TYPES[path.split(".").at(-1) ?? ""] ?? "application/octet-stream";
      return new Response(path.startsWith("/site/") ? body : null, {
        status: path.startsWith("/site/") ? 200 : 404,
        headers: { "content-type": type },
      });
    } catch {
      return new Response("", { status: 404 });
    }
  });
}

/** A ground of 40 x 40 points and a tower, in a zone of UTM. */
function writeScan(path: string): void {
  const points = Array.from({ length: 1700 }, (_, n): LasPoint => ({
    at: n < 1600 ? [n % 40, Math.floor(n / 40), 0] : [20 + n % 3, 20, n - 1600],
    rgb: n < 1600 ? [200 * 257, 30 * 257, 40 * 257] : [40 * 257, 180 * 257, 60 * 257],
  }));
  const offset = [412_000, 5_654_000, 300] as const;
  const vlrs = [projectedCrs(32633)];
  Deno.writeFileSync(path, lasBytes({ format: 3, points, scale: [1, 1, 1], offset, vlrs }));
}

Deno.test("lod --page writes all that a page needs, and --force replaces it", async () => {
  using folder = outFolder();
  const [scan, out] = [`${folder.path}/scan.las`, `${folder.path}/site`];
  writeScan(scan);
  for (const more of [[], ["--force"], ["--force", "--memory", "1M"]]) {
    const run = await runMain(["lod", scan, "-o", out, "--page", "--device", "cpu", ...more]);
    assertEquals([run.code, run.notes], [0, ""]);
    assert(run.results.join().includes("index.html"));
    const names = [...Deno.readDirSync(out)].map(({ name }) => name).sort();
    assertEquals(names, [
      ...["index.html", "layers.js", "main.js", "packages", "paint.js", "panel.js", "scene.json"],
      ...["style.css", "tiles", "tileset.json"],
    ]);
    for (const name of ["three", "3d-tiles-renderer"]) {
      assert(Deno.readTextFileSync(`${out}/packages/${name}/LICENSE`).length > 500);
    }
  }
});

Deno.test({
  name: `lod --page shows tiles from any web server${
    CHROMIUM === undefined ? ": skipped: no /usr/bin/chromium that may be started" : ""
  }`,
  ignore: CHROMIUM === undefined,
  async fn(): Promise<void> {
    using folder = outFolder();
    const [scan, out] = [`${folder.path}/scan.las`, `${folder.path}/out`];
    writeScan(scan);
    const small = ["--points-per-leaf", "400", "--grid-size", "16", "--device", "cpu"];
    assertEquals((await runMain(["lod", scan, "-o", out, "--page", ...small])).code, 0);
    const asked = new Set<string>();
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), 60_000);
    const server = serveFolder(out, asked);
    try {
      const size = { width: 900, height: 500, folder: `${folder.path}/b`, signal: limit.signal };
      await using page = await BrowserPage.open(size);
      await page.visit(`http://127.0.0.1:${server.addr.port}/site/`);
      const settled = 'import("/site/main.js").then(() => denovdbSettled())';
      const { points, mode } = await page.evaluate<Record<string, unknown>>(settled);
      assertEquals(mode, "rgb");
      assert(Number(points) > 100, `${points} points`);
      // On the Earth as the tiles are, the page shows them upright: the tower stands above the ground.
      const { width, height, channels, data } = await page.shoot();
      const rows: { readonly [name: string]: number[] } = { ground: [], tower: [] };
      for (let y = 0; y < height; y++) {
        for (let x = 300; x < width; x++) {
          const [red = 0, green = 0] = [0, 1].map((c) => data[(y * width + x) * channels + c]);
          if (red > 150 && green < 60) rows.ground?.push(y);
          if (green > 150 && red < 80) rows.tower?.push(y);
        }
      }
      const mean = (list: readonly number[] = []): number =>
        list.reduce((sum, one) => sum + one, 0) / list.length;
      assert(
        (rows.ground?.length ?? 0) > 200 && (rows.tower?.length ?? 0) > 20,
        "nothing is drawn",
      );
      assert(mean(rows.tower) < mean(rows.ground) - 30, "the tower does not stand upright");
      // Heights are those of the file.
      await page.evaluate(`{
        const select = document.getElementById("color");
        select.value = "elevation";
        select.dispatchEvent(new Event("input", { bubbles: true }));
      }`);
      await page.evaluate(settled);
      const legend = await page.evaluate('document.getElementById("legend").innerText');
      const [low = NaN, high = NaN] = String(legend).split("\n").map(Number);
      assert(low > 299 && low < 305 && high > 360 && high < 401, `${legend}`);
      assertEquals(page.complaints, []);
      assert([...asked].every((path) => /^\/site\/(?!.*\/\/)/.test(path)), [...asked].join(" "));
    } finally {
      clearTimeout(timer);
      await server.shutdown();
    }
  },
});
