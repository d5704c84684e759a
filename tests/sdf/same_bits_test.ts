import { testSameBits } from "../_same_bits.ts";
import { hashFields } from "./_hash_fields.ts";

testSameBits(
  "operators on distance fields give",
  hashFields,
  new URL("./_hash_fields.ts", import.meta.url),
);
