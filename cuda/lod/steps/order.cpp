/// Sorts points into the order of a tree: a counting sort into cells, a further one into smaller cells where a cell has
/// many points, and a sort of what is left within each cell.
#include "lod/steps/big_cells.hpp"

namespace dvdb::lod {

namespace {

// Desired number of points in an occupied cell; surfaces occupy about as many cells as a side of their box has. Points
// that come in some spatial order go directly to cells small enough to be sorted. Points without any order would
// scatter over more memory than the caches hold, so they are sorted into a few wide cells first.
constexpr int64_t kPointsPerCell = 512;
constexpr int kMostWideBits = 12;
constexpr int64_t kLeafShares = 4;                // cells of a leaf, where its points stay as they come
constexpr int64_t kFewPoints = int64_t(1) << 20;  // their cells fit the caches
constexpr int kMostCellBits = 26;
constexpr int64_t kSamples = 8192;

/// The cell of a point, or none. Has no side effects, so that a kernel can load several points at once.
template <class T>
struct CellOfPoint {
  Source<T> source;
  CellNumbers cells;

  DVDB_FN uint32_t operator()(int64_t i) const {
    Point p;
    const bool fits = source.load(i, p);
    const uint32_t number = cells.number_of(p.x, p.y, p.z);
    return fits ? number : backend::kNoCell;
  }
};

template <class T>
struct CountBadPoints {
  Source<T> source;
  BadPoints* bad;

  DVDB_FN void operator()(int64_t i) const {
    Point p;
    if (!source.load(i, p)) backend::atomic_add(source.is_finite(i) ? &bad->outside : &bad->not_finite, uint64_t(1));
  }
};

template <class T, class Record>
struct MovePoint {
  Source<T> source;
  CellNumbers cells;

  DVDB_FN uint32_t operator()(int64_t i, Record* out) const {
    const bool fits = source.load(i, *out);
    out->rgba = source.color(i);
    if constexpr (std::is_same_v<Record, TrackedPoint>) out->row = i;
    const uint32_t number = cells.number_of(out->x, out->y, out->z);
    return fits ? number : backend::kNoCell;
  }
};

/// Points that have been sorted into wide cells.
template <class Record>
struct MoveAgain {
  const Record* points;
  CellNumbers cells;

  DVDB_FN uint32_t operator()(int64_t i) const {
    const Record p = points[i];
    return cells.number_of(p.x, p.y, p.z);
  }
  DVDB_FN uint32_t operator()(int64_t i, Record* out) const {
    *out = points[i];
    return cells.number_of(out->x, out->y, out->z);
  }
};

/// Counts samples of neighbors in the input that are not in one cell.
template <class T>
struct CountSteps {
  Source<T> source;
  CellNumbers cells;
  int64_t stride;
  uint64_t* steps;

  DVDB_FN void operator()(int64_t i) const {
    Point a;
    Point b;
    if (!source.load(i * stride, a) || !source.load(i * stride + 1, b)) return;
    if (cells.number_of(a.x, a.y, a.z) != cells.number_of(b.x, b.y, b.z)) backend::atomic_add(steps, uint64_t(1));
  }
};

/// Converts counts to positions; marks where cells begin.
struct PlaceCells {
  uint64_t* counts;
  int64_t n_cells;
  uint64_t* total;
  uint64_t* marks;  // or none, and then no lists
  BigLists lists;

  DVDB_FN uint64_t count(int64_t i) const { return counts[i]; }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    counts[i] = before;
    if (i + 1 == n_cells) *total = before + count;
    if (count == 0 || marks == nullptr) return;
    set_mark(marks, int64_t(before));
    lists.take(int64_t(before), count);
  }
};

/// Orders the points of one build.
template <class Record>
class Ordering {
 public:
  Ordering(Context& context, const Request& request, const Tree& tree)
      : context_(context),
        request_(request),
        tree_(tree),
        marks_memory_(context),
        first_lists_(context),
        second_lists_(context),
        count_memory_(context) {}

  /// Leaves the sorted points in `points`; `other` gets the same size if it is needed.
  template <class T>
  Status run(backend::Scratch* points, backend::Scratch* other) {
    const Source<T> source =
        Source<T>::of(static_cast<const T*>(request_.points), request_.colors, request_.has_colors, tree_.frame);
    for (int axis = 0; axis < 3; ++axis) most_[axis] = top_of(source, axis);
    // Without order within leaves, cells need only be split until each is within one leaf.
    only_leaves_ = request_.any_order && request_.points_per_leaf > backend::kRunRecords<Record>;
    above_ = only_leaves_ ? request_.points_per_leaf - 1 : backend::kRunRecords<Record>;
    DVDB_TRY(count_memory_.allocate(6, counts_));
    DVDB_TRY(backend::fill(context_, counts_.data, 0, 8, counts_.size * 8));
    const int depth =
        choose_depth(only_leaves_ ? max_of<int64_t>(1, request_.points_per_leaf / kLeafShares) : kPointsPerCell);
    bool scattered = false;
    DVDB_TRY(is_scattered(source, numbers(depth), scattered));
    DVDB_TRY(allocate());
    Record* const out = static_cast<Record*>(points->data());
    if (scattered) {
      DVDB_TRY(other->allocate(points->bytes(), backend::Use::kResult));
      DVDB_TRY(sort_scattered(source, numbers(depth), static_cast<Record*>(other->data()), out));
    } else {
      DVDB_TRY(sort_into_cells(source, numbers(depth), out));
    }
    DVDB_TRY(split_big_cells(tree_.frame.bits - depth, points, other));
    if (only_leaves_) return {};
    return backend::sort_runs(context_, request_.n, marks_.data, PointOrder{},
                              Span<Record>{static_cast<Record*>(points->data()), request_.n});
  }

