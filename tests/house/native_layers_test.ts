import { assertEquals } from "@std/assert";
import { isGenerated, readFiles, type SourceFile } from "./_tree.ts";

const ENDINGS = [".h", ".hpp", ".cpp", ".cu", ".cuh"];

/**
 * The layer of a native file: `abi` for the C headers, `base` for what lies below the backends, `seam` for
 * `cuda/backend/api`, else the folder below `cuda/` or `cuda/backend/`, whatever room a file is in.
 */
function layerOf(path: string): string {
  const [top = "", second = "", third = ""] = path.split("/");
  if (path.startsWith("ffi/include/")) return "abi";
  if (top === "tests") return "tests";
  if (top !== "cuda") return top;
  if (second !== "backend") return second;
  return third === "api" ? "seam" : `backend/${third}`;
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
    case "seam": // What a backend offers is included by the include path, see wrongIncludes().
      return to === "abi" || to === "base";
    case "backend/shared":
      return to === "seam" || to === "abi" || to === "base";
    case "backend/cpu":
    case "backend/cuda":
    case "backend/wasm":
      if (from === "backend/wasm" && to === "backend/cpu") return true; // It runs on host threads, too.
      return to === "seam" || to === "backend/shared" || to === "abi" || to === "base";
    case "core":
      return to === "seam" || to === "abi" || to === "base" || to === "_generated";
    case "tests": // Native tests reach below the ABI on purpose; the seam alone picks a backend.
      return !to.startsWith("backend/") && to !== "_generated";
    default: // An operator family.
      return to === "core" || to === "seam" || to === "abi" || to === "base" ||
        to === "_generated";
  }
}

