/**
 * Sparse convolution: plans, which know what every voxel reads, and the arithmetic over them.
 *
 * Tap t ties a fine voxel to a coarse one where fine = stride * coarse + t - floor((kernel - 1) / 2) along every axis,
 * 0 <= t < kernel. Taps are numbered with the last axis fastest. A plan leads from a fine batch to a coarse one, a
 * transposed plan from a coarse batch to a fine one; the reverse of a plan leads along the same ties the other way.
 * Weights are [out_channels, in_channels, taps] in every case.
 */
#ifndef DENOVDB_CONV_H
#define DENOVDB_CONV_H

#include "abi.h"

/** Ways to compute a convolution. Numbers are never reused. */
enum dvdb_conv_backend {
  /** The best of those that can do it. */
  DVDB_CONV_AUTO = 0,
  /** For each target the products of all taps in order, of any dtype and any number of channels. */
  DVDB_CONV_GATHER_SCATTER = 1,
  /** On matrix units, of f16 and bf16: the sources of 256 targets are held on chip and gathered there. */
  DVDB_CONV_WINDOW = 2,
  /**
   * Tiles of targets with much the same taps, which pass over taps that none of them has. f32 has the bits of
   * DVDB_CONV_GATHER_SCATTER; f16 and bf16 use matrix units where there are any.
   */
  DVDB_CONV_IGEMM = 3,
  /**
   * The same on matrix units of f32, each number split in two of f16: within about 2^-22 of the largest of a row, or of a
   * channel for gradients of weights.
   */
  DVDB_CONV_IGEMM_SPLIT = 4,
  /**
   * As DVDB_CONV_WINDOW, of f32: features, gradients and weights are rounded to f16 after a power of two has scaled each of
   * these tensors, or what a window of targets reads of one, so that 11 bits are left of numbers down to 2^-24 of the largest
   * finite one, and smaller ones are off by no more than 2^-35 of it. Sums, the bias and results are f32.
   */
  DVDB_CONV_TF32 = 8,
  /** On matrix units, of f16 and bf16: each tap of 64 targets gathers the rows that are there without gaps. */
  DVDB_CONV_LGGS = 5,
  /**
   * On matrix units, of f16 and bf16, of at most 32 channels in and at most 7 taps along an axis without strides: what the
   * targets of a leaf read is found in the masks of leaves, held on chip and gathered there. Gradients of weights, and those of
   * more than 32 channels to features, are taken as by DVDB_CONV_IGEMM.
   */
  DVDB_CONV_LEAF = 6,
  /**
   * On matrix units, of f16 and bf16, of 3 x 3 x 3 taps without strides: bricks of 4 x 2 x 2 targets are multiplied whole.
   * Gradients of weights are taken as by DVDB_CONV_IGEMM.
   */
  DVDB_CONV_BRICK = 7
};

/** What is done to the sums. Numbers are never reused. */
enum dvdb_conv_activation {
  /** Nothing. */
  DVDB_ACTIVATION_NONE = 0,
  /** What is below 0 becomes 0. */
  DVDB_ACTIVATION_RELU = 1
};

/** Inputs of a convolution, whose gradients can be asked for. */
enum dvdb_conv_input {
  /** Features of the source's voxels. */
  DVDB_CONV_FEATURES = 1,
  /** Weights of the kernel. */
  DVDB_CONV_WEIGHTS = 2,
  /** What is added to each channel. */
  DVDB_CONV_BIAS = 4
};

/** Places of dvdb_conv_plan_counts. */
enum dvdb_conv_count {
  /** Voxels of the source. */
  DVDB_CONV_SOURCES = 0,
  /** Voxels of the target. */
  DVDB_CONV_TARGETS = 1,
  /** Taps of the kernel. */
  DVDB_CONV_TAPS = 2,
  /** Ties between a voxel of the source and one of the target. */
  DVDB_CONV_PAIRS = 3,
  /** Voxels of the target without ties. */
  DVDB_CONV_EMPTY_TARGETS = 4,
  /** Windows of 32 targets that lie one after the other, each counted once for every tap that one of its targets has. */
  DVDB_CONV_WINDOW_TAPS = 5,
  /** Device bytes of the kernel maps that the plan and its reverse hold by now. */
  DVDB_CONV_MAP_BYTES = 6,
  /** How many numbers dvdb_conv_plan_counts writes. */
  DVDB_CONV_COUNT = 7
};

/**
 * Makes a plan. The batches may be given up then. No kernel map is made until one is needed, so nothing is enqueued.
 * Batches of 2^31 - 1 voxels or more and kernels of more than 2^20 taps are DVDB_UNSUPPORTED.
 */
DVDB_API dvdb_status dvdb_conv_plan_create(
    dvdb_context context,
    dvdb_grid source,
    dvdb_grid target,                             /* with as many grids; may be the source */
    DVDB_IN const int32_t *kernel,                /* [3], positive */
    DVDB_IN const int32_t *stride,                /* [3], positive */
    uint32_t transposed,                          /* 0: the source is fine, 1: the target is */
    DVDB_OUT dvdb_conv_plan *out_plan /* [1] */) DVDB_NOEXCEPT;

