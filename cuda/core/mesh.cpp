#include "core/mesh.hpp"

#include "backend/launch.hpp"

namespace dvdb::mesh {

namespace {

constexpr int kStepLog2 = 2;  // a node has 4^3 children, one bit of a word each
constexpr int kMostLog2 = 31;
constexpr int64_t kFaceGrain = 256;

/// What the first look at the faces finds.
struct Findings {
  int64_t no_vertex;   // faces with corners that name none
  int64_t not_finite;  // faces with corners that are not finite
  int64_t too_far;     // faces that reach beyond int32 voxels
  int64_t log2;        // of nodes of which no face touches more than two along an axis
};

struct VoxelBox {
  int64_t low[3];
  int64_t high[3];
};

/// The voxels around a triangle; false where they do not fit int32.
DVDB_FN bool box_of(const Triangle& triangle, const Vec3d& reach, VoxelBox& out) {
  for (int axis = 0; axis < 3; ++axis) {
    const double low = ::ceil(triangle.low(axis) - reach[axis]);
    const double high = ::floor(triangle.high(axis) + reach[axis]);
    if (!(low >= -2147483648.0 && high <= 2147483647.0)) return false;
    out.low[axis] = int64_t(low);
    out.high[axis] = int64_t(high);
  }
  return true;
}

/// Whether the surroundings of a triangle touch a node.
DVDB_FN bool touches_node(const Triangle& triangle, const Vec3d& reach, const Coord& node, int log2) {
  Vec3d low;
  Vec3d high;
  const auto edge = [&](int32_t at) { return double(int64_t(at) * (int64_t(1) << log2)); };
  const double last = double((int64_t(1) << log2) - 1);
  low = {edge(node.x) - reach.x, edge(node.y) - reach.y, edge(node.z) - reach.z};
  high = {edge(node.x) + last + reach.x, edge(node.y) + last + reach.y, edge(node.z) + last + reach.z};
  return triangle.touches(low, high);
}

struct LookAtFaces {
  MeshView mesh;
  Reach reach;
  Findings* found;

  DVDB_FN void operator()(int64_t face) const {
    const int64_t list = mesh.face_lists.list_of(face);
    const int64_t count = mesh.vertices_end(list) - mesh.first_vertex(list);
    for (int at = 0; at < 3; ++at) {
      const int64_t corner = mesh.corner(face, at);
      if (corner < 0 || corner >= count) {
        backend::atomic_add(&found->no_vertex, int64_t(1));
        return;
      }
    }
    const Triangle world = mesh.in_world(face, list);
    double sum = 0;  // stays 0 while coordinates are finite
    for (int axis = 0; axis < 3; ++axis) {
      for (const Vec3d& corner : world.corners) sum += corner[axis] - corner[axis];
    }
    if (sum != 0) {
      backend::atomic_add(&found->not_finite, int64_t(1));
      return;
    }
    VoxelBox box;
    if (!box_of(mesh.in_voxels(face, list), reach.in_voxels(mesh.size(list)), box)) {
      backend::atomic_add(&found->too_far, int64_t(1));
      return;
    }
    int64_t log2 = kLeafLog2;
    for (int axis = 0; axis < 3; ++axis) {
      while (log2 < kMostLog2 && (box.high[axis] >> log2) - (box.low[axis] >> log2) > 1) log2 += kStepLog2;
    }
    if (log2 > backend::peek(&found->log2)) backend::atomic_max(&found->log2, log2);
  }
};

/// Marks which of the nodes around a face it touches: two along each axis.
struct MarkFirst {
  MeshView mesh;
  Reach reach;
  int log2;
  uint64_t* marks;  // [n_faces]

  DVDB_FN void operator()(int64_t face) const {
    const int64_t list = mesh.face_lists.list_of(face);
    const Triangle triangle = mesh.in_voxels(face, list);
    const Vec3d around = reach.in_voxels(mesh.size(list));
    VoxelBox box;
    uint64_t mark = 0;
    if (box_of(triangle, around, box)) {
      for (uint32_t at = 0; at < 8; ++at) {
        const Coord node = node_at(box, log2, at);
        bool within = true;
        for (int axis = 0; axis < 3; ++axis) within = within && node[axis] <= (box.high[axis] >> log2);
        if (within && touches_node(triangle, around, node, log2)) mark |= bit(at);
      }
    }
    marks[face] = mark;
  }
  DVDB_FN static Coord node_at(const VoxelBox& box, int log2, uint32_t at) {
    return {int32_t((box.low[0] >> log2) + (at >> 2)), int32_t((box.low[1] >> log2) + (at >> 1 & 1)), int32_t((box.low[2] >> log2) + (at & 1))};
  }
};

struct ListFirst {
  MeshView mesh;
  Reach reach;
  int log2;
  const uint64_t* marks;
  Pair* out;       // null to count only
  int64_t* total;  // [1]

