/// Building the hierarchy: sorts triangles by the Morton codes of their centers, and bounds them run by run.
#include "core/mesh/triangle_tree.hpp"

#include "backend/api/algorithms.hpp"

namespace dvdb::mesh {

namespace {

constexpr int kMostAxisBits = 16;

/// Bounds of the centers of a mesh's triangles, as integers of the same order.
struct CenterBounds {
  int64_t low[3];
  int64_t high[3];
};

DVDB_FN int64_t order_of(double value) {
  const int64_t bits = std::bit_cast<int64_t>(value + 0.0);
  return bits ^ (bits >> 63 & INT64_MAX);
}
DVDB_FN double value_of(int64_t order) { return std::bit_cast<double>(order ^ (order >> 63 & INT64_MAX)); }

DVDB_FN double center_of(const Triangle& triangle, int axis) {
  return 0.5 * (triangle.low(axis) + triangle.high(axis));
}

struct ClearBounds {
  CenterBounds* bounds;  // [n_grids]

  DVDB_FN void operator()(int64_t list) const {
    bounds[list] = {{INT64_MAX, INT64_MAX, INT64_MAX}, {INT64_MIN, INT64_MIN, INT64_MIN}};
  }
};

struct BoundCenters {
  MeshView mesh;
  MeshSummary summary;
  CenterBounds* bounds;

  DVDB_FN void operator()(int64_t face) const {
    CenterBounds& own = bounds[mesh.face_lists.list_of(face)];
    for (int axis = 0; axis < 3; ++axis) {
      const int64_t at = order_of(center_of(summary.triangles[face], axis));
      if (at < backend::peek(&own.low[axis])) backend::atomic_min(&own.low[axis], at);
      if (at > backend::peek(&own.high[axis])) backend::atomic_max(&own.high[axis], at);
    }
  }
};

/// The mesh of each triangle, followed by its place on the curve through a cube around the mesh.
struct WriteKeys {
  MeshView mesh;
  MeshSummary summary;
  const CenterBounds* bounds;
  int axis_bits;
  uint64_t* keys;   // [n_faces]
  uint32_t* faces;  // [n_faces]

  DVDB_FN void operator()(int64_t face) const {
    const int64_t list = mesh.face_lists.list_of(face);
    const CenterBounds& own = bounds[list];
    const Vec3f& stretch = summary.limits[list].stretch;
    const double by[3] = {double(stretch.x), double(stretch.y), double(stretch.z)};
    double side = 0;
    for (int axis = 0; axis < 3; ++axis)
      side = max_of(side, (value_of(own.high[axis]) - value_of(own.low[axis])) * by[axis]);
    uint64_t key = uint64_t(list);
    uint32_t cell[3];
    for (int axis = 0; axis < 3; ++axis) {
      const double part = (center_of(summary.triangles[face], axis) - value_of(own.low[axis])) * by[axis] / side;
      const int cells = 1 << axis_bits;
      cell[axis] =
          uint32_t(part > 0 ? min_of(part * cells, double(cells - 1)) : 0.0);  // 0 also where all centers are the same
    }
    for (int at = axis_bits - 1; at >= 0; --at) {
      for (const uint32_t own_cell : cell) key = key << 1 | (own_cell >> at & 1);
    }
    keys[face] = key;
    faces[face] = uint32_t(face);
  }
};

DVDB_FN TreeBox no_box() { return {{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}}; }

/// Boxes around runs of triangles. Those that do not count are taken out.
struct BoxRuns {
  MeshView mesh;
  MeshSummary summary;
  bool flat_ones;
  uint32_t* faces;
  TreeBox* boxes;

  DVDB_FN void operator()(int64_t run) const {
    TreeBox out = no_box();
    for (int64_t place = run * TriangleTree::kRun; place < min_of((run + 1) * TriangleTree::kRun, mesh.n_faces);
         ++place) {
      const int64_t face = faces[place];
      const bool is_thin = !summary.frames[face].is_bounded();
      const int64_t list = is_thin || !flat_ones ? mesh.face_lists.list_of(face) : 0;
      if (!flat_ones && !has_area(mesh.in_world(face, list))) {
        faces[place] = TriangleTree::kNoFace;
        continue;
      }
      const Triangle triangle = summary.triangles[face];
      const Vec3d around = is_thin ? length_of(triangle, list) : Vec3d{0, 0, 0};
      for (int axis = 0; axis < 3; ++axis) {
        out.low[axis] = min_of(out.low[axis], triangle.low(axis) - around[axis]);
        out.high[axis] = max_of(out.high[axis], triangle.high(axis) + around[axis]);
      }
    }
    boxes[run] = out;
  }

