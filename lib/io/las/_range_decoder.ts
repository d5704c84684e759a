/**
 * The adaptive range decoder of LASzip, as far as a chunk table needs it.
 *
 * @module
 */
import { FormatError } from "../base/errors.ts";

const LEAST_LENGTH = 2 ** 24;
const BIT_SHIFT = 13;
const SYMBOL_SHIFT = 15;

/** An adaptive probability of one bit. */
interface BitModel {
  zeros: number;
  total: number;
  probability: number;
  cycle: number;
  untilUpdate: number;
}

/** Adaptive probabilities of a small alphabet. */
interface SymbolModel {
  readonly counts: Float64Array;
  readonly cumulative: Float64Array;
  total: number;
  cycle: number;
  untilUpdate: number;
}

/**
 * Decodes integers that were written as corrections to a prediction.
 *
 * Source: M. Isenburg, "LASzip: lossless compression of LiDAR data", 2013; the integer compressor with
 * 32 bits, which models the 8 highest bits of a correction.
 */
export class RangeDecoder {
  readonly #bytes: Uint8Array;
  #at: number;
  #value = 0;
  #length = 2 ** 32 - 1;

  /**
   * Starts to decode.
   *
   * @param bytes The whole file.
   * @param at Byte offset of the first coded byte.
   */
  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
    for (let byte = 0; byte < 4; byte++) this.#value = this.#value * 256 + this.#next();
  }

  /** Decodes one unsigned 32-bit number near a predicted one. */
  integer(predicted: number, models: IntegerModels): number {
    return (predicted + this.#correction(models)) >>> 0;
  }

  #next(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) {
      throw new FormatError("LAZ", "the chunk table is truncated", { offset: this.#at });
    }
    this.#at++;
    return byte;
  }

  #renormalize(): void {
    while (this.#length < LEAST_LENGTH) {
      this.#value = this.#value * 256 + this.#next();
      this.#length *= 256;
    }
  }

  #correction(models: IntegerModels): number {
    const width = this.#symbol(models.widths);
    if (width === 0) return this.#bit(models.smallest);
    if (width === 32) return -(2 ** 31);
    let value = this.#symbol(models.corrector(width));
    if (width > 8) value = value * 2 ** (width - 8) + this.#bits(width - 8);
    return value >= 2 ** (width - 1) ? value + 1 : value - (2 ** width - 1);
  }

  #bit(model: BitModel): number {
    const split = model.probability * Math.floor(this.#length / 2 ** BIT_SHIFT);
    const bit = this.#value >= split ? 1 : 0;
    if (bit === 0) {
      this.#length = split;
      model.zeros++;
    } else {
      this.#value -= split;
      this.#length -= split;
    }
    this.#renormalize();
    if (--model.untilUpdate === 0) updateBitModel(model);
    return bit;
  }

  #symbol(model: SymbolModel): number {
    const { counts, cumulative } = model;
    const step = Math.floor(this.#length / 2 ** SYMBOL_SHIFT);
    let symbol = 0;
    let from = 0;
    let to = this.#length;
    for (let next = 1; next < counts.length; next++) {
      const start = step * (cumulative[next] ?? 0);
      if (start > this.#value) {
        to = start;
        break;
      }
      symbol = next;
      from = start;
    }
    this.#value -= from;
    this.#length = to - from;
    this.#renormalize();
    counts[symbol] = (counts[symbol] ?? 0) + 1;
    if (--model.untilUpdate === 0) updateSymbolModel(model);
    return symbol;
  }

  #bits(count: number): number {
    if (count > 19) {
      const low = this.#bits(16);
      return this.#bits(count - 16) * 65536 + low;
    }
    this.#length = Math.floor(this.#length / 2 ** count);
    const bits = Math.floor(this.#value / this.#length);
    this.#value -= this.#length * bits;
    this.#renormalize();
    return bits;
  }
}

/** The adaptive state behind one kind of integer. */
export class IntegerModels {
  /** Number of bits of a correction. */
  readonly widths: SymbolModel = symbolModel(33);
  /** Corrections 0 and 1. */
  readonly smallest: BitModel;
  readonly #correctors: Map<number, SymbolModel>;

  /**
   * Starts with even probabilities.
   *
   * @param sibling Models of another context; contexts share everything but the widths.
   */
  constructor(sibling?: IntegerModels) {
    this.smallest = sibling?.smallest ?? bitModel();
    this.#correctors = sibling === undefined ? new Map() : sibling.#correctors;
  }

  /** Returns the model of corrections that have a number of bits, 1 to 31. */
  corrector(width: number): SymbolModel {
    let model = this.#correctors.get(width);
    if (model === undefined) {
      model = symbolModel(2 ** Math.min(width, 8));
      this.#correctors.set(width, model);
    }
    return model;
  }
}

function bitModel(): BitModel {
  return { zeros: 1, total: 2, probability: 2 ** (BIT_SHIFT - 1), cycle: 4, untilUpdate: 4 };
}

function updateBitModel(model: BitModel): void {
  model.total += model.cycle;
  if (model.total > 2 ** BIT_SHIFT) {
    model.total = (model.total + 1) >>> 1;
    model.zeros = (model.zeros + 1) >>> 1;
    if (model.zeros === model.total) model.total++;
  }
  const scale = Math.floor(2 ** 31 / model.total);
  model.probability = Math.floor(model.zeros * scale / 2 ** (31 - BIT_SHIFT));
  model.cycle = Math.min(Math.floor(5 * model.cycle / 4), 64);
  model.untilUpdate = model.cycle;
}

function symbolModel(symbols: number): SymbolModel {
  const model = {
    counts: new Float64Array(symbols).fill(1),
    cumulative: new Float64Array(symbols),
    total: 0,
    cycle: symbols,
    untilUpdate: 0,
  };
  updateSymbolModel(model);
  model.cycle = (symbols + 6) >>> 1;
  model.untilUpdate = model.cycle;
  return model;
}

function updateSymbolModel(model: SymbolModel): void {
  const { counts, cumulative } = model;
  model.total += model.cycle;
  if (model.total > 2 ** SYMBOL_SHIFT) {
    model.total = 0;
    for (let symbol = 0; symbol < counts.length; symbol++) {
      const count = ((counts[symbol] ?? 0) + 1) >>> 1;
      counts[symbol] = count;
      model.total += count;
    }
  }
  const scale = Math.floor(2 ** 31 / model.total);
  let sum = 0;
  for (let symbol = 0; symbol < counts.length; symbol++) {
    cumulative[symbol] = Math.floor(scale * sum / 2 ** (31 - SYMBOL_SHIFT));
    sum += counts[symbol] ?? 0;
  }
  model.cycle = Math.min(Math.floor(5 * model.cycle / 4), (counts.length + 6) * 8);
  model.untilUpdate = model.cycle;
}
