/// The first crossing of a ray with a level of a field, by definition.
///
/// Chord: the voxels on the way (walk/reference.hpp) in their order, of which those below `eps` and those without a
/// sign (NaN, or on the level) are left out. At the first sign other than the one before, with a and b above the level
/// and m the middles of the ray's ways through both:  t = m_a b / (b - a) + m_b (1 - b / (b - a)), or the time of
/// entering b behind a gap. Bit for bit, for differences that do not overflow.
///
/// Trilinear: f(t) is the trilinear interpolation of the field at o + t d; t is the first place where it changes its
/// sign. The engine solves the cubic that f is between the centers of eight voxels (Marmitt, Kleer, Wald, Friedrich and
/// Slusallek, "Fast and accurate ray-voxel intersection techniques for iso-surface ray tracing", 2004); the reference
/// takes small steps, and halves the one with the change. Both are the same to rounding, and to the bit where f is
/// linear and its zero a dyadic number.
///
/// Engines: CrossByChord (../ray_implicit_intersection.cpp), TrilinearSigns (trilinear.hpp). On the host.
#pragma once

#include <cmath>

#include "base/portable.hpp"

namespace dvdb {

/// A voxel on the way of a ray.
struct FieldPass {
  double value;
  double enter;
  double leave;
};

/// -1 for none; passes are a list of FieldPass.
template <class Passes>
double chord_reference(const Passes& passes, double iso, double eps) {
  const FieldPass* last = nullptr;
  for (const FieldPass& b : passes) {
    if (b.leave - b.enter < eps || !(b.value < iso || b.value > iso)) continue;
    if (last != nullptr && (last->value < iso) != (b.value < iso)) {
      const double part = (b.value - iso) / ((b.value - iso) - (last->value - iso));
      if (last->leave != b.enter || !std::isfinite(part)) return b.enter;
      return part * (0.5 * (last->enter + last->leave)) + (1 - part) * (0.5 * (b.enter + b.leave));
    }
    last = &b;
  }
  return -1;
}

/// The first change of sign of f, which is defined from t_min to t_max and does not only touch 0; -1 for none.
template <class F>
double crossing_reference(F f, double t_min, double t_max, int64_t steps) {
  for (int64_t i = 0; i < steps; ++i) {
    double low = t_min + (t_max - t_min) * (double(i) / double(steps));
    double high = t_min + (t_max - t_min) * (double(i + 1) / double(steps));
    if (f(low) == 0 || (f(high) != 0 && (f(low) < 0) == (f(high) < 0))) continue;
    for (double middle = 0.5 * (low + high); f(high) != 0 && middle > low && middle < high;
         middle = 0.5 * (low + high)) {
      (f(middle) != 0 && (f(middle) < 0) == (f(low) < 0) ? low : high) = middle;
    }
    return high;
  }
  return -1;
}

}  // namespace dvdb
