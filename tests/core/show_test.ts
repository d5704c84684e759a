import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { decode } from "fast-png";
import {
  type Context,
  type GridBatch,
  gridFromDense,
  gridFromIjk,
  jagged,
  jaggedFromList,
  tensor,
} from "@denovdb/denovdb";
import { VolumePicture } from "@denovdb/denovdb/index";
import { LodPicture } from "@denovdb/denovdb/lod";
import { formatBytes, type MimeBundle } from "../../lib/core/inspect.ts";
import { eachBackend, openAnother } from "../_backends.ts";

/** What a notebook shows of a value. */
function display(value: object): Promise<MimeBundle> {
  const show = Reflect.get(value, Symbol.for("Jupyter.display")) as () => Promise<MimeBundle>;
  return show.call(value);
}

/** The pixels of a picture in a bundle. */
function pixelsOf(bundle: MimeBundle): { readonly size: number[]; readonly data: number[] } {
  const { width, height, channels, data } = decode(
    Uint8Array.fromBase64(bundle["image/png"] ?? ""),
  );
  return { size: [height, width, channels], data: [...data] };
}

/** Two grids: two voxels, and none. */
function makeGrids(context: Context): GridBatch {
  using voxels = jaggedFromList([new Int32Array([0, 0, 0, 1, 2, 9]), new Int32Array(0)], {
    context,
    shape: [3],
  });
  const voxelSizes = [[0.5, 0.5, 0.25], [1, 1, 1]] as const;
  return gridFromIjk(voxels, { voxelSize: voxelSizes, origin: [10, 0, -1] });
}

eachBackend("consoles say what a tensor is", (context) => {
  const values = tensor(new Int32Array(600), { context, shape: [2, 300] });
  const text = `Tensor i32 [2, 300] on ${context.device}, 2.34 KiB`;
  assertEquals(Deno.inspect(values), text);
  const node = Reflect.get(values, Symbol.for("nodejs.util.inspect.custom")) as () => string;
  assertEquals(node.call(values), text);
  assertEquals(Deno.inspect({ values: [values] }), `{ values: [ ${text} ] }`);
  values.dispose();
  assertEquals(Deno.inspect(values), "Tensor i32 [2, 300] disposed");
  const other = openAnother(context);
  const lost = tensor([1], { context: other });
  other.dispose();
  assertEquals(Deno.inspect(lost), "Tensor f32 [1] disposed");
});

eachBackend("consoles say what lists are", (context) => {
  const lists = jaggedFromList([[1], [2, 3], []], { context });
  const where = `on ${context.device}, 12 B`;
  assertEquals(Deno.inspect(lists), `JaggedTensor of 3 in Tensor f32 [3] ${where}`);
  const nested = jagged(lists.data, { offsets: lists.offsets, outerOffsets: [0, 2, 3] });
  assertEquals(Deno.inspect(nested), `JaggedTensor of 3 in 2 in Tensor f32 [3] ${where}`);
  nested.dispose();
  lists.dispose();
  assertEquals(Deno.inspect(lists), "JaggedTensor of 3 in Tensor f32 [3] disposed");
});

eachBackend("consoles say where grids lie", (context) => {
  const grids = makeGrids(context);
  const lines = [
    `GridBatch of 2 with 2 voxels on ${context.device}, 2 leaves, ${
      formatBytes(grids.counts.bytes)
    }`,
    "  0: 2 voxels in (0, 0, 0) to (1, 2, 9), voxel size (0.5, 0.5, 0.25), origin (10, 0, -1)",
    "  1: no voxels, voxel size (1, 1, 1), origin (10, 0, -1)",
  ];
  assertEquals(Deno.inspect(grids), lines.join("\n"));
  grids.dispose();
  assertEquals(Deno.inspect(grids), "GridBatch of 2 with 2 voxels disposed");
  using far = gridFromDense({
    context,
    dims: 1,
    ijkMin: [-1234567, 2 ** 31 - 1, 0],
    origin: 1 / 3,
  });
  assertEquals(
    Deno.inspect(far).split("\n").at(-1),
    "  0: 1 voxels in (-1234567, 2147483647, 0) to (-1234567, 2147483647, 0), " +
      "voxel size (1, 1, 1), origin (0.333333, 0.333333, 0.333333)",
  );
  using many = gridFromDense({ context, dims: 1, gridCount: 7 });
  const text = Deno.inspect(many).split("\n");
  assertEquals([text.length, text.at(-1)], [6, "  and 3 more"]);
});

