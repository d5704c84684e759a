/// Making buffers for entries whose results have a size that only they know.
#pragma once

#include "backend/memory.hpp"
#include "core/handles.hpp"

namespace dvdb {

/// Allocates memory for results; none for no bytes.
Status make_storage(Context& context, int64_t n_bytes, std::shared_ptr<Storage>& out);

/// Makes a buffer of a part of it and writes the handle, which the caller of the entry owns.
Status publish_span(Context& context, std::shared_ptr<Storage> storage, int64_t offset, int64_t n_bytes, dvdb_buffer* out);

}  // namespace dvdb
