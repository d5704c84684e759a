// Generated from ffi/include/denovdb/rays.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of rays.h, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/rays.h"

namespace dvdb::operators {

/// Arguments of dvdb_first_active_voxel.
struct FirstActiveVoxelArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double t_min = 0;
  double t_max = 0;
  Span<int64_t> out_rows;  // i64 [n], row in the batch, -1 for a miss
  Operand out_times;  // dtype [n], entry time (t_min when the ray starts inside), -1 for a miss
  Span<uint8_t> out_faces;  // u8 [n], 0 -x, 1 +x, 2 -y, 3 +y, 4 -z, 5 +z side entered, 6 starts inside, 255 miss
};

/// Called by dvdb_first_active_voxel.
Status first_active_voxel(Context& c, const FirstActiveVoxelArgs& a);

/// Arguments of dvdb_count_voxels_along_rays.
struct CountVoxelsAlongRaysArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double t_min = 0;
  double t_max = 0;
  double eps = 0;  // 0 or more
  int64_t most = 0;  // 1 or more, voxels per ray
  Span<int64_t> out_ends;  // i64 [n]
};

/// Called by dvdb_count_voxels_along_rays.
Status count_voxels_along_rays(Context& c, const CountVoxelsAlongRaysArgs& a);

/// Arguments of dvdb_voxels_along_rays.
struct VoxelsAlongRaysArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double t_min = 0;
  double t_max = 0;
  double eps = 0;  // 0 or more
  uint32_t form = 0;  // dvdb_voxel_form
  Span<int64_t> ray_ends;  // i64 [n], as counted with the same arguments
  int64_t n_voxels = 0;  // ray_ends[n - 1]
  dvdb_buffer out_voxels = 0;  // unsized, i32 [n_voxels, 3] or i64 [n_voxels]
  Operand out_times;  // dtype [n_voxels, 2]
};

/// Called by dvdb_voxels_along_rays.
Status voxels_along_rays(Context& c, const VoxelsAlongRaysArgs& a);

/// Arguments of dvdb_rays_intersect_voxels.
struct RaysIntersectVoxelsArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double t_min = 0;
  double t_max = 0;
  double eps = 0;  // 0 or more
  Span<uint8_t> out;  // bool [n]
};

/// Called by dvdb_rays_intersect_voxels.
Status rays_intersect_voxels(Context& c, const RaysIntersectVoxelsArgs& a);

/// Arguments of dvdb_count_segments_along_rays.
struct CountSegmentsAlongRaysArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double t_min = 0;
  double t_max = 0;
  double eps = 0;  // 0 or more
  int64_t most = 0;  // 1 or more, segments per ray
  Span<int64_t> out_ends;  // i64 [n]
  Operand out_kept;  // dtype [n, DVDB_KEPT_SEGMENTS, 2], undefined after a ray's last segment
};

/// Called by dvdb_count_segments_along_rays.
Status count_segments_along_rays(Context& c, const CountSegmentsAlongRaysArgs& a);

/// Arguments of dvdb_segments_along_rays.
struct SegmentsAlongRaysArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double t_min = 0;
  double t_max = 0;
  double eps = 0;  // 0 or more
  Span<int64_t> ray_ends;  // i64 [n], as counted with the same arguments
  Operand kept;  // dtype [n, DVDB_KEPT_SEGMENTS, 2], from the same call
  int64_t n_segments = 0;  // ray_ends[n - 1]
  Operand out;  // dtype [n_segments, 2]
};

/// Called by dvdb_segments_along_rays.
Status segments_along_rays(Context& c, const SegmentsAlongRaysArgs& a);

/// Arguments of dvdb_list_segments_along_rays.
struct ListSegmentsAlongRaysArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double t_min = 0;
  double t_max = 0;
  double eps = 0;  // 0 or more
  int64_t most = 0;  // 1 or more, segments per ray
  dvdb_buffer* out_lists = nullptr;
  int64_t* out_total = nullptr;
};

/// Called by dvdb_list_segments_along_rays.
Status list_segments_along_rays(Context& c, const ListSegmentsAlongRaysArgs& a);

/// Arguments of dvdb_count_uniform_ray_samples.
struct CountUniformRaySamplesArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  Operand t_min;  // dtype [n], a ray whose t_min is not finite has no samples
  Operand t_max;  // dtype [n]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double step = 0;  // above 0
  double cone = 0;  // 0 or more
  double eps = 0;  // 0 or more
  uint32_t ends = 0;  // 0 to 1, whether intervals are cut at the ends of segments
  Span<int64_t> out_ends;  // i64 [n]
};

/// Called by dvdb_count_uniform_ray_samples.
Status count_uniform_ray_samples(Context& c, const CountUniformRaySamplesArgs& a);

/// Arguments of dvdb_uniform_ray_samples.
struct UniformRaySamplesArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  Operand t_min;  // dtype [n], a ray whose t_min is not finite has no samples
  Operand t_max;  // dtype [n]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double step = 0;  // above 0
  double cone = 0;  // 0 or more
  double eps = 0;  // 0 or more
  uint32_t ends = 0;  // 0 to 1, whether intervals are cut at the ends of segments
  uint32_t midpoints = 0;  // 0 to 1, whether to write middles instead of intervals
  Span<int64_t> ray_ends;  // i64 [n], as counted with the same arguments
  int64_t n_samples = 0;  // ray_ends[n - 1]
  Operand out;  // dtype [n_samples, 2 - midpoints]
};

/// Called by dvdb_uniform_ray_samples.
Status uniform_ray_samples(Context& c, const UniformRaySamplesArgs& a);

/// Arguments of dvdb_ray_implicit_intersection.
struct RayImplicitIntersectionArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  Operand field;  // dtype [n_voxels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double t_min = 0;
  double t_max = 0;
  double eps = 0;  // 0 or more
  double iso = 0;  // finite
  uint32_t root = 0;  // dvdb_ray_root
  Operand out_times;  // dtype [n], -1 for a miss
};

/// Called by dvdb_ray_implicit_intersection.
Status ray_implicit_intersection(Context& c, const RayImplicitIntersectionArgs& a);

/// Arguments of dvdb_ray_implicit_intersection_with_normals.
struct RayImplicitIntersectionWithNormalsArgs {
  GridBatch* grid = nullptr;
  Operand origins;  // dtype [n, 3], world space
  Operand directions;  // dtype [n, 3], world space
  Operand field;  // dtype [n_voxels]
  uint32_t dtype = 0;  // DVDB_F16, DVDB_F32 or DVDB_F64
  int64_t n = 0;
  const int64_t* offsets = nullptr;  // [n_grids + 1]
  uint32_t n_grids = 0;  // as many as the batch has
  double t_min = 0;
  double t_max = 0;
  double iso = 0;  // finite
  Operand out_times;  // dtype [n], -1 for a miss
  Operand out_normals;  // dtype [n, 3], the field's gradient in world space, scaled to length 1, zero for a miss and where the field has no slope
};

/// Called by dvdb_ray_implicit_intersection_with_normals.
Status ray_implicit_intersection_with_normals(Context& c, const RayImplicitIntersectionWithNormalsArgs& a);

}  // namespace dvdb::operators
