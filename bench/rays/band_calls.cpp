/// Rays through bands around spheres, by calls of the C interface: what the device takes for one call when its results are
/// allocated beforehand. `band_protocol.ts` measures the same through TypeScript, with results allocated by each call.
///
///   cmake -S cuda -B build/cuda -DDVDB_BACKEND=cuda && cmake --build build/cuda --target band_calls
///   build/cuda/band_calls [radius...]
///
/// Bands, rays and marks are those of band_protocol.ts. Times are between two events of the device, the median of 11 after
/// 3 warm-ups. Times of crossings are checked against the sphere.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

#include "denovdb.h"

namespace {

dvdb_context context;

void require(dvdb_status status, const char* what) {
  if (status == DVDB_OK) return;
  char text[512] = {};
  uint32_t length = 0;
  dvdb_last_error(context, reinterpret_cast<uint8_t*>(text), sizeof(text) - 1, &length);
  std::fprintf(stderr, "Cannot %s: %s\n", what, text);
  std::exit(1);
}

/// Device memory, filled from the host or left as it is.
class Memory {
 public:
  explicit Memory(int64_t bytes) { require(dvdb_buffer_create(context, bytes, &handle), "allocate"); }
  template <class T>
  explicit Memory(const std::vector<T>& values) : Memory(int64_t(values.size() * sizeof(T))) {
    require(dvdb_buffer_write(context, handle, 0, reinterpret_cast<const uint8_t*>(values.data()), int64_t(values.size() * sizeof(T))), "write");
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;
  ~Memory() { dvdb_buffer_destroy(context, handle); }

  template <class T>
  std::vector<T> read(int64_t n) const {
    std::vector<T> values(static_cast<size_t>(n));
    require(dvdb_buffer_read(context, 0, handle, 0, reinterpret_cast<uint8_t*>(values.data()), n * int64_t(sizeof(T))), "read");
    return values;
  }

  dvdb_buffer handle = 0;
};

/// Milliseconds of one call.
double time_of(const std::function<dvdb_status()>& call) {
  std::vector<double> times;
  for (int run = 0; run < 14; ++run) {
    dvdb_event before;
    dvdb_event after;
    double ms = 0;
    require(dvdb_event_record(context, &before), "record");
    require(call(), "trace");
    require(dvdb_event_record(context, &after), "record");
    require(dvdb_event_elapsed(context, 0, before, after, &ms), "wait");
    dvdb_event_destroy(context, before);
    dvdb_event_destroy(context, after);
    if (run >= 3) times.push_back(ms);
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

/// A number in (0, 1) that depends on a key alone (Steele et al. 2014).
double fraction(uint64_t key) {
  key += 0x9e3779b97f4a7c15u;
  key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9u;
  key = (key ^ key >> 27) * 0x94d049bb133111ebu;
  return (double((key ^ key >> 31) >> 11) + 0.5) / 9007199254740992.0;
}

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
void show_crossings(const std::vector<float>& origins, const std::vector<float>& directions, const std::vector<float>& times, double radius) {
  double worst = 0;
  int64_t hits = 0;
  for (size_t ray = 0; ray < times.size(); ++ray) {
    if (times[ray] < 0) continue;
    double place[3];
    for (size_t axis = 0; axis < 3; ++axis) place[axis] = double(origins[3 * ray + axis]) + double(times[ray]) * double(directions[3 * ray + axis]);
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
      add_ray(origins, directions, {{0.3 * radius, 0.2 * radius, -4.0 * radius}}, {{2.4 * radius * across, 2.4 * radius * down, 0}});
    } else {
      add_ray(origins, directions, on_sphere(2.0 * radius, uint64_t(4 * ray)), on_sphere(0.9 * radius, uint64_t(4 * ray + 2)));
    }
  }
  const Memory from(origins);
  const Memory along(directions);
  const Memory rows(n * 8);
  const Memory times(n * 4);
  const Memory faces(n);
  const Memory ends(n * 8);
  const int64_t lists[2] = {0, n};
  const auto show = [&](const char* what, double ms) { std::printf("\n%6d  %s  %8lld  %-20s %8.4f ms %8.0f M rays/s", radius, is_camera ? "camera" : "random", static_cast<long long>(n), what, ms, double(n) / ms / 1e3); };
  const double far = HUGE_VAL;
  show("first voxel", time_of([&] {
         return dvdb_first_active_voxel(context, grid, from.handle, along.handle, DVDB_F32, n, lists, 1, 0, far, rows.handle, times.handle, faces.handle);
       }));
  for (const uint32_t root : {DVDB_ROOT_CHORD, DVDB_ROOT_TRILINEAR}) {
    show(root == DVDB_ROOT_CHORD ? "crossing, chord" : "crossing, trilinear", time_of([&] {
           return dvdb_ray_implicit_intersection(context, grid, from.handle, along.handle, field.handle, DVDB_F32, n, lists, 1, 0, far, 0, 0, root,
                                                 times.handle);
         }));
    show_crossings(origins, directions, times.read<float>(n), radius);
  }
  show("all voxels, counted", time_of([&] {
         return dvdb_count_voxels_along_rays(context, grid, from.handle, along.handle, DVDB_F32, n, lists, 1, 0, far, 0, INT64_MAX, ends.handle);
       }));
  const int64_t voxels = ends.read<int64_t>(n).back();
  const Memory voxel_rows(voxels * 8);
  const Memory voxel_times(voxels * 8);
  show("all voxels, written", time_of([&] {
         return dvdb_voxels_along_rays(context, grid, from.handle, along.handle, DVDB_F32, n, lists, 1, 0, far, 0, DVDB_VOXEL_ROW_IN_GRID, ends.handle,
                                       voxels, voxel_rows.handle, voxel_times.handle);
       }));
  show("segments, counted", time_of([&] {
         return dvdb_count_segments_along_rays(context, grid, from.handle, along.handle, DVDB_F32, n, lists, 1, 0, far, 0, INT64_MAX, ends.handle);
       }));
  const int64_t segments = ends.read<int64_t>(n).back();
  const Memory stretches(segments * 8);
  show("segments, written", time_of([&] {
         return dvdb_segments_along_rays(context, grid, from.handle, along.handle, DVDB_F32, n, lists, 1, 0, far, 0, ends.handle, segments,
                                         stretches.handle);
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
  const int64_t n = int64_t(ijk.size() / 3);
  const int64_t lists[2] = {0, n};
  const double size[3] = {1, 1, 1};
  const double origin[3] = {0, 0, 0};
  dvdb_grid grid;
  const Memory coords(ijk);
  require(dvdb_grid_from_ijk(context, 0, coords.handle, n, lists, size, origin, 1, &grid), "build");
  require(dvdb_grid_ijk(context, grid, coords.handle), "list voxels");
  for (const std::vector<int32_t> in_order = coords.read<int32_t>(3 * n); int64_t(distances.size()) < n;) {
    const int32_t* voxel = &in_order[3 * distances.size()];
    distances.push_back(float(std::hypot(double(voxel[0]), double(voxel[1]), double(voxel[2])) - radius));
  }
  const Memory field(distances);
  for (const int64_t rays : {1'048'576, 1024}) {
    measure(grid, field, radius, true, rays);
    measure(grid, field, radius, false, rays);
  }
  dvdb_grid_destroy(context, grid);
}

}  // namespace

int main(int count, char** arguments) {
  require(dvdb_context_create(0, &context), "open the device");
  std::vector<int> radii;
  for (int at = 1; at < count; ++at) radii.push_back(std::atoi(arguments[at]));
  if (radii.empty()) radii = {16, 64, 256, 400};
  for (const int radius : radii) measure_band(radius);
  dvdb_context_destroy(context);
  return 0;
}
