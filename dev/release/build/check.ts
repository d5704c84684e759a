/**
 * Checks of the built libraries that no compiler makes.
 *
 * @module
 */

import { join } from "@std/path";
import { ROOT, TaskError } from "../../tasks/_shared.ts";
import { complaintsOf } from "./needs.ts";

/** Refuses a library that would not run on the systems that it is published for. */
export async function checkLibrary(path: string): Promise<void> {
  const print = async (what: string): Promise<string> => {
    const command = new Deno.Command("objdump", { args: [what, join(ROOT, path)], stdin: "null" });
    return new TextDecoder().decode((await command.output()).stdout);
  };
  const complaints = complaintsOf(await print("-p"), await print("-T"));
  if (complaints.length > 0) throw new TaskError(`${path}: ${complaints.join("; ")}`);
}
