/// Triangle meshes of iso levels of fields. Vertices are numbered by the voxels that own their edges, through bit masks
/// and prefix sums instead of sorting.
///
/// Lorensen and Cline, "Marching cubes", 1987; the cases are our own, see mesh/cube_cases.hpp.
#include "mesh/cube_cases.hpp"
#include "mesh/field.hpp"
#include "mesh/leaf_cells.hpp"

using namespace dvdb;
using namespace dvdb::mesh;

namespace {

constexpr int kBlock = DVDB_MESH_BLOCK;
constexpr int64_t kVoxelGrain = 1024;

/// Bit masks of cells and edges, and the numbering that follows from them.
struct Marks {
  uint8_t* cells;   // [n_voxels] bit mask of corners inside, 0 for cells without triangles
  uint64_t* edges;  // [n_blocks] four bits for each row
  int64_t* ranks;   // [n_blocks, 2] vertices and triangles up to the end of a block
  int64_t n_voxels;
  const CubeCase* cases;  // [256]

  DVDB_FN int64_t before(int64_t block, int part) const { return block == 0 ? 0 : ranks[2 * (block - 1) + part]; }
  /// `row` may be n_voxels.
  DVDB_FN int64_t first_vertex(int64_t row) const {
    const uint32_t at = uint32_t(row % kBlock);
    return before(row / kBlock, 0) + (at == 0 ? 0 : rank_below(edges[row / kBlock], 4 * at));
  }
  DVDB_FN int64_t vertex(int64_t row, int axis) const {
    return before(row / kBlock, 0) + rank_below(edges[row / kBlock], 4 * uint32_t(row % kBlock) + uint32_t(axis));
  }
  DVDB_FN int64_t first_face(int64_t row) const {
    return before(row / kBlock, 1) + triangles(row / kBlock * kBlock, row);
  }
  DVDB_FN int64_t triangles(int64_t begin, int64_t end) const {
    int64_t count = 0;
    for (int64_t row = begin; row < end; ++row) count += cases[cells[row]].triangles();
    return count;
  }
};

/// Marks the cell of one voxel, and its edges with their owners. Hosts go from leaf to leaf.
template <class T>
struct MarkCell {
  Field<T> field;
  VoxelNeighbors neighbors;
  Marks marks;

  DVDB_FN void operator()(int64_t row) const {
    const VoxelSite site = neighbors.sites.find(row);
    int64_t rows[8];
    uint32_t inside = 0;
    marks.cells[row] = 0;
    for (int corner = 0; corner < 8; ++corner) {
      rows[corner] = corner == 0 ? row : neighbors.find_row(site, corner >> 2 & 1, corner >> 1 & 1, corner & 1);
      if (rows[corner] < 0) return;
      const double value = field[rows[corner]];
      if (!Field<T>::is_finite(value)) return;
      inside |= field.is_inside(value) ? 1u << corner : 0;
    }
    if (inside == 0 || inside == 255) return;
    marks.cells[row] = uint8_t(inside);
    for (int at = 0; at < kCubeEdges; ++at) {
      const CubeEdge edge = CubeEdge::of(at);
      if (((inside >> edge.lower ^ inside >> edge.upper) & 1) == 0) continue;
      const int64_t owner = rows[edge.lower];
      const uint64_t mark = bit(4 * uint32_t(owner % kBlock) + uint32_t(edge.axis));
      uint64_t* word = &marks.edges[owner / kBlock];
      if ((backend::peek(word) & mark) == 0) backend::atomic_or(word, mark);
    }
  }
  void run_on_host(int64_t begin, int64_t end) const {
    std::memset(marks.cells + begin, 0, size_t(end - begin));
    const Leaf* leaves = neighbors.sites.grid.leaves;
    for (int64_t index = neighbors.sites.find_leaf(begin), row = begin; row < end; ++index) {
      const uint32_t* near = neighbors.near.around(index);
      const LeafCells cells(SideReader<T>{field, leaves}, near);
      uint64_t owners[9][3][4] = {};
      bool any = false;
      for (uint32_t slice = 0; slice < 8; ++slice) {
        const uint64_t mask = leaves[index].mask[slice];
        const int64_t first = leaves[index].row(slice, 0);
        row = first + popcount(mask);
        uint64_t crossed = cells.crossed(slice);
        if (crossed == 0 || row <= begin || first >= end) continue;
        for (uint64_t rest = crossed; rest != 0; rest &= rest - 1) {
          const uint32_t at = uint32_t(lowest_bit(rest));
          const int64_t cell = first + rank_below(mask, at);
          if (cell < begin || cell >= end) {
            crossed &= ~bit(at);
          } else {
            marks.cells[cell] = uint8_t(cells.corners(slice, at));
          }
        }
        cells.add_owners(slice, crossed, owners);
        any = true;
      }
      if (any) mark_owners(near, owners);
    }
  }

