/**
 * Records of points: columns taken out of records, records put together of columns, and what columns hold.
 */
#ifndef DENOVDB_RECORDS_H
#define DENOVDB_RECORDS_H

#include "abi.h"

/** Places of a column that dvdb_pack_records takes. Values are copied as they are, lowest byte first. */
enum dvdb_record_field {
  /** Bytes of a value in the column: 1, 2, 4 or 8. */
  DVDB_RECORD_VALUE_BYTES = 0,
  /** Values of a row. */
  DVDB_RECORD_VALUES = 1,
  /** Bytes of a value in the record, not fewer, at most 8; those above are 0. */
  DVDB_RECORD_FIELD_BYTES = 2,
  /** How many numbers a column has. */
  DVDB_RECORD_FIELD_COUNT = 3
};

/**
 * Takes columns out of LAS records (ASPRS LAS 1.4 R16, tables 7 to 17). Bytes behind the fields of the format are passed
 * over. Colours become 8 bits a channel: where no channel of any record exceeds 255 they are taken as they are, else
 * their upper bytes. Formats without colour or time leave what is asked for DVDB_INVALID_ARGUMENT. Waits if it decides.
 */
DVDB_API dvdb_status dvdb_decode_las(
    dvdb_context context,
    dvdb_buffer records,                          /* u8 [n_records, record_length] */
    int64_t n_records,
    uint32_t record_length,                       /* bytes, at least those of the format */
    uint32_t format,                              /* 0 to 10 */
    DVDB_IN const double *transform,              /* [6] scale and offset of each axis; read for positions alone */
    uint32_t color_bits,                          /* 8 or 16: of a channel in the file; 0: it is decided by these records */
    dvdb_buffer out_coordinates,                  /* i32 [n_records, 3] as stored; 0 for none */
    dvdb_buffer out_positions,                    /* f64 [n_records, 3] coordinate * scale + offset; 0 for none */
    dvdb_buffer out_colors,                       /* u8 [n_records, 3]; 0 for none */
    dvdb_buffer out_intensities,                  /* u16 [n_records]; 0 for none */
    dvdb_buffer out_classifications,              /* u8 [n_records] without flags; 0 for none */
    dvdb_buffer out_return_numbers,               /* u8 [n_records]; 0 for none */
    dvdb_buffer out_return_counts,                /* u8 [n_records]; 0 for none */
    dvdb_buffer out_point_sources,                /* u16 [n_records]; 0 for none */
    dvdb_buffer out_times,                        /* f64 [n_records]; 0 for none */
    DVDB_OUT uint32_t *out_color_bits /* [1] 8 or 16; color_bits where no colours are asked for */) DVDB_NOEXCEPT;

/** Puts records together of rows of columns, column after column. Rows that are not there are DVDB_INVALID_DATA. Waits. */
DVDB_API dvdb_status dvdb_pack_records(
    dvdb_context context,
    uint32_t n_columns,                           /* at most 32 */
    DVDB_IN const uint32_t *columns,              /* [n_columns], dvdb_buffer handles of n_rows rows each */
    int64_t n_fields,                             /* DVDB_RECORD_FIELD_COUNT for each column */
    DVDB_IN const int64_t *fields,                /* [n_fields] */
    int64_t n_rows,
    int64_t n_records,
    dvdb_buffer rows,                             /* i64 [n_records] row of each record, all n_rows in order, as many as n_records; 0 for none */
    int64_t record_bytes,                         /* of all fields together */
    dvdb_buffer out /* u8 [n_records, record_bytes] */) DVDB_NOEXCEPT;

/** Writes the least and the greatest number of each column; NaN is passed over, and 0 is told where there is none. Waits. */
DVDB_API dvdb_status dvdb_column_extremes(
    dvdb_context context,
    dvdb_buffer values,                           /* dtype [n_rows, channels] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_I32, DVDB_F32 or DVDB_F64 */
    int64_t n_rows,
    uint32_t channels,                            /* at most 4096 */
    DVDB_OUT double *out_least,                   /* [channels] */
    DVDB_OUT double *out_most /* [channels] */) DVDB_NOEXCEPT;

#endif
