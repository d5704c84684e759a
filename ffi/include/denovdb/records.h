/** Point records: columns decoded from records, records packed from columns, and the value ranges of columns. */
#ifndef DENOVDB_RECORDS_H
#define DENOVDB_RECORDS_H

#include "abi.h"

/** Positions in the description of a column for dvdb_pack_records. Values are copied unchanged, lowest byte first. */
enum dvdb_record_field {
  /** Bytes of a value in the column: 1, 2, 4 or 8. */
  DVDB_RECORD_VALUE_BYTES = 0,
  /** Values in a row. */
  DVDB_RECORD_VALUES = 1,
  /** Bytes of a value in the record, at least as many as in the column, at most 8; the additional bytes are 0. */
  DVDB_RECORD_FIELD_BYTES = 2,
  /** The number of values of a description. */
  DVDB_RECORD_FIELD_COUNT = 3
};

/**
 * Decodes columns from LAS records (ASPRS LAS 1.4 R16, tables 7 to 17). Bytes after the fields of the format are
 * ignored. Colors become 8 bits for each channel: if no channel of any record exceeds 255 they are used as they are,
 * otherwise their upper bytes. Requesting colors or times from a format that has none is DVDB_INVALID_ARGUMENT. Waits
 * if it has to detect the width of the colors.
 */
DVDB_API dvdb_status dvdb_decode_las(
    dvdb_context context,
    dvdb_buffer records,                          /* u8 [n_records, record_length] */
    int64_t n_records,
    uint32_t record_length,                       /* bytes, at least those of the format */
    uint32_t format,                              /* 0 to 10 */
    DVDB_IN const double *transform,              /* [6] scale and offset of each axis; read for positions alone */
    uint32_t color_bits,                          /* 8 or 16: width of a channel in the file; 0: detected from these records */
    dvdb_buffer out_coordinates,                  /* i32 [n_records, 3], as stored; 0 for none */
    dvdb_buffer out_positions,                    /* f64 [n_records, 3], coordinate * scale + offset; 0 for none */
    dvdb_buffer out_colors,                       /* u8 [n_records, 3]; 0 for none */
    dvdb_buffer out_intensities,                  /* u16 [n_records]; 0 for none */
    dvdb_buffer out_classifications,              /* u8 [n_records], without flags; 0 for none */
    dvdb_buffer out_return_numbers,               /* u8 [n_records]; 0 for none */
    dvdb_buffer out_return_counts,                /* u8 [n_records]; 0 for none */
    dvdb_buffer out_point_sources,                /* u16 [n_records]; 0 for none */
    dvdb_buffer out_times,                        /* f64 [n_records]; 0 for none */
    DVDB_OUT uint32_t *out_color_bits /* [1] 8 or 16; color_bits if no colors are requested */) DVDB_NOEXCEPT;

/**
 * Packs rows of columns into records, one column after the other. Rows that do not exist are DVDB_INVALID_DATA. Waits.
 */
DVDB_API dvdb_status dvdb_pack_records(
    dvdb_context context,
    uint32_t n_columns,                           /* 0 to 32 */
    DVDB_IN const uint32_t *columns,              /* [n_columns], dvdb_buffer handles of n_rows rows each */
    int64_t n_fields,                             /* DVDB_RECORD_FIELD_COUNT for each column */
    DVDB_IN const int64_t *fields,                /* [n_fields] */
    int64_t n_rows,                               /* 0 or more */
    int64_t n_records,
    dvdb_buffer rows,                             /* i64 [n_records], row of each record, else all n_rows in order, n_records of them; 0 for none */
    int64_t record_bytes,                         /* of all fields together */
    dvdb_buffer out /* u8 [n_records, record_bytes] */) DVDB_NOEXCEPT;

/**
 * Writes the least and the greatest number of each column; NaN is ignored, and both are 0 if there is no number. Waits.
 */
DVDB_API dvdb_status dvdb_column_extremes(
    dvdb_context context,
    dvdb_buffer values,                           /* dtype [n_rows, channels] */
    uint32_t dtype,                               /* DVDB_U8, DVDB_U16, DVDB_I16, DVDB_I32, DVDB_F32 or DVDB_F64 */
    int64_t n_rows,
    uint32_t channels,                            /* 1 to 4096 */
    DVDB_OUT double *out_least,                   /* [channels] */
    DVDB_OUT double *out_most /* [channels] */) DVDB_NOEXCEPT;

#endif
