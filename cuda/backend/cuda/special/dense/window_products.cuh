/// Products of many rows with one matrix, by windows of rows.
#pragma once

#include "backend/api/special/dense/products.hpp"

namespace dvdb::backend {

/// Whether there are enough rows, columns and depth for `multiply_windows`, and all runs are whole pieces of 16 bytes.
bool suits_windows(Context& context, const UnitProduct& unit, const ProductParts& parts);

/// The product of such operands; `unit.sums` is ignored.
Status multiply_windows(Context& context, const UnitProduct& unit);

}  // namespace dvdb::backend
