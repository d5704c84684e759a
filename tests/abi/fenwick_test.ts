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
  readonly layout?: IndexForm;
  readonly dims?: readonly number[];
  readonly bits?: number;
  readonly question?: number;
  readonly outDtype?: Dtype;
  readonly edit?: IndexEdit;
}

const NONE = 0 as BufferHandle;

/** Calls a function of each kind on an index of 300 elements and 2 keys. */
function callAll(context: Context, setting: Setting): Record<string, Status> {
  const native = nativeOf(context);
  const { layout = IndexForm.WIDE, dims = [300], bits = 1, outDtype = Dtype.I64 } = setting;
  using data = tensor(new Uint8Array(64), { context });
  using counters = tensor(new Uint8Array(32 + 32 + 16), { context });
  using packed = tensor(new Uint8Array(38), { context });
  using lists = tensor(BigInt64Array.of(0n, 299n), { context });
  using answers = tensor(new BigInt64Array(2), { context });
  const shape = {
    context: handleOf(context),
    layout,
    dims: BigInt64Array.from(dims, BigInt),
    nDims: dims.length,
  };
  const index = {
    ...shape,
    bits,
    data: handleOf(data.buffer),
    counters: handleOf(counters.buffer),
    indexDtype: Dtype.I64,
    count: 2,
    checked: 1,
    outFault: new Uint32Array(1),
  };
  const [keys, out] = [handleOf(lists.buffer), handleOf(answers.buffer)];
  const question = (setting.question ?? IndexQuestion.PREFIX) as IndexQuestion;
  const box = (setting.question ?? IndexBoxQuestion.SUM) as IndexBoxQuestion;
  const edit = setting.edit ?? IndexEdit.SET;
  const [deltas, deltaDtype] = [edit === IndexEdit.ADD ? keys : NONE, Dtype.I64];
  return {
    fromBits: native.indexFromBits({
      ...shape,
      bits: handleOf(packed.buffer),
      outData: index.data,
      outCounters: index.counters,
    }),
    ask: native.indexAsk({ ...index, question, keys, outDtype, out }),
    sum: native.indexSumBoxes({ ...index, question: box, low: keys, high: keys, out }),
    edit: native.indexApplyEdit({ ...index, edit, keys, deltas, deltaDtype }),
  };
}

eachBackend("index functions refuse shapes, layouts and queries that make no sense", (context) => {
  const { OK, INVALID_ARGUMENT } = StatusCode;
  assertEquals(Object.values(callAll(context, {})), [OK, OK, OK, OK]);
  const wrong: readonly Setting[] = [
    { layout: IndexForm.RANK96 },
    { layout: IndexForm.PAPER },
    { dims: [300, 1] },
    { dims: [0] },
    { dims: [-300] },
    { dims: [-300, -1] },
    { dims: [2 ** 20, 2 ** 20, 2] },
    { dims: [2 ** 62, 2 ** 62] },
    { dims: [1, 1, 1, 1, 300] },
    { dims: [] },
    { dims: [600] },
  ];
  for (const setting of wrong) {
    const statuses = Object.values(callAll(context, setting));
    assertEquals(statuses, Array(4).fill(INVALID_ARGUMENT), JSON.stringify(setting));
  }
  const some: readonly (readonly [Setting, string])[] = [
    [{ bits: 2 }, "ask sum edit"],
    [{ question: IndexBoxQuestion.LINEAR_RANK, outDtype: Dtype.BOOL }, "ask sum"],
    [{ outDtype: Dtype.F32 }, "ask"],
    [{ edit: IndexEdit.ADD }, "edit"],
  ];
  for (const [setting, expected] of some) {
    const refused = Object.entries(callAll(context, setting))
      .flatMap(([name, status]) => status === INVALID_ARGUMENT ? [name] : []);
    assertEquals(refused.join(" "), expected, JSON.stringify(setting));
  }
});