eachBackend("notebooks show the first numbers of a tensor", async (context) => {
  using table = tensor([1, 2.5, -1 / 3, NaN, Infinity, 1e20], { context, shape: [2, 3] });
  const text = `Tensor f32 [2, 3] on ${context.device}, 24 B`;
  assertEquals(await display(table), {
    "text/plain": text,
    "text/html": `<table><caption>${text}</caption>` +
      "<tr><th>0</th><td>1</td><td>2.5</td><td>-0.333333</td></tr>" +
      "<tr><th>1</th><td>NaN</td><td>Infinity</td><td>100000002004087730000</td></tr></table>",
  });
  const html = async (value: Disposable): Promise<string> => {
    using shown = value;
    return ((await display(shown))["text/html"] ?? "").replace(/^.*<\/caption>/, "");
  };
  const row = (n: number | string, ...cells: unknown[]): string =>
    `<tr><th>${n}</th>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  // Only a corner of 10 x 10 numbers is read; axes behind the first are laid out in a row.
  const wide = Int32Array.from({ length: 12 * 4 * 3 }, (_, n) => n);
  const corner = Array.from(
    { length: 10 },
    (_, n) => row(n, ...Array.from({ length: 10 }, (_, m) => n * 12 + m), "…"),
  );
  assertEquals(
    await html(tensor(wide, { context, shape: [12, 4, 3] })),
    `${corner.join("")}${row("…")}</table>`,
  );
  assertEquals(
    await html(tensor([true, false], { context, dtype: "bool" })),
    `${row(0, true)}${row(1, false)}</table>`,
  );
  assertEquals(
    await html(tensor([2n ** 60n], { context, dtype: "i64" })),
    `${row(0, 2n ** 60n)}</table>`,
  );
  assertEquals(
    await html(tensor([1.5], { context, dtype: "bf16", shape: [] })),
    `${row(0, 1.5)}</table>`,
  );
  assertEquals(await html(tensor([], { context, shape: [0, 3] })), "</table>");
  assertEquals(await html(tensor([], { context, shape: [3, 0] })), "</table>");
  assertEquals(
    await html(jaggedFromList([[4], [5]], { context })),
    `${row(0, 4)}${row(1, 5)}</table>`,
  );
});

eachBackend("notebooks show tensors of colors as pictures", async (context) => {
  for (const channels of [1, 3, 4]) {
    const bytes = Uint8Array.from({ length: 16 * 17 * channels }, (_, n) => n * 7);
    using image = tensor(bytes, { context, shape: [16, 17, channels] });
    const bundle = await display(image);
    assertEquals(Object.keys(bundle), ["text/plain", "image/png"]);
    assertEquals(pixelsOf(bundle), { size: [16, 17, channels], data: [...bytes] });
  }
  for (const shape of [[16, 15, 3], [16, 16, 2], [16, 16]]) {
    const length = shape.reduce((product, extent) => product * extent);
    using values = tensor(new Uint8Array(length), { context, shape });
    assertEquals(Object.keys(await display(values)), ["text/plain", "text/html"], `${shape}`);
  }
});

eachBackend("notebooks show pictures of volumes with plain colors", async (context) => {
  // Red times opacity, half transparent; what is transparent stays as it is.
  const bytes = new Uint8Array(16 * 16 * 4);
  bytes.set([100, 0, 3, 128, 0, 0, 0, 0, 9, 9, 9, 255]);
  const picture = new VolumePicture(tensor(bytes, { context, shape: [16, 16, 4] }));
  const bundle = await display(picture);
  const text = `VolumePicture of Tensor u8 [16, 16, 4] on ${context.device}`;
  assertEquals([Deno.inspect(picture), bundle["text/plain"]], [text, text]);
  assertEquals(pixelsOf(bundle).data.slice(0, 12), [199, 0, 6, 128, 0, 0, 0, 0, 9, 9, 9, 255]);
  picture.dispose();
  assertEquals(Object.keys(await display(picture)), ["text/plain"]);
});

eachBackend("consoles say what a context is, notebooks show pictures of trees", async (context) => {
  const { device, deviceName } = context;
  assertEquals(Deno.inspect(context), `Context ${device} (${deviceName})`);
  const other = openAnother(context);
  other.dispose();
  assertEquals(Deno.inspect([other]), `[ Context ${device} (${deviceName}) disposed ]`);
  const bytes = Uint8Array.from({ length: 16 * 16 * 4 }, (_, n) => n);
  const counts = { nodes: 1, points: 1, voxels: 0 } as LodPicture["counts"];
  using picture = new LodPicture(tensor(bytes, { context, shape: [16, 16, 4] }), undefined, counts);
  assertEquals(Deno.inspect(picture), `LodPicture of ${picture.image}`);
  assertEquals(pixelsOf(await display(picture)).data, [...bytes]);
});

eachBackend("notebooks show voxels", async (context) => {
  using grids = makeGrids(context);
  const bundle = await display(grids);
  assertEquals(Object.keys(bundle), ["text/plain", "image/png", "text/html"]);
  assertEquals(bundle["text/plain"], Deno.inspect(grids));
  assertStringIncludes(
    bundle["text/html"] ?? "",
    `<pre>${bundle["text/plain"]}</pre><img src="data`,
  );
  assertStringIncludes(bundle["text/html"] ?? "", bundle["image/png"] ?? "none");
  const { size, data } = pixelsOf(bundle);
  assertEquals(size, [240, 480, 4]);
  const shown = { left: new Set<string>(), right: new Set<string>() };
  for (let at = 0; at < data.length; at += 4) {
    const half = at / 4 % 480 < 240 ? shown.left : shown.right;
    half.add(data.slice(at, at + 4).join());
  }
  // Three sides of the lowest voxel and of the highest; the other grid is empty.
  const sides = ["38,84,124", "30,66,97", "22,49,73", "120,200,160", "94,156,125", "70,117,94"];
  assertEquals([...shown.left].sort(), ["0,0,0,0", ...sides.map((side) => `${side},255`)].sort());
  assertEquals([...shown.right], ["0,0,0,0"]);
});

