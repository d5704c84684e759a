/// Cameras from their matrices.
#include "lod/view/camera.hpp"

#include "core/entry.hpp"

namespace dvdb::lod {

namespace {

/// Bound of the rounding error of the determinant of a singular matrix, as a share of what perpendicular rows would
/// have.
constexpr double kLeastSpan = 1e-14;

/// Scales columns and then rows of a 4 x 4 matrix to a length of about 1, so that neither the unit of length nor the
/// distance from the origin matters; false if one of them is 0.
bool equilibrate(const double* matrix, double (&rows)[4][4]) {
  for (int column = 0; column < 4; ++column) {
    double most = 0;
    for (int row = 0; row < 4; ++row) most = max_of(most, std::fabs(matrix[4 * column + row]));
    if (most == 0) return false;
    for (int row = 0; row < 4; ++row) rows[row][column] = matrix[4 * column + row] / most;
  }
  for (auto& row : rows) {
    double most = 0;
    for (const double value : row) most = max_of(most, std::fabs(value));
    if (most == 0) return false;
    double square = 0;
    for (double& value : row) {
      value /= most;
      square += value * value;
    }
    for (double& value : row) value /= std::sqrt(square);
  }
  return true;
}

/// Share of the volume of perpendicular rows that those of an equilibrated matrix span, by elimination.
double span_of(const double* matrix) {
  double rows[4][4];
  if (!equilibrate(matrix, rows)) return 0;
  double span = 1;
  for (int step = 0; step < 4; ++step) {
    int pivot = step;
    for (int row = step + 1; row < 4; ++row)
      pivot = std::fabs(rows[row][step]) > std::fabs(rows[pivot][step]) ? row : pivot;
    const double head = rows[pivot][step];
    if (head == 0) return 0;
    span *= std::fabs(head);
    for (int column = 0; column < 4; ++column) {
      const double value = rows[pivot][column];
      rows[pivot][column] = rows[step][column];
      rows[step][column] = value;
    }
    for (int row = step + 1; row < 4; ++row) {
      const double factor = rows[row][step] / head;
      for (int column = step; column < 4; ++column) rows[row][column] -= factor * rows[step][column];
    }
  }
  return span;
}

Status check_matrix(Context& context, const char* doing, const char* name, const double* matrix) {
  for (int i = 0; i < 16; ++i) {
    if (std::isfinite(matrix[i])) continue;
    return fail(context, DVDB_INVALID_ARGUMENT, "Cannot %s: number %d of the %s matrix is %g, finite numbers expected",
                doing, i, name, matrix[i]);
  }
  if (span_of(matrix) > kLeastSpan) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot %s: the %s matrix is singular", doing, name);
}

/// A row of a matrix product.
Row product_row(const double* left, int row, const double* right) {
  double sums[4] = {};
  for (int column = 0; column < 4; ++column) {
    for (int k = 0; k < 4; ++k) sums[column] += left[4 * k + row] * right[4 * column + k];
  }
  return {sums[0], sums[1], sums[2], sums[3]};
}

}  // namespace

Status read_camera(Context& context, const char* doing, const double* numbers, uint32_t width, uint32_t height,
                   Camera& out) {
  out = {};
  if (width == 0 || height == 0) return {};
  const double* view = numbers + DVDB_LOD_MODEL_VIEW;
  const double* projection = numbers + DVDB_LOD_PROJECTION;
  DVDB_TRY(check_matrix(context, doing, "model-view", view));
  DVDB_TRY(check_matrix(context, doing, "projection", projection));
  out.across = product_row(projection, 0, view);
  out.down = product_row(projection, 1, view);
  out.along = product_row(projection, 3, view);
  out.depth = {-view[2], -view[6], -view[10], -view[14]};
  out.width = width;
  out.height = height;
  double sum = out.scale();
  for (const Row& row : {out.across, out.down, out.along, out.depth})
    sum += std::fabs(row.x) + std::fabs(row.y) + std::fabs(row.z) + std::fabs(row.w);
  if (std::isfinite(sum)) return {};
  return fail(context, DVDB_INVALID_ARGUMENT, "Cannot %s: the product of projection and model-view is not finite",
              doing);
}

}  // namespace dvdb::lod
