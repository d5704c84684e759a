/// Samples of leaves whose points are in any order. A block marks the occupied cells of a leaf, numbers them in Morton
/// order, and reads the points again to reduce those of each cell. The result does not depend on the order of the
/// points: it is an integer sum, or the minimum of keys that depend only on the points themselves. If the cells do not
/// fit the block's shared memory, they are processed in several rounds.
#include <new>

#include "lod/steps/cell_ranks.hpp"

namespace dvdb::lod {

namespace {

/// Sums of colors. Most cells have few points, all opaque: two words hold the sums of two channels, and of one channel
/// and the count. A leaf where that does not hold uses five words for each cell.
struct GatherMeans {
  static constexpr int kShortWords = 2;
  static constexpr int kWideWords = 5;
  static constexpr uint32_t kEmpty = 0;
  static constexpr uint32_t kMostShort = 257;  // points whose channels sum up to 16 bits

  template <class Record>
  DVDB_FN uint32_t widens(const Record& p, int) const {
    return ~p.rgba & 0xff000000u;
  }
  template <class Record>
  DVDB_FN void add(uint32_t* cell, const Record& p, int, bool wide) const {
    if (wide) {
      for (int channel = 0; channel < 4; ++channel) backend::atomic_add(&cell[channel], p.rgba >> (8 * channel) & 255);
      backend::atomic_add(&cell[4], 1u);
    } else {
      backend::atomic_add(&cell[0], p.rgba & 0xff00ff);
      backend::atomic_add(&cell[1], (p.rgba >> 8 & 255) | 1u << 16);
    }
  }
  template <class Record>
  DVDB_FN void add_again(uint32_t*, const Record&, int) const {}
  DVDB_FN bool is_gathered_again(bool) const { return false; }

  /// Whether the color is right: an overflow of the sum makes the count too high, never too low.
  DVDB_FN bool color(const uint32_t* cell, bool wide, uint32_t& rgba) const {
    if (wide) {
      rgba = mean_color({cell[0], cell[1], cell[2], cell[3]}, cell[4]);
      return true;
    }
    const uint32_t count = cell[1] >> 16;
    const float inverse = 1.0f / float(count);
    rgba = mean_of_few(cell[0] & 0xffff, count, inverse) | mean_of_few(cell[1] & 0xffff, count, inverse) << 8 |
           mean_of_few(cell[0] >> 16, count, inverse) << 16 | 0xff000000u;
    return count <= kMostShort;
  }
};

/// The point with the least key. If a key does not fit a word, it has a second word, for which the points with the
/// least first word are read again.
template <dvdb_lod_strategy kStrategy>
struct GatherLeast {
  static constexpr int kShortWords = 2;
  static constexpr int kWideWords = 4;
  static constexpr uint32_t kEmpty = ~0u;
  static constexpr int kDigits = 10;  // levels that one number has
  uint64_t seed;

  template <class Record>
  DVDB_FN uint32_t widens(const Record&, int shift) const {
    return kStrategy == DVDB_LOD_RANDOM || shift > kDigits ? 1 : 0;
  }
  template <class Record>
  DVDB_FN void add(uint32_t* cell, const Record& p, int shift, bool) const {
    const uint64_t key = first_of(p, shift);
    uint64_t* const least = reinterpret_cast<uint64_t*>(cell);
    if (key < backend::peek(least)) backend::atomic_min(least, key);
  }
  template <class Record>
  DVDB_FN void add_again(uint32_t* cell, const Record& p, int shift) const {
    const uint64_t* const least = reinterpret_cast<const uint64_t*>(cell);
    if (first_of(p, shift) == *least) backend::atomic_min(reinterpret_cast<uint64_t*>(cell) + 1, second_of(p, shift));
  }
  DVDB_FN bool is_gathered_again(bool wide) const { return wide; }
  DVDB_FN bool color(const uint32_t* cell, bool wide, uint32_t& rgba) const {
    rgba = uint32_t(reinterpret_cast<const uint64_t*>(cell)[wide ? 1 : 0]);
    return true;
  }

