/// Poisson-disk sampling of any list of points.
/// What is chosen: picks/reference.hpp.
#include "core/entry.hpp"
#include "lod/picks/picks.hpp"

using namespace dvdb;

namespace {

Status refuse_thinning(Context& c, const char* name, int64_t value, const char* expected) {
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot thin points: %s is %lld, %s expected", name, static_cast<long long>(value), expected);
}

}  // namespace

dvdb_status dvdb_lod_thin(dvdb_context context, dvdb_buffer points, int64_t n_points, uint32_t bits, uint32_t cell_bits,
                          dvdb_buffer out_chosen) noexcept {
  return entry(context, [=](Context& c) -> Status {
    if (n_points < 0) return refuse_thinning(c, "the number of points", n_points, "0 or more");
    if (bits < 1 || bits > 32) return refuse_thinning(c, "the number of bits", bits, "1 to 32");
    if (cell_bits >= bits) return refuse_thinning(c, "the number of bits of a cell", cell_bits, "fewer than those of coordinates");
    Span<Vec3<uint32_t>> given;
    Span<uint8_t> chosen;
    DVDB_TRY(borrow(c, points, n_points, "points", given));
    DVDB_TRY(borrow(c, out_chosen, n_points, "out_chosen", chosen));
    backend::Scratch memory(c);
    Span<Vec3<uint32_t>> own;
    DVDB_TRY(memory.allocate(n_points, own));
    DVDB_TRY(backend::copy(c, own.data, given.data, n_points * int64_t(sizeof(Vec3<uint32_t>))));
    DVDB_TRY(backend::fill(c, chosen.data, 0, 1, n_points));
    return lod::thin_points(c, own, int(bits), int(cell_bits), chosen.data);
  });
}
