// Generated from ffi/include/denovdb/mesh.h by `deno task bindgen`; do not edit.
#include "_generated/mesh_args.hpp"

using namespace dvdb;

dvdb_status dvdb_marching_cubes_count(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso_level, dvdb_buffer out_cells, dvdb_buffer out_edges, dvdb_buffer out_ranks, dvdb_buffer out_numbers) noexcept {
  return entry(context, 0, operators::marching_cubes_count, {dtype, iso_level}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.dtype("field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("out_cells", out_cells, {a.grid->view.n_voxels}, a.out_cells)
      && c.take("out_edges", out_edges, {ceil_div(a.grid->view.n_voxels, DVDB_MESH_BLOCK)}, a.out_edges)
      && c.take("out_ranks", out_ranks, {ceil_div(a.grid->view.n_voxels, DVDB_MESH_BLOCK), 2}, a.out_ranks)
      && c.take("out_numbers", out_numbers, {2, a.grid->view.n_grids}, a.out_numbers);
  });
}

dvdb_status dvdb_marching_cubes(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso_level, dvdb_buffer cells, dvdb_buffer edges, dvdb_buffer ranks, int64_t n_vertices, int64_t n_faces, uint32_t vertex_dtype, dvdb_buffer out_vertices, dvdb_buffer out_faces, dvdb_buffer out_ends) noexcept {
  return entry(context, 0, operators::marching_cubes, {dtype, vertex_dtype, iso_level, n_vertices, n_faces}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.dtype("field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("cells", cells, {a.grid->view.n_voxels}, a.cells)
      && c.take("edges", edges, {ceil_div(a.grid->view.n_voxels, DVDB_MESH_BLOCK)}, a.edges)
      && c.take("ranks", ranks, {ceil_div(a.grid->view.n_voxels, DVDB_MESH_BLOCK), 2}, a.ranks)
      && c.dtype("out_vertices", vertex_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("out_vertices", out_vertices, vertex_dtype, {n_vertices, 3}, a.out_vertices)
      && c.take("out_faces", out_faces, {n_faces, 3}, a.out_faces)
      && c.take("out_ends", out_ends, {n_vertices, 2}, a.out_ends);
  });
}

dvdb_status dvdb_surface_normals(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso_level, dvdb_buffer ends, int64_t n_vertices, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::surface_normals, {dtype, iso_level, n_vertices}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.dtype("field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("ends", ends, {n_vertices, 2}, a.ends) && c.take("out", out, dtype, {n_vertices, 3}, a.out);
  });
}

dvdb_status dvdb_surface_features(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso_level, dvdb_buffer ends, int64_t n_vertices, dvdb_buffer features, uint32_t feature_dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::surface_features, {dtype, feature_dtype, iso_level, n_vertices, channels}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.dtype("field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("ends", ends, {n_vertices, 2}, a.ends)
      && c.dtype("features", feature_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("features", features, feature_dtype, {a.grid->view.n_voxels, channels}, a.features)
      && c.take("out", out, feature_dtype, {n_vertices, channels}, a.out);
  });
}

dvdb_status dvdb_marching_cubes_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso_level, dvdb_buffer ends, int64_t n_vertices, uint32_t vertex_dtype, dvdb_buffer gradients, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::marching_cubes_backward, {dtype, vertex_dtype, iso_level, n_vertices}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.dtype("field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("ends", ends, {n_vertices, 2}, a.ends)
      && c.dtype("gradients", vertex_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("gradients", gradients, vertex_dtype, {n_vertices, 3}, a.gradients)
      && c.take("out", out, dtype, {a.grid->view.n_voxels}, a.out);
  });
}

dvdb_status dvdb_surface_features_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso_level, dvdb_buffer ends, int64_t n_vertices, dvdb_buffer features, uint32_t feature_dtype, int64_t channels, dvdb_buffer gradients, dvdb_buffer out_features, dvdb_buffer out_field) noexcept {
  return entry(context, 0, operators::surface_features_backward, {dtype, feature_dtype, iso_level, n_vertices, channels}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.dtype("field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("ends", ends, {n_vertices, 2}, a.ends)
      && c.dtype("features", feature_dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("features", features, feature_dtype, {a.grid->view.n_voxels, channels}, a.features)
      && c.take("gradients", gradients, feature_dtype, {n_vertices, channels}, a.gradients)
      && c.take("out_features", out_features, feature_dtype, {a.grid->view.n_voxels, channels}, a.out_features)
      && c.take("out_field", out_field, dtype, {a.grid->view.n_voxels}, a.out_field);
  });
}

dvdb_status dvdb_surface_normals_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso_level, dvdb_buffer ends, int64_t n_vertices, dvdb_buffer gradients, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::surface_normals_backward, {dtype, iso_level, n_vertices}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.dtype("field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("field", field, dtype, {a.grid->view.n_voxels}, a.field)
      && c.take("ends", ends, {n_vertices, 2}, a.ends)
      && c.take("gradients", gradients, dtype, {n_vertices, 3}, a.gradients)
      && c.take("out", out, dtype, {a.grid->view.n_voxels}, a.out);
  });
}