 private:
  template <class Record>
  DVDB_FN uint64_t first_of(const Record& p, int shift) const {
    if constexpr (kStrategy == DVDB_LOD_RANDOM) return ~sample_hash(seed, -1, {p.x, p.y, p.z}, p.rgba);
    if (shift <= kDigits) return uint64_t(digits_of(p, 0, shift)) << 32 | p.rgba;
    const int more = min_of(kDigits, shift - kDigits);
    return uint64_t(digits_of(p, shift - kDigits, kDigits)) << 32 | digits_of(p, shift - kDigits - more, more);
  }
  template <class Record>
  DVDB_FN uint64_t second_of(const Record& p, int shift) const {
    const int left = kStrategy == DVDB_LOD_RANDOM ? 0 : max_of(0, shift - 2 * kDigits);
    return uint64_t(digits_of(p, 0, left)) << 32 | p.rgba;
  }
};

/// Makes a part of each cell of a leaf.
template <class Gatherer, class Record>
struct SampleLeaf {
  static constexpr int kThreads = 512;
  static constexpr int kAtOnce = 2;
  const UnorderedLeaf* leaves;
  const Record* points;
  int levels;
  Gatherer gatherer;
  Voxel* voxels;
  int64_t* ends;  // [n] of parts

  DVDB_FN void operator()(int64_t i, const backend::Block& block, const Span<uint32_t>& memory) const {
    const UnorderedLeaf leaf = leaves[i];
    const CellRanks ranks(memory, levels);
    const Span<uint32_t> cells = ranks.rest();
    ranks.clear(block);
    uint32_t widened = 0;
    for_each_point(points, leaf, block, [&](int, const Record& p) {
      widened |= gatherer.widens(p, leaf.shift);
      ranks.mark(ranks.cell_of(p, leaf.shift));
    });
    if (widened != 0) backend::atomic_or(ranks.flag(), 1u);
    ranks.number(block);
    const uint32_t total = ranks.total();
    bool wide = *ranks.flag() != 0;
    for (uint32_t first = 0; first < total;) {
      const uint32_t width = wide ? Gatherer::kWideWords : Gatherer::kShortWords;
      const uint32_t end = min_of(total, first + uint32_t(cells.size) / width);
      for (uint32_t k = uint32_t(block.rank); k < (end - first) * width; k += uint32_t(block.size))
        cells.data[k] = Gatherer::kEmpty;
      block.wait();
      for_each_point_in(points, leaf, block, ranks, first, end - first, [&](int, const Record& p, uint32_t k) {
        gatherer.add(cells.data + k * width, p, leaf.shift, wide);
      });
      block.wait();
      if (gatherer.is_gathered_again(wide)) {
        for_each_point_in(points, leaf, block, ranks, first, end - first, [&](int, const Record& p, uint32_t k) {
          gatherer.add_again(cells.data + k * width, p, leaf.shift);
        });
        block.wait();
      }
      // Colors and cells of parts take the first words of what was gathered.
      bool is_right = true;
      for (uint32_t k = uint32_t(block.rank); k < end - first; k += uint32_t(block.size)) {
        uint32_t rgba = 0;
        is_right &= gatherer.color(cells.data + k * width, wide, rgba);
        cells.data[k * width] = rgba;
      }
      if (!is_right) backend::atomic_or(ranks.flag(), 1u);
      block.wait();
      ranks.list(block, first, end - first, width, cells.data + 1);
      for (uint32_t k = uint32_t(block.rank); k < end - first; k += uint32_t(block.size)) {
        const uint32_t* const own = cells.data + k * width;
        voxels[leaf.begin + first + k] = {CellRanks::place_in_parent(leaf.corner, own[1]), own[0]};
      }
      block.wait();
      if (wide == (*ranks.flag() != 0)) first = end;
      wide = *ranks.flag() != 0;
    }
    if (block.rank == 0) ends[i] = leaf.begin + total;
  }
};

/// Says in which order the points of a cell are next to each other, and makes a part without color of each. Points
/// stay where they are: their places take an eighth of the memory.
template <class Record>
struct GroupLeaf {
  static constexpr int kThreads = 1024;
  static constexpr int kAtOnce = 1;
  const UnorderedLeaf* leaves;
  const Record* points;
  int levels;
  uint16_t* order;  // [n] places in their leaves
  Voxel* voxels;
  int64_t* firsts;
  int64_t* ends;  // [n] of parts

