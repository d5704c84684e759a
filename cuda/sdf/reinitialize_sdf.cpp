/// Redistancing: turns a field into distances from its own zero level, by a flow away from the voxels next to that
/// level.
///
/// Sussman, Smereka and Osher, "A level set approach for computing solutions to incompressible two-phase flow", 1994,
/// with the upwind slopes of Godunov and the smooth sign of Peng et al., "A PDE-based fast local level set method",
/// 1999. The voxels next to the level do not take part, see sdf/anchors.hpp.
#include "sdf/anchors.hpp"

using namespace dvdb;
using namespace dvdb::sdf;

namespace {

constexpr double kStep = 0.4;  // of the least extent of a voxel: along a diagonal information takes sqrt(3) of it

struct FindBeside {
  VoxelNeighbors neighbors;
  int64_t* out;  // [n_voxels, 6]

  DVDB_FN void operator()(int64_t row) const {
    const VoxelSite site = neighbors.sites.find(row);
    for (int side = 0; side < 6; ++side)
      out[6 * row + side] = neighbors.find_along(site, side / 2, side % 2 == 0 ? -1 : 1);
  }
};

/// Copies a field. Infinite values become the end of the band.
template <class S>
struct LoadField {
  Band band;
  const void* field;
  uint32_t dtype;
  S* out;

  DVDB_FN void operator()(int64_t row) const {
    const double value = load_element<double>(field, dtype, row);
    const bool infinite = value == value && value - value != 0;
    out[row] = S(infinite ? cut_to(band.limit(band.head_of(row)), value) : value);
  }
};

template <class S>
struct CutField {
  Band band;
  S* values;

  DVDB_FN void operator()(int64_t row) const {
    values[row] = S(cut_to(band.limit(band.head_of(row)), double(values[row])));
  }
};

template <class S>
struct StoreField {
  const S* field;
  uint32_t dtype;
  void* out;

  DVDB_FN void operator()(int64_t row) const { store_element<double>(out, dtype, row, double(field[row]), false); }
};

/// Advances values by one Euler step, and averages them with those at the start of the Runge-Kutta step.
template <class S>
struct Step {
  Band band;
  const S* start;
  const S* from;
  const S* most;  // distance of each voxel at most, 0 for those that do not move
  double keep;    // weight of the start
  S* to;

  DVDB_FN void operator()(int64_t row) const {
    const double value = double(from[row]);
    const double bound = double(most[row]);
    if (value != value || bound == 0) {
      to[row] = from[row];
      return;
    }
    const GridHead& head = band.head_of(row);
    const double least = least_size(head);
    const double limit = band.limit(head);
    const double end = value < 0 ? -limit : limit;
    double upwind = 0;
    double central = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double low = found_or(band.value_beside(from, row, 2 * axis), end);
      const double high = found_or(band.value_beside(from, row, 2 * axis + 1), end);
      const double below = (value - low) / head.size[axis];
      const double above = (high - value) / head.size[axis];
      const double in = value > 0 ? max_of(below, 0.0) : min_of(below, 0.0);
      const double out = value > 0 ? min_of(above, 0.0) : max_of(above, 0.0);
      upwind += max_of(in * in, out * out);
      const double slope = 0.5 * (below + above);
      central += slope * slope;
    }
    const double scale = least * least;
    const double sign = value / ::sqrt(value * value + scale * central + scale * 1e-12);
    const double moved = value + kStep * least * sign * (1 - ::sqrt(upwind));
    to[row] = S(cut_to(bound, keep * double(start[row]) + (1 - keep) * moved));
  }

 private:
  DVDB_FN static double found_or(double found, double end) { return found == found ? found : end; }
};

/// Smooths: moves values a fraction of the way to the mean of their neighbors.
template <class S>
struct Smooth {
  Band band;
  const S* from;
  double part;
  S* to;

  DVDB_FN void operator()(int64_t row) const {
    const double value = double(from[row]);
    double sum = 0;
    int count = 0;
    for (int side = 0; side < 6; ++side) {
      const double found = band.value_beside(from, row, side);
      if (found != found) continue;
      sum += found;
      ++count;
    }
    const double moved = count > 0 ? value + part * (sum / count - value) : value;
    to[row] = S(cut_to(band.limit(band.head_of(row)), moved));
  }
};

/// The request, once checked.
struct Request {
  uint32_t order, steps, smooth, smoothing;
};

