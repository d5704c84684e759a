// Generated from ffi/include/denovdb/mesh.h by `deno task bindgen`; do not edit.
#include "_generated/mesh_args.hpp"

using namespace dvdb;

dvdb_status dvdb_count_marching_cubes(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso, dvdb_buffer out_cells, dvdb_buffer out_edges, dvdb_buffer out_ranks, dvdb_buffer out_numbers) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::CountMarchingCubesArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    a.dtype = dtype;
    a.iso = iso;
    DVDB_TRY(check_dtype(c, "field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "out_cells", out_cells, {a.grid->view.n_voxels}, a.out_cells));
    DVDB_TRY(take(c, "out_edges", out_edges, {ceil_div(Count(a.grid->view.n_voxels), DVDB_MESH_BLOCK)}, a.out_edges));
    DVDB_TRY(take(c, "out_ranks", out_ranks, {ceil_div(Count(a.grid->view.n_voxels), DVDB_MESH_BLOCK), 2}, a.out_ranks));
    DVDB_TRY(take(c, "out_numbers", out_numbers, {2, a.grid->view.n_grids}, a.out_numbers));
    return operators::count_marching_cubes(c, a);
  });
}

dvdb_status dvdb_marching_cubes(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso, dvdb_buffer cells, dvdb_buffer edges, dvdb_buffer ranks, int64_t n_vertices, int64_t n_faces, uint32_t vertex_dtype, dvdb_buffer out_vertices, dvdb_buffer out_faces, dvdb_buffer out_ends) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::MarchingCubesArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    a.dtype = dtype;
    a.iso = iso;
    a.n_vertices = n_vertices;
    a.n_faces = n_faces;
    a.vertex_dtype = vertex_dtype;
    DVDB_TRY(check_dtype(c, "field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "cells", cells, {a.grid->view.n_voxels}, a.cells));
    DVDB_TRY(take(c, "edges", edges, {ceil_div(Count(a.grid->view.n_voxels), DVDB_MESH_BLOCK)}, a.edges));
    DVDB_TRY(take(c, "ranks", ranks, {ceil_div(Count(a.grid->view.n_voxels), DVDB_MESH_BLOCK), 2}, a.ranks));
    DVDB_TRY(check_dtype(c, "out_vertices", vertex_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "out_vertices", out_vertices, vertex_dtype, {n_vertices, 3}, a.out_vertices));
    DVDB_TRY(take(c, "out_faces", out_faces, {n_faces, 3}, a.out_faces));
    DVDB_TRY(take(c, "out_ends", out_ends, {n_vertices, 2}, a.out_ends));
    return operators::marching_cubes(c, a);
  });
}

dvdb_status dvdb_surface_normals(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso, dvdb_buffer ends, int64_t n_vertices, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SurfaceNormalsArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    a.dtype = dtype;
    a.iso = iso;
    a.n_vertices = n_vertices;
    DVDB_TRY(check_dtype(c, "field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "ends", ends, {n_vertices, 2}, a.ends));
    DVDB_TRY(take(c, "out", out, dtype, {n_vertices, 3}, a.out));
    return operators::surface_normals(c, a);
  });
}

dvdb_status dvdb_surface_features(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso, dvdb_buffer ends, int64_t n_vertices, dvdb_buffer features, uint32_t feature_dtype, int64_t channels, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SurfaceFeaturesArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    a.dtype = dtype;
    a.iso = iso;
    a.n_vertices = n_vertices;
    a.feature_dtype = feature_dtype;
    a.channels = channels;
    DVDB_TRY(check_dtype(c, "field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "ends", ends, {n_vertices, 2}, a.ends));
    DVDB_TRY(check_dtype(c, "features", feature_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, feature_dtype, {a.grid->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "out", out, feature_dtype, {n_vertices, channels}, a.out));
    return operators::surface_features(c, a);
  });
}

dvdb_status dvdb_marching_cubes_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso, dvdb_buffer ends, int64_t n_vertices, uint32_t vertex_dtype, dvdb_buffer gradients, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::MarchingCubesBackwardArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    a.dtype = dtype;
    a.iso = iso;
    a.n_vertices = n_vertices;
    a.vertex_dtype = vertex_dtype;
    DVDB_TRY(check_dtype(c, "field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "ends", ends, {n_vertices, 2}, a.ends));
    DVDB_TRY(check_dtype(c, "gradients", vertex_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "gradients", gradients, vertex_dtype, {n_vertices, 3}, a.gradients));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels}, a.out));
    return operators::marching_cubes_backward(c, a);
  });
}

