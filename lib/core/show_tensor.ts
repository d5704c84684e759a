/**
 * Displays of tensors: a text, a table of their first numbers, and an image if they hold one.
 *
 * @module
 */

import { fromBf16 } from "./bf16.ts";
import { dtypeBytes, typedArray } from "./dtype.ts";
import { formatBytes, type MimeBundle } from "./inspect.ts";
import type { JaggedTensor } from "./jagged.ts";
import { encodePng } from "./png.ts";
import type { Tensor } from "./tensor.ts";

/** Rows and columns of a table. */
const CELLS = 10;
/** Least pixels of a picture along an axis; smaller arrays are tables. */
const LEAST_PIXELS = 16;
/** Most pixels of a picture. */
const MOST_PIXELS = 1 << 22;

/** Element type, shape, device and size in one line. */
export function tensorText(tensor: Tensor): string {
  return tensor.disposed ? `${tensor}` : `${tensor}, ${formatBytes(tensor.byteLength)}`;
}

/** Element type, shape, device and size in one line, with the number of lists. */
export function jaggedText(lists: JaggedTensor): string {
  const outer = lists.outerOffsets === undefined ? "" : ` in ${lists.outerOffsets.length - 1}`;
  return `JaggedTensor of ${lists.length}${outer} in ${tensorText(lists.data)}`;
}

/**
 * A table of a tensor's first numbers, and an image of u8 [height, width, 1, 3 or 4].
 *
 * @param tensor The tensor to display.
 * @param options Whether colors are premultiplied by opacity.
 */
export async function tensorPicture(
  tensor: Tensor,
  { caption = tensorText(tensor), premultiplied = false }: {
    readonly caption?: string;
    readonly premultiplied?: boolean;
  } = {},
): Promise<MimeBundle> {
  const size = imageSize(tensor);
  if (size === undefined) return { "text/html": await tensorTable(tensor, caption) };
  const pixels = (await tensor.read()) as Uint8Array<ArrayBuffer>;
  if (premultiplied) divideByOpacity(pixels);
  return { "image/png": (await encodePng(pixels, size)).toBase64() };
}

function imageSize(
  { dtype, shape }: Tensor,
): { readonly width: number; readonly height: number; readonly channels: 1 | 3 | 4 } | undefined {
  const [height = 0, width = 0, channels, ...more] = shape;
  if (dtype !== "u8" || more.length > 0) return undefined;
  if (channels !== 1 && channels !== 3 && channels !== 4) return undefined;
  if (Math.min(height, width) < LEAST_PIXELS || height * width > MOST_PIXELS) return undefined;
  return { width, height, channels };
}

function divideByOpacity(pixels: Uint8Array): void {
  for (let at = 0; at < pixels.length; at += 4) {
    const opacity = pixels[at + 3] ?? 0;
    for (let c = at; opacity > 0 && c < at + 3; c++) {
      pixels[c] = Math.min(255, Math.round((pixels[c] ?? 0) * 255 / opacity));
    }
  }
}

/** The first rows, each with its first numbers; all axes but the first are laid out in a row. */
async function tensorTable(tensor: Tensor, caption: string): Promise<string> {
  const { dtype, shape, length } = tensor;
  tensor.assertUsable("show tensor");
  const rows = shape[0] ?? 1;
  const columns = rows === 0 ? 0 : length / rows;
  const shown = Math.min(columns, CELLS);
  const lines = await Promise.all(
    Array.from({ length: shown === 0 ? 0 : Math.min(rows, CELLS) }, async (_, row) => {
      const values = typedArray(dtype, shown);
      await tensor.buffer.readIntoAsync(values, row * columns * dtypeBytes(dtype));
      const numbers = dtype === "bf16" ? fromBf16(values as Uint16Array) : values;
      const cells = Array.from<number | bigint>(numbers as ArrayLike<number>)
        .map((value) => `<td>${formatNumber(value, dtype)}</td>`);
      return `<tr><th>${row}</th>${cells.join("")}${columns > shown ? "<td>…</td>" : ""}</tr>`;
    }),
  );
  if (lines.length > 0 && rows > lines.length) lines.push("<tr><th>…</th></tr>");
  return `<table><caption>${caption}</caption>${lines.join("")}</table>`;
}

function formatNumber(value: number | bigint, dtype: string): string {
  if (dtype === "bool") return String(Boolean(value));
  if (typeof value === "bigint" || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(6)));
}
