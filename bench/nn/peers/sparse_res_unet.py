"""SparseResUNet42 in plain PyTorch: a step of a training, to compare bench/nn/train_protocol.ts with.

The same network on the same voxels: forward pass, cross entropy of 19 classes, backward pass, AdamW. Pairs of voxels of
each tap are found before the clock starts. A convolution takes the rows of a tap, multiplies them by its weights, and
adds them to those of the results; the middle tap of a kernel of 3 x 3 x 3 needs no rows to be taken. The backward pass
is written out, which spares PyTorch from keeping the rows of every tap.

    OMP_NUM_THREADS=2 taskset -c 0,1 python3 bench/nn/peers/sparse_res_unet.py --scan data/lidar/kitti_0000000000.bin
"""

import argparse
import itertools
import statistics
import time

import numpy
import torch
from torch import nn
from torch.nn import functional

CLASSES = 19
INPUTS = 4


def keys_of(ijk):
    """Numbers that order voxels; coordinates are within 2^20 of the origin."""
    moved = ijk.astype(numpy.int64) + (1 << 20)
    return (moved[:, 0] << 42) | (moved[:, 1] << 21) | moved[:, 2]


def unique_voxels(ijk):
    return ijk[numpy.unique(keys_of(ijk), return_index=True)[1]]


def pairs_of(source, wanted):
    """Rows of voxels that are there, and the places where they are wanted."""
    keys = keys_of(source)  # ascending, because voxels are
    found = numpy.searchsorted(keys, keys_of(wanted)).clip(max=len(keys) - 1)
    places = numpy.nonzero(keys[found] == keys_of(wanted))[0]
    return torch.from_numpy(found[places]), torch.from_numpy(places)


def same_map(voxels):
    """Pairs of each tap of a kernel of 3 x 3 x 3; none for the middle one, where rows stay where they are."""
    taps = itertools.product((-1, 0, 1), repeat=3)
    return [pairs_of(voxels, voxels + numpy.array(tap)) if any(tap) else None for tap in taps]


def down_map(fine, coarse):
    """Pairs of each tap of a kernel of 2 x 2 x 2 with a stride of 2."""
    taps = itertools.product((0, 1), repeat=3)
    return [pairs_of(fine, 2 * coarse + numpy.array(tap)) for tap in taps]


def reversed_map(pairs):
    return [(to, source) for source, to in pairs]


class Gathered(torch.autograd.Function):
    """A sparse convolution by weights [taps, in, out]."""

    @staticmethod
    def forward(ctx, x, weight, pairs, rows):
        ctx.save_for_backward(x, weight)
        ctx.pairs = pairs
        middle = [weight[tap] for tap, pair in enumerate(pairs) if pair is None]
        out = x @ middle[0] if middle else x.new_zeros(rows, weight.shape[2])
        for tap, pair in enumerate(pairs):
            if pair is not None:
                out.index_add_(0, pair[1], x.index_select(0, pair[0]) @ weight[tap])
        return out

    @staticmethod
    def backward(ctx, gradient):
        x, weight = ctx.saved_tensors
        wants_x = ctx.needs_input_grad[0]
        by_weight = torch.empty_like(weight)
        by_x = None
        for tap, pair in enumerate(ctx.pairs):
            if pair is None:
                by_weight[tap] = x.t() @ gradient
                by_x = gradient @ weight[tap].t() if wants_x else None
        if by_x is None and wants_x:
            by_x = torch.zeros_like(x)
        for tap, pair in enumerate(ctx.pairs):
            if pair is None:
                continue
            source, to = pair
            given = gradient.index_select(0, to)
            by_weight[tap] = x.index_select(0, source).t() @ given
            if wants_x:
                by_x.index_add_(0, source, given @ weight[tap].t())
        return by_x, by_weight, None, None


class ConvNorm(nn.Module):
    def __init__(self, taps, inputs, outputs):
        super().__init__()
        bound = (inputs * taps) ** -0.5
        self.weight = nn.Parameter(torch.empty(taps, inputs, outputs).uniform_(-bound, bound))
        self.norm = nn.BatchNorm1d(outputs)

    def forward(self, x, pairs=None, rows=None, residual=None, relu=True):
        if pairs is None:
            y = x @ self.weight[0]
        else:
            y = Gathered.apply(x, self.weight, pairs, x.shape[0] if rows is None else rows)
        y = self.norm(y)
        if residual is not None:
            y = y + residual
        return functional.relu(y, inplace=True) if relu else y


