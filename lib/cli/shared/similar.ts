/**
 * Words that people may have meant by one that is not known.
 *
 * @module
 */

/** Letters that may differ for each so many of a word. */
const LETTERS_PER_SLIP = 3;

/**
 * Finds the word that is meant.
 *
 * @param word What was written.
 * @param known What could have been written.
 * @returns The most similar one; nothing where none is similar.
 */
export function similarTo(word: string, known: Iterable<string>): string | undefined {
  let best: { readonly word: string; readonly slips: number } | undefined;
  for (const one of known) {
    const slips = slipsBetween(word.toLowerCase(), one.toLowerCase());
    const most = Math.max(1, Math.floor(Math.max(word.length, one.length) / LETTERS_PER_SLIP));
    // A word of one letter is no slip of another.
    if (slips > most || slips >= Math.max(word.length, one.length)) continue;
    if (best === undefined || slips < best.slips) best = { word: one, slips };
  }
  return best?.word;
}

/** A question behind a message, such as `; did you mean "--size"?`; empty where no word is similar. */
export function didYouMean(word: string, known: Iterable<string>): string {
  const found = similarTo(word, known);
  return found === undefined ? "" : `; did you mean "${found}"?`;
}

/**
 * Letters that have to be added, left out, replaced, or exchanged with the next to make one word another.
 *
 * @see Damerau, "A technique for computer detection and correction of spelling errors", 1964.
 */
export function slipsBetween(a: string, b: string): number {
  let [before, last] = [new Array<number>(), Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      const isExchange = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isExchange) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      next.push(least);
    }
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}
