/**
 * How much the fuzzers do: little in the tests, and more in `deno task fuzz`.
 *
 * @module
 */

function numberOf(name: string): number {
  const text = Deno.env.get(name) ?? "";
  return /^\d{1,9}$/.test(text) ? Number(text) : 1;
}

/** How many times as much as the tests do. */
export const FUZZ_SCALE: number = numberOf("DENOVDB_FUZZ_SCALE");

/** What random numbers begin with; 1 in the tests. */
export const FUZZ_SEED: number = numberOf("DENOVDB_FUZZ_SEED");
