/// The reference backend: sums in one documented order, for any dtype and any number of channels. f16 and bf16 are
/// converted to f32 first, and results are rounded once at the end.
#include "backend/api/launch.hpp"
#include "backend/api/special/conv/gather_gemm.hpp"
#include "conv/backends/backend.hpp"
#include "core/numbers.hpp"
#include "core/widened.hpp"

namespace dvdb {

namespace {

/// Rounds sums to elements.
template <class T, class Sum>
struct Narrow {
  const Sum* __restrict__ from;
  T* __restrict__ to;

  DVDB_FN void operator()(int64_t i) const { to[i] = narrow<T>(from[i]); }
};

/// Adds the residual to sums, and rounds them to elements.
template <class T, class Sum>
struct NarrowWithResidual {
  const Sum* __restrict__ from;
  const T* __restrict__ residual;
  bool relu;
  T* __restrict__ to;

  DVDB_FN void operator()(int64_t i) const {
    const Sum sum = from[i] + widen(residual[i]);
    to[i] = narrow<T>(relu && sum < 0 ? Sum(0) : sum);
  }
};

/// Transposes weights [out, in, taps] to the layout that the sums read: [tap positions, source channels, target
/// channels].
template <class T, class Sum>
struct LayOutWeights {
  const T* from;
  int64_t in;
  int64_t taps;
  bool backward;
  bool mirrored;
  Divider matrix;  // of a tap
  Divider row;     // of the target's channels
  Sum* to;

  DVDB_FN void operator()(int64_t i) const {
    int64_t place;
    int64_t target;
    const int64_t tap = matrix.divide(i, &place);
    const int64_t source = row.divide(place, &target);
    const int64_t o = backward ? source : target;
    const int64_t c = backward ? target : source;
    to[i] = widen(from[(o * in + c) * taps + (mirrored ? taps - 1 - tap : tap)]);
  }
};

/// The inverse for gradients: from [tap positions, in, out] to [out, in, taps].
template <class Out, class Sum>
struct LayOutGradients {
  const Sum* from;
  int64_t out;
  bool mirrored;
  Divider taps;
  Divider in;
  Out* to;

