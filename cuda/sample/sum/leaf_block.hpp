/// Blocks that process a leaf each: its voxels, the points that have voxels in it, and their cells.
#pragma once

#include "backend/api/launch.hpp"
#include "core/leaf_places.hpp"
#include "sample/sum/leaf_points.hpp"

namespace dvdb::sample {

/// A leaf and its points, in a block's memory.
struct LeafShared {
  static constexpr uint32_t kPieces = 16;  // of leaves with few
  uint16_t voxels[512];                    // places
  Piece pieces[kPieces];
  uint32_t n_voxels;
  uint32_t n_pieces;
  uint32_t n_guests;
  uint32_t taken;  // of crowded leaves
  bool given_up;
};

template <class R>
struct LeafBlock {
  static constexpr uint32_t kSide = 9;  // cells along an axis that have corners in a leaf
  static constexpr uint32_t kCells = kSide * kSide * kSide;
  static constexpr uint32_t kSome = 4;  // points whose loads are in flight together
  const Leaf* leaves;
  const LeafPlace* origins;
  LeafPoints from;
  const PlacedPoint<R>* placed;

  DVDB_FN void begin(int64_t tile, const backend::Block& block, LeafShared& shared) const {
    if (block.rank == 0) begin_counts(tile, shared);
    for (int at = (block.rank + block.size / 2) % block.size; at < int(LeafShared::kPieces); at += block.size)
      read_piece(tile, uint32_t(at), shared);
    for (int row = (block.rank + block.size / 4) % block.size; row < 64; row += block.size)
      list_voxels(tile, row, shared);
  }

  /// Counts the points of a leaf. It is crowded if these are more than `most`, or do not fit the tables.
  DVDB_FN uint32_t count_points(uint32_t most, const LeafShared& shared, bool& is_crowded) const {
    uint32_t sum = shared.n_guests;
    const uint32_t pieces = min_of(shared.n_pieces, LeafShared::kPieces);
    DVDB_ROLLED
    for (uint32_t piece = 0; piece < pieces; ++piece) sum += shared.pieces[piece].count;
    is_crowded = sum > most || shared.n_pieces > min_of(from.pieces.room, LeafShared::kPieces) ||
                 shared.n_guests > from.guests.room;
    return sum;
  }

  /// One of the points of a leaf that is not crowded.
  DVDB_FN uint32_t find_point(int64_t tile, uint32_t at, const LeafShared& shared) const {
    if (at < shared.n_guests) return from.guests.at(uint32_t(tile), at);
    uint32_t rest = at - shared.n_guests;
    uint32_t piece = 0;
    DVDB_ROLLED
    for (; rest >= shared.pieces[piece].count; ++piece) rest -= shared.pieces[piece].count;
    return shared.pieces[piece].begin + rest;
  }

  /// Calls visit(points, n) for all points of a leaf, however many; each call has n points and is made by one member of
  /// the block.
  template <class Visit>
  DVDB_FN void each_some(int64_t tile, const backend::Block& block, Visit visit) const {
    const uint32_t leaf = uint32_t(tile);
    const uint32_t rank = uint32_t(block.rank);
    const uint32_t size = uint32_t(block.size);
    const auto each_of = [&](uint32_t count, auto point_at) {
      DVDB_ROLLED
      for (uint32_t at = rank; at < count; at += kSome * size) {
        const uint32_t n = min_of((count - at + size - 1) / size, kSome);
        uint32_t points[kSome];
        for (uint32_t k = 0; k < kSome; ++k) points[k] = point_at(at + min_of(k, n - 1) * size);
        visit(points, n);
      }
    };
    const auto each_in_piece = [&](const Piece& piece) {
      each_of(piece.count, [&](uint32_t at) { return piece.begin + at; });
    };
    DVDB_ROLLED
    for (uint32_t at = 0; at < from.pieces.in_table(leaf); ++at) each_in_piece(from.pieces.at(leaf, at));
    from.pieces.each_in_chain(leaf, 0, each_in_piece);
    each_of(from.guests.in_table(leaf), [&](uint32_t at) { return from.guests.at(leaf, at); });
    DVDB_ROLLED
    for (uint32_t chain = rank; chain < LeafPoints::Guests::kChains; chain += size) {
      from.guests.each_in_chain(leaf, chain, [&](uint32_t point) {
        const uint32_t points[kSome] = {point, point, point, point};
        visit(points, 1);
      });
    }
  }

  DVDB_FN uint32_t cell_of(int64_t tile, uint32_t low) const {
    const Vec3<uint32_t> cell = PlacedPoint<R>::cell_in(low, origins[tile].origin);
    return (cell.x * kSide + cell.y) * kSide + cell.z;
  }

  /// The cell of which a voxel is a corner.
  DVDB_FN static uint32_t cell_at(uint32_t place, uint32_t corner) {
    const uint32_t own = ((place >> 6) * kSide + (place >> 3 & 7)) * kSide + (place & 7) + kSide * kSide + kSide + 1;
    return own - ((corner >> 2) * (kSide * kSide) + (corner >> 1 & 1) * kSide + (corner & 1));
  }

 private:
  DVDB_FN void begin_counts(int64_t tile, LeafShared& shared) const {
    const Leaf& leaf = leaves[tile];
    shared.n_voxels = uint32_t(leaf.prefix >> 54 & 511) + uint32_t(popcount(leaf.mask[7]));
    shared.n_pieces = from.pieces.counts[tile];
    shared.n_guests = from.guests.counts[tile];
    shared.given_up = from.has_failed();
  }

  /// Reads a piece before the number of pieces is known; missing ones are empty.
  DVDB_FN void read_piece(int64_t tile, uint32_t at, LeafShared& shared) const {
    Piece piece = {0, 0};
    if (at < from.pieces.room) piece = from.pieces.at(uint32_t(tile), at);
    const uint32_t count = from.pieces.counts[tile];
    shared.pieces[at] = at < count ? piece : Piece{0, 0};
  }

  /// Lists the voxels of a row along z.
  DVDB_FN void list_voxels(int64_t tile, int row, LeafShared& shared) const {
    const Leaf& leaf = leaves[tile];
    const int slice = row >> 3;
    const int at = (row & 7) * 8;
    const uint64_t mask = leaf.mask[slice];
    uint32_t before = (slice == 0 ? 0 : uint32_t(leaf.prefix >> (9 * (slice - 1))) & 511) +
                      uint32_t(popcount(mask & (bit(uint32_t(at)) - 1)));
    for (uint32_t bits = uint32_t(mask >> at) & 255; bits != 0; bits &= bits - 1)
      shared.voxels[before++] = uint16_t(row * 8 + lowest_bit(bits));
  }
};

}  // namespace dvdb::sample
