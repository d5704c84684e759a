/**
 * Sparse convolution: plans, which hold the kernel maps, and the convolutions computed with them.
 *
 * Tap t (one offset of the kernel) connects a fine voxel and a coarse voxel if fine = stride * coarse + t -
 * floor((kernel - 1) / 2) along every axis, 0 <= t < kernel. Taps are numbered with the last axis varying fastest. A
 * plan has a fine source and a coarse target, a transposed plan has a coarse source and a fine target; the reverse of a
 * plan has the same connections with source and target swapped. Weights are always [out_channels, in_channels, taps].
 */
#ifndef DENOVDB_CONV_H
#define DENOVDB_CONV_H

#include "abi.h"

/** Algorithms that compute a convolution. Numbers are never reused. */
enum dvdb_conv_backend {
  /** The one that is expected to be fastest among those that support the convolution. */
  DVDB_CONV_AUTO = 0,
  /** For each target, the products of all taps in order. Any dtype and any number of channels. */
  DVDB_CONV_GATHER_SCATTER = 1,
  /**
   * f16 and bf16 on matrix units: the source rows of 256 targets are loaded into shared memory and gathered from there.
   */
  DVDB_CONV_WINDOW = 2,
  /**
   * Implicit GEMM over tiles of targets that have similar taps; taps that no target of a tile has are skipped. f32
   * gives the same bits as DVDB_CONV_GATHER_SCATTER; f16 and bf16 use matrix units if the device has them.
   */
  DVDB_CONV_IGEMM = 3,
  /**
   * As DVDB_CONV_IGEMM, for f32 on matrix units: each number is split into two f16 numbers. Errors are within about
   * 2^-22 of the largest number of a row, or of a channel for gradients of weights.
   */
  DVDB_CONV_IGEMM_SPLIT = 4,
  /**
   * As DVDB_CONV_WINDOW, for f32: features, gradients and weights are scaled by a power of two, one for each tensor or
   * for the part of a tensor that a window of targets reads, and then rounded to f16. Numbers down to 2^-24 of the
   * largest finite one keep 11 bits; smaller ones have an error of at most 2^-35 of it. Sums, the bias and results are
   * f32.
   */
  DVDB_CONV_TF32 = 8,
  /** f16 and bf16 on matrix units: for each tap of 64 targets, the source rows that exist are gathered densely. */
  DVDB_CONV_LGGS = 5,
  /**
   * f16 and bf16 on matrix units, for at most 32 input channels and at most 7 taps along each axis, without strides:
   * the source rows of the targets of a leaf are found from leaf masks, loaded into shared memory and gathered from
   * there. Gradients of weights, and gradients of features with more than 32 channels, are computed as by
   * DVDB_CONV_IGEMM.
   */
  DVDB_CONV_LEAF = 6,
  /**
   * f16 and bf16 on matrix units, for 3 x 3 x 3 taps without strides: bricks of 4 x 2 x 2 targets are multiplied as a
   * whole. Gradients of weights are computed as by DVDB_CONV_IGEMM.
   */
  DVDB_CONV_BRICK = 7
};

/** The function applied to the sums. Numbers are never reused. */
enum dvdb_conv_activation {
  /** No activation. */
  DVDB_ACTIVATION_NONE = 0,
  /** Negative numbers become 0. */
  DVDB_ACTIVATION_RELU = 1
};

/** Positions in the array that dvdb_conv_plan_counts writes. */
enum dvdb_conv_count {
  /** Voxels of the source. */
  DVDB_CONV_SOURCES = 0,
  /** Voxels of the target. */
  DVDB_CONV_TARGETS = 1,
  /** Taps of the kernel. */
  DVDB_CONV_TAPS = 2,
  /** Connections between a source voxel and a target voxel. */
  DVDB_CONV_PAIRS = 3,
  /** Target voxels without any connection. */
  DVDB_CONV_EMPTY_TARGETS = 4,
  /**
   * The sum, over all windows of 32 consecutive targets, of the number of taps that at least one target of the window
   * has.
   */
  DVDB_CONV_WINDOW_TAPS = 5,
  /** Device bytes of the kernel maps that the plan and its reverse have built so far. */
  DVDB_CONV_MAP_BYTES = 6,
  /** The number of values that dvdb_conv_plan_counts writes. */
  DVDB_CONV_COUNT = 7
};

/**
 * Creates a plan. The batches may be destroyed afterwards. Kernel maps are only built when they are needed, so nothing
 * is enqueued. Batches of 2^31 - 1 voxels or more and kernels of more than 2^20 taps are DVDB_UNSUPPORTED.
 */
DVDB_API dvdb_status dvdb_conv_plan_create(
    dvdb_context context,
    dvdb_grid source,
    dvdb_grid target,                             /* with as many grids; may be the source */
    DVDB_IN const int32_t *kernel,                /* [3], 1 or more */
    DVDB_IN const int32_t *stride,                /* [3], 1 or more */
    uint32_t transposed,                          /* 0 to 1, whether the target is fine and not the source */
    DVDB_OUT dvdb_conv_plan *out_plan /* [1] */) DVDB_NOEXCEPT;

