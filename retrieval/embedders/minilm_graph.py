"""The ONNX graph of all-MiniLM-L6-v2, written from the weights that its package ships.

Architecture: BERT (Devlin et al. 2019) of six layers with twelve heads and width 384, distilled as
MiniLM (Wang et al. 2020), then the mean of the token states and unit length (Reimers and Gurevych
2019). The nodes are ONNX Runtime's fused ones (domain `com.microsoft`), which spares it a pass of
graph rewriting at every start. Whatever does not depend on the input (token type 0 in the position
table, the joint matrix of query, key and value) is folded in here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import onnx

GRAPH_VERSION = 1
"""Grows with every change of the graph, so that older cached files are not used."""

LAYERS = 6
HEADS = 12
DIMENSIONS = 384
EPSILON = 1e-12
FUSED = "com.microsoft"

Weights = dict[str, NDArray[np.float32]]


def write_graph(weights_path: Path, graph_path: Path) -> None:
    """Reads a safetensors file and writes the graph that computes sentence vectors from it.

    Inputs of the graph: `ids` (int32[batch, tokens], 0 where padded) and `lengths`
    (int32[batch], tokens that count, at least 1). Output: `vectors` (float32[batch, 384], unit norm).

    Raises:
        OSError: The file cannot be read or written.
    """
    import onnx
    from safetensors.numpy import load_file

    weights: Weights = load_file(weights_path)
    onnx.save_model(_Builder(weights).model(), str(graph_path))


class _Builder:
    """Collects nodes and weights in the order of the computation."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self.nodes: list[Any] = []
        self.initializers: list[Any] = []

    def model(self) -> onnx.ModelProto:
        from onnx import TensorProto, helper

        state = self.embeddings()
        for layer in range(LAYERS):
            state = self.layer(state, f"encoder.layer.{layer}.")
        self.pooling(state)
        graph = helper.make_graph(
            self.nodes,
            "all-MiniLM-L6-v2",
            [
                helper.make_tensor_value_info("ids", TensorProto.INT32, ["batch", "tokens"]),
                helper.make_tensor_value_info("lengths", TensorProto.INT32, ["batch"]),
            ],
            [helper.make_tensor_value_info("vectors", TensorProto.FLOAT, ["batch", DIMENSIONS])],
            self.initializers,
        )
        opsets = [helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)]
        return helper.make_model(graph, opset_imports=opsets, ir_version=8, producer_name="prevail")

    def node(self, kind: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:
        from onnx import helper

        outputs = [output, "unused"] if kind == "EmbedLayerNormalization" else [output]
        self.nodes.append(helper.make_node(kind, inputs, outputs, name=output, domain=domain, **attributes))
        return output

    def constant(self, name: str, values: NDArray[Any]) -> str:
        from onnx import numpy_helper

        self.initializers.append(numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name

    def weight(self, name: str) -> str:
        return self.constant(name, self.weights[name])

    def embeddings(self) -> str:
        """Word plus position plus token type 0, normalised."""
        words = self.weight("embeddings.word_embeddings.weight")
        places = (
            self.weights["embeddings.position_embeddings.weight"]
            + self.weights["embeddings.token_type_embeddings.weight"][0]
        )
        norm = [self.weight(f"embeddings.LayerNorm.{part}") for part in ("weight", "bias")]
        inputs = ["ids", "", words, self.constant("places", places), "", *norm]
        return self.node("EmbedLayerNormalization", inputs, "embedded", FUSED, epsilon=EPSILON)

    def layer(self, state: str, prefix: str) -> str:
        attended = self.node(
            "Attention",
            [state, *self.attention_weights(prefix), "lengths"],
            prefix + "attended",
            FUSED,
            num_heads=HEADS,
        )
        state = self.add_and_norm(attended, state, prefix + "attention.output.")
        inner = self.dense(state, prefix + "intermediate.dense.")
        bias = self.weight(prefix + "intermediate.dense.bias")
        active = self.node("BiasGelu", [inner, bias], prefix + "active", FUSED)
        return self.add_and_norm(active, state, prefix + "output.")

    def attention_weights(self, prefix: str) -> list[str]:
        """Query, key and value side by side, as the fused node wants them."""
        parts = [prefix + f"attention.self.{part}." for part in ("query", "key", "value")]
        matrix = np.concatenate([self.weights[part + "weight"].T for part in parts], axis=1)
        bias = np.concatenate([self.weights[part + "bias"] for part in parts])
        return [self.constant(prefix + "qkv.weight", matrix), self.constant(prefix + "qkv.bias", bias)]

    def dense(self, state: str, prefix: str) -> str:
        """The product with a weight matrix, without its bias, which the next node adds."""
        matrix = self.constant(prefix + "weight", self.weights[prefix + "weight"].T)
        return self.node("MatMul", [state, matrix], prefix + "product")

    def add_and_norm(self, state: str, residual: str, prefix: str) -> str:
        product = self.dense(state, prefix + "dense.")
        names = ("LayerNorm.weight", "LayerNorm.bias", "dense.bias")
        inputs = [product, residual, *(self.weight(prefix + name) for name in names)]
        return self.node("SkipLayerNormalization", inputs, prefix + "normed", FUSED, epsilon=EPSILON)

    def pooling(self, state: str) -> None:
        """Mean over the tokens that count, then unit length.

        The mean's divisor cancels in the unit length, so the sum serves as well.
        """
        zero, one = (self.constant(name, np.array(value, np.int32)) for name, value in (("zero", 0), ("one", 1)))
        last = self.constant("last_axis", np.array([-1], np.int64))
        tokens = self.node("Shape", ["ids"], "width_1d", start=1, end=2)
        width = self.node("Squeeze", [tokens], "width")
        width = self.node("Cast", [width], "width_int", to=6)
        places = self.node("Range", [zero, width, one], "places_range")
        counts = self.node("Unsqueeze", ["lengths", last], "counts")
        mask = self.node("Cast", [self.node("Less", [places, counts], "inside")], "mask", to=1)
        middle = self.constant("middle_axis", np.array([1], np.int64))
        summed = self.node("MatMul", [self.node("Unsqueeze", [mask, middle], "mask_row"), state], "summed")
        flat = self.node("Squeeze", [summed, middle], "flat")
        self.node("LpNormalization", [flat], "vectors", axis=-1, p=2)
