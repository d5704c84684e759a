import { assertEquals } from "@std/assert";
import {
  Dtype,
  IndexBoxQuestion,
  IndexEdit,
  IndexFault,
  IndexForm,
  IndexQuestion,
  IndexSize,
  StatusCode,
} from "../../ffi/_generated/symbols.ts";
import type { BufferHandle, Status } from "../../ffi/_generated/native.ts";
import { checkStatus, type Context, nativeOf } from "../../ffi/context.ts";
import { handleOf, handleOrNone } from "../../ffi/owned.ts";
import { estimateIndex, indexFromBits, type IndexLayout } from "../../lib/index/mod.ts";
import { tensor } from "../../mod.ts";
import { eachBackend } from "../_backends.ts";

/** What calls of the index functions have in common; the least change makes them wrong. */
interface Setting {
  readonly form?: number;
  readonly dims?: readonly number[];
  readonly axes?: number;
  readonly bits?: number;
  readonly question?: number;
  readonly dtype?: number;
  readonly count?: number;
  readonly outDtype?: number;
  readonly edit?: number;
  readonly deltaDtype?: number;
}

const NONE = 0 as BufferHandle;

/** Calls a function of each kind on an index of 300 elements and 2 keys. */
function callAll(context: Context, setting: Setting): Record<string, Status> {
  const native = nativeOf(context);
  const handle = handleOf(context);
  const { form = IndexForm.WIDE, dims = [300], bits = 1, count = 2 } = setting;
  const { dtype = Dtype.I64, outDtype = Dtype.I64, deltaDtype = Dtype.I64 } = setting;
  const extents = BigInt64Array.from(dims, BigInt);
  const axes = setting.axes ?? dims.length;
  using data = tensor(new Uint8Array(64), { context });
  using counters = tensor(new Uint8Array(32 + 32 + 16), { context });
  using packed = tensor(new Uint8Array(38), { context });
  using keys = tensor(BigInt64Array.of(0n, 299n), { context });
  using out = tensor(new BigInt64Array(2), { context });
  const fault = new Uint32Array(1);
  const [index, extra] = [handleOf(data.buffer), handleOf(counters.buffer)];
  const [list, answers] = [handleOf(keys.buffer), handleOf(out.buffer)];
  const question = (setting.question ?? IndexQuestion.PREFIX) as IndexQuestion;
  const box = (setting.question ?? IndexBoxQuestion.SUM) as IndexBoxQuestion;
  const edit = (setting.edit ?? IndexEdit.SET) as IndexEdit;
  const key = dtype as Dtype;
  const first = [form as IndexForm, extents, axes, bits, index, extra] as const;
  return {
    fromBits: native.indexFromBits(
      ...[handle, form as IndexForm, extents, axes, handleOf(packed.buffer), index, extra] as const,
    ),
    ask: native.indexAsk(
      ...[handle, ...first, question, list, key, count, 1, outDtype as Dtype, answers] as const,
      fault,
    ),
    sum: native.indexSumBoxes(
      ...[handle, ...first, box, list, list, key, count, 1, answers] as const,
      fault,
    ),
    edit: native.indexApplyEdit(
      ...[handle, ...first, edit, list, key, count, list, deltaDtype as Dtype, 1] as const,
      fault,
    ),
  };
}

eachBackend("index functions refuse shapes, layouts and counts that make no sense", (context) => {
  const { OK, INVALID_ARGUMENT } = StatusCode;
  assertEquals(Object.values(callAll(context, {})), [OK, OK, OK, OK]);
  const wrong: readonly Setting[] = [
    { form: 4 },
    { form: IndexForm.RANK96 },
    { form: IndexForm.PAPER },
    { dims: [300, 1] },
    { dims: [0] },
    { dims: [-300] },
    { dims: [2 ** 20, 2 ** 20, 2] },
    { dims: [1, 1, 1, 1, 300] },
    { dims: [600] },
  ];
  for (const setting of wrong) {
    const statuses = Object.values(callAll(context, setting));
    assertEquals(statuses, Array(4).fill(INVALID_ARGUMENT), JSON.stringify(setting));
  }
  const some: readonly (readonly [Setting, string])[] = [
    [{ bits: 0 }, "ask sum edit"],
    [{ bits: 33 }, "ask sum edit"],
    [{ bits: 2 }, "ask sum edit"],
    [{ count: -1 }, "ask sum edit"],
    [{ count: 3 }, "ask sum edit"],
    [{ count: 2 ** 52 }, "ask sum edit"],
    [{ dtype: Dtype.F32 }, "ask sum edit"],
    [{ dtype: 99 }, "ask sum edit"],
    [{ question: 5 }, "ask sum"],
    [{ question: IndexBoxQuestion.LINEAR_RANK, outDtype: Dtype.BOOL }, "ask sum"],
    [{ outDtype: Dtype.F32 }, "ask"],
    [{ edit: IndexEdit.ADD }, "edit"],
    [{ edit: 4 }, "edit"],
  ];
  for (const [setting, expected] of some) {
    const refused = Object.entries(callAll(context, setting))
      .flatMap(([name, status]) => status === INVALID_ARGUMENT ? [name] : []);
    assertEquals(refused.join(" "), expected, JSON.stringify(setting));
  }
});

