/**
 * Level-of-detail octrees of point clouds.
 *
 * The root of a tree is a cube of 2^bits units along each axis, halved level by level. A node is inner if it contains
 * `points_per_leaf` points or more and its level is not the last; otherwise it is a leaf and owns its points. Inner
 * nodes own voxels, at most one for each cell of a grid of `grid_size`^3. Nodes are numbered level by level, in Morton
 * order within each level (x is the leading bit of each triple). Points are sorted in Morton order over the whole tree,
 * then by color; voxels are numbered node by node, in Morton order within each node.
 */
#ifndef DENOVDB_LOD_H
#define DENOVDB_LOD_H

#include "abi.h"

/** Colors of voxels. The samples of a voxel are the points and voxels of the node's children that lie in its cell. */
enum dvdb_lod_strategy {
  /** Inner nodes have no voxels. */
  DVDB_LOD_NONE = 0,
  /** The first sample in Morton order. */
  DVDB_LOD_FIRST = 1,
  /** One sample, chosen by a hash of the seed and the sample itself. */
  DVDB_LOD_RANDOM = 2,
  /** The mean of the samples, all with the same weight, rounded half up. */
  DVDB_LOD_AVERAGE = 3,
  /** The mean of all points of the subtree that lie in the cell, rounded half up. */
  DVDB_LOD_POINT_MEAN = 4,
  /**
   * The mean of the samples within one cell edge of the voxel's center, also from other cells of the node, with
   * linearly decreasing weights.
   */
  DVDB_LOD_WEIGHTED = 5,
  /** As DVDB_LOD_WEIGHTED, also with samples of neighboring nodes that are inner nodes of the same level. */
  DVDB_LOD_WEIGHTED_ACROSS = 6
};

/** Positions in the settings of dvdb_build_lod. 0 selects the default of a setting. */
enum dvdb_lod_setting {
  /** The number of points from which a node is inner; default 50000. */
  DVDB_LOD_POINTS_PER_LEAF = 0,
  /** Cells of a node along each axis, a power of two from 2 to 1024; default 128. */
  DVDB_LOD_GRID_SIZE = 1,
  /**
   * Bits of a coordinate, 1 to 32 and enough for the grid; default 24, or 30 for f64. For integer points they are
   * derived from the points.
   */
  DVDB_LOD_BITS = 2,
  /** The last level, whose nodes are not split; at most bits - log2(grid size) + 1, which is the default. */
  DVDB_LOD_MAX_DEPTH = 3,
  /** One of dvdb_lod_strategy. */
  DVDB_LOD_STRATEGY = 4,
  /**
   * Not 0: the points of a leaf may be in any order, which may differ from run to run; nodes and voxels are the same.
   */
  DVDB_LOD_ANY_ORDER = 5,
  /** Not 0: store each point's row in the input. */
  DVDB_LOD_ROWS = 6,
  /** Seed of DVDB_LOD_RANDOM. */
  DVDB_LOD_SEED = 7,
  /**
   * For parts of a tree, the level of their roots: nodes above it are inner, whatever they contain, and have no voxels.
   */
  DVDB_LOD_ROOT_LEVEL = 8,
  /** The number of settings. */
  DVDB_LOD_SETTING_COUNT = 9
};

/** Positions in the description of a node that is known before a part of a tree is built. */
enum dvdb_lod_known {
  /** Level. */
  DVDB_LOD_KNOWN_LEVEL = 0,
  /** Cell of its level along the first axis. */
  DVDB_LOD_KNOWN_X = 1,
  /** Cell along the second axis. */
  DVDB_LOD_KNOWN_Y = 2,
  /** Cell along the third axis. */
  DVDB_LOD_KNOWN_Z = 3,
  /** 0: an inner node. 1: a leaf of this part, whose points are the least corners of its voxels' cells. */
  DVDB_LOD_KNOWN_KIND = 4,
  /** The number of values of such a node. */
  DVDB_LOD_KNOWN_COUNT = 5
};

