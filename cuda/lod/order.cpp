/// Points into the order of a tree: a counting sort into cells, again into smaller cells where many are in one, and a
/// sort of what is left within each.
#include "backend/cells.hpp"
#include "lod/request.hpp"

namespace dvdb::lod {

namespace {

constexpr int64_t kPointsPerCell = 512;  // wanted of occupied cells; surfaces fill about 4^depth of them
constexpr int kMostCellBits = 26;
constexpr int kSplitLevels = 3;
constexpr int kSplitBits = 3 * kSplitLevels;
constexpr int64_t kSplit = int64_t(1) << kSplitBits;

/// Cells with more points than are sorted at once.
struct Big {
  int64_t begin;
  int64_t count;
};

template <class T>
struct CountPoint {
  Source<T> source;
  CellNumbers cells;
  BadPoints* bad;

  DVDB_FN uint32_t operator()(int64_t i) const {
    Point p;
    if (source.load(i, p)) return cells.number_of(p.x, p.y, p.z);
    backend::atomic_add(source.is_finite(i) ? &bad->outside : &bad->not_finite, uint64_t(1));
    return backend::kNoCell;
  }
};

template <class T, class Record>
struct MovePoint {
  Source<T> source;
  CellNumbers cells;

  DVDB_FN uint32_t operator()(int64_t i, Record* out) const {
    if (!source.load(i, *out)) return backend::kNoCell;
    out->rgba = source.color(i);
    if constexpr (std::is_same_v<Record, TrackedPoint>) out->row = i;
    return cells.number_of(out->x, out->y, out->z);
  }
};

/// Where big cells are listed.
struct BigList {
  Big* items;
  uint64_t* count;
  int64_t above;  // points that make a cell big

  DVDB_FN void take(int64_t begin, uint64_t points) const {
    if (int64_t(points) > above) items[backend::atomic_add(count, uint64_t(1))] = {begin, int64_t(points)};
  }
};

DVDB_FN void set_mark(uint64_t* marks, int64_t at) { backend::atomic_or(&marks[at >> 6], bit(uint32_t(at & 63))); }

/// Turns counts into places; marks where cells begin.
struct PlaceCells {
  uint64_t* counts;
  uint64_t* marks;
  BigList big;

  DVDB_FN uint64_t count(int64_t i) const { return counts[i]; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    counts[i] = before;
    if (count == 0) return;
    set_mark(marks, int64_t(before));
    big.take(int64_t(before), count);
  }
};

/// The next few bits by which points of one cell are told apart.
struct Digit {
  enum Kind { kLevels, kColor, kRow } kind = kLevels;
  int place = 0;  // of the lowest bit
  int count = 0;  // levels, or bits

  template <class Record>
  DVDB_FN uint32_t of(const Record& p) const {
    if (kind == kLevels) return digits_of(p, place, count);
    const uint64_t word = kind == kColor ? uint64_t(p.rgba) : uint64_t(row_of(p));
    return uint32_t(word >> place & (bit(uint32_t(count)) - 1));
  }
};

/// Walks through all bits of the order, the leading ones first.
class Digits {
 public:
  Digits(int coordinate_bits, int row_bits) : left_{coordinate_bits, 32, row_bits} {}

  bool next(Digit& out) {
    while (kind_ < 3 && left_[kind_] <= 0) ++kind_;
    if (kind_ == 3) return false;
    const int count = min_of(left_[kind_], kind_ == Digit::kLevels ? kSplitLevels : kSplitBits);
    left_[kind_] -= count;
    out = {Digit::Kind(kind_), left_[kind_], count};
    return true;
  }
  void leave_out_colors() { left_[Digit::kColor] = left_[Digit::kRow] = 0; }

 private:
  int left_[3];
  int kind_ = 0;
};

/// Points of big cells, one after the other.
template <class Record>
struct BigPoints {
  const Big* cells;
  const int64_t* starts;  // [n_cells + 1]
  int64_t n_cells;
  Record* points;
  Digit digit;

  DVDB_FN int64_t cell_of(int64_t i) const { return last_not_above(starts, n_cells, i); }
  DVDB_FN Record& at(int64_t cell, int64_t i) const { return points[cells[cell].begin + i - starts[cell]]; }
  DVDB_FN uint32_t operator()(int64_t i) const {
    const int64_t cell = cell_of(i);
    return uint32_t(cell * kSplit) + digit.of(at(cell, i));
  }
  DVDB_FN uint32_t operator()(int64_t i, Record* out) const {
    const int64_t cell = cell_of(i);
    *out = at(cell, i);
    return uint32_t(cell * kSplit) + digit.of(*out);
  }
};

struct StartBig {
  const Big* cells;
  int64_t n;
  int64_t* starts;

