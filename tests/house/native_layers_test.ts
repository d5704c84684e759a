import { assertEquals } from "@std/assert";
import { isGenerated, readFiles, type SourceFile } from "./_tree.ts";

const ENDINGS = [".h", ".hpp", ".cpp", ".cu", ".cuh"];

/**
 * The layer of a native file: `abi` for the C headers, `base` for what lies below the backends, `seam` for the headers
 * directly in `cuda/backend/`, else the folder below `cuda/`, whatever room a file is in.
 */
function layerOf(path: string): string {
  const [top = "", second = "", third = "", ...rest] = path.split("/");
  if (path.startsWith("ffi/include/")) return "abi";
  if (top === "tests") return "tests";
  if (top !== "cuda") return top;
  if (second !== "backend") return second;
  return rest.length > 0 ? `backend/${third}` : "seam";
}

function mayInclude(from: string, to: string): boolean {
  if (from === to) return true;
  switch (from) {
    case "abi":
      return false;
    case "base":
      return to === "abi";
    case "_generated":
      return !to.startsWith("backend/") && to !== "tests";
    case "seam":
      return to.startsWith("backend/") || to === "abi" || to === "base";
    case "backend/cpu":
    case "backend/cuda":
      return to === "seam" || to === "abi" || to === "base";
    case "core":
      return to === "seam" || to === "abi" || to === "base" || to === "_generated";
    case "tests": // Native tests reach below the ABI on purpose; the seam alone picks a backend.
      return !to.startsWith("backend/") && to !== "_generated";
    default: // An operator family.
      return to === "core" || to === "seam" || to === "abi" || to === "base" ||
        to === "_generated";
  }
}

/** The headers of `cuda/base` that no backend includes, and that belong in the core therefore. */
function neverIncluded(files: readonly SourceFile[]): string[] {
  const all = new Set(files.map(({ path }) => path));
  const used = new Set(
    files.filter(({ path }) => path.startsWith("cuda/backend/")).flatMap(({ path, text }) =>
      includesOf(text).map(({ name }) => resolveInclude(name, path, all))
    ),
  );
  return [...all].filter((path) => /^cuda\/base\/.*\.hpp$/.test(path) && !used.has(path));
}

/** Comments and literals, blanked so that words in them do not count. */
function withoutProse(text: string): string {
  const prose = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\\n])*"/g;
  return text.replace(prose, (match) => match.replace(/[^\n]/g, " "));
}

function includesOf(text: string): { readonly name: string; readonly system: boolean }[] {
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]/gm)]
    .map((match) => ({ name: match[2] ?? "", system: match[1] === "<" }));
}

/** Finds an included file beside the including one, in `cuda/` or in the C include folder. */
function resolveInclude(
  name: string,
  includer: string,
  all: ReadonlySet<string>,
): string | undefined {
  const beside = new URL(name, `file:///${includer}`).pathname.slice(1);
  return [beside, `cuda/${name}`, `ffi/include/${name}`].find((path) => all.has(path));
}

/** The includes that go against the arrows, and quoted ones that lead nowhere. */
function wrongIncludes(files: readonly SourceFile[]): string[] {
  const all = new Set(files.map((file) => file.path));
  return files.flatMap((file) =>
    includesOf(file.text).flatMap(({ name, system }) => {
      const target = resolveInclude(name, file.path, all);
      if (target === undefined) {
        return system ? [] : [`${file.path} includes ${name}: no such file`];
      }
      const allowed = mayInclude(layerOf(file.path), layerOf(target));
      return allowed ? [] : [`${file.path} includes ${target}`];
    })
  );
}

const CUDA_WORD = /__CUDA\w*/;

/** What operators have to leave to the seam. */
const SEAM_WORDS: readonly RegExp[] = [
  CUDA_WORD,
  /\bthreadIdx\b/,
  /__shfl\w*/,
  /__syncthreads\b/,
  /\bcub::/,
  /\bthrust::/,
  /#\s*pragma\s+omp\b/,
  /\bstd::thread\b/,
  /\bmalloc\b/,
  /\bprintf\b/,
  /\bstd::vector\b/,
];

const NOT_OPERATORS = new Set([
  ...["abi", "base", "seam", "core", "tests"],
  ...["backend/cpu", "backend/cuda"],
]);

/**
 * Helpers of families that choose between instructions of the devices, as a few primitives of the core do. The
 * operators that use them do not branch on the backend.
 */
const CHOOSE_INSTRUCTIONS = new Set([
  "cuda/fenwick/view/bricks.hpp", // f16 to f32 in one instruction
  "cuda/fenwick/view/fields.hpp", // lanes, and levels that are read ahead
  "cuda/fenwick/view/lift.hpp", // byte permutations
  "cuda/lod/tree/spread_bits.hpp", // bit interleaving by pdep
  "cuda/lod/weights/roots.hpp", // square roots without the branch for extreme numbers
  "cuda/rays/walk/block_times.hpp", // high halves of products
  "cuda/rays/walk/dual_ray.hpp", // conversions between integers and doubles
  "cuda/rays/walk/hdda.hpp", // byte permutations, and lanes in step
  "cuda/rays/walk/lower_way.hpp", // bit reversal
  "cuda/rays/walk/row_walk.hpp", // predicated additions
  "cuda/rays/walk/voxel_steps.hpp", // predicated additions
]);

/** The listed helpers that are gone or do not say what they are listed for. */
function idleExemptions(files: readonly SourceFile[]): string[] {
  const saying = new Set(
    files.filter(({ text }) => CUDA_WORD.test(withoutProse(text))).map(({ path }) => path),
  );
  return [...CHOOSE_INSTRUCTIONS].filter((path) => !saying.has(path));
}