/** Positions in the array that dvdb_lod_counts writes. */
enum dvdb_lod_count {
  /** Points. */
  DVDB_LOD_COUNT_POINTS = 0,
  /** Nodes on all levels. */
  DVDB_LOD_COUNT_NODES = 1,
  /** Nodes that have children. */
  DVDB_LOD_COUNT_INNER = 2,
  /** Levels that contain nodes. */
  DVDB_LOD_COUNT_LEVELS = 3,
  /** Voxels of all inner nodes. */
  DVDB_LOD_COUNT_VOXELS = 4,
  /** Bits of a coordinate. */
  DVDB_LOD_COUNT_BITS = 5,
  /** Cells of a node along each axis. */
  DVDB_LOD_COUNT_GRID_SIZE = 6,
  /** Whether the rows of the input are stored. */
  DVDB_LOD_COUNT_ROWS = 7,
  /** Device bytes. */
  DVDB_LOD_COUNT_BYTES = 8,
  /** Whether the tree was built from integer coordinates. */
  DVDB_LOD_COUNT_WHOLE = 9,
  /** Whether the points of a leaf may be in any order; attributes and picks need a tree in Morton order. */
  DVDB_LOD_COUNT_LOOSE = 10,
  /** The number of values that dvdb_lod_counts writes. */
  DVDB_LOD_COUNT_COUNT = 11
};

/** Positions in the values of a node in dvdb_lod_nodes. */
enum dvdb_lod_node {
  /** Level, 0 for the root. */
  DVDB_LOD_NODE_LEVEL = 0,
  /** Cell of its level along the first axis, below 2^level. */
  DVDB_LOD_NODE_X = 1,
  /** Cell along the second axis. */
  DVDB_LOD_NODE_Y = 2,
  /** Cell along the third axis. */
  DVDB_LOD_NODE_Z = 3,
  /** Number of its parent, -1 for the root. */
  DVDB_LOD_NODE_PARENT = 4,
  /** Number of its first child, which the other children follow; -1 for a leaf. */
  DVDB_LOD_NODE_FIRST_CHILD = 5,
  /** Mask of its children: bit 4 x + 2 y + z, where x, y and z are 1 in the upper half along that axis. */
  DVDB_LOD_NODE_CHILDREN = 6,
  /** The first point of its subtree. */
  DVDB_LOD_NODE_FIRST_POINT = 7,
  /** The number of points in its subtree; a leaf owns them. */
  DVDB_LOD_NODE_POINTS = 8,
  /** Its first voxel. */
  DVDB_LOD_NODE_FIRST_VOXEL = 9,
  /** The number of its voxels. */
  DVDB_LOD_NODE_VOXELS = 10,
  /** The number of values of a node. */
  DVDB_LOD_NODE_COUNT = 11
};

/** Choices of the attributes of a voxel among those of the points in its cell. */
enum dvdb_lod_choice {
  /** Those of the point nearest to the center of the cell; of equally near ones the first; any dtype. */
  DVDB_LOD_NEAREST = 0,
  /** Their mean, summed in the order of the points in double precision. */
  DVDB_LOD_MEAN = 1,
  /** The most frequent value; of equally frequent ones the least; DVDB_U8 and DVDB_BOOL. */
  DVDB_LOD_MAJORITY = 2
};

