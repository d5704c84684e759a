import { assertEquals } from "@std/assert";
import {
  indexFromKeys,
  indexLookup,
  indexPrefix,
  indexSelect,
  indexToBits,
  indexToggle,
} from "../../mod.ts";
import { eachBackend } from "../_backends.ts";
import { LAYOUTS } from "./_cases.ts";
import { keysOf, numbersOf } from "./_oracle.ts";

/** More elements than 32 bits can number. */
const SIZE = 2 ** 32 + 5;
const OCCUPIED = [0, 2 ** 32 - 1, 2 ** 32, SIZE - 1];

eachBackend("indexes of more than 2^32 elements number the last ones right", (context) => {
  using keys = keysOf(context, OCCUPIED);
  using ends = keysOf(context, [1, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, SIZE]);
  using ranks = keysOf(context, [0, 1, 2, 3, 4]);
  using flips = keysOf(context, [2 ** 32, 2 ** 31]);
  // A host has better things to do than to fill gigabytes with cells.
  const layouts = context.device === "cpu" ? ["paper", "wide"] as const : LAYOUTS;
  for (const layout of layouts) {
    using index = indexFromKeys(keys, { dims: [SIZE], layout });
    using prefixes = indexPrefix(index, ends);
    assertEquals(numbersOf(prefixes), [1, 1, 2, 3, 4], layout);
    using lookups = indexLookup(index, ends, { checked: false });
    assertEquals(numbersOf(lookups), [-1, 1, 2, -1, -1], layout);
    using places = indexSelect(index, ranks);
    assertEquals(numbersOf(places), [...OCCUPIED, -1], layout);
    if (layout === "paper") {
      using bits = indexToBits(index);
      using last = bits.slice(bits.length - 2, bits.length);
      assertEquals(numbersOf(last), [0x80, 0x11]);
    }
    if (!index.capabilities.includes("flip")) continue;
    indexToggle(index, flips);
    using after = indexPrefix(index, ends);
    assertEquals(numbersOf(after), [1, 2, 3, 3, 4], layout);
  }
});