  DVDB_FN void operator()(int64_t i, const backend::Block& block, const Span<uint32_t>& memory) const {
    const UnorderedLeaf leaf = leaves[i];
    const CellRanks ranks(memory, levels);
    const Span<uint32_t> rest = ranks.rest();
    // Where each point goes is worked out in memory behind, if there is room: a word for each point, and half of one.
    const int64_t room = rest.size - leaf.count - (leaf.count + 1) / 2;
    uint32_t* const cells = rest.data + max_of<int64_t>(room, 0);
    ranks.clear(block);
    if (room > 0) {
      for_each_point(points, leaf, block, [&](int k, const Record& p) {
        const uint32_t cell = ranks.cell_of(p, leaf.shift);
        ranks.mark(cell);
        cells[k] = cell;
      });
    } else {
      for_each_point(points, leaf, block, [&](int, const Record& p) { ranks.mark(ranks.cell_of(p, leaf.shift)); });
    }
    ranks.number(block);
    const uint32_t total = ranks.total();
    if (room >= total) {
      group(leaf, block, ranks, cells);
    } else {
      group_in_turns(leaf, block, ranks);
    }
    if (block.rank != 0) return;
    ends[i] = leaf.begin + total;
    firsts[ends[i]] = leaf.begin + leaf.count;  // the next leaf's first, which it may write too
  }

  /// Finds the points of all cells at once.
  DVDB_FN void group(const UnorderedLeaf& leaf, const backend::Block& block, const CellRanks& ranks,
                     uint32_t* cells) const {
    const Span<uint32_t> counts{ranks.rest().data, int64_t(ranks.total())};
    uint16_t* const found = reinterpret_cast<uint16_t*>(cells + leaf.count);  // so that what is written lies end to end
    clear(block, counts);
    for_each_loaded(
        leaf.count, block, [&](int k) { return ranks.rank_of(cells[k]); },
        [&](int k, uint32_t number) { cells[k] = number | backend::atomic_add(&counts[number], 1u) << 16; });
    block.wait();
    sum_up(block, ranks, counts);
    for_each_loaded(
        leaf.count, block, [&](int k) { return counts[cells[k] & 0xffff] + (cells[k] >> 16); },
        [&](int k, uint32_t place) { found[place] = uint16_t(k); });
    block.wait();
    ranks.list(block, 0, uint32_t(counts.size), 1, cells);
    write_parts(leaf, block, counts, cells, 0, leaf.begin);
    for (int k = block.rank; k < leaf.count; k += block.size) order[leaf.begin + k] = found[k];
  }

  DVDB_FN void group_in_turns(const UnorderedLeaf& leaf, const backend::Block& block, const CellRanks& ranks) const {
    const uint32_t room = uint32_t(ranks.rest().size) / 2;
    int64_t placed = leaf.begin;
    for (uint32_t first = 0; first < ranks.total(); first += room) {
      const Span<uint32_t> counts{ranks.rest().data, int64_t(min_of(ranks.total() - first, room))};
      const uint32_t n = uint32_t(counts.size);
      clear(block, counts);
      for_each_point_in(points, leaf, block, ranks, first, n,
                        [&](int, const Record&, uint32_t k) { backend::atomic_add(&counts[k], 1u); });
      block.wait();
      sum_up(block, ranks, counts);
      ranks.list(block, first, n, 1, counts.data + n);
      write_parts(leaf, block, counts, counts.data + n, first, placed);
      block.wait();
      for_each_point_in(points, leaf, block, ranks, first, n, [&](int place, const Record&, uint32_t k) {
        order[placed + backend::atomic_add(&counts[k], 1u)] = uint16_t(place);
      });
      placed += *ranks.flag();
      block.wait();
    }
  }

  DVDB_FN void clear(const backend::Block& block, const Span<uint32_t>& counts) const {
    for (int64_t k = block.rank; k < counts.size; k += block.size) counts[k] = 0;
    block.wait();
  }

  /// Turns counts into sums of those before, and leaves the whole sum in the flag.
  DVDB_FN void sum_up(const backend::Block& block, const CellRanks& ranks, const Span<uint32_t>& counts) const {
    const int n = int(counts.size);
    const int share = ((n + block.size - 1) / block.size) | 1;  // odd, so that members use all banks
    const int begin = min_of(block.rank * share, n);
    const int end = min_of(begin + share, n);
    uint32_t sum = 0;
    for (int k = begin; k < end; ++k) sum += counts[k];
    uint32_t before = block.sum_before(sum, ranks.sums());
    for (int k = begin; k < end; ++k) {
      const uint32_t own = counts[k];
      counts[k] = before;
      before += own;
    }
    if (block.rank == block.size - 1) *ranks.flag() = before;
    block.wait();
  }