 private:
  /// Marks the edges of the voxels in eight leaves. Rows that share a word follow each other.
  void mark_owners(const uint32_t* near, const uint64_t (&owners)[9][3][4]) const {
    int64_t block = 0;
    uint64_t gathered = 0;
    for (uint32_t part = 0; part < 4; ++part) {
      for (uint32_t slice = 0; slice < 9; ++slice) {
        const uint64_t x = owners[slice][0][part];
        const uint64_t y = owners[slice][1][part];
        const uint64_t z = owners[slice][2][part];
        if ((x | y | z) == 0) continue;
        const Leaf& leaf = neighbors.sites.grid.leaves[near[slice / 8 * 4 + part]];
        for (uint64_t rest = x | y | z; rest != 0; rest &= rest - 1) {
          const uint32_t at = uint32_t(lowest_bit(rest));
          const int64_t owner = leaf.row(slice % 8, at);
          if (owner / kBlock != block) {
            set_edges(block, gathered);
            block = owner / kBlock;
            gathered = 0;
          }
          const uint64_t axes = (x >> at & 1) | (y >> at & 1) << 1 | (z >> at & 1) << 2;
          gathered |= axes << 4 * (owner % kBlock);
        }
      }
    }
    set_edges(block, gathered);
  }
  void set_edges(int64_t block, uint64_t gathered) const {
    uint64_t* word = &marks.edges[block];
    if ((backend::peek(word) & gathered) != gathered) backend::atomic_or(word, gathered);
  }
};

/// Numbers vertices (part 0) or triangles (part 1) of blocks.
template <int kPart>
struct RankBlocks {
  Marks marks;

  DVDB_FN uint64_t count(int64_t block) const {
    if constexpr (kPart == 0) return uint64_t(popcount(marks.edges[block]));
    return uint64_t(marks.triangles(block * kBlock, min_of((block + 1) * kBlock, marks.n_voxels)));
  }
  DVDB_FN void emit(int64_t block, uint64_t count, uint64_t before) const {
    marks.ranks[2 * block + kPart] = int64_t(before + count);
  }
};

/// Writes where the vertices and triangles of each grid end.
struct WriteEnds {
  GridView grid;
  Marks marks;
  int64_t* out;  // [2, n_grids]

  DVDB_FN void operator()(int64_t b) const {
    const int64_t row = grid.rows_end(b);
    out[b] = marks.first_vertex(row);
    out[grid.n_grids + b] = marks.first_face(row);
  }
};

/// Writes the vertices on the edges that a voxel owns.
template <class T, class V>
struct WriteVertices {
  Field<T> field;
  VoxelNeighbors neighbors;
  Marks marks;
  int64_t n_vertices;
  V* vertices;    // [n_vertices, 3]
  int64_t* ends;  // [n_vertices, 2]

