/// Rasterization of runs of points and voxels, by integer atomics on pixels.
#include <bit>
#include <cmath>

#include "_generated/lod_args.hpp"
#include "backend/api/launch.hpp"
#include "lod/tree/samples.hpp"
#include "lod/view/camera.hpp"
#include "lod/view/drawn.hpp"

using namespace dvdb;
using namespace dvdb::lod;

namespace {

constexpr uint64_t kNothing = UINT64_MAX;  // behind every depth
/// This many samples of value 255 have a sum that fits 32 bits.
constexpr int64_t kMostPacked = 0x01010101;

/// The bits of a positive float, which as integers are in the same order, and back.
DVDB_FN uint32_t bits_of(float value) { return std::bit_cast<uint32_t>(value); }
DVDB_FN float from_bits(uint32_t bits) { return std::bit_cast<float>(bits); }

/// A linear function of integer coordinates in a node, in single precision.
struct LocalRow {
  float x, y, z, w;

  DVDB_FN float at(float px, float py, float pz) const { return x * px + y * py + z * pz + w; }
};

/// A prepared run: where its samples are, and how they are projected.
struct RunView {
  LocalRow across;  // pixels from the left, times w
  LocalRow down;    // pixels from the top, times w
  LocalRow along;   // w
  LocalRow depth;
  const void* samples;
  uint32_t corner[3];  // of the node, in the coordinates of points
  uint32_t bytes;      // of a sample: those of voxels are not those of points
};

/// Totals of the runs that are prepared.
struct RunTotals {
  int64_t samples;
  int64_t bad;
};

/// Prepares runs and concatenates their samples.
struct PrepareRun {
  TreeView tree;
  Row across, down, along, depth;
  const int64_t* runs;  // [n_runs, 3]
  int64_t n_runs;
  const void* points;
  uint32_t point_bytes;
  int bits;
  double shift;  // of points in their units
  RunView* views;
  int64_t* starts;
  RunTotals* totals;

  DVDB_FN bool is_of_tree(int64_t i) const {
    const int64_t at = runs[3 * i];
    const int64_t first = runs[3 * i + 1];
    const int64_t count = runs[3 * i + 2];
    if (at < 0 || at >= tree.n_nodes || count < 0) return false;
    const Node& node = tree.nodes[at];
    const int64_t begin = node.inner == 0 ? node.begin : tree.voxel_starts[at];
    const int64_t end = node.inner == 0 ? begin + node.count : tree.voxel_starts[at + 1];
    return first >= begin && first <= end && count <= end - first;
  }
  DVDB_FN uint64_t count(int64_t i) const { return is_of_tree(i) ? uint64_t(runs[3 * i + 2]) : 0; }
  DVDB_FN LocalRow local(const Row& row, const double (&origin)[3], double unit) const {
    return {float(row.x * unit), float(row.y * unit), float(row.z * unit), float(row.at(origin))};
  }
  DVDB_FN void emit(int64_t i, uint64_t count, uint64_t before) const {
    starts[i] = int64_t(before);
    if (i == n_runs - 1) {
      starts[n_runs] = int64_t(before + count);
      totals->samples = int64_t(before + count);
    }
    if (!is_of_tree(i)) {
      backend::atomic_add(&totals->bad, int64_t(1));
      return;
    }
    const Node node = tree.nodes[runs[3 * i]];
    const int64_t first = runs[3 * i + 1];
    const bool is_leaf = node.inner == 0;
    const double unit = is_leaf ? tree.edge_at(bits) : tree.edge_at(node.level) / double(1 << tree.grid_log2);
    const double middle = unit * (is_leaf ? shift : 0.5);
    double origin[3];
    tree.corner_of(node, origin);
    for (double& place : origin) place += middle;
    RunView view = {local(across, origin, unit),
                    local(down, origin, unit),
                    local(along, origin, unit),
                    local(depth, origin, unit),
                    nullptr,
                    {},
                    0};
    if (is_leaf) {
      const int place = bits - node.level;
      view.corner[0] = shift_left(node.x, place);
      view.corner[1] = shift_left(node.y, place);
      view.corner[2] = shift_left(node.z, place);
      view.bytes = point_bytes;
      view.samples = static_cast<const uint8_t*>(points) + first * int64_t(point_bytes);
    } else {
      view.bytes = sizeof(Voxel);
      view.samples = tree.voxel(node, first);
    }
    views[i] = view;
  }
  DVDB_FN static uint32_t shift_left(uint32_t value, int by) { return by >= 32 ? 0 : value << by; }
};

/// The nearest sample of each pixel: depth, then color.
struct NearestSink {
  uint64_t* pixels;

