/**
 * Makes every package of a release and tries them. Nothing is uploaded.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { dirname, join } from "@std/path";
import { buildTarget, missingTools } from "../release/build/build.ts";
import { checkLibrary } from "../release/build/check.ts";
import { testEmulated } from "../release/build/native_tests.ts";
import { folderOf, type Target, TARGETS } from "../release/build/targets.ts";
import { embedModule } from "../release/pack/embedded.ts";
import { JSR_LIMIT } from "../release/pack/jsr.ts";
import {
  type Configuration,
  packFinder,
  packJavaScript,
  packJsr,
  packNative,
  read,
  readConfiguration,
  readText,
} from "../release/pack/packages.ts";
import { packTarball } from "../release/pack/tarball.ts";
import { type JsrPackage, type NpmPackage, serveRegistry } from "../release/registry/registry.ts";
import { type Trial, tryPackage } from "../release/trial.ts";
import { buildNative, CPU, CUDA, libraryPath, type NativeBuild, WASM } from "./_native.ts";
import { deno, main, ROOT, say, seconds, TaskError, which } from "./_shared.ts";

/** npm takes larger packages, but few people would wait for them. */
const NPM_LIMIT = 200 << 20;

/** The packages for the machine that releases. */
const HERE = "@denovdb/linux-x64";
const HERE_CUDA = "@denovdb/linux-x64-cuda";

interface Options {
  /** Packs the library of this checkout alone, for this machine. */
  readonly quick: boolean;
  /** Builds everything twice from nothing, and compares. */
  readonly twice: boolean;
  /** Runs native tests of what is built for other machines. */
  readonly tests: boolean;
  readonly targets: readonly Target[];
  readonly archs?: string;
}

function readOptions(): Options {
  const args = parseArgs(Deno.args, {
    boolean: ["dry-run", "quick", "twice", "cuda", "tests"],
    string: ["targets", "arch"],
  });
  if (!args["dry-run"]) {
    throw new TaskError("Cannot release: only --dry-run is there, see CONTRIBUTING.md for uploads");
  }
  const names = args.targets?.split(",");
  const unknown = names?.filter((name) => !TARGETS.some((target) => target.name === name)) ?? [];
  if (unknown.length > 0) {
    const known = TARGETS.map(({ name }) => name).join(", ");
    throw new TaskError(`Cannot release for ${unknown.join(", ")}: known are ${known}`);
  }
  const targets = TARGETS.filter(({ name, backend }) =>
    names?.includes(name) ?? (backend === "cpu" || args.cuda)
  );
  const archs = args.arch?.replaceAll(",", ";");
  return {
    quick: args.quick,
    twice: args.twice,
    tests: args.tests,
    targets,
    ...(archs ? { archs } : {}),
  };
}

/** The packages of native libraries; those that cannot be built here are named and left out. */
async function makeNative(options: Options): Promise<NpmPackage[]> {
  const configuration = readConfiguration();
  if (options.quick) {
    await buildNative(CPU);
    const pack = ({ folder, backend }: NativeBuild, name: string): NpmPackage[] =>
      TARGETS.filter((target) => `@denovdb/${target.name}` === name).map((target) =>
        packNative(configuration, target, libraryPath({ folder, backend }))
      );
    const wantsCuda = options.targets.some(({ backend }) => backend === "cuda");
    return [...pack(CPU, HERE), ...(wantsCuda ? pack(CUDA, HERE_CUDA) : [])];
  }
  const packages: NpmPackage[] = [];
  for (const target of options.targets) {
    const missing = missingTools(target);
    if (missing.length > 0) {
      say(`@denovdb/${target.name}: not built, as ${missing.join(", ")} are not here`);
      continue;
    }
    const start = performance.now();
    const { archs, twice } = options;
    await buildTarget(target, { fresh: twice, ...(archs ? { archs } : {}) });
    const made = packNative(configuration, target);
    if (target.hasFloor) {
      for (const level of target.levels) {
        await checkLibrary(`${folderOf(target, level)}/${target.file}`);
      }
    }
    if (twice) {
      await buildTarget(target, { fresh: true, ...(archs ? { archs } : {}) });
      requireSame(
        `@denovdb/${target.name}`,
        made.tarball,
        packNative(configuration, target).tarball,
      );
    }
    say(`@denovdb/${target.name}: built in ${seconds(start)}`);
    if (options.tests && target.emulator !== undefined) await testEmulated(target);
    packages.push(made);
  }
  return packages;
}

function requireSame(name: string, one: Uint8Array, other: Uint8Array): void {
  const same = one.length === other.length && one.every((byte, at) => byte === other[at]);
  if (!same) throw new TaskError(`${name}: two runs made different bytes`);
}

