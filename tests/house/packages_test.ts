import { assertEquals } from "@std/assert";
import { readFiles, ROOT, type SourceFile } from "./_tree.ts";
import { readFacts } from "./_typescript.ts";

const IMPORT_MAP = /"imports": \{([^}]*)\}/;

/** The packages that `deno.json` names: what code calls them, and where they come from. */
function declaredPackages(config: string): { readonly name: string; readonly from: string }[] {
  const entries = IMPORT_MAP.exec(config)?.[1] ?? "";
  return [...entries.matchAll(/"([^"]+)": "([a-z]+:[^"]+?)@[^"@]+"/g)]
    .map(([, name = "", from = ""]) => ({ name, from }));
}

/** The declared packages that nothing imports, and those that the guide gives no reason for. */
function unexplained(config: string, guide: string, files: readonly SourceFile[]): string[] {
  const packages = declaredPackages(config);
  // Only what holds the name of a package can import it.
  const imports = new Set(
    files.filter(({ text }) => packages.some(({ name }) => text.includes(`"${name}`)))
      .flatMap((file) => readFacts(file).imports),
  );
  return packages.flatMap(({ name, from }) => [
    ...([...imports].some((one) => one === name || one.startsWith(`${name}/`))
      ? []
      : [`nothing imports ${name}`]),
    ...(guide.includes(`\`${from}\``) ? [] : [`CONTRIBUTING.md does not explain ${from}`]),
  ]);
}

Deno.test("every package is imported, and CONTRIBUTING.md says why it is there", () => {
  const config = Deno.readTextFileSync(`${ROOT}deno.json`);
  const guide = Deno.readTextFileSync(`${ROOT}CONTRIBUTING.md`);
  const files = readFiles(
    [".ts"],
    "ffi",
    "lib",
    "bench",
    "tests",
    "dev/tasks",
    "dev/tests",
    "dev/release",
  );
  assertEquals(declaredPackages(config).length > 3, true);
  assertEquals(unexplained(config, guide, files), []);
});

Deno.test("unexplained() names packages without import and without reason", () => {
  const config = '{ "imports": { "@std/path": "jsr:@std/path@^1", "zip": "npm:zip@1.0.0" } }';
  const files = [{ path: "a.ts", text: 'import { join } from "@std/path/join";\n' }];
  assertEquals(unexplained(config, "`jsr:@std/path`", files), [
    "nothing imports zip",
    "CONTRIBUTING.md does not explain npm:zip",
  ]);
  assertEquals(unexplained(config.replace(/, "zip[^}]*/, " "), "`jsr:@std/path`", files), []);
});