/// Three fields that are used in rotation, and the bounds of distances.
template <class S>
class Fields {
 public:
  Fields(Context& context, const Request& flow, const Band& band, int64_t n)
      : context_(context), flow_(flow), band_(band), n_(n) {}

  Status run(const void* field, uint32_t dtype, void* out) {
    for (int k = 0; k < 3; ++k) DVDB_TRY(memory_[k].allocate(n_, at_[k]));
    DVDB_TRY(most_memory_.allocate(n_, most_));
    DVDB_TRY(backend::for_each(context_, n_, LoadField<S>{band_, field, dtype, at_[0].data}, kGrain));
    DVDB_TRY(flow_.steps > 0 ? advance(flow_.steps)
                             : backend::for_each(context_, n_, CutField<S>{band_, at_[0].data}, kGrain));
    const bool shrinks = flow_.smoothing == DVDB_SMOOTHING_MEAN_CURVATURE;
    for (uint32_t pass = 0; pass < flow_.smooth; ++pass) {
      DVDB_TRY(smooth(shrinks ? 1 : 0.5));
      if (!shrinks) DVDB_TRY(smooth(-0.53));
    }
    if (flow_.smooth > 0) DVDB_TRY(advance(max_of(4u, flow_.smooth)));
    return backend::for_each(context_, n_, StoreField<S>{at_[0].data, dtype, out});
  }

 private:
  void swap(int a) {
    const Span<S> first = at_[0];
    at_[0] = at_[a];
    at_[a] = first;
  }
  Status step(int from, double keep, int to) {
    return backend::for_each(context_, n_, Step<S>{band_, at_[0].data, at_[from].data, most_.data, keep, at_[to].data},
                             kGrain);
  }
  Status smooth(double part) {
    DVDB_TRY(backend::for_each(context_, n_, Smooth<S>{band_, at_[0].data, part, at_[1].data}, kGrain));
    swap(1);
    return {};
  }
  /// Strong-stability-preserving Runge-Kutta methods: Shu and Osher, "Efficient implementation of essentially
  /// non-oscillatory shock-capturing schemes", 1988.
  Status advance(uint32_t steps) {
    DVDB_TRY(anchor_level(context_, band_, n_, at_, most_));
    for (uint32_t i = 0; i < steps; ++i) {
      DVDB_TRY(step(0, 0, 1));
      if (flow_.order == 2) DVDB_TRY(step(1, 0.5, 2));
      if (flow_.order == 3) DVDB_TRY(step(1, 0.75, 2));
      if (flow_.order == 3) DVDB_TRY(step(2, 1.0 / 3, 1));
      swap(flow_.order == 2 ? 2 : 1);
    }
    return {};
  }

  Context& context_;
  const Request flow_;
  const Band band_;
  const int64_t n_;
  backend::Scratch memory_[3] = {backend::Scratch(context_), backend::Scratch(context_), backend::Scratch(context_)};
  Span<S> at_[3];
  backend::Scratch most_memory_{context_};
  Span<S> most_;
};

/// Fills in the table of neighbors; temporary memory is freed on return.
Status find_beside(Context& c, const GridView& grid, int64_t* out) {
  VoxelNeighborTables tables(c);
  VoxelNeighbors neighbors;
  DVDB_TRY(tables.make(grid, 1, neighbors));
  return backend::for_each(c, grid.n_voxels, FindBeside{neighbors, out}, kGrain);
}

}  // namespace

Status operators::reinitialize_sdf(Context& c, const ReinitializeSdfArgs& a) {
  DVDB_TRY(check_band(c, a.half_width_in_voxels));
  const GridView& grid = a.grid->view;
  return with_real(c, a.dtype, "field", [&]<class T>() -> Status {
    backend::Scratch offset_memory(c);
    backend::Scratch beside_memory(c);
    Span<int64_t> beside;
    BatchOffsets lists;
    DVDB_TRY(place_offsets(c, a.grid->starts_of(kRowStarts), grid.n_grids, grid.n_voxels, offset_memory, lists));
    DVDB_TRY(beside_memory.allocate(grid.n_voxels * 6, beside));
    DVDB_TRY(find_beside(c, grid, beside.data));
    Fields<Computed<T>> fields(c, {a.order, a.steps, a.smooth, a.smoothing},
                               {grid.heads, lists, beside.data, a.half_width_in_voxels}, grid.n_voxels);
    return fields.run(a.field.as<T>().data, a.dtype, a.out.as<T>().data);
  });
}
