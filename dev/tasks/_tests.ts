/**
 * Runs all tests, in as many processes as there are processors.
 *
 * @module
 */
import { deno, present, ROOT, say, TaskError, TEST_PERMISSIONS } from "./_shared.ts";

/** What `deno test` has to look through for tests and for examples in documentation. */
const EVERYTHING: readonly string[] = [
  "--doc",
  ...present("tests", "mod.ts", "ffi", "lib", "README.md", "docs"),
];

/** Some tests need gigabytes, so more at once do not fit everywhere. */
const MOST_PROCESSES = 4;

/** Parts for each process, so that one with long tests does not end long after the others. */
const PARTS_PER_PROCESS = 4;

/** The types of everything, examples in documentation included; nothing to do where this was checked before. */
export const CHECK_TYPES: readonly string[] = [
  ...["check", "--quiet", "--doc", ".", "README.md"],
  ...pagesIn("docs"), // which deno check does not look for itself
];

/**
 * Runs every test. Each part shows what it did when it has ended.
 *
 * Parts are processes, not workers of one, because tests may look at what a whole process holds: its handles, its errors.
 */
export async function testEverything(): Promise<void> {
  const processes = Math.min(navigator.hardwareConcurrency, MOST_PROCESSES);
  const count = processes * PARTS_PER_PROCESS;
  const failed: string[] = [];
  if (await deno(CHECK_TYPES) !== 0) failed.push("types");
  let next = 1;
  const work = async (): Promise<void> => {
    while (next <= count) {
      const part = `${next++}/${count}`;
      const args = ["--no-check", `--shard=${part}`, ...TEST_PERMISSIONS, ...EVERYTHING];
      if (await deno(["test", ...args], { whole: true }) !== 0) {
        failed.push(part);
      }
    }
  };
  await Promise.all(Array.from({ length: processes }, work));
  if (failed.length > 0) {
    const again = `deno test --shard=N/${count} ${[...TEST_PERMISSIONS, ...EVERYTHING].join(" ")}`;
    throw new TaskError(`Tests failed in ${failed.join(", ")}; a part alone: ${again}`);
  }
  say(`all ${count} parts of the tests passed`);
}

/** The Markdown files of a folder and those below it. */
function pagesIn(folder: string): string[] {
  return [...Deno.readDirSync(ROOT + folder)].flatMap(({ name, isDirectory }) => {
    if (isDirectory) return pagesIn(`${folder}/${name}`);
    return name.endsWith(".md") ? [`${folder}/${name}`] : [];
  }).sort();
}