dvdb_status dvdb_surface_features_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso, dvdb_buffer ends, int64_t n_vertices, dvdb_buffer features, uint32_t feature_dtype, int64_t channels, dvdb_buffer gradients, dvdb_buffer out_features, dvdb_buffer out_field) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SurfaceFeaturesBackwardArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    a.dtype = dtype;
    a.iso = iso;
    a.n_vertices = n_vertices;
    a.feature_dtype = feature_dtype;
    a.channels = channels;
    DVDB_TRY(check_dtype(c, "field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "ends", ends, {n_vertices, 2}, a.ends));
    DVDB_TRY(check_dtype(c, "features", feature_dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "features", features, feature_dtype, {a.grid->view.n_voxels, channels}, a.features));
    DVDB_TRY(take(c, "gradients", gradients, feature_dtype, {n_vertices, channels}, a.gradients));
    DVDB_TRY(take(c, "out_features", out_features, feature_dtype, {a.grid->view.n_voxels, channels}, a.out_features));
    DVDB_TRY(take(c, "out_field", out_field, dtype, {a.grid->view.n_voxels}, a.out_field));
    return operators::surface_features_backward(c, a);
  });
}

dvdb_status dvdb_surface_normals_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer field, uint32_t dtype, double iso, dvdb_buffer ends, int64_t n_vertices, dvdb_buffer gradients, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SurfaceNormalsBackwardArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    a.dtype = dtype;
    a.iso = iso;
    a.n_vertices = n_vertices;
    DVDB_TRY(check_dtype(c, "field", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "field", field, dtype, {a.grid->view.n_voxels}, a.field));
    DVDB_TRY(take(c, "ends", ends, {n_vertices, 2}, a.ends));
    DVDB_TRY(take(c, "gradients", gradients, dtype, {n_vertices, 3}, a.gradients));
    DVDB_TRY(take(c, "out", out, dtype, {a.grid->view.n_voxels}, a.out));
    return operators::surface_normals_backward(c, a);
  });
}

dvdb_status dvdb_mesh_distances(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices, const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets, uint32_t n_grids, double most, dvdb_buffer out_distances, dvdb_buffer out_triangles) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::MeshDistancesArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "vertex_offsets", vertex_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "face_offsets", face_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n_vertices = n_vertices;
    a.vertex_offsets = vertex_offsets;
    a.face_dtype = face_dtype;
    a.n_faces = n_faces;
    a.face_offsets = face_offsets;
    a.n_grids = n_grids;
    a.most = most;
    DVDB_TRY(check_dtype(c, "vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "vertices", vertices, dtype, {n_vertices, 3}, a.vertices));
    DVDB_TRY(check_dtype(c, "faces", face_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "faces", faces, face_dtype, {n_faces, 3}, a.faces));
    DVDB_TRY(take(c, "out_distances", out_distances, dtype, {a.grid->view.n_voxels}, a.out_distances));
    DVDB_TRY(take(c, "out_triangles", out_triangles, {a.grid->view.n_voxels}, a.out_triangles));
    return operators::mesh_distances(c, a);
  });
}

