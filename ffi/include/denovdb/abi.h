/**
 * Types, statuses, dtypes, contexts and introspection.
 *
 * Rules of this ABI, which ffi/_gen/parse_header.ts enforces:
 * - every function returns dvdb_status and never throws;
 * - arguments are scalars, caller-owned host memory (DVDB_IN, DVDB_OUT) and u32 handles;
 * - no device pointers, callbacks, returned strings or structs by value;
 * - sizes that can pass 2^31 are int64_t;
 * - a DVDB_NONBLOCKING function may wait for the device; its second parameter is a ticket.
 */
#ifndef DENOVDB_ABI_H
#define DENOVDB_ABI_H

#include <stdint.h>

/** Read by the call: caller-owned host memory. */
#define DVDB_IN
/** Written by the call: caller-owned host memory. */
#define DVDB_OUT
/** The call may wait for the device, so the bindgen adds an asynchronous twin. */
#define DVDB_NONBLOCKING

#ifdef __cplusplus
#define DVDB_API extern "C" __attribute__((visibility("default")))
#define DVDB_NOEXCEPT noexcept
#else
#define DVDB_API
#define DVDB_NOEXCEPT
#endif

/** Outcome of a call: one of dvdb_status_code. */
typedef int32_t dvdb_status;
/** A device with its stream, allocator and last error. 0 is no context. */
typedef uint32_t dvdb_context;
/** A span of device memory. Views share its storage, which is reference-counted. */
typedef uint32_t dvdb_buffer;
/** A batch of index grids. */
typedef uint32_t dvdb_grid;
/** The plan of a sparse convolution: which source voxels each target voxel reads. */
typedef uint32_t dvdb_conv_plan;
/** A level-of-detail tree of a point cloud. */
typedef uint32_t dvdb_lod;
/** A point in the sequence of work that a context has enqueued. */
typedef uint32_t dvdb_event;
/**
 * A position in a context's call order, reserved ahead of an asynchronous call. 0: the call takes the next position
 * when it starts.
 */
typedef uint32_t dvdb_ticket;

/** Status codes that calls return. Numbers are never reused. */
enum dvdb_status_code {
  /** The call succeeded. */
  DVDB_OK = 0,
  /** A value, shape, dtype or range is wrong; the caller can fix it. */
  DVDB_INVALID_ARGUMENT = 1,
  /** A handle is stale, forged, of another kind or of another context. */
  DVDB_INVALID_HANDLE = 2,
  /** This backend or device does not support the request. */
  DVDB_UNSUPPORTED = 3,
  /** Host or device memory ran out; the context stays usable. */
  DVDB_OUT_OF_MEMORY = 4,
  /** Data in device memory violates a requirement, for example a NaN coordinate. */
  DVDB_INVALID_DATA = 5,
  /** The device or its driver failed; the context is lost. */
  DVDB_DEVICE_FAULT = 6,
  /** An internal error: a bug in this library. */
  DVDB_INTERNAL = 7,
  /** dvdb_context_cancel ended the call; its results do not exist, and the context stays usable. */
  DVDB_CANCELED = 8
};

/** Element types. Numbers are never reused. */
enum dvdb_dtype {
  /** IEEE binary32. */
  DVDB_F32 = 0,
  /** IEEE binary16. */
  DVDB_F16 = 1,
  /** bfloat16: the upper half of a binary32. */
  DVDB_BF16 = 2,
  /** IEEE binary64. */
  DVDB_F64 = 3,
  /** Signed 32-bit integer. */
  DVDB_I32 = 4,
  /** Signed 64-bit integer. */
  DVDB_I64 = 5,
  /** Unsigned 8-bit integer. */
  DVDB_U8 = 6,
  /** One byte, 0 or 1. */
  DVDB_BOOL = 7,
  /** Unsigned 16-bit integer. */
  DVDB_U16 = 8,
  /** Signed 16-bit integer. */
  DVDB_I16 = 9
};

/** The backend that a library was built for. */
enum dvdb_backend {
  /** CPU threads. */
  DVDB_BACKEND_CPU = 0,
  /** One NVIDIA GPU per context. */
  DVDB_BACKEND_CUDA = 1
};

/** Positions in the array that dvdb_context_stats writes. */
enum dvdb_stat {
  /** Handles that have not been destroyed: buffers, grids, plans, trees and events. */
  DVDB_STAT_LIVE_HANDLES = 0,
  /** Device bytes held by live handles. */
  DVDB_STAT_LIVE_BYTES = 1,
  /** The most device bytes held at any time since the last reset, including scratch memory. */
  DVDB_STAT_PEAK_BYTES = 2,
  /** Device allocations made since the context was created. */
  DVDB_STAT_ALLOCATIONS = 3,
  /** The number of values that dvdb_context_stats writes. */
  DVDB_STAT_COUNT = 4
};

