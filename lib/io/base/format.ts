/**
 * Formats of files: how a file of each is recognized, and how it is read.
 *
 * @module
 */

import { isGzip } from "./bytes.ts";

/** A format; `Contents` is what a file of it holds, in the shape that all formats of a kind share. */
export interface FileFormat<Name extends string, Options, Contents> {
  /** Name in results, in small letters; no two formats of a kind share one. */
  readonly name: Name;
  /** Name in prose, such as "NIfTI". */
  readonly title: string;
  /** Content that a file of the format needs to be of this kind, in prose; anything by default. */
  readonly detail?: string;
  /** Ends of file names in small letters: extensions with their dot, or whole names; no two formats of a kind share one. */
  readonly extensions: readonly string[];
  /** Whether names of whole files that are compressed by gzip belong to the format, which unpacks them itself. */
  readonly packed?: true;
  /** Whether files are compressed in a way of their own, so that gzip around them is nothing that is done. */
  readonly compressed?: true;
  /** Whether files may begin with any bytes, those of gzip among them. */
  readonly anyStart?: true;
  /** Whether the first bytes of a file have the signature; absent for formats that are known by name alone. */
  readonly matches?: (start: Uint8Array) => boolean;
  /** Whether a file is of the format, though perhaps not of what it has to hold: whose reader says what is missing. */
  readonly claims?: (start: Uint8Array) => boolean;
  /** Reads a whole file. */
  readonly read: (bytes: Uint8Array, options: Options) => Contents | Promise<Contents>;
}

/** Properties of a format that are known without reading files. */
export type FormatFacts = Omit<FileFormat<string, never, unknown>, "read">;

/** Finds the format that a file's name or path tells. */
export function formatOfName<F extends FormatFacts>(
  formats: readonly F[],
  name: string,
): F | undefined {
  const file = /[^/\\]*$/.exec(name)?.[0].toLowerCase() ?? "";
  const extension = /\.[^.]*$/.exec(file)?.[0] ?? "";
  return formats.find(({ extensions }) =>
    extensions.includes(extension) || extensions.includes(file)
  );
}

/** The name of a file without the end that says that it is compressed by gzip. */
export function nameUnpacked(name: string): string {
  return name.replace(/\.gz$/i, "");
}

/** Whether a file of a name is compressed by gzip as a whole, as far as its first bytes tell. */
export function isPacked(start: Uint8Array, name: string, named: FormatFacts | undefined): boolean {
  const isMarked = isGzip(start) && (start.length < 3 || start[2] === DEFLATE);
  return isMarked && !(named?.anyStart === true && nameUnpacked(name) === name);
}

/** The way in which gzip compresses. */
const DEFLATE = 8;

/** Finds the format that the first bytes of a file tell: the first in the list that has their signature. */
export function formatOfBytes<F extends FormatFacts>(
  formats: readonly F[],
  start: Uint8Array,
): F | undefined {
  return formats.find(({ matches }) => matches?.(start));
}

/** The ends of names of a format's files, with those of compressed ones. */
export function endingsOf({ extensions, packed }: FormatFacts): string[] {
  return packed ? extensions.flatMap((one) => [one, `${one}.gz`]) : [...extensions];
}

/** Names a format, what it has to hold, and the ends of its names where they are not its title: "KITTI (.bin)". */
export function describeFormat(format: FormatFacts): string {
  const { title, detail } = format;
  const endings = endingsOf(format);
  const isPlain = endings.every((ending) => ending === `.${title.toLowerCase()}`);
  return [title, ...(detail === undefined ? [] : [detail])].join(" ") +
    (isPlain ? "" : ` (${endings.join(", ")})`);
}