  DVDB_FN void add(int64_t pixel, uint32_t depth, uint32_t rgba) const {
    const uint64_t word = uint64_t(depth) << 32 | (rgba & 0xffffffu);
    if (word < backend::peek(&pixels[pixel])) backend::atomic_min(&pixels[pixel], word);
  }
};

/// The least depth of each pixel.
struct DepthSink {
  uint32_t* pixels;

  DVDB_FN void add(int64_t pixel, uint32_t depth, uint32_t) const {
    if (depth < backend::peek(&pixels[pixel])) backend::atomic_min(&pixels[pixel], depth);
  }
};

/// Sums of red, green and blue and their count over samples near the least depth; two to a word where they fit.
struct SumSink {
  const uint32_t* depths;
  uint64_t* sums;  // [n_pixels, packed ? 2 : 4]
  bool packed;
  float reach;

  DVDB_FN void add(int64_t pixel, uint32_t depth, uint32_t rgba) const {
    if (!(from_bits(depth) <= from_bits(depths[pixel]) * reach)) return;
    const uint64_t red = rgba & 255;
    const uint64_t green = rgba >> 8 & 255;
    const uint64_t blue = rgba >> 16 & 255;
    if (packed) {
      backend::atomic_add(&sums[2 * pixel], red | green << 32);
      backend::atomic_add(&sums[2 * pixel + 1], blue | uint64_t(1) << 32);
    } else {
      backend::atomic_add(&sums[4 * pixel], red);
      backend::atomic_add(&sums[4 * pixel + 1], green);
      backend::atomic_add(&sums[4 * pixel + 2], blue);
      backend::atomic_add(&sums[4 * pixel + 3], uint64_t(1));
    }
  }
};

/// Draws samples as squares of pixels.
template <class Sink>
struct DrawSample {
  const RunView* views;
  Intervals runs;
  int32_t width;
  int32_t height;
  int32_t size;
  Sink sink;

  DVDB_FN void operator()(int64_t i) const { draw(i, runs.at(i)); }
  /// Neighboring samples are mostly of the same run.
  DVDB_FN void run_on_host(int64_t begin, int64_t end) const {
    int64_t at = runs.at(begin);
    for (int64_t i = begin; i < end; ++i) {
      while (runs.starts[at + 1] <= i) ++at;
      draw(i, at);
    }
  }
  DVDB_FN void draw(int64_t i, int64_t at) const {
    const RunView& view = views[at];
    const int64_t place = i - runs.starts[at];
    if (view.bytes == sizeof(Voxel)) {
      const Voxel voxel = static_cast<const Voxel*>(view.samples)[place];
      const Vec3<uint32_t> cell = cell_of(voxel);
      draw_at(view, float(cell.x), float(cell.y), float(cell.z), voxel.rgba);
    } else if (view.bytes == sizeof(Point)) {
      draw_point(view, static_cast<const Point*>(view.samples)[place]);
    } else {
      draw_point(view, static_cast<const TrackedPoint*>(view.samples)[place]);
    }
  }
  template <class P>
  DVDB_FN void draw_point(const RunView& view, const P& p) const {
    draw_at(view, float(p.x - view.corner[0]), float(p.y - view.corner[1]), float(p.z - view.corner[2]), p.rgba);
  }
  DVDB_FN void draw_at(const RunView& view, float x, float y, float z, uint32_t rgba) const {
    const float w = view.along.at(x, y, z);
    const float depth = view.depth.at(x, y, z);
    if (!(w > 0 && depth > 0 && depth < INFINITY)) return;
    const float half = float(size - 1) * 0.5f;
    const float inverse = 1 / w;
    const float left = view.across.at(x, y, z) * inverse - half;
    const float top = view.down.at(x, y, z) * inverse - half;
    const float before = float(1 - size);  // the square's last pixel is the picture's first
    if (!(left >= before && left < float(width) && top >= before && top < float(height))) return;
    const int32_t column = int32_t(std::floor(left));
    const int32_t row = int32_t(std::floor(top));
    if (size == 1) return sink.add(int64_t(row) * width + column, bits_of(depth), rgba);
    for (int32_t v = max_of(row, 0); v < min_of(row + size, height); ++v) {
      for (int32_t u = max_of(column, 0); u < min_of(column + size, width); ++u)
        sink.add(int64_t(v) * width + u, bits_of(depth), rgba);
    }
  }
};

/// The output buffers.
struct Canvas {
  uint32_t background;
  uint32_t* image;
  float* depths;  // null for none

