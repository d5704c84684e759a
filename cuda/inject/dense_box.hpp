/// Dense boxes of voxels: their layouts, argument checks, and access in pieces of 16 bytes.
#pragma once

#include "core/entry.hpp"
#include "core/grid_batch.hpp"
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

  /// Checks all arguments, then uploads the origins.
  Status place(Context& c, dvdb_grid handle, uint32_t dtype, int64_t channels, const int64_t* size, const int32_t* origins, uint32_t n_grids,
               dvdb_buffer dense_buffer, const char* dense_name, dvdb_buffer row_buffer, const char* row_name) {
    GridBatch* batch = nullptr;
    DVDB_TRY(find(c, handle, &batch));
    DVDB_TRY(check_grid_count(c, *batch, n_grids));
    grid = batch->view;
    DVDB_TRY(read_row_form(c, dtype, channels, form));
    DVDB_TRY(require(c, size, 3, "size"));
    DVDB_TRY(require(c, origins, n_grids, "origins"));
    int64_t cells = 0;  // checked even if there are no channels or grids
    DVDB_TRY(count_elements(c, {size[0], size[1], size[2]}, "size", &cells));
    DVDB_TRY(count_elements(c, {cells, n_grids, channels}, dense_name, &elements));
    DVDB_TRY(borrow_elements(c, dense_buffer, form, elements, dense_name, &dense));
    DVDB_TRY(borrow_rows(c, row_buffer, form, grid.n_voxels, row_name, &rows));
    for (int axis = 0; axis < 3; ++axis) box.size[axis] = size[axis];
    Span<Coord> places;
    DVDB_TRY(memory.allocate(n_grids, places));
    if (n_grids > 0) DVDB_TRY(backend::upload(c, places.data, origins, places.size * int64_t(sizeof(Coord))));
    box.origins = places.data;
    return {};
  }
};

/// Writes the cell of each voxel to `memory`: b * planes * cells + cell, or -1 outside the box.
Status place_cells(Context& context, const DenseCall& call, int64_t planes, backend::Scratch& memory, Span<int64_t>& out);

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