  DVDB_FN void operator()(int64_t row) const {
    const uint32_t axes = owned(row);
    if (axes != 0) write(row, neighbors.sites.find(row), axes);
  }
  /// Hosts go from leaf to leaf, and skip slices without vertices.
  void run_on_host(int64_t begin, int64_t end) const {
    const auto any = [this](int64_t first, int64_t last) {
      uint64_t found = 0;
      for (int64_t block = first / kBlock; block <= (last - 1) / kBlock; ++block) found |= marks.edges[block];
      return found != 0;
    };
    walk_slices(neighbors.sites, begin, end, any, [this](int64_t row, const VoxelSite& site) {
      const uint32_t axes = owned(row);
      if (axes != 0) write(row, site, axes);
    });
  }

 private:
  /// The axes along which a voxel owns edges with vertices, as a bit mask.
  DVDB_FN uint32_t owned(int64_t row) const { return uint32_t(marks.edges[row / kBlock] >> 4 * (row % kBlock)) & 7; }

  DVDB_FN void write(int64_t row, const VoxelSite& site, uint32_t axes) const {
    const Coord voxel = leaf_voxel(neighbors.places[site.leaf].origin, site.slice * 64 + site.at);
    const GridHead& head = neighbors.head_of(site);
    int64_t at = marks.first_vertex(row);
    for (int axis = 0; axis < 3; ++axis) {
      if ((axes >> axis & 1) == 0) continue;
      const int64_t other = neighbors.find_along(site, axis, 1);
      // The masks come from the caller: whatever they hold, nothing outside the results is written.
      if (other >= 0 && at >= 0 && at < n_vertices) {
        const double part = field.cut(field[row], field[other]);
        const Vec3d place{voxel.x + (axis == 0 ? part : 0), voxel.y + (axis == 1 ? part : 0),
                          voxel.z + (axis == 2 ? part : 0)};
        store_point(vertices, at, to_world(head, place));
        ends[2 * at] = row;
        ends[2 * at + 1] = other;
      }
      ++at;
    }
  }
};

/// Writes the triangles of a voxel's cell.
struct WriteFaces {
  VoxelNeighbors neighbors;
  Marks marks;
  int64_t n_faces;
  int64_t* faces;  // [n_faces, 3]

  DVDB_FN void operator()(int64_t row) const {
    const CubeCase triangles = marks.cases[marks.cells[row]];
    const int corners = 3 * triangles.triangles();
    if (corners == 0) return;
    const VoxelSite site = neighbors.sites.find(row);
    const int64_t first = marks.first_face(row);
    const int64_t before = marks.first_vertex(neighbors.head_of(site).first_row);
    if (first < 0 || first > n_faces - triangles.triangles()) return;
    for (int corner = 0; corner < corners; ++corner) {
      const CubeEdge edge = CubeEdge::of(triangles.edge(corner));
      const int64_t owner = neighbors.find_row(site, edge.lower >> 2 & 1, edge.lower >> 1 & 1, edge.lower & 1);
      faces[3 * first + corner] = owner < 0 ? 0 : marks.vertex(owner, edge.axis) - before;
    }
  }
  /// Hosts go from leaf to leaf, skip slices without triangles, and number each vertex of a cell once.
  void run_on_host(int64_t begin, int64_t end) const {
    const auto any = [this](int64_t first, int64_t last) {
      uint64_t found = 0;
      for (; last - first >= 8 && found == 0; first += 8) std::memcpy(&found, marks.cells + first, 8);
      for (; first < last && found == 0; ++first) found = marks.cells[first];
      return found != 0;
    };
    int64_t block = -1;
    int64_t counted = 0;  // rows
    int64_t first = 0;    // triangle
    walk_slices(neighbors.sites, begin, end, any, [&](int64_t row, const VoxelSite& site) {
      const CubeCase triangles = marks.cases[marks.cells[row]];
      if (triangles.triangles() == 0) return;
      if (row / kBlock != block) {
        block = row / kBlock;
        counted = block * kBlock;
        first = marks.before(block, 1);
      }
      first += marks.triangles(counted, row);
      counted = row;
      if (first >= 0 && first <= n_faces - triangles.triangles()) write_once(site, triangles, faces + 3 * first);
    });
  }

