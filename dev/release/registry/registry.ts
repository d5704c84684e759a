/**
 * A stand-in for the registries of npm and JSR on this machine, to install from before anything is published. It asks
 * the registry of npm for packages that it does not have.
 *
 * @module
 */

import { createHash } from "node:crypto";
import type { PackedFile } from "../pack/tarball.ts";

/** A package for npm. */
export interface NpmPackage {
  /** The contents of its `package.json`. */
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: Uint8Array<ArrayBuffer>;
}

/** A package for JSR. */
export interface JsrPackage {
  readonly name: string;
  readonly version: string;
  readonly exports: Readonly<Record<string, string>>;
  readonly files: readonly PackedFile[];
}

/** A server of packages; disposing it ends it. */
export interface Registry extends AsyncDisposable {
  /** Settings for programs that install from it. */
  readonly env: Readonly<Record<string, string>>;
}

const UPSTREAM = "https://registry.npmjs.org";

/** Serves packages on a free port. */
export function serveRegistry(
  npm: readonly NpmPackage[],
  jsr: readonly JsrPackage[] = [],
): Registry {
  const answers = new Map(jsr.flatMap(answersOfJsr));
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen: () => {} },
    async (request) => {
      const { pathname, origin } = new URL(request.url);
      const path = decodeURIComponent(pathname);
      const answer = answers.get(path) ?? answerOfNpm(npm, path, origin);
      if (answer !== undefined) return new Response(answer);
      if (path.startsWith("/jsr/")) return new Response(null, { status: 404 });
      const { status, body } = await fetch(`${UPSTREAM}${pathname}`);
      return new Response(body, { status });
    },
  );
  const address = `http://127.0.0.1:${server.addr.port}`;
  return {
    env: { NPM_CONFIG_REGISTRY: `${address}/`, JSR_URL: `${address}/jsr/` },
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}

function answerOfNpm(
  packages: readonly NpmPackage[],
  path: string,
  origin: string,
): string | Uint8Array<ArrayBuffer> | undefined {
  const [, name = "", file] = /^\/(.+?)(?:\/-\/([^/]+))?$/.exec(path) ?? [];
  const versions = packages.filter(({ manifest }) => manifest.name === name);
  if (file !== undefined) {
    return versions.find(({ manifest }) => file === `${manifest.version}.tgz`)?.tarball;
  }
  if (versions.length === 0) return undefined;
  const described = versions.map(({ manifest, tarball }) => {
    const integrity = `sha512-${createHash("sha512").update(tarball).digest("base64")}`;
    const dist = { integrity, tarball: `${origin}/${name}/-/${manifest.version}.tgz` };
    return [manifest.version, { ...manifest, dist }];
  });
  return JSON.stringify({
    name,
    "dist-tags": { latest: versions.at(-1)?.manifest.version },
    versions: Object.fromEntries(described),
  });
}

function answersOfJsr(
  { name, version, exports, files }: JsrPackage,
): [string, string | Uint8Array<ArrayBuffer>][] {
  const [, scope, short] = /^@(.+)\/(.+)$/.exec(name) ?? [];
  const manifest = Object.fromEntries(files.map(({ path, bytes }) => {
    const checksum = `sha256-${createHash("sha256").update(bytes).digest("hex")}`;
    return [`/${path}`, { size: bytes.length, checksum }];
  }));
  return [
    [
      `/jsr/${name}/meta.json`,
      JSON.stringify({ scope, name: short, latest: version, versions: { [version]: {} } }),
    ],
    [`/jsr/${name}/${version}_meta.json`, JSON.stringify({ manifest, exports })],
    ...files.map(({ path, bytes }): [string, Uint8Array<ArrayBuffer>] => [
      `/jsr/${name}/${version}/${path}`,
      bytes,
    ]),
  ];
}
