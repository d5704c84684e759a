import { assert, assertEquals, assertRejects } from "@std/assert";
import { answer, mediaType, serveSite, type Site } from "../../../lib/cli/view/site.ts";
import { outFolder } from "../../_files.ts";

const HOST = "http://127.0.0.1:1234";

function siteOf(folder: string): Site {
  return {
    pages: new Map([["/", { type: "text/html", body: "<p>Grüße" }]]),
    folders: new Map([["/data/", folder]]),
    makers: new Map([
      ["/data/made.glb", () => ({ type: "model/gltf-binary", body: Uint8Array.of(7) })],
      ["/data/torn.glb", (): never => {
        throw new Error("Cannot read node 3");
      }],
    ]),
  };
}

/** Fills a folder with one that is served, files in it, a secret beside it, and links. */
async function fill(path: string): Promise<string> {
  Deno.mkdirSync(`${path}/served/tiles`, { recursive: true });
  Deno.writeTextFileSync(`${path}/secret.json`, "secret");
  Deno.writeTextFileSync(`${path}/served/.hidden.json`, "secret");
  Deno.writeTextFileSync(`${path}/served/a b.json`, "{}");
  Deno.writeFileSync(`${path}/served/tiles/0.glb`, Uint8Array.of(1, 2, 3));
  // Making links takes permissions that tests do without.
  const script = `Deno.chdir(${JSON.stringify(path)});
    Deno.symlinkSync("../secret.json", "served/out.json");
    Deno.symlinkSync("..", "served/up");
    Deno.symlinkSync("tiles/0.glb", "served/in.glb");
    Deno.symlinkSync("circle", "served/circle");
    Deno.mkdirSync("served2");
    Deno.writeTextFileSync("served2/secret.json", "secret");
    Deno.symlinkSync("../served2", "served/near");`;
  const command = new Deno.Command(Deno.execPath(), { args: ["eval", script], stdin: "null" });
  assertEquals((await command.output()).success, true);
  return `${path}/served`;
}

Deno.test("answer() sends pages and files with their types, and no body for HEAD", async () => {
  using folder = outFolder();
  const site = siteOf(await fill(folder.path));
  for (
    const [path, type, text] of [
      ["/", "text/html", "<p>Grüße"],
      ["/data/a%20b.json", "application/json", "{}"],
      ["/data/tiles/0.glb", "model/gltf-binary", "\x01\x02\x03"],
      ["/data/in.glb?again=1", "model/gltf-binary", "\x01\x02\x03"],
      ["/data/tiles/../tiles/0.glb", "model/gltf-binary", "\x01\x02\x03"],
      ["/data/made.glb", "model/gltf-binary", "\x07"],
    ] as const
  ) {
    for (const method of ["GET", "HEAD"]) {
      const response = await answer(site, new Request(HOST + path, { method }));
      const { status, headers } = response;
      const length = String(new TextEncoder().encode(text).length);
      assertEquals(
        [status, headers.get("content-type"), headers.get("content-length")],
        [200, type, length],
      );
      assertEquals(headers.get("x-content-type-options"), "nosniff");
      assert(headers.get("content-security-policy")?.startsWith("default-src 'self';"));
      assertEquals(await response.text(), method === "GET" ? text : "");
    }
  }
});

Deno.test("answer() refuses paths that leave the folder or are no files in it", async () => {
  using folder = outFolder();
  const site = siteOf(await fill(folder.path));
  for (
    const path of [
      "../secret.json",
      "..%2fsecret.json",
      "%2e%2e/secret.json",
      "%2e%2e%2fsecret.json",
      "tiles/..%2f..%2fsecret.json",
      "tiles%2f0.glb",
      "..%5csecret.json",
      "/etc/passwd",
      "%2fetc%2fpasswd",
      "out.json",
      "up/secret.json",
      "near/secret.json",
      "circle",
      ".hidden.json",
      "a b.json/",
      "a b.json/0",
      "tiles",
      "tiles/",
      "",
      "%00",
      "in.glb%00.json",
      "%zz",
      "absent.json",
    ]
  ) {
    const response = await answer(site, new Request(`${HOST}/data/${path}`));
    assertEquals([response.status, await response.text()], [404, "Not found\n"], path);
  }
});

Deno.test("answer() refuses other methods, hosts and paths", async () => {
  using folder = outFolder();
  const site = siteOf(folder.path);
  for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
    const { status, headers } = await answer(site, new Request(`${HOST}/`, { method }));
    assertEquals([status, headers.get("allow")], [405, "GET, HEAD"]);
  }
  const statusOf = async (url: string): Promise<number> =>
    (await answer(site, new Request(url))).status;
  assertEquals(await statusOf("http://localhost:1234/"), 200);
  assertEquals(await statusOf("http://example.org/"), 403);
  assertEquals(await statusOf("http://127.0.0.1.example.org/"), 403);
  assertEquals(await statusOf(`${HOST}/index.html`), 404);
  assertEquals(await statusOf(`${HOST}//`), 404);
  const torn = await answer(site, new Request(`${HOST}/data/torn.glb`));
  assertEquals([torn.status, await torn.text()], [500, "Cannot read node 3\n"]);
});

Deno.test("mediaType() knows what pages are made of", () => {
  assertEquals(mediaType("a.b.js"), "text/javascript; charset=utf-8");
  assertEquals(mediaType("tiles/0.glb"), "model/gltf-binary");
  assertEquals(mediaType("voxels.bin"), "application/octet-stream");
  assertEquals(mediaType("README"), "application/octet-stream");
});

/** Sends bytes as they are, which fetch would tidy first, and returns the first line of the answer. */
async function rawRequest(port: number, path: string): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n\r\n`;
  await connection.write(new TextEncoder().encode(request));
  let text = "";
  const chunk = new Uint8Array(4096);
  for (let n = await connection.read(chunk); n !== null; n = await connection.read(chunk)) {
    text += new TextDecoder().decode(chunk.subarray(0, n));
  }
  return text.split("\r\n")[0] ?? "";
}

Deno.test("serveSite() serves until its signal, and says when its port is taken", async () => {
  using folder = outFolder();
  const site = siteOf(await fill(folder.path));
  const ending = new AbortController();
  const listening = Promise.withResolvers<string>();
  const { signal } = ending;
  const served = serveSite(site, { port: 0, signal, onListen: listening.resolve });
  const address = await listening.promise;
  const port = Number(new URL(address).port);
  assertEquals(address, `http://127.0.0.1:${port}/`);
  assertEquals(await (await fetch(`${address}data/tiles/0.glb`)).bytes(), Uint8Array.of(1, 2, 3));
  assertEquals(await rawRequest(port, "/data/tiles/0.glb"), "HTTP/1.1 200 OK");
  assertEquals(await rawRequest(port, "/data/../secret.json"), "HTTP/1.1 404 Not Found");
  assertEquals(await rawRequest(port, "/data/..%2fsecret.json"), "HTTP/1.1 404 Not Found");
  await assertRejects(
    () => serveSite(site, { port, signal, onListen: () => {} }),
    Error,
    `Cannot serve: port ${port} is taken, "--port 0" takes one that is free`,
  );
  ending.abort();
  await served;
  await assertRejects(() => fetch(address), TypeError);
});
