/// Batches of some grids of another batch, in any order; their nodes are copied.
#include <cstring>
#include <new>

#include "backend/api/launch.hpp"
#include "denovdb/grid.h"
#include "topology/derive.hpp"

using namespace dvdb;

namespace {

/// The source of one grid of the result, and the offsets to which its parts are copied.
struct KeptPart {
  GridView source;
  uint32_t grid;
  int64_t from[kStartCount];
  int64_t to[kStartCount];
};

/// Copies all nodes: words of upper nodes, words of lower nodes, leaves, heads.
struct CopyNodes {
  const KeptPart* parts;     // [n_grids]
  const int64_t* starts;     // [kStartCount, n_grids + 1]
  const double* transforms;  // [n_grids, 6]
  nodes::Nodes out;
  int64_t n_grids;

  int64_t items() const { return out.n_tiles * kUpperWords + out.n_lowers * kLowerWords + out.n_leaves + n_grids; }
  DVDB_FN int64_t part_of(StartKind kind, int64_t at) const {
    return last_not_above(starts + kind * (n_grids + 1), n_grids, at);
  }

  DVDB_FN void upper(int64_t i) const {
    const int64_t tile = i / kUpperWords;
    const KeptPart& part = parts[part_of(kTileStarts, tile)];
    const int64_t from = part.from[kTileStarts] + tile - part.to[kTileStarts];
    const NodeWord word = part.source.uppers[from * kUpperWords + i % kUpperWords];
    out.uppers[i] = {word.mask, uint32_t(int64_t(word.base) - part.from[kLowerStarts] + part.to[kLowerStarts]),
                     word.groups};
    if (i % kUpperWords == 0) out.tiles[tile] = part.source.tiles[from];
  }
  DVDB_FN void lower(int64_t i) const {
    const int64_t node = i / kLowerWords;
    const int64_t grid = part_of(kLowerStarts, node);
    const KeptPart& part = parts[grid];
    const int64_t from = part.from[kLowerStarts] + node - part.to[kLowerStarts];
    const NodeWord word = part.source.lowers[from * kLowerWords + i % kLowerWords];
    out.lowers[i] = {word.mask, uint32_t(int64_t(word.base) - part.from[kLeafStarts] + part.to[kLeafStarts]),
                     word.groups};
    if (i % kLowerWords == 0) out.lower_origins[node] = {part.source.lower_origins[from].ijk, uint32_t(grid)};
  }
  DVDB_FN void leaf(int64_t i) const {
    const KeptPart& part = parts[part_of(kLeafStarts, i)];
    Leaf copy = part.source.leaves[part.from[kLeafStarts] + i - part.to[kLeafStarts]];
    copy.first = uint64_t(int64_t(copy.first) - part.from[kRowStarts] + part.to[kRowStarts]);
    out.leaves[i] = copy;
  }
  DVDB_FN void head(int64_t grid) const {
    const KeptPart& part = parts[grid];
    GridHead copy = part.source.heads[part.grid];
    copy.first_row = part.to[kRowStarts];
    copy.first_tile = uint32_t(part.to[kTileStarts]);
    for (int axis = 0; axis < 3; ++axis) {
      copy.size[axis] = transforms[6 * grid + axis];
      copy.origin[axis] = transforms[6 * grid + 3 + axis];
    }
    out.heads[grid] = copy;
  }
  DVDB_FN void operator()(int64_t i) const {
    const int64_t upper_items = out.n_tiles * kUpperWords;
    const int64_t lower_items = out.n_lowers * kLowerWords;
    if (i < upper_items) return upper(i);
    if ((i -= upper_items) < lower_items) return lower(i);
    if ((i -= lower_items) < out.n_leaves) return leaf(i);
    head(i - out.n_leaves);
  }
};

/// Concatenates the selected grids. The host knows all sizes and offsets, so only the copy runs on the device.
class Selection {
 public:
  Selection(Context& context, const nodes::Transforms& transforms)
      : context_(context), transforms_(transforms), table_(context), storage_(context) {}