/** Creates the plan with source and target swapped. It shares all kernel maps. */
DVDB_API dvdb_status dvdb_conv_plan_reverse(dvdb_context context, dvdb_conv_plan plan,
                                            DVDB_OUT dvdb_conv_plan *out_plan /* [1] */) DVDB_NOEXCEPT;

/**
 * Destroys a plan. The memory of its kernel maps is freed after the work that is already enqueued, once no reverse plan
 * uses them.
 */
DVDB_API dvdb_status dvdb_conv_plan_destroy(dvdb_context context, dvdb_conv_plan plan /* handle, given up */) DVDB_NOEXCEPT;

/** Builds the kernel map that the plan's convolutions read, unless it exists already. */
DVDB_API dvdb_status dvdb_conv_plan_prepare(dvdb_context context, dvdb_conv_plan plan) DVDB_NOEXCEPT;

/**
 * Writes the kernel map: the source row of each tap and target, or -1 if there is none. Rows are numbered over the
 * whole batch.
 */
DVDB_API dvdb_status dvdb_conv_plan_map(dvdb_context context, dvdb_conv_plan plan, dvdb_buffer out /* i32 [n_taps, n_targets] */) DVDB_NOEXCEPT;

/** Writes the counts of dvdb_conv_count, and the number of connections of each tap. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_conv_plan_counts(
    dvdb_context context, dvdb_ticket ticket, dvdb_conv_plan plan,
    DVDB_OUT int64_t *out_counts,                 /* [DVDB_CONV_COUNT] */
    uint32_t taps,                                /* 0, or those of the kernel */
    DVDB_OUT int64_t *out_tap_pairs /* [taps] */) DVDB_NOEXCEPT;

/**
 * Writes which backend a convolution of the plan would use and a UTF-8 text that says why (at most `capacity` bytes,
 * and its full length). A backend that does not support the convolution is DVDB_UNSUPPORTED; the error message lists the
 * backends that can be requested.
 */
DVDB_API dvdb_status dvdb_conv_plan_choose(
    dvdb_context context, dvdb_conv_plan plan,
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t in_channels,                          /* 0 to 65536 */
    int64_t out_channels,                         /* 0 to 65536 */
    uint32_t backend,                             /* dvdb_conv_backend */
    DVDB_OUT uint32_t *out_backend,               /* [1] */
    DVDB_OUT uint8_t *out_text,                   /* [capacity] */
    uint32_t capacity,
    DVDB_OUT uint32_t *out_length /* [1] */) DVDB_NOEXCEPT;

/**
 * out[target] = activation(sum over taps of weights[tap] * features[source of the tap] + bias + residual[target]).
 * f16 and bf16 are summed in f32. Results are rounded once. With DVDB_CONV_GATHER_SCATTER, the sum of a tap starts at 0
 * and adds the channels in order by fused multiply-add; then the sums of the existing taps are added in order, then the
 * bias and the residual. The bits are the same on every device. Other backends sum in an order that depends on the device, but is the same in every
 * run.
 */
DVDB_API dvdb_status dvdb_sparse_conv(
    dvdb_context context, dvdb_conv_plan plan,
    dvdb_buffer features,                         /* dtype [n_sources, in_channels] */
    dvdb_buffer weights,                          /* dtype [out_channels, in_channels, n_taps] */
    dvdb_buffer bias,                             /* dtype [out_channels]; 0 for none */
    dvdb_buffer residual,                         /* dtype [n_targets, out_channels]; 0 for none */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t in_channels,                          /* 0 to 65536 */
    int64_t out_channels,                         /* 0 to 65536 */
    uint32_t activation,                          /* dvdb_conv_activation */
    uint32_t backend,                             /* dvdb_conv_backend */
    dvdb_buffer out /* dtype [n_targets, out_channels] */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_sparse_conv. If `results` is given, the activation was DVDB_ACTIVATION_RELU, and the gradients
 * of results that are not above 0 count as 0. Gradients of weights and bias have a type of their own: that of the features, or
 * DVDB_F32 for f16 and bf16, take no pass of their own.
 */
DVDB_API dvdb_status dvdb_sparse_conv_backward(
    dvdb_context context, dvdb_conv_plan plan,
    dvdb_buffer features,                         /* dtype [n_sources, in_channels] */
    dvdb_buffer weights,                          /* dtype [out_channels, in_channels, n_taps] */
    dvdb_buffer results,                          /* dtype [n_targets, out_channels]; 0 for none */
    dvdb_buffer gradients,                        /* dtype [n_targets, out_channels], of a loss by the results */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t in_channels,                          /* 0 to 65536 */
    int64_t out_channels,                         /* 0 to 65536 */
    uint32_t weights_dtype,                       /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    uint32_t backend,                             /* dvdb_conv_backend */
    dvdb_buffer out_features,                     /* dtype [n_sources, in_channels]; 0 for none */
    dvdb_buffer out_weights,                      /* weights_dtype [out_channels, in_channels, n_taps]; 0 for none */
    dvdb_buffer out_bias,                         /* weights_dtype [out_channels]; 0 for none */
    dvdb_buffer out_residual /* dtype [n_targets, out_channels]; 0 for none */) DVDB_NOEXCEPT;

#endif
