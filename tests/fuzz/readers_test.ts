import { assertEquals } from "@std/assert";
import * as io from "../../lib/io/mod.ts";
import { e57Bytes } from "../io/e57/_bytes.ts";
import { copcBytes } from "../io/las/_copc_bytes.ts";
import { lasBytes } from "../io/las/_bytes.ts";
import { niftiBytes } from "../io/nifti/_bytes.ts";
import { npy, npz } from "../io/npy/_bytes.ts";
import { nrrdBytes } from "../io/nrrd/_bytes.ts";
import { pcdBytes } from "../io/pcd/_bytes.ts";
import { fileCalls } from "../operators/_calls_io.ts";
import { isMarked } from "../../dev/calls/_marks.ts";
import { FUZZ_SCALE, FUZZ_SEED } from "./_scale.ts";
import { diceOf, isTyped, mutateBytes, mutateValue } from "./_mutate.ts";

const ABOUT = { min: [0, 0, 0] as const, edge: 8, bits: 3, gridSize: 2, attributes: [] };

/** Damaged copies of each file, and damaged calls of each function. */
const [COPIES, CALLS] = [150 * FUZZ_SCALE, 250 * FUZZ_SCALE];

/** A small file and what reads it. */
interface Sample {
  readonly bytes: Uint8Array;
  readonly read: (bytes: Uint8Array) => unknown;
}

function text(words: string): Uint8Array {
  return new TextEncoder().encode(words);
}

async function samples(): Promise<Readonly<Record<string, Sample>>> {
  const positions = Float64Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0.5);
  const colors = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 255);
  const mesh = { positions, faces: Uint32Array.of(0, 1, 2), colors };
  const grid = {
    name: "one",
    type: "float",
    ijk: Int32Array.of(1, 2, 3, 4, 5, 6, -9, 100, 0),
    values: Float32Array.of(1, 2, 3),
  } as const;
  const las = {
    format: 3,
    extraBytes: 3,
    points: [{ at: [1, 2, 3], rgb: [1, 2, 3] }, { at: [4, 5, 6] }],
    vlrs: [{ userId: "LASF_Projection", recordId: 34735, data: new Uint8Array(24).fill(1) }],
  } as const;
  const pcd = {
    fields: ["x", "y", "z", "rgb", "ring"].map((name) => ({ name, kind: "F4" })),
    rows: [[1, 2, 3, 4, 5], [6, 7, 8, 9, 10]],
  };
  const cloud = (name?: string) => (bytes: Uint8Array): unknown =>
    io.readPointCloud(bytes, name === undefined ? {} : { name });
  const dvlod = new io.DvlodEncoder(ABOUT);
  const node = dvlod.node({
    level: 0,
    cell: [0, 0, 0],
    kind: "leaf",
    coordinates: Uint32Array.of(1, 2, 7),
    colors: Uint8Array.of(9, 8, 7, 255),
  });
  const tree = Uint8Array.of(...dvlod.header(), ...node, ...dvlod.finish());
  return {
    ply: { bytes: io.encodePly(mesh), read: cloud() },
    "ply of text": {
      bytes: text(
        "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n" +
          "property float z\nproperty list uchar int a\nend_header\n1 2 3 1 5\n4 5 6 0\n",
      ),
      read: cloud(),
    },
    obj: { bytes: io.encodeObj(mesh), read: cloud("a.obj") },
    off: { bytes: text("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"), read: cloud("a.off") },
    glb: {
      bytes: io.encodeGlb({ ...mesh, positions: Float32Array.from(positions) }),
      read: cloud(),
    },
    las: { bytes: lasBytes(las), read: cloud() },
    "las of format 6": { bytes: lasBytes({ ...las, format: 6 }), read: cloud() },
    copc: {
      bytes: copcBytes({ format: 6, nodes: [{ key: [0, 0, 0, 0] }] }).bytes,
      read: (bytes) => io.readCopcNodes(bytes),
    },
    pcd: { bytes: pcdBytes({ ...pcd, data: "binary_compressed" }), read: cloud() },
    "pcd of text": { bytes: pcdBytes({ ...pcd, data: "ascii" }), read: cloud() },
    xyz: { bytes: text("x,y,z,gps\n1,2,3,4\n5,6,7,8\n"), read: cloud("a.csv") },
    pts: { bytes: text("2\n1 2 3 4 5 6 7\n1 2 3 4 5 6 7\n"), read: cloud("a.pts") },
    ptx: {
      bytes: text(
        "1\n1\n1 2 3\n1 0 0\n0 1 0\n0 0 1\n1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n1 2 3 0.5\n",
      ),
      read: cloud("a.ptx"),
    },
    kitti: { bytes: new Uint8Array(32), read: cloud("a.bin") },
    e57: {
      bytes: e57Bytes({
        scans: [{
          fields: ["X", "Y", "Z"].map((axis) => ({
            name: `cartesian${axis}`,
            type: "Float",
            values: [1, 2],
          })),
        }],
      }),
      read: cloud(),
    },
    npz: {
      bytes: npz({ points: npy("<f4", [2, 3], new Float32Array(6)) }, { deflated: true }),
      read: (bytes) => io.readNumpy(bytes),
    },
    nrrd: {
      bytes: await nrrdBytes({
        sizes: [2, 2, 2],
        type: "f32",
        encoding: "gzip",
        samples: [1, 2, 3, 4, 5, 6, 7, 8],
      }),
      read: (bytes) => io.readVolume(bytes),
    },
    nifti: { bytes: niftiBytes(), read: (bytes) => io.readVolume(bytes) },
    nvdb: { bytes: io.encodeNvdb([grid]), read: (bytes) => io.readNvdb(bytes, { verify: false }) },
    "nvdb of zip": {
      bytes: io.encodeNvdb([grid], { codec: "zip" }),
      read: (bytes) => io.readNvdb(bytes),
    },
    dvlod: {
      bytes: tree,
      read: (bytes) => {
        const lod = io.readDvlod(bytes);
        return lod.nodes.map(({ index }) => lod.read(index));
      },
    },
  };
}

Deno.test("readers of damaged files throw typed errors only", async () => {
  const faults: string[] = [];
  for (const [name, { bytes, read }] of Object.entries(await samples())) {
    await read(bytes);
    const dice = diceOf(FUZZ_SEED + name.length * 1009 + bytes.length);
    for (let copy = 0; copy < COPIES; copy++) {
      const damaged = mutateBytes(bytes, dice);
      try {
        await read(damaged);
      } catch (error) {
        if (!isTyped(error)) faults.push(`${name}, copy ${copy}: ${error}`);
      }
    }
  }
  assertEquals(faults, []);
});

Deno.test("functions of files called with damaged operands throw typed errors only", async () => {
  const faults: string[] = [];
  const dice = diceOf(4710 + FUZZ_SEED);
  for (const [name, row] of Object.entries(fileCalls())) {
    const good = row.map((operand) => isMarked(operand) ? operand.make() : operand);
    const [first, method] = name.split(".");
    for (let round = 0; round < CALLS; round++) {
      const args = [...good];
      const place = method === undefined ? dice(args.length) : 1 + dice(args.length - 1);
      args[place] = mutateValue(args[place], dice);
      try {
        if (method === undefined) await Reflect.apply(Reflect.get(io, first ?? ""), io, args);
        else {
          const encoder = new io.DvlodEncoder(ABOUT);
          await Reflect.apply(Reflect.get(encoder, method), encoder, args.slice(1));
        }
      } catch (error) {
        if (!isTyped(error)) faults.push(`${name}, round ${round}: ${error}`);
      }
    }
  }
  assertEquals(faults, []);
});
