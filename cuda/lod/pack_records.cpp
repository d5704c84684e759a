/// Records of points put together of columns.
#include <cstring>

#include "backend/launch.hpp"
#include "core/entry.hpp"
#include "core/words.hpp"
#include "denovdb/records.h"

using namespace dvdb;

namespace {

constexpr uint32_t kMostColumns = 32;
constexpr int64_t kMostValues = 1 << 16;

struct Field {
  const uint8_t* column;
  int32_t bytes;    // of a value in the column
  int32_t values;   // of a row
  int32_t written;  // bytes of a value in the record
};

struct Fields {
  Field fields[kMostColumns];
  int32_t n;
};

/// Puts one record together.
struct PackRecord {
  Fields fields;
  const int64_t* rows;
  int64_t n_rows;
  uint64_t* n_missing;

  DVDB_FN void operator()(int64_t i, uint8_t* out) const {
    int64_t row = rows[i];
    if (uint64_t(row) >= uint64_t(n_rows)) {
      backend::atomic_add(n_missing, uint64_t(1));
      if (n_rows == 0) return;
      row = 0;
    }
    for (int32_t f = 0; f < fields.n; ++f) {
      const Field& field = fields.fields[f];
      const uint8_t* from = field.column + row * field.values * field.bytes;
      if (field.bytes == field.written) {
        out = copy(from, field.values * field.bytes, out);
        continue;
      }
      for (int32_t k = 0; k < field.values; ++k) {
        uint64_t value = 0;
        for (int32_t b = 0; b < field.bytes; ++b) value |= uint64_t(from[k * field.bytes + b]) << (8 * b);
        for (int32_t b = 0; b < field.written; ++b) *out++ = uint8_t(value >> (8 * b));
      }
    }
  }
  DVDB_FN static uint8_t* copy(const uint8_t* from, int32_t bytes, uint8_t* out) {
    for (; bytes >= 8; bytes -= 8) copy_word<uint64_t>(from, out);
    if ((bytes & 4) != 0) copy_word<uint32_t>(from, out);
    if ((bytes & 2) != 0) copy_word<uint16_t>(from, out);
    if ((bytes & 1) != 0) copy_word<uint8_t>(from, out);
    return out;
  }
  template <class T>
  DVDB_FN static void copy_word(const uint8_t*& from, uint8_t*& out) {
    std::memcpy(out, from, sizeof(T));
    from += sizeof(T);
    out += sizeof(T);
  }
};

Status refuse(Context& c, const char* name, int64_t value, const char* expected) {
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot pack records: %s is %lld, %s expected", name, static_cast<long long>(value), expected);
}

Status read_fields(Context& c, uint32_t n_columns, const uint32_t* columns, const int64_t* numbers, int64_t n_rows, int64_t& record_bytes, Fields& out) {
  record_bytes = 0;
  out.n = int32_t(n_columns);
  for (uint32_t f = 0; f < n_columns; ++f) {
    const int64_t* own = numbers + f * DVDB_RECORD_FIELD_COUNT;
    const int64_t bytes = own[DVDB_RECORD_VALUE_BYTES];
    const int64_t values = own[DVDB_RECORD_VALUES];
    const int64_t written = own[DVDB_RECORD_FIELD_BYTES];
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8) return refuse(c, "the number of bytes of a value", bytes, "1, 2, 4 or 8");
    if (values < 1 || values > kMostValues) return refuse(c, "the number of values of a row", values, "1 to 65536");
    if (written < bytes || written > 8) return refuse(c, "the number of bytes of a field", written, "those of the value to 8");
    Span<uint8_t> column;
    DVDB_TRY(borrow(c, columns[f], n_rows * values * bytes, "columns", column));
    out.fields[f] = {column.data, int32_t(bytes), int32_t(values), int32_t(written)};
    record_bytes += values * written;
  }
  return {};
}

}  // namespace

dvdb_status dvdb_pack_records(dvdb_context context, uint32_t n_columns, const uint32_t* columns, int64_t n_fields, const int64_t* fields,
                              int64_t n_rows, int64_t n_records, dvdb_buffer rows, int64_t record_bytes, dvdb_buffer out) noexcept {
  return entry(context, [=](Context& c) -> Status {
    if (n_columns < 1 || n_columns > kMostColumns) return refuse(c, "the number of columns", n_columns, "1 to 32");
    if (n_fields != int64_t(n_columns) * DVDB_RECORD_FIELD_COUNT) return refuse(c, "the number of field numbers", n_fields, "3 for each column");
    if (n_rows < 0 || n_records < 0) return refuse(c, "the number of rows", min_of(n_rows, n_records), "0 or more");
    DVDB_TRY(require(c, columns, 1, "columns"));
    DVDB_TRY(require(c, fields, 1, "fields"));
    PackRecord pack{};
    int64_t bytes = 0;
    DVDB_TRY(read_fields(c, n_columns, columns, fields, n_rows, bytes, pack.fields));
    if (bytes != record_bytes) return refuse(c, "the number of bytes of a record", record_bytes, "those of all fields");
    Span<int64_t> wanted;
    Span<uint8_t> records;
    DVDB_TRY(borrow(c, rows, n_records, "rows", wanted));
    DVDB_TRY(borrow(c, out, n_records * bytes, "out", records));
    backend::Scratch memory(c);
    Span<uint64_t> missing;
    DVDB_TRY(memory.allocate(1, missing));
    DVDB_TRY(backend::fill(c, missing.data, 0, 8, 8));
    pack.rows = wanted.data;
    pack.n_rows = n_rows;
    pack.n_missing = missing.data;
    DVDB_TRY(backend::for_each_run(c, n_records, bytes, records.data, pack));
    uint64_t count = 0;
    DVDB_TRY(backend::download(c, &count, missing.data, 8));
    if (count == 0) return {};
    return fail(c, DVDB_INVALID_DATA, "Cannot pack records: of %lld rows %llu are not there, there are %lld", static_cast<long long>(n_records),
                static_cast<unsigned long long>(count), static_cast<long long>(n_rows));
  });
}
