import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import * as io from "../../lib/io/mod.ts";
import { isTyped } from "./_mutate.ts";

const CORPUS = new URL("corpus/", import.meta.url);

/** What readers say of the files. */
const ANSWERS: Readonly<Record<string, string>> = {
  "boasting_frame.nvdb": "100 bytes of Blosc block 0 cannot hold 1073741824",
  "cut_in_its_header.las": "header ends at byte 227, the file holds 100",
  "many_columns_and_rows.ptx": "a scan of 18446744065119617000 records is claimed",
  "many_items_of_a_list.ply": "a number is missing at the end of the line",
  "many_points.las": "the file holds 261: it is cut off after 1 points",
  "many_points.pcd": "4294967295 points of 12 bytes take 51539607540, 4 follow",
  "many_points.pts": "a list of 4294967295 points ends after 1",
  "many_rows.npy": "[2199023255552, 3] of type <f4 take 26388279066624 bytes, 24 held",
  "many_samples.nii": "the samples take 35181150961663 bytes",
  "many_samples.nrrd": "sizes 1048576 1048576 1048576 are too large",
  "many_vertices.glb": "accessor 0 ends at byte 108 of the data, 36 are there",
  "many_vertices.off": "4294967295 vertices and 4294967295 faces, which 34 bytes cannot hold",
  "many_vertices.ply": "the elements take 51539607540 bytes or more, 4 follow the header",
};

async function read(name: string, bytes: Uint8Array): Promise<unknown> {
  if (name.endsWith(".npy")) return await io.readNumpy(bytes);
  if (name.endsWith(".nvdb")) return await io.readNvdb(bytes);
  if (/\.(nrrd|nii)$/.test(name)) return await io.readVolume(bytes);
  return await io.readPointCloud(bytes, { name });
}

/** What a reader throws. */
async function answerOf(name: string): Promise<unknown> {
  try {
    await read(name, await Deno.readFile(new URL(name, CORPUS)));
    return undefined;
  } catch (error) {
    return error;
  }
}

Deno.test("files that say more than they hold are refused by typed errors", async () => {
  const names = [...Deno.readDirSync(CORPUS)].map(({ name }) => name)
    .filter((name) => !name.endsWith(".md")).sort();
  assertEquals(names, Object.keys(ANSWERS).sort());
  for (const name of names) {
    const error = await answerOf(name);
    assert(isTyped(error), `${name}: ${error}`);
    assertStringIncludes((error as Error).message, ANSWERS[name] ?? "");
  }
});
