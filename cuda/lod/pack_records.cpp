/// Records packed from columns.
#include <cstring>
#include <memory>
#include <new>

#include "_generated/records_args.hpp"
#include "backend/api/launch.hpp"

using namespace dvdb;

namespace {

constexpr int64_t kMostValues = 1 << 12;

/// A value of every row, and its position in the record. Adjacent values of one column are merged where the result is
/// the same.
struct Field {
  const uint8_t* column;
  int64_t stride;  // bytes of a row
  int32_t bytes;   // 1, 2, 4 or 8
  int32_t begin;   // in the record
  int32_t zeros;   // bytes behind it
};

struct PackRecord {
  static constexpr int64_t kTile = 256;  // records that a thread of a host has in its caches
  static constexpr int64_t kAhead = 16;
  const Field* fields;
  int32_t n;
  bool is_copy;         // records are rows of one column as they are
  const int64_t* rows;  // [n_records], or none: record i is of row i
  int64_t n_rows;
  int64_t stride;
  uint64_t* n_missing;
  uint8_t* out;

  /// Rows that do not exist are counted, and replaced by valid ones.
  DVDB_FN int64_t row_at(int64_t i) const {
    const int64_t row = rows[i];
    return uint64_t(row) < uint64_t(n_rows) ? row : 0;
  }
  DVDB_FN void check(int64_t i) const {
    if (rows != nullptr && uint64_t(rows[i]) >= uint64_t(n_rows)) backend::atomic_add(n_missing, uint64_t(1));
  }
  DVDB_FN void operator()(int64_t i) const {
    check(i);
    for (int32_t f = 0; f < n; ++f) take(fields[f], i, i + 1);
  }
  void run_on_host(int64_t begin, int64_t end) const {
    for (int64_t i = begin; rows != nullptr && i < end; ++i) check(i);
    if (rows != nullptr && is_copy) return copy_rows(begin, end);
    for (int64_t first = begin; first < end; first += kTile) {
      for (int32_t f = 0; f < n; ++f) take(fields[f], first, min_of(end, first + kTile));
    }
  }
  /// Rows of one column in any order: later rows are prefetched while earlier ones are copied.
  void copy_rows(int64_t begin, int64_t end) const {
    const uint8_t* column = fields[0].column;
    for (int64_t i = begin; i < end; ++i) {
      const uint8_t* later = column + row_at(min_of(i + kAhead, end - 1)) * stride;
      __builtin_prefetch(later);
      __builtin_prefetch(later + stride - 1);
      std::memcpy(out + i * stride, column + row_at(i) * stride, size_t(stride));
    }
  }
  DVDB_FN void take(const Field& field, int64_t begin, int64_t end) const {
    switch (field.bytes) {
      case 1: return take_values<uint8_t>(field, begin, end);
      case 2: return take_values<uint16_t>(field, begin, end);
      case 4: return take_values<uint32_t>(field, begin, end);
      default: return take_values<uint64_t>(field, begin, end);
    }
  }
  template <class T>
  DVDB_FN void take_values(const Field& field, int64_t begin, int64_t end) const {
    if (field.zeros == 0) return write_values<T, T>(field, begin, end);
    if constexpr (sizeof(T) < 2) {
      if (sizeof(T) + field.zeros == 2) return write_values<T, uint16_t>(field, begin, end);
    }
    if constexpr (sizeof(T) < 4) {
      if (sizeof(T) + field.zeros == 4) return write_values<T, uint32_t>(field, begin, end);
    }
    if constexpr (sizeof(T) < 8) {
      if (sizeof(T) + field.zeros == 8) return write_values<T, uint64_t>(field, begin, end);
    }
    write_values<T, T>(field, begin, end);
    for (int64_t i = begin; i < end; ++i) {
      uint8_t* to = out + i * stride + field.begin + sizeof(T);
      for (int32_t k = 0; k < field.zeros; ++k) to[k] = 0;
    }
  }
  template <class T, class Written>
  DVDB_FN void write_values(const Field& field, int64_t begin, int64_t end) const {
    uint8_t* to = out + begin * stride + field.begin;
    const auto write = [&](const uint8_t* from) {
      T value;
      std::memcpy(&value, from, sizeof(T));
      const Written written = Written(value);
      std::memcpy(to, &written, sizeof(Written));
      to += stride;
    };
    if (rows == nullptr) {
      for (int64_t i = begin; i < end; ++i) write(field.column + i * field.stride);
    } else {
      for (int64_t i = begin; i < end; ++i) write(field.column + row_at(i) * field.stride);
    }
  }
};

Status refuse_records(Context& c, const char* name, int64_t value, const char* expected) {
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot pack records: %s is %lld, %s expected", name,
              static_cast<long long>(value), expected);
}

