/**
 * Triangle meshes from fields on voxels, and distances of voxels from meshes.
 *
 * A cell has eight voxels as its corners and belongs to the lowest of them. A cell is used if all eight are active and
 * have finite values. A voxel is inside if its value is below `iso_level`. Each edge of a used cell between an inside and an
 * outside voxel has one vertex, which belongs to the lower voxel of the edge. Vertices are numbered by the rows of
 * their voxels, then by axis; triangles by the rows of their cells. Building a mesh takes two calls: the first marks
 * and counts, the second writes. Ambiguous faces of cells always separate the inside corners, so that both cells of a
 * face agree.
 */
#ifndef DENOVDB_MESH_H
#define DENOVDB_MESH_H

#include "abi.h"

/** The number of voxels that share a word of marks. */
enum dvdb_mesh_limit {
  /** Rows of a block: a word of marks has four bits for each row. */
  DVDB_MESH_BLOCK = 16
};

/** Marks the cells and edges that the isosurface intersects, and counts what dvdb_marching_cubes writes. */
DVDB_API dvdb_status dvdb_marching_cubes_count(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso_level,                                   /* finite */
    dvdb_buffer out_cells,                        /* u8 [n_voxels], bit 4 dx + 2 dy + dz is set for corners inside */
    dvdb_buffer out_edges,                        /* u64 [ceil(n_voxels / DVDB_MESH_BLOCK)], bit 4 * (row % 16) + axis */
    dvdb_buffer out_ranks,                        /* i64 [ceil(n_voxels / DVDB_MESH_BLOCK), 2], vertices and triangles of a block and those before */
    dvdb_buffer out_numbers /* i64 [2, n_grids], where the vertices, then where the triangles of each grid end */) DVDB_NOEXCEPT;

/**
 * Writes the mesh of the isosurface. Triangles are counterclockwise seen from outside, where values are not below
 * `iso_level`.
 */
DVDB_API dvdb_status dvdb_marching_cubes(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso_level,                                   /* finite */
    dvdb_buffer cells,                            /* u8 [n_voxels], as counted with the same arguments */
    dvdb_buffer edges,                            /* u64 [ceil(n_voxels / DVDB_MESH_BLOCK)], likewise */
    dvdb_buffer ranks,                            /* i64 [ceil(n_voxels / DVDB_MESH_BLOCK), 2], likewise */
    int64_t n_vertices,
    int64_t n_faces,
    uint32_t vertex_dtype,                        /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer out_vertices,                     /* vertex_dtype [n_vertices, 3], world space, rounded once */
    dvdb_buffer out_faces,                        /* i64 [n_faces, 3], counted from the first vertex of the grid */
    dvdb_buffer out_ends /* i64 [n_vertices, 2], rows over the batch of the edge's voxels, the lower one first */) DVDB_NOEXCEPT;

/**
 * Writes the unit normals at the vertices of a mesh: the normalized gradient of the field in world space, interpolated
 * between the gradients at both ends of the edge. These are central differences, or one-sided differences where a
 * neighbor is not active or not finite. The normal is zero where the gradient is zero.
 */
DVDB_API dvdb_status dvdb_surface_normals(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso_level,                                   /* finite */
    dvdb_buffer ends,                             /* i64 [n_vertices, 2], from dvdb_marching_cubes */
    int64_t n_vertices,
    dvdb_buffer out /* dtype [n_vertices, 3] */) DVDB_NOEXCEPT;

