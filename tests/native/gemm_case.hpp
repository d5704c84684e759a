/// Products of gathered rows for tests: maps and numbers by chance, and their sums in double precision.
#pragma once

#include <cmath>
#include <cstdlib>
#include <vector>

#include "check.hpp"
#include "core/numbers.hpp"

namespace dvdb::test {

struct GemmSizes {
  int64_t taps;
  int64_t targets;
  int64_t sources;
  int64_t in;
  int64_t out;
  int percent;        // of taps that are there
  bool near = false;  // sources lie around targets
};

/// Numbers from -1 to 1.
template <class T>
std::vector<T> draw_numbers(Random& random, int64_t n) {
  std::vector<T> all(static_cast<size_t>(n));
  for (T& one : all) {
    const double number = 2 * random.unit() - 1;
    if constexpr (std::is_floating_point_v<T>) {
      one = T(number);
    } else {
      one = store_as<T>(float(number), false);
    }
  }
  return all;
}

/// What is added to the results of a product.
template <class T>
std::vector<T> draw_residual(const GemmSizes& s) {
  Random random(99);
  return draw_numbers<T>(random, s.targets * s.out);
}

/// Sets a variable of the environment; "" for none.
inline void set_variable(const char* name, const char* value) {
#if defined(_WIN32)
  _putenv_s(name, value);
#else
  if (*value == 0)
    unsetenv(name);
  else
    setenv(name, value, 1);
#endif
}

/// Runs a body with each kind of vectors that host threads may use; one kind serves a GPU.
template <class Body>
void with_vectors(Body body) {
  for (const char* kind : {"plain", "avx2", "avx512"}) {
    set_variable("DENOVDB_CPU_VECTORS", kind);
    body();
  }
  set_variable("DENOVDB_CPU_VECTORS", "");
}

/// A sum, and that of its terms' sizes.
struct BoundedSum {
  double sum = 0;
  double size = 0;

  void add(double term) {
    sum += term;
    size += std::abs(term);
  }
  /// Whether a result is as near as errors relative to the sum and to its terms allow; numbers that are not finite are
  /// the same.
  bool admits(double found, double of_sum, double of_terms) const {
    if (std::isnan(sum)) return std::isnan(found);
    return std::isfinite(sum) ? std::abs(found - sum) <= of_sum * std::abs(sum) + of_terms * size + 1e-7 : found == sum;
  }
};

/// What a product takes.
template <class T>
struct GemmCase {
  GemmSizes s = {};
  std::vector<int32_t> map;  // [taps, targets]
  std::vector<T> source;     // [sources, in]
  std::vector<T> weights;    // [out, in, taps], or as a test reads them
  std::vector<T> bias;       // [out]

  GemmCase() = default;
  GemmCase(const GemmSizes& sizes, uint64_t seed) : s(sizes), map(size_t(s.taps * s.targets)) {
    Random random(seed);
    for (size_t at = 0; at < map.size(); ++at) {
      if (int(random.below(100)) >= s.percent) {
        map[at] = -1;
      } else if (s.near) {
        map[at] = int32_t((int64_t(at) % s.targets + int64_t(random.below(200))) % s.sources);
      } else {
        map[at] = int32_t(random.below(uint64_t(s.sources)));
      }
    }
    source = draw_numbers<T>(random, s.sources * s.in);
    weights = draw_numbers<T>(random, s.taps * s.in * s.out);
    bias = draw_numbers<T>(random, s.out);
  }

  /// The same with numbers rounded to another type.
  template <class Other>
  GemmCase<Other> as() const {
    const auto rounded = [](const std::vector<T>& from) {
      std::vector<Other> to;
      for (const T& one : from) to.push_back(store_as<Other>(load_as<float>(one), false));
      return to;
    };
    GemmCase<Other> other;
    other.s = s;
    other.map = map;
    other.source = rounded(source);
    other.weights = rounded(weights);
    other.bias = rounded(bias);
    return other;
  }

  int32_t row(int64_t tap, int64_t target) const { return map[size_t(tap * s.targets + target)]; }

  /// The product at a target; backward, weights are [in, out, taps] and their taps are mirrored.
  BoundedSum sum_at(int64_t target, int64_t channel, bool backward) const {
    BoundedSum out;
    for (int64_t t = 0; t < s.taps; ++t) {
      const int32_t from = row(t, target);
      if (from < 0) continue;
      const int64_t tap = backward ? s.taps - 1 - t : t;
      for (int64_t i = 0; i < s.in; ++i) {
        const int64_t pair = backward ? i * s.out + channel : channel * s.in + i;
        out.add(load_as<double>(source[size_t(from * s.in + i)]) *
                load_as<double>(weights[size_t(pair * s.taps + tap)]));
      }
    }
    return out;
  }
};

}  // namespace dvdb::test
