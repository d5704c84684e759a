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

Deno.test("paceLabel() tells rate and time left once there is a rate", () => {
  const work = { name: "writing", total: 10e6 };
  assertEquals(paceLabel({ ...work, done: 0, ms: 100 }), "writing");
  assertEquals(paceLabel({ ...work, done: 2e6, ms: 1000 }), "writing, 2.0 M/s, 0:04 left");
  assertEquals(paceLabel({ ...work, done: 1e6, ms: 20_000 }), "writing, 0.1 M/s, 3:00 left");
});
