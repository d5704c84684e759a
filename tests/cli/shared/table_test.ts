import { assertEquals } from "@std/assert";
import {
  deviceRows,
  formatBytes,
  formatCount,
  formatRate,
  formatTable,
  formatTime,
} from "../../../lib/cli/shared/table.ts";

Deno.test("formatTable() aligns names left, values right, notes behind", () => {
  assertEquals(
    formatTable([["a", "1"], ["long", "234", "note"]]),
    "a       1\nlong  234  note",
  );
  assertEquals(formatTable([]), "");
});

Deno.test("formatCount() separates thousands", () => {
  assertEquals(formatCount(0), "0");
  assertEquals([999, 1000, 123456, 1234567].map(formatCount), [
    "999",
    "1,000",
    "123,456",
    "1,234,567",
  ]);
});

Deno.test("formatBytes() picks the unit", () => {
  assertEquals(formatBytes(0), "0 B");
  assertEquals(formatBytes(1023), "1023 B");
  assertEquals(formatBytes(1024), "1.00 KiB");
  assertEquals(formatBytes(150 * 1024 ** 2), "150 MiB");
  assertEquals(formatBytes(3 * 1024 ** 5), "3072 TiB");
});

Deno.test("formatTime() picks the unit", () => {
  assertEquals(formatTime(0.0123), "12.3 us");
  assertEquals(formatTime(1), "1.00 ms");
  assertEquals(formatTime(999), "999 ms");
  assertEquals(formatTime(61_000), "61.0 s");
});

Deno.test("formatRate() counts in millions", () => {
  assertEquals(formatRate(3_214_000, "rays"), "3.21 M rays/s");
});

Deno.test("deviceRows() names the device, and says why CUDA was not used", () => {
  const use = { device: "cpu", deviceName: "CPU, 2 threads" };
  const named = ["device", "cpu", "CPU, 2 threads"] as const;
  assertEquals(deviceRows(use), [named]);
  assertEquals(deviceRows({ ...use, fallbackReason: "no CUDA device" }), [
    named,
    ["CUDA", "not used", "no CUDA device"],
  ]);
});
