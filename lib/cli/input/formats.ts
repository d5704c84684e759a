/**
 * The formats of files, as the help of commands names them.
 *
 * @module
 */

import { oneOf } from "../../../ffi/base/words.ts";
import { isGzip } from "../../io/base/bytes.ts";
import { describeFormat, formatOfBytes, formatOfName, nameUnpacked } from "../../io/base/format.ts";
import { startOfGzip } from "../../io/base/inflate.ts";
import { CLOUD_FORMATS, GRID_FORMATS, MESH_FORMATS, VOLUME_FORMATS } from "../../io/formats.ts";

/** Formats of point clouds: the end of a line, and further ones. */
export const CLOUDS: string = wrap(
  `${
    oneOf(CLOUD_FORMATS.flatMap((format) => {
      const { title, nodes: { title: other } = { title } } = format;
      return other === title ? [describeFormat(format)] : [describeFormat(format), other];
    }))
  }, compressed by gzip (.gz) or not`,
  { first: 60, others: 100 },
);

/** Formats of meshes. */
export const MESHES: string = oneOf(MESH_FORMATS.map(describeFormat));

/** Formats of volumes, without the ends of names. */
export const VOLUMES: string = oneOf(VOLUME_FORMATS.map(({ title }) => title));

/** Formats of volumes, with the ends of names. */
export const VOLUME_FILES: string = oneOf(VOLUME_FORMATS.map(describeFormat));

/** Formats of sparse grids. */
export const GRIDS: string = oneOf(GRID_FORMATS.map(describeFormat));

/** Whether a file holds sparse grids, by its name or its first bytes. */
export function holdsGrids(path: string, head: Uint8Array = new Uint8Array(0)): boolean {
  const start = isGzip(head) ? startOfGzip(head) : head;
  const name = nameUnpacked(path);
  const format = formatOfBytes(GRID_FORMATS, start) ?? formatOfName(GRID_FORMATS, name);
  return format !== undefined;
}

/** Breaks a text behind commas into lines of some characters at most. */
function wrap(text: string, width: { readonly first: number; readonly others: number }): string {
  const lines: string[] = [];
  for (const part of text.split(/(?<=,) /)) {
    const line = lines.at(-1);
    const most = lines.length === 1 ? width.first : width.others;
    if (line === undefined || `${line} ${part}`.length > most) lines.push(part);
    else lines[lines.length - 1] = `${line} ${part}`;
  }
  return lines.join("\n");
}
