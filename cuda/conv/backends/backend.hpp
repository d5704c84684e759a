/// The interface of the convolution backends. Each computes the same three sums; the dispatcher picks one by name, or
/// the first that supports the convolution.
#pragma once

#include "conv/plan/plan.hpp"
#include "denovdb/conv.h"

namespace dvdb {

/// Element type and numbers of channels, as the caller states them, also in the backward pass.
struct ConvShape {
  uint32_t dtype;
  int64_t in_channels;
  int64_t out_channels;
};

/// out[target] = sum of the source's rows times the weights, and what is added to it. In the forward pass, source rows
/// have in_channels and target rows out_channels; in the backward pass, along the reverse plan, it is the other way
/// round.
struct ConvSums {
  const ConvPlan* plan;
  ConvShape shape;
  bool backward;
  const void* source;    // dtype [sources, channels]
  const void* weights;   // dtype [out_channels, in_channels, taps]
  const void* bias;      // dtype [channels], or null
  const void* residual;  // dtype [targets, channels], or null
  bool relu;
  void* out;  // dtype [targets, channels]
};

/// Gradients of the weights.
struct ConvOuterSums {
  const ConvPlan* plan;
  ConvShape shape;
  uint32_t out_dtype;     // that of the shape, or f32 for halves
  const void* features;   // dtype [sources, in_channels]
  const void* gradients;  // dtype [targets, out_channels]
  void* out;              // out_dtype [out_channels, in_channels, taps]
};

struct ConvBackend {
  uint32_t code;  // of dvdb_conv_backend
  const char* name;
  const char* merit;  // why one would take it
  /// Why this backend does not support a convolution along a plan, or null. It may read plan.counts() if they are
  /// there, but must not wait for them.
  const char* (*refuses)(Context& context, const ConvPlan& plan, const ConvShape& shape);
  Status (*sum)(Context& context, const ConvSums& sums);
  Status (*sum_outer)(Context& context, const ConvOuterSums& sums);
  const char* caveat = nullptr;  // what one has to know who asks for it
};

/// One in each file; new ones are added to the list in dispatch.cpp.
extern const ConvBackend kWindowGemm;
extern const ConvBackend kTf32;
extern const ConvBackend kIgemm;
extern const ConvBackend kIgemmSplit;
extern const ConvBackend kLggs;
extern const ConvBackend kLeafGemm;
extern const ConvBackend kBrickGemm;
extern const ConvBackend kGatherScatter;

/// The sums of kGatherScatter, bit for bit; over tiles where there are any.
Status sum_in_order(Context& context, const ConvSums& sums, const backend::GatherTiles* tiles);

/// Sums on matrix units, in an order of their own.
using ProductOnUnits = Status (*)(Context& context, const backend::TileGemm& gemm);
Status sum_on_matrix_units(Context& context, const ConvSums& sums, ProductOnUnits multiply);

/// Why a product of f16 or bf16 on matrix units is not possible, or null.
const char* refuse_units(Context& context, const ConvShape& shape);

/// Sums of f16 or bf16 as matrix units take them, but for what ties targets and sources.
backend::WindowGemm halves_of(const ConvSums& sums);

/// Finds the requested backend, or the first of the list that supports the convolution.
Status choose_backend(Context& context, const ConvPlan& plan, const ConvShape& shape, uint32_t wish,
                      const ConvBackend** out);

/// Explains why a backend was chosen, and why the dispatcher did not choose those before it.
struct ConvReason {
  char text[768] = "";
  int length = 0;

  ConvReason(Context& context, const ConvPlan& plan, const ConvShape& shape, uint32_t wish, const ConvBackend& chosen);
};

}  // namespace dvdb
