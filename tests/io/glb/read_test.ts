import { assert, assertEquals, assertThrows } from "@std/assert";
import { encodeGlb, FormatError, readGlb, readPointCloud } from "../../../lib/io/mod.ts";
import { corrupt, readableCuts } from "../_damage.ts";
import { randomMesh } from "../_meshes.ts";

Deno.test("readGlb() reads what encodeGlb() writes: vertices, colors and triangles", async () => {
  const mesh = randomMesh(50, 80);
  const cloud = await readPointCloud(encodeGlb(mesh), { name: "a.glb" });
  assertEquals([cloud.format, cloud.count], ["glb", 50]);
  assertEquals(cloud.positions, new Float64Array(mesh.positions));
  assertEquals(cloud.colors, mesh.colors); // 16 bits of linear light tell all bytes apart
  assertEquals(cloud.faces, mesh.faces as Uint32Array);
  const points = readGlb(encodeGlb({ positions: mesh.positions }));
  assertEquals([points.count, points.faces, points.colors], [50, undefined, undefined]);
});

/** A file of this scene and this data. */
function glb(json: unknown, binary: ArrayBufferView = new Uint8Array(0)): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(
    JSON.stringify(json).padEnd(8 + 4 * Math.ceil(JSON.stringify(json).length / 4)),
  );
  const body = new Uint8Array(binary.buffer, binary.byteOffset, binary.byteLength);
  const bytes = new Uint8Array(28 + text.length + body.length);
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, bytes.length, text.length, 0x4e4f534a].forEach((one, n) =>
    view.setUint32(4 * n, one, true)
  );
  bytes.set(text, 20);
  view.setUint32(20 + text.length, body.length, true);
  view.setUint32(24 + text.length, 0x004e4942, true);
  bytes.set(body, 28 + text.length);
  return bytes;
}

const FLOATS = new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]);
const SCENE = {
  scenes: [{ nodes: [0] }],
  nodes: [{ mesh: 0 }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: "VEC3" }],
  bufferViews: [{ buffer: 0, byteLength: 48 }],
  buffers: [{ byteLength: 48 }],
};

Deno.test("readGlb() puts nodes where they are, and turns what is mirrored", () => {
  const half = Math.SQRT1_2;
  const nodes = [
    { children: [1, 2], translation: [10, 0, 0], scale: [2, 2, 2] },
    { mesh: 0, rotation: [0, 0, half, half] }, // a quarter about z: x becomes y
    { mesh: 0, matrix: [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1] },
  ];
  const { positions, faces } = readGlb(glb({ ...SCENE, nodes }, FLOATS));
  const expected = [
    10,
    0,
    0,
    10,
    2,
    0,
    8,
    0,
    0,
    10,
    0,
    2,
    10,
    10,
    0,
    8,
    10,
    0,
    10,
    12,
    0,
    10,
    10,
    2,
  ];
  expected.forEach((one, at) => assert(Math.abs((positions[at] ?? NaN) - one) < 1e-12, `${at}`));
  assertEquals([...faces ?? []], [0, 1, 2, 4, 6, 5]);
});

Deno.test("readGlb() makes triangles of strips and fans, and takes indices of all sizes", () => {
  const modes = (mode: number, indices?: number) => {
    const primitives = [{
      attributes: { POSITION: 0 },
      mode,
      ...(indices === undefined ? {} : { indices }),
    }];
    const data = new Uint8Array(48 + 4 + 8);
    data.set(new Uint8Array(FLOATS.buffer));
    data.set([3, 2, 1, 0], 48);
    data.set([0, 0, 2, 0, 1, 0, 3, 0], 52);
    return [
      ...readGlb(glb({
        ...SCENE,
        meshes: [{ primitives }],
        accessors: [
          ...SCENE.accessors,
          { bufferView: 1, componentType: 5121, count: 4, type: "SCALAR" },
          { bufferView: 1, byteOffset: 4, componentType: 5123, count: 4, type: "SCALAR" },
        ],
        bufferViews: [...SCENE.bufferViews, { buffer: 0, byteOffset: 48, byteLength: 12 }],
      }, data)).faces ?? [],
    ];
  };
  assertEquals(modes(5), [0, 1, 2, 1, 3, 2]);
  assertEquals(modes(6), [0, 1, 2, 0, 2, 3]);
  assertEquals(modes(4, 1), [3, 2, 1]);
  assertEquals(modes(5, 2), [0, 2, 1, 2, 3, 1]);
  assertEquals(modes(0), []);
});

Deno.test("readGlb() names what it does not read of vertices, colors that only some have among it", () => {
  const unreadOf = (...others: Record<string, number>[]) =>
    readGlb(glb({
      ...SCENE,
      meshes: [{
        primitives: others.map((other) => ({ attributes: { POSITION: 0, ...other } })),
      }],
    }, FLOATS)).unread;
  assertEquals(unreadOf({}, {}), undefined);
  assertEquals(unreadOf({ COLOR_0: 0 }, { COLOR_0: 0 }), undefined);
  assertEquals(unreadOf({ NORMAL: 0 }, { NORMAL: 0, TEXCOORD_0: 0 }), ["NORMAL", "TEXCOORD_0"]);
  assertEquals(unreadOf({ COLOR_0: 0, NORMAL: 0 }, {}), ["NORMAL", "COLOR_0"]);
});

