/// Selection of the backend that computes a convolution.
/// All of them compute the same sums, in orders of their own: reference.hpp.
#include <cstdio>
#include <cstring>

#include "_generated/conv_args.hpp"
#include "conv/backends/backend.hpp"

namespace dvdb {

namespace {

/// All backends in order of preference: `auto` takes the first that supports the convolution.
struct Candidate {
  const ConvBackend* backend;
  bool automatic;  // whether it may be taken unasked
};
const Candidate kBackends[] = {{&kWindowGemm, true}, {&kIgemm, true},        {&kIgemmSplit, false},
                               {&kTf32, false},      {&kLggs, false},        {&kLeafGemm, false},
                               {&kBrickGemm, false}, {&kGatherScatter, true}};

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
      if (one->refuses(context, plan, shape) == nullptr)
        append(text, length, "%s%s", length > 0 ? ", " : "", one->name);
    }
  }
};

}  // namespace

ConvReason::ConvReason(Context& context, const ConvPlan& plan, const ConvShape& shape, uint32_t wish,
                       const ConvBackend& chosen) {
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

Status choose_backend(Context& context, const ConvPlan& plan, const ConvShape& shape, uint32_t wish,
                      const ConvBackend** out) {
  for (const auto& [one, automatic] : kBackends) {
    if (wish == DVDB_CONV_AUTO ? !automatic : wish != one->code) continue;
    const char* reason = one->refuses(context, plan, shape);
    if (reason == nullptr) {
      *out = one;
      return {};
    }
    if (wish == DVDB_CONV_AUTO) continue;
    return fail(context, DVDB_UNSUPPORTED, "Cannot convolve by %s: %s; there are %s", one->name, reason,
                Names(context, plan, shape).text);
  }
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot convolve: backend %u is not there; there are %s", wish,
              Names(context, plan, shape).text);
}

}  // namespace dvdb

using namespace dvdb;

Status operators::conv_plan_choose(Context& c, const ConvPlanChooseArgs& a) {
  const ConvShape shape{a.dtype, a.in_channels, a.out_channels};
  const ConvBackend* chosen = nullptr;
  DVDB_TRY(choose_backend(c, *a.plan, shape, a.backend, &chosen));
  const ConvReason reason(c, *a.plan, shape, a.backend, *chosen);
  std::memcpy(a.out_text, reason.text, size_t(min_of(reason.length, int(a.capacity))));
  *a.out_length = uint32_t(reason.length);
  *a.out_backend = chosen->code;
  return {};
}
