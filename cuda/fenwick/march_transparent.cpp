/// Volume rendering with a transfer function.
#include <memory>
#include <new>

#include "fenwick/march/arguments.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

constexpr int64_t kMostEntries = int64_t(1) << 20;

/// Premultiplied color, and opacity.
struct alignas(16) Entry {
  float color[3];
  float opacity;
};

/// The transfer function: from values to colors.
struct TransferTable {
  const Entry* entries;
  float last;  // place of the last entry
  float low;
  float scale;

  /// The position of a value in the table; NaN counts as low.
  DVDB_FN float place(float value) const { return fminf(fmaxf((value - low) * scale, 0.0f), last); }

  DVDB_FN Entry operator()(float value) const {
    const float at = place(value);
    const int entry = min_of(int(at), int(last) - 1);
    const float part = at - float(entry);
    const Entry& a = entries[entry];
    const Entry& b = entries[entry + 1];
    return {{mix(a.color[0], b.color[0], part), mix(a.color[1], b.color[1], part), mix(a.color[2], b.color[2], part)},
            mix(a.opacity, b.opacity, part)};
  }
};

/// Composites the samples of a pixel's ray.
template <class Field>
struct MarchTransparent {
  Field field;
  MarchCamera camera;
  PixelTiles tiles;
  TransferTable table;
  float least;  // of what is let through; rays end there
  MarchOutputs out;

  DVDB_FN void operator()(int64_t i) const {
    with_pixel(field, camera, tiles, i, [&](int64_t pixel, const MarchRay& ray, typename Field::Cursor& cursor) {
      float colors[3] = {};
      float through = 1;
      float depth = INFINITY;
      int64_t hit = -1;
      follow(field, ray, camera.step, cursor, [&](uint32_t sample, typename Field::Cursor& at, const VoxelCell& cell) {
        const Entry seen = table(field.value(at, cell));
        if (!(seen.opacity > 0)) return true;
        if (depth == INFINITY) {
          depth = ray.enter + MarchRay::time(sample, camera.step);
          hit = field.hit(at, cell);
        }
        for (int c = 0; c < 3; ++c) colors[c] = fmaf(through, seen.color[c], colors[c]);
        through = fmaf(-through, seen.opacity, through);
        return through > least;
      });
      out.write(pixel, colors, through, depth, hit);
    });
  }
};

/// The transfer function arguments of the caller.
struct TransferArguments {
  int64_t n;
  const float* entries;  // [n, 4]
  double low;
  double high;
  double power;  // from opacities as they are given to those of a step
};

Status check_table(Context& c, const TransferArguments& given) {
  if (given.n < 2 || given.n > kMostEntries) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: a table of %lld entries, 2 to %lld expected",
                static_cast<long long>(given.n), static_cast<long long>(kMostEntries));
  }
  if (!(std::isfinite(given.low) && std::isfinite(given.high) && given.high > given.low &&
        std::isfinite(float(double(given.n - 1) / (given.high - given.low))))) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: the table is for values from %g to %g", given.low, given.high);
  }
  if (!(given.power > 0 && std::isfinite(given.power))) {
    return fail(c, DVDB_INVALID_ARGUMENT,
                "Cannot march: opacities are for a step that is %g of the other, a number above 0 expected",
                1 / given.power);
  }
  for (int64_t at = 0; at < 4 * given.n; ++at) {
    if (given.entries[at] >= 0 && given.entries[at] <= 1) continue;
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: entry %lld of the table has a part of %g, 0 to 1 expected",
                static_cast<long long>(at / 4), double(given.entries[at]));
  }
  return {};
}

/// Refuses to skip visible values: checks all table entries that contribute to values up to the floor.
Status check_skipped(Context& c, const TransferTable& table, const Entry* entries, float floor) {
  const auto last = int64_t(std::ceil(table.place(floor)));
  for (int64_t at = 0; at <= last; ++at) {
    if (!(entries[at].opacity > 0)) continue;
    return fail(c, DVDB_INVALID_ARGUMENT,
                "Cannot march: values up to %g are skipped, and entry %lld of the table, which they have a part in, "
                "has an opacity",
                double(floor), static_cast<long long>(at));
  }
  return {};
}

/// Computes the table that kernels read.
Status place_table(Context& c, const operators::MarchTransparentArgs& a, const TransferArguments& given,
                   backend::Scratch& memory, TransferTable& out) {
  const std::unique_ptr<Entry[]> entries(new (std::nothrow) Entry[size_t(given.n)]);
  if (entries == nullptr)
    return fail(c, DVDB_OUT_OF_MEMORY, "Cannot march: no host memory for %lld entries",
                static_cast<long long>(given.n));
  for (int64_t at = 0; at < given.n; ++at) {
    const float* from = given.entries + 4 * at;
    const double opacity = 1 - std::pow(1 - double(from[3]), given.power);
    Entry& entry = entries[size_t(at)];
    for (int part = 0; part < 3; ++part) entry.color[part] = float(double(from[part]) * opacity);
    entry.opacity = float(opacity);
  }
  out = {nullptr, float(given.n - 1), float(given.low), float(double(given.n - 1) / (given.high - given.low))};
  const bool skips = a.form != DVDB_MARCH_DENSE && a.floor > -double(INFINITY);  // below which there is nothing
  if (skips) DVDB_TRY(check_skipped(c, out, entries.get(), float(a.floor)));
  Span<Entry> copied;
  DVDB_TRY(memory.allocate(given.n, copied));
  DVDB_TRY(backend::upload(c, copied.data, entries.get(), given.n * int64_t(sizeof(Entry))));
  out.entries = copied.data;
  return {};
}

}  // namespace

Status operators::march_transparent(Context& c, const MarchTransparentArgs& a) {
  MarchCamera view{};
  MarchOutputs out{};
  DVDB_TRY(check_march_extents(c, a.extents));
  DVDB_TRY(read_picture(c, a, view, out));
  const TransferArguments given{int64_t(a.n_entries), a.table, a.low, a.high,
                                double(view.step) / a.reference_step_size};
  if (has_pixels(a)) {
    DVDB_TRY(check_table(c, given));
    if (!(a.opacity_limit >= 0 && a.opacity_limit <= 1))
      return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: rays end at an opacity of %g, 0 to 1 expected",
                  a.opacity_limit);
  }
  const PixelTiles tiles = PixelTiles::of(a.width, a.height);
  return with_field(c, a, [&]<class Field>(const Field& field) -> Status {
    if (!has_pixels(a)) return {};
    TransferTable transfer{};
    backend::Scratch memory(c);
    DVDB_TRY(place_table(c, a, given, memory, transfer));
    const MarchTransparent<Field> functor{field, view, tiles, transfer, float(1 - a.opacity_limit), out};
    return backend::for_each(c, tiles.count(), functor, kPixelGrain);
  });
}
