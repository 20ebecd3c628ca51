"""From a request to the settings of a training."""

from typing import Any

from fourscore.errors import InputError
from fourscore.learn.settings import TrainingSettings
from fourscore.web.training.schemas import NETWORKS, TrainingRequest

__all__ = ["bytes_of", "training_settings"]

SMALL = {"tuples": 70, "length": 8}
"""A network that learns several times as many games a second, and less from each."""
MEGABYTES = {"small": 20, "full": 300}
"""What a training takes on the disk in the end, with the network's earlier ages."""


def training_settings(request: TrainingRequest) -> TrainingSettings:
    """Return the settings of a training; raises `InputError` if the request is wrong."""
    if request.network not in NETWORKS:
        raise InputError(f"there is no network {request.network!r}; choose {' or '.join(NETWORKS)}")
    shape: dict[str, Any] = SMALL if request.network == "small" else {}
    return TrainingSettings(method=request.method, seed=request.seed, **shape)


def bytes_of(request: TrainingRequest) -> int:
    """Return about how many bytes a training takes; policies need as many again."""
    return (MEGABYTES[request.network] << 20) * (2 if request.method == "zero" else 1)
