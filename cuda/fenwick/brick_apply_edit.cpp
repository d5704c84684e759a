/// Planned edits applied to bricked volumes, and compaction of pools.
#include "fenwick/bricks/box.hpp"
#include "fenwick/bricks/list.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// Lists the bricks of a box that an edit affects in one given way.
struct ListEdits {
  BrickBox box;
  const uint32_t* edits;
  uint32_t edit;
  Span<int64_t> out;

  DVDB_FN uint64_t count(int64_t i) const { return edits[i] == edit ? 1 : 0; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (count == 0 || int64_t(before) >= out.size) return;
    int64_t place[3];
    box.place(i, place);
    out[int64_t(before)] = box.shape.brick(place[0], place[1], place[2]);
  }
};

struct MarkSlots {
  const uint32_t* table;
  int64_t n_slots;
  uint32_t* used;

  DVDB_FN void operator()(int64_t i) const {
    const uint32_t slot = table[i];
    if (int64_t(slot) < n_slots) backend::atomic_or(&used[slot >> 5], 1u << (slot & 31));
  }
};

/// Lists the first free slots.
struct ListFree {
  const uint32_t* used;
  int64_t n_slots;
  Span<uint32_t> out;

  DVDB_FN uint32_t bits(int64_t i) const {
    const int64_t left = n_slots - i * kWordBits;
    return ~used[i] & uint32_t(low_bits(int(min_of<int64_t>(left, kWordBits))));
  }
  DVDB_FN uint64_t count(int64_t i) const { return uint64_t(popcount(bits(i))); }
  DVDB_FN void emit(int64_t i, uint64_t, uint64_t before) const {
    int64_t at = int64_t(before);
    for (uint32_t rest = bits(i); rest != 0 && at < out.size; rest &= rest - 1)
      out[at++] = uint32_t(i * kWordBits + lowest_bit(rest));
  }
};

/// Bricks that get a slot, then those that lose theirs.
struct EditTable {
  Span<uint32_t> table;
  const int64_t* bricks;
  Span<const uint32_t> places;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t brick = bricks[i];
    if (brick >= 0 && brick < table.size) table[brick] = i < places.size ? places[i] : kNoSlot;
  }
};

/// Writes a voxel of a brick that the box changes, or of one that is new.
template <class T>
struct EditVoxel {
  BrickBox box;
  EditedBricks bricks;
  BoxValues<T> values;
  T background;
  const uint32_t* edits;

  DVDB_FN void operator()(int64_t i) const {
    const BrickShape& shape = box.shape;
    const int64_t at = i >> (3 * shape.log);
    const uint32_t edit = edits[at];
    if (edit != DVDB_BRICK_KEEP && edit != DVDB_BRICK_ADD) return;
    int64_t place[3];
    int64_t voxel[3];
    box.place(at, place);
    T* own = bricks.voxels<T>(shape, place);
    if (own == nullptr) return;
    const int64_t inside = i & (shape.brick_voxels() - 1);
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t in = inside >> (axis * shape.log) & (shape.edge() - 1);
      voxel[axis] = min_of(place[axis] * shape.payload.by + in, shape.dims[axis] - 1);
    }
    if (box.contains(voxel)) {
      own[inside] = values.at(box, voxel);
    } else if (edit == DVDB_BRICK_ADD) {
      own[inside] = known(voxel);
    }
  }

 private:
  /// The value of a voxel outside the box, from the brick whose payload holds it, if that brick existed before and
  /// stays.
  DVDB_FN T known(const int64_t (&voxel)[3]) const {
    const BrickShape& shape = box.shape;
    int64_t place[3];
    int64_t in[3];
    for (int axis = 0; axis < 3; ++axis) place[axis] = shape.payload.divide(voxel[axis], &in[axis]);
    const int64_t at = box.find(place);
    if (at >= 0 && edits[at] != DVDB_BRICK_KEEP) return background;
    const T* owner = bricks.voxels<T>(shape, place);
    return owner == nullptr ? background : owner[shape.inside(in[0], in[1], in[2])];
  }
};

/// Copies one word of a brick to the position given by its rank.
template <class Word>
struct MoveWord {
  BrickSlots slots;
  const uint64_t* bricks;
  const Word* from;
  int words_log;  // of a brick
  Word* to;