/**
 * Builds a tree. For floating-point points, the unit of coordinates is edge / 2^bits, and a coordinate is floor((p -
 * low) * scale) in double precision, at most 2^bits - 1, where scale is 2^bits / edge, rounded first. Integer points
 * keep their coordinates: the unit is 1, and the edge is a power of two.
 * Points that are not finite, or outside the box, are DVDB_INVALID_DATA; the message tells how many.
 * A part of a tree is built from the points in some cells of the root level, or from points and voxels if the nodes
 * below are known; it has the nodes and voxels that the whole tree has in these cells. `sums` are read for
 * DVDB_LOD_POINT_MEAN, with rows.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_build_lod(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer points,                           /* dtype [n_points, 3] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32, DVDB_F64 or DVDB_I32 */
    int64_t n_points,
    dvdb_buffer colors,                           /* u8 [n_points, color_channels], else white; 0 for none */
    uint32_t color_channels,                      /* 3 (opaque) or 4; not read without colors */
    DVDB_IN const double *box,                    /* [7] least corner, greatest corner, edge; the edge is the longest side if 0 */
    uint32_t has_box,                             /* not 0: `box` is used; 0: it is found from the points */
    DVDB_IN const int64_t *settings,              /* [DVDB_LOD_SETTING_COUNT] */
    int64_t n_known,                              /* numbers in `known`, DVDB_LOD_KNOWN_COUNT for each node */
    DVDB_IN const int64_t *known,                 /* [n_known] level after level, in Morton order; if any, others are leaves */
    dvdb_buffer sums,                             /* u64 [n_points, 5], colors and number of the points that each stands for; 0 for none */
    DVDB_OUT dvdb_lod *out_lod /* [1] */) DVDB_NOEXCEPT;

/** Destroys a tree; its memory is freed after the work that is already enqueued. */
DVDB_API dvdb_status dvdb_lod_destroy(dvdb_context context, dvdb_lod lod /* handle, to destroy */) DVDB_NOEXCEPT;

/** Writes the counts of dvdb_lod_count. */
DVDB_API dvdb_status dvdb_lod_counts(dvdb_context context, dvdb_lod lod, DVDB_OUT int64_t *out_counts /* [DVDB_LOD_COUNT_COUNT] */) DVDB_NOEXCEPT;

/** Writes the least corner and the edge length of the root cube. */
DVDB_API dvdb_status dvdb_lod_cube(dvdb_context context, dvdb_lod lod, DVDB_OUT double *out_cube /* [4] */) DVDB_NOEXCEPT;

/** Writes the values of dvdb_lod_node for all nodes, one node after the other. */
DVDB_API dvdb_status dvdb_lod_nodes(dvdb_context context, dvdb_lod lod, int64_t n_numbers /* DVDB_LOD_NODE_COUNT for each node */,
                                    DVDB_OUT int64_t *out_nodes /* [n_numbers] */) DVDB_NOEXCEPT;

/**
 * Writes points [first, first + count): integer coordinates, relative to the corner of the cube for floating-point
 * points, and colors.
 */
DVDB_API dvdb_status dvdb_lod_points(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count,
                                     dvdb_buffer out_coordinates, /* u32 [count, 3], the bits of i32 for integer points */
                                     dvdb_buffer out_colors /* u32 [count], red in the low byte */) DVDB_NOEXCEPT;

/** Writes the input rows of points [first, first + count). */
DVDB_API dvdb_status dvdb_lod_rows(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count,
                                   dvdb_buffer out_rows /* i64 [count] */) DVDB_NOEXCEPT;

/**
 * Writes voxels [first, first + count): their cell in their node, each coordinate below the grid size, and their
 * colors.
 */
DVDB_API dvdb_status dvdb_lod_voxels(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count,
                                     dvdb_buffer out_cells, /* u32 [count, 3] */
                                     dvdb_buffer out_colors /* u32 [count], red in the low byte */) DVDB_NOEXCEPT;

/**
 * Derives attributes of all voxels from attributes of the points. The tree must store the rows of the input.
 * Serves: lodMajority, lodMean, lodNearest.
 */
DVDB_API dvdb_status dvdb_lod_attributes(
    dvdb_context context, dvdb_lod lod,
    uint32_t choice,                              /* dvdb_lod_choice */
    dvdb_buffer attributes,                       /* dtype [n_points, channels], by row of the input */
    uint32_t dtype,
    uint32_t channels,                            /* 1 to 65536 */
    dvdb_buffer out /* unsized, [n_voxels, channels] of the dtype; means: f32 of u8, f16 and f32, f64 of f64 and i32 */) DVDB_NOEXCEPT;

