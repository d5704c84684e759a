/**
 * Coordinates in NumPy's files.
 *
 * @module
 */

/**
 * Reads int32 triples from a `.npy` file.
 *
 * @param bytes The whole file: little-endian int32 in C order, [n, 3].
 * @returns The triples, [n, 3].
 * @throws {Error} If the file holds something else.
 * @see NumPy Enhancement Proposal 1, "A simple file format for NumPy arrays".
 */
export function readTriples(bytes: Uint8Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const magic = bytes.length > 12 && view.getUint32(0) === 0x934e554d &&
    view.getUint16(4) === 0x5059;
  if (!magic) throw new Error("Cannot read coordinates: this is no .npy file");
  const old = bytes[6] === 1;
  const start = old ? 10 : 12;
  const end = start + (old ? view.getUint16(8, true) : view.getUint32(8, true));
  const header = new TextDecoder().decode(bytes.subarray(start, end));
  const rows = /'shape': \((\d+), 3\)/.exec(header)?.[1];
  const right = header.includes("'descr': '<i4'") && header.includes("'fortran_order': False");
  if (rows === undefined || !right || bytes.length - end !== Number(rows) * 12) {
    throw new Error(
      `Cannot read coordinates: int32 [n, 3] in C order expected, not ${header.trim()}`,
    );
  }
  return new Int32Array(bytes.slice(end).buffer);
}