async function save(name: string, bytes: Uint8Array, limit: number): Promise<void> {
  const megabytes = (bytes.length / 1e6).toFixed(2);
  if (bytes.length > limit) {
    throw new TaskError(`${name} has ${megabytes} MB, too much for its registry`);
  }
  const file = `${name.replaceAll(/[@()]/g, "").replaceAll(/[/ ]/g, "-")}.tgz`;
  await Deno.writeFile(join(ROOT, "out/release", file), bytes);
  say(`${name}: ${megabytes} MB, out/release/${file}`);
}

/** The WebAssembly module. */
async function makeModule({ twice }: Options): Promise<Uint8Array<ArrayBuffer>> {
  const build = async (): Promise<Uint8Array<ArrayBuffer>> => {
    const folder = join(ROOT, "build", WASM.folder);
    if (twice) await Deno.remove(folder, { recursive: true }).catch(() => {});
    await buildNative(WASM);
    return read(libraryPath(WASM));
  };
  const module = await build();
  if (twice) requireSame(libraryPath(WASM), module, await build());
  return module;
}

/** Leaves the sources of a package for JSR in a folder, and checks them as an upload would. */
async function stage(
  { name, version, exports, files }: JsrPackage,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const folder = join(ROOT, "out/release/jsr");
  await Deno.remove(folder, { recursive: true }).catch(() => {});
  const manifest = { name, version, license: "Apache-2.0", exports };
  for (const { path, bytes } of files) {
    await Deno.mkdir(join(folder, dirname(path)), { recursive: true });
    await Deno.writeFile(join(folder, path), bytes);
  }
  await Deno.writeTextFile(join(folder, "deno.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  const args = ["publish", "--dry-run", "--allow-dirty", "--no-lock"];
  const code = await deno([...args, "--config", join(folder, "deno.json")], { quiet: true, env });
  if (code !== 0) throw new TaskError("JSR would refuse the package in out/release/jsr");
}

/** Uses the packages in empty projects, from npm and from JSR. */
async function tryPackages(
  { name, version }: Configuration,
  how: Pick<Trial, "env" | "title" | "said" | "permissions" | "others">,
): Promise<void> {
  const ways = [
    { way: "npm", from: `npm:denovdb@${version}`, command: `npm:denovdb@${version}` },
    { way: "JSR", from: `jsr:${name}@${version}`, command: `jsr:${name}@${version}/cli` },
  ];
  for (const { way, ...where } of ways) {
    const title = `${way}, ${how.title}`;
    const { program, picture } = await tryPackage({ ...where, ...how, title });
    say(
      `${title}: the README's program took ${program.toFixed()} ms, ` +
        `a picture by the command ${picture.toFixed()} ms`,
    );
  }
}

await main(async () => {
  const options = readOptions();
  await Deno.mkdir(join(ROOT, "out/release"), { recursive: true });
  if (options.twice) Deno.env.set("CCACHE_DISABLE", "1");
  const configuration = readConfiguration();
  const module = embedModule(await makeModule(options), readText("ffi/wasm/embedded.ts"));
  const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
  say(`the module: ${megabytes(module.bytes)}, compressed ${megabytes(module.compressed)}`);
  const libraries = await makeNative(options);
  const javaScript = packJavaScript(configuration, module);
  requireSame("denovdb", javaScript.tarball, packJavaScript(configuration, module).tarball);
  const finder = packFinder(configuration, libraries);
  const jsr = packJsr(configuration, module);
  for (const { manifest, tarball } of [finder, javaScript, ...libraries]) {
    await save(manifest.name, tarball, NPM_LIMIT);
  }
  await save(`${configuration.name} (JSR)`, packTarball(jsr[0]?.files ?? []), JSR_LIMIT);

  if (!libraries.some(({ manifest }) => manifest.name === HERE)) {
    say(`nothing tried with a native package, as ${HERE} is not among them`);
  } else {
    await using registry = serveRegistry([finder, javaScript, ...libraries], jsr);
    const native = { env: registry.env, permissions: ["--allow-ffi"], others: [] };
    const said = /voxels[^]*^cpu because/m;
    await tryPackages(configuration, { ...native, title: "with a native library", said });
    if (libraries.some(({ manifest }) => manifest.name === HERE_CUDA)) {
      const hasGpu = which("nvidia-smi") !== undefined;
      await tryPackages(configuration, {
        ...{ ...native, title: `with ${HERE_CUDA}` },
        others: [`npm:${HERE_CUDA}@${configuration.version}`],
        said: hasGpu ? /voxels[^]*^cuda:0 because/m : /voxels[^]*^cpu because .*no CUDA device/m,
      });
    }
  }
  {
    await using registry = serveRegistry([packFinder(configuration, []), javaScript], jsr);
    const { env } = registry;
    for (const one of jsr.slice(0, 1)) await stage(one, env);
    const said = /voxels[^]*^wasm because/m;
    const title = "without native libraries";
    await tryPackages(configuration, { env, permissions: [], others: [], title, said });
  }
});
