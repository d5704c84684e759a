/**
 * The page: takes a file, has its worker draw it, and shows the picture.
 *
 * @module
 */

const WIDTH = 480;

const [input, canvas, status, device] = ["file", "picture", "status", "device"].map((id) =>
  document.getElementById(id)
);

const address = new URL("./worker.js", import.meta.url);
const { wasm = "", laz = "" } = document.body.dataset;
address.search = String(new URLSearchParams({ wasm, laz }));
const worker = new Worker(address, { type: "module" });

input.addEventListener("change", async () => {
  const file = input.files[0];
  if (file === undefined) return;
  status.textContent = `drawing ${file.name}`;
  document.body.dataset.state = "busy";
  const task = { name: file.name, bytes: await file.arrayBuffer(), width: WIDTH };
  worker.postMessage(task, [task.bytes]);
});

worker.addEventListener("message", ({ data }) => {
  if ("device" in data) {
    device.textContent = data.device;
    return;
  }
  document.body.dataset.state = "done";
  if ("error" in data) {
    status.textContent = data.error;
    return;
  }
  const { width, height, pixels, points, voxels, milliseconds } = data;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext("2d").putImageData(new ImageData(pixels, width, height), 0, 0);
  status.textContent = `${points} points, ${voxels} voxels, ${milliseconds.toFixed()} ms`;
});
