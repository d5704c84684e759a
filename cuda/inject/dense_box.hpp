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

/// The packs of the rows of voxels, for boxes with a plane per channel. Neighboring threads handle neighboring rows,
/// whose cells are mostly neighbors too; the threads after them handle the remaining channels of these rows.
struct PlanePacks {
  const int64_t* cells;  // [n_voxels] of the first plane, -1 for none
  int64_t n_voxels;
  int64_t channels;
  int64_t plane;  // stride of channels in the box
  Divider packs;  // per row

  /// Channels [first, first + count) of a row.
  struct Part {
    int64_t row;
    int64_t cell;
    int64_t first;
    int count;
  };

  template <class T>
  static PlanePacks of(const DenseCall& call, Span<int64_t> cells) {
    const int64_t channels = call.form.channels;
    return {cells.data, cells.size, channels, call.box.cells(),
            Divider::of((channels + Pack<T>::kSize - 1) / Pack<T>::kSize)};
  }
  int64_t items() const { return (n_voxels + kLanes - 1) / kLanes * packs.by * kLanes; }

  /// The part of an item; false where it has none.
  template <class T>
  DVDB_FN bool find(int64_t i, Part& out) const {
    const int64_t block = packs.quotient(i / kLanes);
    const int64_t row = block * kLanes + i % kLanes;
    if (row >= n_voxels) return false;
    const int64_t first = (i / kLanes - block * packs.by) * Pack<T>::kSize;
    out = {row, cells[row], first, int(min_of<int64_t>(Pack<T>::kSize, channels - first))};
    return true;
  }
};

}  // namespace dvdb