 private:
  /// The coordinate that no point exceeds on an axis.
  template <class T>
  static uint32_t top_of(const Source<T>& source, int axis) {
    if constexpr (Source<T>::kIsWhole) return source.span[axis];
    const double scaled = (source.high[axis] - source.low[axis]) * source.scale;
    return scaled >= double(source.top) ? source.top : uint32_t(scaled);
  }

  CellNumbers numbers(int depth) const { return CellNumbers::of(most_, tree_.frame.bits, depth); }

  int choose_depth(int64_t points_per_cell) const {
    int depth = 0;
    while (depth < tree_.frame.bits && side_cells(depth) < double(request_.n) / double(points_per_cell)) ++depth;
    while (depth > 0 && numbers(depth).total > kMostCellBits) --depth;
    return depth;
  }

  /// Cells of a level on the largest side of the box.
  double side_cells(int depth) const {
    double cells[3];
    for (int axis = 0; axis < 3; ++axis) cells[axis] = double(shift_right(most_[axis], tree_.frame.bits - depth)) + 1;
    return cells[0] * cells[1] * cells[2] / min_of(cells[0], min_of(cells[1], cells[2]));
  }

  /// Whether neighbors in the input are mostly far apart in space.
  template <class T>
  Status is_scattered(const Source<T>& source, const CellNumbers& cells, bool& out) {
    if (request_.n < kFewPoints) return {};
    uint64_t* steps = counts_.data + 5;
    DVDB_TRY(backend::for_each(context_, kSamples, CountSteps<T>{source, cells, request_.n / (kSamples + 1), steps}));
    uint64_t seen = 0;
    DVDB_TRY(backend::download(context_, &seen, steps, 8));
    out = seen > kSamples / 2;
    return {};
  }

  Status allocate() {
    const int64_t most_big = request_.n / (above_ + 1) + 1;
    DVDB_TRY(marks_memory_.allocate((request_.n + 63) / 64, marks_));
    for (int side = 0; side < 2; ++side) {
      backend::Layout layout;
      layout.reserve<Big>(most_big);
      giants_at_[side] = layout.reserve<Big>(request_.n / kGiantCell + 1);
      DVDB_TRY((side == 0 ? first_lists_ : second_lists_).allocate(layout.bytes()));
    }
    return backend::fill(context_, marks_.data, 0, 8, marks_.size * 8);
  }

  BigLists lists(int side, int64_t above) const {
    uint8_t* base = static_cast<uint8_t*>((side == 0 ? first_lists_ : second_lists_).data());
    return {reinterpret_cast<Big*>(base), reinterpret_cast<Big*>(base + giants_at_[side]), counts_.data, above};
  }

  /// Counters of cells, and the points of each.
  Status count_into(backend::Scratch& memory, const CellNumbers& cells, Span<uint64_t>& counts) {
    DVDB_TRY(memory.allocate(int64_t(1) << cells.total, counts));
    return backend::fill(context_, counts.data, 0, 8, counts.size * 8);
  }

  /// Turns counts into places.
  Status place_cells(Span<uint64_t> counts, const BigLists& lists, uint64_t* marks) {
    DVDB_TRY(backend::for_each_scan(context_, counts.size,
                                    PlaceCells{counts.data, counts.size, counts_.data + 2, marks, lists}));
    uint64_t seen[3] = {};
    DVDB_TRY(backend::download(context_, seen, counts_.data, int64_t(sizeof seen)));
    n_big_[0] = int64_t(seen[0]);
    n_big_[1] = int64_t(seen[1]);
    n_placed_ = int64_t(seen[2]);
    return {};
  }

  /// Refuses points that the frame cannot hold.
  template <class T>
  Status check_all_placed(const Source<T>& source) {
    if (n_placed_ == request_.n) return {};
    BadPoints bad{0, 0};
    BadPoints* own = reinterpret_cast<BadPoints*>(counts_.data + 3);
    DVDB_TRY(backend::for_each(context_, request_.n, CountBadPoints<T>{source, own}));
    DVDB_TRY(backend::download(context_, &bad, own, int64_t(sizeof bad)));
    return fail(context_, DVDB_INVALID_DATA,
                "Cannot build LOD: of %lld points %llu are not finite and %llu lie outside the box",
                static_cast<long long>(request_.n), static_cast<unsigned long long>(bad.not_finite),
                static_cast<unsigned long long>(bad.outside));
  }

