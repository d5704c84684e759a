import { assert, assertEquals } from "@std/assert";
import { readDvlod } from "../../../../lib/io/mod.ts";
import { eachBackend } from "../../../_backends.ts";
import { outFolder } from "../../../_files.ts";
import { lasBytes, type LasPoint } from "../../../io/las/_bytes.ts";
import { runMain } from "../../_recorder.ts";

/** Points on a slope, with all that format 3 knows of them. */
function slope(count: number): LasPoint[] {
  return Array.from({ length: count }, (_, n): LasPoint => ({
    at: [n * 37 % 4096, n * 91 % 4096, n * 37 % 4096 >> 3],
    intensity: n % 997,
    classByte: n % 7,
    rgb: [n % 256, n % 255, 255],
  }));
}

eachBackend("lod writes the same bytes to one file for any memory", async ({ device }) => {
  using folder = outFolder();
  const scan = `${folder.path}/scan.las`;
  Deno.writeFileSync(scan, lasBytes({ format: 3, points: slope(6000), scale: [1, 1, 1] }));
  const write = async (name: string, ...more: string[]): Promise<Uint8Array> => {
    const out = `${folder.path}/${name}`;
    const small = ["--points-per-leaf", "40", "--grid-size", "4", "--device", device];
    const args = ["lod", scan, "--out", out, "--format", "dvlod", ...small, ...more];
    const { code, notes } = await runMain(args);
    assertEquals([code, notes], [0, ""]);
    assertEquals([...Deno.readDirSync(out)].map(({ name }) => name), ["cloud.dvlod"]);
    return Deno.readFileSync(`${out}/cloud.dvlod`);
  };
  const whole = await write("whole");
  for (const memory of ["200K", "300K", "600K", "8M"]) {
    const parts = await write(memory, "--memory", memory);
    assert(whole.toHex() === parts.toHex(), `${memory} writes other bytes`);
  }
  // Nodes lie in the order of the table, one behind the other.
  const { nodes } = readDvlod(whole);
  assert(nodes.length > 100 && nodes.some(({ level }) => level > 2), "the tree is flat");
  let at = 8;
  for (const { offset, bytes } of nodes) {
    assertEquals(offset, at);
    at += bytes;
  }
});
