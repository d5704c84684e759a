/**
 * Which side of a level set tiles are on that are not active.
 *
 * @module
 */

/** The first and the last value of a node, as whether they are inside. */
export interface Ends {
  readonly first: Uint8Array;
  readonly last: Uint8Array;
}

/** Makes room for the ends of nodes. */
export function endsOf(nodes: number): Ends {
  return { first: new Uint8Array(nodes), last: new Uint8Array(nodes) };
}

/**
 * Follows the side from slot to slot: along z, from the start of each line of it along y, and of those along x.
 *
 * @param log2 Bits of a coordinate in the node.
 * @param start The side of the first slot that is known, which holds before it.
 * @param known The side of a slot: 1 inside, 0 outside, or -1 where it is not known.
 * @param fill Takes the side of each slot that is not known.
 * @see K. Museth, "VDB: High-resolution sparse volumes with dynamic topology", ACM Transactions on Graphics 32 (3), 2013.
 */
export function floodSides(
  log2: number,
  start: boolean,
  known: (slot: number) => number,
  fill: (slot: number, inside: boolean) => void,
): void {
  const side = 1 << log2;
  const follow = (slot: number, inside: boolean): boolean => {
    const found = known(slot);
    return found < 0 ? inside : found === 1;
  };
  let x = start;
  for (let i = 0; i < side; i++) {
    const plane = i << 2 * log2;
    x = follow(plane, x);
    let y = x;
    for (let j = 0; j < side; j++) {
      const line = plane | j << log2;
      y = follow(line, y);
      let z = y;
      for (let k = 0; k < side; k++) {
        const slot = line | k;
        const found = known(slot);
        if (found < 0) fill(slot, z);
        else z = found === 1;
      }
    }
  }
}
