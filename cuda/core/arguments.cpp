/// Checks of shapes, sizes and alignments, with messages that name what was found and what is needed.
#include "core/arguments.hpp"

#include <cinttypes>
#include <cstdio>

namespace dvdb {

namespace {

/// More elements than any memory holds; products of a few such counts and bytes still fit 64 bits.
constexpr int64_t kMostOfBuffer = int64_t(1) << 44;

constexpr const char* kDtypeNames[] = {"f32", "f16", "bf16", "f64", "i32", "i64", "u8", "bool", "u16", "i16"};
constexpr uint32_t kDtypes = uint32_t(sizeof(kDtypeNames) / sizeof(kDtypeNames[0]));

}  // namespace

Count ceil_div(Count a, Count b) {
  if (b.value <= 0) return INT64_MAX;
  return a.value / b.value + (a.value % b.value > 0 ? 1 : 0);
}

Count power(Count a, Count b) {
  if (b.value < 0 || b.value > 64) return INT64_MAX;
  Count product = 1;
  for (int64_t i = 0; i < b.value; ++i) product = product * a;
  return product;
}

Count product(const int64_t* extents, int64_t count) {
  Count all = count > 0 ? 1 : 0;
  for (int64_t i = 0; i < count; ++i) {
    if (extents[i] < 0) return extents[i];
    all = all * extents[i];
  }
  return all;
}

Status check_shape(Context& context, const char* name, Dimensions shape, int64_t& out_elements) {
  int64_t elements = 1;
  Count others = 1;  // the same without dimensions of 0, which must not hide others
  for (const Count& dimension : shape) {
    if (dimension.value < 0) others = INT64_MAX;
    if (dimension.value > 0) others = others * dimension;
    elements = others.value > kMostOfBuffer ? 0 : elements * dimension.value;
  }
  out_elements = elements;
  if (others.value <= kMostOfBuffer) return {};
  char text[160];
  int length = 0;
  for (const Count& dimension : shape) {
    const size_t left = sizeof(text) - size_t(length);
    const int written = std::snprintf(text + length, left, "%s%" PRId64, length == 0 ? "" : ", ", dimension.value);
    if (written < 0 || size_t(written) >= left) break;
    length += written;
  }
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot use %s: a shape of [%s] is out of range", name, text);
}

Status take(Context& context, const char* name, dvdb_buffer handle, uint32_t dtype, Dimensions shape, Operand& out,
            bool is_optional) {
  int64_t elements = 0;
  DVDB_TRY(check_shape(context, name, shape, elements));
  out = {nullptr, 0, dtype, handle != 0 || !is_optional};
  if (!out.given) return {};
  DVDB_TRY(borrow_numbers(context, handle, dtype, elements, name, &out.data));
  out.size = elements;
  return {};
}

bool Checks::memory(const char* name, const void* memory, Dimensions shape) {
  int64_t elements = 0;
  return passed(check_shape(context_, name, shape, elements)) && passed(require(context_, memory, elements, name));
}

bool Checks::dtype(const char* name, uint32_t dtype, std::initializer_list<uint32_t> allowed) {
  char text[160] = "";
  int length = 0;
  size_t place = 0;
  for (const uint32_t one : allowed) {
    if (one == dtype) return true;
    ++place;
    const char* const before = place == 1 ? "" : place == allowed.size() ? " or " : ", ";
    const char* const word = one < kDtypes ? kDtypeNames[one] : "unknown";
    length += std::snprintf(text + length, sizeof(text) - size_t(length), "%s%s", before, word);
  }
  return passed(fail(context_, DVDB_INVALID_ARGUMENT, "Cannot use %s: dtype %u is not %s", name, dtype, text));
}

bool Checks::choice(const char* name, uint32_t value, std::initializer_list<uint32_t> allowed, const char* expected) {
  if (std::find(allowed.begin(), allowed.end(), value) != allowed.end()) return true;
  return passed(fail(context_, DVDB_INVALID_ARGUMENT, "Cannot use %s: %u is not %s", name, value, expected));
}

bool Checks::range(const char* name, int64_t value, int64_t least, int64_t most) {
  if (value >= least && value <= most) return true;
  const char* const text = most == INT64_MAX ? "Cannot use %s: %" PRId64 " is below %" PRId64
                                             : "Cannot use %s: %" PRId64 " is not from %" PRId64 " to %" PRId64;
  return passed(fail(context_, DVDB_INVALID_ARGUMENT, text, name, value, least, most));
}

}  // namespace dvdb