 private:
  /// The longest side in voxels of each axis. The plane of a triangle that has hardly any area is a matter of
  /// roundings, and may be as far off.
  DVDB_FN Vec3d length_of(const Triangle& triangle, int64_t list) const {
    const Vec3d stretch = Limits::stretch_of(mesh.size(list));
    const Triangle seen = triangle.seen_from(triangle.corners[0], stretch);
    const Vec3d across = minus(seen.corners[2], seen.corners[1]);
    const double length = ::sqrt(
        most_of(dot(seen.corners[1], seen.corners[1]), dot(seen.corners[2], seen.corners[2]), dot(across, across)));
    return {length / stretch.x, length / stretch.y, length / stretch.z};
  }
};

/// Boxes around boxes of the level below.
struct BoxBoxes {
  const TreeBox* below;
  int64_t n_below;
  TreeBox* boxes;

  DVDB_FN void operator()(int64_t i) const {
    TreeBox out = no_box();
    for (int64_t child = i * TriangleTree::kWide; child < min_of((i + 1) * TriangleTree::kWide, n_below); ++child) {
      for (int axis = 0; axis < 3; ++axis) {
        out.low[axis] = min_of(out.low[axis], below[child].low[axis]);
        out.high[axis] = max_of(out.high[axis], below[child].high[axis]);
      }
    }
    boxes[i] = out;
  }
};

}  // namespace

Status TriangleTreeTables::sort(const MeshView& mesh, const MeshSummary& summary, Span<uint32_t> faces) {
  backend::Scratch key_memory(context_);
  backend::Scratch bound_memory(context_);
  Span<uint64_t> keys;
  Span<CenterBounds> bounds;
  const int list_bits = highest_bit(uint64_t(mesh.face_lists.n) | 1) + 1;
  const int axis_bits = min_of(kMostAxisBits, (64 - list_bits) / 3);
  DVDB_TRY(key_memory.allocate(mesh.n_faces, keys));
  DVDB_TRY(bound_memory.allocate(mesh.face_lists.n, bounds));
  DVDB_TRY(backend::for_each(context_, bounds.size, ClearBounds{bounds.data}));
  DVDB_TRY(backend::for_each(context_, mesh.n_faces, BoundCenters{mesh, summary, bounds.data}));
  DVDB_TRY(backend::for_each(context_, mesh.n_faces,
                             WriteKeys{mesh, summary, bounds.data, axis_bits, keys.data, faces.data}));
  return backend::sort_pairs(context_, keys, faces, 0, 3 * axis_bits + list_bits);
}

Status TriangleTreeTables::make(const MeshView& mesh, const MeshSummary& summary, bool flat_ones, TriangleTree& out) {
  out = {mesh, summary};
  if (mesh.n_faces == 0) return {};
  Span<uint32_t> faces;
  Span<TreeBox> boxes;
  DVDB_TRY(backend::check_listable(context_, mesh.n_faces));
  DVDB_TRY(face_memory_.allocate(mesh.n_faces, faces));
  DVDB_TRY(sort(mesh, summary, faces));
  int64_t sizes[TriangleTree::kMostLevels];
  int64_t n_boxes = 0;
  for (int64_t n = (mesh.n_faces - 1) / TriangleTree::kRun + 1;; n = (n - 1) / TriangleTree::kWide + 1) {
    sizes[out.n_levels] = n;
    out.starts[out.n_levels++] = n_boxes;
    n_boxes += n;
    if (n <= TriangleTree::kWide) break;
  }
  DVDB_TRY(box_memory_.allocate(n_boxes, boxes));
  DVDB_TRY(backend::for_each(context_, sizes[0], BoxRuns{mesh, summary, flat_ones, faces.data, boxes.data}, 64));
  for (int level = 1; level < out.n_levels; ++level) {
    const TreeBox* below = boxes.data + out.starts[level - 1];
    DVDB_TRY(backend::for_each(context_, sizes[level],
                               BoxBoxes{below, sizes[level - 1], boxes.data + out.starts[level]}, 64));
  }
  out.faces = faces.data;
  out.boxes = boxes.data;
  return {};
}

}  // namespace dvdb::mesh
