/**
 * Builds the native libraries with CMake, and only when something changed.
 *
 * @module
 */
import { join } from "@std/path";
import { exists, must, ROOT, say, seconds, TaskError, which } from "./_shared.ts";

/** One way to build the native core. */
export interface NativeBuild {
  /** The folder under `build/`. */
  readonly folder: "cpu" | "quick" | "cuda" | "asan" | "wasm";
  readonly backend: "cpu" | "cuda" | "wasm";
  /** CUDA architectures, separated by `;`. Absent: all release targets, as the CMake file lists them. */
  readonly archs?: string;
  /** Builds the native tests too, not only the library. */
  readonly tests?: boolean;
  /** Compiles quickly, not to run fast: to see that device code compiles, or for a first picture. */
  readonly quick?: boolean;
  /** Runs on other machines of the same family too, not only on one like the builder. */
  readonly portable?: boolean;
}

/** What everyone needs who runs denovdb. */
export const CPU: NativeBuild = { folder: "cpu", backend: "cpu", portable: false };

/** The CPU library for who does not have it yet and wants to see something: slower, built in a third of the time. */
export const QUICK: NativeBuild = { folder: "quick", backend: "cpu", quick: true };

/** The CPU library with AddressSanitizer and UBSan. */
export const ASAN: NativeBuild = { folder: "asan", backend: "cpu" };

/** What a machine with a GPU has besides, for the architectures that it was last built for. */
export const CUDA: NativeBuild = { folder: "cuda", backend: "cuda" };

/** The WebAssembly module, for every machine. */
export const WASM: NativeBuild = { folder: "wasm", backend: "wasm" };

const SOURCES = ["cuda", "ffi/include"];

/** The built library, seen from the root. */
export function libraryPath(build: NativeBuild): string {
  if (build.backend === "wasm") return `build/${build.folder}/denovdb.wasm`;
  return `build/${build.folder}/libdenovdb_${build.backend}.so`;
}

/**
 * Brings a native library up to date and says so in one line.
 *
 * Two builds of the same folder wait for each other.
 */
export async function buildNative(build: NativeBuild): Promise<void> {
  const start = performance.now();
  const library = libraryPath(build);
  const folder = `build/${build.folder}`;
  await Deno.mkdir(join(ROOT, folder), { recursive: true });
  using lock = await Deno.open(join(ROOT, folder, ".lock"), { write: true, create: true });
  await lock.lock(true);

  const stamps = await describeInputs(build);
  if (exists(library) && await areCurrent(folder, stamps)) {
    say(`${library} is up to date`);
    return;
  }
  const compiler = requireTools(build);
  await forgetOtherPlace(folder);
  await must("cmake", [
    ...["-S", "cuda", "-B", folder, "--log-level=WARNING"],
    ...generator(folder),
    ...["-DCMAKE_BUILD_TYPE=Release", `-DDVDB_BACKEND=${build.backend}`],
    `-DDVDB_NATIVE_ARCH=${build.portable ? "OFF" : "ON"}`,
    `-DDVDB_SANITIZE=${build.folder === "asan" ? "ON" : "OFF"}`,
    `-DDVDB_STRICT=${Deno.env.get("CI") ? "ON" : "OFF"}`,
    `-DDVDB_QUICK=${build.quick ? "ON" : "OFF"}`,
    `-DDVDB_TESTS=${build.tests ? "ON" : "OFF"}`,
    ...(build.archs ? [`-DDVDB_CUDA_ARCHS=${build.archs}`] : ["-UDVDB_CUDA_ARCHS"]),
    ...(build.backend === "cuda" ? [`-DCMAKE_CUDA_COMPILER=${compiler}`] : []),
    ...(build.backend === "wasm" ? [`-DCMAKE_TOOLCHAIN_FILE=${join(ROOT, TOOLCHAIN)}`] : []),
  ], { quiet: true });
  const jobs = String(navigator.hardwareConcurrency);
  await must("cmake", ["--build", folder, "--parallel", jobs], { quiet: true });
  if (!exists(library)) throw new TaskError(`The build ended well but left no ${library}`);
  for (const [name, stamp] of stamps) await Deno.writeTextFile(join(ROOT, folder, name), stamp);
  say(`${library} built in ${seconds(start)}`);
}

