/**
 * Names that JSON has twice, of which parsers silently keep the last.
 *
 * @module
 */

/** The first name that an object of a valid JSON text has twice, whatever object that is; undefined if there is none. */
export function duplicateName(text: string): string | undefined {
  const objects: (Set<string> | undefined)[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "{") objects.push(new Set());
    else if (char === "[") objects.push(undefined);
    else if (char === "}" || char === "]") objects.pop();
    else if (char === '"') {
      const end = endOfString(text, at);
      const names = objects.at(-1);
      if (names !== undefined && /^\s*:/.test(text.slice(end, end + 64))) {
        const name: string = JSON.parse(text.slice(at, end));
        if (names.has(name)) return name;
        names.add(name);
      }
      at = end - 1;
    }
  }
  return undefined;
}

/** End of the string that begins at a place, with its quotes. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}