  template <class T>
  Status sort_into_cells(const Source<T>& source, const CellNumbers& cells, Record* out) {
    backend::Scratch memory(context_);
    Span<uint64_t> counts;
    DVDB_TRY(count_into(memory, cells, counts));
    DVDB_TRY(backend::count_cells(context_, request_.n, CellOfPoint<T>{source, cells}, counts));
    DVDB_TRY(place_cells(counts, lists(0, above_), marks_.data));
    DVDB_TRY(check_all_placed(source));
    return backend::move_to_cells(context_, request_.n, MovePoint<T, Record>{source, cells}, counts,
                                  Span<Record>{out, request_.n});
  }

  /// The same in two steps, through wide cells.
  template <class T>
  Status sort_scattered(const Source<T>& source, const CellNumbers& cells, Record* between, Record* out) {
    int depth = 0;
    while (depth < tree_.frame.bits && numbers(depth + 1).total <= min_of(kMostWideBits, cells.total / 2 + 1)) ++depth;
    const CellNumbers wide = numbers(depth);
    backend::Scratch memory(context_);
    Span<uint64_t> counts;
    DVDB_TRY(count_into(memory, wide, counts));
    DVDB_TRY(backend::count_scattered_cells(context_, request_.n, CellOfPoint<T>{source, wide}, counts));
    DVDB_TRY(place_cells(counts, lists(0, request_.n), nullptr));
    DVDB_TRY(check_all_placed(source));
    DVDB_TRY(backend::move_to_scattered_cells(context_, request_.n, MovePoint<T, Record>{source, wide}, counts,
                                              Span<Record>{between, request_.n}));
    const MoveAgain<Record> again{between, cells};
    DVDB_TRY(count_into(memory, cells, counts));
    DVDB_TRY(backend::count_scattered_cells(context_, request_.n, again, counts));
    DVDB_TRY(place_cells(counts, lists(0, above_), marks_.data));
    return backend::move_to_scattered_cells(context_, request_.n, again, counts, Span<Record>{out, request_.n});
  }

  Status split_big_cells(int levels, backend::Scratch* points, backend::Scratch* other) {
    const bool tracked = std::is_same_v<Record, TrackedPoint>;
    // Levels below those of nodes, colors and rows tell no leaves apart.
    const int ignored = only_leaves_ ? tree_.frame.bits - request_.max_depth : 0;
    Digits digits(levels, only_leaves_ ? 0 : 32,
                  tracked && !only_leaves_ ? highest_bit(uint64_t(request_.n) | 1) + 1 : 0);
    Digit digit;
    for (int side = 0; n_big_[0] + n_big_[1] > 0 && digits.next(digit); side ^= 1) {
      if (digit.kind == Digit::kLevels && digit.place + digit.count <= ignored) break;
      if (other->data() == nullptr) DVDB_TRY(other->allocate(points->bytes(), backend::Use::kResult));
      DVDB_TRY(backend::fill(context_, counts_.data, 0, 8, 16));
      const BigLists now = lists(side, 0);
      SplitCell<Record> plan{now.items,
                             static_cast<Record*>(points->data()),
                             static_cast<Record*>(other->data()),
                             digit,
                             marks_.data,
                             lists(side ^ 1, above_)};
      DVDB_TRY(backend::for_each_tile(context_, n_big_[0], plan));
      plan.cells = now.giants;
      if (n_big_[1] > 0) DVDB_TRY(split_giants(context_, plan, n_big_[1]));
      DVDB_TRY(backend::download(context_, n_big_, counts_.data, int64_t(sizeof n_big_)));
    }
    return {};
  }

  Context& context_;
  const Request& request_;
  const Tree& tree_;
  backend::Scratch marks_memory_;
  backend::Scratch first_lists_;
  backend::Scratch second_lists_;
  backend::Scratch count_memory_;
  int64_t giants_at_[2] = {};
  uint32_t most_[3] = {};
  Span<uint64_t> marks_;   // a bit for each point: whether a cell begins there
  Span<uint64_t> counts_;  // [6] big cells, giant ones, points in cells, BadPoints, steps
  int64_t above_ = 0;
  int64_t n_big_[2] = {};
  int64_t n_placed_ = 0;
  bool only_leaves_ = false;
};

template <class Record>
Status order_as(Context& context, const Request& request, Tree& tree) {
  backend::Scratch first(context);
  backend::Scratch second(context);
  DVDB_TRY(first.allocate(request.n * int64_t(sizeof(Record)), backend::Use::kResult));
  Ordering<Record> ordering(context, request, tree);
  DVDB_TRY(
      with_coordinate(context, request.dtype, [&]<class T>() { return ordering.template run<T>(&first, &second); }));
  return hold(context, first, tree.points);
}

}  // namespace

Status order_points(Context& context, const Request& request, Tree& tree) {
  return request.tracks_rows ? order_as<TrackedPoint>(context, request, tree) : order_as<Point>(context, request, tree);
}

}  // namespace dvdb::lod
