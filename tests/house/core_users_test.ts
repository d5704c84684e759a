import { assertEquals } from "@std/assert";
import { readFiles, type SourceFile } from "./_tree.ts";

const CORE = "cuda/core/";

/** What has entries of its own serves every caller of the C ABI. */
const CALLERS = "abi";

/** A header without its ending, or the header that a `.cpp` file implements: its own, or else that of its room. */
function unitOf(path: string, headers: ReadonlySet<string>): string {
  const stem = path.replace(/\.[ch]pp$/, "");
  if (headers.has(`${stem}.hpp`)) return stem;
  const room = path.slice(0, path.lastIndexOf("/"));
  const named = `${room}/${room.slice(room.lastIndexOf("/") + 1)}`;
  return headers.has(`${named}.hpp`) ? named : stem;
}

/** The family or the other part of the tree that a file outside the core belongs to; arguments are a family's. */
function partOf(path: string): string {
  const [top = "", second = "", file = ""] = path.split("/");
  const family = /^(\w+)_(?:args\.hpp|entries\.cpp)$/.exec(file)?.[1];
  if (second === "_generated" && family !== undefined) return family;
  return top === "cuda" ? second : top;
}

/** Each unit of the core with the units and parts that include it directly. */
function directUsers(files: readonly SourceFile[]): Map<string, Set<string>> {
  const all = new Set(files.map(({ path }) => path));
  const unit = (path: string) => path.startsWith(CORE) ? unitOf(path, all) : partOf(path);
  const users = new Map<string, Set<string>>();
  for (const { path } of files) if (path.startsWith(CORE)) users.set(unit(path), new Set());
  for (const { path, text } of files) {
    if (path.startsWith(CORE) && /^dvdb_status dvdb_\w+\(/m.test(text)) {
      users.get(unit(path))?.add(CALLERS);
    }
    for (const match of text.matchAll(/^[ \t]*#[ \t]*include[ \t]*"([^"]+)"/gm)) {
      const beside = new URL(match[1] ?? "", `file:///${path}`).pathname.slice(1);
      const target = [beside, `cuda/${match[1]}`].find((name) => all.has(name));
      if (target?.startsWith(CORE) && unit(target) !== unit(path)) {
        users.get(unit(target))?.add(unit(path));
      }
    }
  }
  return users;
}

/** The families that use a unit of the core, through other units too. */
function familiesOf(unit: string, users: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const families = new Set<string>();
  const seen = new Set([unit]);
  for (const reached of seen) {
    for (const user of users.get(reached) ?? []) {
      if (user.startsWith(CORE)) seen.add(user);
      else if (user !== "tests" && user !== "bench") families.add(user);
    }
  }
  return families;
}

/** What lies in the core for one family, or for none. */
function lonelyUnits(files: readonly SourceFile[]): string[] {
  const users = directUsers(files);
  return [...users.keys()].sort().flatMap((unit) => {
    const [family, ...others] = familiesOf(unit, users);
    if (family === CALLERS || others.length > 0) return [];
    return [`${unit} has ${family === undefined ? "no user" : `the only user ${family}`}`];
  });
}

Deno.test("no file of the native core has a single family as its only user", () => {
  assertEquals(lonelyUnits(readFiles([".hpp", ".cpp", ".cu", ".cuh"], "cuda")), []);
});

Deno.test("lonelyUnits() names what only one family uses, directly or through other files", () => {
  const lonely = (files: Record<string, string[]>): string[] =>
    lonelyUnits(
      Object.entries(files).map(([path, includes]) => ({
        path,
        text: includes.map((name) =>
          name.startsWith("dvdb_") ? `dvdb_status ${name}() noexcept;\n` : `#include "${name}"\n`
        ).join(""),
      })),
    );
  const core = { "cuda/core/grid.hpp": [], "cuda/core/grid.cpp": ["core/grid.hpp"] };
  const only = ["cuda/core/grid has the only user rays"];
  assertEquals(lonely(core), ["cuda/core/grid has no user"]);
  assertEquals(lonely({ ...core, "cuda/rays/a.cpp": ["core/grid.hpp"] }), only);
  assertEquals(
    lonely({
      ...core,
      "cuda/rays/walk/a.hpp": ["core/grid.hpp"],
      "tests/a.cpp": ["core/grid.hpp"],
    }),
    only,
  );
  assertEquals(
    lonely({
      ...core,
      "cuda/core/walk.hpp": ["grid.hpp"],
      "cuda/rays/a.cpp": ["core/walk.hpp", "core/grid.hpp"],
    }),
    [...only, "cuda/core/walk has the only user rays"],
  );
  assertEquals(
    lonely({
      ...core,
      "cuda/core/walk.hpp": ["grid.hpp"],
      "cuda/rays/a.cpp": ["core/walk.hpp"],
      "cuda/mesh/b.cpp": ["core/walk.hpp"],
    }),
    [],
  );
  // A file without a header of its own implements that of its room.
  const mesh = { "cuda/core/mesh/mesh.hpp": [], "cuda/core/mesh/summary.cpp": ["core/grid.hpp"] };
  const both = ["core/mesh/mesh.hpp"];
  assertEquals(lonely({ ...core, ...mesh, "cuda/grid/a.cpp": both, "cuda/mesh/b.cpp": both }), []);
  // Entries have callers outside.
  assertEquals(lonely({ "cuda/core/abi.cpp": ["dvdb_version"] }), []);
});
