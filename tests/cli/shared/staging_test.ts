import { assertEquals, assertRejects } from "@std/assert";
import { Staging } from "../../../lib/cli/shared/staging.ts";
import { outFolder } from "../../_files.ts";

const OPTIONS = { overwrite: true, known: ["a"] } as const;

function namesIn(path: string): string[] {
  return [...Deno.readDirSync(path)].map(({ name }) => name).sort();
}

Deno.test("Staging shows a folder when it is complete, and takes its place", async () => {
  using folder = outFolder();
  const out = `${folder.path}/deep/data`;
  for (const text of ["first", "second"]) {
    await using staging = await Staging.open(out, OPTIONS);
    await staging.begin();
    Deno.writeTextFileSync(`${staging.path}/a`, text);
    assertEquals(namesIn(`${folder.path}/deep`).includes("data"), text === "second");
    await staging.commit();
    assertEquals(Deno.readTextFileSync(`${out}/a`), text);
    assertEquals(namesIn(`${folder.path}/deep`), ["data"]);
  }
});

Deno.test("Staging has nothing on disk before it begins", async () => {
  using folder = outFolder();
  {
    await using staging = await Staging.open(`${folder.path}/data`, OPTIONS);
    assertEquals(namesIn(folder.path), []);
    await staging.check();
    assertEquals(namesIn(folder.path), []);
    await staging.begin();
    await staging.begin();
    assertEquals(namesIn(folder.path).length, 1);
  }
  assertEquals(namesIn(folder.path), []);
});

Deno.test("Staging leaves nothing when work ends early", async () => {
  using folder = outFolder();
  const out = `${folder.path}/data`;
  const work = async (): Promise<void> => {
    await using staging = await Staging.open(out, OPTIONS);
    await staging.begin();
    Deno.writeTextFileSync(`${staging.path}/a`, "half");
    staging.interrupt();
    await staging.commit();
  };
  await assertRejects(work, Error, "Interrupted, nothing was written");
  assertEquals(namesIn(folder.path), []);
});

Deno.test("Staging refuses a folder that has filled up in between, and keeps what is there", async () => {
  using folder = outFolder();
  const out = `${folder.path}/data`;
  const work = async (overwrite: boolean, name: string): Promise<void> => {
    await using staging = await Staging.open(out, { ...OPTIONS, overwrite });
    await staging.begin();
    Deno.writeTextFileSync(`${staging.path}/a`, "ours");
    Deno.mkdirSync(out, { recursive: true });
    Deno.writeTextFileSync(`${out}/${name}`, "theirs");
    await staging.commit();
  };
  await assertRejects(() => work(false, "a"), RangeError, `"${out}": it is not empty; --force`);
  assertEquals(Deno.readTextFileSync(`${out}/a`), "theirs");
  await work(true, "a");
  assertEquals(Deno.readTextFileSync(`${out}/a`), "ours");
  await assertRejects(() => work(true, "b"), RangeError, "no part of a dataset");
  assertEquals([namesIn(out), namesIn(folder.path)], [["a", "b"], ["data"]]);
  Deno.removeSync(out, { recursive: true });
  const file = async (): Promise<void> => {
    await using staging = await Staging.open(out, OPTIONS);
    await staging.begin();
    Deno.writeTextFileSync(out, "theirs");
    await staging.commit();
  };
  await assertRejects(file, RangeError, "it is a file");
  assertEquals([namesIn(folder.path), Deno.readTextFileSync(out)], [["data"], "theirs"]);
});

Deno.test("Staging refuses a folder that is not its own to replace", async () => {
  using folder = outFolder();
  Deno.writeTextFileSync(`${folder.path}/a`, "old");
  const open = (overwrite: boolean, known: readonly string[]): Promise<Staging> =>
    Staging.open(folder.path, { overwrite, known });
  await assertRejects(() => open(false, ["a"]), RangeError, "it is not empty");
  await assertRejects(() => open(true, ["b"]), RangeError, "no part of a dataset");
  await assertRejects(
    () => Staging.open(`${folder.path}/a/b`, OPTIONS),
    RangeError,
    "Cannot write",
  );
  assertEquals(namesIn(folder.path), ["a"]);
});