eachBackend("index functions refuse keys of an index without axes", (context) => {
  const native = nativeOf(context);
  using empty = tensor(new Uint8Array(0), { context });
  using numbers = tensor(new BigInt64Array(1), { context });
  const [none, out] = [handleOf(empty.buffer), handleOf(numbers.buffer)];
  const index = {
    context: handleOf(context),
    layout: IndexForm.PAPER,
    dims: new BigInt64Array(),
    nDims: 0,
    bits: 1,
    data: none,
    counters: NONE,
    indexDtype: Dtype.I64,
    checked: 1,
    outFault: new Uint32Array(1),
  };
  const callEach = (count: number, out: BufferHandle): Status[] => {
    const own = { ...index, count, keys: none, out };
    const { POINT } = IndexQuestion;
    const { SUM } = IndexBoxQuestion;
    const { SET } = IndexEdit;
    return [
      native.indexAsk({ ...own, question: POINT, outDtype: Dtype.I64 }),
      native.indexSumBoxes({ ...own, question: SUM, low: none, high: none }),
      native.indexApplyEdit({ ...own, edit: SET, deltas: NONE, deltaDtype: Dtype.I64 }),
      native.indexFromKeys({ ...own, width: 0, nBytes: 0, outBits: none }),
    ];
  };
  assertEquals(callEach(0, none), Array<Status>(4).fill(StatusCode.OK));
  assertEquals(callEach(1, out), Array<Status>(4).fill(StatusCode.INVALID_ARGUMENT));
});

eachBackend("index functions say of what kind the data are that they refuse", (context) => {
  const native = nativeOf(context);
  const { INVALID_DATA } = StatusCode;
  using tree = tensor(new Uint8Array(12), { context });
  using given = tensor(Uint8Array.of(1, 2, 0, 1), { context });
  using list = tensor(Int32Array.of(4, -1), { context });
  using ends = tensor(Int32Array.of(3, 3), { context });
  using begins = tensor(Int32Array.of(4, 4), { context });
  using answers = tensor(new BigInt64Array(2), { context });
  const outFault = Uint32Array.of(99);
  const data = handleOf(tree.buffer);
  const shape = {
    context: handleOf(context),
    dims: BigInt64Array.of(4n),
    nDims: 1,
    bits: 1,
    checked: 1,
    outFault,
  };
  const index = {
    ...shape,
    layout: IndexForm.PAPER,
    data,
    counters: NONE,
    indexDtype: Dtype.I32,
    count: 2,
    out: handleOf(answers.buffer),
  };
  const kinds: number[] = [];
  const note = (status: Status): void => {
    assertEquals(status, INVALID_DATA);
    kinds.push(outFault[0] ?? 99);
  };
  const values = handleOf(given.buffer);
  note(native.indexFromValues({ ...shape, values, valueDtype: Dtype.U8, outData: data }));
  const keys = handleOf(list.buffer);
  const ask = (question: IndexQuestion): Status =>
    native.indexAsk({ ...index, question, keys, outDtype: Dtype.I64 });
  note(ask(IndexQuestion.POINT));
  note(ask(IndexQuestion.SELECT));
  const [low, high] = [handleOf(begins.buffer), handleOf(ends.buffer)];
  note(native.indexSumBoxes({ ...index, question: IndexBoxQuestion.SUM, low, high }));
  const { VALUE, KEY, RANK, ORDER, CORRUPT, NONE: NO_FAULT } = IndexFault;
  using wrong = tensor(new Uint8Array(12).fill(1), { context });
  note(native.indexFromBytes({ ...shape, data: handleOf(wrong.buffer), made: data }));
  assertEquals(kinds, [VALUE, KEY, RANK, ORDER, CORRUPT]);
  assertEquals(native.indexFromBytes({ ...shape, data, made: data }), StatusCode.OK);
  assertEquals(outFault[0], NO_FAULT);
});