/** Writes the hash of the headers that this library was built from. */
DVDB_API dvdb_status dvdb_abi_hash(DVDB_OUT uint32_t *out_hash /* [1] */) DVDB_NOEXCEPT;

/** Writes the library's version as UTF-8 (at most `capacity` bytes) and its full length. */
DVDB_API dvdb_status dvdb_version(DVDB_OUT uint8_t *out_text /* [capacity] */, uint32_t capacity,
                                  DVDB_OUT uint32_t *out_length /* [1] */) DVDB_NOEXCEPT;

/** Writes one of dvdb_backend. */
DVDB_API dvdb_status dvdb_backend_kind(DVDB_OUT uint32_t *out_backend /* [1] */) DVDB_NOEXCEPT;

/**
 * Counts the devices that this library can use.
 * Without a usable driver the status is DVDB_UNSUPPORTED and dvdb_last_error(0) says why.
 */
DVDB_API dvdb_status dvdb_device_count(DVDB_OUT uint32_t *out_count /* [1] */) DVDB_NOEXCEPT;

/** Writes a device's name as UTF-8 (at most `capacity` bytes) and its full length. */
DVDB_API dvdb_status dvdb_device_name(uint32_t device, DVDB_OUT uint8_t *out_text /* [capacity] */,
                                      uint32_t capacity, DVDB_OUT uint32_t *out_length /* [1] */) DVDB_NOEXCEPT;

/**
 * Creates a context on a device. Its work on host threads uses `threads` of them, at most 1024: with 0, as many as the
 * process may use processors, by its affinity and the quotas of its control groups. A GPU uses one in any case.
 */
DVDB_API dvdb_status dvdb_context_create(uint32_t device, uint32_t threads,
                                         DVDB_OUT dvdb_context *out_context /* [1] */) DVDB_NOEXCEPT;

/** Sets the most device bytes that the context may hold, scratch memory included; an allocation beyond is out of memory. */
DVDB_API dvdb_status dvdb_context_limit_memory(dvdb_context context, int64_t bytes) DVDB_NOEXCEPT;

/** Writes the number of host threads that work of the context uses, the caller's included. */
DVDB_API dvdb_status dvdb_context_threads(dvdb_context context, DVDB_OUT uint32_t *out_threads /* [1] */) DVDB_NOEXCEPT;

/** Waits for the work of the context, frees everything that it still owns and destroys it. */
DVDB_API dvdb_status dvdb_context_destroy(dvdb_context context) DVDB_NOEXCEPT;

/** Reserves the next position in the context's call order for an asynchronous call. */
DVDB_API dvdb_status dvdb_context_reserve(dvdb_context context, DVDB_OUT dvdb_ticket *out_ticket /* [1] */) DVDB_NOEXCEPT;

/** Releases a reserved position that will not be used. */
DVDB_API dvdb_status dvdb_context_release(dvdb_context context, dvdb_ticket ticket) DVDB_NOEXCEPT;

/**
 * Ends the call at a reserved position early, from whichever thread, with DVDB_CANCELED: at once if it waits for its turn
 * or is still to come, else as soon as it looks, between chunks of work on a host and launches on a GPU. A call that is over or about to end is none the wiser. Calls that write to what was there before leave it
 * half-written.
 */
DVDB_API dvdb_status dvdb_context_cancel(dvdb_context context, dvdb_ticket ticket) DVDB_NOEXCEPT;

/** Waits until all work of the context has finished. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_context_synchronize(dvdb_context context, dvdb_ticket ticket) DVDB_NOEXCEPT;

/** Writes the counters of dvdb_stat. */
DVDB_API dvdb_status dvdb_context_stats(dvdb_context context, DVDB_OUT int64_t *out_stats /* [DVDB_STAT_COUNT] */) DVDB_NOEXCEPT;

/** Resets the peak byte counter to the number of bytes that are live now. */
DVDB_API dvdb_status dvdb_context_reset_peak(dvdb_context context) DVDB_NOEXCEPT;

/** For tests: makes the n-th allocation from now on fail once; 0 turns this off. */
DVDB_API dvdb_status dvdb_context_fail_allocation(dvdb_context context, uint32_t n) DVDB_NOEXCEPT;

/**
 * Copies the message of the context's last error as UTF-8 (at most `capacity` bytes) and writes its full length. For
 * context 0, or one that is not alive, it is the last error of the calls that had no valid context.
 */
DVDB_API dvdb_status dvdb_last_error(dvdb_context context, DVDB_OUT uint8_t *out_text /* [capacity] */, uint32_t capacity,
                                     DVDB_OUT uint32_t *out_length /* [1] */) DVDB_NOEXCEPT;

/** Does nothing on the device: measures the overhead of an empty call. */
DVDB_API dvdb_status dvdb_context_noop(dvdb_context context) DVDB_NOEXCEPT;

#endif
