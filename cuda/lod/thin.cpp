/// Poisson-disk sampling of any list of points.
/// The choice is defined in picks/reference.hpp.
#include "_generated/lod_args.hpp"
#include "lod/picks/picks.hpp"

using namespace dvdb;

Status operators::lod_thin(Context& c, const LodThinArgs& a) {
  if (a.cell_bits >= a.bits) {
    return fail(c, DVDB_INVALID_ARGUMENT,
                "Cannot thin points: the number of bits of a cell is %u, fewer than those of coordinates expected",
                a.cell_bits);
  }
  backend::Scratch memory(c);
  Span<Vec3<uint32_t>> own;
  DVDB_TRY(memory.allocate(a.n_points, own));
  DVDB_TRY(backend::copy(c, own.data, a.points.data, a.n_points * int64_t(sizeof(Vec3<uint32_t>))));
  DVDB_TRY(backend::fill(c, a.out_chosen.data, 0, 1, a.n_points));
  return lod::thin_points(c, own, int(a.bits), int(a.cell_bits), a.out_chosen.data);
}