  DVDB_FN uint64_t count(int64_t face) const { return uint64_t(popcount(marks[face])); }
  DVDB_FN void emit(int64_t face, uint64_t count, uint64_t before) const {
    if (face == mesh.n_faces - 1) *total = int64_t(before + count);
    if (out == nullptr || count == 0) return;
    const int64_t list = mesh.face_lists.list_of(face);
    VoxelBox box;
    if (!box_of(mesh.in_voxels(face, list), reach.in_voxels(mesh.size(list)), box)) return;
    Pair* to = out + before;
    for (uint64_t rest = marks[face]; rest != 0; rest &= rest - 1) {
      *to++ = {face, MarkFirst::node_at(box, log2, uint32_t(lowest_bit(rest))), uint32_t(list)};
    }
  }
};

/// Marks the children of a pair's node, of 2^log2 voxels, that the triangle touches.
struct MarkChildren {
  MeshView mesh;
  Reach reach;
  int log2;
  const Pair* pairs;
  uint64_t* marks;

  DVDB_FN static Coord child(const Coord& node, uint32_t at) {
    return {node.x * 4 + int32_t(at >> 4), node.y * 4 + int32_t(at >> 2 & 3), node.z * 4 + int32_t(at & 3)};
  }
  DVDB_FN void operator()(int64_t i) const {
    const Pair pair = pairs[i];
    const Triangle triangle = mesh.in_voxels(pair.face, pair.list);
    const Vec3d around = reach.in_voxels(mesh.size(pair.list));
    uint64_t mark = 0;
    for (uint32_t at = 0; at < 64; ++at) mark |= touches_node(triangle, around, child(pair.node, at), log2) ? bit(at) : 0;
    marks[i] = mark;
  }
};

struct ListChildren {
  const Pair* pairs;
  int64_t n;
  const uint64_t* marks;
  Pair* out;       // null to count only
  int64_t* total;  // [1]

  DVDB_FN uint64_t count(int64_t i) const { return uint64_t(popcount(marks[i])); }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    if (i == n - 1) *total = int64_t(before + count);
    if (out == nullptr) return;
    Pair* to = out + before;
    for (uint64_t rest = marks[i]; rest != 0; rest &= rest - 1) {
      *to++ = {pairs[i].face, MarkChildren::child(pairs[i].node, uint32_t(lowest_bit(rest))), pairs[i].list};
    }
  }
};

struct CopyTransforms {
  GridView grid;
  double* out;  // [n_grids, 6]

  DVDB_FN void operator()(int64_t b) const {
    for (int axis = 0; axis < 3; ++axis) {
      out[6 * b + axis] = grid.heads[b].size[axis];
      out[6 * b + 3 + axis] = grid.heads[b].origin[axis];
    }
  }
};

/// Counts what a list holds, then writes it.
template <class List>
Status write_list(Context& context, int64_t n, List list, backend::Scratch& memory, Span<Pair>& out) {
  backend::Scratch total_memory(context);
  Span<int64_t> total;
  int64_t count = 0;
  DVDB_TRY(total_memory.allocate(1, total));
  DVDB_TRY(backend::fill(context, total.data, 0, 8, 8));
  list.out = nullptr;
  list.total = total.data;
  DVDB_TRY(backend::for_each_scan(context, n, list));
  DVDB_TRY(backend::download(context, &count, total.data, int64_t(sizeof count)));
  DVDB_TRY(memory.allocate(count, out));
  list.out = out.data;
  return count == 0 ? Status{} : backend::for_each_scan(context, n, list);
}

Status refuse(Context& c, const char* what, int64_t count, int64_t of, const char* problem) {
  return fail(c, DVDB_INVALID_DATA, "Cannot use mesh: of %lld triangles %lld %s%s", static_cast<long long>(of), static_cast<long long>(count), what, problem);
}

}  // namespace