/** Words of the seam in operator folders, and CUDA files outside the CUDA backend. */
function wrongWords(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const layer = layerOf(path);
    const wrong: string[] = [];
    if (/\.cuh?$/.test(path) && layer !== "backend/cuda") wrong.push(`${path} is a CUDA file`);
    if (NOT_OPERATORS.has(layer) || isGenerated(path)) return wrong;
    const code = withoutProse(text);
    for (const word of SEAM_WORDS) {
      if (word === CUDA_WORD && CHOOSE_INSTRUCTIONS.has(path)) continue;
      const found = word.exec(code)?.[0];
      if (found !== undefined) wrong.push(`${path} says ${found}`);
    }
    return wrong;
  });
}

const NATIVE: readonly SourceFile[] = readFiles(ENDINGS, "cuda", "ffi/include", "tests/native");

Deno.test("includes follow the arrows of the house", () => {
  assertEquals(wrongIncludes(NATIVE), []);
  assertEquals(neverIncluded(NATIVE), []);
});

Deno.test("operators leave devices, threads and memory to the seam", () => {
  assertEquals(wrongWords(NATIVE), []);
  assertEquals(idleExemptions(NATIVE), []);
});

Deno.test("wrongIncludes() names includes between families and past the seam", () => {
  const others = [
    "cuda/base/portable.hpp",
    "cuda/core/grid.hpp",
    "cuda/grid/room/steps.hpp",
    "cuda/rays/march.hpp",
    "cuda/backend/launch.hpp",
    "cuda/backend/cuda/launch.cuh",
    "ffi/include/denovdb/grid.h",
  ].map((path) => ({ path, text: "" }));
  const wrong = (path: string, name: string): number =>
    wrongIncludes([...others, { path, text: `#include "${name}"\n` }]).length;
  assertEquals(wrong("cuda/grid/build.cpp", "../rays/march.hpp"), 1);
  assertEquals(wrong("cuda/grid/build.cpp", "rays/march.hpp"), 1);
  assertEquals(wrong("cuda/grid/build.cpp", "backend/cuda/launch.cuh"), 1);
  assertEquals(wrong("cuda/core/abi.cpp", "backend/cuda/launch.cuh"), 1);
  assertEquals(wrong("cuda/core/abi.cpp", "rays/march.hpp"), 1);
  assertEquals(wrong("cuda/backend/cpu/algorithms.cpp", "core/grid.hpp"), 1);
  assertEquals(wrong("cuda/backend/launch.hpp", "core/grid.hpp"), 1);
  assertEquals(wrong("cuda/base/portable.hpp", "core/grid.hpp"), 1);
  assertEquals(wrong("cuda/base/context.cpp", "backend/launch.hpp"), 1);
  assertEquals(wrong("cuda/rays/walk/hdda.hpp", "grid/room/steps.hpp"), 1);
  assertEquals(wrong("cuda/grid/build.cpp", "nowhere.hpp"), 1);
  assertEquals(wrong("tests/native/launch_test.cpp", "backend/cuda/launch.cuh"), 1);

  assertEquals(wrong("cuda/grid/build.cpp", "core/grid.hpp"), 0);
  assertEquals(wrong("cuda/grid/build.cpp", "../backend/launch.hpp"), 0);
  assertEquals(wrong("cuda/grid/build.cpp", "denovdb/grid.h"), 0);
  assertEquals(wrong("cuda/backend/launch.hpp", "cuda/launch.cuh"), 0);
  assertEquals(wrong("cuda/backend/cuda/algorithms.cu", "base/portable.hpp"), 0);
  assertEquals(wrong("cuda/base/status.hpp", "denovdb/grid.h"), 0);
  assertEquals(wrong("cuda/grid/build.cpp", "room/steps.hpp"), 0);
  assertEquals(wrong("tests/native/march_test.cpp", "rays/march.hpp"), 0);
  assertEquals(wrong("tests/native/launch_test.cpp", "backend/launch.hpp"), 0);
});

Deno.test("wrongWords() names the words of the seam in operators, and only there", () => {
  const wrong = (path: string, text: string): number => wrongWords([{ path, text }]).length;
  const operator = "cuda/grid/build.cpp";
  const bad = [
    "#ifdef __CUDACC__",
    "int i = threadIdx.x;",
    "__shfl_sync(m, v, 0);",
    "__syncthreads();",
    "cub::DeviceScan s;",
    "thrust::sort(a, b);",
    "#pragma omp parallel for",
    "std::thread t;",
    "void* p = malloc(4);",
    'printf("x");',
    "std::vector<int> v;",
  ];
  for (const line of bad) {
    assertEquals(wrong(operator, line), 1, line);
    assertEquals(wrong("cuda/backend/cpu/algorithms.cpp", line), 0, line);
  }
  assertEquals(wrong(operator, "// no malloc here\n/* nor\nprintf */"), 0);
  assertEquals(wrong(operator, 'fail("malloc");'), 0);
  assertEquals(wrong("cuda/grid/build.cu", ""), 1);
  assertEquals(wrong("cuda/backend/cuda/launch.cuh", ""), 0);
  assertEquals(wrong("cuda/rays/walk/cell_walk.hpp", "#if defined(__CUDA_ARCH__)"), 1);
  assertEquals(wrong("cuda/rays/walk/hdda.hpp", "#if defined(__CUDA_ARCH__)"), 0);
  assertEquals(wrong("cuda/rays/walk/hdda.hpp", "int i = threadIdx.x;"), 1);
});
