/// Products along leaves and bricks against sums in double precision: all divisions of channels, kernels of all sizes,
/// leaves full and nearly empty, targets that are not the sources.
#include "backend/api/special/conv/leaf_gemm.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "gemm_case.hpp"

using namespace dvdb;
using namespace dvdb::test;

namespace {

using Voxel = std::array<int, 3>;

/// Voxels by leaves.
struct Blocks {
  std::vector<backend::VoxelBlock> blocks;
  std::map<Voxel, uint32_t> leaves;  // in the order of blocks
  std::map<Voxel, int32_t> rows;

  explicit Blocks(const std::vector<Voxel>& voxels) {
    std::map<Voxel, backend::VoxelBlock> found;
    for (const auto& [x, y, z] : voxels)
      found[{x >> 3, y >> 3, z >> 3}].mask[x & 7] |= uint64_t(1) << ((y & 7) * 8 + (z & 7));
    for (auto& [leaf, block] : found) {
      uint64_t count = 0;
      block.first = rows.size();
      for (int at = 0; at < 512; ++at) {
        if (at > 0 && at % 64 == 0) block.prefix |= count << (at / 64 - 1) * 9;
        if ((block.mask[at / 64] >> at % 64 & 1) == 0) continue;
        ++count;
        rows.emplace(Voxel{leaf[0] * 8 + at / 64, leaf[1] * 8 + at / 8 % 8, leaf[2] * 8 + at % 8},
                     int32_t(rows.size()));
      }
      leaves.emplace(leaf, uint32_t(blocks.size()));
      blocks.push_back(block);
    }
  }
};

/// Voxels of a box around the origin by chance, and one far away.
std::vector<Voxel> draw_voxels(Random& random, int size, int percent, const Voxel& low) {
  std::vector<Voxel> voxels{{100, -70, 7}};
  for (int at = 0; at < size * size * size; ++at) {
    if (int(random.below(100)) < percent)
      voxels.push_back({low[0] + at / size / size, low[1] + at / size % size, low[2] + at % size});
  }
  return voxels;
}

struct Layer {
  Voxel kernel;
  int64_t in;
  int64_t out;
  int size;     // of a box of voxels
  int percent;  // of these that are there
  bool same;    // targets are the sources
};

/// The products of a layer as both ways multiply them.
template <class T>
void check_layer(Context& context, const Layer& layer, uint64_t seed) {
  Random random(seed);
  const std::vector<Voxel> voxels = draw_voxels(random, layer.size, layer.percent, {-5, -5, -5});
  const Blocks source(voxels);
  const Blocks target(layer.same ? voxels : draw_voxels(random, layer.size, layer.percent, {-6, -4, -5}));
  const auto [x_taps, y_taps, z_taps] = layer.kernel;
  GemmCase<T> given(GemmSizes{x_taps * y_taps * z_taps, int64_t(target.rows.size()), int64_t(source.rows.size()),
                              layer.in, layer.out, 0},
                    seed);
  for (const auto& [voxel, row] : target.rows) {
    for (int64_t tap = 0; tap < given.s.taps; ++tap) {
      const int at[] = {int(tap) / z_taps / y_taps, int(tap) / z_taps % y_taps, int(tap) % z_taps};
      Voxel read = voxel;
      for (int axis = 0; axis < 3; ++axis) read[axis] += at[axis] - (layer.kernel[axis] - 1) / 2;
      const auto found = source.rows.find(read);
      if (found != source.rows.end()) given.map[size_t(tap * given.s.targets + row)] = found->second;
    }
  }
  std::vector<uint32_t> near;
  std::vector<uint64_t> bricks{0};
  for (const auto& [leaf, index] : target.leaves) {
    for (int at = 0; at < backend::LeafBlocks::kNear; ++at) {
      const auto found = source.leaves.find({leaf[0] + at / 9 - 1, leaf[1] + at / 3 % 3 - 1, leaf[2] + at % 3 - 1});
      near.push_back(found == source.leaves.end() ? UINT32_MAX : found->second);
    }
    for (uint64_t brick = 0; brick < backend::TargetBricks::kOfLeaf; ++brick) {
      bool any = false;
      for (uint64_t at = 0; at < 16; ++at) {
        const uint64_t slice = brick / 16 * 4 + at / 4;
        any |= (target.blocks[index].mask[slice] >> ((brick / 4 % 4 * 2 + at / 2 % 2) * 8 + brick % 4 * 2 + at % 2) &
                1) != 0;
      }
      if (any) bricks.push_back(uint64_t(index) * backend::TargetBricks::kOfLeaf + brick);
    }
  }
  bricks[0] = bricks.size() - 1;

  const DeviceArray<backend::VoxelBlock> target_blocks(context, target.blocks);
  const DeviceArray<backend::VoxelBlock> source_blocks(context, source.blocks);
  const DeviceArray<uint32_t> near_leaves(context, near);
  const DeviceArray<uint64_t> numbered(context, bricks);
  const DeviceArray<T> features(context, given.source);
  const DeviceArray<T> weights(context, given.weights);
  const DeviceArray<T> bias(context, given.bias);
  const DeviceArray<T> out(context, given.s.targets * layer.out);
  Random others(98);
  // Not where pieces of 16 bytes begin.
  const std::vector<T> added = draw_numbers<T>(others, given.s.targets * layer.out + 1);
  const DeviceArray<T> residual(context, added);
  for (const bool backward : {false, true}) {
    // The mirrored taps of a kernel without a middle would read elsewhere.
    if (backward && !std::all_of(layer.kernel.begin(), layer.kernel.end(), [](int taps) { return taps % 2 == 1; }))
      continue;
    backend::WindowGemm gemm{};
    gemm.map = {nullptr, given.s.taps, given.s.targets};
    gemm.is_bf16 = std::is_same_v<T, BFloat16>;
    gemm.source = reinterpret_cast<const uint16_t*>(features.data());
    gemm.in_channels = layer.in;
    gemm.weights = reinterpret_cast<const uint16_t*>(weights.data());
    gemm.out_channels = layer.out;
    gemm.backward = backward;
    gemm.bias = backward ? nullptr : reinterpret_cast<const uint16_t*>(bias.data());
    gemm.residual = backward ? nullptr : residual.data() + 1;
    gemm.relu = !backward;
    gemm.out = reinterpret_cast<uint16_t*>(out.data());
    backend::LeafBlocks leaves{};
    leaves.targets = target_blocks.data();
    leaves.n = int64_t(target.blocks.size());
    leaves.sources = source_blocks.data();
    leaves.near = near_leaves.data();
    for (int axis = 0; axis < 3; ++axis) {
      const int before = (layer.kernel[axis] - 1) / 2;
      leaves.taps[axis] = layer.kernel[axis];
      leaves.first[axis] = backward ? before : -before;
      leaves.step[axis] = backward ? -1 : 1;
    }
    for (const bool by_bricks : {false, true}) {
      if (by_bricks ? layer.kernel != Voxel{3, 3, 3} : layer.in > backend::kMostLeafChannels) continue;
      const auto multiply = [&] {
        REQUIRE(by_bricks ? backend::brick_gemm(context, gemm, leaves, {numbered.data(), given.s.targets})
                          : backend::leaf_gemm(context, gemm, leaves));
        return out.read();
      };
      const std::vector<T> got = multiply();
      CHECK(std::memcmp(got.data(), multiply().data(), got.size() * sizeof(T)) == 0);
      const double step = std::is_same_v<T, BFloat16> ? 0x1p-8 : 0x1p-11;
      for (int64_t r = 0; r < given.s.targets; r += given.s.targets > 1000 ? 7 : 1) {
        for (int64_t o = 0; o < layer.out; ++o) {
          BoundedSum wanted = given.sum_at(r, o, backward);
          if (!backward) {
            wanted.sum += load_as<double>(given.bias[size_t(o)]);
            wanted.sum = std::max(0.0, wanted.sum + load_as<double>(added[size_t(r * layer.out + o + 1)]));
          }
          const double found = load_as<double>(got[size_t(r * layer.out + o)]);
          if (!wanted.admits(found, step, 1e-6)) CHECK_EQUAL(found, wanted.sum);
        }
      }
    }
  }
}

const std::vector<Layer> kLayers = {
    {{3, 3, 3}, 8, 16, 12, 50, true},     {{3, 3, 3}, 16, 32, 12, 90, true},  {{3, 3, 3}, 32, 32, 24, 3, true},
    {{3, 3, 3}, 5, 7, 12, 100, false},    {{3, 3, 3}, 17, 40, 16, 60, false}, {{3, 3, 3}, 9, 16, 24, 20, true},
    {{3, 3, 3}, 31, 1, 12, 100, true},    {{3, 3, 3}, 0, 8, 8, 50, true},     {{3, 3, 3}, 64, 64, 12, 60, true},
    {{3, 3, 3}, 100, 130, 12, 90, false}, {{5, 5, 5}, 8, 8, 12, 70, true},    {{7, 1, 6}, 24, 24, 12, 100, false},
    {{7, 7, 7}, 3, 16, 12, 100, true},    {{2, 4, 3}, 16, 8, 12, 50, false},  {{1, 1, 1}, 32, 32, 8, 100, true},
    {{7, 7, 7}, 32, 17, 10, 60, true},
};

}  // namespace

TEST(products_along_leaves_are_close_to_sums_in_double_precision) {
  if (!backend::has_matrix_units(context)) return;
  uint64_t seed = 1;
  for (const Layer& layer : kLayers) {
    check_layer<Half>(context, layer, seed);
    check_layer<BFloat16>(context, layer, seed++);
  }
}
