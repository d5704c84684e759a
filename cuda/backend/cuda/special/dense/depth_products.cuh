/// Products of which few results are sums over many rows, in parts.
#pragma once

#include "backend/api/special/dense/products.hpp"

namespace dvdb::backend {

/// Whether operands are rows of whole pieces of 16 bytes, whose products are summed in several parts.
bool suits_depth(const UnitProduct& unit, const ProductParts& parts);

/// The sums of the parts of such operands.
Status multiply_depth(Context& context, const UnitProduct& unit, const ProductParts& parts);

}  // namespace dvdb::backend
