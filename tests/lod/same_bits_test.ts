import { testSameBits } from "../_same_bits.ts";
import { hashLod } from "./_hash_lod.ts";

testSameBits("trees have", hashLod, new URL("./_hash_lod.ts", import.meta.url));
