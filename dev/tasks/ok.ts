/**
 * The gate that every change passes: all checks run, and the failed ones are named at the end.
 * `--no-test` leaves the tests out.
 *
 * @module
 */
import { deno, main, present, say, seconds, TaskError } from "./_shared.ts";

/** The public modules, as `deno.json` exports them. */
const ENTRIES = ["mod.ts", "lib/io/mod.ts", "lib/cli/main.ts"];

interface Step {
  readonly title: string;
  readonly args: readonly string[];
  /** Shows the output as it comes instead of only after a failure. */
  readonly live?: boolean;
}

const STEPS: readonly Step[] = [
  { title: "format", args: ["fmt", "--check"] },
  { title: "lint", args: ["lint"] },
  { title: "types", args: ["check"] },
  { title: "lock file", args: ["install", "--frozen"] },
  { title: "generated files", args: ["task", "--quiet", "bindgen", "--check"] },
  { title: "documentation", args: ["doc", "--lint", ...present(...ENTRIES)] },
  { title: "publish list", args: ["publish", "--dry-run", "--allow-dirty"] },
];

const TEST: Step = { title: "test", args: ["task", "--quiet", "test"], live: true };

await main(async () => {
  const steps = Deno.args.includes("--no-test") ? STEPS : [...STEPS, TEST];
  const failed: string[] = [];
  for (const { title, args, live } of steps) {
    const start = performance.now();
    if (live) say(`== ${title}`);
    const code = await deno(args, { quiet: !live });
    if (code !== 0) failed.push(title);
    say(`== ${title}: ${code === 0 ? "ok" : "FAILED"} (${seconds(start)})`);
  }
  if (failed.length > 0) throw new TaskError(`not ok: ${failed.join(", ")}`);
  say("ok");
});