eachBackend("buffers of an index must be whole and aligned", (context) => {
  const native = nativeOf(context);
  using packed = tensor(new Uint8Array(38), { context });
  using room = tensor(new Uint8Array(256), { context });
  const status = (at: number, bytes: number, counterAt: number): Status => {
    using data = room.slice(at, at + bytes);
    using counters = room.slice(counterAt, counterAt + 80);
    return native.indexFromBits({
      context: handleOf(context),
      layout: IndexForm.WIDE,
      dims: BigInt64Array.of(300n),
      nDims: 1,
      bits: handleOf(packed.buffer),
      outData: handleOf(data.buffer),
      outCounters: handleOf(counters.buffer),
    });
  };
  assertEquals(status(0, 64, 64), StatusCode.OK);
  for (const [at, bytes, counterAt] of [[0, 63, 64], [0, 65, 96], [16, 64, 96], [0, 64, 72]]) {
    assertEquals(status(at ?? 0, bytes ?? 0, counterAt ?? 0), StatusCode.INVALID_ARGUMENT);
  }
});

eachBackend("dvdb_index_sizes and estimateIndex() agree", (context) => {
  const native = nativeOf(context);
  const out = new BigInt64Array(IndexSize.SIZE_COUNT);
  const forms: Readonly<Record<IndexLayout, IndexForm>> = {
    paper: IndexForm.PAPER,
    wide: IndexForm.WIDE,
    rank96: IndexForm.RANK96,
    rank224: IndexForm.RANK224,
  };
  const check = (layout: IndexLayout, dims: readonly number[], bits: number): void => {
    const status = native.indexSizes({
      context: handleOf(context),
      layout: forms[layout],
      dims: BigInt64Array.from(dims, BigInt),
      nDims: dims.length,
      bits,
      outSizes: out,
    });
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
  using data = tensor(new Uint8Array(64).fill(1), { context });
  using counters = tensor(new Uint8Array(80).fill(0x7f), { context });
  using keys = tensor(BigInt64Array.of(0n, 2n ** 62n), { context });
  using out = tensor(new BigInt64Array(2), { context });
  for (const top of [0n, 2n ** 63n - 1n]) {
    using start = counters.slice(64, 72);
    start.write([...new Uint8Array(BigInt64Array.of(top).buffer)]);
    const status = nativeOf(context).indexAsk({
      context: handleOf(context),
      layout: IndexForm.WIDE,
      dims: BigInt64Array.of(300n),
      nDims: 1,
      bits: 1,
      data: handleOf(data.buffer),
      counters: handleOf(counters.buffer),
      question: IndexQuestion.SELECT,
      keys: handleOf(keys.buffer),
      indexDtype: Dtype.I64,
      count: 2,
      checked: 1,
      outDtype: Dtype.I64,
      out: handleOf(out.buffer),
      outFault: new Uint32Array(1),
    });
    assertEquals(status, StatusCode.OK);
  }
});

eachBackend(
  "asynchronous edits and questions of an index take their turns whole",
  async (context) => {
    const native = nativeOf(context);
    const n = 100_000;
    using keys = tensor(Int32Array.from({ length: n }, (_, k) => k * 7919 % n), { context });
    using end = tensor(Int32Array.of(n), { context });
    for (const layout of ["wide", "paper"] as const) {
      using bits = tensor(new Uint8Array(n / 8), { context });
      using index = indexFromBits(bits, { dims: [n], layout });
      const own = {
        context: handleOf(context),
        layout: layout === "wide" ? IndexForm.WIDE : IndexForm.PAPER,
        dims: BigInt64Array.of(BigInt(n)),
        nDims: 1,
        bits: 1,
        data: handleOf(index.data.buffer),
        counters: handleOrNone(index.counters?.buffer),
        indexDtype: Dtype.I32,
        checked: 1,
      };
      const sums = Array.from({ length: 12 }, () => tensor(new BigInt64Array(1), { context }));
      const calls = sums.flatMap((sum, turn) => {
        const edit = turn % 2 === 0 ? IndexEdit.SET : IndexEdit.CLEAR;
        return [
          native.indexApplyEditAsync({
            ...own,
            edit,
            keys: handleOf(keys.buffer),
            count: n,
            deltas: NONE,
            deltaDtype: Dtype.I32,
            outFault: new Uint32Array(1),
          }),
          native.indexAskAsync({
            ...own,
            question: IndexQuestion.PREFIX,
            keys: handleOf(end.buffer),
            count: 1,
            outDtype: Dtype.I64,
            out: handleOf(sum.buffer),
            outFault: new Uint32Array(1),
          }),
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
