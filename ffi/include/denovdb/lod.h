/**
 * Level-of-detail octrees of point clouds.
 *
 * A tree is a cube of 2^bits units an axis, halved level by level. A node of a level is inner where it has
 * `points_per_leaf` points or more and the level is not the last; else it is a leaf and owns its points. Inner nodes own
 * voxels, at most one for each cell of `grid_size`^3. Nodes are numbered level after level, in Morton order within each
 * (x the leading bit of each triple); points are in Morton order over the whole tree, then by colour; voxels are numbered
 * node after node, in Morton order within each.
 */
#ifndef DENOVDB_LOD_H
#define DENOVDB_LOD_H

#include "abi.h"

/** What gives a voxel its colour. Its samples are the points and voxels of the node's children that lie in its cell. */
enum dvdb_lod_strategy {
  /** Inner nodes stay without voxels. */
  DVDB_LOD_NONE = 0,
  /** The first sample in Morton order. */
  DVDB_LOD_FIRST = 1,
  /** One sample, drawn by a hash of the seed and the sample itself. */
  DVDB_LOD_RANDOM = 2,
  /** The mean of the samples, each counting once, rounded half up. */
  DVDB_LOD_AVERAGE = 3,
  /** The mean of all points below that lie in the cell, rounded half up. */
  DVDB_LOD_POINT_MEAN = 4,
  /** The mean of samples nearer than one cell to its centre, with weights that fall off linearly; also of other cells. */
  DVDB_LOD_WEIGHTED = 5,
  /** The same over the borders of nodes, as far as the neighbours are inner nodes of the same level. */
  DVDB_LOD_WEIGHTED_ACROSS = 6
};

/** Places of the settings of dvdb_lod_build. 0 stands for the default of each. */
enum dvdb_lod_setting {
  /** Points from which a node is inner; default 50000. */
  DVDB_LOD_POINTS_PER_LEAF = 0,
  /** Cells of a node an axis, a power of two from 2 to 1024; default 128. */
  DVDB_LOD_GRID_SIZE = 1,
  /** Bits of a coordinate, 1 to 32 and enough for the grid; default 24, or 30 for f64. Integers find their own. */
  DVDB_LOD_BITS = 2,
  /** Level that is not split any more, at most bits - log2(grid size) + 1, which is the default. */
  DVDB_LOD_MAX_DEPTH = 3,
  /** One of dvdb_lod_strategy. */
  DVDB_LOD_STRATEGY = 4,
  /** Not 0: points of a leaf may be in any order, which may differ from run to run; nodes and voxels are the same. */
  DVDB_LOD_ANY_ORDER = 5,
  /** Not 0: remember each point's row of the input. */
  DVDB_LOD_ROWS = 6,
  /** Seed of DVDB_LOD_RANDOM. */
  DVDB_LOD_SEED = 7,
  /** Level of the roots of parts of a tree: nodes above are inner, whatever they hold, and have no voxels. */
  DVDB_LOD_ROOT_LEVEL = 8,
  /** How many settings there are. */
  DVDB_LOD_SETTING_COUNT = 9
};

/** Places of a node that is told of before a part of a tree is built. */
enum dvdb_lod_known {
  /** Level. */
  DVDB_LOD_KNOWN_LEVEL = 0,
  /** Cell of the level on the first axis. */
  DVDB_LOD_KNOWN_X = 1,
  /** Cell on the second axis. */
  DVDB_LOD_KNOWN_Y = 2,
  /** Cell on the third axis. */
  DVDB_LOD_KNOWN_Z = 3,
  /** 0: it is inner. 1: it is a leaf here, and its points are the least corners of its voxels' cells. */
  DVDB_LOD_KNOWN_KIND = 4,
  /** How many numbers such a node has. */
  DVDB_LOD_KNOWN_COUNT = 5
};

/** Places of dvdb_lod_counts. */
enum dvdb_lod_count {
  /** Points. */
  DVDB_LOD_COUNT_POINTS = 0,
  /** Nodes of all levels. */
  DVDB_LOD_COUNT_NODES = 1,
  /** Nodes that have children. */
  DVDB_LOD_COUNT_INNER = 2,
  /** Levels that have nodes. */
  DVDB_LOD_COUNT_LEVELS = 3,
  /** Voxels of all inner nodes. */
  DVDB_LOD_COUNT_VOXELS = 4,
  /** Bits of a coordinate. */
  DVDB_LOD_COUNT_BITS = 5,
  /** Cells of a node an axis. */
  DVDB_LOD_COUNT_GRID_SIZE = 6,
  /** Whether rows of the input are remembered. */
  DVDB_LOD_COUNT_ROWS = 7,
  /** Device bytes. */
  DVDB_LOD_COUNT_BYTES = 8,
  /** Whether coordinates are integers that the tree was built from. */
  DVDB_LOD_COUNT_WHOLE = 9,
  /** Whether points of a leaf may be in any order; attributes and picks need those of others. */
  DVDB_LOD_COUNT_LOOSE = 10,
  /** How many numbers dvdb_lod_counts writes. */
  DVDB_LOD_COUNT_COUNT = 11
};