  DVDB_FN void operator()(int64_t i) const {
    int64_t tap;
    int64_t c;
    const int64_t o = in.divide(taps.divide(i, &tap), &c);
    to[i] = store_as<Out>(from[((mirrored ? taps.by - 1 - tap : tap) * in.by + c) * out + o], false);
  }
};

template <class T, class Sum>
Status sum_as(Context& context, const ConvSums& sums, const backend::GatherTiles* tiles) {
  const auto [dtype, in, out] = sums.shape;
  const auto multiply = [&](const backend::GatherGemm<Sum>& gemm) {
    if constexpr (std::is_same_v<Sum, float>) {
      if (tiles != nullptr) return backend::tile_gemm(context, gemm, *tiles);
    }
    return backend::gather_gemm(context, gemm);
  };
  const int64_t source_channels = sums.backward ? out : in;
  const int64_t target_channels = sums.backward ? in : out;
  KernelMap map;
  DVDB_TRY(sums.plan->find_map(map));
  backend::Scratch weight_memory(context);
  backend::Scratch source_memory(context);
  backend::Scratch bias_memory(context);
  backend::Scratch out_memory(context);
  Span<Sum> weights;
  // A residual of halves is added where sums are rounded, which takes no memory for wide ones.
  const bool adds_later = !std::is_same_v<T, Sum> && sums.residual != nullptr;
  backend::GatherGemm<Sum> gemm{map.gathered(), nullptr, source_channels,          nullptr, target_channels,
                                nullptr,        nullptr, sums.relu && !adds_later, nullptr};
  DVDB_TRY(weight_memory.allocate(map.taps * in * out, weights));
  gemm.weights = weights.data;
  const LayOutWeights<T, Sum> lay_out{
      static_cast<const T*>(sums.weights), in,          map.taps, sums.backward, map.mirrored, Divider::of(in * out),
      Divider::of(target_channels),        weights.data};
  DVDB_TRY(backend::for_each(context, weights.size, lay_out));
  DVDB_TRY((widen_all<T, Sum>(context, sums.source, map.n_sources * source_channels, source_memory, &gemm.source)));
  if (sums.bias != nullptr) DVDB_TRY((widen_all<T, Sum>(context, sums.bias, target_channels, bias_memory, &gemm.bias)));
  if constexpr (std::is_same_v<T, Sum>) {
    gemm.residual = static_cast<const Sum*>(sums.residual);
    gemm.out = static_cast<Sum*>(sums.out);
    return multiply(gemm);
  } else {
    Span<Sum> wide;
    DVDB_TRY(out_memory.allocate(map.n_targets * target_channels, wide));
    gemm.out = wide.data;
    DVDB_TRY(multiply(gemm));
    if (adds_later) {
      const NarrowWithResidual<T, Sum> added{wide.data, static_cast<const T*>(sums.residual), sums.relu,
                                             static_cast<T*>(sums.out)};
      return backend::for_each(context, wide.size, added);
    }
    return backend::for_each(context, wide.size, Narrow<T, Sum>{wide.data, static_cast<T*>(sums.out)});
  }
}

template <class T, class Sum>
Status sum_outer_as(Context& context, const ConvOuterSums& sums) {
  const auto [dtype, in, out] = sums.shape;
  KernelMap map;
  DVDB_TRY(sums.plan->find_map(map));
  backend::Scratch feature_memory(context);
  backend::Scratch gradient_memory(context);
  backend::Scratch out_memory(context);
  Span<Sum> made;
  backend::GatherOuter<Sum> outer{map.gathered(), nullptr, in, nullptr, out, nullptr};
  DVDB_TRY(out_memory.allocate(map.taps * in * out, made));
  outer.out = made.data;
  DVDB_TRY((widen_all<T, Sum>(context, sums.features, map.n_sources * in, feature_memory, &outer.source)));
  DVDB_TRY((widen_all<T, Sum>(context, sums.gradients, map.n_targets * out, gradient_memory, &outer.gradients)));
  DVDB_TRY(backend::gather_outer(context, outer));
  const auto lay_out = [&]<class Out>(Out* to) {
    const LayOutGradients<Out, Sum> places{made.data, out, map.mirrored, Divider::of(map.taps), Divider::of(in), to};
    return backend::for_each(context, made.size, places);
  };
  return sums.out_dtype == dtype ? lay_out(static_cast<T*>(sums.out)) : lay_out(static_cast<Sum*>(sums.out));
}

/// Calls `body.operator()<T, Sum>()` for a dtype.
template <class Body>
Status with_sums(uint32_t dtype, Body body) {
  switch (dtype) {
    case DVDB_F16: return body.template operator()<Half, float>();
    case DVDB_BF16: return body.template operator()<BFloat16, float>();
    case DVDB_F64: return body.template operator()<double, double>();
    default: return body.template operator()<float, float>();
  }
}

const char* refuse_nothing(Context&, const ConvPlan&, const ConvShape&) { return nullptr; }

Status sum_gathered(Context& context, const ConvSums& sums) { return sum_in_order(context, sums, nullptr); }

Status sum_outer_gathered(Context& context, const ConvOuterSums& sums) {
  return with_sums(sums.shape.dtype, [&]<class T, class Sum>() { return sum_outer_as<T, Sum>(context, sums); });
}

}  // namespace

Status sum_in_order(Context& context, const ConvSums& sums, const backend::GatherTiles* tiles) {
  return with_sums(sums.shape.dtype, [&]<class T, class Sum>() { return sum_as<T, Sum>(context, sums, tiles); });
}

const ConvBackend kGatherScatter = {DVDB_CONV_GATHER_SCATTER, "gather-scatter", "it takes everything",
                                    refuse_nothing,           sum_gathered,     sum_outer_gathered};

}  // namespace dvdb
