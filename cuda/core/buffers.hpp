/// Buffers that entries allocate themselves, because only they know the size of their results.
#pragma once

#include "backend/api/memory.hpp"
#include "core/handles.hpp"

namespace dvdb {

/// Allocates memory for results; 0 bytes give a null `out`.
Status make_storage(Context& context, int64_t n_bytes, std::shared_ptr<Storage>& out);

/// Makes a buffer that views a range of the storage, and writes its handle, which the caller of the entry owns.
Status publish_span(Context& context, std::shared_ptr<Storage> storage, int64_t offset, int64_t n_bytes,
                    dvdb_buffer* out);

}  // namespace dvdb
