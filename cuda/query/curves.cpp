/// Positions of coordinates along space-filling curves.
#include "query/curves.hpp"

#include "query/lookup.hpp"

using namespace dvdb;

namespace {

/// Writes the code of each shifted coordinate, or -1, and counts those outside the curve's cube.
struct WriteCode {
  const Coord* ijk;
  Vec3<int64_t> offset;
  bool hilbert;
  int axes[3];  // the order in which the curve takes them
  int64_t* out;
  int64_t* bad;

  DVDB_FN void operator()(int64_t i) const {
    const Coord c = ijk[i];
    const int64_t x = c.x + offset.x;
    const int64_t y = c.y + offset.y;
    const int64_t z = c.z + offset.z;
    if (((x | y | z) >> kCurveBits) != 0) {  // negative numbers have their high bits set
      backend::atomic_add(bad, int64_t(1));
      out[i] = -1;
      return;
    }
    const auto along = [&](int axis) { return uint32_t(axis == 0 ? x : axis == 1 ? y : z); };
    const uint32_t first = along(axes[0]);
    const uint32_t second = along(axes[1]);
    const uint32_t third = along(axes[2]);
    out[i] = int64_t(hilbert ? hilbert_code(first, second, third) : morton_code(first, second, third));
  }
};

}  // namespace

Status operators::curve_codes(Context& c, const CurveCodesArgs& a) {
  const int64_t most = int64_t(1) << 32;
  for (int axis = 0; axis < 3; ++axis) {
    if (a.offset[axis] >= -most && a.offset[axis] <= most) continue;
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot encode coordinates: offset %lld is beyond 2^32",
                static_cast<long long>(a.offset[axis]));
  }
  backend::Scratch memory(c);
  Span<int64_t> counter;
  DVDB_TRY(memory.allocate(1, counter));
  DVDB_TRY(backend::fill(c, counter.data, 0, 8, int64_t(sizeof(int64_t))));
  const Vec3<int64_t> offset{a.offset[0], a.offset[1], a.offset[2]};
  WriteCode write{coords_of(a.ijk).data, offset, false, {0, 1, 2}, a.out.data, counter.data};
  write.hilbert =
      a.curve == DVDB_CURVE_HILBERT || a.curve == DVDB_CURVE_HILBERT_ZYX || a.curve == DVDB_CURVE_HILBERT_YXZ;
  const auto take = [&write](int first, int second, int third) {
    write.axes[0] = first;
    write.axes[1] = second;
    write.axes[2] = third;
  };
  if (a.curve == DVDB_CURVE_MORTON_ZYX || a.curve == DVDB_CURVE_HILBERT_ZYX) take(2, 1, 0);
  if (a.curve == DVDB_CURVE_MORTON_ZXY) take(2, 0, 1);
  if (a.curve == DVDB_CURVE_HILBERT_YXZ) take(1, 0, 2);
  DVDB_TRY(backend::for_each(c, a.n, write));
  int64_t bad = 0;
  DVDB_TRY(backend::download(c, &bad, counter.data, int64_t(sizeof bad)));
  if (bad == 0) return {};
  return fail(
      c, DVDB_INVALID_DATA,
      "Cannot encode coordinates: of %lld coordinates %lld do not lie in 0..2097151 on every axis after the offset",
      static_cast<long long>(a.n), static_cast<long long>(bad));
}
