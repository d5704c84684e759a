/**
 * The gate that every change passes: all checks run, and the failed ones are named at the end.
 * `--no-test` leaves the tests out.
 *
 * @module
 */
import { CHECK_TYPES } from "./_tests.ts";
import { deno, main, present, ROOT, say, seconds, TaskError } from "./_shared.ts";

/** The public modules: the files that `deno.json` exports. */
const ENTRIES = [
  ...Deno.readTextFileSync(`${ROOT}deno.json`).matchAll(/"\.[^"]*": "\.\/([^"]+\.ts)"/g),
]
  .map(([, file = ""]) => file);

interface Step {
  readonly title: string;
  readonly args: readonly string[];
}

const STEPS: readonly Step[] = [
  { title: "format", args: ["fmt", "--check"] },
  { title: "native format", args: ["task", "--quiet", "fmt", "--native", "--check"] },
  { title: "lint", args: ["lint"] },
  { title: "types", args: CHECK_TYPES },
  { title: "lock file", args: ["install", "--frozen"] },
  { title: "generated files", args: ["task", "--quiet", "bindgen", "--check"] },
  { title: "documentation", args: ["doc", "--lint", ...present(...ENTRIES)] },
  { title: "publish list", args: ["publish", "--dry-run", "--allow-dirty"] },
];

await main(async () => {
  const failed: string[] = [];
  const report = (title: string, code: number, start: number): void => {
    if (code !== 0) failed.push(title);
    say(`== ${title}: ${code === 0 ? "ok" : "FAILED"} (${seconds(start)})`);
  };
  // All at once: each keeps one processor busy.
  await Promise.all(STEPS.map(async ({ title, args }) => {
    const start = performance.now();
    report(title, await deno(args, { quiet: true, title }), start);
  }));
  if (!Deno.args.includes("--no-test")) {
    const start = performance.now();
    say("== test");
    report("test", await deno(["task", "--quiet", "test"]), start);
  }
  if (failed.length > 0) throw new TaskError(`not ok: ${failed.join(", ")}`);
  say("ok");
});
