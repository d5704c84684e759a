/**
 * Files of sparse grids, whose checksums may be wrong.
 *
 * @module
 */

import { gunzip } from "../../io/base/inflate.ts";
import { isGzip } from "../../io/base/bytes.ts";
import { type NvdbGrid, readNvdb } from "../../io/mod.ts";
import type { OptionSpecs, ParsedArgs } from "../shared/args.ts";
import { naming } from "../shared/naming.ts";

/** Treatment of checksums. */
export interface GridChecks {
  /** Whether they are computed. */
  readonly verify: boolean;
  /** Whether grids whose checksums are wrong are refused, rather than read with a warning. */
  readonly strict: boolean;
}

/** The options that say so. */
export const CHECK_OPTIONS: OptionSpecs = {
  unverified: { kind: "flag", help: "do not compare the checksums of .nvdb files" },
  strict: { kind: "flag", help: "refuse .nvdb files whose checksums are wrong" },
};

/** Treatment of checksums by a command line. */
export function readChecks(parsed: ParsedArgs): GridChecks {
  return { verify: !parsed.flag("unverified"), strict: parsed.flag("strict") };
}

/** Reads the grids of a file, of which only the name is needed here; gzip around it is taken off. */
export async function gridsOf(
  bytes: Uint8Array,
  input: string,
  { verify, strict }: GridChecks,
): Promise<NvdbGrid[]> {
  return await naming(input, async () => {
    const plain = isGzip(bytes) ? await gunzip(bytes, "NanoVDB") : bytes;
    return readNvdb(plain, { verify, strict });
  });
}
