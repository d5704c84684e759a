import { assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import {
  commonCrs,
  doubtsAbout,
  doubtsAboutRoot,
  type LodInput,
} from "../../../../lib/cli/lod/points/inputs.ts";
import { eachBackend } from "../../../_backends.ts";
import { outFolder } from "../../../_files.ts";
import { lasBytes, type LasPoint } from "../../../io/las/_bytes.ts";
import { projectedCrs } from "../../_records.ts";
import { runMain } from "../../_recorder.ts";

/** A square of 10 units at a place. */
function square(path: string, x: number, y = 0, epsg?: number): LodInput {
  const crs = epsg === undefined ? undefined : { name: `EPSG:${epsg}`, epsg, verticalUnit: 1 };
  return { path, box: { min: [x, y, 0], max: [x + 10, y + 10, 0] }, crs };
}

Deno.test("doubtsAbout() tells files that are far from all others", () => {
  assertEquals(doubtsAbout([]), []);
  assertEquals(doubtsAbout([square("a", 0)]), []);
  // Steps of 100 lead from one end to the other, in whatever order they come.
  const steps = [0, 300, 100, 400, 200].map((x) => square(`${x}`, x));
  assertEquals(doubtsAbout(steps), []);
  const [far = "", ...more] = doubtsAbout([...steps, square("b", 20_000, 10)]);
  assertEquals(more, []);
  assertMatch(far, /^"0" and "b" are 19,590 units apart, 1,385 times the size of the largest/);
  // Boxes that say nothing are no reason for doubts.
  const empty = { ...square("c", 0), box: { min: [0, 0, 0], max: [0, 0, 0] } as const };
  const broken = { ...empty, box: { min: [Infinity, 0, 0], max: [-Infinity, 0, 0] } as const };
  assertEquals(doubtsAbout([square("a", 1e6), empty, broken]), []);
});

Deno.test("doubtsAbout() tells different systems of coordinates", () => {
  const [one, two, none] = [square("a", 0, 0, 32632), square("b", 9, 0, 32633), square("c", 5)];
  assertEquals(doubtsAbout([one, one, none]), []);
  assertEquals(doubtsAbout([none, one, one, two]), [
    'the inputs have different coordinate systems, "a" EPSG:32632 and "b" EPSG:32633: their coordinates are combined ' +
    "as they are",
  ]);
  assertEquals(commonCrs([one, one])?.epsg, 32632);
  for (const mixed of [[one, two], [one, none], [none, one], [none], []]) {
    assertEquals(commonCrs(mixed), undefined);
  }
});

Deno.test("doubtsAboutRoot() tells a root with next to no voxels", () => {
  assertEquals([16, 100, 2e6].flatMap((voxels) => doubtsAboutRoot(voxels, 128)), []);
  assertEquals(doubtsAboutRoot(0, 128), []); // a root of points
  assertMatch(doubtsAboutRoot(2, 128)[0] ?? "", /^all points lie in 2 of the 128 x 128 x 128 /);
});

function writeScan(path: string, x: number, epsg?: number): void {
  const points = Array.from({ length: 300 }, (_, n): LasPoint => ({
    at: [x + n * 37 % 100, n * 91 % 100, n % 9],
  }));
  const vlrs = epsg === undefined ? [] : [projectedCrs(epsg)];
  Deno.writeFileSync(path, lasBytes({ format: 1, points, scale: [1, 1, 1], vlrs }));
}

eachBackend("lod warns of inputs that make no tree together", async ({ device }) => {
  using folder = outFolder();
  const [here, there, other, both] = ["here", "there", "other", "both"].map((name) =>
    `${folder.path}/${name}.las`
  ) as [string, string, string, string];
  writeScan(here, 0, 32632);
  writeScan(there, 200_000, 32632);
  writeScan(other, 50, 32633);
  const far = Array.from({ length: 300 }, (_, n): LasPoint => ({ at: [n % 2 * 1e6, n, 0] }));
  Deno.writeFileSync(both, lasBytes({ format: 1, points: far, scale: [1, 1, 1] }));
  for (const more of [[], ["--memory", "8M"]]) {
    const notesOf = async (...inputs: string[]): Promise<string> => {
      const out = `${folder.path}/out`;
      const small = ["--points-per-leaf", "100", "--device", device, "--force", "--json"];
      const args = ["lod", ...inputs, "--out", out, ...small, ...more];
      const { code, results, notes } = await runMain(args);
      assertEquals(code, 0);
      const { warnings } = JSON.parse(results[0] ?? "");
      assertEquals(
        notes,
        warnings.map((text: string) => `denovdb: warning: ${text}\n`).join(""),
      );
      return notes;
    };
    assertEquals(await notesOf(here), "");
    assertStringIncludes(await notesOf(here, there), "199,901 units apart, 1,425 times the size");
    assertStringIncludes(await notesOf(here, other), "different coordinate systems");
    assertStringIncludes(await notesOf(both), "all points lie in ");
  }
});
