/** Events: timestamps in the sequence of a context's work. */
#ifndef DENOVDB_EVENT_H
#define DENOVDB_EVENT_H

#include "abi.h"

/** Records an event after the work enqueued so far. */
DVDB_API dvdb_status dvdb_event_record(dvdb_context context, DVDB_OUT dvdb_event *out_event /* [1] */) DVDB_NOEXCEPT;

/** Destroys an event. */
DVDB_API dvdb_status dvdb_event_destroy(dvdb_context context, dvdb_event event) DVDB_NOEXCEPT;

/** Waits for both events and writes the time between them in milliseconds. */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_event_elapsed(dvdb_context context, dvdb_ticket ticket, dvdb_event start, dvdb_event stop,
                                                         DVDB_OUT double *out_milliseconds /* [1] */) DVDB_NOEXCEPT;

#endif
