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

/// Arguments of dvdb_count_voxels_along_rays().
struct CountVoxelsAlongRaysArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0, most = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0; GridBatch* grid = nullptr; Operand origins{}, directions{};
  Span<int64_t> out_ends{};
};
Status count_voxels_along_rays(Context& c, const CountVoxelsAlongRaysArgs& a);

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

/// Arguments of dvdb_count_segments_along_rays().
struct CountSegmentsAlongRaysArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0, most = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0; GridBatch* grid = nullptr; Operand origins{}, directions{}, out_kept{};
  Span<int64_t> out_ends{};
};
Status count_segments_along_rays(Context& c, const CountSegmentsAlongRaysArgs& a);

/// Arguments of dvdb_segments_along_rays().
struct SegmentsAlongRaysArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0, n_segments = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0; GridBatch* grid = nullptr; Operand origins{}, directions{}, kept{}, out{};
  Span<int64_t> ray_ends{};
};
Status segments_along_rays(Context& c, const SegmentsAlongRaysArgs& a);

/// Arguments of dvdb_list_segments_along_rays().
struct ListSegmentsAlongRaysArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0, most = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0; dvdb_buffer* out_lists = nullptr; int64_t* out_total = nullptr;
  GridBatch* grid = nullptr; Operand origins{}, directions{};
};
Status list_segments_along_rays(Context& c, const ListSegmentsAlongRaysArgs& a);

/// Arguments of dvdb_count_uniform_ray_samples().
struct CountUniformRaySamplesArgs {
  uint32_t dtype = 0, n_grids = 0, ends = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  double step = 0, cone = 0, eps = 0; GridBatch* grid = nullptr; Operand origins{}, directions{}, t_min{}, t_max{};
  Span<int64_t> out_ends{};
};
Status count_uniform_ray_samples(Context& c, const CountUniformRaySamplesArgs& a);

/// Arguments of dvdb_uniform_ray_samples().
struct UniformRaySamplesArgs {
  uint32_t dtype = 0, n_grids = 0, ends = 0, midpoints = 0; int64_t n = 0, n_samples = 0;
  const int64_t* offsets = nullptr; double step = 0, cone = 0, eps = 0; GridBatch* grid = nullptr;
  Operand origins{}, directions{}, t_min{}, t_max{}, out{}; Span<int64_t> ray_ends{};
};
Status uniform_ray_samples(Context& c, const UniformRaySamplesArgs& a);

/// Arguments of dvdb_ray_implicit_intersection().
struct RayImplicitIntersectionArgs {
  uint32_t dtype = 0, n_grids = 0, root = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, eps = 0, iso = 0; GridBatch* grid = nullptr;
  Operand origins{}, directions{}, field{}, out_times{};
};
Status ray_implicit_intersection(Context& c, const RayImplicitIntersectionArgs& a);

/// Arguments of dvdb_ray_implicit_intersection_with_normals().
struct RayImplicitIntersectionWithNormalsArgs {
  uint32_t dtype = 0, n_grids = 0; int64_t n = 0; const int64_t* offsets = nullptr;
  double t_min = 0, t_max = 0, iso = 0; GridBatch* grid = nullptr;
  Operand origins{}, directions{}, field{}, out_times{}, out_normals{};
};
Status ray_implicit_intersection_with_normals(Context& c, const RayImplicitIntersectionWithNormalsArgs& a);

}  // namespace dvdb::operators
