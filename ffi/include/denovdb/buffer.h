/** Device memory. */
#ifndef DENOVDB_BUFFER_H
#define DENOVDB_BUFFER_H

#include "abi.h"

/** Allocates `n_bytes` bytes of device memory, 256-byte aligned; the contents are undefined. */
DVDB_API dvdb_status dvdb_buffer_create(dvdb_context context, int64_t n_bytes, DVDB_OUT dvdb_buffer *out_buffer /* [1] */) DVDB_NOEXCEPT;

/** Allocates n buffers of n_bytes[i] bytes as dvdb_buffer_create does, all of them or none. */
DVDB_API dvdb_status dvdb_buffer_create_all(dvdb_context context, uint32_t n, DVDB_IN const int64_t *n_bytes /* [n] */,
                                            DVDB_OUT dvdb_buffer *out_buffers /* [n] */) DVDB_NOEXCEPT;

/** Makes a handle to bytes [offset, offset + n_bytes) of a buffer. The storage is freed with its last handle. */
DVDB_API dvdb_status dvdb_buffer_view(dvdb_context context, dvdb_buffer buffer, int64_t offset, int64_t n_bytes,
                                      DVDB_OUT dvdb_buffer *out_buffer /* [1] */) DVDB_NOEXCEPT;

/** Destroys a handle; the memory is freed after the work that is already enqueued. */
DVDB_API dvdb_status dvdb_buffer_destroy(dvdb_context context, dvdb_buffer buffer) DVDB_NOEXCEPT;

/** Destroys n handles as dvdb_buffer_destroy does; none if one of them is not that of a buffer. */
DVDB_API dvdb_status dvdb_buffer_destroy_all(dvdb_context context, uint32_t n, DVDB_IN const uint32_t *buffers /* [n] */) DVDB_NOEXCEPT;

/** Writes the size of a buffer in bytes. */
DVDB_API dvdb_status dvdb_buffer_size(dvdb_context context, dvdb_buffer buffer, DVDB_OUT int64_t *out_bytes /* [1] */) DVDB_NOEXCEPT;

/** Copies host bytes to a buffer; the host memory may be reused when the call returns. */
DVDB_API dvdb_status dvdb_buffer_write(dvdb_context context, dvdb_buffer buffer, int64_t offset,
                                       DVDB_IN const uint8_t *data /* [n_bytes] */, int64_t n_bytes) DVDB_NOEXCEPT;

/** Copies bytes of a buffer to host memory and waits for them. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_buffer_read(dvdb_context context, dvdb_ticket ticket, dvdb_buffer buffer, int64_t offset,
                                                       DVDB_OUT uint8_t *out_data /* [n_bytes] */, int64_t n_bytes) DVDB_NOEXCEPT;

/** Fills bytes [offset, offset + n_bytes) with a pattern of 1, 2, 4 or 8 bytes (little-endian, low word first). */
DVDB_API dvdb_status dvdb_buffer_fill(dvdb_context context, dvdb_buffer buffer, int64_t offset, int64_t n_bytes,
                                      uint32_t pattern_low, uint32_t pattern_high, uint32_t pattern_bytes) DVDB_NOEXCEPT;

/** Copies bytes between buffers of one context; the ranges must not overlap. */
DVDB_API dvdb_status dvdb_buffer_copy(dvdb_context context, dvdb_buffer source, int64_t source_offset, dvdb_buffer target,
                                      int64_t target_offset, int64_t n_bytes) DVDB_NOEXCEPT;

/** Overlap of the memory of two buffers. */
enum dvdb_overlap {
  /** They share no bytes; empty buffers share none. */
  DVDB_OVERLAP_NONE = 0,
  /** They share some bytes, but not all. */
  DVDB_OVERLAP_PART = 1,
  /** They are the same bytes. */
  DVDB_OVERLAP_SAME = 2
};

/** Writes the dvdb_overlap of two buffers of one context. */
DVDB_API dvdb_status dvdb_buffer_overlap(dvdb_context context, dvdb_buffer a, dvdb_buffer b,
                                         DVDB_OUT uint32_t *out_overlap /* [1] */) DVDB_NOEXCEPT;

#endif
