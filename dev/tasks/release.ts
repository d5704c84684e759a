/**
 * Makes every package of a release and tries them. Nothing is uploaded.
 *
 * @module
 */
import { parseArgs } from "@std/cli/parse-args";
import { join } from "@std/path";
import { buildTarget, missingTools } from "../release/build/build.ts";
import { checkLibrary } from "../release/build/check.ts";
import { testEmulated } from "../release/build/native_tests.ts";
import { folderOf, type Target, TARGETS } from "../release/build/targets.ts";
import { JSR_LIMIT } from "../release/pack/jsr.ts";
import {
  packFinder,
  packJavaScript,
  packJsr,
  packNative,
  readConfiguration,
} from "../release/pack/packages.ts";
import { packTarball } from "../release/pack/tarball.ts";
import { type NpmPackage, serveRegistry } from "../release/registry/registry.ts";
import { tryPackage } from "../release/trial.ts";
import { buildNative, CPU, libraryPath } from "./_native.ts";
import { main, ROOT, say, seconds, TaskError } from "./_shared.ts";

/** npm takes larger packages, but few people would wait for them. */
const NPM_LIMIT = 200 << 20;

/** The package for the machine that releases. */
const HERE = "@denovdb/linux-x64";

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
    const [target] = TARGETS;
    if (target === undefined) throw new TaskError("Cannot release: there are no targets");
    return [packNative(configuration, target, libraryPath(CPU))];
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

await main(async () => {
  const options = readOptions();
  await Deno.mkdir(join(ROOT, "out/release"), { recursive: true });
  const configuration = readConfiguration();
  const { name, version } = configuration;
  const libraries = await makeNative(options);
  const javaScript = packJavaScript(configuration);
  requireSame("denovdb", javaScript.tarball, packJavaScript(configuration).tarball);
  const finder = packFinder(configuration, libraries);
  const jsr = packJsr(configuration);
  for (const { manifest, tarball } of [finder, javaScript, ...libraries]) {
    await save(manifest.name, tarball, NPM_LIMIT);
  }
  await save(`${name} (JSR)`, packTarball(jsr[0]?.files ?? []), JSR_LIMIT);

  const ways = [
    { title: "npm", from: `npm:denovdb@${version}`, command: `npm:denovdb@${version}` },
    { title: "JSR", from: `jsr:${name}@${version}`, command: `jsr:${name}@${version}/cli` },
  ];
  if (!libraries.some(({ manifest }) => manifest.name === HERE)) {
    say(`nothing tried with a native package, as ${HERE} is not among them`);
  } else {
    await using registry = serveRegistry([finder, javaScript, ...libraries], jsr);
    const { env } = registry;
    for (const way of ways) {
      const title = `${way.title}, with a native package`;
      const { program, picture } = await tryPackage({ ...way, title, env, expected: /voxels/ });
      say(
        `${title}: the README's program took ${ms(program)}, a picture by the command ${
          ms(picture)
        }`,
      );
    }
  }
  {
    await using registry = serveRegistry([packFinder(configuration, []), javaScript], jsr);
    const { env } = registry;
    for (const way of ways) {
      const title = `${way.title}, without native packages`;
      const expected = /none comes with the package; install npm:@denovdb\//;
      const { program } = await tryPackage({ ...way, title, env, expected, fails: true });
      say(`${title}: the README's program says in ${ms(program)} what to install`);
    }
  }
});

function ms(time: number | undefined): string {
  return `${Math.round(time ?? 0)} ms`;
}