/** Makes the plan that leads the other way. It shares all kernel maps. */
DVDB_API dvdb_status dvdb_conv_plan_reverse(dvdb_context context, dvdb_conv_plan plan,
                                            DVDB_OUT dvdb_conv_plan *out_plan /* [1] */) DVDB_NOEXCEPT;

/** Gives a plan up; the memory of its maps is freed after the work already enqueued, once no reverse holds them. */
DVDB_API dvdb_status dvdb_conv_plan_destroy(dvdb_context context, dvdb_conv_plan plan) DVDB_NOEXCEPT;

/** Makes the kernel map that the plan's convolutions read, unless it is there. */
DVDB_API dvdb_status dvdb_conv_plan_prepare(dvdb_context context, dvdb_conv_plan plan) DVDB_NOEXCEPT;

/** Writes the kernel map: for each tap and target the row of the source, or -1. Rows count over the whole batch. */
DVDB_API dvdb_status dvdb_conv_plan_map(dvdb_context context, dvdb_conv_plan plan, dvdb_buffer out /* i32 [taps, targets] */) DVDB_NOEXCEPT;

/** Counts what dvdb_conv_count lists, and the pairs of each tap. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_conv_plan_counts(
    dvdb_context context, dvdb_ticket ticket, dvdb_conv_plan plan,
    DVDB_OUT int64_t *out_counts,                 /* [DVDB_CONV_COUNT] */
    uint32_t taps,                                /* as many as the kernel has, or 0 */
    DVDB_OUT int64_t *out_tap_pairs /* [taps] */) DVDB_NOEXCEPT;

/**
 * Says which backend a convolution of the plan would be computed by, and why, as UTF-8: at most `capacity` bytes and the
 * full length. One that is not there is DVDB_INVALID_ARGUMENT, one that cannot do this DVDB_UNSUPPORTED; the texts list
 * those that can be asked for.
 */
DVDB_API dvdb_status dvdb_conv_plan_choose(
    dvdb_context context, dvdb_conv_plan plan,
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t in_channels, int64_t out_channels,
    uint32_t backend,                             /* one of dvdb_conv_backend */
    DVDB_OUT uint32_t *out_backend,               /* [1] */
    DVDB_OUT uint8_t *out_text,                   /* [capacity] */
    uint32_t capacity,
    DVDB_OUT uint32_t *out_length /* [1] */) DVDB_NOEXCEPT;

/**
 * out[target] = activation(bias + sum over taps of weights[tap] * features[source of the tap]).
 * f16 and bf16 are summed in f32. Results are rounded once. By DVDB_CONV_GATHER_SCATTER the sum of a tap begins at 0 and runs
 * over the channels, each product joined by a fused multiply-add; then the sums of the taps that are there are added, in
 * order: the same bits on every device. By others the order is the device's, the same in every run.
 */
DVDB_API dvdb_status dvdb_sparse_conv(
    dvdb_context context, dvdb_conv_plan plan,
    dvdb_buffer features,                         /* dtype [sources, in_channels] */
    dvdb_buffer weights,                          /* dtype [out_channels, in_channels, taps] */
    dvdb_buffer bias,                             /* dtype [out_channels]; 0 for none */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t in_channels, int64_t out_channels,
    uint32_t activation,                          /* one of dvdb_conv_activation */
    uint32_t backend,                             /* one of dvdb_conv_backend */
    dvdb_buffer out /* dtype [targets, out_channels] */) DVDB_NOEXCEPT;

/**
 * Gradients of dvdb_sparse_conv. Where `results` is given, the activation was DVDB_ACTIVATION_RELU, and gradients of
 * results that are not above 0 count as 0. Buffers of gradients that are not wanted must be buffers, but are not written.
 */
DVDB_API dvdb_status dvdb_sparse_conv_backward(
    dvdb_context context, dvdb_conv_plan plan,
    dvdb_buffer features,                         /* dtype [sources, in_channels] */
    dvdb_buffer weights,                          /* dtype [out_channels, in_channels, taps] */
    dvdb_buffer results,                          /* dtype [targets, out_channels]; 0 for none */
    dvdb_buffer gradients,                        /* dtype [targets, out_channels], of a loss by the results */
    uint32_t dtype,                               /* DVDB_F16, DVDB_BF16, DVDB_F32 or DVDB_F64 */
    int64_t in_channels, int64_t out_channels,
    uint32_t backend,                             /* one of dvdb_conv_backend */
    uint32_t wanted,                              /* 0 to 7: sum of the inputs whose gradients to write */
    dvdb_buffer out_features,                     /* dtype [sources, in_channels] */
    dvdb_buffer out_weights,                      /* dtype [out_channels, in_channels, taps] */
    dvdb_buffer out_bias /* dtype [out_channels] */) DVDB_NOEXCEPT;

#endif
