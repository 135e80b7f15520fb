"""The one border to ONNX Runtime: opening a graph, running it, and what its errors mean."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from graph.errors import FixSetup, OurBug, PrevailError, RetryLater

ERRORS: dict[str, type[PrevailError]] = {
    "DeviceReset": RetryLater,
    "EPFail": FixSetup,
    "EngineError": FixSetup,
    "Fail": FixSetup,
    "InvalidArgument": OurBug,
    "InvalidGraph": FixSetup,
    "InvalidProtobuf": FixSetup,
    "ModelLoadCanceled": RetryLater,
    "ModelLoaded": OurBug,
    "ModelRequiresCompilation": FixSetup,
    "NoModel": FixSetup,
    "NoSuchFile": FixSetup,
    "NotFound": FixSetup,
    "NotImplemented": FixSetup,
    "RuntimeException": RetryLater,
}
"""Our error for each one of `onnxruntime.capi.onnxruntime_pybind11_state`, by its name."""


class OnnxModel:
    """A graph on the CPU. Safe to share by threads."""

    def __init__(self, path: Path, threads: int) -> None:
        """Loads the graph.

        Args:
            threads: Threads of one run; 0 means one for each processor core.

        Raises:
            FixSetup: The installed ONNX Runtime cannot load it.
        """
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")  # waiting must not keep cores busy
        with translated(f"load {path}"):
            self._session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def run(self, inputs: dict[str, NDArray[Any]]) -> NDArray[Any]:
        """The graph's first output.

        Raises:
            RetryLater: There is no memory left for it.
        """
        with translated("run the model"):
            output: NDArray[Any] = self._session.run(None, inputs)[0]
        return output


@contextmanager
def translated(action: str) -> Iterator[None]:
    """Turns what ONNX Runtime raises in the block into an error of ours."""
    try:
        yield
    except Exception as error:
        ours = ERRORS.get(type(error).__name__)
        if ours is None:
            raise
        raise ours(f"ONNX Runtime cannot {action}: {error}") from error
