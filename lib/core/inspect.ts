/**
 * Displays of values on a console and in a notebook.
 *
 * @module
 */

/** Displays of a value in a notebook, by media type; images are in base64. */
export type MimeBundle = Readonly<Record<string, string>>;

/** Displays of the values of a class. */
export interface Showing<T> {
  /** A text; does not access the device. */
  text(value: T): string;
  /**
   * Displays in a notebook besides the text, made with bounded work.
   *
   * @default {undefined} Nothing.
   */
  picture?(value: T): Promise<MimeBundle>;
}

/** Makes `console.log` print the text of a class's values; called in the class's static block. */
export function inspectAsText(type: { readonly prototype: object }): void {
  showAs(type, { text: String });
}

/**
 * Makes consoles (of Deno and Node.js) and Jupyter notebooks display a class's values; called in the class's static
 * block.
 *
 * A notebook shows only the text if a value has been disposed or its image cannot be made.
 */
export function showAs<T extends object>(
  { prototype }: { readonly prototype: T },
  { text, picture }: Showing<T>,
): void {
  const inspect = {
    value(this: T): string {
      return text(this);
    },
  };
  const display = {
    async value(this: T): Promise<MimeBundle> {
      const plain = { "text/plain": text(this) };
      return { ...plain, ...await picture?.(this).catch(() => ({})) };
    },
  };
  Object.defineProperty(prototype, Symbol.for("Deno.customInspect"), inspect);
  Object.defineProperty(prototype, Symbol.for("nodejs.util.inspect.custom"), inspect);
  Object.defineProperty(prototype, Symbol.for("Jupyter.display"), display);
}

/**
 * Formats a number of bytes.
 *
 * @param bytes Zero or more.
 * @returns The size in B, KiB, MiB or GiB with three digits, such as "1.46 MiB".
 */
export function formatBytes(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${unit === 0 ? value : threeDigits(value)} ${units[unit]}`;
}

/** A number of about three digits, one thousand or less. */
export function threeDigits(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toFixed(digits);
}
