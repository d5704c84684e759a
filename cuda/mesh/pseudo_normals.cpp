/// Half-edges sorted to find adjacent triangles, and normals summed over them.
#include "mesh/pseudo_normals.hpp"

#include "backend/api/algorithms.hpp"
#include "backend/api/launch.hpp"

namespace dvdb::mesh {

namespace {

/// The arc tangent of 0 or more, from arithmetic and roots alone, so that every backend gets the same bits.
DVDB_FN double arc_tangent(double x) {
  const bool steep = x > 1;
  double t = steep ? 1 / x : x;
  for (int half = 0; half < 2; ++half) t = t / (1 + ::sqrt(1 + t * t));  // below 0.2 then
  const double square = t * t;
  double sum = 0;
  for (int power = 17; power > 0; power -= 2) sum = 1.0 / power - square * sum;
  const double angle = 4 * t * sum;
  return steep ? 1.5707963267948966 - angle : angle;
}

/// The angle of a triangle at a corner. Kahan's form, accurate for small ones too.
DVDB_FN double angle_at(const Triangle& triangle, int corner) {
  const Vec3d u = in_own_unit(minus(triangle.corners[(corner + 1) % 3], triangle.corners[corner]));
  const Vec3d v = in_own_unit(minus(triangle.corners[(corner + 2) % 3], triangle.corners[corner]));
  const double a = ::sqrt(dot(u, u));
  const double b = ::sqrt(dot(v, v));
  const Vec3d to = scaled(u, b);
  const Vec3d from = scaled(v, a);
  const Vec3d apart = minus(to, from);
  const Vec3d along{to.x + from.x, to.y + from.y, to.z + from.z};
  const double down = ::sqrt(dot(along, along));
  const double up = ::sqrt(dot(apart, apart));
  return down > 0 ? 2 * arc_tangent(up / down) : up > 0 ? 3.141592653589793 : 0;
}

/// The ends of the edge that begins at a corner of a face, as vertices of the batch.
struct EdgeEnds {
  int64_t from;
  int64_t to;

  DVDB_FN static EdgeEnds of(const MeshView& mesh, int64_t half) {
    const int64_t face = half / 3;
    const int corner = int(half % 3);
    const int64_t first = mesh.first_vertex(mesh.face_lists.list_of(face));
    return {first + mesh.corner(face, corner), first + mesh.corner(face, (corner + 1) % 3)};
  }
};

constexpr uint64_t kNoEdge = UINT64_MAX;

/// Keys that bring the two sides of an edge together; faces that name a vertex twice have none.
struct WriteEdgeKeys {
  MeshView mesh;
  uint64_t* keys;
  uint32_t* order;

  DVDB_FN void operator()(int64_t half) const {
    const EdgeEnds ends = EdgeEnds::of(mesh, half);
    const int64_t face = half / 3;
    const int64_t a = mesh.corner(face, 0);
    const int64_t b = mesh.corner(face, 1);
    const int64_t c = mesh.corner(face, 2);
    const bool folded = a == b || b == c || c == a;
    keys[half] = folded ? kNoEdge : uint64_t(min_of(ends.from, ends.to)) << 32 | uint64_t(max_of(ends.from, ends.to));
    order[half] = uint32_t(half);
  }
};

/// Joins the sides of an edge, or counts it as one that does not close the mesh.
struct JoinEdges {
  MeshView mesh;
  const uint64_t* keys;
  const uint32_t* order;
  int64_t n;
  uint32_t* adjacent;
  int64_t* open;  // [1]

  DVDB_FN void operator()(int64_t i) const {
    const uint64_t key = keys[i];
    if (key == kNoEdge || (i > 0 && keys[i - 1] == key)) return;
    const bool two = i + 1 < n && keys[i + 1] == key && (i + 2 == n || keys[i + 2] != key);
    if (!two || EdgeEnds::of(mesh, order[i]).from != EdgeEnds::of(mesh, order[i + 1]).to) {
      backend::atomic_add(open, int64_t(1));
      return;
    }
    adjacent[order[i]] = order[i + 1];
    adjacent[order[i + 1]] = order[i];
  }
};

/// Disjoint sets of the vertices at one position: each vertex points to a lower one, or to itself.
struct DisjointSets {
  uint32_t* next;  // [n_vertices]

