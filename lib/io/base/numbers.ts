/**
 * Numbers in text, read from bytes.
 *
 * @module
 */

const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const LOWER_E = 101;
/** No digit, and nothing else that a number can hold. */
const NOTHING = -1;
/** Integers below this one are exact. */
const EXACT = 2 ** 53;

/** Powers of ten that float64 holds exactly. */
const TEN_TO: readonly number[] = Array.from({ length: 23 }, (_, exponent) => 10 ** exponent);

/** Reads decimal numbers. */
export class NumberReader {
  /** The number that was read last. */
  value: number = NaN;
  /** Byte offset behind it. */
  end = 0;

  /**
   * Reads the number that starts at a byte into `value`, correctly rounded.
   *
   * The few numbers that need more than one operation on exact float64 numbers are left to
   * {@linkcode parseNumber}, as is what is no number.
   *
   * @param bytes The text.
   * @param start Where the number starts.
   * @param limit Where the text ends.
   * @returns Whether it was read; if not, it has to be read as a word, or is none.
   */
  read(bytes: Uint8Array, start: number, limit: number): boolean {
    let at = start;
    const sign = at < limit ? bytes[at] : NOTHING;
    if (sign === MINUS || sign === PLUS) at++;
    const whole = at;
    let mantissa = 0;
    let digit = at < limit ? (bytes[at] ?? 0) - ZERO : NOTHING;
    while (digit >= 0 && digit <= 9) {
      mantissa = mantissa * 10 + digit;
      digit = ++at < limit ? (bytes[at] ?? 0) - ZERO : NOTHING;
    }
    let digits = at - whole;
    let exponent = 0;
    if (digit === POINT - ZERO && at < limit) {
      const fraction = at + 1;
      digit = ++at < limit ? (bytes[at] ?? 0) - ZERO : NOTHING;
      while (digit >= 0 && digit <= 9) {
        mantissa = mantissa * 10 + digit;
        digit = ++at < limit ? (bytes[at] ?? 0) - ZERO : NOTHING;
      }
      exponent = fraction - at;
      digits -= exponent;
    }
    if (digits > 0 && ((digit + ZERO) | 32) === LOWER_E) {
      const shiftSign = bytes[at + 1];
      const first = at + (shiftSign === MINUS || shiftSign === PLUS ? 2 : 1);
      at = first;
      let shift = 0;
      digit = at < limit ? (bytes[at] ?? 0) - ZERO : NOTHING;
      while (digit >= 0 && digit <= 9) {
        shift = shift * 10 + digit;
        digit = ++at < limit ? (bytes[at] ?? 0) - ZERO : NOTHING;
      }
      if (at === first) return false;
      exponent += shiftSign === MINUS ? -shift : shift;
    }
    this.end = at;
    // Two exact numbers, one operation: rounded once (Clinger, 1990).
    if (digits === 0 || mantissa >= EXACT || exponent < -22 || exponent > 22) return false;
    const value = exponent < 0
      ? mantissa / (TEN_TO[-exponent] ?? 1)
      : mantissa * (TEN_TO[exponent] ?? 1);
    this.value = sign === MINUS ? -value : value;
    return true;
  }
}

/**
 * Reads a word as a number, correctly rounded; undefined if it is none.
 *
 * "nan" and "inf" in any case, and what Microsoft's C library prints for them, are numbers too.
 */
export function parseNumber(word: string): number | undefined {
  if (/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word)) return Number(word);
  if (/^[+-]?(nan|1\.#(qnan|snan|ind))/i.test(word)) return NaN;
  const infinite = /^([+-]?)(inf|infinity|1\.#inf0*)$/i.exec(word);
  if (infinite !== null) return infinite[1] === "-" ? -Infinity : Infinity;
  return undefined;
}