Deno.test("readGlb() reads sparse, quantized and strided numbers", () => {
  const accessor = (changes: Record<string, unknown>) => [{ ...SCENE.accessors[0], ...changes }];
  const data = new Uint8Array(48 + 4 + 12);
  data.set(new Uint8Array(FLOATS.buffer));
  data.set([2], 48);
  new Float32Array(data.buffer, 52).set([7, 8, 9]);
  const sparse = {
    count: 1,
    indices: { bufferView: 1, componentType: 5123 },
    values: { bufferView: 1, byteOffset: 4 },
  };
  const views = [...SCENE.bufferViews, { buffer: 0, byteOffset: 48, byteLength: 16 }];
  const changed = readGlb(
    glb({ ...SCENE, accessors: accessor({ sparse }), bufferViews: views }, data),
  );
  assertEquals([...changed.positions], [0, 0, 0, 1, 0, 0, 7, 8, 9, 0, 0, 1]);
  const { bufferView: _, ...zeros } = { ...SCENE.accessors[0], sparse };
  const filled = readGlb(glb({ ...SCENE, accessors: [zeros], bufferViews: views }, data));
  assertEquals([...filled.positions], [0, 0, 0, 0, 0, 0, 7, 8, 9, 0, 0, 0]);

  const quantized = (numbers: ArrayBufferView, componentType: number, normalized: boolean) => [
    ...readGlb(glb({
      ...SCENE,
      extensionsRequired: ["KHR_mesh_quantization", "KHR_materials_unlit", "KHR_texture_transform"],
      accessors: accessor({ componentType, normalized, count: 2 }),
      bufferViews: [{ buffer: 0, byteLength: 16, byteStride: numbers.byteLength / 2 }],
    }, numbers)).positions,
  ];
  const shorts = Int16Array.of(32767, -32768, 0, 99, -32767, 1, 2, 99);
  assertEquals(quantized(shorts, 5122, false), [32767, -32768, 0, -32767, 1, 2]);
  assertEquals(quantized(shorts, 5122, true), [1, -1, 0, -1, 1 / 32767, 2 / 32767]);
  const bytes = Int8Array.of(127, -128, 0, 99, -127, 1, 2, 99);
  assertEquals(quantized(bytes, 5120, true), [1, -1, 0, -1, 1 / 127, 2 / 127]);
  assertEquals(quantized(bytes, 5121, false), [127, 128, 0, 129, 1, 2]);
});

/** Makes the four vertices of the scene so many, the last ones of which are others. */
function sparseOf(count: number, componentType = 5121): unknown {
  return {
    count,
    indices: { bufferView: 0, byteOffset: 12, componentType },
    values: { bufferView: 0 },
  };
}

Deno.test("readGlb() reads data that is written as text in the file, as Open3D 0.16 writes all", () => {
  const text = btoa(String.fromCharCode(...new Uint8Array(FLOATS.buffer)));
  const uri = `data:application/octet-stream;base64,${text}`;
  const alone = glb({ ...SCENE, buffers: [{ byteLength: 48, uri }] });
  assertEquals([...readGlb(alone).positions], [...FLOATS]);
  // Triangles in the chunk, positions in the second buffer.
  const both = {
    ...SCENE,
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      ...SCENE.accessors,
      { bufferView: 1, componentType: 5121, count: 3, type: "SCALAR" },
    ],
    bufferViews: [{ buffer: 1, byteLength: 48 }, { buffer: 0, byteLength: 3 }],
    buffers: [{ byteLength: 3 }, { byteLength: 48, uri: uri.replace("data:", "DATA:") }],
  };
  const mesh = readGlb(glb(both, Uint8Array.of(3, 1, 2, 0)));
  assertEquals([[...mesh.positions], mesh.faces], [[...FLOATS], Uint32Array.of(3, 1, 2)]);
});

