import { assertEquals } from "@std/assert";
import type { Output } from "../../../lib/cli/shared/output.ts";
import { paceLabel, Progress, progressLine } from "../../../lib/cli/shared/progress.ts";

/** An output that keeps what is written. */
function recorder(terminal: boolean): Output & { readonly notes: string[] } {
  const notes: string[] = [];
  return { terminal, columns: 60, notes, result: () => {}, note: (text) => notes.push(text) };
}

Deno.test("progressLine() fills the line and clamps the share", () => {
  const line = progressLine("work", 0.5, 60);
  assertEquals(line.length, 60);
  assertEquals(line.endsWith(" 50%"), true);
  const filled = (text: string): number => text.split("#").length - 1;
  const open = (text: string): number => text.split("-").length - 1;
  assertEquals(Math.abs(filled(line) - open(line)) <= 1, true);
  assertEquals(filled(progressLine("work", -1, 60)), 0);
  assertEquals(open(progressLine("work", 7, 60)), 0);
});

Deno.test("Progress draws only changes, and wipes itself off", () => {
  const output = recorder(true);
  const progress = new Progress(output, true);
  progress.show("work", 0.1);
  progress.show("work", 0.1);
  progress.show("work", 0.9);
  progress.dispose();
  progress.dispose();
  assertEquals(output.notes.length, 3);
  assertEquals(/^\r +\r$/.test(output.notes[2] ?? ""), true);
});

Deno.test("Progress is silent without a terminal and when it is switched off", () => {
  for (const [terminal, enabled] of [[false, true], [true, false]] as const) {
    const output = recorder(terminal);
    using progress = new Progress(output, enabled);
    progress.show("work", 0.5);
    progress.dispose();
    assertEquals(output.notes, []);
  }
});

Deno.test("paceLabel() tells a rate once there is one", () => {
  const name = "writing";
  assertEquals(paceLabel({ name, done: 0, ms: 100 }), "writing");
  assertEquals(paceLabel({ name, done: 2e6, ms: 1000 }), "writing, 2.0 M/s");
});

Deno.test("Progress tells the time that is left, of each piece of work on its own", () => {
  const output = recorder(true);
  let now = 0;
  const progress = new Progress(output, true, () => now);
  const seen = (label: string, done: number, ms: number): string => {
    now += ms;
    progress.show(label, done);
    return output.notes.at(-1)?.slice(1).replace(/ *\[.*/, "") ?? "";
  };
  assertEquals(seen("reading", 0, 5000), "reading");
  assertEquals(seen("reading", 0.25, 1000), "reading, 3 s left");
  assertEquals(seen("reading, 2.0 M/s", 0.5, 1000), "reading, 2.0 M/s, 2 s left");
  assertEquals(seen("writing", 0.5, 9000), "writing");
  assertEquals(seen("writing", 0.75, 100_000), "writing, 1 min 40 s left");
  assertEquals(seen("writing", 1, 9000), "writing");
});