eachBackend("notebooks show the leaves of large grids, and no more than four", async (context) => {
  using large = gridFromDense({ context, dims: [104, 104, 104], gridCount: 2, voxelSize: 0.5 });
  const { size, data } = pixelsOf(await display(large));
  assertEquals(size, [240, 480, 4]);
  const middle = (60 * 480 + 120) * 4;
  assertEquals(data.slice(middle, middle + 4), [120, 200, 160, 255]);
  assertEquals(data.slice(middle + 960, middle + 964), [120, 200, 160, 255]);
  using many = gridFromDense({ context, dims: 2, gridCount: 6 });
  assertEquals(pixelsOf(await display(many)).size, [240, 960, 4]);
  using none = gridFromDense({ context, dims: 2, gridCount: 0 });
  assertEquals(Object.keys(await display(none)), ["text/plain", "text/html"]);
});

eachBackend("notebooks get the text alone of what is gone", async (context) => {
  const values: Disposable[] = [
    tensor([1], { context }),
    jaggedFromList([[1]], { context }),
    makeGrids(context),
  ];
  for (const value of values) {
    value[Symbol.dispose]();
    const bundle = await display(value);
    assertEquals(bundle, { "text/plain": Deno.inspect(value) });
    assert(bundle["text/plain"]?.endsWith("disposed"));
  }
});