  Status run(const uint32_t* grids, uint32_t n_sources, const uint32_t* sources, const uint32_t* indices,
             std::unique_ptr<GridBatch>& out) {
    const int64_t n = transforms_.n_grids;
    backend::Layout layout;
    const int64_t parts = layout.reserve<KeptPart>(n);
    const int64_t starts = layout.reserve<int64_t>(kStartCount * (n + 1));
    const int64_t transforms = layout.reserve<double>(6 * n);
    const std::unique_ptr<uint8_t[]> image(new (std::nothrow) uint8_t[size_t(layout.bytes())]());
    if (!image) return fail(context_, DVDB_OUT_OF_MEMORY, "Cannot %s: out of host memory", kWhat);
    std::unique_ptr<GridBatch> batch;
    DVDB_TRY(nodes::make_batch(context_, kWhat, n, batch));
    int64_t* ends = batch->starts.get();
    for (int64_t i = 0; i < n; ++i) {
      KeptPart& part = nodes::at<KeptPart>(image.get(), parts)[i];
      const GridBatch* source = nullptr;
      DVDB_TRY(find_source(grids, n_sources, sources[i], indices[i], &source));
      part.source = source->view;
      part.grid = indices[i];
      for (int kind = 0; kind < kStartCount; ++kind) {
        const int64_t* own = source->starts_of(StartKind(kind)) + indices[i];
        int64_t* to = ends + kind * (n + 1) + i;
        part.from[kind] = own[0];
        part.to[kind] = to[0];
        to[1] = to[0] + own[1] - own[0];
      }
      std::memcpy(&batch->bounds[size_t(6 * i)], &source->bounds[size_t(6 * indices[i])], 6 * sizeof(int32_t));
    }
    std::memcpy(nodes::at<int64_t>(image.get(), starts), ends, size_t(kStartCount * (n + 1)) * sizeof(int64_t));
    transforms_.write(nodes::at<double>(image.get(), transforms));
    DVDB_TRY(table_.allocate(layout.bytes()));
    DVDB_TRY(backend::upload(context_, table_.data(), image.get(), layout.bytes()));
    void* base = table_.data();
    CopyNodes copy = {};
    copy.parts = nodes::at<KeptPart>(base, parts);
    copy.starts = nodes::at<int64_t>(base, starts);
    copy.transforms = nodes::at<double>(base, transforms);
    copy.out.n_tiles = batch->starts[size_t(kTileStarts * (n + 1) + n)];
    copy.out.n_lowers = batch->starts[size_t(kLowerStarts * (n + 1) + n)];
    copy.out.n_leaves = batch->starts[size_t(kLeafStarts * (n + 1) + n)];
    copy.n_grids = n;
    DVDB_TRY(nodes::place_result(context_, kWhat, n, storage_, copy.out));
    DVDB_TRY(backend::for_each(context_, copy.items(), copy));
    DVDB_TRY(nodes::adopt_result(context_, kWhat, n, copy.out, storage_, *batch));
    out = std::move(batch);
    return {};
  }

 private:
  static constexpr const char* kWhat = "select grids";

  Status find_source(const uint32_t* grids, uint32_t n_sources, uint32_t source, uint32_t index,
                     const GridBatch** out) {
    if (source >= n_sources)
      return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot select grids: batch %u is not below %u", source, n_sources);
    GridBatch* batch = nullptr;
    DVDB_TRY(find(context_, grids[source], &batch));
    if (int64_t(index) >= batch->view.n_grids) {
      return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot select grids: grid %u is not below %lld", index,
                  static_cast<long long>(batch->view.n_grids));
    }
    *out = batch;
    return {};
  }

  Context& context_;
  const nodes::Transforms transforms_;
  backend::Scratch table_;
  backend::Scratch storage_;
};

}  // namespace

Status operators::select_grids(Context& c, const SelectGridsArgs& a) {
  if (a.n_grids > DVDB_MAX_GRIDS) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot select grids: %u grids, at most %d are possible", a.n_grids,
                int(DVDB_MAX_GRIDS));
  }
  return derive(c, a, [&](const nodes::Transforms& transforms, std::unique_ptr<GridBatch>& out) -> Status {
    Selection selection(c, transforms);
    return selection.run(a.grids, a.n_sources, a.sources, a.indices, out);
  });
}
