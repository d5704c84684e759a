import { testSameBits } from "../_same_bits.ts";
import { hashSamples } from "./_hash_samples.ts";

testSameBits(
  "trilinear samples and gradients have",
  hashSamples,
  new URL("./_hash_samples.ts", import.meta.url),
);
