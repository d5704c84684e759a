/**
 * Samples along rays: compositing, its backward pass, and importance sampling.
 *
 * The samples of all rays are concatenated; the offsets of the rays are host arrays int64 [n_rays + 1] that start at 0,
 * do not descend and end at the number of samples. f16 and f32 are computed in single precision, f64 in double
 * precision, in an order that depends only on the number of samples of a ray.
 */
#ifndef DENOVDB_RENDER_H
#define DENOVDB_RENDER_H

#include "abi.h"

/**
 * Composites the samples of each ray front to back, up to and including the sample at which the transmittance drops to
 * the threshold or below. Later samples have weight 0.
 */
DVDB_API dvdb_status dvdb_volume_render(
    dvdb_context context,
    dvdb_buffer sigmas,                           /* dtype [n] */
    dvdb_buffer rgbs,                             /* dtype [n, channels] */
    dvdb_buffer deltas,                           /* dtype [n] */
    dvdb_buffer ts,                               /* dtype [n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 1073741824 */
    DVDB_IN const int64_t *offsets,               /* [n_rays + 1] */
    uint32_t n_rays,
    double transmittance_threshold,                             /* 0 to 1 */
    dvdb_buffer out_rgb,                          /* dtype [n_rays, channels] */
    dvdb_buffer out_depth,                        /* dtype [n_rays] */
    dvdb_buffer out_opacity,                      /* dtype [n_rays] */
    dvdb_buffer out_weights,                      /* dtype [n] */
    dvdb_buffer out_counts /* i64 [n_rays], number of samples composited */) DVDB_NOEXCEPT;

/**
 * Backward pass of dvdb_volume_render. Results without gradients have no influence on the loss. Samples that were not
 * composited get gradient 0.
 */
DVDB_API dvdb_status dvdb_volume_render_backward(
    dvdb_context context,
    dvdb_buffer sigmas,                           /* dtype [n] */
    dvdb_buffer rgbs,                             /* dtype [n, channels] */
    dvdb_buffer deltas,                           /* dtype [n] */
    dvdb_buffer ts,                               /* dtype [n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    int64_t channels,                             /* 0 to 1073741824 */
    DVDB_IN const int64_t *offsets,               /* [n_rays + 1] */
    uint32_t n_rays,
    double transmittance_threshold,                             /* 0 to 1 */
    dvdb_buffer rgb_gradients,                    /* dtype [n_rays, channels]; 0 for none */
    dvdb_buffer depth_gradients,                  /* dtype [n_rays]; 0 for none */
    dvdb_buffer opacity_gradients,                /* dtype [n_rays]; 0 for none */
    dvdb_buffer weight_gradients,                 /* dtype [n]; 0 for none */
    dvdb_buffer out_sigmas,                       /* dtype [n]; 0 for none */
    dvdb_buffer out_rgbs,                         /* dtype [n, channels]; 0 for none */
    dvdb_buffer out_deltas,                       /* dtype [n]; 0 for none */
    dvdb_buffer out_ts /* dtype [n]; 0 for none */) DVDB_NOEXCEPT;

/**
 * Draws `count` positions along each ray that has intervals, in ascending order, from the piecewise constant density in
 * which the probability of an interval is proportional to its weight.
 * With `checked`, weights outside 0 to 1e280, and intervals that are not finite, descend or start before the end of the
 * one before, are DVDB_INVALID_DATA; the message tells how many, and the call waits. Without, such weights count as 0,
 * and the call does not wait.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_sample_rays_by_weight(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer intervals,                        /* dtype [n, 2] */
    dvdb_buffer weights,                          /* dtype [n] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32 or DVDB_F64 */
    int64_t n,
    DVDB_IN const int64_t *offsets,               /* [n_rays + 1] */
    uint32_t n_rays,
    int64_t count,                                /* 0 or more */
    uint32_t stratified,                          /* 0: the middle of each stratum, 1: a random position in it */
    uint32_t seed_low, uint32_t seed_high,
    uint32_t checked,                             /* 0 or 1 */
    int64_t n_out,                                /* count times the rays that have intervals */
    dvdb_buffer out /* dtype [n_out] */) DVDB_NOEXCEPT;

#endif