/** Places of a node in dvdb_lod_nodes. */
enum dvdb_lod_node {
  /** Level, 0 for the root. */
  DVDB_LOD_NODE_LEVEL = 0,
  /** Cell of the level, below 2^level, on the first axis. */
  DVDB_LOD_NODE_X = 1,
  /** Cell on the second axis. */
  DVDB_LOD_NODE_Y = 2,
  /** Cell on the third axis. */
  DVDB_LOD_NODE_Z = 3,
  /** Number of the parent, -1 for the root. */
  DVDB_LOD_NODE_PARENT = 4,
  /** Number of the first child, which the others follow; -1 for a leaf. */
  DVDB_LOD_NODE_FIRST_CHILD = 5,
  /** Which children there are: bit 4 x + 2 y + z for the octant of upper halves x, y, z. */
  DVDB_LOD_NODE_CHILDREN = 6,
  /** First of the points below. */
  DVDB_LOD_NODE_FIRST_POINT = 7,
  /** Points below, which a leaf owns. */
  DVDB_LOD_NODE_POINTS = 8,
  /** First of its voxels. */
  DVDB_LOD_NODE_FIRST_VOXEL = 9,
  /** Its voxels. */
  DVDB_LOD_NODE_VOXELS = 10,
  /** How many numbers a node has. */
  DVDB_LOD_NODE_COUNT = 11
};

/** What a voxel takes of the attributes of the points in its cell. */
enum dvdb_lod_choice {
  /** Those of the point nearest to its centre, of several the first; any dtype. */
  DVDB_LOD_NEAREST = 0,
  /** Their mean, summed in the order of points in double precision. */
  DVDB_LOD_MEAN = 1,
  /** The most frequent, of several the least; DVDB_U8 and DVDB_BOOL. */
  DVDB_LOD_MAJORITY = 2
};

/**
 * Builds a tree. A unit of coordinates is edge / 2^bits for reals, whose coordinates are floor((p - low) * scale) in double
 * precision, scale being 2^bits / edge rounded before, at most 2^bits - 1. Integers keep their own: the unit is 1, and the edge a power of two.
 * Points that are not finite, or outside the box, are DVDB_INVALID_DATA with their number.
 * A part of a tree is made of the points in some cells of the root level, or of points and voxels where what is below is
 * known; it has the nodes and voxels of the whole tree in these cells. Sums are read for DVDB_LOD_POINT_MEAN, with rows.
 */
DVDB_NONBLOCKING DVDB_API dvdb_status dvdb_lod_build(
    dvdb_context context, dvdb_ticket ticket,
    dvdb_buffer points,                           /* dtype [n_points, 3] */
    uint32_t dtype,                               /* DVDB_F16, DVDB_F32, DVDB_F64 or DVDB_I32 */
    int64_t n_points,
    dvdb_buffer colors,                           /* u8 [n_points, color_channels], white; 0 for none */
    uint32_t color_channels,                      /* 3 (opaque) or 4; not read without colours */
    DVDB_IN const double *box,                    /* [7] least corner, greatest corner, edge; the edge is the longest side if 0 */
    uint32_t has_box,                             /* not 0: `box` is used; 0: it is found from the points */
    DVDB_IN const int64_t *settings,              /* [DVDB_LOD_SETTING_COUNT] */
    int64_t n_known,                              /* numbers in `known`, DVDB_LOD_KNOWN_COUNT for each node */
    DVDB_IN const int64_t *known,                 /* [n_known] level after level, in Morton order; if any, others are leaves */
    dvdb_buffer sums,                             /* u64 [n_points, 5] colours and number of the points that each stands for; 0 for none */
    DVDB_OUT dvdb_lod *out_lod /* [1] */) DVDB_NOEXCEPT;

/** Gives a tree up; its memory is freed after the work already enqueued. */
DVDB_API dvdb_status dvdb_lod_destroy(dvdb_context context, dvdb_lod lod) DVDB_NOEXCEPT;

/** Writes the counts of dvdb_lod_count. */
DVDB_API dvdb_status dvdb_lod_counts(dvdb_context context, dvdb_lod lod, DVDB_OUT int64_t *out_counts /* [DVDB_LOD_COUNT_COUNT] */) DVDB_NOEXCEPT;

/** Writes where the cube lies: its least corner and its edge. */
DVDB_API dvdb_status dvdb_lod_cube(dvdb_context context, dvdb_lod lod, DVDB_OUT double *out_cube /* [4] */) DVDB_NOEXCEPT;

