/**
 * Writes what the doors of the families export of their operators: every export with a `@category`, file by file.
 *
 * @module
 */

/** A file of a family, and what it says. */
export interface OperatorSource {
  readonly name: string;
  readonly text: string;
}

/** The module that a door takes its operators from, as it writes it. */
export const OPERATORS = "./_generated/operators.ts";

const BANNER =
  "// Generated from the operators' files by `deno task bindgen`; do not edit. A public name has a `@category`.\n";

const EXPORT =
  /\/\*\*(?<doc>(?:(?!\*\/)[\s\S])*)\*\/\n(?:\/\/[^\n]*\n)*export (?:async )?(?<kind>function|class|const|interface|type)\*? (?<name>\w+)/g;

const WIDTH = 100;

/** The exports of a family's operators: files in the order of their names, private ones and the door left out. */
export function emitOperators(files: readonly OperatorSource[]): string {
  const lines = files
    .filter(({ name }) => /^[^_].*\.ts$/.test(name) && name !== "mod.ts")
    .toSorted((a, b) => compare(a.name, b.name))
    .flatMap(({ name, text }) => {
      const names = publicNames(text);
      return names.length === 0 ? [] : exportOf(names, `"../${name}"`);
    });
  return `${BANNER}\n${lines.join("\n")}\n`;
}

/** The public names of a file, types marked so, in the order in which `deno fmt` leaves them. */
function publicNames(text: string): string[] {
  const found = [...text.matchAll(EXPORT)].flatMap((
    { groups: { doc = "", kind = "", name = "" } = {} },
  ) => /^ \* @category /m.test(doc) ? [[name, kind] as const] : []);
  return [...new Map(found)]
    .toSorted(([a], [b]) => compare(a.toLowerCase(), b.toLowerCase()))
    .map(([name, kind]) => kind === "interface" || kind === "type" ? `type ${name}` : name);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

function exportOf(names: readonly string[], from: string): string {
  const areTypes = names.every((name) => name.startsWith("type "));
  const [keyword, list] = areTypes
    ? ["export type", names.map((name) => name.slice("type ".length))]
    : ["export", names];
  const line = `${keyword} { ${list.join(", ")} } from ${from};`;
  return line.length <= WIDTH
    ? line
    : `${keyword} {\n${list.map((name) => `  ${name},\n`).join("")}} from ${from};`;
}