/** The headers of `cuda/base` that neither a backend nor the base includes, and that belong in the core therefore. */
function neverIncluded(files: readonly SourceFile[]): string[] {
  const all = new Set(files.map(({ path }) => path));
  const used = new Set(
    files.filter(({ path }) => /^cuda\/(?:backend|base)\//.test(path)).flatMap(({ path, text }) =>
      includesOf(text).flatMap(({ name }) => resolveInclude(name, path, all))
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

/** The folders that an include path of the build chooses from, so that each backend has its own `device/`. */
const BACKENDS = ["cuda/backend/cpu", "cuda/backend/cuda"];

/** Whether an include is resolved by the backend that is built. */
function isOffered(name: string): boolean {
  return name.startsWith("device/");
}

/**
 * Finds an included file beside the including one, in `cuda/` or in the C include folder; and in each backend, what all
 * of them offer.
 */
function resolveInclude(name: string, includer: string, all: ReadonlySet<string>): string[] {
  if (isOffered(name)) {
    return BACKENDS.map((backend) => `${backend}/${name}`).filter((path) => all.has(path));
  }
  const beside = new URL(name, `file:///${includer}`).pathname.slice(1);
  return [beside, `cuda/${name}`, `ffi/include/${name}`].filter((path) => all.has(path)).slice(
    0,
    1,
  );
}

/** The includes that go against the arrows, and quoted ones that lead nowhere. */
function wrongIncludes(files: readonly SourceFile[]): string[] {
  const all = new Set(files.map((file) => file.path));
  return files.flatMap((file) =>
    includesOf(file.text).flatMap(({ name, system }) => {
      const targets = resolveInclude(name, file.path, all);
      if (isOffered(name)) {
        if (layerOf(file.path) !== "seam") return [`${file.path} includes ${name}`];
        return targets.length === BACKENDS.length
          ? []
          : [`${file.path} includes ${name}: not every backend has this file`];
      }
      if (targets.length === 0) {
        return system ? [] : [`${file.path} includes ${name}: no such file`];
      }
      return targets.filter((target) => !mayInclude(layerOf(file.path), layerOf(target)))
        .map((target) => `${file.path} includes ${target}`);
    })
  );
}

/** The files that some backends offer and others do not, and those that no header of the seam includes. */
function unevenOffers(files: readonly SourceFile[]): string[] {
  const all = files.map(({ path }) => path);
  const wanted = new Set(
    files.filter(({ path }) => layerOf(path) === "seam").flatMap(({ text }) =>
      includesOf(text).map(({ name }) => name).filter(isOffered)
    ),
  );
  return BACKENDS.flatMap((backend) => {
    const has = new Set(
      all.filter((path) => path.startsWith(`${backend}/device/`)).map((path) =>
        path.slice(backend.length + 1)
      ),
    );
    return [
      ...[...wanted].filter((name) => !has.has(name)).map((name) =>
        `${backend}/${name} is missing`
      ),
      ...[...has].filter((name) => !wanted.has(name)).map((name) =>
        `${backend}/${name} is not included`
      ),
    ];
  });
}

/** The headers of the seam that choose between compilers or backends themselves. */
function choosingHeaders(files: readonly SourceFile[]): string[] {
  return files.filter(({ path, text }) =>
    layerOf(path) === "seam" && /^[ \t]*#[ \t]*(?:if|elif)/m.test(withoutProse(text))
  ).map(({ path }) => `${path} has a branch of the preprocessor`);
}

/** The files of the seam and of the backends that do not open with a comment. */
function unannounced(files: readonly SourceFile[]): string[] {
  return files.filter(({ path, text }) =>
    path.startsWith("cuda/backend/") && !/^\/\/\/? [A-Z]/.test(text)
  ).map(({ path }) => `${path} does not open with a sentence that says what it is`);
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
  ...["backend/shared", "backend/cpu", "backend/cuda"],
]);

/** The layers that choose between instructions of the devices: all other code is the same for both compilers. */
const CHOOSE_INSTRUCTIONS = new Set(["base", "backend/cuda", "tests"]);

/** Words of the seam in operator folders, words of a compiler above the base, and CUDA files outside the CUDA backend. */
function wrongWords(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const layer = layerOf(path);
    const wrong: string[] = [];
    if (/\.cuh?$/.test(path) && layer !== "backend/cuda") wrong.push(`${path} is a CUDA file`);
    if (isGenerated(path)) return wrong;
    const code = withoutProse(text);
    for (const word of SEAM_WORDS) {
      if (word === CUDA_WORD ? CHOOSE_INSTRUCTIONS.has(layer) : NOT_OPERATORS.has(layer)) continue;
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

Deno.test("each backend offers what the headers of the seam include", () => {
  assertEquals(unevenOffers(NATIVE), []);
  assertEquals(choosingHeaders(NATIVE), []);
  assertEquals(unannounced(NATIVE), []);
});

Deno.test("operators leave devices, threads and memory to the seam", () => {
  assertEquals(wrongWords(NATIVE), []);
});

Deno.test("wrongIncludes() names includes between families and past the seam", () => {
  const others = [
    "cuda/base/portable.hpp",
    "cuda/core/grid.hpp",
    "cuda/grid/room/steps.hpp",
    "cuda/rays/march.hpp",
    "cuda/backend/api/launch.hpp",
    "cuda/backend/api/special/rays/turns.hpp",
    "cuda/backend/shared/fold_tree.hpp",
    "cuda/backend/cpu/device/launch.hpp",
    "cuda/backend/cuda/device/launch.hpp",
    "cuda/backend/cuda/device/lonely.hpp",
    "cuda/backend/cuda/launch/tiles.cuh",
    "ffi/include/denovdb/grid.h",
  ].map((path) => ({ path, text: "" }));
  const wrong = (path: string, name: string): number =>
    wrongIncludes([...others, { path, text: `#include "${name}"\n` }]).length;
  assertEquals(wrong("cuda/grid/build.cpp", "../rays/march.hpp"), 1);
  assertEquals(wrong("cuda/grid/build.cpp", "rays/march.hpp"), 1);
  assertEquals(wrong("cuda/grid/build.cpp", "backend/cuda/launch/tiles.cuh"), 1);
  assertEquals(wrong("cuda/core/abi.cpp", "backend/cuda/launch/tiles.cuh"), 1);
  assertEquals(wrong("cuda/core/abi.cpp", "rays/march.hpp"), 1);
  assertEquals(wrong("cuda/backend/cpu/algorithms.cpp", "core/grid.hpp"), 1);
  assertEquals(wrong("cuda/backend/api/launch.hpp", "core/grid.hpp"), 1);
  assertEquals(wrong("cuda/base/portable.hpp", "core/grid.hpp"), 1);
  assertEquals(wrong("cuda/base/context.cpp", "backend/api/launch.hpp"), 1);
  assertEquals(wrong("cuda/rays/walk/hdda.hpp", "grid/room/steps.hpp"), 1);
  assertEquals(wrong("cuda/grid/build.cpp", "nowhere.hpp"), 1);
  assertEquals(wrong("cuda/grid/build.cpp", "device/launch.hpp"), 1);
  assertEquals(wrong("cuda/grid/build.cpp", "backend/shared/fold_tree.hpp"), 1);
  assertEquals(wrong("cuda/backend/api/team.hpp", "backend/cuda/device/launch.hpp"), 1);
  assertEquals(wrong("cuda/backend/api/team.hpp", "device/lonely.hpp"), 1);
  assertEquals(wrong("cuda/backend/cpu/algorithms.cpp", "backend/cuda/launch/tiles.cuh"), 1);
  assertEquals(wrong("tests/native/launch_test.cpp", "backend/cuda/launch/tiles.cuh"), 1);

  assertEquals(wrong("cuda/grid/build.cpp", "core/grid.hpp"), 0);
  assertEquals(wrong("cuda/grid/build.cpp", "../backend/api/launch.hpp"), 0);
  assertEquals(wrong("cuda/grid/build.cpp", "denovdb/grid.h"), 0);
  assertEquals(wrong("cuda/backend/api/launch.hpp", "device/launch.hpp"), 0);
  assertEquals(wrong("cuda/backend/cpu/algorithms.cpp", "backend/shared/fold_tree.hpp"), 0);
  assertEquals(wrong("cuda/rays/march.cpp", "backend/api/special/rays/turns.hpp"), 0);
  assertEquals(wrong("cuda/backend/cuda/algorithms.cu", "base/portable.hpp"), 0);
  assertEquals(wrong("cuda/base/status.hpp", "denovdb/grid.h"), 0);
  assertEquals(wrong("cuda/grid/build.cpp", "room/steps.hpp"), 0);
  assertEquals(wrong("tests/native/march_test.cpp", "rays/march.hpp"), 0);
  assertEquals(wrong("tests/native/launch_test.cpp", "backend/api/launch.hpp"), 0);
});

Deno.test("unevenOffers() names what one backend alone has, and what nobody includes", () => {
  const files = [
    { path: "cuda/backend/api/launch.hpp", text: '#include "device/launch.hpp"\n' },
    { path: "cuda/backend/cpu/device/launch.hpp", text: "" },
    { path: "cuda/backend/cuda/device/launch.hpp", text: "" },
  ];
  assertEquals(unevenOffers(files), []);
  assertEquals(unevenOffers(files.slice(0, 2)), ["cuda/backend/cuda/device/launch.hpp is missing"]);
  assertEquals(unevenOffers(files.slice(1)), [
    "cuda/backend/cpu/device/launch.hpp is not included",
    "cuda/backend/cuda/device/launch.hpp is not included",
  ]);
});

Deno.test("choosingHeaders() and unannounced() name headers of the seam", () => {
  const header = (text: string) => [{ path: "cuda/backend/api/launch.hpp", text }];
  for (const line of ["#if defined(__CUDACC__)", "#ifdef X", " # ifndef X", "#elif X"]) {
    assertEquals(choosingHeaders(header(`${line}\n`)).length, 1, line);
  }
  assertEquals(choosingHeaders(header("// #if only\n#pragma once\n")), []);
  assertEquals(choosingHeaders([{ path: "cuda/base/intrinsics.hpp", text: "#if X\n" }]), []);
  assertEquals(unannounced(header("#pragma once\n")).length, 1);
  assertEquals(unannounced(header("/// Launches.\n#pragma once\n")), []);
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
    const isCompilers = line.includes("__CUDA");
    assertEquals(wrong("cuda/backend/cpu/algorithms.cpp", line), isCompilers ? 1 : 0, line);
  }
  assertEquals(wrong(operator, "// no malloc here\n/* nor\nprintf */"), 0);
  assertEquals(wrong(operator, 'fail("malloc");'), 0);
  assertEquals(wrong("cuda/grid/build.cu", ""), 1);
  assertEquals(wrong("cuda/backend/cuda/device/launch.hpp", ""), 0);
  assertEquals(wrong("cuda/rays/walk/cell_walk.hpp", "#if defined(__CUDA_ARCH__)"), 1);
  assertEquals(wrong("cuda/core/words.hpp", "#if defined(__CUDA_ARCH__)"), 1);
  assertEquals(wrong("cuda/backend/api/team.hpp", "#if defined(__CUDA_ARCH__)"), 1);
  assertEquals(wrong("cuda/base/intrinsics.hpp", "#if defined(__CUDA_ARCH__)"), 0);
  assertEquals(wrong("cuda/rays/walk/hdda.hpp", "int i = threadIdx.x;"), 1);
});
