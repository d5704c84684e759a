/// Rendering of isosurfaces.
#include "fenwick/march/arguments.hpp"

using namespace dvdb;
using namespace dvdb::fenwick;

namespace {

/// Phong, "Illumination for computer generated pictures", 1975.
constexpr float kAmbient = 0.1f;
constexpr float kDiffuse = 0.7f;
constexpr float kSpecular = 0.2f;
constexpr int kShininess = 5;  // the exponent's log2
constexpr int kBisections = 4;

/// The appearance of the surface.
struct Shading {
  float iso;
  Vec3f light;
  float color[3];
  Vec3f scale;  // from slopes per voxel to those in the world

  /// The color of a point seen along `forward` where the field has gradient `rise`.
  DVDB_FN void shade(const Vec3f& rise, const Vec3f& forward, float (&out)[3]) const {
    const Vec3f slope{rise.x * scale.x, rise.y * scale.y, rise.z * scale.z};
    const float length = sqrtf(dot(slope, slope));
    // Where the gradient is zero, the surface faces the eye; otherwise it is two-sided: the visible side is shaded.
    float sign = dot(slope, forward) > 0 ? -1.0f : 1.0f;
    const bool flat = !(length > 0);
    if (!flat) sign /= length;
    const Vec3f normal =
        flat ? Vec3f{-forward.x, -forward.y, -forward.z} : Vec3f{slope.x * sign, slope.y * sign, slope.z * sign};
    const float facing = fmaxf(dot(normal, light), 0.0f);
    const Vec3f mirrored{fmaf(2 * facing, normal.x, -light.x), fmaf(2 * facing, normal.y, -light.y),
                         fmaf(2 * facing, normal.z, -light.z)};
    float shine = facing > 0 ? fmaxf(-dot(mirrored, forward), 0.0f) : 0.0f;
    for (int squared = 0; squared < kShininess; ++squared) shine *= shine;
    for (int c = 0; c < 3; ++c) out[c] = fmaf(kSpecular, shine, color[c] * fmaf(kDiffuse, facing, kAmbient));
  }
};

/// Follows the ray of a pixel to the surface.
template <class Field>
struct MarchIsoSurface {
  Field field;
  MarchCamera camera;
  PixelTiles tiles;
  Shading shading;
  MarchOutputs out;

  DVDB_FN void operator()(int64_t i) const {
    with_pixel(field, camera, tiles, i, [&](int64_t pixel, const MarchRay& ray, typename Field::Cursor& cursor) {
      // Behind what is skipped comes a value that was not there: all of it is the floor, which is below.
      float before = field.floor;
      uint32_t expected = 0;
      bool met = false;
      Bracket bracket{};
      follow(field, ray, camera.step, cursor, [&](uint32_t sample, typename Field::Cursor& at, const VoxelCell& cell) {
        const float value = field.value(at, cell);
        const bool first = sample == 0;
        if (first || sample != expected) before = first && !ray.outside ? value : field.floor;
        met = value >= shading.iso && (first ? ray.outside : before < shading.iso);
        if (met)
          bracket = {first ? 0.0f : MarchRay::time(sample - 1, camera.step), MarchRay::time(sample, camera.step),
                     before, value};
        before = value;
        expected = sample + 1;
        return !met;
      });
      write(pixel, ray, cursor, met, bracket);
    });
  }

 private:
  /// Two times and the values there.
  struct Bracket {
    float from;
    float to;
    float low;
    float high;
  };

  DVDB_FN void write(int64_t pixel, const MarchRay& ray, typename Field::Cursor& cursor, bool met,
                     Bracket bracket) const {
    float colors[3] = {};
    if (!met) return out.write(pixel, colors, 1, INFINITY, -1);
    const float time = refine(ray, cursor, bracket);
    const Vec3f place = ray.at(time);
    const VoxelCell cell = field.cell(place);
    field.seek(cursor, cell);
    const int64_t hit = field.hit(cursor, cell);
    const Vec3f rise = slopes(cursor, place);
    shading.shade(rise, ray.forward, colors);
    out.write(pixel, colors, 0, ray.enter + time, hit);
  }

  /// Position of the surface after entering: where the ray enters, if that is before all samples, then bisected.
  DVDB_FN float refine(const MarchRay& ray, typename Field::Cursor& cursor, Bracket bracket) const {
    for (int round = bracket.from == 0 ? -1 : 0; round < kBisections; ++round) {
      const float time = round < 0 ? 0 : 0.5f * (bracket.from + bracket.to);
      const float value = value_at(field, cursor, ray.at(time));
      if (value >= shading.iso) {
        bracket.to = time;
        bracket.high = value;
        if (round < 0) return time;  // the border cuts what is there
      } else {
        bracket.from = time;
        bracket.low = value;
      }
    }
    const float part = (shading.iso - bracket.low) / (bracket.high - bracket.low);
    return part > 0 ? fmaf(fminf(part, 1.0f), bracket.to - bracket.from, bracket.from) : bracket.from;
  }

  /// Central differences over one voxel to either side. In a loop, because inlining the lookup of a brick takes much
  /// code.
  DVDB_FN Vec3f slopes(typename Field::Cursor& cursor, const Vec3f& place) const {
    Vec3f rise{0, 0, 0};
    for (int side = 0; side < 6; ++side) {
      const int axis = side >> 1;
      const float sign = (side & 1) != 0 ? 1.0f : -1.0f;
      const Vec3f shift{axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
      const float value = sign * value_at(field, cursor, {place.x + shift.x, place.y + shift.y, place.z + shift.z});
      rise.x += axis == 0 ? value : 0;
      rise.y += axis == 1 ? value : 0;
      rise.z += axis == 2 ? value : 0;
    }
    return rise;
  }
};

Status make_shading(Context& c, const operators::MarchIsoSurfaceArgs& a, Shading& out) {
  DVDB_TRY(check_finite(c, a.light, 3, "light"));
  DVDB_TRY(check_finite(c, a.color, 3, "color"));
  out.iso = float(a.iso_level);
  if (!(std::isfinite(out.iso) && out.iso > float(a.floor))) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot march: a surface at %g is not above the floor %g", a.iso_level,
                a.floor);
  }
  out.light = {float(a.light[0]), float(a.light[1]), float(a.light[2])};
  out.scale = {float(1 / a.spacing[0]), float(1 / a.spacing[1]), float(1 / a.spacing[2])};
  for (int at = 0; at < 3; ++at) out.color[at] = float(a.color[at]);
  return {};
}

}  // namespace

Status operators::march_iso_surface(Context& c, const MarchIsoSurfaceArgs& a) {
  MarchCamera view{};
  MarchOutputs out{};
  Shading shading{};
  DVDB_TRY(check_march_extents(c, a.extents));
  DVDB_TRY(read_picture(c, a, view, out));
  if (has_pixels(a)) DVDB_TRY(make_shading(c, a, shading));
  const PixelTiles tiles = PixelTiles::of(a.width, a.height);
  return with_field(c, a, [&]<class Field>(const Field& field) -> Status {
    return backend::for_each(c, tiles.count(), MarchIsoSurface<Field>{field, view, tiles, shading, out}, kPixelGrain);
  });
}
