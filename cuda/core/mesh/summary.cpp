/// The first look at a mesh: its triangles in voxels, how far they reach, and what is wrong with them.
#include <algorithm>

#include "backend/api/special/points/point_passes.hpp"
#include "core/mesh/mesh.hpp"
#include "core/mesh/triangle_leaves.hpp"

namespace dvdb::mesh {

namespace {

constexpr int kMostLog2 = 31;
constexpr int64_t kMostSampled = 4096;                // faces
constexpr int64_t kSurelyTooMany = int64_t(1) << 50;  // leaves; sums stop there, so that they do not overflow

/// Counts of a first pass over the faces.
struct SummaryCounts {
  int64_t no_vertex;    // faces with corners that name none
  int64_t not_finite;   // faces with corners that are not finite
  int64_t too_far;      // faces that reach beyond int32 voxels
  int64_t log2;         // of nodes of which no face touches more than four along an axis
  int64_t leaves;       // that large faces reach at least, counted once for each
  int64_t most_leaves;  // of one face
  int64_t sample;       // leaves around every so many-th face, if that is small
};

/// The voxels around a triangle; false where they do not fit int32.
DVDB_FN bool box_of(const Triangle& triangle, const Vec3d& reach, Coord (&out)[2]) {
  double low[3];
  double high[3];
  for (int axis = 0; axis < 3; ++axis) {
    low[axis] = ::ceil(triangle.low(axis) - reach[axis]);
    high[axis] = ::floor(triangle.high(axis) + reach[axis]);
    if (!(low[axis] >= -2147483648.0 && high[axis] <= 2147483647.0)) return false;
  }
  const auto first = [&](int axis) {
    return int32_t(max_of(min_of(low[axis], high[axis]), -2147483648.0));
  };  // between voxels there is none
  out[0] = {first(0), first(1), first(2)};
  const auto last = [&](int axis) { return int32_t(max_of(high[axis], double(out[0][axis]))); };
  out[1] = {last(0), last(1), last(2)};
  return true;
}

/// Cuts a box to what counts. If nothing is left, it ends before it starts along each axis, also in nodes of any size:
/// neither its length along other axes nor a node that it shares with what counts matters then.
DVDB_FN void cut_box(const Reach& reach, int64_t list, Coord (&box)[2]) {
  if (reach.asked == nullptr) return;
  const int32_t (&bounds)[2][3] = reach.asked[list].bounds;
  box[0] = {max_of(box[0].x, bounds[0][0]), max_of(box[0].y, bounds[0][1]), max_of(box[0].z, bounds[0][2])};
  box[1] = {min_of(box[1].x, bounds[1][0]), min_of(box[1].y, bounds[1][1]), min_of(box[1].z, bounds[1][2])};
  if (box[0].x <= box[1].x && box[0].y <= box[1].y && box[0].z <= box[1].z) return;
  box[0] = {INT32_MAX, INT32_MAX, INT32_MAX};
  box[1] = {INT32_MIN, INT32_MIN, INT32_MIN};
}

DVDB_FN double leaves_in(const Coord (&box)[2]) {
  double product = 1;
  for (int axis = 0; axis < 3; ++axis)
    product *= max_of(0.0, double(box[1][axis] >> kLeafLog2) - double(box[0][axis] >> kLeafLog2) + 1);
  return product;
}

/// Whether a triangle is no larger than a leaf.
DVDB_FN bool fits_leaf(const Triangle& triangle) {
  bool fits = true;
  for (int axis = 0; axis < 3; ++axis) fits &= triangle.high(axis) - triangle.low(axis) <= double(1 << kLeafLog2);
  return fits;
}

/// Leaves that count and that a face reaches at least; 0 where voxels count by centers that are further apart than the
/// reach.
DVDB_FN int64_t leaves_of(const Reach& reach, int64_t list, const Triangle& triangle, const Vec3d& size) {
  const double beyond = reach.width - 0.5 * ::sqrt(dot(size, size));  // from any place in a cell
  if (!reach.cells && !(beyond >= 0)) return 0;
  const int64_t leaves = least_leaves(triangle, size, max_of(beyond, 0.0));
  Coord box[2];
  if (reach.asked == nullptr || !box_of(triangle, reach.in_voxels(size), box)) return leaves;
  const double all = leaves_in(box);
  cut_box(reach, list, box);
  return int64_t(max_of(0.0, double(leaves) - (all - leaves_in(box))));  // those outside may all be among them
}

struct SummarizeFaces {
  MeshView mesh;
  Reach reach;
  Triangle* triangles;
  TriangleFrame* frames;
  Coord* ends;
  int64_t sample_step;  // a power of two
  SummaryCounts* found;

  DVDB_FN void operator()(int64_t face) const {
    Coord box[2] = {{0, 0, 0}, {0, 0, 0}};
    summarize(face, box);
    ends[2 * face] = box[0];
    ends[2 * face + 1] = box[1];
  }