  DVDB_FN void write_parts(const UnorderedLeaf& leaf, const backend::Block& block, const Span<uint32_t>& places,
                           const uint32_t* cells, uint32_t first, int64_t placed) const {
    for (int64_t k = block.rank; k < places.size; k += block.size) {
      voxels[leaf.begin + first + k] = {CellRanks::place_in_parent(leaf.corner, cells[k]), 0};
      firsts[leaf.begin + first + k] = placed + int64_t(places[k]);
    }
  }
};

class UnorderedSampler {
 public:
  UnorderedSampler(Context& context, const Request& request, Tree& tree, LeafMemory& memory, LeafParts& out)
      : context_(context),
        request_(request),
        tree_(tree),
        memory_(memory),
        out_(out),
        leaf_memory_(context),
        end_memory_(context) {}

  Status run() {
    n_leaves_ = tree_.n_nodes - tree_.n_inner;
    DVDB_TRY(list_leaves());
    Span<Voxel> voxels;
    DVDB_TRY(end_memory_.allocate(n_leaves_, ends_));
    DVDB_TRY(memory_.voxels.allocate(request_.n, voxels));
    out_.voxels = voxels.data;
    DVDB_TRY(with_points(tree_, [&]<class Record>(const Record* points) { return sample(points); }));
    return backend::download(context_, out_.starts.get() + n_leaves_, ends_.data, n_leaves_ * 8);
  }

 private:
  Status list_leaves() {
    out_.place.reset(new (std::nothrow) int64_t[size_t(tree_.n_nodes)]);
    out_.starts.reset(new (std::nothrow) int64_t[size_t(2 * n_leaves_)]);
    std::unique_ptr<UnorderedLeaf[]> leaves(new (std::nothrow) UnorderedLeaf[size_t(n_leaves_)]);
    if (!out_.place || !out_.starts || !leaves)
      return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot build LOD: out of host memory");
    out_.ends = out_.starts.get() + n_leaves_;
    const uint32_t half = 1u << (tree_.grid_log2 - 1);
    int64_t at = 0;
    for_each_leaf(tree_, [&](int64_t i, const Node& leaf) {
      const int shift = tree_.frame.bits - (leaf.level - 1) - tree_.grid_log2;
      leaves[size_t(at)] = {leaf.begin, int32_t(leaf.count), shift,
                            half * pack_cell(leaf.x & 1, leaf.y & 1, leaf.z & 1)};
      out_.starts[size_t(at)] = leaf.begin;
      out_.place[size_t(i)] = at++;
    });
    Span<UnorderedLeaf> own;
    DVDB_TRY(leaf_memory_.allocate(n_leaves_, own));
    leaves_ = own.data;
    return backend::upload(context_, own.data, leaves.get(), n_leaves_ * int64_t(sizeof(UnorderedLeaf)));
  }

  template <class Record>
  Status sample(const Record* points) {
    if (is_weighted(request_.strategy)) return group(points);
    if (request_.strategy == DVDB_LOD_AVERAGE) return gather(points, GatherMeans{});
    if (request_.strategy == DVDB_LOD_RANDOM) return gather(points, GatherLeast<DVDB_LOD_RANDOM>{request_.seed});
    return gather(points, GatherLeast<DVDB_LOD_FIRST>{0});
  }
  template <class Gatherer, class Record>
  Status gather(const Record* points, const Gatherer& gatherer) {
    return backend::for_each_block(
        context_, n_leaves_,
        SampleLeaf<Gatherer, Record>{leaves_, points, tree_.grid_log2 - 1, gatherer, out_.voxels, ends_.data});
  }
  template <class Record>
  Status group(const Record* points) {
    Span<int64_t> firsts;
    Span<uint16_t> order;
    DVDB_TRY(memory_.firsts.allocate(request_.n + 1, firsts));
    DVDB_TRY(memory_.order.allocate(request_.n, order));
    out_.firsts = firsts.data;
    out_.order = order.data;
    return backend::for_each_block(
        context_, n_leaves_,
        GroupLeaf<Record>{leaves_, points, tree_.grid_log2 - 1, order.data, out_.voxels, firsts.data, ends_.data});
  }

  Context& context_;
  const Request& request_;
  Tree& tree_;
  LeafMemory& memory_;
  LeafParts& out_;
  backend::Scratch leaf_memory_;
  backend::Scratch end_memory_;
  const UnorderedLeaf* leaves_ = nullptr;
  Span<int64_t> ends_;
  int64_t n_leaves_ = 0;
};

}  // namespace

Status sample_unordered_leaves(Context& context, const Request& request, Tree& tree, LeafMemory& memory,
                               LeafParts& out) {
  return UnorderedSampler(context, request, tree, memory, out).run();
}

}  // namespace dvdb::lod
