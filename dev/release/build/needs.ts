/**
 * What a library for Linux may need of the system.
 *
 * @module
 */

/** The newest version of glibc that a published library may need. */
export const FLOOR = "2.28";

/** The libraries that every Linux has which is not older than the floor. */
const SYSTEM =
  /^(?:libc\.so\.6|libm\.so\.6|libpthread\.so\.0|libdl\.so\.2|librt\.so\.1|ld-linux-[\w-]+\.so\.\d)$/;

/** What is wrong with a library for Linux, by what `objdump -p` and `objdump -T` print of it. */
export function complaintsOf(headers: string, symbols: string): string[] {
  const needed = [...headers.matchAll(/^\s*NEEDED\s+(\S+)/gm)].map(([, name = ""]) => name);
  const versions = new Set([...symbols.matchAll(/\bGLIBC_(\d[\d.]*)/g)].map(([, v = ""]) => v));
  return [
    ...needed.filter((name) => !SYSTEM.test(name)).map((name) => `it needs ${name}`),
    ...[...versions].filter((version) => isNewer(version, FLOOR)).map((version) =>
      `it needs glibc ${version}: ${
        symbols.split("\n").filter((line) => line.includes(`GLIBC_${version})`)).map((line) =>
          line.trim().split(/\s+/).at(-1)
        ).join(", ")
      }`
    ),
  ];
}

function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split(".").map(Number));
  for (let at = 0; at < 3; ++at) {
    const difference = (a?.[at] ?? 0) - (b?.[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