Status MeshTables::place(const MeshRequest& request, MeshView& out) {
  const auto& [vertices, dtype, n_vertices, vertex_offsets, faces, face_dtype, n_faces, face_offsets, n_grids] = request;
  if (n_vertices < 0 || n_faces < 0 || max_of(n_vertices, n_faces) > kMostItems) {
    return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot use mesh: %lld vertices or %lld triangles are out of range", static_cast<long long>(n_vertices),
                static_cast<long long>(n_faces));
  }
  DVDB_TRY(check_offsets(context_, vertex_offsets, n_grids, n_vertices));
  DVDB_TRY(check_offsets(context_, face_offsets, n_grids, n_faces));
  out.dtype = dtype;
  out.face_dtype = face_dtype;
  out.n_vertices = n_vertices;
  out.n_faces = n_faces;
  DVDB_TRY(with_real(context_, dtype, "vertices", [&]<class T>() -> Status {
    Span<T> numbers;
    DVDB_TRY(borrow(context_, vertices, n_vertices * 3, "vertices", numbers));
    out.vertices = numbers.data;
    return {};
  }));
  if (face_dtype == DVDB_I32) {
    Span<int32_t> corners;
    DVDB_TRY(borrow(context_, faces, n_faces * 3, "faces", corners));
    out.faces = corners.data;
  } else if (face_dtype == DVDB_I64) {
    Span<int64_t> corners;
    DVDB_TRY(borrow(context_, faces, n_faces * 3, "faces", corners));
    out.faces = corners.data;
  } else {
    return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot use faces: dtype %u is not i32 or i64", face_dtype);
  }
  DVDB_TRY(place_offsets(context_, vertex_offsets, n_grids, n_vertices, vertex_offsets_, out.vertex_lists));
  return place_offsets(context_, face_offsets, n_grids, n_faces, face_offsets_, out.face_lists);
}

Status MeshTables::place_transforms(const double* voxel_sizes, const double* origins, MeshView& mesh) {
  const int64_t n = mesh.face_lists.n;
  Span<double> device;
  const std::unique_ptr<double[]> host(new (std::nothrow) double[size_t(6 * n)]);
  if (!host) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot use mesh: out of host memory");
  for (int64_t b = 0; b < n; ++b) {
    for (int axis = 0; axis < 3; ++axis) {
      host[size_t(6 * b + axis)] = voxel_sizes[3 * b + axis];
      host[size_t(6 * b + 3 + axis)] = origins[3 * b + axis];
    }
  }
  DVDB_TRY(transforms_.allocate(6 * n, device));
  DVDB_TRY(backend::upload(context_, device.data, host.get(), device.size * int64_t(sizeof(double))));
  mesh.transforms = device.data;
  return {};
}

Status MeshTables::place_transforms(const GridView& grid, MeshView& mesh) {
  Span<double> device;
  DVDB_TRY(transforms_.allocate(6 * grid.n_grids, device));
  mesh.transforms = device.data;
  return backend::for_each(context_, grid.n_grids, CopyTransforms{grid, device.data});
}

Status MeshTables::refine(const MeshView& mesh, const Reach& reach, int log2, Span<Pair>& pairs) {
  backend::Scratch mark_memory(context_);
  Span<uint64_t> marks;
  DVDB_TRY(mark_memory.allocate(pairs.size, marks));
  DVDB_TRY(backend::for_each(context_, pairs.size, MarkChildren{mesh, reach, log2, pairs.data, marks.data}, kFaceGrain));
  const bool in_first = first_.data() == pairs.data;
  Span<Pair> children;
  DVDB_TRY(write_list(context_, pairs.size, ListChildren{pairs.data, pairs.size, marks.data, nullptr, nullptr}, in_first ? second_ : first_, children));
  (in_first ? first_ : second_).reset();
  pairs = children;
  return {};
}

Status MeshTables::list_leaves(const MeshView& mesh, const Reach& reach, Span<Pair>& out) {
  out = {};
  if (mesh.n_faces == 0) return {};
  Findings findings = {0, 0, 0, kLeafLog2};
  {
    backend::Scratch memory(context_);
    Span<Findings> found;
    DVDB_TRY(memory.allocate(1, found));
    DVDB_TRY(backend::upload(context_, found.data, &findings, int64_t(sizeof findings)));
    DVDB_TRY(backend::for_each(context_, mesh.n_faces, LookAtFaces{mesh, reach, found.data}, kFaceGrain));
    DVDB_TRY(backend::download(context_, &findings, found.data, int64_t(sizeof findings)));
  }
  if (findings.no_vertex != 0) return refuse(context_, "have corners that name no vertex", findings.no_vertex, mesh.n_faces, " of their mesh");
  if (findings.not_finite != 0) return refuse(context_, "have corners that are not finite", findings.not_finite, mesh.n_faces, "");
  if (findings.too_far != 0) return refuse(context_, "reach beyond the int32 voxel range", findings.too_far, mesh.n_faces, "");
  int log2 = int(findings.log2);
  {
    backend::Scratch mark_memory(context_);
    Span<uint64_t> marks;
    DVDB_TRY(mark_memory.allocate(mesh.n_faces, marks));
    DVDB_TRY(backend::for_each(context_, mesh.n_faces, MarkFirst{mesh, reach, log2, marks.data}, kFaceGrain));
    DVDB_TRY(write_list(context_, mesh.n_faces, ListFirst{mesh, reach, log2, marks.data, nullptr, nullptr}, first_, out));
  }
  while (log2 > kLeafLog2) {
    log2 -= kStepLog2;
    DVDB_TRY(refine(mesh, reach, log2, out));
  }
  return {};
}

}  // namespace dvdb::mesh
