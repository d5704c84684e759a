/**
 * A checkpoint of a block as eight libraries store it, with what comes out, written by this program with numpy in Python:
 * a convolution, a norm that has been trained, relu, and a convolution to half the resolution.
 *
 * ```python
 * import base64, json, struct, numpy as np
 * rng = np.random.default_rng(28)
 * draw = lambda *shape: np.round(rng.normal(size=shape), 3).astype("f4")
 * R, O, I, M = range, 2, 3, 2
 * A, B = draw(O, I, 3, 3, 1), draw(M, O, 2, 2, 2)  # kernels of a block, and of the way down
 *
 * def store(w):  # as each library lays out its taps
 *     o, i, kx, ky, kz = w.shape
 *     first = [(a, b, c) for c in R(kz) for b in R(ky) for a in R(kx)]
 *     last = [(a, b, c) for a in R(kx) for b in R(ky) for c in R(kz)]
 *     taps = lambda order: np.array([[[w[q, p][t] for q in R(o)] for p in R(i)] for t in order])
 *     kernel = lambda f: np.array([[[f(a, b, c) for c in R(kz)] for b in R(ky)] for a in R(kx)])
 *     turned = lambda f: np.array([[[f(a, b, c) for a in R(kx)] for b in R(ky)] for c in R(kz)])
 *     each = lambda k: np.array([k(lambda a, b, c: w[q, :, a, b, c]) for q in R(o)])
 *     return {
 *         "fvdb": w, "spconv2": each(kernel), "spconv2 zyx": each(turned), "flexgemm": each(kernel),
 *         "spconv1": kernel(lambda a, b, c: w[:, :, a, b, c].T),
 *         "spconv1-out-in": kernel(lambda a, b, c: w[:, :, a, b, c]),
 *         "minkowski": taps(first), "torchsparse": taps(first if kx * ky * kz % 2 else last),
 *     }
 *
 * ijk = np.unique(rng.integers(-3, 3, size=(24, 3)), axis=0).astype("i4")
 * x = dict(zip(map(tuple, ijk), draw(len(ijk), I)))
 * bn = {"weight": draw(O), "bias": draw(O), "running_mean": draw(O), "running_var": draw(O) ** 2}
 * def conv(w, x, out, stride, pad):
 *     taps = list(np.ndindex(w.shape[2:]))
 *     at = lambda v, t: tuple(stride * p + q - r for p, q, r in zip(v, t, pad))
 *     return {v: sum((w[(..., *t)].astype("f8") @ x[at(v, t)] for t in taps if at(v, t) in x),
 *                    np.zeros(len(w))) for v in out}
 * scale = bn["weight"] / np.sqrt(bn["running_var"].astype("f8") + 1e-3)
 * y = {v: np.maximum((one - bn["running_mean"]) * scale + bn["bias"], 0)
 *      for v, one in conv(A, x, x, 1, (1, 1, 0)).items()}
 * low = sorted({tuple(k // 2 for k in v) for v in y})
 * z = conv(B, y, low, 2, (0, 0, 0))
 *
 * arrays = {"ijk": ijk, "features": np.array([x[tuple(v)] for v in ijk]), "low": np.array(low, "i4"),
 *           "expected": np.array([z[v] for v in low])}
 * arrays |= {f"bn.{k}": v for k, v in bn.items()} | {"bn.num_batches_tracked": np.array(7)}
 * for name, w in [("conv", A), ("down", B)]:
 *     arrays |= {f"{library}.{name}.weight": v for library, v in store(w).items()}
 * header, data = {}, b""
 * for name, v in arrays.items():
 *     raw = np.ascontiguousarray(v).tobytes()
 *     kind = {"f4": "F32", "f8": "F64", "i4": "I32", "i8": "I64"}[v.dtype.str[1:]]
 *     header[name] = {"dtype": kind, "shape": v.shape, "data_offsets": [len(data), len(data) + len(raw)]}
 *     data += raw
 * text = json.dumps(header, separators=(",", ":")).encode()
 * print(base64.b64encode(struct.pack("<Q", len(text)) + text + data).decode())
 * ```
 *
 * @module
 */