eachBackend("index functions say of what kind the data are that they refuse", (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  const { INVALID_DATA } = StatusCode;
  const dims = BigInt64Array.of(4n);
  using data = tensor(new Uint8Array(12), { context });
  using values = tensor(Uint8Array.of(1, 2, 0, 1), { context });
  using keys = tensor(Int32Array.of(4, -1), { context });
  using ends = tensor(Int32Array.of(3, 3), { context });
  using begins = tensor(Int32Array.of(4, 4), { context });
  using out = tensor(new BigInt64Array(2), { context });
  const fault = Uint32Array.of(99);
  const [tree, list] = [handleOf(data.buffer), handleOf(keys.buffer)];
  const first = [handle, IndexForm.PAPER, dims, 1, 1, tree, NONE] as const;
  const kinds: number[] = [];
  const note = (status: Status): void => {
    assertEquals(status, INVALID_DATA);
    kinds.push(fault[0] ?? 99);
  };
  const { buffer } = values;
  note(native.indexFromValues(handle, dims, 1, 1, handleOf(buffer), Dtype.U8, 1, tree, fault));
  const answers = handleOf(out.buffer);
  const ask = (question: IndexQuestion): Status =>
    native.indexAsk(...first, question, list, Dtype.I32, 2, 1, Dtype.I64, answers, fault);
  note(ask(IndexQuestion.POINT));
  note(ask(IndexQuestion.SELECT));
  const [low, high] = [handleOf(begins.buffer), handleOf(ends.buffer)];
  const { SUM } = IndexBoxQuestion;
  note(native.indexSumBoxes(...first, SUM, low, high, Dtype.I32, 2, 1, answers, fault));
  const { VALUE, KEY, RANK, ORDER, CORRUPT, NONE: NO_FAULT } = IndexFault;
  using wrong = tensor(new Uint8Array(12).fill(1), { context });
  note(native.indexCompare(handle, dims, 1, 1, handleOf(wrong.buffer), tree, fault));
  assertEquals(kinds, [VALUE, KEY, RANK, ORDER, CORRUPT]);
  assertEquals(native.indexCompare(handle, dims, 1, 1, tree, tree, fault), StatusCode.OK);
  assertEquals(fault[0], NO_FAULT);
});

eachBackend("buffers of an index must be whole and aligned", (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  const dims = BigInt64Array.of(300n);
  using packed = tensor(new Uint8Array(38), { context });
  using room = tensor(new Uint8Array(256), { context });
  const status = (at: number, bytes: number, counterAt: number): Status => {
    using data = room.slice(at, at + bytes);
    using counters = room.slice(counterAt, counterAt + 80);
    return native.indexFromBits(
      ...[handle, IndexForm.WIDE, dims, 1, handleOf(packed.buffer), handleOf(data.buffer)] as const,
      handleOf(counters.buffer),
    );
  };
  assertEquals(status(0, 64, 64), StatusCode.OK);
  for (const [at, bytes, counterAt] of [[0, 63, 64], [0, 65, 96], [16, 64, 96], [0, 64, 72]]) {
    assertEquals(status(at ?? 0, bytes ?? 0, counterAt ?? 0), StatusCode.INVALID_ARGUMENT);
  }
});

