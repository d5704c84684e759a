/**
 * The viewer's page as files beside tiles, so that any web server can serve them.
 *
 * @module
 */

import { dirname, fromFileUrl, join } from "@std/path";
import { PACKAGES, PAGE_FILES } from "./page.ts";
import type { ViewScene } from "./scene.ts";

/** Folder of packages below the page. */
const PACKAGES_AT = "packages";

/**
 * Writes the page that shows a tileset, with those modules of the packages that it loads, and their licenses.
 *
 * @param folder The folder of `tileset.json`.
 * @param scene What the page shows.
 * @returns The bytes of the files.
 */
export async function writePage(folder: string, scene: ViewScene): Promise<number> {
  let written = 0;
  const write = async (name: string, body: string): Promise<void> => {
    const path = join(folder, name);
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeTextFile(path, body);
    written += new TextEncoder().encode(body).length;
  };
  for (const [name, body] of Object.entries(PAGE_FILES)) await write(name, body);
  await write("scene.json", JSON.stringify(scene));
  const html = PAGE_FILES["index.html"] ?? "";
  const map = importMapOf(html);
  const roots = new Map(
    Object.entries(PACKAGES).map(([name, specifier]) => [
      `${PACKAGES_AT}/${name}/`,
      new URL("..", import.meta.resolve(specifier)),
    ]),
  );
  // Modules by their paths below the page, each read once; those of packages lead to others.
  const seen = new Map(Object.entries(PAGE_FILES).filter(([name]) => name.endsWith(".js")));
  for (const [path, text] of seen) {
    for (const specifier of importsOf(text)) {
      const target = resolve(specifier, path, map);
      if (target === undefined || seen.has(target)) continue;
      const [start, root] = [...roots].find(([start]) => target.startsWith(start)) ?? [];
      if (start === undefined || root === undefined) continue;
      const source = new URL(target.slice(start.length), root);
      const module = await Deno.readTextFile(fromFileUrl(source));
      seen.set(target, module);
      await write(target, module);
    }
  }
  for (const [start, root] of roots) {
    await write(`${start}LICENSE`, await Deno.readTextFile(fromFileUrl(new URL("LICENSE", root))));
  }
  return written;
}

/** Import map of the page. */
function importMapOf(html: string): Readonly<Record<string, string>> {
  const [, text = "{}"] = /<script type="importmap">(.*?)<\/script>/s.exec(html) ?? [];
  return JSON.parse(text).imports ?? {};
}

/** The modules that a module names at the beginning of a line, as bundles and sources have them. */
function importsOf(text: string): string[] {
  const found = text.matchAll(/(?:^|;|\n)\s*(?:import|export)\b[^;'"]*?from\s*["']([^"']+)["']/g);
  return [...found].flatMap(([, specifier]) => specifier === undefined ? [] : [specifier]);
}

/** The path of a module below the page. */
function resolve(
  specifier: string,
  from: string,
  map: Readonly<Record<string, string>>,
): string | undefined {
  const base = new URL(from, "http://page/");
  const start =
    Object.keys(map).filter((key) =>
      key === specifier || key.endsWith("/") && specifier.startsWith(key)
    ).sort((a, b) => b.length - a.length)[0];
  if (start !== undefined) {
    const mapped = (map[start] ?? "") + specifier.slice(start.length);
    return new URL(mapped, "http://page/").pathname.slice(1);
  }
  return specifier.startsWith(".") ? new URL(specifier, base).pathname.slice(1) : undefined;
}
