import { assert, assertEquals } from "@std/assert";
import {
  finderPackage,
  type NativeContents,
  nativePackage,
} from "../../dev/release/pack/native.ts";
import type { PackedFile } from "../../dev/release/pack/tarball.ts";
import { outFolder } from "../_files.ts";

const TARGET = { name: "linux-x64", os: "linux", cpu: "x64", backend: "cpu", hasFloor: true };

function contents(version: string): NativeContents {
  const bytes = Uint8Array.of(1, 2, 3);
  const library = (level: number): NativeContents["libraries"][number] => ({
    ...{ level, path: `v${level}/lib.so`, bytes },
  });
  const probe = { level: 0, path: "level.so", bytes };
  return {
    ...{ target: TARGET, version, abiHash: 0x0012abcd, libraries: [library(2), library(3)], probe },
    license: "as you like",
  };
}

function install(folder: string, files: readonly PackedFile[]): void {
  for (const { path, bytes } of files) {
    const file = `${folder}/${path}`;
    Deno.mkdirSync(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    Deno.writeFileSync(file, bytes);
  }
}

/** What a program prints that has these lines. */
async function outputOf(folder: string, lines: readonly string[]): Promise<unknown> {
  Deno.writeTextFileSync(`${folder}/deno.json`, '{ "nodeModulesDir": "manual" }');
  Deno.writeTextFileSync(`${folder}/package.json`, "{}");
  const program = `${folder}/program.js`;
  const list = 'console.log(JSON.stringify(globalThis[Symbol.for("denovdb.native")] ?? []));';
  Deno.writeTextFileSync(program, [...lines, list].join("\n"));
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--no-lock", program],
    cwd: folder,
  }).output();
  assertEquals(code, 0, new TextDecoder().decode(stderr));
  return JSON.parse(new TextDecoder().decode(stdout));
}

// By sha256sum of the bytes 1, 2, 3.
const SHA256 = "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81";

Deno.test("nativePackage() makes its libraries known when it is imported, once", async () => {
  using folder = outFolder();
  const root = `${folder.path}/node_modules/@denovdb`;
  install(`${root}/linux-x64`, nativePackage(contents("1.2.3")));
  const own = `${root}/linux-x64`;
  const imports = ['import "@denovdb/linux-x64";', 'import { probe } from "@denovdb/linux-x64";'];
  assertEquals(await outputOf(folder.path, imports), [{
    ...{ name: "@denovdb/linux-x64", version: "1.2.3", abiHash: 0x0012abcd, backend: "cpu" },
    libraries: [2, 3].map((level) => ({
      ...{ level, path: `${own}/v${level}/lib.so`, bytes: 3, sha256: SHA256 },
    })),
    probe: `${own}/level.so`,
  }]);
});

Deno.test("finderPackage() imports the packages for this machine that are installed", async () => {
  using folder = outFolder();
  const root = `${folder.path}/node_modules/@denovdb`;
  const machine = `${Deno.build.os === "windows" ? "win32" : Deno.build.os}-${
    Deno.build.arch === "x86_64" ? "x64" : "arm64"
  }`;
  const found = async (): Promise<string[]> => {
    const list = await outputOf(folder.path, ['import "@denovdb/native";']);
    assert(Array.isArray(list));
    return list.map(({ name, version }) => `${name}@${version}`);
  };
  const [usual, others] = [["aix-x64", machine], [`${machine}-cuda`]];
  const finder = finderPackage({ version: "1.2.3", usual, others, license: "as you like" });
  install(`${root}/native`, finder);
  assertEquals(await found(), []);
  const named = (name: string): NativeContents => ({
    ...contents("1.2.3"),
    target: { ...TARGET, name },
  });
  for (const name of [machine, `${machine}-cuda`, "aix-x64"]) {
    install(`${root}/${name}`, nativePackage(named(name)));
  }
  assertEquals(await found(), [`@denovdb/${machine}@1.2.3`, `@denovdb/${machine}-cuda@1.2.3`]);
});

Deno.test("finderPackage() leaves large packages to those who install them", () => {
  const files = finderPackage({ version: "1.2.3", usual: ["a"], others: ["b"], license: "" });
  const manifest = files.find(({ path }) => path === "package.json");
  const { optionalDependencies, peerDependencies, peerDependenciesMeta } = JSON.parse(
    new TextDecoder().decode(manifest?.bytes),
  );
  assertEquals(optionalDependencies, { "@denovdb/a": "1.2.3" });
  assertEquals(peerDependencies, { "@denovdb/b": "1.2.3" });
  assertEquals(peerDependenciesMeta, { "@denovdb/b": { optional: true } });
});

Deno.test("nativePackage() says of libraries that nothing has run that they are untested", () => {
  const readme = (target: NativeContents["target"]): string => {
    const files = nativePackage({ ...contents("1.2.3"), target });
    const text = files.find(({ path }) => path === "README.md");
    return new TextDecoder().decode(text?.bytes);
  };
  const mac = { name: "darwin-arm64", os: "darwin", cpu: "arm64", backend: "cpu" };
  assert(readme({ ...mac, hasFloor: false, isUntested: true }).includes("**Untested.**"));
  assert(!readme(TARGET).includes("ntested"));
});