/** Interpolates voxel features at the vertices of a mesh. Voxels whose weight is 0 are not read. */
DVDB_API dvdb_status dvdb_surface_features(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso_level,                                   /* finite */
    dvdb_buffer ends,                             /* i64 [n_vertices, 2], from dvdb_marching_cubes */
    int64_t n_vertices,
    dvdb_buffer features,                         /* feature_dtype [n_voxels, channels] */
    uint32_t feature_dtype,                       /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    dvdb_buffer out /* feature_dtype [n_vertices, channels] */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_marching_cubes, from vertices to the field: each voxel sums the gradients of its own edges,
 * then those of the edges that end at it, along x, y and z.
 */
DVDB_API dvdb_status dvdb_marching_cubes_backward(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso_level,                                   /* finite */
    dvdb_buffer ends,                             /* i64 [n_vertices, 2], from dvdb_marching_cubes */
    int64_t n_vertices,
    uint32_t vertex_dtype,                        /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    dvdb_buffer gradients,                        /* vertex_dtype [n_vertices, 3], by world coordinates of the vertices */
    dvdb_buffer out /* dtype [n_voxels], by the field */) DVDB_NOEXCEPT;

/** Backward pass of dvdb_surface_features, to the features and to the field. */
DVDB_API dvdb_status dvdb_surface_features_backward(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso_level,                                   /* finite */
    dvdb_buffer ends,                             /* i64 [n_vertices, 2], from dvdb_marching_cubes */
    int64_t n_vertices,
    dvdb_buffer features,                         /* feature_dtype [n_voxels, channels] */
    uint32_t feature_dtype,                       /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    dvdb_buffer gradients,                        /* feature_dtype [n_vertices, channels] */
    dvdb_buffer out_features,                     /* feature_dtype [n_voxels, channels] */
    dvdb_buffer out_field /* dtype [n_voxels] */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_surface_normals, to the field: each voxel sums over the differences that its value contributes
 * to, and over its own edges, whose normals turn as their vertices move. Normals that are zero pass no gradient on.
 */
DVDB_API dvdb_status dvdb_surface_normals_backward(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer field,                            /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso_level,                                   /* finite */
    dvdb_buffer ends,                             /* i64 [n_vertices, 2], from dvdb_marching_cubes */
    int64_t n_vertices,
    dvdb_buffer gradients,                        /* dtype [n_vertices, 3], by the normals of the vertices */
    dvdb_buffer out /* dtype [n_voxels], by the field */) DVDB_NOEXCEPT;

/**
 * Computes the distance of each voxel center from its grid's mesh, and the nearest triangle; of equally near ones the
 * first. Voxels farther than `half_width` from all triangles get infinity. Triangles with a corner that is not a valid vertex
 * index or not finite, or that extend beyond int32 coordinates, are DVDB_INVALID_DATA; the message tells how many.
 */
DVDB_API dvdb_status dvdb_mesh_distances(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer vertices,                         /* dtype [n_vertices, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n_vertices,
    DVDB_IN const int64_t *vertex_offsets,        /* [n_grids + 1] */
    dvdb_buffer faces,                            /* face_dtype [n_faces, 3], counted from the first vertex of the list */
    uint32_t face_dtype,                          /* DVDB_I32 or DVDB_I64 */
    int64_t n_faces,
    DVDB_IN const int64_t *face_offsets,          /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double half_width,                                  /* world units, 0 or more */
    dvdb_buffer out_distances,                    /* dtype [n_voxels], infinite beyond `half_width` */
    dvdb_buffer out_triangles /* i64 [n_voxels], counted from the first triangle of the list, or -1 */) DVDB_NOEXCEPT;

/**
 * As dvdb_mesh_distances, with a sign: negative inside closed meshes, whose triangles are counterclockwise seen from outside.
 * DVDB_INVALID_DATA if an edge does not join two triangles that traverse it in opposite directions. Triangles that name a
 * vertex twice are ignored; those with zero area are never nearest: at their edges the triangles beyond them count.
 */
DVDB_API dvdb_status dvdb_signed_mesh_distances(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer vertices,                         /* dtype [n_vertices, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n_vertices,
    DVDB_IN const int64_t *vertex_offsets,        /* [n_grids + 1] */
    dvdb_buffer faces,                            /* face_dtype [n_faces, 3], counted from the first vertex of the list */
    uint32_t face_dtype,                          /* DVDB_I32 or DVDB_I64 */
    int64_t n_faces,
    DVDB_IN const int64_t *face_offsets,          /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    double half_width,                                  /* world units, 0 or more */
    dvdb_buffer out_distances,                    /* dtype [n_voxels], infinite beyond `half_width` */
    dvdb_buffer out_triangles /* i64 [n_voxels], counted from the first triangle of the list, or -1 */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_mesh_distances, to the vertices: each vertex sums its share of the nearest point of each voxel,
 * in a fixed order. Voxels without a triangle, or on their triangle, pass no gradient on.
 * Voxels whose triangle does not exist, or has a corner that is not a valid vertex index or not finite, are
 * DVDB_INVALID_DATA; the message tells how many.
 */
DVDB_API dvdb_status dvdb_mesh_distances_backward(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer vertices,                         /* dtype [n_vertices, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n_vertices,
    DVDB_IN const int64_t *vertex_offsets,        /* [n_grids + 1] */
    dvdb_buffer faces,                            /* face_dtype [n_faces, 3], counted from the first vertex of the list */
    uint32_t face_dtype,                          /* DVDB_I32 or DVDB_I64 */
    int64_t n_faces,
    DVDB_IN const int64_t *face_offsets,          /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer triangles,                        /* i64 [n_voxels], from dvdb_mesh_distances */
    dvdb_buffer gradients,                        /* dtype [n_voxels], by distances */
    dvdb_buffer out /* dtype [n_vertices, 3], by world coordinates of the vertices */) DVDB_NOEXCEPT;

/** Backward pass of dvdb_signed_mesh_distances; for voxels on their triangle, the distance grows along its normal. */
DVDB_API dvdb_status dvdb_signed_mesh_distances_backward(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer vertices,                         /* dtype [n_vertices, 3], world space */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n_vertices,
    DVDB_IN const int64_t *vertex_offsets,        /* [n_grids + 1] */
    dvdb_buffer faces,                            /* face_dtype [n_faces, 3], counted from the first vertex of the list */
    uint32_t face_dtype,                          /* DVDB_I32 or DVDB_I64 */
    int64_t n_faces,
    DVDB_IN const int64_t *face_offsets,          /* [n_grids + 1] */
    uint32_t n_grids,                             /* as many as the batch has */
    dvdb_buffer distances,                        /* dtype [n_voxels], from dvdb_signed_mesh_distances, only signs are read */
    dvdb_buffer triangles,                        /* i64 [n_voxels], from dvdb_signed_mesh_distances */
    dvdb_buffer gradients,                        /* dtype [n_voxels], by distances */
    dvdb_buffer out /* dtype [n_vertices, 3], by world coordinates of the vertices */) DVDB_NOEXCEPT;

#endif