 private:
  DVDB_FN void summarize(int64_t face, Coord (&box)[2]) const {
    const int64_t list = mesh.face_lists.list_of(face);
    const int64_t count = mesh.vertices_end(list) - mesh.first_vertex(list);
    for (int at = 0; at < 3; ++at) {
      const int64_t corner = mesh.corner(face, at);
      if (corner < 0 || corner >= count) {
        backend::atomic_add(&found->no_vertex, int64_t(1));
        return;
      }
    }
    if (!mesh.in_world(face, list).is_finite()) {
      backend::atomic_add(&found->not_finite, int64_t(1));
      return;
    }
    const Vec3d size = mesh.size(list);
    const Triangle triangle = mesh.in_voxels(face, list);
    if (!box_of(triangle, reach.in_voxels(size), box)) {
      backend::atomic_add(&found->too_far, int64_t(1));
      return;
    }
    triangles[face] = triangle;
    frames[face] = TriangleFrame::of(triangle, Limits::stretch_of(size));
    int64_t log2 = kLeafLog2;
    for (int axis = 0; axis < 3; ++axis) {
      // Differences of voxels nearby shall fit 32 bits.
      if (int64_t(box[1][axis]) - box[0][axis] > int64_t(1) << 30) frames[face].skew = __builtin_huge_valf();
    }
    cut_box(reach, list, box);
    if ((face & (sample_step - 1)) == 0 && fits_leaf(triangle)) {
      backend::atomic_add(&found->sample, int64_t(min_of(leaves_in(box), double(kMostLeavesTold))));
    }
    for (int axis = 0; axis < 3; ++axis) {
      while (log2 < kMostLog2 && (int64_t(box[1][axis]) >> log2) - (int64_t(box[0][axis]) >> log2) > 3)
        log2 += kStepLog2;
    }
    if (log2 > backend::peek(&found->log2)) backend::atomic_max(&found->log2, log2);
    if (log2 > kLeafLog2) count_leaves(leaves_of(reach, list, triangle, size));
  }
  DVDB_FN void count_leaves(int64_t leaves) const {
    if (leaves > backend::peek(&found->most_leaves)) backend::atomic_max(&found->most_leaves, leaves);
    if (backend::peek(&found->leaves) < kSurelyTooMany) backend::atomic_add(&found->leaves, leaves);
  }
};

/// Finds the first face that reaches as many leaves as any.
struct FindLargest {
  MeshView mesh;
  Reach reach;
  const Triangle* triangles;
  int64_t leaves;
  int64_t* out;

  DVDB_FN void operator()(int64_t face) const {
    const int64_t list = mesh.face_lists.list_of(face);
    if (leaves_of(reach, list, triangles[face], mesh.size(list)) == leaves) backend::atomic_min(out, face);
  }
};

struct WriteLimits {
  MeshView mesh;
  Reach reach;
  Limits* out;

  DVDB_FN void operator()(int64_t list) const { out[list] = Limits::of(reach, mesh.size(list)); }
};

/// Start of each list in the ends of boxes.
struct PlaceEnds {
  MeshView mesh;
  int64_t* starts;  // [n_grids + 1]

