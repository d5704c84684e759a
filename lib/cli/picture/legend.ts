/**
 * Legends in pictures: what colors stand for, in letters of five rows.
 *
 * @module
 */

/** Meaning of a picture's colors. */
export interface Legend {
  /** Quantity that is shown, such as "height". */
  readonly title: string;
  /** A ramp from the least to the greatest value, as 8-bit sRGB by shares from 0 to 1. */
  readonly ramp?: {
    readonly color: (share: number) => readonly number[];
    readonly low: string;
    readonly high: string;
  };
  /** Single colors, each with its name. */
  readonly entries?: readonly { readonly name: string; readonly color: readonly number[] }[];
}

/** A picture to draw on: 8-bit sRGB, [height, width, 3], or with opacity, [height, width, 4]. */
export interface Drawable {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Letters of three columns and five rows, a digit from 0 to 7 for each row. */
const GLYPHS: Readonly<Record<string, string>> = {
  ...glyphs("0123456789", "75557 26227 71747 71717 55711 74717 74757 71244 75757 75717"),
  ...glyphs(
    "abcdefghijklm",
    "25755 65656 34443 65556 74647 74644 34553 55755 72227 11152 55655 44447 57755",
  ),
  ...glyphs(
    "nopqrstuvwxyz",
    "65555 25552 65644 25573 65655 34216 72222 55557 55552 55775 55255 55222 71247",
  ),
  ...glyphs(".-+:,/()", "00002 00700 02720 02020 00024 11244 12221 42224"),
};

function glyphs(letters: string, rows: string): Record<string, string> {
  const all = rows.split(" ");
  return Object.fromEntries([...letters].map((letter, at) => [letter, all[at] ?? ""]));
}

/** Columns and rows of a letter with the space around it. */
const [ADVANCE, LINE] = [4, 7];
/** The plate behind the legend, its letters, and how much of the plate is seen. */
const PLATE = { color: [18, 22, 28], ink: [240, 240, 236], opacity: 0.72 } as const;
/** Columns of a ramp, and rows. */
const [RAMP_COLUMNS, RAMP_ROWS] = [64, 6];
/** Most entries that are drawn. */
const MOST_ENTRIES = 20;

/** Draws a legend in the lower left corner, as large as the picture allows. */
export function drawLegend(picture: Drawable, legend: Legend): void {
  const { title, ramp, entries = [] } = legend;
  const shown = entries.slice(0, MOST_ENTRIES);
  const ends = ramp === undefined ? "" : `${ramp.low}  ${ramp.high}`;
  const columns = 4 + Math.max(
    ADVANCE * title.length,
    ramp === undefined ? 0 : Math.max(RAMP_COLUMNS, ADVANCE * ends.length),
    ...shown.map(({ name }) => 8 + ADVANCE * name.length),
  );
  const rows = 3 + LINE + (ramp === undefined ? 0 : RAMP_ROWS + 1 + LINE) + LINE * shown.length;
  const size = Math.floor(
    Math.min(picture.height / 240, picture.width / 2 / columns, picture.height / rows),
  );
  const scale = Math.max(1, size);
  const [left, top] = [4 * scale, picture.height - (rows + 4) * scale];
  /** Fills cells of the legend. */
  const fill = (
    [x, y, w, h]: readonly [number, number, number, number],
    color: readonly number[],
    opacity = 1,
  ): void => {
    for (let row = top + y * scale; row < top + (y + h) * scale; row++) {
      for (let column = left + x * scale; column < left + (x + w) * scale; column++) {
        blend(picture, [column, row], color, opacity);
      }
    }
  };
  const write = (text: string, x: number, y: number): void => {
    [...text.toLowerCase()].forEach((letter, n) => {
      [...GLYPHS[letter] ?? ""].forEach((digit, row) => {
        for (let column = 0; column < 3; column++) {
          if ((Number(digit) >> (2 - column) & 1) === 0) continue;
          fill([x + ADVANCE * n + column, y + row, 1, 1], PLATE.ink);
        }
      });
    });
  };
  fill([0, 0, columns, rows], PLATE.color, PLATE.opacity);
  write(title, 2, 2);
  let y = 2 + LINE;
  if (ramp !== undefined) {
    const width = columns - 4;
    for (let x = 0; x < width; x++) {
      fill([2 + x, y, 1, RAMP_ROWS], ramp.color(x / (width - 1)));
    }
    y += RAMP_ROWS + 1;
    write(ramp.low, 2, y);
    write(ramp.high, columns - 2 - ADVANCE * ramp.high.length + 1, y);
    y += LINE;
  }
  for (const { name, color } of shown) {
    fill([2, y, 5, 5], color);
    write(name, 9, y);
    y += LINE;
  }
}

/** Puts a color over a pixel, if the picture has it. */
function blend(
  { pixels, width, height }: Drawable,
  [column, row]: readonly [number, number],
  color: readonly number[],
  opacity: number,
): void {
  if (column < 0 || column >= width || row < 0 || row >= height) return;
  const channels = pixels.length === width * height * 4 ? 4 : 3;
  const at = (row * width + column) * channels;
  const below = channels === 4 ? (pixels[at + 3] ?? 0) / 255 : 1;
  const all = opacity + below * (1 - opacity);
  for (let k = 0; k < 3; k++) {
    const mixed = (color[k] ?? 0) * opacity + (pixels[at + k] ?? 0) * below * (1 - opacity);
    pixels[at + k] = Math.round(mixed / all);
  }
  if (channels === 4) pixels[at + 3] = Math.round(all * 255);
}