  DVDB_FN void put(int64_t pixel, uint32_t depth, uint32_t rgb) const {
    const bool drawn = depth != uint32_t(kNothing);
    image[pixel] = drawn ? (rgb & 0xffffffu) | 0xff000000u : background;
    if (depths != nullptr) depths[pixel] = drawn ? from_bits(depth) : INFINITY;
  }
};

struct WriteNearest {
  const uint64_t* pixels;
  Canvas canvas;

  DVDB_FN void operator()(int64_t i) const { canvas.put(i, uint32_t(pixels[i] >> 32), uint32_t(pixels[i])); }
};

struct WriteMean {
  const uint32_t* depths;
  const uint64_t* sums;
  bool packed;
  Canvas canvas;

  DVDB_FN void operator()(int64_t i) const {
    uint64_t sum[4];  // and the count
    for (int k = 0; k < 4; ++k)
      sum[k] = packed ? sums[2 * i + (k >> 1)] >> (32 * (k & 1)) & UINT32_MAX : sums[4 * i + k];
    uint32_t rgb = 0;
    for (int k = 0; k < 3 && sum[3] != 0; ++k) rgb |= uint32_t((sum[k] + sum[3] / 2) / sum[3]) << (8 * k);
    canvas.put(i, depths[i], rgb);
  }
};

/// The beginning of both ways to draw.
class Drawing {
 public:
  explicit Drawing(Context& context)
      : context_(context), views_(context), starts_(context), totals_(context), hints_(context) {}

  template <class Args>
  Status prepare(const Args& a) {
    Tree& tree = *a.lod;
    Camera camera;
    DVDB_TRY(read_camera(context_, "draw LOD", a.camera, a.width, a.height, camera));
    // Sums of counts must not overflow, and hints name runs by 32 bits.
    const int64_t most =
        min_of<int64_t>(UINT32_MAX, (int64_t(1) << 62) / max_of<int64_t>(24, max_of(tree.n, tree.n_voxels())));
    if (a.n_runs > most) {
      return fail(context_, DVDB_INVALID_ARGUMENT, "Cannot draw LOD: there are %lld runs, 0 to %lld expected",
                  static_cast<long long>(a.n_runs), static_cast<long long>(most));
    }
    width_ = int32_t(a.width);
    height_ = int32_t(a.height);
    point_size_ = int32_t(a.point_size);
    n_pixels = a.out_image.size;
    canvas = {a.background, a.out_image.data, a.out_depths.data};
    return prepare_runs(tree, camera, a.runs);
  }

  template <class Sink>
  Status draw(Sink sink) {
    const RunView* const views = static_cast<const RunView*>(views_.data());
    return backend::for_each(context_, n_samples, DrawSample<Sink>{views, runs_, width_, height_, point_size_, sink});
  }

  int64_t n_pixels = 0;
  int64_t n_samples = 0;
  Canvas canvas = {};

