/**
 * Damage at random, the same for the same seed: of bytes, and of the operands of calls.
 *
 * @module
 */

/** Gives whole numbers from 0 to below a limit. */
export type Dice = (limit: number) => number;

/** Random numbers of a seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let word = Math.imul(state ^ state >>> 15, state | 1);
    word ^= word + Math.imul(word ^ word >>> 7, word | 61);
    return Math.floor(((word ^ word >>> 14) >>> 0) / 2 ** 32 * limit);
  };
}

/** One of several. */
export function pick<T>(dice: Dice, items: readonly T[]): T {
  return items[dice(items.length)] as T;
}

/** Bytes that stand for limits: counts and lengths like to break there. */
const EDGES = [0, 1, 0x7f, 0x80, 0xfe, 0xff, 0x20, 0x2d, 0x39, 0x0a];

/** A damaged copy of a file: bytes changed, cut, repeated, left out or put in. */
export function mutateBytes(bytes: Uint8Array, dice: Dice): Uint8Array<ArrayBuffer> {
  let out = new Uint8Array(bytes);
  for (let change = 1 + dice(4); change > 0; change--) {
    const at = dice(out.length + 1);
    const length = 1 + dice(8);
    switch (dice(7)) {
      case 0:
        out = out.slice(0, at);
        break;
      case 1:
        out = join(out.subarray(0, at), out.subarray(at + length));
        break;
      case 2:
        out = join(out.subarray(0, at), out.subarray(at, at + length), out.subarray(at));
        break;
      case 3:
        out = join(out.subarray(0, at), Uint8Array.of(pick(dice, EDGES)), out.subarray(at));
        break;
      case 4:
        out.fill(pick(dice, EDGES), at, at + length);
        break;
      default:
        if (at < out.length) out[at] = dice(2) === 0 ? dice(256) : pick(dice, EDGES);
    }
  }
  return out;
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** What nobody expects: other kinds, other lengths, ends of ranges. */
const STRANGE: readonly (() => unknown)[] = [
  () => undefined,
  () => null,
  () => NaN,
  () => -1,
  () => 0,
  () => 0.5,
  () => 3,
  () => 256,
  () => 2 ** 31,
  () => 2 ** 32,
  () => 2 ** 53,
  () => 1e20,
  () => Infinity,
  () => 7n,
  () => "",
  () => "text",
  () => true,
  () => [],
  () => [1, 2, 3],
  () => ["a", null, 1],
  () => ({}),
  () => (): void => {},
  () => new Uint8Array(0),
  () => new Uint8Array(5),
  () => Uint32Array.of(0, 2 ** 32 - 1, 7),
  () => new Float32Array(3).fill(NaN),
  () => Float64Array.of(1e300, -1e300, Infinity),
  () => BigInt64Array.of(1n, 2n, -3n),
  () => new DataView(new ArrayBuffer(4)),
  () => Promise.resolve(1),
];

/** A copy of an operand in which something is replaced: a part of it at any depth, or all. */
export function mutateValue(value: unknown, dice: Dice): unknown {
  const isList = Array.isArray(value);
  const isObject = typeof value === "object" && value !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
  const keys = isList || isObject ? Object.keys(value) : [];
  if (keys.length > 0 && dice(8) > 0) {
    const key = pick(dice, keys);
    const copy = isList ? [...value] : { ...value as object };
    Reflect.set(copy, key, mutateValue(Reflect.get(copy, key), dice));
    return copy;
  }
  if (ArrayBuffer.isView(value) && "slice" in value && dice(2) === 0) {
    return resized(value as Uint8Array, dice);
  }
  return pick(dice, STRANGE)();
}

/** Numbers of the same kind, more or fewer of them, with ends of ranges among them. */
function resized(values: Uint8Array, dice: Dice): unknown {
  const Kind = values.constructor as Uint8ArrayConstructor;
  const copy = new Kind(pick(dice, [0, 1, values.length, values.length + 1, values.length * 2]));
  copy.set(values.subarray(0, copy.length));
  const isBig = copy instanceof BigInt64Array || copy instanceof BigUint64Array;
  if (copy.length > 0 && !isBig) {
    copy[dice(copy.length)] = pick(dice, [-1, 255, 2 ** 31, NaN, 1e30]);
  }
  return copy;
}

/** Whether an error is one that the library promises: typed, and saying what cannot be done. */
export function isTyped(error: unknown): boolean {
  const isKind = error instanceof RangeError || error instanceof TypeError ||
    error instanceof SyntaxError;
  return isKind && /^Cannot .+: ./.test(error.message);
}