  DVDB_FN uint32_t first(int64_t vertex) const {
    uint32_t at = backend::peek(&next[vertex]);
    for (uint32_t before = uint32_t(vertex); at != before;) {
      before = at;
      at = backend::peek(&next[before]);
    }
    return at;
  }
};

struct MakeSingletons {
  DisjointSets sets;

  DVDB_FN void operator()(int64_t vertex) const { sets.next[vertex] = uint32_t(vertex); }
};

/// Joins vertices in one place that a triangle names, and counts those that were not joined before. Whatever the order
/// of the steps, the lowest of a place is its first at last.
struct JoinPlaces {
  MeshView mesh;
  DisjointSets sets;
  int64_t* joined;  // [1]

  DVDB_FN void operator()(int64_t face) const {
    const Triangle triangle = mesh.in_world(face, mesh.face_lists.list_of(face));
    for (int corner = 0; corner < 3; ++corner) {
      if (!is_zero(minus(triangle.corners[(corner + 1) % 3], triangle.corners[corner]))) continue;
      const EdgeEnds ends = EdgeEnds::of(mesh, 3 * face + corner);
      const uint32_t from = sets.first(ends.from);
      const uint32_t to = sets.first(ends.to);
      if (from == to) continue;
      backend::atomic_min(&sets.next[max_of(from, to)], min_of(from, to));
      backend::atomic_add(joined, int64_t(1));
    }
  }
};

struct WriteFirstPlaces {
  DisjointSets sets;

  DVDB_FN void operator()(int64_t vertex) const { backend::atomic_store(&sets.next[vertex], sets.first(vertex)); }
};

struct WriteCornerKeys {
  MeshView mesh;
  const uint32_t* sets;
  uint64_t* keys;
  uint32_t* order;

  DVDB_FN void operator()(int64_t half) const {
    keys[half] = sets[EdgeEnds::of(mesh, half).from];
    order[half] = uint32_t(half);
  }
};

/// Sums up the normals around a vertex, in the order of the faces. At the middle one of its corners a triangle without
/// area stands for what is beyond its longest edge.
struct SumCorners {
  AdjacentFaces edges;
  const uint64_t* keys;
  const uint32_t* order;
  int64_t n;
  double* vertices;  // [n_vertices, 3]