dvdb_status dvdb_signed_mesh_distances(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices, const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets, uint32_t n_grids, double most, dvdb_buffer out_distances, dvdb_buffer out_triangles) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SignedMeshDistancesArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "vertex_offsets", vertex_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "face_offsets", face_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n_vertices = n_vertices;
    a.vertex_offsets = vertex_offsets;
    a.face_dtype = face_dtype;
    a.n_faces = n_faces;
    a.face_offsets = face_offsets;
    a.n_grids = n_grids;
    a.most = most;
    DVDB_TRY(check_dtype(c, "vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "vertices", vertices, dtype, {n_vertices, 3}, a.vertices));
    DVDB_TRY(check_dtype(c, "faces", face_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "faces", faces, face_dtype, {n_faces, 3}, a.faces));
    DVDB_TRY(take(c, "out_distances", out_distances, dtype, {a.grid->view.n_voxels}, a.out_distances));
    DVDB_TRY(take(c, "out_triangles", out_triangles, {a.grid->view.n_voxels}, a.out_triangles));
    return operators::signed_mesh_distances(c, a);
  });
}

dvdb_status dvdb_mesh_distances_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices, const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets, uint32_t n_grids, dvdb_buffer triangles, dvdb_buffer gradients, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::MeshDistancesBackwardArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "vertex_offsets", vertex_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "face_offsets", face_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n_vertices = n_vertices;
    a.vertex_offsets = vertex_offsets;
    a.face_dtype = face_dtype;
    a.n_faces = n_faces;
    a.face_offsets = face_offsets;
    a.n_grids = n_grids;
    DVDB_TRY(check_dtype(c, "vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "vertices", vertices, dtype, {n_vertices, 3}, a.vertices));
    DVDB_TRY(check_dtype(c, "faces", face_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "faces", faces, face_dtype, {n_faces, 3}, a.faces));
    DVDB_TRY(take(c, "triangles", triangles, {a.grid->view.n_voxels}, a.triangles));
    DVDB_TRY(take(c, "gradients", gradients, dtype, {a.grid->view.n_voxels}, a.gradients));
    DVDB_TRY(take(c, "out", out, dtype, {n_vertices, 3}, a.out));
    return operators::mesh_distances_backward(c, a);
  });
}

dvdb_status dvdb_signed_mesh_distances_backward(dvdb_context context, dvdb_grid grid, dvdb_buffer vertices, uint32_t dtype, int64_t n_vertices, const int64_t* vertex_offsets, dvdb_buffer faces, uint32_t face_dtype, int64_t n_faces, const int64_t* face_offsets, uint32_t n_grids, dvdb_buffer distances, dvdb_buffer triangles, dvdb_buffer gradients, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    operators::SignedMeshDistancesBackwardArgs a;
    DVDB_TRY(take(c, "grid", grid, a.grid));
    DVDB_TRY(require(c, "vertex_offsets", vertex_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(require(c, "face_offsets", face_offsets, {Count(n_grids) + 1}));
    DVDB_TRY(check_grid_count(c, *a.grid, n_grids));
    a.dtype = dtype;
    a.n_vertices = n_vertices;
    a.vertex_offsets = vertex_offsets;
    a.face_dtype = face_dtype;
    a.n_faces = n_faces;
    a.face_offsets = face_offsets;
    a.n_grids = n_grids;
    DVDB_TRY(check_dtype(c, "vertices", dtype, {DVDB_F16, DVDB_F32, DVDB_F64}));
    DVDB_TRY(take(c, "vertices", vertices, dtype, {n_vertices, 3}, a.vertices));
    DVDB_TRY(check_dtype(c, "faces", face_dtype, {DVDB_I32, DVDB_I64}));
    DVDB_TRY(take(c, "faces", faces, face_dtype, {n_faces, 3}, a.faces));
    DVDB_TRY(take(c, "distances", distances, dtype, {a.grid->view.n_voxels}, a.distances));
    DVDB_TRY(take(c, "triangles", triangles, {a.grid->view.n_voxels}, a.triangles));
    DVDB_TRY(take(c, "gradients", gradients, dtype, {a.grid->view.n_voxels}, a.gradients));
    DVDB_TRY(take(c, "out", out, dtype, {n_vertices, 3}, a.out));
    return operators::signed_mesh_distances_backward(c, a);
  });
}
