import { testSameBits } from "../_same_bits.ts";
import { hashEverything } from "./_hash_everything.ts";

testSameBits(
  "all operators give",
  hashEverything,
  new URL("./_hash_everything.ts", import.meta.url),
);
