/**
 * Environment variables, where the process may read them.
 *
 * @module
 */

/** Whether the process may read a variable: only Deno asks. */
export function mayReadEnv(name: string): boolean {
  if (!("Deno" in globalThis)) return "process" in globalThis;
  return Deno.permissions.querySync({ name: "env", variable: name }).state === "granted";
}

/** Value of a variable; `undefined` when it is not set, is empty or must not be read. */
export function readEnv(name: string): string | undefined {
  if (!mayReadEnv(name)) return undefined;
  if ("Deno" in globalThis) return Deno.env.get(name) || undefined;
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  };
  return process?.env?.[name] || undefined;
}
