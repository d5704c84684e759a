/// The leaves near the triangles of a mesh, found from large nodes to their children.
#include "core/mesh/marked_list.hpp"
#include "core/mesh/mesh.hpp"

namespace dvdb::mesh {

namespace {

/// Which nodes of 2^log2 voxels are near which triangles.
struct Nodes {
  MeshView mesh;
  MeshSummary summary;
  Reach reach;
  int log2;

  DVDB_FN Coord low(int64_t face) const { return node_of(summary.ends[2 * face]); }
  DVDB_FN Coord high(int64_t face) const { return node_of(summary.ends[2 * face + 1]); }

  /// Marks the nodes of a box that are near a triangle, at most four along an axis from `first` on.
  DVDB_FN uint64_t mark(int64_t face, int64_t list, const Coord& first, const Coord& low, const Coord& high) const {
    const TriangleFrame frame = summary.frames[face];
    const Limits limits = summary.limits[list];
    const int64_t edge = int64_t(1) << log2;
    const float half = 0.5f * float(edge - 1);
    uint64_t marks = 0;
    for (int64_t x = low.x; x <= high.x; ++x) {
      for (int64_t y = low.y; y <= high.y; ++y) {
        for (int64_t z = low.z; z <= high.z; ++z) {
          const Vec3f from{float(x * edge - frame.anchor.x), float(y * edge - frame.anchor.y),
                           float(z * edge - frame.anchor.z)};
          const SeenBox box = SeenBox::of(frame, from, half, limits);
          const bool near = tells(box.error)
                                ? box.may_reach(frame, limits.outer)
                                : touches(face, list, {double(x * edge), double(y * edge), double(z * edge)});
          if (near) marks |= bit(uint32_t((x - first.x) << 4 | (y - first.y) << 2 | (z - first.z)));
        }
      }
    }
    return marks;
  }
  DVDB_FN static Coord marked(const Coord& first, uint32_t at) {
    return {first.x + int32_t(at >> 4), first.y + int32_t(at >> 2 & 3), first.z + int32_t(at & 3)};
  }

 private:
  /// Whether doubles would not tell much better.
  DVDB_FN static bool tells(const TriangleFrame::Error& error) {
    return error.distance < 0.25f && error.square < 0.0625f;
  }
  DVDB_FN Coord node_of(const Coord& voxel) const { return {voxel.x >> log2, voxel.y >> log2, voxel.z >> log2}; }
  DVDB_FN bool touches(int64_t face, int64_t list, const Vec3d& low) const {
    const Vec3d around = reach.in_voxels(mesh.size(list));
    const double last = double((int64_t(1) << log2) - 1);
    return summary.triangles[face].touches(minus(low, around),
                                           {low.x + last + around.x, low.y + last + around.y, low.z + last + around.z});
  }
};

/// Marks which of the nodes around a face are near it.
struct MarkFirst {
  Nodes nodes;
  uint64_t* marks;  // [n_faces]

  DVDB_FN void operator()(int64_t face) const {
    const Coord low = nodes.low(face);
    marks[face] = nodes.mark(face, nodes.mesh.face_lists.list_of(face), low, low, nodes.high(face));
  }
};

/// Marks the children of a pair's node that the triangle is near.
struct MarkChildren {
  Nodes nodes;  // the children
  const Pair* pairs;
  uint64_t* marks;

  DVDB_FN static Coord first_child(const Coord& node) { return {node.x * 4, node.y * 4, node.z * 4}; }
  DVDB_FN void operator()(int64_t i) const {
    const Pair pair = pairs[i];
    const Coord first = first_child(pair.node);
    const Coord low = nodes.low(pair.face);
    const Coord high = nodes.high(pair.face);
    marks[i] = nodes.mark(pair.face, pair.list, first,
                          {max_of(first.x, low.x), max_of(first.y, low.y), max_of(first.z, low.z)},
                          {min_of(first.x + 3, high.x), min_of(first.y + 3, high.y), min_of(first.z + 3, high.z)});
  }
};

/// The nodes that a face has marked.
struct FirstNodes {
  Nodes nodes;

  DVDB_FN Pair item(int64_t face, uint32_t at) const {
    return {face, Nodes::marked(nodes.low(face), at), uint32_t(nodes.mesh.face_lists.list_of(face))};
  }
};

/// The children that a pair has marked.
struct ChildNodes {
  const Pair* pairs;

  DVDB_FN Pair item(int64_t i, uint32_t at) const {
    return {pairs[i].face, Nodes::marked(MarkChildren::first_child(pairs[i].node), at), pairs[i].list};
  }
};

}  // namespace

Status MeshTables::refine(const MeshView& mesh, const Reach& reach, const MeshSummary& summary, int log2,
                          Span<Pair>& pairs) {
  backend::Scratch mark_memory(context_);
  Span<uint64_t> marks;
  DVDB_TRY(mark_memory.allocate(pairs.size, marks));
  DVDB_TRY(backend::for_each(context_, pairs.size, MarkChildren{{mesh, summary, reach, log2}, pairs.data, marks.data},
                             kFaceGrain));
  const bool in_first = first_.data() == pairs.data;
  Span<Pair> children;
  DVDB_TRY(list_marked(context_, ChildNodes{pairs.data}, marks, in_first ? second_ : first_, children));
  (in_first ? first_ : second_).reset();
  pairs = children;
  return {};
}

Status MeshTables::list_leaves(const MeshView& mesh, const Reach& reach, const MeshSummary& summary, int64_t leaf_bytes,
                               Span<Pair>& out) {
  out = {};
  DVDB_TRY(check_room(mesh, reach, summary, leaf_bytes));
  if (mesh.n_faces == 0) return {};
  int log2 = need_.log2;
  {
    const Nodes nodes{mesh, summary, reach, log2};
    backend::Scratch mark_memory(context_);
    Span<uint64_t> marks;
    DVDB_TRY(mark_memory.allocate(mesh.n_faces, marks));
    DVDB_TRY(backend::for_each(context_, mesh.n_faces, MarkFirst{nodes, marks.data}, kFaceGrain));
    DVDB_TRY(list_marked(context_, FirstNodes{nodes}, marks, first_, out));
  }
  while (log2 > kLeafLog2) {
    log2 -= kStepLog2;
    DVDB_TRY(refine(mesh, reach, summary, log2, out));
  }
  return {};
}

}  // namespace dvdb::mesh
