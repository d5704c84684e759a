/// Rays through bands around spheres, by calls of the C interface: what the device takes for one call when its results
/// are allocated beforehand. `band_protocol.ts` measures the same through TypeScript, with results allocated by each
/// call.
///
///   cmake -S cuda -B build/cuda -DDVDB_BACKEND=cuda && cmake --build build/cuda --target band_calls
///   build/cuda/band_calls [radius or voxels.npy ...]
///
/// Bands, rays and marks are those of band_protocol.ts; a file holds the voxels of a band, i32 [n, 3]. Times are
/// between two events of the device, the median of 11 after 3 warm-ups. Times of crossings are checked against the
/// sphere.
#include <cmath>
#include <string>

#include "../calls.hpp"

namespace {

struct Place {
  double at[3];
};

Place on_sphere(double radius, uint64_t key) {
  const double z = 2 * fraction(key) - 1;
  const double turn = 2 * M_PI * fraction(key + 1);
  const double r = std::sqrt(1 - z * z);
  return {{radius * r * std::cos(turn), radius * r * std::sin(turn), radius * z}};
}

void add_ray(std::vector<float>& origins, std::vector<float>& directions, const Place& from, const Place& to) {
  const double along[3] = {to.at[0] - from.at[0], to.at[1] - from.at[1], to.at[2] - from.at[2]};
  const double length = std::hypot(along[0], along[1], along[2]);
  for (int axis = 0; axis < 3; ++axis) {
    origins.push_back(float(from.at[axis]));
    directions.push_back(float(along[axis] / length));
  }
}

/// The largest distance of a crossing from the sphere, and the share of rays that cross.
void show_crossings(const std::vector<float>& origins, const std::vector<float>& directions,
                    const std::vector<float>& times, double radius) {
  double worst = 0;
  int64_t hits = 0;
  for (size_t ray = 0; ray < times.size(); ++ray) {
    if (times[ray] < 0) continue;
    double place[3];
    for (size_t axis = 0; axis < 3; ++axis)
      place[axis] = double(origins[3 * ray + axis]) + double(times[ray]) * double(directions[3 * ray + axis]);
    worst = std::max(worst, std::fabs(std::hypot(place[0], place[1], place[2]) - radius));
    ++hits;
  }
  std::printf("  %5.1f %% hits, within %.2f", 100.0 * double(hits) / double(times.size()), worst);
}

void measure(dvdb_grid grid, const Memory& field, int radius, bool is_camera, int64_t n) {
  std::vector<float> origins;
  std::vector<float> directions;
  const int64_t side = int64_t(std::sqrt(double(n)));
  for (int64_t ray = 0; ray < n; ++ray) {
    if (is_camera) {
      const double across = (double(ray % side) + 0.5) / double(side) - 0.5;
      const double down = (double(ray / side) + 0.5) / double(side) - 0.5;
      add_ray(origins, directions, {{0.3 * radius, 0.2 * radius, -4.0 * radius}},
              {{2.4 * radius * across, 2.4 * radius * down, 0}});
    } else {
      add_ray(origins, directions, on_sphere(2.0 * radius, uint64_t(4 * ray)),
              on_sphere(0.9 * radius, uint64_t(4 * ray + 2)));
    }
  }
  const Memory from(origins);
  const Memory along(directions);
  const Memory rows(n * 8);
  const Memory times(n * 4);
  const Memory faces(n);
  const Memory ends(n * 8);
  const Memory kept(n * DVDB_KEPT_SEGMENTS * 8);
  const int64_t lists[2] = {0, n};
  const auto show = [&](const char* what, double ms) {
    std::printf("\n%6d  %s  %8lld  %-20s %8.4f ms %8.0f M rays/s", radius, is_camera ? "camera" : "random",
                static_cast<long long>(n), what, ms, double(n) / ms / 1e3);
  };
  const double far = HUGE_VAL;
  show("first voxel", time_of([&] {
         return dvdb_first_active_voxel(context, grid, from.handle, along.handle, DVDB_F32, n, lists, 1, 0, far,
                                        rows.handle, times.handle, faces.handle);
       }));
  for (const uint32_t root : {DVDB_ROOT_CHORD, DVDB_ROOT_TRILINEAR}) {
    show(root == DVDB_ROOT_CHORD ? "crossing, chord" : "crossing, trilinear", time_of([&] {
           return dvdb_ray_implicit_intersection(context, grid, from.handle, along.handle, field.handle, DVDB_F32, n,
                                                 lists, 1, 0, far, 0, 0, root, times.handle);
         }));
    show_crossings(origins, directions, times.read<float>(n), radius);
  }
  show("all voxels, counted", time_of([&] {
         return dvdb_voxels_along_rays_count(context, grid, from.handle, along.handle, DVDB_F32, n, lists, 1, 0, far, 0,
                                             INT64_MAX, ends.handle);
       }));
  const int64_t voxels = ends.read<int64_t>(n).back();
  const Memory voxel_rows(voxels * 8);
  const Memory voxel_times(voxels * 8);
  show("all voxels, written", time_of([&] {
         return dvdb_voxels_along_rays(context, grid, from.handle, along.handle, DVDB_F32, n, lists, 1, 0, far, 0,
                                       DVDB_VOXEL_ROW_IN_GRID, ends.handle, voxels, voxel_rows.handle,
                                       voxel_times.handle);
       }));
  show("segments, counted", time_of([&] {
         return dvdb_segments_along_rays_count(context, grid, from.handle, along.handle, DVDB_F32, n, lists, 1, 0, far,
                                               0, INT64_MAX, ends.handle, kept.handle);
       }));
  const int64_t segments = ends.read<int64_t>(n).back();
  const Memory stretches(segments * 8);
  show("segments, written", time_of([&] {
         return dvdb_segments_along_rays_fill(context, grid, from.handle, along.handle, DVDB_F32, n, lists, 1, 0, far,
                                              0, ends.handle, kept.handle, segments, stretches.handle);
       }));
  show("segments, listed", time_of([&] {
         dvdb_buffer made[2] = {0, 0};
         int64_t total = 0;
         const dvdb_status status = dvdb_segments_along_rays(context, grid, from.handle, along.handle, DVDB_F32, n,
                                                             lists, 1, 0, far, 0, INT64_MAX, made, &total);
         for (const dvdb_buffer buffer : made) dvdb_buffer_destroy(context, buffer);
         return status;
       }));
  std::printf("\n");
}

void measure_band(int radius) {
  std::vector<int32_t> ijk;
  std::vector<float> distances;
  const int reach = radius + 2;
  for (int x = -reach; x <= reach; ++x) {
    for (int y = -reach; y <= reach; ++y) {
      for (int z = -reach; z <= reach; ++z) {
        const double distance = std::sqrt(double(x) * x + double(y) * y + double(z) * z) - radius;
        if (std::fabs(distance) <= 1.5) ijk.insert(ijk.end(), {x, y, z});
      }
    }
  }
  const dvdb_grid grid = grid_of(ijk, 1);
  while (3 * distances.size() < ijk.size()) {
    const int32_t* voxel = &ijk[3 * distances.size()];
    distances.push_back(float(std::hypot(double(voxel[0]), double(voxel[1]), double(voxel[2])) - radius));
  }
  const Memory field(distances);
  for (const int64_t rays : {1'048'576, 1024}) {
    measure(grid, field, radius, true, rays);
    measure(grid, field, radius, false, rays);
  }
  dvdb_grid_destroy(context, grid);
}

/// All segments of rays from a sphere of 1.5 diagonals of a box around a band, 1.2 times as large as it, into that box.
void measure_scan(const std::string& path) {
  std::vector<int32_t> voxels = read_voxels(path);
  const int64_t n = int64_t(voxels.size() / 3);
  double middle[3];
  double half[3];
  for (size_t axis = 0; axis < 3; ++axis) {
    int32_t low = INT32_MAX;
    int32_t high = INT32_MIN;
    for (size_t at = axis; at < voxels.size(); at += 3)
      low = std::min(low, voxels[at]), high = std::max(high, voxels[at]);
    middle[axis] = (double(low) + double(high)) / 2;
    half[axis] = (double(high) - double(low) + 1) / 2 * 1.2;
  }
  const int64_t count = 1'048'576;
  std::vector<float> origins;
  std::vector<float> directions;
  for (int64_t ray = 0; ray < count; ++ray) {
    const uint64_t key = uint64_t(8 * ray);
    Place from = on_sphere(3 * std::hypot(half[0], half[1], half[2]), key);
    Place to;
    for (size_t axis = 0; axis < 3; ++axis) {
      from.at[axis] += middle[axis];
      to.at[axis] = middle[axis] + (2 * fraction(key + 2 + axis) - 1) * half[axis];
    }
    add_ray(origins, directions, from, to);
  }
  const int64_t ray_lists[2] = {0, count};
  const dvdb_grid grid = grid_of(voxels, 1);
  const Memory from(origins);
  const Memory along(directions);
  const Memory ends(count * 8);
  const Memory kept(count * DVDB_KEPT_SEGMENTS * 8);
  const auto tally = [&] {
    return dvdb_segments_along_rays_count(context, grid, from.handle, along.handle, DVDB_F32, count, ray_lists, 1, 0,
                                          HUGE_VAL, 0, INT64_MAX, ends.handle, kept.handle);
  };
  const double counted = time_of(tally);
  const int64_t total = ends.read<int64_t>(count).back();
  const Memory segments(total * 8);
  const double both = time_of([&] {
    const dvdb_status status = tally();
    if (status != DVDB_OK) return status;
    return dvdb_segments_along_rays_fill(context, grid, from.handle, along.handle, DVDB_F32, count, ray_lists, 1, 0,
                                         HUGE_VAL, 0, ends.handle, kept.handle, total, segments.handle);
  });
  std::printf("%s  %lld voxels  %.2f segments/ray  counted %.4f ms, counted and written %.4f ms  %.0f M rays/s\n",
              path.c_str(), static_cast<long long>(n), double(total) / double(count), counted, both,
              double(count) / both / 1e3);
  dvdb_grid_destroy(context, grid);
}

}  // namespace

int main(int count, char** arguments) {
  require(dvdb_context_create(0, 0, &context), "open the device");
  for (int at = 1; at < count; ++at) {
    const std::string what = arguments[at];
    if (what.ends_with(".npy")) {
      measure_scan(what);
    } else {
      measure_band(std::atoi(what.c_str()));
    }
  }
  if (count < 2) {
    for (const int radius : {16, 64, 256, 400}) measure_band(radius);
  }
  dvdb_context_destroy(context);
  return 0;
}
