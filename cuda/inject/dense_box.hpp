/// Dense boxes of voxels: their layouts, and access in pieces of 16 bytes.
#pragma once

#include "inject/rows.hpp"

namespace dvdb {

/// The same box in every grid of a batch, as passed to kernels.
struct DenseBox {
  int64_t size[3];       // cells
  const Coord* origins;  // [n_grids] voxel of cell (0, 0, 0)

  DVDB_FN int64_t cells() const { return size[0] * size[1] * size[2]; }
};

/// The checked arguments of every entry that takes a dense box.
struct DenseCall {
  GridView grid;
  RowForm form;
  DenseBox box = {};
  int64_t elements = 0;  // of the dense buffer
  void* dense = nullptr;
  void* rows = nullptr;
  backend::Scratch memory;

  explicit DenseCall(Context& context) : memory(context) {}

  /// Takes checked arguments, of which `box_cells` and `voxels` are buffers, and uploads the origins.
  template <class Args>
  Status place(Context& c, const Args& a, const Operand& box_cells, const Operand& voxels) {
    grid = a.grid->view;
    form = row_form(a);
    elements = box_cells.size;
    dense = box_cells.data;
    rows = voxels.data;
    for (int axis = 0; axis < 3; ++axis) box.size[axis] = a.size[axis];
    Span<Coord> places;
    DVDB_TRY(memory.allocate(a.n_grids, places));
    if (a.n_grids > 0) DVDB_TRY(backend::upload(c, places.data, a.origins, places.size * int64_t(sizeof(Coord))));
    box.origins = places.data;
    return {};
  }
};

/// Writes the cell of each voxel to `memory`: b * planes * cells + cell, or -1 outside the box.
Status place_cells(Context& context, const DenseCall& call, int64_t planes, backend::Scratch& memory,
                   Span<int64_t>& out);

/// 16 bytes in registers, assembled from elements.
template <class T>
struct Pack {
  static constexpr int kSize = kWordBytes / int(sizeof(T));
  Word16 words = {0, 0};

  DVDB_FN void put(int at, T value) {
    if constexpr (sizeof(T) == kWordBytes) {
      words = value;
    } else {
      const int place = at * int(sizeof(T));
      (place < 8 ? words.low : words.high) |= uint64_t(value) << (8 * (place & 7));
    }
  }

  DVDB_FN T get(int at) const {
    if constexpr (sizeof(T) == kWordBytes) {
      return words;
    } else {
      const int place = at * int(sizeof(T));
      return T((place < 8 ? words.low : words.high) >> (8 * (place & 7)));
    }
  }

  /// Reads in[0] to in[count - 1]; if `in` is aligned, all of them with one instruction.
  DVDB_FN void load(const T* in, int count) {
    if (count == kSize && reinterpret_cast<uintptr_t>(in) % kWordBytes == 0) {
      words = *reinterpret_cast<const Word16*>(in);
    } else {
      for (int at = 0; at < count; ++at) put(at, in[at]);
    }
  }

  /// Writes elements [low, high) to out[low], ...; if `out` is aligned, all of them with one instruction.
  DVDB_FN void store(T* out, int low, int high) const {
    if (low == 0 && high == kSize && reinterpret_cast<uintptr_t>(out) % kWordBytes == 0) {
      *reinterpret_cast<Word16*>(out) = words;
    } else {
      for (int at = low; at < high; ++at) out[at] = get(at);
    }
  }
};

/// Threads that work together on one contiguous stretch of memory.
inline constexpr int64_t kLanes = 32;

}  // namespace dvdb
