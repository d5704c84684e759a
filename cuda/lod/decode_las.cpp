/// Decoding of LAS point records. Source: ASPRS LAS 1.4 R16, tables 7 to 17.
#include <cstring>

#include "_generated/records_args.hpp"
#include "backend/api/launch.hpp"

using namespace dvdb;

namespace {

constexpr uint32_t kFormats = 11;
constexpr uint32_t kRecordBytes[kFormats] = {20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67};
/// Byte offsets of red and of the time; 0 if the format has none.
constexpr uint32_t kRed[kFormats] = {0, 0, 20, 28, 0, 28, 0, 30, 30, 0, 30};
constexpr uint32_t kTime[kFormats] = {0, 20, 0, 20, 20, 20, 22, 22, 22, 22, 22};
constexpr uint32_t kFirstWide = 6;  // formats from here on have wider fields

/// Records that one item examines for the width of their colors.
constexpr int64_t kShareOfRecords = 64;

/// A number at an unaligned address.
template <class T>
DVDB_FN T number_at(const uint8_t* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

/// Reports whether any channel needs more than 8 bits.
struct FindWideColors {
  const uint8_t* records;
  int64_t n;
  int64_t stride;
  int64_t red;
  uint32_t* is_wide;

  DVDB_FN void operator()(int64_t share) const {
    if (backend::atomic_load(is_wide) != 0) return;
    uint32_t all = 0;
    for (int64_t i = share * kShareOfRecords; i < min_of(n, (share + 1) * kShareOfRecords); ++i) {
      const uint8_t* at = records + i * stride + red;
      all |= uint32_t(at[1]) | uint32_t(at[3]) | uint32_t(at[5]);
    }
    if (all != 0) backend::atomic_or(is_wide, 1u);
  }
};

struct DecodeLas {
  static constexpr int64_t kTile = 256;
  const uint8_t* records;
  int64_t stride;
  int64_t red;
  int64_t time;
  bool is_wide;    // fields of formats 6 to 10
  int color_byte;  // of a channel: the lower or the upper one
  double transform[6];
  int32_t* coordinates;
  double* positions;
  uint8_t* colors;
  uint16_t* intensities;
  uint8_t* classifications;
  uint8_t* return_numbers;
  uint8_t* return_counts;
  uint16_t* point_sources;
  double* times;

  DVDB_FN void operator()(int64_t i) const { take(i, i + 1); }
  /// A host reads a few records from memory and then each column of them from its caches.
  void run_on_host(int64_t begin, int64_t end) const {
    for (int64_t first = begin; first < end; first += kTile) take(first, min_of(end, first + kTile));
  }

  DVDB_FN void take(int64_t begin, int64_t end) const {
    const DecodeLas own = *this;  // which nothing else changes
    const auto each = [&](auto* column, auto value_of) {
      if (column == nullptr) return;
      for (int64_t i = begin; i < end; ++i) column[i] = value_of(own.records + i * own.stride);
    };
    if (coordinates != nullptr) own.take_triples(begin, end, coordinates, [](int32_t place, int) { return place; });
    if (positions != nullptr) {
      own.take_triples(begin, end, positions, [&](int32_t place, int axis) {
        return double(place) * own.transform[axis] + own.transform[3 + axis];
      });
    }
    if (colors != nullptr) {
      for (int64_t i = begin; i < end; ++i) {
        const uint8_t* at = own.records + i * own.stride + own.red + own.color_byte;
        for (int axis = 0; axis < 3; ++axis) own.colors[3 * i + axis] = at[2 * axis];
      }
    }
    const int count_place = own.is_wide ? 4 : 3;
    const uint8_t mask = own.is_wide ? 15 : 7;
    const int class_place = own.is_wide ? 16 : 15;
    const uint8_t class_mask = own.is_wide ? 0xff : 0x1f;
    const int source_place = own.is_wide ? 20 : 18;
    each(intensities, [](const uint8_t* at) { return number_at<uint16_t>(at + 12); });
    each(classifications, [=](const uint8_t* at) { return uint8_t(at[class_place] & class_mask); });
    each(return_numbers, [=](const uint8_t* at) { return uint8_t(at[14] & mask); });
    each(return_counts, [=](const uint8_t* at) { return uint8_t(at[14] >> count_place & mask); });
    each(point_sources, [=](const uint8_t* at) { return number_at<uint16_t>(at + source_place); });
    each(times, [&](const uint8_t* at) { return number_at<double>(at + own.time); });
  }
  template <class T, class F>
  DVDB_FN void take_triples(int64_t begin, int64_t end, T* out, F f) const {
    for (int64_t i = begin; i < end; ++i) {
      for (int axis = 0; axis < 3; ++axis)
        out[3 * i + axis] = f(number_at<int32_t>(records + i * stride + 4 * axis), axis);
    }
  }
};

Status refuse_las(Context& c, const char* name, int64_t value, const char* expected) {
  return fail(c, DVDB_INVALID_ARGUMENT, "Cannot decode LAS: %s is %lld, %s expected", name,
              static_cast<long long>(value), expected);
}

Status decide_bits(Context& c, const DecodeLas& decode, int64_t n, uint32_t& color_bits) {
  backend::Scratch memory(c);
  Span<uint32_t> is_wide;
  DVDB_TRY(memory.allocate(1, is_wide));
  DVDB_TRY(backend::fill(c, is_wide.data, 0, 4, 4));
  DVDB_TRY(backend::for_each(c, (n + kShareOfRecords - 1) / kShareOfRecords,
                             FindWideColors{decode.records, n, decode.stride, decode.red, is_wide.data}, 64));
  uint32_t seen = 0;
  DVDB_TRY(backend::download(c, &seen, is_wide.data, 4));
  color_bits = seen != 0 ? 16 : 8;
  return {};
}

}  // namespace

Status operators::decode_las(Context& c, const DecodeLasArgs& a) {
  const uint32_t format = a.format;
  if (a.record_length < kRecordBytes[format] || a.record_length > UINT16_MAX) {
    return fail(c, DVDB_INVALID_ARGUMENT,
                "Cannot decode LAS: records have %u bytes, %u to 65535 expected for format %u", a.record_length,
                kRecordBytes[format], format);
  }
  if (a.color_bits != 0 && a.color_bits != 8 && a.color_bits != 16)
    return refuse_las(c, "the number of color bits", a.color_bits, "0, 8 or 16");
  if (a.out_colors.given && kRed[format] == 0) return refuse_las(c, "the point format", format, "one with colors");
  if (a.out_times.given && kTime[format] == 0) return refuse_las(c, "the point format", format, "one with times");
  DecodeLas decode{};
  decode.records = a.records.data;
  decode.stride = a.record_length;
  decode.red = kRed[format];
  decode.time = kTime[format];
  decode.is_wide = format >= kFirstWide;
  std::memcpy(decode.transform, a.transform, sizeof decode.transform);
  decode.coordinates = a.out_coordinates.data;
  decode.positions = a.out_positions.data;
  decode.colors = a.out_colors.data;
  decode.intensities = a.out_intensities.data;
  decode.classifications = a.out_classifications.data;
  decode.return_numbers = a.out_return_numbers.data;
  decode.return_counts = a.out_return_counts.data;
  decode.point_sources = a.out_point_sources.data;
  decode.times = a.out_times.data;
  uint32_t bits = a.color_bits;
  if (a.out_colors.given && bits == 0) DVDB_TRY(decide_bits(c, decode, a.n_records, bits));
  decode.color_byte = bits == 16 ? 1 : 0;
  *a.out_color_bits = bits;
  return backend::for_each(c, a.n_records, decode);
}
