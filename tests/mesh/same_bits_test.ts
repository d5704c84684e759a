import { testSameBits } from "../_same_bits.ts";
import { hashGradients } from "./_hash_gradients.ts";

testSameBits(
  "gradients of distances have",
  hashGradients,
  new URL("./_hash_gradients.ts", import.meta.url),
);
