/**
 * Environment variables, where the process may read them.
 *
 * @module
 */

/** Value of a variable; `undefined` when it is not set, is empty or must not be read. */
export function readEnv(name: string): string | undefined {
  const { state } = Deno.permissions.querySync({ name: "env", variable: name });
  return state === "granted" ? Deno.env.get(name) || undefined : undefined;
}