  DVDB_FN uint64_t count(int64_t i) const { return uint64_t(cells[i].count); }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    starts[i] = int64_t(before);
    if (i + 1 == n) starts[n] = int64_t(before + count);
  }
};

struct PlaceParts {
  const Big* cells;
  const int64_t* starts;
  uint64_t* counts;
  uint64_t* marks;
  BigList big;

  DVDB_FN uint64_t count(int64_t i) const { return counts[i]; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    counts[i] = before;
    if (count == 0) return;
    const int64_t cell = i / kSplit;
    const int64_t begin = cells[cell].begin + int64_t(before) - starts[cell];
    set_mark(marks, begin);
    big.take(begin, count);
  }
};

template <class Record>
struct CopyBack {
  BigPoints<Record> to;
  const Record* from;

  DVDB_FN void operator()(int64_t i) const { to.at(to.cell_of(i), i) = from[i]; }
};

/// Orders the points of one build.
template <class Record>
class Ordering {
 public:
  Ordering(Context& context, const Request& request, const Tree& tree)
      : context_(context), request_(request), tree_(tree), marks_memory_(context), big_memory_(context), next_memory_(context), count_memory_(context) {}

  template <class T>
  Status run(Record* out) {
    const Source<T> source = Source<T>::of(static_cast<const T*>(request_.points), request_.colors, request_.channels, tree_.frame);
    uint32_t most[3];
    for (int axis = 0; axis < 3; ++axis) most[axis] = top_of(source, axis);
    const CellNumbers cells = CellNumbers::of(most, tree_.frame.bits, choose_depth(most));
    points_ = {out, request_.n};
    DVDB_TRY(allocate());
    DVDB_TRY(sort_into_cells(source, cells));
    DVDB_TRY(split_big_cells(cells.shift));
    if (only_leaves_) return {};
    return backend::sort_runs(context_, request_.n, marks_.data, PointOrder{}, points_);
  }

 private:
  /// The coordinate that no point exceeds on an axis.
  template <class T>
  static uint32_t top_of(const Source<T>& source, int axis) {
    if constexpr (std::is_same_v<T, int32_t>) return uint32_t(int64_t(source.high[axis] - source.low[axis]));
    const double scaled = (source.high[axis] - source.low[axis]) * source.scale;
    return scaled >= double(source.top) ? source.top : uint32_t(scaled);
  }

  int choose_depth(const uint32_t (&most)[3]) const {
    int depth = 0;
    while (depth < tree_.frame.bits && (kPointsPerCell << (2 * depth)) < request_.n) ++depth;
    while (depth > 0 && CellNumbers::of(most, tree_.frame.bits, depth).total > kMostCellBits) --depth;
    return depth;
  }

  Status allocate() {
    // Without order within leaves, cells need only be split until each is within one leaf.
    only_leaves_ = request_.any_order && request_.points_per_leaf > backend::kRunRecords<Record>;
    above_ = only_leaves_ ? request_.points_per_leaf - 1 : backend::kRunRecords<Record>;
    const int64_t most_big = request_.n / (above_ + 1);
    DVDB_TRY(marks_memory_.allocate((request_.n + 63) / 64, marks_));
    DVDB_TRY(big_memory_.allocate(most_big, big_));
    DVDB_TRY(next_memory_.allocate(most_big, next_));
    DVDB_TRY(count_memory_.allocate(3, counts_));
    DVDB_TRY(backend::fill(context_, marks_.data, 0, 8, marks_.size * 8));
    return backend::fill(context_, counts_.data, 0, 8, counts_.size * 8);
  }

  template <class T>
  Status sort_into_cells(const Source<T>& source, const CellNumbers& cells) {
    backend::Scratch memory(context_);
    Span<uint64_t> counts;
    DVDB_TRY(memory.allocate(int64_t(1) << cells.total, counts));
    DVDB_TRY(backend::fill(context_, counts.data, 0, 8, counts.size * 8));
    BadPoints* bad_points = reinterpret_cast<BadPoints*>(counts_.data + 1);
    DVDB_TRY(backend::count_cells(context_, request_.n, CountPoint<T>{source, cells, bad_points}, counts));
    DVDB_TRY(backend::for_each_scan(context_, counts.size, PlaceCells{counts.data, marks_.data, {big_.data, counts_.data, above_}}));
    uint64_t seen[3] = {};
    DVDB_TRY(backend::download(context_, seen, counts_.data, int64_t(sizeof seen)));
    const BadPoints bad{seen[1], seen[2]};
    if (bad.not_finite + bad.outside > 0) {
      return fail(context_, DVDB_INVALID_DATA, "Cannot build LOD: of %lld points %llu are not finite and %llu lie outside the box",
                  static_cast<long long>(request_.n), static_cast<unsigned long long>(bad.not_finite), static_cast<unsigned long long>(bad.outside));
    }
    n_big_ = int64_t(seen[0]);
    return backend::move_to_cells(context_, request_.n, MovePoint<T, Record>{source, cells}, counts, points_);
  }

