/// Blocks: what members tell each other through the memory that they share.
#include "backend/api/launch.hpp"

#include "check.hpp"

using namespace dvdb;
using namespace dvdb::backend;
using namespace dvdb::test;

namespace {

/// Each block writes all of its memory, adds up what others wrote, and says how often something was wrong.
template <int kInBlock, int kBlocks>
struct AskBlock {
  static constexpr int kThreads = kInBlock;
  static constexpr int kAtOnce = kBlocks;
  uint32_t* wrong;  // [n]
  int64_t* words;   // [n]

  DVDB_FN void operator()(int64_t i, const Block& block, const Span<uint32_t>& memory) const {
    uint32_t (&sums)[32] = *reinterpret_cast<uint32_t (*)[32]>(memory.data);
    const uint32_t before = block.sum_before(uint32_t(block.rank % 7) + uint32_t(i), sums);
    uint32_t wanted = 0;
    for (int other = 0; other < block.rank; ++other) wanted += uint32_t(other % 7) + uint32_t(i);
    block.wait();
    for (int64_t k = block.rank; k < memory.size; k += block.size) memory[k] = uint32_t(k * (i + 1));
    if (block.rank == 0) words[i] = memory.size;
    block.wait();
    uint32_t misses = before != wanted ? 1 : 0;
    for (int64_t k = block.size - 1 - block.rank; k < memory.size; k += block.size)
      misses += memory[k] != uint32_t(k * (i + 1)) ? 1 : 0;
    if (misses != 0) atomic_add(&wrong[i], misses);
  }
};

/// The same for blocks to which few words are of use.
struct AskSmallBlock : AskBlock<256, 4> {
  static constexpr int64_t kMostWords = 1000;
};

template <class Ask>
void ask_blocks(Context& context, int64_t least_words = kLeastBlockWords) {
  for (const int64_t n : {0, 1, 3, 1000}) {
    const DeviceArray<uint32_t> wrong(context, n);
    const DeviceArray<int64_t> words(context, n);
    REQUIRE(fill(context, wrong.data(), 0, 4, n * 4));
    REQUIRE(for_each_block(context, n, Ask{wrong.data(), words.data()}));
    CHECK_SAME(wrong.read(), std::vector<uint32_t>(size_t(n)));
    for (const int64_t seen : words.read()) CHECK(seen >= least_words);
  }
}

}  // namespace

TEST(blocks_share_memory) {
  ask_blocks<AskBlock<512, 2>>(context);
  ask_blocks<AskBlock<1024, 1>>(context);
  ask_blocks<AskBlock<32, 1>>(context);
  ask_blocks<AskSmallBlock>(context, AskSmallBlock::kMostWords);
}