eachBackend("dvdb_index_sizes and estimateIndex() agree", (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  const out = new BigInt64Array(IndexSize.SIZE_COUNT);
  const forms: Readonly<Record<IndexLayout, IndexForm>> = {
    paper: IndexForm.PAPER,
    wide: IndexForm.WIDE,
    rank96: IndexForm.RANK96,
    rank224: IndexForm.RANK224,
  };
  const check = (layout: IndexLayout, dims: readonly number[], bits: number): void => {
    const extents = BigInt64Array.from(dims, BigInt);
    const status = native.indexSizes(handle, forms[layout], extents, dims.length, bits, out);
    checkStatus(context, status, "index sizes");
    const total = Number((out[IndexSize.SIZE_DATA] ?? 0n) + (out[IndexSize.SIZE_COUNTERS] ?? 0n));
    assertEquals(total, estimateIndex({ dims, bits, layout }).bytes, `${layout} ${dims}`);
    const levels = dims.reduce((count, extent) => count * extent.toString(2).length, 1);
    assertEquals(Number(out[IndexSize.SIZE_LEVELS]), layout === "paper" ? levels : 0);
  };
  for (const n of [1, 255, 65537, 2 ** 31 + 1, 2 ** 33, 2 ** 40 - 1, 2 ** 40]) {
    for (const layout of ["paper", "wide", "rank96", "rank224"] as const) check(layout, [n], 1);
  }
  check("paper", [512, 512, 512], 1);
  check("paper", [2 ** 10, 2 ** 10, 2 ** 10, 2 ** 10], 23);
  check("paper", [1023, 7, 65537], 32);
  check("paper", [2 ** 31], 32);
});

eachBackend("counters that make no sense give wrong answers, and nothing worse", (context) => {
  const native = nativeOf(context);
  const handle = handleOf(context);
  const dims = BigInt64Array.of(300n);
  using data = tensor(new Uint8Array(64).fill(1), { context });
  using counters = tensor(new Uint8Array(80).fill(0x7f), { context });
  using keys = tensor(BigInt64Array.of(0n, 2n ** 62n), { context });
  using out = tensor(new BigInt64Array(2), { context });
  const first = [handle, IndexForm.WIDE, dims, 1, 1] as const;
  const [list, answers] = [handleOf(keys.buffer), handleOf(out.buffer)];
  const { SELECT } = IndexQuestion;
  const [index, extra] = [handleOf(data.buffer), handleOf(counters.buffer)];
  const fault = new Uint32Array(1);
  for (const top of [0n, 2n ** 63n - 1n]) {
    using start = counters.slice(64, 72);
    start.write([...new Uint8Array(BigInt64Array.of(top).buffer)]);
    const status = native.indexAsk(
      ...[...first, index, extra, SELECT, list, Dtype.I64, 2, 1, Dtype.I64, answers] as const,
      fault,
    );
    assertEquals(status, StatusCode.OK);
  }
});

eachBackend(
  "asynchronous edits and questions of an index take their turns whole",
  async (context) => {
    const native = nativeOf(context);
    const handle = handleOf(context);
    const n = 100_000;
    using keys = tensor(Int32Array.from({ length: n }, (_, k) => k * 7919 % n), { context });
    using end = tensor(Int32Array.of(n), { context });
    for (const layout of ["wide", "paper"] as const) {
      using bits = tensor(new Uint8Array(n / 8), { context });
      using index = indexFromBits(bits, { dims: [n], layout });
      const form = layout === "wide" ? IndexForm.WIDE : IndexForm.PAPER;
      const own = [
        ...[handle, form, BigInt64Array.of(BigInt(n)), 1, 1, handleOf(index.data.buffer)] as const,
        handleOrNone(index.counters?.buffer),
      ] as const;
      const list = handleOf(keys.buffer);
      const sums = Array.from({ length: 12 }, () => tensor(new BigInt64Array(1), { context }));
      const calls = sums.flatMap((sum, turn) => {
        const edit = turn % 2 === 0 ? IndexEdit.SET : IndexEdit.CLEAR;
        const fault = new Uint32Array(1);
        return [
          native.indexApplyEditAsync(...own, edit, list, Dtype.I32, n, list, Dtype.I32, 1, fault),
          native.indexAskAsync(
            ...[...own, IndexQuestion.PREFIX, handleOf(end.buffer), Dtype.I32, 1, 1] as const,
            ...[Dtype.I64, handleOf(sum.buffer), new Uint32Array(1)] as const,
          ),
        ];
      });
      const statuses = await Promise.all(calls);
      assertEquals(statuses.every((status) => status === StatusCode.OK), true);
      const given = sums.map((sum) => Number(sum.readSync()[0]));
      assertEquals(given, sums.map((_, turn) => turn % 2 === 0 ? n : 0), layout);
      for (const sum of sums) sum.dispose();
    }
  },
);
