/** The whole C ABI of denovdb: one include per family. */
#ifndef DENOVDB_H
#define DENOVDB_H

#include "denovdb/abi.h"
#include "denovdb/attention.h"
#include "denovdb/bricks.h"
#include "denovdb/buffer.h"
#include "denovdb/conv.h"
#include "denovdb/dense.h"
#include "denovdb/event.h"
#include "denovdb/fenwick.h"
#include "denovdb/grid.h"
#include "denovdb/inject.h"
#include "denovdb/jagged.h"
#include "denovdb/lod.h"
#include "denovdb/march.h"
#include "denovdb/mesh.h"
#include "denovdb/optim.h"
#include "denovdb/pool.h"
#include "denovdb/query.h"
#include "denovdb/rays.h"
#include "denovdb/records.h"
#include "denovdb/render.h"
#include "denovdb/sample.h"
#include "denovdb/sdf.h"
#include "denovdb/topology.h"

#endif