/** Whether a library is there and no source has changed since it was built. */
export async function isBuilt(build: NativeBuild): Promise<boolean> {
  return exists(libraryPath(build)) &&
    await areCurrent(`build/${build.folder}`, await describeInputs(build));
}

/** CMake refuses a build folder of a checkout that has been moved or copied: what it noted there is taken away. */
async function forgetOtherPlace(folder: string): Promise<void> {
  const cache = join(ROOT, folder, "CMakeCache.txt");
  if (!exists(`${folder}/CMakeCache.txt`)) return;
  const [, home] = /^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$/m.exec(await Deno.readTextFile(cache)) ??
    [];
  if (home === await Deno.realPath(join(ROOT, "cuda"))) return;
  await Deno.remove(cache);
  await Deno.remove(join(ROOT, folder, "CMakeFiles"), { recursive: true });
}

/** Settings of the sanitizers, without effect on other builds. */
export const SANITIZERS = {
  // A size that cannot be allocated is a null pointer, as without the sanitizer.
  ASAN_OPTIONS: "allocator_may_return_null=1",
  UBSAN_OPTIONS: "print_stacktrace=1:halt_on_error=1",
} as const;

/**
 * Runs the native tests of a build folder; they all have to pass.
 *
 * Says which ones were not run, because the folder does not have them.
 *
 * @throws {TaskError} If the build is to have native tests and the folder has none, or one fails.
 */
export async function testNative(build: NativeBuild): Promise<void> {
  const title = `native tests, build/${build.folder}`;
  const { built, missing } = await nativeTests(build);
  if (build.tests && built.length === 0) {
    throw new TaskError(`Cannot run ${title}: the build left out all ${missing.length} of them`);
  }
  if (missing.length > 0) {
    say(`${title}: ${missing.length} not run, as the build left them out: ${missing.join(", ")}`);
  }
  if (built.length === 0) return;
  say(title);
  // Those of one GPU would wait for each other.
  const jobs = build.backend === "cpu" ? navigator.hardwareConcurrency : 1;
  await must("ctest", [
    ...["--test-dir", `build/${build.folder}`, "--output-on-failure"],
    ...["--parallel", String(jobs)],
  ], { env: SANITIZERS });
}

/** Runs the native tests on a GPU, or says why not. */
export async function testNativeOnGpu(): Promise<void> {
  const idle = (reason: string): void => say(`native tests, build/cuda: none run, ${reason}`);
  if (!which("nvidia-smi")) return idle("as there is no GPU here");
  if (!exists(libraryPath(CUDA))) {
    return idle("as it has no library: deno task build:cuda makes it");
  }
  if (!exists("build/cuda/CTestTestfile.cmake")) return idle("as it has the library alone");
  await testNative(CUDA);
}

/** The native tests that a build folder has, and those that it does not: a quick build has none. */
async function nativeTests(
  build: NativeBuild,
): Promise<{ readonly built: readonly string[]; readonly missing: readonly string[] }> {
  const list = await readIfThere(join(ROOT, `build/${build.folder}/CTestTestfile.cmake`)) ?? "";
  const names: string[] = [];
  for await (const path of files("tests/native")) {
    const name = /([^/]+_test)\.cpp$/.exec(path)?.[1];
    if (name !== undefined) names.push(name);
  }
  const isBuilt = (name: string): boolean => list.includes(`/${name}"`);
  return {
    built: names.filter(isBuilt).sort(),
    missing: names.filter((name) => !isBuilt(name)).sort(),
  };
}

/** Tells CMake of the compiler for WebAssembly. */
const TOOLCHAIN = "cuda/backend/wasm/toolchain.cmake";

/** The compiler for WebAssembly. */
const wasmClang = (): string => Deno.env.get("DVDB_WASM_CLANG") ?? "clang++-19";

/** Files of the packages that a WebAssembly build needs besides the compiler. */
const WASM_FILES: readonly string[] = [
  "/usr/lib/llvm-19/bin/wasm-ld",
  "/usr/include/wasm32-wasi/stdio.h",
  "/usr/include/wasm32-wasi/c++/v1/vector",
  "/usr/lib/wasm32-wasi/libc++abi.a",
  "/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a",
];