/** Writes all nodes, one after the other: for each, the places of dvdb_lod_node. */
DVDB_API dvdb_status dvdb_lod_nodes(dvdb_context context, dvdb_lod lod, int64_t n_numbers /* DVDB_LOD_NODE_COUNT for each node */,
                                    DVDB_OUT int64_t *out_nodes /* [n_numbers] */) DVDB_NOEXCEPT;

/** Writes points [first, first + count): whole coordinates, from the cube's corner for reals, and colours. */
DVDB_API dvdb_status dvdb_lod_points(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count,
                                     dvdb_buffer out_coordinates, /* i32 [count, 3], the bits of u32 for reals */
                                     dvdb_buffer out_colors /* u8 [count, 4] */) DVDB_NOEXCEPT;

/** Writes the rows of the input that points [first, first + count) come from. */
DVDB_API dvdb_status dvdb_lod_rows(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count,
                                   dvdb_buffer out_rows /* i64 [count] */) DVDB_NOEXCEPT;

/** Writes voxels [first, first + count): their cells in their nodes, below the grid size, and colours. */
DVDB_API dvdb_status dvdb_lod_voxels(dvdb_context context, dvdb_lod lod, int64_t first, int64_t count,
                                     dvdb_buffer out_cells, /* i32 [count, 3] */
                                     dvdb_buffer out_colors /* u8 [count, 4] */) DVDB_NOEXCEPT;

/** Takes attributes of all voxels from those of points, which the tree has to know the rows of. */
DVDB_API dvdb_status dvdb_lod_attributes(
    dvdb_context context, dvdb_lod lod,
    uint32_t choice,                              /* dvdb_lod_choice */
    dvdb_buffer values,                           /* dtype [n_points, channels], by row of the input */
    uint32_t dtype,
    uint32_t channels,
    dvdb_buffer out /* [n_voxels, channels] of the dtype; means: f32 of u8, f16 and f32, f64 of f64 and i32 */) DVDB_NOEXCEPT;

/** Which of the points of a cell moves up to an inner node. */
enum dvdb_lod_picking {
  /** The one nearest to the cell's centre, of several the first. */
  DVDB_LOD_PICK_CENTRAL = 0,
  /** One that is drawn by a hash of the seed and its place, of several the first. */
  DVDB_LOD_PICK_RANDOM = 1,
  /**
   * Not one of a cell: of the points of a level as many move up to the next as are a cell's edge or more apart from each
   * other. Cells are gone through in eight rounds, by the lowest bits of their coordinates, each from the point nearest to
   * its centre on.
   */
  DVDB_LOD_PICK_POISSON = 2
};

/**
 * Shares points out among all nodes, those above leaves too: in each cell of an inner node one of the points that its
 * children have moves up, and from there perhaps further. The tree has to be in Morton order.
 */
DVDB_API dvdb_status dvdb_lod_picks(
    dvdb_context context, dvdb_lod lod,
    uint32_t pick,                                /* dvdb_lod_picking */
    uint32_t seed,                                /* of random picks */
    int64_t n_points, int64_t n_nodes,            /* of the tree */
    dvdb_buffer out_owners,                       /* i32 [n_points] the node that owns each point; 0 for none */
    dvdb_buffer out_rows,                         /* i64 [n_points] rows of the input by node, in the order of points, for trees that know them; 0 for none */
    dvdb_buffer out_firsts /* i64 [n_nodes + 1] the first of each node's rows, told with them; 0 for none */) DVDB_NOEXCEPT;

/**
 * Chooses points that are a cell's edge or more apart from each other, so that no more could be added: those that
 * DVDB_LOD_PICK_POISSON lets move up to a level from the one below. Cells are gone through in eight rounds, so that a
 * choice depends on points up to 7 cells away, and on no others. That points are in Morton order is not checked; of others
 * some are chosen that are too near to each other.
 */
DVDB_API dvdb_status dvdb_lod_thin(
    dvdb_context context,
    dvdb_buffer points,                           /* i32 [n_points, 3] bits of u32: units from the cube's corner, in Morton order, x leading */
    int64_t n_points,
    uint32_t bits,                                /* of coordinates, 1 to 32 */
    uint32_t cell_bits,                           /* a cell's edge is 2^cell_bits units; fewer than bits */
    dvdb_buffer out_chosen /* u8 [n_points] 1 for those that are chosen, else 0 */) DVDB_NOEXCEPT;

/** Places of a camera: two matrices of 4 x 4, column after column, that are multiplied to columns. */
enum dvdb_lod_camera {
  /** From the world to the camera, which looks along -z. */
  DVDB_LOD_MODEL_VIEW = 0,
  /** From the camera to clip space. */
  DVDB_LOD_PROJECTION = 16,
  /** How many numbers a camera has. */
  DVDB_LOD_CAMERA_COUNT = 32
};

