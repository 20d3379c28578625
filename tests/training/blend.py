"""A net between two: ``python -m tests.training.blend BEFORE AFTER OUT --share 0.7``.

One that went on from another to learn something new has lost a little of what that knew. Weights on
the straight line between the two keep more of it. Wortsman and others, Robust fine-tuning of
zero-shot models, 2022.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import onnx


def blended(before: Path, after: Path, share: float) -> onnx.ModelProto:
    """The net with ``share`` of the weights of ``after`` and the rest of those of ``before``.

    Raises ValueError if they are not built alike.
    """
    first, second = onnx.load(before), onnx.load(after)
    old, new = ({w.name: w for w in net.graph.initializer} for net in (first, second))
    for node, other in zip(first.graph.node, second.graph.node, strict=True):
        if node.op_type != other.op_type:
            raise ValueError(f"{before} has {node.op_type} where {after} has {other.op_type}")
        for name, name_there in zip(node.input, other.input, strict=True):
            if name in old:
                if old[name].dims != new[name_there].dims:
                    raise ValueError(f"weights {name} differ in size")
                a, b = (
                    onnx.numpy_helper.to_array(weights).astype(np.float64)
                    for weights in (old[name], new[name_there])
                )
                mean = ((1 - share) * a + share * b).astype(np.float32)
                old[name].CopyFrom(onnx.numpy_helper.from_array(mean, name))
    return first


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("before", "after", "out"):
        parser.add_argument(name, type=Path, help="*.onnx")
    parser.add_argument("--share", type=float, default=0.5, help="of AFTER")
    options = parser.parse_args()
    onnx.save(blended(options.before, options.after, options.share), options.out)


if __name__ == "__main__":
    main()
