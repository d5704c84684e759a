import { assertEquals } from "@std/assert";
import { fromFileUrl } from "@std/path";
import { FUZZ_SCALE, FUZZ_SEED } from "./_scale.ts";

/** A call that has not ended after so long is one that does not end; all end within a fraction of it. */
const WATCH_MS = 15_000;

/** What the process tells: that it makes a call, how that ended, or that it has made all. */
interface Told {
  readonly n: number;
  readonly call?: string;
  readonly fault?: string;
  readonly done?: boolean;
}

/** Makes calls in a process of its own from the n-th on; what is wrong with them, and where to go on. */
async function watch(
  args: readonly number[],
): Promise<{ readonly faults: readonly string[]; readonly next: number | undefined }> {
  const script = fromFileUrl(new URL("_huge_calls.ts", import.meta.url));
  await using child = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "--no-check", "--allow-ffi=build", "--allow-read"]
      .concat(script, args.map(String)),
    stdout: "piped",
    stderr: "null",
    stdin: "null",
  }).spawn();
  const faults: string[] = [];
  let now: Told = { n: args[2] ?? 0 };
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  let rest = "";
  for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      clearTimeout(watchdog);
      now = JSON.parse(line);
      if (now.call !== undefined) watchdog = setTimeout(() => child.kill("SIGKILL"), WATCH_MS);
      if (now.fault !== undefined) faults.push(now.fault);
    }
  }
  clearTimeout(watchdog);
  const { signal, code } = await child.status;
  if (now.done) return { faults, next: undefined };
  if (now.call === undefined) return { faults: [...faults, `ended with ${code}`], next: undefined };
  const how = signal === "SIGKILL" ? "does not end" : `ends the process (${signal ?? code})`;
  return { faults: [...faults, `call ${now.n}: ${now.call} ${how}`], next: now.n };
}

Deno.test("calls with huge numbers are refused, do their work, or end when they are told to", async () => {
  const faults: string[] = [];
  let next: number | undefined = 0;
  while (next !== undefined) {
    const seen = await watch([FUZZ_SEED, 1000 * FUZZ_SCALE, next]);
    faults.push(...seen.faults);
    next = seen.next;
  }
  assertEquals(faults, []);
});