 private:
  Status prepare_runs(Tree& tree, const Camera& camera, Span<int64_t> list) {
    const int64_t n_runs = list.size / 3;
    Span<RunView> views;
    Span<int64_t> starts;
    Span<RunTotals> totals;
    RunTotals found = {};
    DVDB_TRY(views_.allocate(n_runs, views));
    DVDB_TRY(starts_.allocate(n_runs + 1, starts));
    DVDB_TRY(totals_.allocate(1, totals));
    DVDB_TRY(backend::upload(context_, totals.data, &found, int64_t(sizeof found)));
    PrepareRun prepare = {};
    DVDB_TRY(view_tree(context_, tree, prepare.tree));
    prepare.across = times(camera.width / 2.0, combine(camera.across, 1, camera.along));
    prepare.down = times(camera.height / -2.0, combine(camera.down, -1, camera.along));
    prepare.along = camera.along;
    prepare.depth = camera.depth;
    prepare.runs = list.data;
    prepare.n_runs = n_runs;
    prepare.points = tree.points ? tree.points->data : nullptr;
    prepare.point_bytes = tree.tracked ? sizeof(TrackedPoint) : sizeof(Point);
    prepare.bits = tree.frame.bits;
    prepare.shift = tree.whole ? 0 : 0.5;
    prepare.views = views.data;
    prepare.starts = starts.data;
    prepare.totals = totals.data;
    DVDB_TRY(backend::for_each_scan(context_, n_runs, prepare));
    DVDB_TRY(backend::download(context_, &found, totals.data, int64_t(sizeof found)));
    if (found.bad > 0) {
      return fail(context_, DVDB_INVALID_DATA, "Cannot draw LOD: of %lld runs %lld are not of the tree",
                  static_cast<long long>(n_runs), static_cast<long long>(found.bad));
    }
    n_samples = found.samples;
    runs_ = {starts.data, nullptr, n_runs};
    return n_samples > 0 ? find_hints(context_, n_samples, hints_, runs_) : Status();
  }

  Context& context_;
  backend::Scratch views_;
  backend::Scratch starts_;
  backend::Scratch totals_;
  backend::Scratch hints_;
  Intervals runs_;
  int32_t width_ = 0;
  int32_t height_ = 0;
  int32_t point_size_ = 1;
};

}  // namespace

Status operators::render_lod_nearest(Context& c, const RenderLodNearestArgs& a) {
  Drawing drawing(c);
  DVDB_TRY(drawing.prepare(a));
  backend::Scratch memory(c);
  Span<uint64_t> pixels;
  DVDB_TRY(memory.allocate(drawing.n_pixels, pixels));
  DVDB_TRY(backend::fill(c, pixels.data, kNothing, 8, pixels.size * 8));
  DVDB_TRY(drawing.draw(NearestSink{pixels.data}));
  return backend::for_each(c, pixels.size, WriteNearest{pixels.data, drawing.canvas});
}

Status operators::render_lod_blended(Context& c, const RenderLodBlendedArgs& a) {
  if (!(std::isfinite(a.tolerance) && a.tolerance >= 0)) {
    return fail(c, DVDB_INVALID_ARGUMENT, "Cannot draw LOD: tolerance is %g, a finite number of 0 or more expected",
                a.tolerance);
  }
  Drawing drawing(c);
  DVDB_TRY(drawing.prepare(a));
  const bool packed = drawing.n_samples <= kMostPacked;
  backend::Scratch depth_memory(c);
  backend::Scratch sum_memory(c);
  Span<uint32_t> depths;
  Span<uint64_t> sums;
  DVDB_TRY(depth_memory.allocate(drawing.n_pixels, depths));
  DVDB_TRY(sum_memory.allocate(drawing.n_pixels * (packed ? 2 : 4), sums));
  DVDB_TRY(backend::fill(c, depths.data, uint32_t(kNothing), 4, depths.size * 4));
  DVDB_TRY(backend::fill(c, sums.data, 0, 8, sums.size * 8));
  DVDB_TRY(drawing.draw(DepthSink{depths.data}));
  DVDB_TRY(drawing.draw(SumSink{depths.data, sums.data, packed, float(1 + a.tolerance)}));
  return backend::for_each(c, depths.size, WriteMean{depths.data, sums.data, packed, drawing.canvas});
}
