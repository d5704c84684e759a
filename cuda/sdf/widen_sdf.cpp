/// Extends fields to wider grids, and selects the voxels in a field's band.
#include "core/row_map.hpp"
#include "sdf/band.hpp"

using namespace dvdb;
using namespace dvdb::sdf;

namespace {

/// The side of the zero level that a voxel is on, and whether it has a value.
enum State : uint8_t { kUnknown = 0, kOutside = 1, kInside = 2, kSide = 3, kHeld = 4 };

/// Copies the values that exist.
template <class T>
struct WriteHeld {
  VoxelNeighbors neighbors;
  GridView source;
  const T* field;  // [source.n_voxels]
  T* out;
  uint8_t* states;

  DVDB_FN void operator()(int64_t row) const {
    const VoxelSite site = neighbors.sites.find(row);
    const LeafPlace place = neighbors.places[site.leaf];
    const int64_t from = source.find_row(source.heads[place.grid], leaf_voxel(place.origin, site.slice * 64 + site.at));
    states[row] = kUnknown;
    if (from < 0) return;
    const double value = to_double(field[from]);
    out[row] = field[from];
    states[row] = uint8_t(kHeld | (value < 0 ? kInside : value == value ? kOutside : kUnknown));
  }
};

/// Flood fill: voxels take the side of a neighbor. It spreads across faces only: voxels that share just an edge or a
/// corner may be on different sides.
struct Spread {
  VoxelNeighbors neighbors;
  const uint8_t* from;
  uint8_t* to;

  DVDB_FN void operator()(int64_t row) const {
    to[row] = from[row];
    if (from[row] != kUnknown) return;
    const VoxelSite site = neighbors.sites.find(row);
    for (int at = 0; at < 6; ++at) {
      const int64_t near = neighbors.find_along(site, at / 2, at % 2 == 0 ? -1 : 1);
      if (near < 0 || (from[near] & kSide) == 0) continue;
      to[row] = from[near] & kSide;
      return;
    }
  }
};

/// The half-width of the band at a voxel, in world units.
struct BandLimit {
  VoxelNeighbors neighbors;
  double voxels;

  DVDB_FN double of(int64_t row) const { return voxels * least_size(neighbors.head_of(neighbors.sites.find(row))); }
};

/// Writes plus or minus the band's half-width where there was no value.
template <class T>
struct WriteEnds {
  BandLimit band;
  const uint8_t* states;
  T* out;

  DVDB_FN void operator()(int64_t row) const {
    if ((states[row] & kHeld) != 0) return;
    const double limit = band.of(row);
    out[row] = from_double<T>(states[row] == kInside ? -limit : limit);
  }
};

template <class T>
struct InBand {
  BandLimit band;
  const T* field;
  uint8_t* out;

  DVDB_FN void operator()(int64_t row) const { out[row] = ::fabs(to_double(field[row])) < band.of(row) ? 1 : 0; }
};

}  // namespace

Status operators::retopologize_sdf_widen(Context& c, const RetopologizeSdfWidenArgs& a) {
  DVDB_TRY(check_band(c, a.half_width_in_voxels));
  const GridView& grid = a.grid->view;
  const GridView& source = a.source->view;
  DVDB_TRY(check_same_grids(c, grid, source));
  const int64_t n = grid.n_voxels;
  return with_real(c, a.dtype, "field", [&]<class T>() -> Status {
    T* const out = a.out.as<T>().data;
    VoxelNeighborTables tables(c);
    VoxelNeighbors neighbors;
    backend::Scratch memory[2] = {backend::Scratch(c), backend::Scratch(c)};
    Span<uint8_t> states[2];
    DVDB_TRY(tables.make(grid, 1, neighbors));
    for (int k = 0; k < 2; ++k) DVDB_TRY(memory[k].allocate(n, states[k]));
    DVDB_TRY(backend::for_each(c, n, WriteHeld<T>{neighbors, source, a.field.as<T>().data, out, states[0].data}));
    for (uint32_t round = 0; round < a.rounds; ++round) {
      DVDB_TRY(backend::for_each(c, n, Spread{neighbors, states[round % 2].data, states[(round + 1) % 2].data}));
    }
    return backend::for_each(c, n, WriteEnds<T>{{neighbors, a.half_width_in_voxels}, states[a.rounds % 2].data, out});
  });
}

Status operators::retopologize_sdf_band(Context& c, const RetopologizeSdfBandArgs& a) {
  DVDB_TRY(check_band(c, a.half_width_in_voxels));
  const GridView& grid = a.grid->view;
  return with_real(c, a.dtype, "field", [&]<class T>() -> Status {
    VoxelNeighborTables tables(c);
    VoxelNeighbors neighbors;
    DVDB_TRY(tables.make(grid, 0, neighbors));
    return backend::for_each(c, grid.n_voxels,
                             InBand<T>{{neighbors, 0.999 * a.half_width_in_voxels}, a.field.as<T>().data, a.out.data});
  });
}
