/// Feature rows as the entries receive them: dtype, channels and fill value.
#pragma once

#include "_generated/inject_args.hpp"
#include "core/row_copies.hpp"

namespace dvdb {

/// The layout of the rows of checked arguments.
template <class Args>
RowForm row_form(const Args& a) {
  return {a.channels, dtype_bytes(a.dtype)};
}

/// Fills rows without a source with the value of checked arguments.
template <class Args>
MissingRows fill_of(const Args& a) {
  return {false, uint64_t(a.fill_high) << 32 | a.fill_low};
}

}  // namespace dvdb