/** The bytes of a safetensors file. */
export const BLOCKS: string = [
  "xAcAAAAAAAB7ImlqayI6eyJkdHlwZSI6IkkzMiIsInNoYXBlIjpbMjMsM10sImRhdGFfb2Zmc2V0cyI6WzAsMjc2XX0s",
  "ImZlYXR1cmVzIjp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOlsyMywzXSwiZGF0YV9vZmZzZXRzIjpbMjc2LDU1Ml19LCJs",
  "b3ciOnsiZHR5cGUiOiJJMzIiLCJzaGFwZSI6WzE4LDNdLCJkYXRhX29mZnNldHMiOls1NTIsNzY4XX0sImV4cGVjdGVk",
  "Ijp7ImR0eXBlIjoiRjY0Iiwic2hhcGUiOlsxOCwyXSwiZGF0YV9vZmZzZXRzIjpbNzY4LDEwNTZdfSwiYm4ud2VpZ2h0",
  "Ijp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOlsyXSwiZGF0YV9vZmZzZXRzIjpbMTA1NiwxMDY0XX0sImJuLmJpYXMiOnsi",
  "ZHR5cGUiOiJGMzIiLCJzaGFwZSI6WzJdLCJkYXRhX29mZnNldHMiOlsxMDY0LDEwNzJdfSwiYm4ucnVubmluZ19tZWFu",
  "Ijp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOlsyXSwiZGF0YV9vZmZzZXRzIjpbMTA3MiwxMDgwXX0sImJuLnJ1bm5pbmdf",
  "dmFyIjp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOlsyXSwiZGF0YV9vZmZzZXRzIjpbMTA4MCwxMDg4XX0sImJuLm51bV9i",
  "YXRjaGVzX3RyYWNrZWQiOnsiZHR5cGUiOiJJNjQiLCJzaGFwZSI6W10sImRhdGFfb2Zmc2V0cyI6WzEwODgsMTA5Nl19",
  "LCJmdmRiLmNvbnYud2VpZ2h0Ijp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOlsyLDMsMywzLDFdLCJkYXRhX29mZnNldHMi",
  "OlsxMDk2LDEzMTJdfSwic3Bjb252Mi5jb252LndlaWdodCI6eyJkdHlwZSI6IkYzMiIsInNoYXBlIjpbMiwzLDMsMSwz",
  "XSwiZGF0YV9vZmZzZXRzIjpbMTMxMiwxNTI4XX0sInNwY29udjIgenl4LmNvbnYud2VpZ2h0Ijp7ImR0eXBlIjoiRjMy",
  "Iiwic2hhcGUiOlsyLDEsMywzLDNdLCJkYXRhX29mZnNldHMiOlsxNTI4LDE3NDRdfSwiZmxleGdlbW0uY29udi53ZWln",
  "aHQiOnsiZHR5cGUiOiJGMzIiLCJzaGFwZSI6WzIsMywzLDEsM10sImRhdGFfb2Zmc2V0cyI6WzE3NDQsMTk2MF19LCJz",
  "cGNvbnYxLmNvbnYud2VpZ2h0Ijp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOlszLDMsMSwzLDJdLCJkYXRhX29mZnNldHMi",
  "OlsxOTYwLDIxNzZdfSwic3Bjb252MS1vdXQtaW4uY29udi53ZWlnaHQiOnsiZHR5cGUiOiJGMzIiLCJzaGFwZSI6WzMs",
  "MywxLDIsM10sImRhdGFfb2Zmc2V0cyI6WzIxNzYsMjM5Ml19LCJtaW5rb3dza2kuY29udi53ZWlnaHQiOnsiZHR5cGUi",
  "OiJGMzIiLCJzaGFwZSI6WzksMywyXSwiZGF0YV9vZmZzZXRzIjpbMjM5MiwyNjA4XX0sInRvcmNoc3BhcnNlLmNvbnYu",
  "d2VpZ2h0Ijp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOls5LDMsMl0sImRhdGFfb2Zmc2V0cyI6WzI2MDgsMjgyNF19LCJm",
  "dmRiLmRvd24ud2VpZ2h0Ijp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOlsyLDIsMiwyLDJdLCJkYXRhX29mZnNldHMiOlsy",
  "ODI0LDI5NTJdfSwic3Bjb252Mi5kb3duLndlaWdodCI6eyJkdHlwZSI6IkYzMiIsInNoYXBlIjpbMiwyLDIsMiwyXSwi",
  "ZGF0YV9vZmZzZXRzIjpbMjk1MiwzMDgwXX0sInNwY29udjIgenl4LmRvd24ud2VpZ2h0Ijp7ImR0eXBlIjoiRjMyIiwi",
  "c2hhcGUiOlsyLDIsMiwyLDJdLCJkYXRhX29mZnNldHMiOlszMDgwLDMyMDhdfSwiZmxleGdlbW0uZG93bi53ZWlnaHQi",
  "OnsiZHR5cGUiOiJGMzIiLCJzaGFwZSI6WzIsMiwyLDIsMl0sImRhdGFfb2Zmc2V0cyI6WzMyMDgsMzMzNl19LCJzcGNv",
  "bnYxLmRvd24ud2VpZ2h0Ijp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOlsyLDIsMiwyLDJdLCJkYXRhX29mZnNldHMiOlsz",
  "MzM2LDM0NjRdfSwic3Bjb252MS1vdXQtaW4uZG93bi53ZWlnaHQiOnsiZHR5cGUiOiJGMzIiLCJzaGFwZSI6WzIsMiwy",
  "LDIsMl0sImRhdGFfb2Zmc2V0cyI6WzM0NjQsMzU5Ml19LCJtaW5rb3dza2kuZG93bi53ZWlnaHQiOnsiZHR5cGUiOiJG",
  "MzIiLCJzaGFwZSI6WzgsMiwyXSwiZGF0YV9vZmZzZXRzIjpbMzU5MiwzNzIwXX0sInRvcmNoc3BhcnNlLmRvd24ud2Vp",
  "Z2h0Ijp7ImR0eXBlIjoiRjMyIiwic2hhcGUiOls4LDIsMl0sImRhdGFfb2Zmc2V0cyI6WzM3MjAsMzg0OF19ff3////+",
  "////AQAAAP3/////////AgAAAP3///8AAAAAAQAAAP7////+//////////7/////////AQAAAP7///8AAAAAAAAAAP7/",
  "//8CAAAAAgAAAP/////9////AAAAAP/////9////AQAAAP////////////////////8BAAAA/v///wAAAAD9////AgAA",
  "AAAAAAD+/////f///wAAAAD/////AQAAAAAAAAD/////AgAAAAAAAAABAAAAAAAAAAEAAAD+/////v///wEAAAD+////",
  "AgAAAAEAAAAAAAAA/v///wEAAAABAAAA/////wIAAAD9////AAAAAAIAAAD9////AQAAAAIAAAABAAAA/////yuHVj+D",
  "wIo+oBqvv9Ei276YbnK/IbCyvvT9FL8nMci+aJHtvTeJgb8IrFw//KkBwFpke7+mm+S/ObQIP+F6FL9GtvM9z/dzv3e+",
  "nz7P95M+ZDtfPgisjD/RIns/GQQWvxKD8L/TTbK/BFYuPwwCC7+uRwE/w/XYv28Sgz5oke2+YOXQvkSLLL+gGg+/8KcG",
  "P7bznT+mm8Q+Gy99P4XrMT9t5zu/heuBv7KdLz9OYnA/2/kOQCcxCD8/Nd6+pptEOxkElj9QjRe+K4cWPk5iSMAEVr6/",
  "ke0cQDvfz778qbG+BoEVv8HKIT6e7ye/c2hxv28SI78Urse+I9uZP8/3kz6LbOc9Gy+dPsl2nj97FG4/5dDiPv7/////",
  "////AAAAAP7/////////AQAAAP7///8AAAAAAAAAAP/////+////AAAAAP//////////////////////////AAAAAP//",
  "//8AAAAA//////////8AAAAAAAAAAP////8BAAAAAQAAAAAAAAD+////AQAAAAAAAAD//////v///wAAAAD/////////",
  "/wAAAAD/////AAAAAAAAAAD/////AQAAAAAAAAAAAAAA/////wAAAAAAAAAAAAAAAAEAAAD+////AAAAAAEAAAAAAAAA",
  "/////+cnBCBv+i/AxWUi1RMGR0BGs/A4JbXyv9aiW01PjQDA/PjFDL0J2b+bfFm+hFzTP+p8rYm5OQhA9SOAaHCaFcBz",
  "IJeBkBRAQFIHY9E2p0ZAdgHwYUb7DEAt9oZTrJcgQJ/6bxiM/ea/ON0efYrZB8BLW8G4i2gTwCkDaIc/J+G/k5jI6VhP",
  "C8CNuWr6BCPYv4n29M6TUinAzVoiKO3vNEDs3QBp4e4bQJsC5iKVUgdAhLwFZUsOEUA2NNNwwSouQNe1sei5NANAxyb4",
  "iVR+GUAAAAAAAAAAAAAAAAAAAAAAqgtQOOkBJUC3aoI80XcVQL/hv5ESMu8/sl2kShUNBEDtzY+jNv8EQGWIbbGUavE/",
  "pK3U3jJ/+D8GEh9bahzJP3e+X79GtoO/8tJNP+XQoj628/0/iUFgvmUwBj/exBA8BwAAAAAAAAD6fpq/3SQGPkSLbL7d",
  "JAa/9P2UPmiRbT9YOTS8AiuXv3No0T4xCOy+2/l+PzEIrL7hejQ/aryUvwwC2z97FE6/qvESv2q8tD7y0hVAuB6FvRsv",
  "XT6LbA/Ag8BqPz81nr473y8/UrjeP2q81L9Ei6y+46WbP/hTsz8AAMA+Gy99vzvfT793vj+/ZDtfPn9q/D59PzU+46Ub",
  "PsdLtz7n+0m/j8L1PHWTAMBiEFi/001CPyPb+T6TGKQ/CKzMv0JgRT8rh4a/exQuP166AcAK10O/pHC9vlCN17/6fpq/",
  "MQjsvvLSFUDdJAY+2/l+P7gehb1Ei2y+MQisvhsvXT7dJAa/4Xo0P4tsD8D0/ZQ+aryUv4PAaj9okW0/DALbPz81nr5Y",
  "OTS8exROvzvfLz8CK5e/qvESv1K43j9zaNE+ary0Pmq81L9Ei6y+fT81PpMYpD/jpZs/46UbPgiszL/4U7M/x0u3PkJg",
  "RT8AAMA+5/tJvyuHhr8bL32/j8L1PHsULj8730+/dZMAwF66AcB3vj+/YhBYvwrXQ79kO18+001CP6Rwvb5/avw+I9v5",
  "PlCN17/6fpq/MQjsvvLSFUDdJAa/4Xo0P4tsD8BYOTS8exROvzvfLz/dJAY+2/l+P7gehb30/ZQ+aryUv4PAaj8CK5e/",
  "qvESv1K43j9Ei2y+MQisvhsvXT5okW0/DALbPz81nr5zaNE+ary0Pmq81L9Ei6y+fT81PpMYpD8AAMA+5/tJvyuHhr93",
  "vj+/YhBYvwrXQ7/jpZs/46UbPgiszL8bL32/j8L1PHsULj9kO18+001CP6Rwvb74U7M/x0u3PkJgRT8730+/dZMAwF66",
  "AcB/avw+I9v5PlCN17/6fpq/MQjsvvLSFUDdJAY+2/l+P7gehb1Ei2y+MQisvhsvXT7dJAa/4Xo0P4tsD8D0/ZQ+aryU",
  "v4PAaj9okW0/DALbPz81nr5YOTS8exROvzvfLz8CK5e/qvESv1K43j9zaNE+ary0Pmq81L9Ei6y+fT81PpMYpD/jpZs/",
  "46UbPgiszL/4U7M/x0u3PkJgRT8AAMA+5/tJvyuHhr8bL32/j8L1PHsULj8730+/dZMAwF66AcB3vj+/YhBYvwrXQ79k",
  "O18+001CP6Rwvb5/avw+I9v5PlCN17/6fpq/RIusvjEI7L59PzU+8tIVQJMYpD/dJAY+46WbP9v5fj/jpRs+uB6FvQis",
  "zL9Ei2y++FOzPzEIrL7HS7c+Gy9dPkJgRT/dJAa/AADAPuF6ND/n+0m/i2wPwCuHhr/0/ZQ+Gy99v2q8lL+PwvU8g8Bq",
  "P3sULj9okW0/O99PvwwC2z91kwDAPzWevl66AcBYOTS8d74/v3sUTr9iEFi/O98vPwrXQ78CK5e/ZDtfPqrxEr/TTUI/",
  "UrjeP6Rwvb5zaNE+f2r8Pmq8tD4j2/k+arzUv1CN17/6fpq/MQjsvvLSFUBEi6y+fT81PpMYpD/dJAY+2/l+P7gehb3j",
  "pZs/46UbPgiszL9Ei2y+MQisvhsvXT74U7M/x0u3PkJgRT/dJAa/4Xo0P4tsD8AAAMA+5/tJvyuHhr/0/ZQ+aryUv4PA",
  "aj8bL32/j8L1PHsULj9okW0/DALbPz81nr4730+/dZMAwF66AcBYOTS8exROvzvfLz93vj+/YhBYvwrXQ78CK5e/qvES",
  "v1K43j9kO18+001CP6Rwvb5zaNE+ary0Pmq81L9/avw+I9v5PlCN17/6fpq/RIusvjEI7L59PzU+8tIVQJMYpD/dJAa/",
  "AADAPuF6ND/n+0m/i2wPwCuHhr9YOTS8d74/v3sUTr9iEFi/O98vPwrXQ7/dJAY+46WbP9v5fj/jpRs+uB6FvQiszL/0",
  "/ZQ+Gy99v2q8lL+PwvU8g8BqP3sULj8CK5e/ZDtfPqrxEr/TTUI/UrjeP6Rwvb5Ei2y++FOzPzEIrL7HS7c+Gy9dPkJg",
  "RT9okW0/O99PvwwC2z91kwDAPzWevl66AcBzaNE+f2r8Pmq8tD4j2/k+arzUv1CN17/6fpq/RIusvjEI7L59PzU+8tIV",
  "QJMYpD/dJAa/AADAPuF6ND/n+0m/i2wPwCuHhr9YOTS8d74/v3sUTr9iEFi/O98vPwrXQ7/dJAY+46WbP9v5fj/jpRs+",
  "uB6FvQiszL/0/ZQ+Gy99v2q8lL+PwvU8g8BqP3sULj8CK5e/ZDtfPqrxEr/TTUI/UrjeP6Rwvb5Ei2y++FOzPzEIrL7H",
  "S7c+Gy9dPkJgRT9okW0/O99PvwwC2z91kwDAPzWevl66AcBzaNE+f2r8Pmq8tD4j2/k+arzUv1CN179mZoa/sHL4P+XQ",
  "gj/Zzrc+K4fWvpHt/L7+1Pi+N4khQI/C9T5kOz8/YOXQvvT91D1qvBQ/rkehvhKDQD5QjZe9aJHtveF6FL8/NR4/f2o8",
  "PfYofD+BlcM+9ihcvylczz5cj8I+aryUP2DlkD628/0+bxKzPzEIjD+4HgW++FPTP2Zmhr+PwvU+sHL4P2Q7Pz/l0II/",
  "YOXQvtnOtz70/dQ9K4fWvmq8FD+R7fy+rkehvv7U+L4Sg0A+N4khQFCNl71oke29XI/CPuF6FL9qvJQ/PzUeP2DlkD5/",
  "ajw9tvP9PvYofD9vErM/gZXDPjEIjD/2KFy/uB4Fvilczz74U9M/ZmaGv4/C9T4rh9a+arwUP+XQgj9g5dC+/tT4vhKD",
  "QD6wcvg/ZDs/P5Ht/L6uR6G+2c63PvT91D03iSFAUI2XvWiR7b1cj8I+9ih8P28Ssz8/NR4/YOWQPvYoXL+4HgW+4XoU",
  "v2q8lD+BlcM+MQiMP39qPD228/0+KVzPPvhT0z9mZoa/j8L1PrBy+D9kOz8/5dCCP2Dl0L7Zzrc+9P3UPSuH1r5qvBQ/",
  "ke38vq5Hob7+1Pi+EoNAPjeJIUBQjZe9aJHtvVyPwj7hehS/aryUPz81Hj9g5ZA+f2o8Pbbz/T72KHw/bxKzP4GVwz4x",
  "CIw/9ihcv7geBb4pXM8++FPTP2Zmhr9oke29j8L1PlyPwj6wcvg/4XoUv2Q7Pz9qvJQ/5dCCPz81Hj9g5dC+YOWQPtnO",
  "tz5/ajw99P3UPbbz/T4rh9a+9ih8P2q8FD9vErM/ke38voGVwz6uR6G+MQiMP/7U+L72KFy/EoNAPrgeBb43iSFAKVzP",
  "PlCNl734U9M/ZmaGv4/C9T5oke29XI/CPrBy+D9kOz8/4XoUv2q8lD/l0II/YOXQvj81Hj9g5ZA+2c63PvT91D1/ajw9",
  "tvP9PiuH1r5qvBQ/9ih8P28Ssz+R7fy+rkehvoGVwz4xCIw//tT4vhKDQD72KFy/uB4FvjeJIUBQjZe9KVzPPvhT0z9m",
  "Zoa/aJHtvY/C9T5cj8I+K4fWvvYofD9qvBQ/bxKzP+XQgj8/NR4/YOXQvmDlkD7+1Pi+9ihcvxKDQD64HgW+sHL4P+F6",
  "FL9kOz8/aryUP5Ht/L6BlcM+rkehvjEIjD/Zzrc+f2o8PfT91D228/0+N4khQClczz5QjZe9+FPTP2Zmhr9oke29j8L1",
  "PlyPwj6wcvg/4XoUv2Q7Pz9qvJQ/5dCCPz81Hj9g5dC+YOWQPtnOtz5/ajw99P3UPbbz/T4rh9a+9ih8P2q8FD9vErM/",
  "ke38voGVwz6uR6G+MQiMP/7U+L72KFy/EoNAPrgeBb43iSFAKVzPPlCNl734U9M/",
].join("");