/** Which points of a cell move up to an inner node. */
enum dvdb_lod_picking {
  /** The point nearest to the cell's center; of equally near ones the first. */
  DVDB_LOD_PICK_CENTRAL = 0,
  /** One that is drawn by a hash of the seed and its place, of several the first. */
  DVDB_LOD_PICK_RANDOM = 1,
  /**
   * Poisson-disk sampling instead of one point for each cell: a maximal set of points of a level with distances of at
   * least a cell's edge moves up to the next level. Cells are processed in eight rounds, by the lowest bits of their
   * coordinates, each starting from the point nearest to its center.
   */
  DVDB_LOD_PICK_POISSON = 2
};

/**
 * Distributes the points over all nodes, including inner ones: in each cell of an inner node, one of the points of its
 * children moves up, and from there possibly further. The tree must be in Morton order.
 */
DVDB_API dvdb_status dvdb_lod_picks(
    dvdb_context context, dvdb_lod lod,
    uint32_t pick,                                /* dvdb_lod_picking */
    uint32_t seed,                                /* of random picks */
    dvdb_buffer out_owners,                       /* i32 [n_points], the node that owns each point; 0 for none */
    dvdb_buffer out_rows,                         /* i64 [n_points], rows of the input by node, in the order of points, for trees that know them; 0 for none */
    dvdb_buffer out_firsts /* i64 [n_nodes + 1], the first of each node's rows, told with them; 0 for none */) DVDB_NOEXCEPT;

/**
 * Chooses a maximal set of points whose distances are at least a cell's edge, as DVDB_LOD_PICK_POISSON does from one
 * level to the next. Cells are processed in eight rounds, so a choice depends only on points up to 7 cells away. Morton
 * order is required but not checked; with points in another order, some of the chosen points are too close to each
 * other.
 */
DVDB_API dvdb_status dvdb_lod_thin(
    dvdb_context context,
    dvdb_buffer points,                           /* u32 [n_points, 3], units from the cube's corner, in Morton order, x leading */
    int64_t n_points,
    uint32_t bits,                                /* 1 to 32, of coordinates */
    uint32_t cell_bits,                           /* a cell's edge is 2^cell_bits units; fewer than bits */
    dvdb_buffer out_chosen /* u8 [n_points], 1 for those that are chosen, else 0 */) DVDB_NOEXCEPT;

/** Positions in a camera: two 4 x 4 matrices in column-major order that multiply column vectors from the left. */
enum dvdb_lod_camera {
  /** From world space to camera space, where the camera looks along -z. */
  DVDB_LOD_MODEL_VIEW = 0,
  /** From camera space to clip space. */
  DVDB_LOD_PROJECTION = 16,
  /** The number of values of a camera. */
  DVDB_LOD_CAMERA_COUNT = 32
};

/** Positions in the totals of dvdb_select_lod_nodes. */
enum dvdb_lod_total {
  /** Nodes of which anything is drawn. */
  DVDB_LOD_TOTAL_NODES = 0,
  /** Runs of consecutive points or voxels to draw, each of one node. */
  DVDB_LOD_TOTAL_RUNS = 1,
  /** Points to draw. */
  DVDB_LOD_TOTAL_POINTS = 2,
  /** Voxels to draw. */
  DVDB_LOD_TOTAL_VOXELS = 3,
  /** The number of totals. */
  DVDB_LOD_TOTAL_COUNT = 4
};

/**
 * Selects what a camera needs of a tree. A node is visible if its parent is visible, if its box is not entirely behind
 * the camera or outside the image widened by `margin` pixels on each side, and if it is the root or its edge is at
 * least `min_size` pixels long where the box is nearest: edge times the greater of |row 0| width / 2 and |row 1| height
 * / 2 of projection times model-view, divided by the least w of the corners. In trees without voxels, all nodes are
 * large enough. Visible leaves are drawn as points, visible inner nodes as the voxels of those octants whose child
 * would be visible if it were large enough. Waits.
 */
