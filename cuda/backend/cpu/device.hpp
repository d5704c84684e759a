/// What the CPU backend keeps for a context.
#pragma once

#include "core/context.hpp"

namespace dvdb::backend {

struct Device {};

}  // namespace dvdb::backend