dvdb_status dvdb_mesh_distances(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices, const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets, uint32_t n_grids, double half_width, dvdb_buffer out_distances, dvdb_buffer out_triangles) noexcept {
  return entry(context, 0, operators::mesh_distances, {dtype, face_dtype, n_grids, n_vertices, n_faces, vertex_offsets, face_offsets, half_width}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("vertex_offsets", vertex_offsets, {Count(n_grids) + 1})
      && c.memory("face_offsets", face_offsets, {Count(n_grids) + 1}) && c.grid_count(*a.grid, n_grids)
      && c.dtype("vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("vertices", vertices, dtype, {n_vertices, 3}, a.vertices)
      && c.dtype("faces", face_dtype, {DVDB_I32, DVDB_I64}) && c.take("faces", faces, face_dtype, {n_faces, 3}, a.faces)
      && c.take("out_distances", out_distances, dtype, {a.grid->view.n_voxels}, a.out_distances)
      && c.take("out_triangles", out_triangles, {a.grid->view.n_voxels}, a.out_triangles);
  });
}

dvdb_status dvdb_signed_mesh_distances(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices, const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets, uint32_t n_grids, double half_width, dvdb_buffer out_distances, dvdb_buffer out_triangles) noexcept {
  return entry(context, 0, operators::signed_mesh_distances, {dtype, face_dtype, n_grids, n_vertices, n_faces, vertex_offsets, face_offsets, half_width}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("vertex_offsets", vertex_offsets, {Count(n_grids) + 1})
      && c.memory("face_offsets", face_offsets, {Count(n_grids) + 1}) && c.grid_count(*a.grid, n_grids)
      && c.dtype("vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("vertices", vertices, dtype, {n_vertices, 3}, a.vertices)
      && c.dtype("faces", face_dtype, {DVDB_I32, DVDB_I64}) && c.take("faces", faces, face_dtype, {n_faces, 3}, a.faces)
      && c.take("out_distances", out_distances, dtype, {a.grid->view.n_voxels}, a.out_distances)
      && c.take("out_triangles", out_triangles, {a.grid->view.n_voxels}, a.out_triangles);
  });
}

dvdb_status dvdb_mesh_distances_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices, const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets, uint32_t n_grids, dvdb_buffer triangles, dvdb_buffer gradients, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::mesh_distances_backward, {dtype, face_dtype, n_grids, n_vertices, n_faces, vertex_offsets, face_offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("vertex_offsets", vertex_offsets, {Count(n_grids) + 1})
      && c.memory("face_offsets", face_offsets, {Count(n_grids) + 1}) && c.grid_count(*a.grid, n_grids)
      && c.dtype("vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("vertices", vertices, dtype, {n_vertices, 3}, a.vertices)
      && c.dtype("faces", face_dtype, {DVDB_I32, DVDB_I64}) && c.take("faces", faces, face_dtype, {n_faces, 3}, a.faces)
      && c.take("triangles", triangles, {a.grid->view.n_voxels}, a.triangles)
      && c.take("gradients", gradients, dtype, {a.grid->view.n_voxels}, a.gradients)
      && c.take("out", out, dtype, {n_vertices, 3}, a.out);
  });
}

dvdb_status dvdb_signed_mesh_distances_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices, const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets, uint32_t n_grids, dvdb_buffer distances, dvdb_buffer triangles, dvdb_buffer gradients, dvdb_buffer out) noexcept {
  return entry(context, 0, operators::signed_mesh_distances_backward, {dtype, face_dtype, n_grids, n_vertices, n_faces, vertex_offsets, face_offsets}, [&](Checks& c, auto& a) {
    return c.take("grid", grid, a.grid) && c.memory("vertex_offsets", vertex_offsets, {Count(n_grids) + 1})
      && c.memory("face_offsets", face_offsets, {Count(n_grids) + 1}) && c.grid_count(*a.grid, n_grids)
      && c.dtype("vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64})
      && c.take("vertices", vertices, dtype, {n_vertices, 3}, a.vertices)
      && c.dtype("faces", face_dtype, {DVDB_I32, DVDB_I64}) && c.take("faces", faces, face_dtype, {n_faces, 3}, a.faces)
      && c.take("distances", distances, dtype, {a.grid->view.n_voxels}, a.distances)
      && c.take("triangles", triangles, {a.grid->view.n_voxels}, a.triangles)
      && c.take("gradients", gradients, dtype, {a.grid->view.n_voxels}, a.gradients)
      && c.take("out", out, dtype, {n_vertices, 3}, a.out);
  });
}
