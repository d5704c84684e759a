/// Plans of a reduction: segments that are cut into chunks, and the levels that fold them.
#include "jagged/segments.hpp"

namespace dvdb {

Status SegmentInput::check(Context& context, uint32_t n_offsets) const {
  if (length < 0) {
    if (int64_t(n_offsets) == n_segments + 1) return check_lists(context, offsets, n_segments, n, "offsets");
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot reduce segments: %u offsets given, %lld needed", n_offsets,
                static_cast<long long>(n_segments + 1));
  }
  if (length > 0 ? n % length == 0 && n / length == n_segments : n == 0) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot reduce segments: %lld of %lld rows do not make %lld",
              static_cast<long long>(n_segments), static_cast<long long>(length), static_cast<long long>(n));
}

/// If all segments have the same length, no tables are needed.
void SegmentPlan::plan_equal(const SegmentInput& input) {
  int64_t length = input.length;
  for (; length > kFew; ++n_levels_) {
    SegmentTable& table = levels_[n_levels_];
    table.n = input.n_segments;
    table.length = length;
    table.left = rows_left(length);
    table.first_source = n_levels_ > 0 ? first_[n_levels_ - 1] : 0;
    first_[n_levels_ + 1] = first_[n_levels_] + table.n * table.left;
    length = table.left;
  }
  last_.n = input.n_segments;
  last_.length = length;
  last_.first_source = n_levels_ > 0 ? first_[n_levels_ - 1] : 0;
  last_.folded = n_levels_ > 0;
}

Status SegmentPlan::plan_lists(Context& context, const SegmentInput& input) {
  const int64_t n = input.n_segments;
  int64_t jobs = 0;  // over all levels
  for (int64_t segment = 0; segment < n; ++segment) {
    for (int64_t count = input.offsets[segment + 1] - input.offsets[segment]; count > kFew; count = rows_left(count))
      ++jobs;
  }
  // The offsets; first rows and counts at the end; owners; then each level's targets, sources and counts.
  const int64_t size = (n + 1) + 2 * n + jobs + 3 * jobs + kMaxLevels;
  std::unique_ptr<int64_t[]> table(new (std::nothrow) int64_t[size_t(size)]);
  if (!table) return fail(context, DVDB_OUT_OF_MEMORY, "Cannot reduce segments: out of host memory");
  int64_t* offsets = table.get();
  int64_t* sources = offsets + n + 1;
  int64_t* counts = sources + n;
  int64_t* owners = counts + n;
  int64_t* next = owners + jobs;
  for (int64_t segment = 0; segment <= n; ++segment) offsets[segment] = input.offsets[segment];
  for (int64_t segment = 0; segment < n; ++segment) {
    sources[segment] = offsets[segment];
    counts[segment] = offsets[segment + 1] - offsets[segment];
  }
  while (true) {
    int64_t held = 0;
    for (int64_t segment = 0; segment < n; ++segment) held += counts[segment] > kFew ? 1 : 0;
    if (held == 0) break;
    int64_t* targets = next;
    int64_t* from = targets + held + 1;
    int64_t* lengths = from + held;
    next = lengths + held;
    int64_t job = 0;
    int64_t row = first_[n_levels_];
    for (int64_t segment = 0; segment < n; ++segment) {
      if (counts[segment] <= kFew) continue;
      const int64_t left = rows_left(counts[segment]);
      targets[job] = row - first_[n_levels_];
      from[job] = n_levels_ == 0 ? sources[segment] : ~sources[segment];
      lengths[job] = counts[segment];
      if (n_levels_ == 0) owners[job] = segment;
      sources[segment] = ~row;
      counts[segment] = left;
      row += left;
      ++job;
    }
    targets[held] = row - first_[n_levels_];
    SegmentTable& level = levels_[n_levels_];
    level.targets = targets;
    level.sources = from;
    level.counts = lengths;
    level.n = held;
    first_[++n_levels_] = row;
  }
  Span<int64_t> placed;
  DVDB_TRY(place(context, table.get(), next - table.get(), memory_, placed));
  const auto moved = [&](const int64_t* at) { return placed.data + (at - table.get()); };
  for (int k = 0; k < n_levels_; ++k) {
    levels_[k].targets = moved(levels_[k].targets);
    levels_[k].sources = moved(levels_[k].sources);
    levels_[k].counts = moved(levels_[k].counts);
  }
  last_.sources = moved(sources);
  last_.counts = moved(counts);
  last_.n = n;
  owners_ = moved(owners);
  offsets_ = moved(offsets);
  return {};
}

Status SegmentPlan::make(Context& context, const SegmentInput& input) {
  if (input.length < 0) return plan_lists(context, input);
  plan_equal(input);
  return {};
}

}  // namespace dvdb
