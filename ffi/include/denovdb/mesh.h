/**
 * Triangle meshes from fields on voxels, and distances of voxels from meshes.
 *
 * A cell has eight voxels at its corners and belongs to the lowest of them. It counts when all eight are active and hold
 * finite values. A voxel is inside when its value is below `iso`. Each edge between an inside and an outside voxel of a
 * cell that counts has one vertex, which belongs to the edge's lower voxel: vertices are numbered by the rows of their
 * voxels, then by axis; triangles by the rows of their cells. Two calls make a mesh: one marks and counts, the other
 * writes. Ambiguous sides of cells keep inside corners apart, seen alike from both cells.
 */
#ifndef DENOVDB_MESH_H
#define DENOVDB_MESH_H

#include "abi.h"

/** Voxels that share a word of marks. */
enum dvdb_mesh_limit {
  /** Rows in a block: a word of marks has four bits for each. */
  DVDB_MESH_BLOCK = 16
};

/** Marks the cells and edges that the level cuts, and counts what dvdb_marching_cubes writes. */
DVDB_API dvdb_status dvdb_count_marching_cubes(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer values,                           /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso,                                   /* finite */
    dvdb_buffer out_cells,                        /* u8 [n_voxels]: bit 4 dx + 2 dy + dz is set for corners inside */
    dvdb_buffer out_edges,                        /* i64 [n_blocks], n_blocks = ceil(n_voxels / 16): bit 4 * (row % 16) + axis */
    dvdb_buffer out_ranks,                        /* i64 [n_blocks, 2]: vertices and triangles of a block and those before */
    dvdb_buffer out_numbers /* i64 [2, n_grids]: where the vertices, then where the triangles of each grid end */) DVDB_NOEXCEPT;

/** Writes the mesh of a level: triangles are counterclockwise seen from outside, where values are not below `iso`. */
DVDB_API dvdb_status dvdb_marching_cubes(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer values,                           /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso,                                   /* finite */
    dvdb_buffer cells,                            /* u8 [n_voxels], as counted with the same arguments */
    dvdb_buffer edges,                            /* i64 [n_blocks], likewise */
    dvdb_buffer ranks,                            /* i64 [n_blocks, 2], likewise */
    int64_t n_vertices,
    int64_t n_faces,
    dvdb_buffer out_vertices,                     /* dtype [n_vertices, 3], world space */
    dvdb_buffer out_faces,                        /* i64 [n_faces, 3], counted from the first vertex of the grid */
    dvdb_buffer out_ends /* i64 [n_vertices, 2]: rows over the batch of the edge's voxels, the lower one first */) DVDB_NOEXCEPT;

/**
 * Writes how the field rises at the vertices of a mesh, in world space and scaled to length 1: between the slopes at
 * both ends of the edge, which are differences of the values on both sides of a voxel, or of its own and that of one
 * side where the other is not active or not finite. Zero where the field has no slope.
 */
DVDB_API dvdb_status dvdb_surface_normals(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer values,                           /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso,                                   /* finite */
    dvdb_buffer ends,                             /* i64 [n_vertices, 2], from dvdb_marching_cubes */
    int64_t n_vertices,
    dvdb_buffer out /* dtype [n_vertices, 3] */) DVDB_NOEXCEPT;

/** Interpolates features of voxels at the vertices of a mesh. What has no share in a vertex is not read. */
DVDB_API dvdb_status dvdb_surface_features(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer values,                           /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso,                                   /* finite */
    dvdb_buffer ends,                             /* i64 [n_vertices, 2], from dvdb_marching_cubes */
    int64_t n_vertices,
    dvdb_buffer features,                         /* feature_dtype [n_voxels, channels] */
    uint32_t feature_dtype,                       /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    dvdb_buffer out /* feature_dtype [n_vertices, channels] */) DVDB_NOEXCEPT;

/**
 * Carries gradients of vertices back to the field: each voxel sums up its own edges, then those that end at it, along
 * x, y and z.
 */
DVDB_API dvdb_status dvdb_marching_cubes_backward(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer values,                           /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso,                                   /* finite */
    dvdb_buffer ends,                             /* i64 [n_vertices, 2], from dvdb_marching_cubes */
    int64_t n_vertices,
    dvdb_buffer gradients,                        /* dtype [n_vertices, 3], by world coordinates of the vertices */
    dvdb_buffer out /* dtype [n_voxels], by values */) DVDB_NOEXCEPT;

/** Carries gradients of interpolated features back to the features and to the field. */
DVDB_API dvdb_status dvdb_surface_features_backward(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer values,                           /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso,                                   /* finite */
    dvdb_buffer ends,                             /* i64 [n_vertices, 2], from dvdb_marching_cubes */
    int64_t n_vertices,
    dvdb_buffer features,                         /* feature_dtype [n_voxels, channels] */
    uint32_t feature_dtype,                       /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t channels,
    dvdb_buffer gradients,                        /* feature_dtype [n_vertices, channels] */
    dvdb_buffer out_features,                     /* feature_dtype [n_voxels, channels] */
    dvdb_buffer out_values /* dtype [n_voxels] */) DVDB_NOEXCEPT;

/**
 * Carries gradients of normals back to the field: each voxel sums up the slopes that its value has a part in, and how the
 * normals of its own edges turn where the vertices move. Normals that are zero pass nothing on.
 */
DVDB_API dvdb_status dvdb_surface_normals_backward(
    dvdb_context context, dvdb_grid grid,
    dvdb_buffer values,                           /* dtype [n_voxels] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    double iso,                                   /* finite */
    dvdb_buffer ends,                             /* i64 [n_vertices, 2], from dvdb_marching_cubes */
    int64_t n_vertices,
    dvdb_buffer gradients,                        /* dtype [n_vertices, 3], by the normals of the vertices */
    dvdb_buffer out /* dtype [n_voxels], by values */) DVDB_NOEXCEPT;

/**
 * Finds how far the centres of voxels are from the triangles of their grid's mesh, and the nearest triangle: the first of
 * those that are equally near. Voxels further than `most` from all of them get infinity. Triangles with corners that name
 * no vertex or are not finite, or that reach beyond int32 voxels, are DVDB_INVALID_DATA with their number.
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
    double most,                                  /* world units, 0 or more */
    dvdb_buffer out_distances,                    /* dtype [n_voxels], infinite beyond `most` */
    dvdb_buffer out_triangles /* i64 [n_voxels], counted from the first triangle of the list; -1 for none */) DVDB_NOEXCEPT;

/**
 * The same with a sign, below zero inside of closed meshes; their triangles are counterclockwise seen from outside. An
 * edge that does not join two triangles that run along it in opposite directions is DVDB_INVALID_DATA. Triangles that
 * name a vertex twice are left out, those without area are not nearest: what lies beyond them is beside their edges.
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
    double most,                                  /* world units, 0 or more */
    dvdb_buffer out_distances,                    /* dtype [n_voxels], infinite beyond `most` */
    dvdb_buffer out_triangles /* i64 [n_voxels], counted from the first triangle of the list; -1 for none */) DVDB_NOEXCEPT;

#endif
