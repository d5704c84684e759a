/// Assigns points to the leaves that hold voxels around them, and owns the memory that this takes.
#pragma once

#include "core/leaf_neighbors.hpp"
#include "sample/sum/leaf_block.hpp"

namespace dvdb::sample {

/// Memory for lists of leaves.
template <class Items>
struct ItemMemory {
  using Item = std::remove_pointer_t<decltype(Items::table)>;
  backend::Scratch table;
  backend::Scratch counts;
  backend::Scratch links;
  backend::Scratch last_links;

  explicit ItemMemory(Context& context) : table(context), counts(context), links(context), last_links(context) {}

  Status allocate(Context& context, int64_t n_leaves, int64_t room, int64_t spare_room, Items& out) {
    Span<Item> items;
    Span<uint32_t> numbers;
    Span<typename Items::Link> others;
    Span<uint32_t> last;
    DVDB_TRY(table.allocate(n_leaves * room, items));
    DVDB_TRY(counts.allocate(n_leaves + 1, numbers));
    DVDB_TRY(links.allocate(spare_room, others));
    DVDB_TRY(last_links.allocate(n_leaves * Items::kChains, last));
    DVDB_TRY(backend::fill(context, numbers.data, 0, 1, numbers.size * int64_t(sizeof(uint32_t))));
    out = {items.data,  numbers.data, uint32_t(room),         uint32_t(spare_room),
           others.data, last.data,    numbers.data + n_leaves};
    return {};
  }
};

/// Points of the leaves of blocks.
template <class R>
class LeafAssignment {
 public:
  explicit LeafAssignment(Context& c)
      : pieces_(c), guests_(c), leaves_(c), placed_(c), lists_(c), near_(c), crowd_(c) {}

  /// Assigns points to leaves. If the points of a leaf are too scattered in memory, `failed`, a word of device memory,
  /// becomes non-zero.
  Status assign(Context& context, const LocatedPoints& places, int64_t n, uint32_t* failed);

  const LeafBlock<R>& blocks() const { return blocks_; }
  const CrowdedLeaves& crowded() const { return crowded_; }

 private:
  ItemMemory<LeafPoints::Pieces> pieces_;
  ItemMemory<LeafPoints::Guests> guests_;
  backend::Scratch leaves_;
  backend::Scratch placed_;
  backend::Scratch lists_;
  backend::Scratch near_;
  backend::Scratch crowd_;
  LeafBlock<R> blocks_ = {};
  CrowdedLeaves crowded_ = {};
};

}  // namespace dvdb::sample