/** What is missing here for a WebAssembly build. */
export function missingForWasm(): string[] {
  const clang = wasmClang();
  const named = Deno.env.get("DVDB_WASM_CLANG") !== undefined;
  return [
    ...(which("cmake") ? [] : ["cmake"]),
    ...(which("ninja") || which("make") ? [] : ["make"]),
    ...(which(clang) || exists(clang) ? [] : [clang]),
    // Another compiler has its libraries elsewhere.
    ...(named ? [] : WASM_FILES.filter((file) => !exists(file))),
  ];
}

function requireWasmTools(build: NativeBuild): string {
  const missing = missingForWasm();
  if (missing.length === 0) return wasmClang();
  throw new TaskError(
    `Cannot build ${libraryPath(build)}: ${missing.join(", ")} not found.\n` +
      "Clang 19 with its libraries for WebAssembly is needed:\n" +
      "  Debian, Ubuntu: apt install clang-19 lld-19 wasi-libc libc++-19-dev-wasm32 " +
      "libc++abi-19-dev-wasm32 libclang-rt-19-dev-wasm32 cmake make",
  );
}

/** The compiler that the build needs; complains in full sentences when a tool is not there. */
function requireTools(build: NativeBuild): string {
  if (build.backend === "wasm") return requireWasmTools(build);
  const missing: string[] = [];
  const cxx = Deno.env.get("CXX") ?? "g++";
  if (!which("cmake")) missing.push("cmake");
  if (!which("ninja") && !which("make")) missing.push("make");
  if (!which(cxx) && !exists(cxx)) missing.push(cxx);
  const nvcc = Deno.env.get("CUDACXX") ?? which("nvcc") ?? "/usr/local/cuda/bin/nvcc";
  if (build.backend === "cuda" && !exists(nvcc)) missing.push("nvcc");
  if (missing.length > 0) {
    throw new TaskError(
      `Cannot build ${libraryPath(build)}: ${missing.join(", ")} not found on PATH.\n` +
        "A C++20 compiler (g++ 12 or later) and CMake 3.22 or later are needed, for example:\n" +
        "  Debian, Ubuntu: apt install g++ cmake make\n" +
        "  Fedora: dnf install gcc-c++ cmake make" +
        (missing.includes("nvcc") ? "\nnvcc comes with the CUDA toolkit, 12.8 or later." : ""),
    );
  }
  return nvcc;
}

/** Prefers Ninja in a fresh folder; an existing one keeps the generator it was made with. */
function generator(folder: string): string[] {
  return !exists(`${folder}/CMakeCache.txt`) && which("ninja") ? ["-G", "Ninja"] : [];
}

/** What a build makes, as files with a description of its inputs: the library, and the native tests. */
async function describeInputs(build: NativeBuild): Promise<ReadonlyMap<string, string>> {
  const { tests, ...options } = build;
  const stamps = new Map([[".stamp", await describe(options, SOURCES)]]);
  if (tests) stamps.set(".stamp_tests", await describe(options, [...SOURCES, "tests/native"]));
  return stamps;
}

async function areCurrent(folder: string, stamps: ReadonlyMap<string, string>): Promise<boolean> {
  for (const [name, stamp] of stamps) {
    if (await readIfThere(join(ROOT, folder, name)) !== stamp) return false;
  }
  return true;
}

/** Everything that decides what is built: the options, and each source's size and time. */
async function describe(options: NativeBuild, folders: readonly string[]): Promise<string> {
  const lines = [JSON.stringify(options)];
  for (const name of ["CXX", "CXXFLAGS", "CUDACXX", "CUDAFLAGS", "LDFLAGS", "DVDB_WASM_CLANG"]) {
    lines.push(`${name}=${Deno.env.get(name) ?? ""}`);
  }
  for (const folder of folders) {
    for await (const path of files(folder)) {
      const info = await Deno.stat(join(ROOT, path));
      lines.push(`${path} ${info.size} ${info.mtime?.getTime() ?? 0}`);
    }
  }
  return lines.sort().join("\n");
}

async function* files(folder: string): AsyncGenerator<string> {
  if (!exists(folder)) return;
  for await (const entry of Deno.readDir(join(ROOT, folder))) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) yield* files(path);
    else yield path;
  }
}

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
