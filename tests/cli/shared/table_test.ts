import { assertEquals } from "@std/assert";
import {
  deviceRows,
  formatBytes,
  formatCount,
  formatEstimate,
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
  const times = [0, 0.0123, 0.9994, 0.9996, 1.234, 9.96, 340.4, 999.6, 1234, 59_940, 59_960];
  assertEquals(times.map(formatTime), [
    ...["0 µs", "12 µs", "999 µs", "1.0 ms", "1.2 ms", "10 ms", "340 ms", "1.0 s", "1.2 s"],
    ...["59.9 s", "1 min 0 s"],
  ]);
  const long = [125_000, 3_599_400, 3_599_600, 3_900_000, 90_000_000];
  assertEquals(long.map(formatTime), [
    ...["2 min 5 s", "59 min 59 s", "1 h 0 min", "1 h 5 min", "25 h 0 min"],
  ]);
  assertEquals([1, 4000, 4001, 125_000].map(formatEstimate), ["1 s", "4 s", "5 s", "2 min 5 s"]);
});

Deno.test("formatRate() counts in millions", () => {
  assertEquals(formatRate(3_214_000, "rays"), "3.21 M rays/s");
});

Deno.test("deviceRows() names the device, and says why CUDA was not used if that is wanted", () => {
  const use = { device: "cpu", deviceName: "CPU, 2 threads" };
  const named = ["device", "cpu", "CPU, 2 threads"] as const;
  assertEquals(deviceRows(use), [named]);
  assertEquals(deviceRows({ ...use, fallbackReason: "no CUDA device" }), [named]);
  assertEquals(deviceRows({ ...use, fallbackReason: "no CUDA device", verbose: true }), [
    named,
    ["CUDA", "not used", "no CUDA device"],
  ]);
});