  DVDB_FN void operator()(int64_t begin) const {
    const uint64_t vertex = keys[begin];
    if (begin > 0 && keys[begin - 1] == vertex) return;
    Vec3d sum{0, 0, 0};
    for (int64_t i = begin; i < n && keys[i] == vertex; ++i) {
      const uint32_t face = order[i] / 3;
      const uint32_t corner = order[i] % 3;
      const int64_t list = edges.mesh.face_lists.list_of(face);
      const Triangle triangle = edges.mesh.in_world(face, list);
      const double angle = angle_at(triangle, int(corner));
      Vec3d normal = unit_normal(triangle);
      if (is_zero(normal) && angle > 0)
        normal = edges.beyond(3 * face + (corner + 1) % 3, list, triangle.corners[corner]);
      sum = {sum.x + angle * normal.x, sum.y + angle * normal.y, sum.z + angle * normal.z};
    }
    store_point(vertices, int64_t(vertex), sum);
  }
};

/// Bits of the numbers below n.
int bits_below(int64_t n) { return highest_bit(uint64_t(n) | 1) + 1; }

}  // namespace

Status PseudoNormalTables::join(const MeshView& mesh, Span<uint64_t> keys, Span<uint32_t> order,
                                Span<uint32_t> adjacent, Span<uint32_t> sets) {
  backend::Scratch count_memory(context_);
  Span<int64_t> counts;
  struct {
    int64_t open;
    int64_t joined;
  } host = {};
  DVDB_TRY(count_memory.allocate(2, counts));
  DVDB_TRY(backend::fill(context_, counts.data, 0, 8, int64_t(sizeof host)));
  DVDB_TRY(
      backend::fill(context_, adjacent.data, AdjacentFaces::kNoFace, 4, adjacent.size * int64_t(sizeof(uint32_t))));
  DVDB_TRY(backend::for_each(context_, sets.size, MakeSingletons{{sets.data}}));
  DVDB_TRY(backend::for_each(context_, keys.size, WriteEdgeKeys{mesh, keys.data, order.data}));
  DVDB_TRY(backend::sort_pairs(context_, keys, order, 0, 64));
  DVDB_TRY(backend::for_each(context_, keys.size,
                             JoinEdges{mesh, keys.data, order.data, keys.size, adjacent.data, counts.data}));
  for (;;) {
    DVDB_TRY(backend::for_each(context_, mesh.n_faces, JoinPlaces{mesh, {sets.data}, counts.data + 1}));
    DVDB_TRY(backend::download(context_, &host, counts.data, int64_t(sizeof host)));
    if (host.open > 0) {
      return fail(
          context_, DVDB_INVALID_DATA,
          "Cannot sign distances: %lld edges do not join two triangles that run along them in opposite directions",
          static_cast<long long>(host.open));
    }
    if (host.joined == 0) return {};
    DVDB_TRY(backend::fill(context_, counts.data + 1, 0, 8, int64_t(sizeof host.joined)));
    DVDB_TRY(backend::for_each(context_, sets.size, WriteFirstPlaces{{sets.data}}));
  }
}

Status PseudoNormalTables::sum_corners(const AdjacentFaces& edges, Span<uint64_t> keys, Span<uint32_t> order,
                                       Span<uint32_t> sets, Span<double> vertices) {
  DVDB_TRY(backend::for_each(context_, keys.size, WriteCornerKeys{edges.mesh, sets.data, keys.data, order.data}));
  DVDB_TRY(backend::sort_pairs(context_, keys, order, 0, bits_below(edges.mesh.n_vertices)));
  return backend::for_each(context_, keys.size, SumCorners{edges, keys.data, order.data, keys.size, vertices.data},
                           256);
}

Status PseudoNormalTables::make(const MeshView& mesh, PseudoNormals& out) {
  const int64_t n = mesh.n_faces * 3;
  if (n >= int64_t(UINT32_MAX) || mesh.n_vertices > int64_t(UINT32_MAX)) {
    return fail(
        context_, DVDB_UNSUPPORTED,
        "Cannot sign distances: %lld triangles with %lld vertices, at most 1431655764 with 4294967295 are possible",
        static_cast<long long>(mesh.n_faces), static_cast<long long>(mesh.n_vertices));
  }
  backend::Scratch key_memory(context_);
  backend::Scratch order_memory(context_);
  Span<uint64_t> keys;
  Span<uint32_t> order;
  Span<uint32_t> adjacent;
  Span<uint32_t> sets;
  Span<double> vertices;
  DVDB_TRY(key_memory.allocate(n, keys));
  DVDB_TRY(order_memory.allocate(n, order));
  DVDB_TRY(adjacent_.allocate(n, adjacent));
  DVDB_TRY(places_.allocate(mesh.n_vertices, sets));
  DVDB_TRY(vertices_.allocate(mesh.n_vertices * 3, vertices));
  DVDB_TRY(join(mesh, keys, order, adjacent, sets));
  const AdjacentFaces edges{mesh, adjacent.data};
  DVDB_TRY(sum_corners(edges, keys, order, sets, vertices));
  out = {edges, sets.data, vertices.data};
  return {};
}

}  // namespace dvdb::mesh