  DVDB_FN void operator()(int64_t list) const {
    starts[list] = list == mesh.face_lists.n ? 2 * mesh.n_faces : 2 * mesh.first_face(list);
  }
};

Status refuse(Context& c, const char* what, int64_t count, int64_t of, const char* problem) {
  return fail(c, DVDB_INVALID_DATA, "Cannot use mesh: of %lld triangles %lld %s%s", static_cast<long long>(of),
              static_cast<long long>(count), what, problem);
}

}  // namespace

Status MeshTables::check_room(const MeshView& mesh, const Reach& reach, const MeshSummary& summary,
                              int64_t leaf_bytes) {
  constexpr int64_t kPairBytes =
      int64_t(sizeof(Pair) + sizeof(uint32_t) + sizeof(int64_t));  // with its leaf and its place in lists
  const int64_t room = backend::memory_size(context_) - context_.held_bytes.load();
  if (need_.most_leaves > room / (kPairBytes + leaf_bytes)) {
    int64_t largest = mesh.n_faces;
    backend::Scratch memory(context_);
    Span<int64_t> face;
    DVDB_TRY(memory.allocate(1, face));
    DVDB_TRY(backend::upload(context_, face.data, &largest, int64_t(sizeof largest)));
    DVDB_TRY(backend::for_each(context_, mesh.n_faces,
                               FindLargest{mesh, reach, summary.triangles, need_.most_leaves, face.data}, kFaceGrain));
    DVDB_TRY(backend::download(context_, &largest, face.data, int64_t(sizeof largest)));
    return fail(context_, DVDB_OUT_OF_MEMORY,
                "Cannot use mesh: triangle %lld reaches at least %lld leaves of 8 x 8 x 8 voxels, %.3g bytes; the "
                "device has room for %.3g bytes",
                static_cast<long long>(largest), static_cast<long long>(need_.most_leaves),
                double(need_.most_leaves) * double(kPairBytes + leaf_bytes), double(room));
  }
  if (need_.leaves > room / kPairBytes) {
    return fail(context_, DVDB_OUT_OF_MEMORY,
                "Cannot use mesh: %lld triangles reach too many leaves of 8 x 8 x 8 voxels, one of them at least %lld; "
                "the device has room for %.3g bytes",
                static_cast<long long>(mesh.n_faces), static_cast<long long>(need_.most_leaves), double(room));
  }
  return {};
}

Status MeshTables::summarize_faces(const MeshView& mesh, const Reach& reach, Bounds* bounds, MeshSummary& out) {
  const int64_t n = mesh.face_lists.n;
  backend::Scratch memory(context_);
  backend::Layout layout;
  const int64_t finding_place = layout.reserve<SummaryCounts>(1);
  const int64_t bound_place = layout.reserve<Bounds>(n);
  const int64_t bytes = layout.bytes();
  const int64_t start_place = layout.reserve<int64_t>(n + 1);
  const auto at = [](void* base, int64_t offset) { return static_cast<uint8_t*>(base) + offset; };
  const std::unique_ptr<uint8_t[]> host(new (std::nothrow) uint8_t[size_t(bytes)]());
  if (!host) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot use mesh: out of host memory");
  auto* findings = reinterpret_cast<SummaryCounts*>(at(host.get(), finding_place));
  auto* host_bounds = reinterpret_cast<Bounds*>(at(host.get(), bound_place));
  findings->log2 = kLeafLog2;
  for (int64_t list = 0; list < n; ++list)
    host_bounds[list] = {{INT32_MAX, INT32_MAX, INT32_MAX}, {INT32_MIN, INT32_MIN, INT32_MIN}};
  DVDB_TRY(memory.allocate(layout.bytes()));
  DVDB_TRY(backend::upload(context_, memory.data(), host.get(), bytes));
  backend::Layout look_layout;
  const int64_t frame_place = look_layout.reserve<TriangleFrame>(mesh.n_faces);
  const int64_t triangle_place = look_layout.reserve<Triangle>(mesh.n_faces);
  const int64_t end_place = look_layout.reserve<Coord>(2 * mesh.n_faces);
  const int64_t limit_place = look_layout.reserve<Limits>(n);
  DVDB_TRY(look_.allocate(look_layout.bytes()));
  auto* triangles = reinterpret_cast<Triangle*>(at(look_.data(), triangle_place));
  auto* frames = reinterpret_cast<TriangleFrame*>(at(look_.data(), frame_place));
  auto* ends = reinterpret_cast<Coord*>(at(look_.data(), end_place));
  auto* limits = reinterpret_cast<Limits*>(at(look_.data(), limit_place));
  int64_t sample_step = 1;
  while (sample_step * kMostSampled < mesh.n_faces) sample_step *= 2;
  out = {triangles, frames, ends, limits};
  auto* found = reinterpret_cast<SummaryCounts*>(at(memory.data(), finding_place));
  DVDB_TRY(backend::for_each(context_, mesh.n_faces,
                             SummarizeFaces{mesh, reach, triangles, frames, ends, sample_step, found}, kFaceGrain));
  DVDB_TRY(backend::for_each(context_, n, WriteLimits{mesh, reach, limits}));
  if (bounds != nullptr) {
    auto* starts = reinterpret_cast<int64_t*>(at(memory.data(), start_place));
    backend::PointPass pass{{ends, 2 * mesh.n_faces}, {starts, n}};
    pass.bounds = reinterpret_cast<Bounds*>(at(memory.data(), bound_place));
    DVDB_TRY(backend::for_each(context_, n + 1, PlaceEnds{mesh, starts}));
    DVDB_TRY(backend::for_each_point(context_, pass, backend::IgnorePoint{}));
  }
  DVDB_TRY(backend::download(context_, host.get(), memory.data(), bytes));
  if (findings->no_vertex != 0)
    return refuse(context_, "have corners that name no vertex", findings->no_vertex, mesh.n_faces, " of their mesh");
  if (findings->not_finite != 0)
    return refuse(context_, "have corners that are not finite", findings->not_finite, mesh.n_faces, "");
  if (findings->too_far != 0)
    return refuse(context_, "reach beyond the int32 voxel range", findings->too_far, mesh.n_faces, "");
  need_ = {int(findings->log2), findings->leaves, findings->most_leaves};
  pairs_of_small_ = double(findings->sample) * double(sample_step);
  if (bounds != nullptr) std::copy(host_bounds, host_bounds + n, bounds);
  return {};
}

}  // namespace dvdb::mesh