  DVDB_FN void operator()(int64_t i) const {
    const int64_t slot = slots.find(int64_t(bricks[i >> words_log]));
    const int64_t in = i & ((int64_t(1) << words_log) - 1);
    if (slot >= 0) to[i] = from[(slot << words_log) + in];
  }
};

Status check_counts(Context& c, int64_t added, int64_t removed, int64_t bricks) {
  if (added >= 0 && removed >= 0 && added <= bricks && removed <= bricks - added) return {};
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot edit bricks: %lld are added and %lld removed of %lld",
              static_cast<long long>(added), static_cast<long long>(removed), static_cast<long long>(bricks));
}

}  // namespace

Status operators::brick_set_box_list(Context& c, const BrickSetBoxListArgs& a) {
  BrickBox box;
  Span<uint32_t> kinds;
  DVDB_TRY(read_box(c, a, box));
  DVDB_TRY(check_counts(c, a.added, a.removed, box.bricks()));
  DVDB_TRY(borrow(c, a.edits, box.bricks(), "edits", kinds));
  DVDB_TRY(
      backend::for_each_scan(c, kinds.size, ListEdits{box, kinds.data, DVDB_BRICK_ADD, {a.out_bricks.data, a.added}}));
  DVDB_TRY(backend::for_each_scan(
      c, kinds.size, ListEdits{box, kinds.data, DVDB_BRICK_REMOVE, {a.out_bricks.data + a.added, a.removed}}));
  if (a.added == 0) return {};
  backend::Scratch memory(c);
  Span<uint32_t> used;
  DVDB_TRY(memory.allocate((a.n_slots + kWordBits - 1) / kWordBits, used));
  DVDB_TRY(backend::fill(c, used.data, 0, 4, used.size * 4));
  DVDB_TRY(backend::fill(c, a.out_slots.data, kNoSlot, 4, a.out_slots.size * 4));
  DVDB_TRY(backend::for_each(c, a.table.size, MarkSlots{a.table.data, a.n_slots, used.data}));
  return backend::for_each_scan(c, used.size, ListFree{used.data, a.n_slots, a.out_slots});
}

Status operators::brick_set_box_apply(Context& c, const BrickSetBoxApplyArgs& a) {
  BrickBox box;
  Span<uint32_t> kinds;
  DVDB_TRY(read_box(c, a, box));
  DVDB_TRY(check_counts(c, a.added, a.removed, box.bricks()));
  DVDB_TRY(check_background(c, a.dtype, a.background));
  DVDB_TRY(borrow(c, a.edits, box.bricks(), "edits", kinds));
  DVDB_TRY(backend::for_each(c, a.bricks.size, EditTable{a.table, a.bricks.data, a.places}));
  return with_voxel_bits(a.dtype, a.background, [&]<class T>(T background) -> Status {
    const BoxValues<T> own{a.values.as<const T>().data, VoxelOrder::of(a.order, a.size)};
    const EditVoxel<T> body{box, edited_of(a), own, background, kinds.data};
    return backend::for_each(c, box.bricks() << (3 * box.shape.log), body);
  });
}

Status operators::brick_compact(Context& c, const BrickCompactArgs& a) {
  Bricks own;
  DVDB_TRY(borrow_bricks(c, a, a.pool, own));
  DVDB_TRY(check_filled(c, a.filled, own.shape.bricks()));
  if (a.filled == 0) return {};
  const int64_t brick_bytes = own.shape.brick_voxels() * dtype_bytes(a.dtype);
  backend::Scratch memory(c);
  Span<uint64_t> list;
  DVDB_TRY(memory.allocate(a.filled, list));
  DVDB_TRY(list_bricks(c, a.bits.data, 0, own.shape.bricks(), list));
  return with_word(word_bytes(uint64_t(brick_bytes) | address_of(own.pool) | address_of(a.out_pool.data)),
                   [&]<class Word>() -> Status {
                     const int words_log = highest_bit(uint64_t(brick_bytes / int64_t(sizeof(Word))));
                     const MoveWord<Word> body{own.slots, list.data, reinterpret_cast<const Word*>(own.pool), words_log,
                                               static_cast<Word*>(a.out_pool.data)};
                     return backend::for_each(c, a.filled << words_log, body);
                   });
}
