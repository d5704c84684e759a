/// Products of dense matrices: chooses who multiplies, and joins the sums of parts.
#include "dense/product.hpp"

#include "core/widened.hpp"

namespace dvdb {

namespace {

/// Adds up the sums of parts, and makes results of them.
template <class T>
struct JoinParts {
  const Computed<T>* sums;  // [parts, size]
  int64_t parts;
  int64_t size;
  Divider columns;
  backend::ProductEpilogue<T> epilogue;
  T* out;

  DVDB_FN void operator()(int64_t i) const {
    Computed<T> value = 0;
    for (int64_t part = 0; part < parts; ++part) value += sums[part * size + i];
    int64_t column = 0;
    if (epilogue.bias != nullptr) columns.divide(i, &column);
    out[i] =
        narrow<T>(epilogue.finish(value, column, epilogue.residual_at(i), [](T element) { return widen(element); }));
  }
};

/// One product, whose operands have the type T.
template <class T>
class Multiplication {
 public:
  using Sum = Computed<T>;
  static constexpr bool kIsShort = !std::is_same_v<T, Sum>;

  Multiplication(Context& context, const MatrixProduct& product)
      : context_(context),
        product_(product),
        parts_(kIsShort && backend::has_matrix_units(context) ? backend::ProductParts::for_units(product.shape)
                                                              : backend::ProductParts::of(product.shape)),
        size_(product.shape.batches * product.shape.m * product.shape.n),
        epilogue_{static_cast<const T*>(product.bias), static_cast<const T*>(product.residual), product.relu},
        sum_memory_(context),
        a_memory_(context),
        b_memory_(context) {}

  Status run() {
    if constexpr (kIsShort) {
      return backend::has_matrix_units(context_) ? on_units() : widened();
    } else {
      backend::Product<T> whole{product_.shape, static_cast<const T*>(product_.a), static_cast<const T*>(product_.b),
                                epilogue_, static_cast<T*>(product_.out)};
      if (parts_.count == 1) return backend::multiply(context_, whole, parts_);
      return in_parts(whole);
    }
  }

 private:
  Status on_units() {
    backend::UnitProduct unit{};
    unit.is_bf16 = std::is_same_v<T, BFloat16>;
    unit.product = {product_.shape,
                    words(product_.a),
                    words(product_.b),
                    {words(product_.bias), words(product_.residual), product_.relu},
                    static_cast<uint16_t*>(product_.out)};
    if (parts_.count == 1) return backend::multiply_on_units(context_, unit, parts_);
    Span<Sum> sums;
    DVDB_TRY(sum_memory_.allocate(parts_.count * size_, sums));
    unit.sums = sums.data;
    DVDB_TRY(backend::multiply_on_units(context_, unit, parts_));
    return join(sums.data);
  }

  Status widened() {
    const auto& shape = product_.shape;
    backend::Product<Sum> wide{shape, nullptr, nullptr, {}, nullptr};
    DVDB_TRY((widen_all<T, Sum>(context_, product_.a, shape.batches * shape.m * shape.k, a_memory_, &wide.a)));
    DVDB_TRY((widen_all<T, Sum>(context_, product_.b, shape.batches * shape.k * shape.n, b_memory_, &wide.b)));
    return in_parts(wide);
  }

  Status in_parts(backend::Product<Sum>& product) {
    Span<Sum> sums;
    DVDB_TRY(sum_memory_.allocate(parts_.count * size_, sums));
    product.epilogue = {};
    product.out = sums.data;
    DVDB_TRY(backend::multiply(context_, product, parts_));
    return join(sums.data);
  }

  Status join(const Sum* sums) {
    return backend::for_each(context_, size_,
                             JoinParts<T>{sums, parts_.count, size_, Divider::of(product_.shape.n), epilogue_,
                                          static_cast<T*>(product_.out)});
  }

  static const uint16_t* words(const void* memory) { return static_cast<const uint16_t*>(memory); }

  Context& context_;
  const MatrixProduct& product_;
  backend::ProductParts parts_;
  int64_t size_;
  backend::ProductEpilogue<T> epilogue_;
  backend::Scratch sum_memory_;
  backend::Scratch a_memory_;
  backend::Scratch b_memory_;
};

}  // namespace

Status multiply(Context& context, const MatrixProduct& product) {
  if (product.shape.batches == 0 || product.shape.m == 0 || product.shape.n == 0) return {};
  return with_float(context, product.dtype, "features",
                    [&]<class T>() { return Multiplication<T>(context, product).run(); });
}

}  // namespace dvdb
