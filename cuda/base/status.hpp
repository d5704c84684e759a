/// Outcomes of native functions. Nothing throws; a failure carries its text in the context.
#pragma once

#include "denovdb/abi.h"

namespace dvdb {

struct Context;

/// Outcome of an operation; dropping one is a compile error.
class [[nodiscard]] Status {
 public:
  Status() = default;
  explicit Status(dvdb_status code) : code_(code) {}

  bool ok() const { return code_ == DVDB_OK; }
  dvdb_status code() const { return code_; }

 private:
  dvdb_status code_ = DVDB_OK;
};

/// Sets the context's last error to a printf-style text, and returns the failure.
[[gnu::format(printf, 3, 4)]] Status fail(Context& context, dvdb_status_code code, const char* format, ...);

}  // namespace dvdb

/// Returns from the enclosing function when an operation failed.
#define DVDB_TRY(expression)                          \
  do {                                                \
    const ::dvdb::Status dvdb_status_ = (expression); \
    if (!dvdb_status_.ok()) return dvdb_status_;      \
  } while (false)
