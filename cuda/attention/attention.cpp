/// Attention of the rows of lists, and its backward pass: Vaswani et al., "Attention is all you need", 2017.
#include "_generated/attention_args.hpp"
#include "attention/forward.hpp"
#include "attention/table_gradients.hpp"
#include "backend/api/special/conv/window_gemm.hpp"

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

/// Whether a type is for matrix units.
template <class T>
inline constexpr bool kIsShort = std::is_same_v<T, Half> || std::is_same_v<T, BFloat16>;

template <class T>
const uint16_t* words_of(const T* rows) {
  return reinterpret_cast<const uint16_t*>(rows);
}

/// Whether matrix units take the operands as they lie: heads of their sizes, in whole pieces of 16 bytes.
template <class T>
bool fits_units(Context& c, const AttentionView<T>& view) {
  const int64_t depth = view.depth;
  const bool is_size = depth == 16 || depth == 32 || depth == 64 || depth == 128;
  if (!kIsShort<T> || !backend::has_matrix_units(c) || !is_size || view.value_depth != depth) return false;
  const auto is_whole = [](const T* rows, int64_t stride) {
    return stride % 8 == 0 && reinterpret_cast<uintptr_t>(rows) % 16 == 0;
  };
  return is_whole(view.q, view.strides[0]) && is_whole(view.k, view.strides[1]) && is_whole(view.v, view.strides[2]);
}

/// Operands for matrix units, without tiles and results.
template <class T>
backend::UnitAttention unit_operands(const AttentionView<T>& view) {
  backend::UnitAttention unit{};
  if constexpr (kIsShort<T>) {
    unit.is_bf16 = std::is_same_v<T, BFloat16>;
    unit.q = words_of(view.q);
    unit.k = words_of(view.k);
    unit.v = words_of(view.v);
    for (int operand = 0; operand < 3; ++operand) unit.strides[operand] = view.strides[operand];
    unit.n_queries = view.n_queries;
    unit.heads = view.heads;
    unit.depth = view.depth;
    unit.scale = view.scale;
    unit.causal = view.causal;
    unit.bias = view.bias;
  }
  return unit;
}

/// The forward pass on matrix units.
template <class T>
Status attend_on_units(Context& c, const operators::AttendArgs& a, const AttentionView<T>& view) {
  AttentionTiles tiles(c);
  DVDB_TRY(tiles.cut(a.offsets, a.key_offsets, a.n_lists, backend::unit_queries(view.depth), true));
  DVDB_TRY(check_blocks(c, tiles.tiles().size * view.heads));
  backend::UnitAttention unit = unit_operands(view);
  unit.tiles = tiles.tiles().data;
  unit.n_tiles = tiles.tiles().size;
  unit.out = reinterpret_cast<uint16_t*>(a.out.template as<T>().data);
  unit.log_sums = a.out_log_sums.template as<float>().data;
  return backend::attend_on_units(c, unit);
}

/// The backward pass of one element type.
template <class T>
class Backward {
 public:
  using S = Computed<T>;

  Backward(Context& c, const operators::AttendBackwardArgs& a)
      : c_(c), a_(a), share_memory_(c), table_memory_(c), joined_memory_(c) {}

  Status run() {
    DVDB_TRY(view_of(c_, a_, &view_));
    DVDB_TRY(find_shares());
    const bool on_units = fits_units(c_, view_) && reinterpret_cast<uintptr_t>(slopes_.gradients) % 16 == 0;
    if (a_.out_q.given) DVDB_TRY(on_units ? sum_queries_on_units() : sum_queries());
    if (a_.out_k.given || a_.out_v.given) DVDB_TRY(on_units ? sum_keys_on_units() : sum_keys());
    return a_.out_table.given ? sum_table() : Status{};
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

  Status sum_queries() {
    AttentionTiles cut(c_);
    DVDB_TRY(cut.cut(a_.offsets, a_.key_offsets, a_.n_lists, kTileRows));
    return for_each_item(c_, cut.tiles().size, view_.heads, view_.depth,
                         QueryGradients<T>{view_, slopes_, cut.tiles().data, 0, out_of(a_.out_q, 0)});
  }

  Status sum_keys() {
    AttentionTiles cut(c_);
    DVDB_TRY(cut.cut(a_.key_offsets, a_.offsets, a_.n_lists, kTileRows));
    const Span<AttentionTile> tiles = cut.tiles();
    T* const keys = out_of(a_.out_k, 1);
    T* const values = out_of(a_.out_v, 2);
    return for_each_item(c_, tiles.size, view_.heads, max_of(view_.depth, view_.value_depth),
                         KeyGradients<T>{view_, slopes_, tiles.data, 0, keys, values});
  }

  Status sum_queries_on_units() {
    AttentionTiles cut(c_);
    DVDB_TRY(cut.cut(a_.offsets, a_.key_offsets, a_.n_lists, backend::kUnitBackwardRows, true));
    DVDB_TRY(check_blocks(c_, cut.tiles().size * view_.heads));
    return backend::query_gradients_on_units(c_, unit_slopes(cut.tiles()), unit_out(out_of(a_.out_q, 0)));
  }

  Status sum_keys_on_units() {
    AttentionTiles cut(c_);
    DVDB_TRY(cut.cut(a_.key_offsets, a_.offsets, a_.n_lists, backend::kUnitBackwardRows, true));
    DVDB_TRY(check_blocks(c_, cut.tiles().size * view_.heads));
    return backend::key_gradients_on_units(c_, unit_slopes(cut.tiles()), unit_out(out_of(a_.out_k, 1)),
                                           unit_out(out_of(a_.out_v, 2)));
  }

  backend::UnitAttentionSlopes unit_slopes(Span<AttentionTile> tiles) const {
    backend::UnitAttentionSlopes unit{};
    if constexpr (kIsShort<T>) {
      unit = {
          unit_operands(view_), words_of(slopes_.gradients), slopes_.log_sums, slopes_.shares, tiles.data, tiles.size};
    }
    return unit;
  }

  /// Where gradients of an operand begin, or null.
  template <class Given>
  T* out_of(const Given& out, int operand) const {
    return out.given ? out.template as<T>().data + a_.firsts[operand] : nullptr;
  }
  static uint16_t* unit_out(T* out) { return reinterpret_cast<uint16_t*>(out); }

  Status sum_table() {
    AttentionTiles cut(c_);
    DVDB_TRY(cut.cut(a_.offsets, a_.key_offsets, a_.n_lists, kTileRows));
    const Span<AttentionTile> tiles = cut.tiles();
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
  AttentionView<T> view_{};
  AttentionSlopes<T> slopes_{};
};

}  // namespace

Status operators::attend(Context& c, const AttendArgs& a) {
  return with_float(c, a.dtype, "q", [&]<class T>() -> Status {
    AttentionView<T> view{};
    DVDB_TRY(view_of(c, a, &view));
    if constexpr (kIsShort<T>)
      if (fits_units(c, view)) return attend_on_units(c, a, view);
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