 private:
  void write_once(const VoxelSite& site, const CubeCase& triangles, int64_t* out) const {
    const int64_t before = marks.first_vertex(neighbors.head_of(site).first_row);
    int64_t vertices[kCubeEdges];
    uint32_t known = 0;
    for (int corner = 0; corner < 3 * triangles.triangles(); ++corner) {
      const int at = triangles.edge(corner);
      if ((known >> at & 1) == 0) {
        const CubeEdge edge = CubeEdge::of(at);
        const int64_t owner = neighbors.find_row(site, edge.lower >> 2 & 1, edge.lower >> 1 & 1, edge.lower & 1);
        vertices[at] = owner < 0 ? 0 : marks.vertex(owner, edge.axis) - before;
        known |= 1u << at;
      }
      out[corner] = vertices[at];
    }
  }
};

/// The tables that both passes read: the cases of cubes, and the neighbors of voxels.
class SurfaceTables {
 public:
  explicit SurfaceTables(Context& context) : context_(context), cases_(context), neighbors_(context) {}

  Status make(const GridView& grid, Marks& marks, VoxelNeighbors& neighbors) {
    static const CubeCases all;
    DVDB_TRY(cases_.allocate(256));
    marks.cases = cases_.data;
    DVDB_TRY(backend::upload(context_, cases_.data, all.cases, int64_t(sizeof all.cases)));
    return neighbors_.make(grid, 0, neighbors);
  }

 private:
  Context& context_;
  backend::ScratchArray<CubeCase> cases_;
  VoxelNeighborTables neighbors_;
};

}  // namespace

Status operators::marching_cubes_count(Context& c, const MarchingCubesCountArgs& a) {
  const GridView& grid = a.grid->view;
  return with_field(c, a, [&]<class T>(const Field<T>& field) -> Status {
    const int64_t n_blocks = a.out_edges.size;
    Marks marks{a.out_cells.data, a.out_edges.data, a.out_ranks.data, grid.n_voxels, nullptr};
    SurfaceTables tables(c);
    VoxelNeighbors neighbors;
    DVDB_TRY(tables.make(grid, marks, neighbors));
    DVDB_TRY(backend::fill(c, marks.edges, 0, 8, n_blocks * int64_t(sizeof(uint64_t))));
    DVDB_TRY(backend::for_each(c, grid.n_voxels, MarkCell<T>{field, neighbors, marks}, kVoxelGrain));
    DVDB_TRY(backend::for_each_scan(c, n_blocks, RankBlocks<0>{marks}));
    DVDB_TRY(backend::for_each_scan(c, n_blocks, RankBlocks<1>{marks}));
    return backend::for_each(c, grid.n_grids, WriteEnds{grid, marks, a.out_numbers.data});
  });
}

Status operators::marching_cubes(Context& c, const MarchingCubesArgs& a) {
  const GridView& grid = a.grid->view;
  return with_field(c, a, [&]<class T>(const Field<T>& field) -> Status {
    Marks marks{a.cells.data, a.edges.data, a.ranks.data, grid.n_voxels, nullptr};
    SurfaceTables tables(c);
    VoxelNeighbors neighbors;
    DVDB_TRY(tables.make(grid, marks, neighbors));
    DVDB_TRY(with_real(c, a.vertex_dtype, "vertices", [&]<class V>() -> Status {
      V* const vertices = a.out_vertices.as<V>().data;
      const WriteVertices<T, V> write{field, neighbors, marks, a.n_vertices, vertices, a.out_ends.data};
      return backend::for_each(c, grid.n_voxels, write, kVoxelGrain);
    }));
    return backend::for_each(c, grid.n_voxels, WriteFaces{neighbors, marks, a.n_faces, a.out_faces.data}, kVoxelGrain);
  });
}
