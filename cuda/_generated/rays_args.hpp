// Generated from ffi/include/denovdb/rays.h by `deno task bindgen`; do not edit.
/// The arguments of the operators of rays.h, which says what they are, checked, and these operators.
#pragma once

#include "core/arguments.hpp"
#include "core/grid_batch.hpp"
#include "denovdb/rays.h"

namespace dvdb::operators {

/// Arguments of dvdb_first_active_voxel().
struct FirstActiveVoxelArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0; const int64_t* offsets = nullptr; double t_min = 0, t_max = 0;
  GridBatch* grid = nullptr; Operand origins{}, directions{}, out_times{}; Span<int64_t> out_rows{};
  Span<uint8_t> out_faces{};
};
Status first_active_voxel(Context& c, const FirstActiveVoxelArgs& a);

/// Arguments of dvdb_voxels_along_rays_count().
struct VoxelsAlongRaysCountArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0, most = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0; GridBatch* grid = nullptr; Operand origins{}, directions{};
  Span<int64_t> out_ends{};
};
Status voxels_along_rays_count(Context& c, const VoxelsAlongRaysCountArgs& a);

/// Arguments of dvdb_voxels_along_rays().
struct VoxelsAlongRaysArgs {
  uint32_t dtype = 0, n_grids = 0, form = 0; int64_t n = 0, n_voxels = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0; dvdb_buffer out_voxels = 0; GridBatch* grid = nullptr;
  Operand origins{}, directions{}, out_times{}; Span<int64_t> ray_ends{};
};
Status voxels_along_rays(Context& c, const VoxelsAlongRaysArgs& a);

/// Arguments of dvdb_rays_intersect_voxels().
struct RaysIntersectVoxelsArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0; GridBatch* grid = nullptr; Operand origins{}, directions{}; Span<uint8_t> out{};
};
Status rays_intersect_voxels(Context& c, const RaysIntersectVoxelsArgs& a);

/// Arguments of dvdb_segments_along_rays_count().
struct SegmentsAlongRaysCountArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0, most = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0; GridBatch* grid = nullptr; Operand origins{}, directions{}, out_kept{};
  Span<int64_t> out_ends{};
};
Status segments_along_rays_count(Context& c, const SegmentsAlongRaysCountArgs& a);

/// Arguments of dvdb_segments_along_rays_fill().
struct SegmentsAlongRaysFillArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0, n_segments = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0; GridBatch* grid = nullptr; Operand origins{}, directions{}, kept{}, out{};
  Span<int64_t> ray_ends{};
};
Status segments_along_rays_fill(Context& c, const SegmentsAlongRaysFillArgs& a);

/// Arguments of dvdb_segments_along_rays().
struct SegmentsAlongRaysArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0, most = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0; dvdb_buffer* out_lists = nullptr; int64_t* out_total = nullptr;
  GridBatch* grid = nullptr; Operand origins{}, directions{};
};
Status segments_along_rays(Context& c, const SegmentsAlongRaysArgs& a);

/// Arguments of dvdb_uniform_ray_samples_count().
struct UniformRaySamplesCountArgs {
  uint32_t dtype = 0, n_grids = 0, ends = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  double step_size = 0, cone_angle = 0, eps = 0; GridBatch* grid = nullptr;
  Operand origins{}, directions{}, t_min{}, t_max{}; Span<int64_t> out_ends{};
};
Status uniform_ray_samples_count(Context& c, const UniformRaySamplesCountArgs& a);

/// Arguments of dvdb_uniform_ray_samples().
struct UniformRaySamplesArgs {
  uint32_t dtype = 0, n_grids = 0, ends = 0, midpoints = 0; int64_t n = 0, n_samples = 0;
  const int64_t* offsets = nullptr; double step_size = 0, cone_angle = 0, eps = 0; GridBatch* grid = nullptr;
  Operand origins{}, directions{}, t_min{}, t_max{}, out{}; Span<int64_t> ray_ends{};
};
Status uniform_ray_samples(Context& c, const UniformRaySamplesArgs& a);

/// Arguments of dvdb_points_on_rays().
struct PointsOnRaysArgs {
  uint32_t dtype = 0, n_rays = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  Operand origins{}, directions{}, ts{}, out{};
};
Status points_on_rays(Context& c, const PointsOnRaysArgs& a);

/// Arguments of dvdb_points_on_rays_backward().
struct PointsOnRaysBackwardArgs {
  uint32_t dtype = 0, n_rays = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  Operand directions{}, ts{}, gradients{}, out_origins{}, out_directions{}, out_ts{};
};
Status points_on_rays_backward(Context& c, const PointsOnRaysBackwardArgs& a);

/// Arguments of dvdb_ray_implicit_intersection().
struct RayImplicitIntersectionArgs {
  uint32_t dtype = 0, n_grids = 0, root = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0, iso_level = 0; GridBatch* grid = nullptr;
  Operand origins{}, directions{}, field{}, out_times{};
};
Status ray_implicit_intersection(Context& c, const RayImplicitIntersectionArgs& a);

/// Arguments of dvdb_ray_trilinear_intersection_with_normals().
struct RayTrilinearIntersectionWithNormalsArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, iso_level = 0; GridBatch* grid = nullptr;
  Operand origins{}, directions{}, field{}, out_times{}, out_normals{};
};
Status ray_trilinear_intersection_with_normals(Context& c, const RayTrilinearIntersectionWithNormalsArgs& a);

}  // namespace dvdb::operators
