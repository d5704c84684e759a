/**
 * Environment variables, where the process may read them.
 *
 * @module
 */

/** Whether the process may read a variable. */
export function mayReadEnv(name: string): boolean {
  return Deno.permissions.querySync({ name: "env", variable: name }).state === "granted";
}

/** Value of a variable; `undefined` when it is not set, is empty or must not be read. */
export function readEnv(name: string): string | undefined {
  return mayReadEnv(name) ? Deno.env.get(name) || undefined : undefined;
}