/** Places of the totals of dvdb_lod_select. */
enum dvdb_lod_total {
  /** Nodes that something is drawn of. */
  DVDB_LOD_TOTAL_NODES = 0,
  /** Runs of points or voxels that are drawn, each of one node. */
  DVDB_LOD_TOTAL_RUNS = 1,
  /** Points that are drawn. */
  DVDB_LOD_TOTAL_POINTS = 2,
  /** Voxels that are drawn. */
  DVDB_LOD_TOTAL_VOXELS = 3,
  /** How many totals there are. */
  DVDB_LOD_TOTAL_COUNT = 4
};

/**
 * Finds what a camera needs of a tree. A node is visible if its parent is, if its box is not wholly outside of the picture
 * widened by `margin` pixels on each side or behind the camera, and if it is the root or its edge is at least `min_size`
 * pixels long where the box is nearest: edge times the greater of |row 0| width / 2 and |row 1| height / 2 of projection
 * times model-view, over the least w of the corners. Of trees without voxels all nodes are large enough. Visible leaves
 * are drawn as points, visible inner nodes as the voxels of those octants whose child would be visible if it were large
 * enough. Waits.
 */
DVDB_API dvdb_status dvdb_lod_select(
    dvdb_context context, dvdb_lod lod,
    DVDB_IN const double *camera,                 /* [DVDB_LOD_CAMERA_COUNT] */
    uint32_t width, uint32_t height,              /* pixels, at most 65536; without any the camera does not count */
    double min_size,                              /* 0 or more */
    double margin,                                /* 0 or more */
    int64_t n_nodes,                              /* of the tree */
    dvdb_buffer out_octants,                      /* u8 [n_nodes]: the octants that are drawn of a node, 255 for leaves */
    dvdb_buffer out_firsts,                       /* i64 [n_nodes]: runs of the nodes before */
    DVDB_OUT int64_t *out_totals /* [DVDB_LOD_TOTAL_COUNT] */) DVDB_NOEXCEPT;

/** Writes what was found: nodes ascend, and so do the runs of a node. */
DVDB_API dvdb_status dvdb_lod_runs(
    dvdb_context context, dvdb_lod lod, int64_t n_nodes,
    dvdb_buffer octants,                          /* u8 [n_nodes], from dvdb_lod_select */
    dvdb_buffer firsts,                           /* i64 [n_nodes], likewise */
    int64_t n_runs,
    dvdb_buffer out_runs /* i64 [n_runs, 3]: node, first point or voxel in the tree, how many */) DVDB_NOEXCEPT;

/**
 * Draws points and voxels as squares, each pixel in the colour of the nearest; of several as near the one whose colour is
 * less, by blue, then green, then red. Voxels lie at the centres of their cells, points of reals at the centres of their
 * units. Positions are computed in single precision from the corner of the node. What lies behind the camera is not seen;
 * near and far planes cut nothing off. Runs that are not of the tree are DVDB_INVALID_DATA with their number. Waits for
 * the runs.
 */
DVDB_API dvdb_status dvdb_lod_draw_nearest(
    dvdb_context context, dvdb_lod lod,
    DVDB_IN const double *camera,                 /* [DVDB_LOD_CAMERA_COUNT] */
    uint32_t width, uint32_t height,              /* pixels, at most 65536; without any the camera does not count */
    uint32_t point_size,                          /* pixels, 1 to 64 */
    int64_t n_runs,
    dvdb_buffer runs,                             /* i64 [n_runs, 3], as dvdb_lod_runs writes them */
    uint32_t background,                          /* red in the low byte, opacity in the high one */
    dvdb_buffer out_image,                        /* u8 [height, width, 4] */
    dvdb_buffer out_depths /* f32 [height, width], infinite where there is nothing; 0 for none */) DVDB_NOEXCEPT;

/**
 * The same with the mean colour, rounded half up, of all that is not farther than (1 + tolerance) times the nearest.
 */
DVDB_API dvdb_status dvdb_lod_draw_blended(
    dvdb_context context, dvdb_lod lod,
    DVDB_IN const double *camera,                 /* [DVDB_LOD_CAMERA_COUNT] */
    uint32_t width, uint32_t height,              /* pixels, at most 65536; without any the camera does not count */
    uint32_t point_size,                          /* pixels, 1 to 64 */
    double tolerance,                             /* 0 or more */
    int64_t n_runs,
    dvdb_buffer runs,                             /* i64 [n_runs, 3], as dvdb_lod_runs writes them */
    uint32_t background,                          /* red in the low byte, opacity in the high one */
    dvdb_buffer out_image,                        /* u8 [height, width, 4] */
    dvdb_buffer out_depths /* f32 [height, width], that of the nearest; 0 for none */) DVDB_NOEXCEPT;

#endif