class Residual(nn.Module):
    def __init__(self, inputs, outputs):
        super().__init__()
        self.first = ConvNorm(27, inputs, outputs)
        self.second = ConvNorm(27, outputs, outputs)
        self.shortcut = None if inputs == outputs else ConvNorm(1, inputs, outputs)

    def forward(self, x, pairs):
        short = x if self.shortcut is None else self.shortcut(x, relu=False)
        return self.second(self.first(x, pairs), pairs, residual=short)


class Stage(nn.Module):
    def __init__(self, inputs, middle, joined, outputs):
        super().__init__()
        self.change = ConvNorm(8, inputs, middle)
        self.blocks = nn.ModuleList([Residual(joined, outputs), Residual(outputs, outputs)])


class SparseResUNet42(nn.Module):
    def __init__(self, width):
        super().__init__()
        widths = [int(width * n) for n in (32, 32, 64, 128, 256, 256, 128, 96, 96)]
        self.stem = nn.ModuleList([ConvNorm(27, INPUTS, widths[0]), ConvNorm(27, widths[0], widths[0])])
        self.down = nn.ModuleList(
            [Stage(widths[n], widths[n], widths[n], widths[n + 1]) for n in range(4)])
        self.up = nn.ModuleList(
            [Stage(widths[n], widths[n + 1], widths[n + 1] + widths[7 - n], widths[n + 1])
             for n in range(4, 8)])
        self.head = nn.Linear(widths[8], CLASSES)

    def forward(self, x, same, down, counts):
        for part in self.stem:
            x = part(x, same[0])
        left = [x]
        for n, stage in enumerate(self.down):
            x = stage.change(x, down[n], counts[n + 1])
            for block in stage.blocks:
                x = block(x, same[n + 1])
            left.append(x)
        left.pop()
        for n, stage in enumerate(self.up):
            level = 3 - n
            x = stage.change(x, reversed_map(down[level]), counts[level])
            x = torch.cat([x, left.pop()], 1)
            for block in stage.blocks:
                x = block(x, same[level])
        return self.head(x)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scan", required=True, help="points of a LiDAR scan, four f32 each")
    parser.add_argument("--size", type=float, default=0.24, help="edge length of a voxel")
    parser.add_argument("--width", type=float, default=0.5)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--warm", type=int, default=2)
    parser.add_argument("--samples", type=int, default=9)
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(1)

    points = numpy.fromfile(args.scan, numpy.float32).reshape(-1, 4)[:, :3]
    grids = [unique_voxels(numpy.floor(points.astype(numpy.float64) / args.size + 0.5).astype(numpy.int64))]
    for _ in range(4):
        grids.append(unique_voxels(grids[-1] // 2))
    counts = [len(grid) for grid in grids]
    same = [same_map(grid) for grid in grids]
    down = [down_map(fine, coarse) for fine, coarse in zip(grids, grids[1:])]

    x, y, z = grids[0].astype(numpy.float64).T
    waves = numpy.stack([numpy.sin(0.1 * x), numpy.cos(0.07 * y), numpy.sin(0.3 * z), numpy.cos(0.02 * (x + y))], 1)
    features = torch.from_numpy(waves.astype(numpy.float32))
    labels = torch.from_numpy(numpy.floor(waves[:, 0] * 4 + waves[:, 2] * 5 + 9.5).astype(numpy.int64) % CLASSES)

    net = SparseResUNet42(args.width)
    try:
        adam = torch.optim.AdamW(net.parameters(), lr=1e-3, fused=True)
    except (RuntimeError, TypeError):  # older versions fuse on GPUs alone
        adam = torch.optim.AdamW(net.parameters(), lr=1e-3)

    def step():
        adam.zero_grad(set_to_none=True)
        loss = functional.cross_entropy(net(features, same, down, counts), labels)
        loss.backward()
        adam.step()
        return float(loss.detach())

    losses = [step() for _ in range(args.warm)]
    times = []
    for _ in range(args.samples):
        started = time.perf_counter()
        losses.append(step())
        times.append(1000 * (time.perf_counter() - started))
    net.eval()
    results = []
    with torch.no_grad():
        for _ in range(args.samples):
            started = time.perf_counter()
            net(features, same, down, counts)
            results.append(1000 * (time.perf_counter() - started))
    parameters = sum(one.numel() for one in net.parameters())
    print(f"SparseResUNet42 in PyTorch {torch.__version__}, {torch.get_num_threads()} threads")
    print(f"voxels            {' '.join(map(str, counts))}")
    print(f"parameters        {parameters}")
    print(f"step ms           {statistics.median(times):.1f} ({min(times):.1f} to {max(times):.1f})")
    print(f"inference ms      {statistics.median(results):.1f} ({min(results):.1f} to {max(results):.1f})")
    print(f"loss at first     {losses[0]:.4f}")
    print(f"loss after        {losses[-1]:.4f}")


main()
