/// Selection of the backend that computes a convolution.
/// All of them compute the same sums, in orders of their own: reference.hpp.
#include <cstdio>
#include <cstring>

#include "conv/backends/backend.hpp"
#include "core/entry.hpp"

namespace dvdb {

namespace {

constexpr int64_t kMostChannels = int64_t(1) << 16;

/// All backends in order of preference: `auto` takes the first that supports the convolution.
struct Candidate {
  const ConvBackend* backend;
  bool automatic;  // whether it may be taken unasked
};
const Candidate kBackends[] = {{&kWindowGemm, true}, {&kIgemm, true}, {&kIgemmSplit, false}, {&kTf32, false}, {&kLggs, false}, {&kLeafGemm, false}, {&kBrickGemm, false}, {&kGatherScatter, true}};

/// Appends to a text, up to its capacity.
template <size_t kRoom, class... Values>
void append(char (&text)[kRoom], int& length, const char* format, Values... values) {
  const int more = std::snprintf(text + length, kRoom - size_t(length), format, values...);
  length = min_of(length + more, int(kRoom) - 1);
}

/// The names of the backends that support the convolution.
struct Names {
  char text[256] = "";
  int length = 0;

  Names(Context& context, const ConvPlan& plan, const ConvShape& shape) {
    for (const auto& [one, automatic] : kBackends) {
      if (one->refuses(context, plan, shape) == nullptr) append(text, length, "%s%s", length > 0 ? ", " : "", one->name);
    }
  }
};

}  // namespace

ConvReason::ConvReason(Context& context, const ConvPlan& plan, const ConvShape& shape, uint32_t wish, const ConvBackend& chosen) {
  append(text, length, "%s", wish == DVDB_CONV_AUTO ? chosen.merit : "it was asked for");
  if (wish != DVDB_CONV_AUTO) {
    if (chosen.caveat != nullptr) append(text, length, "; %s", chosen.caveat);
    return;
  }
  for (const auto& [one, automatic] : kBackends) {
    if (one == &chosen) return;
    if (automatic) append(text, length, "; not %s: %s", one->name, one->refuses(context, plan, shape));
  }
}

Status check_shape(Context& context, const ConvShape& shape) {
  if (shape.dtype != DVDB_F16 && shape.dtype != DVDB_BF16 && shape.dtype != DVDB_F32 && shape.dtype != DVDB_F64) {
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot convolve: dtype %u is not f16, bf16, f32 or f64", shape.dtype);
  }
  for (const int64_t channels : {shape.in_channels, shape.out_channels}) {
    if (channels >= 0 && channels <= kMostChannels) continue;
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot convolve: %lld channels, 0 to %lld are possible", static_cast<long long>(channels),
                static_cast<long long>(kMostChannels));
  }
  return {};
}

Status choose_backend(Context& context, const ConvPlan& plan, const ConvShape& shape, uint32_t wish, const ConvBackend** out) {
  for (const auto& [one, automatic] : kBackends) {
    if (wish == DVDB_CONV_AUTO ? !automatic : wish != one->code) continue;
    const char* reason = one->refuses(context, plan, shape);
    if (reason == nullptr) {
      *out = one;
      return {};
    }
    if (wish == DVDB_CONV_AUTO) continue;
    return fail(context, DVDB_UNSUPPORTED, "Cannot convolve by %s: %s; there are %s", one->name, reason, Names(context, plan, shape).text);
  }
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot convolve: backend %u is not there; there are %s", wish, Names(context, plan, shape).text);
}

}  // namespace dvdb

using namespace dvdb;

dvdb_status dvdb_conv_plan_choose(dvdb_context context, dvdb_conv_plan plan, uint32_t dtype, int64_t in_channels, int64_t out_channels,
                                  uint32_t backend, uint32_t* out_backend, uint8_t* out_text, uint32_t capacity, uint32_t* out_length) noexcept {
  return entry(context, [=](Context& c) -> Status {
    DVDB_TRY(require(c, out_backend, 1, "out_backend"));
    DVDB_TRY(require(c, out_text, capacity, "out_text"));
    DVDB_TRY(require(c, out_length, 1, "out_length"));
    ConvPlan* own = nullptr;
    DVDB_TRY(find(c, plan, &own));
    const ConvShape shape{dtype, in_channels, out_channels};
    const ConvBackend* chosen = nullptr;
    DVDB_TRY(check_shape(c, shape));
    DVDB_TRY(choose_backend(c, *own, shape, backend, &chosen));
    const ConvReason reason(c, *own, shape, backend, *chosen);
    std::memcpy(out_text, reason.text, size_t(min_of(reason.length, int(capacity))));
    *out_length = uint32_t(reason.length);
    *out_backend = chosen->code;
    return {};
  });
}