/// Writes what columns come to as values; none if `out` is null.
int64_t list_fields(const uint8_t* column, const int64_t* numbers, int64_t& record_bytes, Field* out) {
  const int64_t bytes = numbers[DVDB_RECORD_VALUE_BYTES];
  const int64_t stride = bytes * numbers[DVDB_RECORD_VALUES];
  const int64_t zeros = numbers[DVDB_RECORD_FIELD_BYTES] - bytes;
  int64_t n = 0;
  for (int64_t at = 0; at < stride; ++n) {
    int64_t joined = bytes;
    while (zeros == 0 && joined < 8 && at + 2 * joined <= stride) joined *= 2;
    if (out != nullptr) out[n] = {column + at, stride, int32_t(joined), int32_t(record_bytes), int32_t(zeros)};
    record_bytes += joined + zeros;
    at += joined;
  }
  return n;
}

Status read_fields(Context& c, const operators::PackRecordsArgs& a, backend::Scratch& memory, PackRecord& out) {
  int64_t record_bytes = 0;
  int64_t n = 0;
  for (uint32_t k = 0; k < a.n_columns; ++k) {
    const int64_t* own = a.fields + k * DVDB_RECORD_FIELD_COUNT;
    const int64_t bytes = own[DVDB_RECORD_VALUE_BYTES];
    const int64_t values = own[DVDB_RECORD_VALUES];
    const int64_t written = own[DVDB_RECORD_FIELD_BYTES];
    if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
      return refuse_records(c, "the number of bytes of a value", bytes, "1, 2, 4 or 8");
    if (values < 1 || values > kMostValues)
      return refuse_records(c, "the number of values of a row", values, "1 to 4096");
    if (written < bytes || written > 8)
      return refuse_records(c, "the number of bytes of a field", written, "those of the value to 8");
    n += list_fields(nullptr, own, record_bytes, nullptr);
  }
  if (record_bytes != a.record_bytes)
    return refuse_records(c, "the number of bytes of a record", a.record_bytes, "those of all fields");
  std::unique_ptr<Field[]> fields(new (std::nothrow) Field[size_t(n)]);
  if (!fields) return fail(c, DVDB_OUT_OF_MEMORY, "Cannot pack records: out of host memory");
  record_bytes = 0;
  int64_t at = 0;
  for (uint32_t k = 0; k < a.n_columns; ++k) {
    const int64_t* own = a.fields + k * DVDB_RECORD_FIELD_COUNT;
    Span<uint8_t> column;
    DVDB_TRY(
        take(c, "columns", a.columns[k], {a.n_rows, own[DVDB_RECORD_VALUES], own[DVDB_RECORD_VALUE_BYTES]}, column));
    at += list_fields(column.data, own, record_bytes, fields.get() + at);
  }
  Span<Field> held;
  DVDB_TRY(memory.allocate(n, held));
  DVDB_TRY(backend::upload(c, held.data, fields.get(), n * int64_t(sizeof(Field))));
  out.fields = held.data;
  out.n = int32_t(n);
  out.is_copy = a.n_columns == 1 && a.fields[DVDB_RECORD_FIELD_BYTES] == a.fields[DVDB_RECORD_VALUE_BYTES];
  return {};
}

}  // namespace

Status operators::pack_records(Context& c, const PackRecordsArgs& a) {
  if (a.n_fields != int64_t(a.n_columns) * DVDB_RECORD_FIELD_COUNT) {
    return refuse_records(c, "the number of field numbers", a.n_fields, "3 for each column");
  }
  if (!a.rows.given && a.n_records != a.n_rows)
    return refuse_records(c, "the number of records", a.n_records, "those of all rows");
  PackRecord pack{};
  backend::Scratch field_memory(c);
  DVDB_TRY(read_fields(c, a, field_memory, pack));
  if (a.n_rows == 0 && a.n_records > 0) return fail(c, DVDB_INVALID_DATA, "Cannot pack records: there are no rows");
  backend::Scratch memory(c);
  Span<uint64_t> missing;
  DVDB_TRY(memory.allocate(1, missing));
  DVDB_TRY(backend::fill(c, missing.data, 0, 8, 8));
  pack.rows = a.rows.data;
  pack.n_rows = a.n_rows;
  pack.stride = a.record_bytes;
  pack.n_missing = missing.data;
  pack.out = a.out.data;
  DVDB_TRY(backend::for_each(c, a.n_records, pack));
  uint64_t count = 0;
  DVDB_TRY(backend::download(c, &count, missing.data, 8));
  if (count == 0) return {};
  return fail(c, DVDB_INVALID_DATA, "Cannot pack records: of %lld rows %llu are not there, there are %lld",
              static_cast<long long>(a.n_records), static_cast<unsigned long long>(count),
              static_cast<long long>(a.n_rows));
}