DVDB_API dvdb_status dvdb_select_lod_nodes(
    dvdb_context context, dvdb_lod lod,
    DVDB_IN const double *camera,                 /* [DVDB_LOD_CAMERA_COUNT] */
    uint32_t width,                               /* 0 to 65536, pixels; if either side is 0, the camera is not used */
    uint32_t height,                              /* 0 to 65536, pixels */
    double min_size,                              /* 0 or more */
    double margin,                                /* 0 or more */
    dvdb_buffer out_octants,                      /* u8 [n_nodes], the octants that are drawn of a node, 255 for leaves */
    dvdb_buffer out_firsts,                       /* i64 [n_nodes], runs of the nodes before */
    DVDB_OUT int64_t *out_totals /* [DVDB_LOD_TOTAL_COUNT] */) DVDB_NOEXCEPT;

/** Writes the runs that dvdb_select_lod_nodes found: nodes in ascending order, and the runs of a node in ascending order. */
DVDB_API dvdb_status dvdb_select_lod_nodes_runs(
    dvdb_context context, dvdb_lod lod,
    dvdb_buffer octants,                          /* u8 [n_nodes], from dvdb_select_lod_nodes */
    dvdb_buffer firsts,                           /* i64 [n_nodes], likewise */
    int64_t n_runs,
    dvdb_buffer out_runs /* i64 [n_runs, 3], node, first point or voxel in the tree, how many */) DVDB_NOEXCEPT;

/**
 * Draws points and voxels as squares; each pixel gets the color of the nearest one. At equal depth, the lesser color
 * wins, compared by blue, then green, then red. Voxels are drawn at the centers of their cells, floating-point points
 * at the centers of their units. Positions are computed in single precision relative to the corner of the node.
 * Anything behind the camera is clipped; near and far planes clip nothing. Runs that do not belong to the tree are
 * DVDB_INVALID_DATA; the message tells how many. Waits until the runs are checked.
 */
DVDB_API dvdb_status dvdb_render_lod_nearest(
    dvdb_context context, dvdb_lod lod,
    DVDB_IN const double *camera,                 /* [DVDB_LOD_CAMERA_COUNT] */
    uint32_t width,                               /* 0 to 65536, pixels; if either side is 0, the camera is not used */
    uint32_t height,                              /* 0 to 65536, pixels */
    uint32_t point_size,                          /* 1 to 64, pixels */
    int64_t n_runs,
    dvdb_buffer runs,                             /* i64 [n_runs, 3], as dvdb_select_lod_nodes_runs writes them */
    uint32_t background,                          /* red in the low byte, opacity in the high one */
    dvdb_buffer out_image,                        /* u32 [height, width], red in the low byte */
    dvdb_buffer out_depths /* f32 [height, width], infinite where nothing is drawn; 0 for none */) DVDB_NOEXCEPT;

/**
 * As dvdb_render_lod_nearest, but each pixel gets the mean color, rounded half up, of everything that is not farther
 * than (1 + tolerance) times the nearest depth.
 */
DVDB_API dvdb_status dvdb_render_lod_blended(
    dvdb_context context, dvdb_lod lod,
    DVDB_IN const double *camera,                 /* [DVDB_LOD_CAMERA_COUNT] */
    uint32_t width,                               /* 0 to 65536, pixels; if either side is 0, the camera is not used */
    uint32_t height,                              /* 0 to 65536, pixels */
    uint32_t point_size,                          /* 1 to 64, pixels */
    double tolerance,                             /* 0 or more */
    int64_t n_runs,
    dvdb_buffer runs,                             /* i64 [n_runs, 3], as dvdb_select_lod_nodes_runs writes them */
    uint32_t background,                          /* red in the low byte, opacity in the high one */
    dvdb_buffer out_image,                        /* u32 [height, width], red in the low byte */
    dvdb_buffer out_depths /* f32 [height, width], that of the nearest; 0 for none */) DVDB_NOEXCEPT;

#endif
