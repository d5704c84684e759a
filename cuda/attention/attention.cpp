/// Attention of the rows of lists, and its backward pass: Vaswani et al., "Attention is all you need", 2017.
#include "_generated/attention_args.hpp"
#include "attention/forward.hpp"
#include "attention/table_gradients.hpp"

using namespace dvdb;

namespace {

/// What both passes check and read.
template <class T, class Args>
Status view_of(Context& c, const Args& a, AttentionView<T>* out) {
  using S = Computed<T>;
  DVDB_TRY(check_lists(c, a.offsets, a.n_lists, a.n_queries, "offsets"));
  DVDB_TRY(check_lists(c, a.key_offsets, a.n_lists, a.n_keys, "key offsets"));
  const char* const names[3] = {"q", "k", "v"};
  for (int operand = 0; operand < 3; ++operand) {
    const int64_t taken = a.firsts[operand] + a.heads * (operand == 2 ? a.value_depth : a.depth);
    if (taken <= a.strides[operand]) continue;
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot attend: heads of %s end at %lld of rows of %lld elements",
                names[operand], static_cast<long long>(taken), static_cast<long long>(a.strides[operand]));
  }
  *out = {a.q.template as<T>().data + a.firsts[0],
          a.k.template as<T>().data + a.firsts[1],
          a.v.template as<T>().data + a.firsts[2],
          {a.strides[0], a.strides[1], a.strides[2]},
          a.n_queries,
          a.heads,
          a.depth,
          a.value_depth,
          S(a.scale),
          a.causal != 0,
          {a.table.template as<S>().data, a.reach, a.heads, a.positions.data, a.key_positions.data}};
  return {};
}

/// Runs a functor for each tile, head and run of channels.
template <class F>
Status for_each_item(Context& c, int64_t tiles, int64_t heads, int64_t depth, F f) {
  f.runs = (depth + F::kWide - 1) / F::kWide;
  DVDB_TRY(check_blocks(c, tiles * heads * f.runs));
  return backend::for_each_block(c, tiles * heads * f.runs, f);
}

/// The backward pass of one element type.
template <class T>
class Backward {
 public:
  using S = Computed<T>;

  Backward(Context& c, const operators::AttendBackwardArgs& a)
      : c_(c), a_(a), share_memory_(c), table_memory_(c), joined_memory_(c), query_tiles_(c), key_tiles_(c) {}

  Status run() {
    DVDB_TRY(view_of(c_, a_, &view_));
    DVDB_TRY(find_shares());
    if (a_.out_q.given || a_.out_table.given)
      DVDB_TRY(query_tiles_.cut(a_.offsets, a_.key_offsets, a_.n_lists, kTileRows));
    const Span<AttentionTile> tiles = query_tiles_.tiles();
    if (a_.out_q.given) {
      T* const out = a_.out_q.template as<T>().data + a_.firsts[0];
      DVDB_TRY(for_each_item(c_, tiles.size, view_.heads, view_.depth,
                             QueryGradients<T>{view_, slopes_, tiles.data, 0, out}));
    }
    if (a_.out_k.given || a_.out_v.given) DVDB_TRY(sum_keys());
    return a_.out_table.given ? sum_table(tiles) : Status{};
  }

 private:
  Status find_shares() {
    Span<S> shares;
    DVDB_TRY(share_memory_.allocate(a_.heads * a_.n_queries, shares));
    const T* const gradients = a_.gradients.template as<T>().data;
    slopes_ = {gradients, a_.log_sums.template as<S>().data, shares.data};
    const SumShares<T> sum{
        a_.results.template as<T>().data, gradients, a_.n_queries, a_.heads, a_.value_depth, shares.data};
    return backend::for_each(c_, shares.size, sum);
  }

  Status sum_keys() {
    DVDB_TRY(key_tiles_.cut(a_.key_offsets, a_.offsets, a_.n_lists, kTileRows));
    const Span<AttentionTile> tiles = key_tiles_.tiles();
    T* const keys = a_.out_k.given ? a_.out_k.template as<T>().data + a_.firsts[1] : nullptr;
    T* const values = a_.out_v.given ? a_.out_v.template as<T>().data + a_.firsts[2] : nullptr;
    return for_each_item(c_, tiles.size, view_.heads, max_of(view_.depth, view_.value_depth),
                         KeyGradients<T>{view_, slopes_, tiles.data, 0, keys, values});
  }

  Status sum_table(Span<AttentionTile> tiles) {
    const int64_t entries = 3 * view_.bias.entries();
    const int64_t size = view_.heads * entries;
    int64_t n = tiles.size;
    Span<double> sums;
    Span<double> joined;
    DVDB_TRY(table_memory_.allocate(n * size, sums));
    DVDB_TRY(check_blocks(c_, n * view_.heads));
    DVDB_TRY(backend::for_each_block(c_, n * view_.heads, TableGradients<T>{view_, slopes_, tiles.data, sums.data}));
    const int64_t groups = (n + kJoinedTables - 1) / kJoinedTables;
    DVDB_TRY(joined_memory_.allocate(groups * size, joined));
    DVDB_TRY(backend::for_each(c_, groups * size, JoinTables{sums.data, n, size, joined.data}));
    return backend::for_each(
        c_, size, WriteTable<S>{joined.data, groups, view_.heads, entries, a_.out_table.template as<S>().data});
  }

  Context& c_;
  const operators::AttendBackwardArgs& a_;
  backend::Scratch share_memory_;
  backend::Scratch table_memory_;
  backend::Scratch joined_memory_;
  AttentionTiles query_tiles_;
  AttentionTiles key_tiles_;
  AttentionView<T> view_{};
  AttentionSlopes<T> slopes_{};
};

}  // namespace

Status operators::attend(Context& c, const AttendArgs& a) {
  return with_float(c, a.dtype, "q", [&]<class T>() -> Status {
    AttentionView<T> view{};
    DVDB_TRY(view_of(c, a, &view));
    AttentionTiles tiles(c);
    DVDB_TRY(tiles.cut(a.offsets, a.key_offsets, a.n_lists, kTileRows));
    const Attend<T> attend{view, tiles.tiles().data, 0, a.out.template as<T>().data,
                           a.out_log_sums.template as<Computed<T>>().data};
    return for_each_item(c, tiles.tiles().size, view.heads, view.value_depth, attend);
  });
}

Status operators::attend_backward(Context& c, const operators::AttendBackwardArgs& a) {
  return with_float(c, a.dtype, "q", [&]<class T>() { return Backward<T>(c, a).run(); });
}