  Status split_big_cells(int bits_left) {
    const bool tracked = std::is_same_v<Record, TrackedPoint>;
    Digits digits(bits_left, tracked ? highest_bit(uint64_t(request_.n)) + 1 : 0);
    if (only_leaves_) digits.leave_out_colors();
    Digit digit;
    const int unsplit = tree_.frame.bits - request_.max_depth;  // levels below those of nodes
    while (n_big_ > 0 && digits.next(digit)) {
      if (only_leaves_ && digit.place + digit.count <= unsplit) break;
      DVDB_TRY(split(digit));
    }
    return {};
  }

  /// Splits all big cells; what is big of the parts becomes the next list. Parts of all cells are numbered in 32 bits, so
  /// that many cells are split a share at a time.
  Status split(const Digit& digit) {
    constexpr int64_t kShare = int64_t(1) << 20;
    DVDB_TRY(backend::fill(context_, counts_.data, 0, 8, 8));
    for (int64_t first = 0; first < n_big_; first += kShare) DVDB_TRY(split_share(digit, big_.data + first, min_of(kShare, n_big_ - first)));
    uint64_t n_next = 0;
    DVDB_TRY(backend::download(context_, &n_next, counts_.data, int64_t(sizeof n_next)));
    n_big_ = int64_t(n_next);
    const Span<Big> done = big_;
    big_ = next_;
    next_ = done;
    return {};
  }

  Status split_share(const Digit& digit, const Big* cells, int64_t n_cells) {
    backend::Scratch start_memory(context_);
    backend::Scratch part_memory(context_);
    backend::Scratch moved_memory(context_);
    Span<int64_t> starts;
    Span<uint64_t> parts;
    Span<Record> moved;
    DVDB_TRY(start_memory.allocate(n_cells + 1, starts));
    DVDB_TRY(backend::for_each_scan(context_, n_cells, StartBig{cells, n_cells, starts.data}));
    int64_t total = 0;
    DVDB_TRY(backend::download(context_, &total, starts.data + n_cells, int64_t(sizeof total)));
    DVDB_TRY(part_memory.allocate(n_cells * kSplit, parts));
    DVDB_TRY(moved_memory.allocate(total, moved));
    DVDB_TRY(backend::fill(context_, parts.data, 0, 8, parts.size * 8));
    const BigPoints<Record> points{cells, starts.data, n_cells, points_.data, digit};
    DVDB_TRY(backend::count_cells(context_, total, points, parts));
    const BigList list{next_.data, counts_.data, above_};
    DVDB_TRY(backend::for_each_scan(context_, parts.size, PlaceParts{cells, starts.data, parts.data, marks_.data, list}));
    DVDB_TRY(backend::move_to_cells(context_, total, points, parts, moved));
    return backend::for_each(context_, total, CopyBack<Record>{points, moved.data});
  }

  Context& context_;
  const Request& request_;
  const Tree& tree_;
  backend::Scratch marks_memory_;
  backend::Scratch big_memory_;
  backend::Scratch next_memory_;
  backend::Scratch count_memory_;
  Span<Record> points_;
  Span<uint64_t> marks_;   // a bit for each point: whether a cell begins there
  Span<Big> big_;
  Span<Big> next_;
  Span<uint64_t> counts_;  // [3] big cells, then BadPoints
  int64_t above_ = 0;
  int64_t n_big_ = 0;
  bool only_leaves_ = false;
};

template <class Record>
Status order_as(Context& context, const Request& request, Tree& tree) {
  backend::Scratch memory(context);
  DVDB_TRY(memory.allocate(request.n * int64_t(sizeof(Record)), backend::Use::kResult));
  Ordering<Record> ordering(context, request, tree);
  DVDB_TRY(with_coordinate(context, request.dtype, [&]<class T>() { return ordering.template run<T>(static_cast<Record*>(memory.data())); }));
  return hold(context, memory, tree.points);
}

}  // namespace

Status order_points(Context& context, const Request& request, Tree& tree) {
  return request.tracks_rows ? order_as<TrackedPoint>(context, request, tree) : order_as<Point>(context, request, tree);
}

}  // namespace dvdb::lod