Deno.test("readGlb() refuses files that are wrong", async () => {
  const good = glb(SCENE, FLOATS);
  assertEquals(await readableCuts(readGlb, good), []);
  await corrupt(readGlb, good, { runs: 200 });
  await corrupt(readGlb, encodeGlb(randomMesh(5, 5)), { runs: 200 });
  const accessor = (changes: Record<string, unknown>) => ({
    ...SCENE,
    accessors: [{ ...SCENE.accessors[0], ...changes }],
  });
  /** With colors that are zeros but for one. */
  const withColors = (changes: Record<string, unknown>) => ({
    ...SCENE,
    meshes: [{ primitives: [{ attributes: { POSITION: 0, COLOR_0: 1 } }] }],
    accessors: [
      SCENE.accessors[0],
      { componentType: 5126, count: 4, type: "VEC3", sparse: sparseOf(1), ...changes },
    ],
  });
  for (
    const [bytes, problem] of [
      [new Uint8Array(30), 'does not start with "glTF"'],
      [glb({ ...SCENE, scenes: [] }, FLOATS), "there is no scene"],
      [glb(accessor({ type: "constructor" }), FLOATS), 'accessor 0 is of type "constructor"'],
      [
        glb(accessor({ type: { toString: 1 } }), FLOATS),
        'accessor 0 is of type {"toString":1}',
      ],
      [glb(accessor({ type: [[[[[1]]]]] }), FLOATS), "accessor 0 is of type [[[...]]]"],
      [glb({ ...SCENE, nodes: [{ mesh: 0, children: [0] }] }, FLOATS), "node 0 has two parents"],
      [glb({ ...SCENE, nodes: [{ mesh: 7 }] }, FLOATS), "there is no 7 of meshes"],
      [glb({ ...SCENE, nodes: [{}] }, FLOATS), "the scene has no vertices"],
      [
        glb({ ...SCENE, nodes: [{ mesh: 0, scale: [1] }] }, FLOATS),
        "a node has [1], 3 numbers expected",
      ],
      [
        glb({ ...SCENE, extensionsRequired: ["KHR_draco_mesh_compression"] }, FLOATS),
        'it needs ["KHR_draco_mesh_compression"]',
      ],
      [glb({ ...SCENE, buffers: [{ uri: "a.bin" }] }, FLOATS), "there is data in other files"],
      [glb({ ...SCENE, buffers: [{ uri: 7 }] }, FLOATS), "there is data in other files"],
      [
        glb({ ...SCENE, buffers: [{ uri: "data:" }] }, FLOATS),
        'data is "data:...", base64 expected',
      ],
      [glb({ ...SCENE, buffers: [{ uri: "data:,ab" }] }, FLOATS), "base64 expected"],
      [glb({ ...SCENE, buffers: [{ uri: "data:;base64,a" }] }, FLOATS), "data is not base64"],
      [
        glb({ ...SCENE, buffers: [{ uri: "data:;base64,AAAA" }] }, FLOATS),
        "ends at byte 48 of the data, 3 are there",
      ],
      [
        glb({ ...SCENE, bufferViews: [{ buffer: 1, byteLength: 48 }] }, FLOATS),
        "there is no 1 of buffers",
      ],
      [
        glb(accessor({ count: 1e15 }), FLOATS),
        "ends at byte 12000000000000000 of the data, 48 are there",
      ],
      [glb(accessor({ count: -1 }), FLOATS), "a count is -1"],
      [glb(accessor({ byteOffset: 4 }), FLOATS), "ends at byte 52 of the data"],
      [glb(accessor({ componentType: 5124 }), FLOATS), "component type 5124 is not supported"],
      [glb(accessor({ type: "MAT4" }), FLOATS), 'accessor 0 is of type "MAT4"'],
      [glb(accessor({ bufferView: undefined }), FLOATS), "accessor 0 has no data"],
      [glb(accessor({ sparse: 1 }), FLOATS), "there is 1 where an object is expected"],
      [glb(accessor({ sparse: sparseOf(4) }), FLOATS), "changes element 128, there are 4"],
      [glb(accessor({ sparse: sparseOf(4, 5120) }), FLOATS), "changes element -128, there are 4"],
      [
        glb(accessor({ sparse: sparseOf(1, 5126) }), Float32Array.of(0, 0, 0, 0.5, ...FLOATS)),
        "changes element 0.5, there are 4",
      ],
      [
        glb(accessor({ sparse: sparseOf(9) }), FLOATS),
        "what accessor 0 changes ends at byte",
      ],
      [glb(accessor({ type: "VEC4", count: 3 }), FLOATS), "positions have three numbers each"],
      [
        glb(accessor({ bufferView: undefined, sparse: sparseOf(1), count: 1e15 }), FLOATS),
        "the scene has more than 268435456 vertices",
      ],
      [glb(withColors({ count: 1e15 }), FLOATS), "there are 1000000000000000 colors, 4 expected"],
      [glb(withColors({ count: 5 }), FLOATS), "there are 5 colors, 4 expected"],
    ] as const
  ) assertThrows(() => readGlb(bytes), FormatError, problem);
  // Many nodes with one mesh are no way to fill the memory.
  const nodes = Array.from({ length: 70000 }, () => ({ mesh: 0 }));
  const many = { ...SCENE, nodes, scenes: [{ nodes: [...nodes.keys()] }], ...accessorOf(5000) };
  assertThrows(
    () => readGlb(glb(many, new Uint8Array(60000))),
    FormatError,
    "more than 268435456 vertices",
  );
});

function accessorOf(count: number): Pick<typeof SCENE, "accessors" | "bufferViews"> {
  return {
    accessors: [{ bufferView: 0, componentType: 5126, count, type: "VEC3" }],
    bufferViews: [{ buffer: 0, byteLength: 12 * count }],
  };
}
