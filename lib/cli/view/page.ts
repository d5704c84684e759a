/**
 * The page that shows things in a browser: its own files, and the packages that it takes from npm.
 *
 * @module
 */

import { fromFileUrl } from "@std/path";
import { mediaType, type Page, type Site } from "./site.ts";
import html from "./page/page.html" with { type: "text" };
import layers from "./page/layers.js" with { type: "text" };
import main from "./page/main.js" with { type: "text" };
import paint from "./page/paint.js" with { type: "text" };
import panel from "./page/panel.js" with { type: "text" };
import style from "./page/style.css" with { type: "text" };

/** The page's own files by their names. They are part of the program, so that no permission is needed to read them. */
export const PAGE_FILES: Readonly<Record<string, string>> = {
  "index.html": html,
  "layers.js": layers,
  "main.js": main,
  "paint.js": paint,
  "panel.js": panel,
  "style.css": style,
};

/** The packages by what `import.meta.resolve` finds them by; the versions are those of `deno.json`. */
export const PACKAGES: Readonly<Record<string, string>> = {
  "three": "npm:three@0.187.0",
  "3d-tiles-renderer": "npm:3d-tiles-renderer@0.5.3/three",
};

/**
 * Makes the site of the page.
 *
 * @param shown What the page shall show: pages by path, folders that it reads from, and what is made for it.
 * @returns What a server answers.
 */
export async function viewerSite({ pages, folders, makers }: Site): Promise<Site> {
  const own = Object.entries(PAGE_FILES).map(([name, body]): [string, Page] => [
    name === "index.html" ? "/" : `/${name}`,
    { type: mediaType(name), body },
  ]);
  return {
    pages: new Map([...own, ...pages]),
    folders: new Map([...await packageFolders(), ...folders]),
    makers,
  };
}

/** The folders of the packages, which Deno keeps where it keeps all packages. */
async function packageFolders(): Promise<readonly (readonly [string, string])[]> {
  // That they are imported puts them there; their code runs in the browser.
  await import("three");
  await import("3d-tiles-renderer/three");
  return await Promise.all(
    Object.entries(PACKAGES).map(async ([name, specifier]) => {
      const entry = import.meta.resolve(specifier); // a file in the package's folder "build"
      // Should it be forbidden to read it, this says so before a browser asks.
      const folder = await Deno.realPath(fromFileUrl(new URL("..", entry)));
      return [`/packages/${name}/`, folder] as const;
    }),
  );
}
