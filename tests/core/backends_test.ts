import { assertEquals, assertThrows } from "@std/assert";
import { type Context, type Device, LibraryError } from "../../mod.ts";
import { openBackends } from "../_backends.ts";

/** Opens devices whose libraries are there, and notes for which of them libraries were looked for. */
class Opener {
  readonly asked: Device[] = [];
  readonly #present: readonly Device[];

  constructor(...present: readonly Device[]) {
    this.#present = present;
  }

  readonly open = ({ device }: { readonly device: Device }): Context => {
    this.asked.push(device);
    const missing = `Cannot open the ${device} library`;
    if (!this.#present.includes(device)) throw new LibraryError(missing, []);
    return { device } as Context;
  };

  /** The devices to test on. */
  names(named: string): readonly string[] {
    return openBackends(named, this.open).map(({ name }) => name);
  }
}

Deno.test("openBackends() asks for no library but that of the device that is named", () => {
  const cuda = new Opener("cuda");
  assertEquals(cuda.names("cuda"), ["cpu: skipped: DENOVDB_DEVICE is cuda", "cuda"]);
  assertEquals(cuda.asked, ["cuda"]);
  const cpu = new Opener("cpu");
  assertEquals(cpu.names("cpu"), ["cpu", "cuda: skipped: DENOVDB_DEVICE is cpu"]);
  assertEquals(cpu.asked, ["cpu"]);
});

Deno.test("openBackends() skips CUDA alone, and only where nobody names it", () => {
  assertEquals(new Opener("cpu").names("auto"), ["cpu", "cuda: skipped: no CUDA library"]);
  assertEquals(new Opener("cpu", "cuda").names("auto"), ["cpu", "cuda"]);
  for (
    const [opener, named] of [[new Opener("cuda"), "auto"], [new Opener("cpu"), "cuda"]] as const
  ) {
    assertThrows(() => opener.names(named), LibraryError);
  }
});
